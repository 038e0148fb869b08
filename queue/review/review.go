// Package review turns the drafts of the store into pages on which an editor reads them: the list of
// all items, and one draft with its source beside it and the evidence marked; the editor claims a draft
// while reading it. The pages are served to this machine alone, and work without script.
//
// The story in the order of reading: review.go (the server), access.go (who may read), list.go,
// draft.go with source.go, segments.go and fields.go (the pages), claim.go and open.go (what an editor
// and a curator can do there).
package review

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"inquest/queue/store"
)

//go:embed templates/*.html style.css
var assets embed.FS

// Drafts is what the pages read and change; [store.Store] provides it.
type Drafts interface {
	// Drafts returns the current draft of every item in the order of the list.
	Drafts(ctx context.Context) ([]store.DraftRow, error)
	// Draft returns the current draft of an item, or [store.ErrNotFound].
	Draft(ctx context.Context, item int64) (*store.DraftView, error)
	// Claim makes the draft of an item somebody's: it is not made again meanwhile.
	Claim(ctx context.Context, now time.Time, item int64, by string) error
	// Release gives a claimed draft back.
	Release(ctx context.Context, item int64) error
	// OpenSources returns the sources that are expected to say more.
	OpenSources(ctx context.Context) ([]store.OpenSource, error)
	// PullIn lets the drafts of such a source into the queue.
	PullIn(ctx context.Context, now time.Time, source int64) error
}

// Server serves the review pages on a port of this machine.
type Server struct {
	lg       *slog.Logger
	rows     Drafts
	pages    *template.Template
	listener net.Listener
	access   access
	now      func() time.Time
}

// AddressError refuses to listen where other machines could read the drafts, or on what is no address.
type AddressError struct {
	Addr  string // as it was given
	Cause string // what is wrong with it
}

// Error says why the address is refused and which one to use.
func (e *AddressError) Error() string {
	return fmt.Sprintf("listen on %q: %s; use --listen 127.0.0.1:PORT", e.Addr, e.Cause)
}

// Listen opens the port of addr, HOST:PORT, on which [Server.Serve] then answers; port 0 takes any free
// one. HOST is an address of the loopback interface or localhost, which means 127.0.0.1; any other is an
// [AddressError].
func Listen(lg *slog.Logger, rows Drafts, addr string) (*Server, error) {
	pages, err := parsePages()
	if err != nil {
		return nil, err
	}
	loopback, err := loopbackAddress(addr)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", loopback)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("listen on %q: another program has the port; choose another one with --listen 127.0.0.1:PORT: %w", addr, err)
	}
	if err != nil {
		return nil, fmt.Errorf("review pages: %w", err)
	}
	return &Server{lg: lg, rows: rows, pages: pages, listener: listener, access: newAccess(listener.Addr()), now: time.Now}, nil
}

func loopbackAddress(addr string) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", &AddressError{Addr: addr, Cause: "it is not HOST:PORT"}
	}
	if host == "localhost" {
		host = "127.0.0.1" // a name may be resolved to anything
	}
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.IsLoopback() {
		return "", &AddressError{Addr: addr, Cause: "the review pages are for this machine only, and other machines could reach this address"}
	}
	return net.JoinHostPort(host, port), nil
}

// URL returns the address to open in a browser. Its token lets the browser in and then moves to a
// cookie; it lasts as long as the server.
func (s *Server) URL() string {
	return "http://" + s.listener.Addr().String() + "/?token=" + s.access.token
}

// How long the server waits for others.
const (
	headerTimeout = 10 * time.Second // for the head of a request
	idleTimeout   = 2 * time.Minute  // for the next request of a connection
	grace         = 5 * time.Second  // for the answers under way when Serve ends
)

// Serve answers until ctx ends, finishes the answers under way, and returns nil.
func (s *Server) Serve(ctx context.Context) error {
	server := &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		ErrorLog:          slog.NewLogLogger(s.lg.Handler(), slog.LevelWarn),
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(s.listener) }()
	select {
	case err := <-done:
		return fmt.Errorf("review pages: %w", err)
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		s.lg.Warn("answers were cut off", "error", err)
		return server.Close()
	}
	return nil
}

// handler lets through what access allows. The style sheet holds no secret, and the page that asks for
// the token needs it.
func (s *Server) handler() http.Handler {
	pages := http.NewServeMux()
	pages.HandleFunc("GET /{$}", s.list)
	pages.HandleFunc("GET /items/{item}", s.draft)
	pages.HandleFunc("POST /items/{item}/claim", s.claim)
	pages.HandleFunc("POST /items/{item}/release", s.release)
	pages.HandleFunc("GET /open", s.open)
	pages.HandleFunc("POST /sources/{source}/review", s.pullIn)
	pages.HandleFunc("GET /", s.notFound)

	outer := http.NewServeMux()
	outer.HandleFunc("GET /style.css", s.style)
	outer.Handle("/", s.requireToken(pages))
	return withHeaders(s.requireHost(s.requireOrigin(outer)))
}

func (s *Server) style(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, assets, "style.css")
}

func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	s.refuse(w, http.StatusNotFound, "No such page", "There is nothing at this address.")
}

func parsePages() (*template.Template, error) {
	functions := template.FuncMap{"lang": lang, "link": webLink}
	pages, err := template.New("").Funcs(functions).ParseFS(assets, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("review pages: %w", err)
	}
	return pages, nil
}

// render writes a page as a whole or, when it cannot be made, an error page in its place.
func (s *Server) render(w http.ResponseWriter, status int, page string, data any) {
	var b bytes.Buffer
	if err := s.pages.ExecuteTemplate(&b, page, data); err != nil {
		s.lg.Error("page not rendered", "page", page, "error", err)
		http.Error(w, "The page could not be made; the log says why.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	if _, err := w.Write(b.Bytes()); err != nil {
		s.lg.Debug("reader went away", "page", page, "error", err)
	}
}

// message is a page that says what is wrong and what to do.
type message struct {
	Title string
	Text  string
}

func (s *Server) refuse(w http.ResponseWriter, status int, title, text string) {
	s.render(w, status, "message", message{Title: title, Text: text})
}

// fail answers for a store that does not: the log has the cause, the reader a way out.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	s.lg.Error("drafts not read", "path", r.URL.Path, "error", err)
	s.refuse(w, http.StatusInternalServerError, "The drafts could not be read",
		"The database did not answer. The log of this command says why; load the page again when that is settled.")
}
