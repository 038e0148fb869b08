package review_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"inquest/queue/store"
)

// printed is what the printed address says.
type printed struct{ host, port, token string }

func printedAddress(t testing.TB, address string) printed {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return printed{host: u.Host, port: u.Port(), token: u.Query().Get("token")}
}

// noRedirects is a client that shows the redirect itself.
func noRedirects() *http.Client {
	return &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func TestWhoMayRead(t *testing.T) {
	t.Parallel()
	p := printedAddress(t, serve(t, shelf{rows: []store.DraftRow{{Item: 1, Title: "Slow logins"}}}).URL())
	own := "http://" + p.host
	for _, tt := range []struct {
		name   string
		method string
		path   string
		host   string // "" for the right one
		cookie string // value; "" for none
		header map[string]string
		want   int
	}{
		{name: "the cookie lets in", cookie: p.token, want: 200},
		{name: "localhost is the same server", host: "localhost:" + p.port, cookie: p.token, want: 200},
		{name: "HEAD reads too", method: "HEAD", cookie: p.token, want: 200},
		{name: "a link on another site only reads", cookie: p.token, header: map[string]string{"Sec-Fetch-Site": "cross-site"}, want: 200},
		{name: "the style sheet is no secret", path: "/style.css", want: 200},

		{name: "no cookie", want: 403},
		{name: "no cookie for a draft", path: "/items/1", want: 403},
		{name: "no cookie for a page that is not there", path: "/nothing", want: 403},
		{name: "a cookie of another run", cookie: strings.Repeat("A", len(p.token)), want: 403},
		{name: "the beginning of the token", cookie: p.token[:10], want: 403},
		{name: "the token in lower case", cookie: strings.ToLower(p.token), want: 403},
		{name: "a wrong token in the address", path: "/?token=AAAA", want: 403},
		{name: "an empty token in the address", path: "/?token=", want: 403},
		{name: "a wrong token in the address beside the cookie", path: "/?token=AAAA", cookie: p.token, want: 403},

		{name: "a foreign host name", host: "attacker.example", cookie: p.token, want: 403},
		{name: "a foreign host name with our port", host: "attacker.example:" + p.port, cookie: p.token, want: 403},
		{name: "our host without the port", host: "127.0.0.1", cookie: p.token, want: 403},
		{name: "our host with another port", host: "127.0.0.1:1", cookie: p.token, want: 403},
		{name: "another loopback address", host: "127.0.0.2:" + p.port, cookie: p.token, want: 403},
		{name: "a foreign host name with the right token", path: "/?token=" + p.token, host: "attacker.example", want: 403},
		{name: "a foreign host name for the style sheet", path: "/style.css", host: "attacker.example", want: 403},

		{name: "POST of a foreign origin", method: "POST", cookie: p.token, header: map[string]string{"Origin": "https://attacker.example"}, want: 403},
		{name: "POST of a sandboxed page", method: "POST", cookie: p.token, header: map[string]string{"Origin": "null"}, want: 403},
		{name: "POST of another port", method: "POST", cookie: p.token, header: map[string]string{"Origin": "http://127.0.0.1:1"}, want: 403},
		{name: "POST of another site", method: "POST", cookie: p.token, header: map[string]string{"Sec-Fetch-Site": "cross-site"}, want: 403},
		{name: "POST of a sister site", method: "POST", cookie: p.token, header: map[string]string{"Sec-Fetch-Site": "same-site"}, want: 403},
		{name: "DELETE of a foreign origin", method: "DELETE", cookie: p.token, header: map[string]string{"Origin": "https://attacker.example"}, want: 403},
		{name: "POST without the cookie", method: "POST", header: map[string]string{"Origin": own}, want: 403},
		{name: "POST with the token in the address", method: "POST", path: "/?token=" + p.token, header: map[string]string{"Origin": own}, want: 403},
		{name: "our own POST: nothing takes it yet", method: "POST", cookie: p.token, header: map[string]string{"Origin": own, "Sec-Fetch-Site": "same-origin"}, want: 405},
		{name: "our own DELETE of a draft", method: "DELETE", path: "/items/1", cookie: p.token, header: map[string]string{"Origin": own}, want: 405},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			req, err := http.NewRequestWithContext(t.Context(), tt.method, own+tt.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Host = tt.host
			if tt.cookie != "" {
				req.AddCookie(&http.Cookie{Name: "inquest_" + p.port, Value: tt.cookie})
			}
			for name, value := range tt.header {
				req.Header.Set(name, value)
			}
			resp, err := noRedirects().Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			text, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != tt.want {
				t.Errorf("status %d, want %d", resp.StatusCode, tt.want)
			}
			if tt.want == 403 && (strings.Contains(string(text), "Slow logins") || len(resp.Cookies()) > 0) {
				t.Errorf("a refusal gives something away: %s, cookies %v", text, resp.Cookies())
			}
			wantHeaders(t, resp.Header)
		})
	}
}

func wantHeaders(t *testing.T, h http.Header) {
	t.Helper()
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff",
		"Referrer-Policy":        "no-referrer",
		"Cache-Control":          "no-store",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := h.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'; style-src 'self';") {
		t.Errorf("Content-Security-Policy: %q", got)
	}
}

func TestTheTokenMovesToACookie(t *testing.T) {
	t.Parallel()
	p := printedAddress(t, serve(t, shelf{}).URL())
	if len(p.token) < 26 { // five bits a character
		t.Errorf("the token %q has fewer than 128 bits", p.token)
	}
	for _, tt := range []struct{ name, address, want string }{
		{"the list", "/?token=" + p.token, "/"},
		{"a draft", "/items/7?token=" + p.token, "/items/7"},
		{"the filter stays", "/?state=drafted&token=" + p.token, "/?state=drafted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+p.host+tt.address, nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := noRedirects().Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if got := resp.Header.Get("Location"); resp.StatusCode != http.StatusSeeOther || got != tt.want {
				t.Errorf("status %d to %q, want 303 to %q", resp.StatusCode, got, tt.want)
			}
			want := "inquest_" + p.port + "=" + p.token + "; Path=/; HttpOnly; SameSite=Strict"
			if got := resp.Header.Get("Set-Cookie"); got != want {
				t.Errorf("cookie %q, want %q", got, want)
			}
		})
	}
}

func TestAPathNeverNamesAnotherHost(t *testing.T) {
	t.Parallel()
	b := open(t, shelf{})
	p := printedAddress(t, b.printed)
	for _, path := range []string{"//attacker.example/x", "/\\attacker.example/x", "/%5Cattacker.example/x", "/.//attacker.example"} {
		resp, err := b.client.Get("http://" + p.host + path + "?token=" + p.token)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if got := resp.Request.URL.Host; got != p.host || resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s ends at %s with status %d, want %s and 404", path, got, resp.StatusCode, p.host)
		}
	}
}

func TestEveryServerHasATokenOfItsOwn(t *testing.T) {
	t.Parallel()
	a, b := printedAddress(t, serve(t, shelf{}).URL()), printedAddress(t, serve(t, shelf{}).URL())
	if a.token == b.token {
		t.Errorf("both servers have the token %s", a.token)
	}
}

func TestARefusalSaysWhatToDo(t *testing.T) {
	t.Parallel()
	s := serve(t, shelf{})
	base, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, client: http.DefaultClient, base: base}
	page := b.get("/", http.StatusForbidden)
	wantTexts(t, page, "main h1", "Not let in")
	if text := page.Find("main p").First().Text(); !strings.Contains(text, "Open the address that the command printed") {
		t.Errorf("the page says %q", text)
	}
}
