// Package archivetest turns recorded responses into a small web archive: CDX
// rows, a TimeMap and replays, in the way of the Wayback Machine. It serves the
// tests and the sample site, where a report that its publisher has taken down is
// read from its archived copy.
package archivetest

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Copy is one recorded response.
type Copy struct {
	URL    string      // address of the page
	At     time.Time   // when it was copied; whole seconds count
	Status int         // 0: 200
	Header http.Header // of the origin; Location of a redirect as the origin sent it
	Body   []byte      // as the origin served it
}

// Handler is the archive. It answers
//
//	/cdx/search/cdx?url=U&output=json&fl=...      rows of a page, oldest first
//	/web/timemap/link/U                           the same as link-format (RFC 7089)
//	/web/<timestamp>id_/U                         the bytes as copied
//	/web/<timestamp>/U                            the view for people, with a toolbar
//
// A timestamp without a copy is answered by a redirect to the nearest one. Pages
// are found without regard to scheme, "www." and letter case. Mount it by host,
// never on a path of http.ServeMux: that cleans paths, and turns the "//" of the
// address inside into "/".
type Handler struct {
	Copies []Copy
	Faults Faults
}

// Faults are what real archives do at times. The zero value is an archive
// without faults.
type Faults struct {
	NoCDX       bool            // there is no CDX server: 404
	Busy        bool            // every request: 429 without Retry-After
	Excluded    map[string]bool // addresses that may not be shown: 403
	LostLabel   bool            // bodies are gzip under an empty Content-Encoding
	NoMemento   bool            // replays lack Memento-Datetime
	LateReplay  bool            // a listed copy redirects to the one before it
	ServerError bool            // replays: 503
}

const stampLayout = "20060102150405"

var replayPath = regexp.MustCompile(`^/web/(\d{1,14})(\w\w_)?/(.+)$`)

// ServeHTTP answers as an archive.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The address as sent: r.URL.Path has lost its escapes.
	path := r.RequestURI
	if u, err := url.Parse(path); err == nil && u.Host != "" {
		path = strings.TrimPrefix(path, u.Scheme+"://"+u.Host)
	}
	page, isMap := strings.CutPrefix(path, "/web/timemap/link/")
	m := replayPath.FindStringSubmatch(path)
	switch {
	case h.Faults.Busy:
		http.Error(w, "Too Many Requests", http.StatusTooManyRequests)
	case r.URL.Path == "/cdx/search/cdx" && !h.Faults.NoCDX:
		h.cdx(w, r)
	case isMap:
		h.timeMap(w, r, page)
	case m != nil:
		h.replay(w, r, m[1], m[2], m[3])
	default:
		http.NotFound(w, r)
	}
}

// excluded answers for pages that may not be shown.
func (h *Handler) excluded(w http.ResponseWriter, page string) bool {
	if !h.Faults.Excluded[page] {
		return false
	}
	w.Header().Set("X-Archive-Wayback-Runtime-Error", "AdministrativeAccessControlException: Blocked Site Error")
	http.Error(w, "This URL has been excluded from the archive.", http.StatusForbidden)
	return true
}

