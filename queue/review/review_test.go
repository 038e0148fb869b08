package review_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"inquest/queue/review"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// shelf holds drafts in memory, or an error in their place.
type shelf struct {
	rows  []store.DraftRow
	views map[int64]*store.DraftView
	open  []store.OpenSource
	err   error
}

func (s shelf) Drafts(context.Context) ([]store.DraftRow, error) { return s.rows, s.err }

func (s shelf) Draft(_ context.Context, item int64) (*store.DraftView, error) {
	if view, found := s.views[item]; found || s.err != nil {
		return view, s.err
	}
	return nil, store.ErrNotFound
}

func (s shelf) Claim(_ context.Context, _ time.Time, item int64, by string) error {
	if s.views[item] == nil {
		return store.ErrNotFound
	}
	if held := s.views[item].ClaimedBy; held != "" && held != by {
		return &store.ClaimedError{By: held}
	}
	s.views[item].ClaimedBy, s.views[item].State = by, "in-review"
	return nil
}

func (s shelf) Release(_ context.Context, item int64) error {
	s.views[item].ClaimedBy, s.views[item].State = "", "drafted"
	return nil
}

func (s shelf) OpenSources(context.Context) ([]store.OpenSource, error) { return s.open, s.err }

func (s shelf) PullIn(_ context.Context, _ time.Time, source int64) error {
	for i := range s.open {
		if s.open[i].Source == source {
			s.open[i].Held = false
		}
	}
	return nil
}

// browser is a client that has opened the printed address.
type browser struct {
	t       testing.TB
	client  *http.Client
	base    *url.URL // of the server, without the token
	printed string   // the address with the token
}

// serve starts the pages; they end with the test.
func serve(t testing.TB, rows review.Drafts) *review.Server {
	t.Helper()
	s, err := review.Listen(slog.New(slog.NewTextHandler(t.Output(), nil)), rows, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return s
}

func open(t testing.TB, rows review.Drafts) *browser {
	t.Helper()
	address := serve(t, rows).URL()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	base.RawQuery = ""
	b := &browser{t: t, client: &http.Client{Jar: jar}, base: base, printed: address}
	b.get(address, http.StatusOK)
	return b
}

// get loads a page of the server and wants the status.
func (b *browser) get(address string, status int) *goquery.Document {
	b.t.Helper()
	target, err := b.base.Parse(address)
	if err != nil {
		b.t.Fatal(err)
	}
	resp, err := b.client.Get(target.String())
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != status {
		b.t.Fatalf("%s: status %d, want %d", address, resp.StatusCode, status)
	}
	doc, err := goquery.NewDocumentFromReader(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return doc
}

// post sends a form and wants the status of the page that it leads to.
func (b *browser) post(address string, form url.Values, status int) *goquery.Document {
	b.t.Helper()
	target, err := b.base.Parse(address)
	if err != nil {
		b.t.Fatal(err)
	}
	resp, err := b.client.PostForm(target.String(), form)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != status {
		b.t.Fatalf("POST %s: status %d, want %d", address, resp.StatusCode, status)
	}
	doc, err := goquery.NewDocumentFromReader(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return doc
}

// texts are those of the elements that a selector finds, spaces folded.
func texts(s *goquery.Selection, selector string) []string {
	return s.Find(selector).Map(func(_ int, e *goquery.Selection) string {
		return strings.Join(strings.Fields(e.Text()), " ")
	})
}

func wantTexts(t testing.TB, page *goquery.Document, selector string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, texts(page.Selection, selector)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", selector, diff)
	}
}

func TestListensOnThisMachineOnly(t *testing.T) {
	t.Parallel()
	for name, addr := range map[string]string{
		"all interfaces":          "0.0.0.0:0",
		"all interfaces, IPv6":    "[::]:0",
		"no host":                 ":0",
		"a private network":       "192.168.1.4:8080",
		"a public address":        "203.0.113.9:80",
		"a name":                  "review.example.com:80",
		"a name below localhost":  "localhost.example.com:80",
		"an address without port": "127.0.0.1",
		"nothing":                 "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := review.Listen(slog.New(slog.DiscardHandler), shelf{}, addr)
			var refused *review.AddressError
			if !errors.As(err, &refused) || refused.Addr != addr {
				t.Fatalf("got %v, want an AddressError for %q", err, addr)
			}
			if !strings.Contains(err.Error(), "use --listen 127.0.0.1:PORT") {
				t.Errorf("the error names no way out: %v", err)
			}
		})
	}
}

func TestListensOnEveryLoopbackAddress(t *testing.T) {
	t.Parallel()
	for addr, prefix := range map[string]string{
		"127.0.0.1:0": "http://127.0.0.1:",
		"127.0.0.9:0": "http://127.0.0.9:",
		"localhost:0": "http://127.0.0.1:",
	} {
		s, err := review.Listen(slog.New(slog.DiscardHandler), shelf{}, addr)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(s.URL(), prefix) || !strings.Contains(s.URL(), "/?token=") {
			t.Errorf("listening on %s gives %s", addr, s.URL())
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.Serve(ended); err != nil {
			t.Errorf("serve on %s: %v", addr, err)
		}
	}
}

func TestBusyPortNamesTheFlag(t *testing.T) {
	t.Parallel()
	first := serve(t, shelf{})
	u, err := url.Parse(first.URL())
	if err != nil {
		t.Fatal(err)
	}
	_, err = review.Listen(slog.New(slog.DiscardHandler), shelf{}, u.Host)
	if err == nil || !strings.Contains(err.Error(), "another program has the port; choose another one with --listen") {
		t.Errorf("got %v", err)
	}
}

// slow answers only when the test says so.
type slow struct {
	shelf
	asked, answer chan struct{}
}

func (s slow) Drafts(ctx context.Context) ([]store.DraftRow, error) {
	close(s.asked)
	<-s.answer
	return s.shelf.Drafts(ctx)
}

func TestServeFinishesTheAnswerUnderWay(t *testing.T) {
	t.Parallel()
	rows := slow{shelf{rows: []store.DraftRow{{Item: 1, Title: "Slow logins"}}}, make(chan struct{}), make(chan struct{})}
	s, err := review.Listen(slog.New(slog.DiscardHandler), rows, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	page := make(chan string, 1)
	go func() {
		_, text := fetch(t, s.URL(), "/")
		page <- text
	}()
	<-rows.asked
	stop()
	close(rows.answer)
	if got := <-page; !strings.Contains(got, "Slow logins") {
		t.Errorf("the answer was cut off: %q", got)
	}
	if err := <-done; err != nil {
		t.Errorf("serve: %v", err)
	}
}

// fetch loads one page in one request: the token of the printed address goes as the cookie at once. It
// may run beside the test.
func fetch(t *testing.T, address, path string) (status int, text string) {
	u, err := url.Parse(address)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+u.Host+path, nil)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	req.AddCookie(&http.Cookie{Name: "inquest_" + u.Port(), Value: u.Query().Get("token")})
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Error(err)
	}
	return resp.StatusCode, string(b)
}

func TestStoreThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := serve(t, shelf{err: errors.New("connection refused: secret-host")})
	for _, path := range []string{"/", "/items/1"} {
		status, text := fetch(t, s.URL(), path)
		if status != http.StatusInternalServerError || !strings.Contains(text, "The drafts could not be read") {
			t.Errorf("%s: status %d: %s", path, status, text)
		}
		if strings.Contains(text, "secret-host") {
			t.Errorf("%s shows the cause, which belongs to the log: %s", path, text)
		}
	}
}
