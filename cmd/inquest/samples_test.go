package main

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"inquest/fetcher"
	"inquest/fetcher/archive"
)

func startSite(t *testing.T) (*sampleSite, *fetcher.Client) {
	t.Helper()
	site, err := startSamples(slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.close)
	return site, fetcher.New(fetcher.Options{UserAgent: "inquest/test", Sample: site.exception()})
}

func TestSampleSiteServesEverySampleAndOneOnlyFromItsArchive(t *testing.T) {
	site, client := startSite(t)
	copies := &archive.Archive{Base: "http://" + sampleArchiveHost, Client: client}
	gone := 0
	for _, u := range site.urls() {
		c, err := client.Fetch(t.Context(), fetcher.Request{URL: u})
		var failed *fetcher.Error
		if errors.As(err, &failed) && failed.Kind == fetcher.Gone {
			gone++
			c, err = copies.Read(t.Context(), u, time.Time{})
		}
		if err != nil {
			t.Errorf("fetch %s: %v", u, err)
			continue
		}
		if len(c.Body) == 0 {
			t.Errorf("%s has no body", u)
		}
	}
	if gone != 1 {
		t.Errorf("%d samples are gone, want 1", gone)
	}
}

func TestTheExceptionOpensNoOtherPortOfTheMachine(t *testing.T) {
	_, client := startSite(t)
	reached := make(chan string, 1)
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { reached <- r.URL.String() }))
	defer other.Close()
	_, port, err := net.SplitHostPort(other.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range []string{other.URL, "http://localhost:" + port + "/", "http://" + sampleArchiveHost + ":" + port + "/", "http://127.0.0.1/", "http://[::1]:" + port + "/"} {
		_, err := client.Fetch(t.Context(), fetcher.Request{URL: u})
		var refused *fetcher.Error
		if !errors.As(err, &refused) || refused.Kind != fetcher.RefusedAddress {
			t.Errorf("fetch %s: %v, want a refused address", u, err)
		}
	}
	select {
	case u := <-reached:
		t.Errorf("the other server was reached at %s", u)
	default:
	}
}