func (h *Handler) cdx(w http.ResponseWriter, r *http.Request) {
	page := r.URL.Query().Get("url")
	if h.excluded(w, page) {
		return
	}
	fields := strings.Split(r.URL.Query().Get("fl"), ",")
	rows := [][]string{}
	for _, c := range h.of(page) {
		rows = append(rows, c.row(fields))
	}
	if len(rows) > 0 {
		rows = slices.Insert(rows, 0, fields)
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(rows); err != nil {
		panic(http.ErrAbortHandler) // the client has gone
	}
}

func (c Copy) row(fields []string) []string {
	row := make([]string, len(fields))
	for i, field := range fields {
		switch field {
		case "timestamp":
			row[i] = c.stamp()
		case "original":
			row[i] = c.URL
		case "statuscode":
			row[i] = fmt.Sprint(c.status())
		default:
			row[i] = "-"
		}
	}
	return row
}

func (h *Handler) timeMap(w http.ResponseWriter, r *http.Request, page string) {
	copies := h.of(page)
	if h.excluded(w, page) {
		return
	}
	if len(copies) == 0 {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/link-format")
	fmt.Fprintf(w, "<%s>; rel=\"original\"", copies[0].URL)
	for _, c := range copies {
		fmt.Fprintf(w, ",\n<%s>; rel=\"memento\"; datetime=\"%s\"", base(r)+c.path(""), c.date())
	}
	fmt.Fprintln(w)
}

func (h *Handler) replay(w http.ResponseWriter, r *http.Request, stamp, flag, page string) {
	copies := h.of(page)
	switch {
	case h.excluded(w, page):
	case h.Faults.ServerError:
		http.Error(w, "Temporarily Offline", http.StatusServiceUnavailable)
	case len(copies) == 0:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintln(w, "<html><title>Archive</title><h1>This archive has not archived that URL.</h1></html>")
	default:
		h.nearest(w, r, copies, stamp, flag)
	}
}

// nearest shows the copy of that very second, or redirects to the one that is
// least far from it.
func (h *Handler) nearest(w http.ResponseWriter, r *http.Request, copies []Copy, stamp, flag string) {
	best := slices.MinFunc(copies, func(x, y Copy) int { return cmp.Compare(x.distance(stamp), y.distance(stamp)) })
	i := slices.IndexFunc(copies, func(c Copy) bool { return c.stamp() == best.stamp() })
	if h.Faults.LateReplay && i > 0 {
		best = copies[i-1]
	}
	if best.stamp() != stamp {
		w.Header().Set("Location", base(r)+best.path(flag))
		w.WriteHeader(http.StatusFound)
		return
	}
	h.show(w, r, best, flag)
}

func (h *Handler) show(w http.ResponseWriter, r *http.Request, c Copy, flag string) {
	header := w.Header()
	for name, values := range c.Header {
		header["X-Archive-Orig-"+name] = values
	}
	header.Set("X-Archive-Src", "sample.warc.gz")
	header.Set("Link", fmt.Sprintf(`<%s>; rel="original", <%s>; rel="timemap"; type="application/link-format"`, c.URL, base(r)+"/web/timemap/link/"+c.URL))
	if !h.Faults.NoMemento {
		header.Set("Memento-Datetime", c.date())
	}
	if flag == "id_" {
		h.raw(w, r, c)
		return
	}
	view(w, c)
}

// raw serves the bytes as copied. A redirect points at the next copy.
func (h *Handler) raw(w http.ResponseWriter, r *http.Request, c Copy) {
	header, body := w.Header(), c.Body
	header["Content-Type"] = c.Header.Values("Content-Type")
	header["Content-Encoding"] = c.Header.Values("Content-Encoding")
	if to := c.Header.Get("Location"); to != "" {
		header.Set("Location", base(r)+"/web/"+c.stamp()+"id_/"+resolve(c.URL, to))
	}
	if h.Faults.LostLabel {
		header["Content-Encoding"] = []string{"", "gzip"}
		body = zip(body)
	}
	w.WriteHeader(c.status())
	w.Write(body) // the client has gone when this errs
}

// view shows a copy to people. A redirect becomes a page that says so.
func view(w http.ResponseWriter, c Copy) {
	w.Header().Set("Content-Type", c.Header.Get("Content-Type"))
	if c.status()/100 == 3 {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<html><body><p>Got an HTTP %d response at crawl time</p></body></html>", c.status())
		return
	}
	const toolbar = "<!-- BEGIN WAYBACK TOOLBAR INSERT --><div id=\"wm-ipp-base\">A copy in an archive</div><!-- END WAYBACK TOOLBAR INSERT -->"
	w.WriteHeader(c.status())
	w.Write(bytes.Replace(c.Body, []byte("<body>"), []byte("<body>"+toolbar), 1)) // as in raw
}

// of returns the copies of a page, oldest first.
func (h *Handler) of(page string) []Copy {
	var copies []Copy
	for _, c := range h.Copies {
		if bare(c.URL) == bare(page) {
			copies = append(copies, c)
		}
	}
	slices.SortStableFunc(copies, func(x, y Copy) int { return x.At.Compare(y.At) })
	return copies
}

func bare(address string) string {
	_, rest, found := strings.Cut(strings.ToLower(address), "://")
	if !found {
		rest = strings.ToLower(address)
	}
	return strings.TrimPrefix(rest, "www.")
}

func (c Copy) stamp() string { return c.At.UTC().Format(stampLayout) }

func (c Copy) date() string { return c.At.UTC().Format(http.TimeFormat) }

func (c Copy) path(flag string) string { return "/web/" + c.stamp() + flag + "/" + c.URL }

func (c Copy) status() int {
	if c.Status == 0 {
		return http.StatusOK
	}
	return c.Status
}

// distance is measured to the end that zeros give a short timestamp.
func (c Copy) distance(stamp string) time.Duration {
	const start = "00000101000000"
	at, err := time.Parse(stampLayout, stamp+start[len(stamp):])
	if err != nil {
		return time.Duration(1<<63 - 1)
	}
	return c.At.Sub(at).Abs()
}

func base(r *http.Request) string { return "http://" + r.Host }

func resolve(from, to string) string {
	u, err := url.Parse(from)
	if err != nil {
		return to
	}
	target, err := u.Parse(to)
	if err != nil {
		return to
	}
	return target.String()
}

func zip(body []byte) []byte {
	var b bytes.Buffer
	zw := gzip.NewWriter(&b)
	zw.Write(body) // a buffer takes all
	zw.Close()
	return b.Bytes()
}
