package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"inquest/fetcher"
	"inquest/fetcher/archive/archivetest"
	"inquest/testdata"
)

// Hosts of the sample site end in a name that can never be one on the internet (RFC 6761).
const (
	sampleDomain      = ".sample.test"
	sampleArchiveHost = "archive" + sampleDomain
)

// sampleSite serves the sample reports of testdata on a port of 127.0.0.1, each at the host and path
// that it has in public with [sampleDomain] behind the host, and a small web archive.
type sampleSite struct {
	addr    netip.AddrPort
	pages   map[string]testdata.Page // by host and path
	archive *archivetest.Handler
	server  *http.Server
}

// startSamples begins to serve and returns; close ends it.
func startSamples(lg *slog.Logger) (*sampleSite, error) {
	site := &sampleSite{pages: map[string]testdata.Page{}, archive: &archivetest.Handler{}}
	if err := site.load(); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the sample site: %w", err)
	}
	site.addr = l.Addr().(*net.TCPAddr).AddrPort()
	site.server = &http.Server{Handler: site, ReadHeaderTimeout: 5 * time.Second, ErrorLog: slog.NewLogLogger(lg.Handler(), slog.LevelWarn)}
	go site.server.Serve(l) // it ends with ErrServerClosed when close is called
	return site, nil
}

func (site *sampleSite) load() error {
	samples, err := testdata.Samples()
	if err != nil {
		return err
	}
	for _, p := range samples {
		u, err := sampleURL(p.URL)
		if err != nil {
			return fmt.Errorf("sample %s: %w", p.Name, err)
		}
		site.pages[u.Host+u.RequestURI()] = p
		if p.Sample == testdata.SampleGone {
			site.archive.Copies = append(site.archive.Copies, archivetest.Copy{
				URL:    u.String(),
				At:     p.FetchedAt,
				Header: http.Header{"Content-Type": {p.ContentType}},
				Body:   p.Body,
			})
		}
	}
	return nil
}

// sampleURL turns a public address into the one on the sample site.
func sampleURL(public string) (*url.URL, error) {
	u, err := url.Parse(public)
	if err != nil {
		return nil, err
	}
	u.Scheme, u.Host = "http", u.Hostname()+sampleDomain
	return u, nil
}

// urls lists the addresses of the samples, sorted.
func (site *sampleSite) urls() []string {
	var urls []string
	for at := range site.pages {
		urls = append(urls, "http://"+at)
	}
	slices.Sort(urls)
	return urls
}

// exception is what the fetcher's address guard lets through: this site's port, for its hosts.
func (site *sampleSite) exception() *fetcher.Sample {
	hosts := []string{sampleArchiveHost}
	for at := range site.pages {
		host, _, _ := strings.Cut(at, "/")
		hosts = append(hosts, host)
	}
	slices.Sort(hosts)
	return &fetcher.Sample{Addr: site.addr, Hosts: slices.Compact(hosts)}
}

// ServeHTTP answers for the archive and for the pages; a page that is gone answers 410.
func (site *sampleSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Host == sampleArchiveHost {
		site.archive.ServeHTTP(w, r)
		return
	}
	p, ok := site.pages[r.Host+r.URL.RequestURI()]
	switch {
	case !ok:
		http.NotFound(w, r)
	case p.Sample == testdata.SampleGone:
		http.Error(w, "This page has been removed.", http.StatusGone)
	default:
		w.Header().Set("Content-Type", p.ContentType)
		w.Write(p.Body) // the client sees a cut body
	}
}

// close stops serving; requests in flight have a second.
func (site *sampleSite) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if site.server.Shutdown(ctx) != nil {
		site.server.Close()
	}
}
