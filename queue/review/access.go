package review

import (
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
)

// access knows who may read the pages: a browser of this machine that was given the printed address.
type access struct {
	token  string   // 128 random bits or more; made anew for each server
	cookie string   // its name; cookies do not tell ports apart, so the name does
	hosts  []string // what a Host header may say
}

func newAccess(addr net.Addr) access {
	host, port, _ := net.SplitHostPort(addr.String()) // the address of an open listener has both
	a := access{
		token:  rand.Text(),
		cookie: "inquest_" + port,
		hosts:  []string{addr.String(), net.JoinHostPort("localhost", port)},
	}
	if port == "80" { // browsers leave it out
		a.hosts = append(a.hosts, host, "localhost")
	}
	return a
}

// matches compares in constant time.
func (a access) matches(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(a.token)) == 1
}

// withHeaders keeps every answer out of caches and frames and lets it load nothing but our style sheet.
func withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// requireHost refuses names that a foreign page's owner may have pointed at this machine (DNS rebinding).
func (s *Server) requireHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(s.access.hosts, r.Host) {
			s.refuse(w, http.StatusForbidden, "Wrong host name", "These pages answer to "+s.access.hosts[0]+" only.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// requireOrigin refuses requests of other sites' pages that could change something.
func (s *Server) requireOrigin(next http.Handler) http.Handler {
	guard := http.NewCrossOriginProtection()
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, http.StatusForbidden, "Request of another site", "Only these pages themselves may send such a request.")
	}))
	return guard.Handler(next)
}

// requireToken lets in who has the cookie. The printed address brings the token, which moves to the
// cookie so that it stays out of the history and of what people copy.
func (s *Server) requireToken(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("token") && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			s.admit(w, r)
			return
		}
		cookie, err := r.Cookie(s.access.cookie)
		if err != nil || !s.access.matches(cookie.Value) {
			s.refuse(w, http.StatusForbidden, "Not let in",
				"Open the address that the command printed, with its token. It is new each time the command starts.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) admit(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if !s.access.matches(query.Get("token")) {
		s.refuse(w, http.StatusForbidden, "Not let in",
			"The token in this address is not valid. Use the address that the command printed last; it is new each time the command starts.")
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.access.cookie, Value: s.access.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
	query.Del("token")
	// The mux has cleaned the path: it begins with one slash and cannot name another host.
	target := url.URL{Path: r.URL.Path, RawQuery: query.Encode()}
	http.Redirect(w, r, target.String(), http.StatusSeeOther)
}
