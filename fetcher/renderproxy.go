package fetcher

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"sync"
	"sync/atomic"
	"time"
)

// proxy is the browser's only way out: a forward proxy on this machine for the
// time of one rendering. It dials as the client does, under the address guard,
// and lets so many bytes through and no more.
type proxy struct {
	addr   string // host and port
	dial   func(ctx context.Context, network, address string) (net.Conn, error)
	room   atomic.Int64
	server *http.Server
	ctx    context.Context // ends with the proxy, and with it all tunnels
	cancel context.CancelFunc
	open   sync.WaitGroup
}

func (c *Client) startProxy(room int64) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{addr: l.Addr().String(), dial: c.transport.DialContext}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.room.Store(room)
	quiet := log.New(io.Discard, "", 0) // what goes wrong here is seen in the page
	plain := &httputil.ReverseProxy{
		Rewrite:        func(*httputil.ProxyRequest) {}, // the address is the one that was asked for
		Transport:      c.transport,
		ModifyResponse: p.measure,
		ErrorLog:       quiet,
		ErrorHandler:   func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	p.server = &http.Server{
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          quiet,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodConnect:
				p.tunnel(w, r)
			case Check(r.URL.String()) != nil:
				w.WriteHeader(http.StatusForbidden)
			default:
				plain.ServeHTTP(w, r)
			}
		}),
	}
	p.open.Go(func() { p.server.Serve(l) }) // ends with stop, and its error says only that
	return p, nil
}

// stop ends the proxy and whatever still goes through it.
func (p *proxy) stop() {
	p.cancel()
	p.server.Close()
	p.open.Wait()
}

func (p *proxy) measure(resp *http.Response) error {
	resp.Body = struct {
		io.Reader
		io.Closer
	}{p.within(resp.Body), resp.Body}
	return nil
}

// within reads as long as there is room.
func (p *proxy) within(in io.Reader) io.Reader { return &metered{in: in, room: &p.room} }

type metered struct {
	in   io.Reader
	room *atomic.Int64
}

// Read ends with an error when the room is used up.
func (m *metered) Read(b []byte) (int, error) {
	n, err := m.in.Read(b)
	if m.room.Add(-int64(n)) < 0 {
		return 0, errOverflow
	}
	return n, err
}

// tunnel joins the browser and a host. The dialler refuses what is not public.
func (p *proxy) tunnel(w http.ResponseWriter, r *http.Request) {
	if Check("https://"+r.Host) != nil {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	out, err := p.dial(p.ctx, "tcp", r.Host)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer out.Close()
	in, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return // unreachable: a connection of HTTP/1 can be taken over
	}
	defer in.Close()
	defer context.AfterFunc(p.ctx, func() { in.Close(); out.Close() })()
	if _, err := io.WriteString(in, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	var both sync.WaitGroup
	for _, pair := range [][2]net.Conn{{in, out}, {out, in}} {
		both.Go(func() {
			io.Copy(pair[0], p.within(pair[1])) // however it ends, the other way ends with it
			pair[0].Close()
		})
	}
	both.Wait()
}
