package fetcher

import (
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// Capture is one copy of a source: the bytes as served, with what is needed to
// say later where and when they came from. It is stored before anything reads
// it, so that everything made from it can be made again.
type Capture struct {
	URL      string          // as asked for; "" for a local file without a public address
	FinalURL string          // after redirects; URL when there were none
	Hops     []Hop           // redirects that were followed, in order
	Robots   []RobotsVerdict // of each address on the way, in order; nil when none was asked for
	Status   int             // HTTP status of the last answer; 200 for a local file
	Header   http.Header     // as served; those of an archived copy are the archive's, see package archive
	Body     []byte          // as served, Content-Encoding still on
	At       time.Time       // UTC, when the answer came
	SHA256   string          // lower-case hex of the SHA-256 of Body
	Archived string          // address of the view for people when the copy comes from an archive, else ""
	Memento  time.Time       // UTC, Memento-Datetime of an archived copy (RFC 7089), else zero
}

// Hop is one redirect that was followed, or the step to a platform's JSON.
type Hop struct {
	URL       string `json:"url"`                 // the address that answered
	Status    int    `json:"status"`              // its status; 200 for a refresh that the page itself asks for, and for a page that a script would fill
	To        string `json:"to"`                  // where it sent us, made absolute
	Downgrade bool   `json:"downgrade,omitempty"` // from https to http: anybody between may have changed what follows
}

// Content returns Body with its Content-Encoding taken off. It reads what is
// there, not only what is declared: gzip under no label is opened and plain
// text under a wrong label is kept. The error is an [Error] of kind
// bad-encoding, truncated or too-large (more than 32 MiB, or more than 200
// times the size of Body).
func (c *Capture) Content() ([]byte, error) {
	out, err := decode(c.Body, c.Header.Values("Content-Encoding"), DefaultLimits())
	if err != nil {
		return nil, err.at(c.FinalURL)
	}
	return out, nil
}

// ContentType returns the declared media type in lower case without its
// parameters, "" when none is declared.
func (c *Capture) ContentType() string {
	declared, _, _ := strings.Cut(c.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(declared))
}

// Charset returns the declared charset parameter as written, "" when none is
// declared.
func (c *Capture) Charset() string {
	_, params, err := mime.ParseMediaType(c.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return params["charset"]
}

// Validators returns what a server needs to say that nothing has changed since
// (RFC 9110, section 8.8): ETag and Last-Modified, to the letter, "" when it
// sent none. A copy that is not whole has none: it must not be confirmed.
func (c *Capture) Validators() (etag, modified string) {
	if c.Status != http.StatusOK || !c.isWhole() {
		return "", ""
	}
	return c.Header.Get("Etag"), c.Header.Get("Last-Modified")
}

// isWhole is careful: whoever doubts it pays with one full download.
func (c *Capture) isWhole() bool {
	if length := c.Header.Get("Content-Length"); length != "" {
		return length == strconv.Itoa(len(c.Body))
	}
	_, err := c.Content()
	return err == nil && !c.looksCut()
}

// FromFile makes a capture of a local file. url is the public address of the
// page or ""; contentType is what the caller knows or "": then the ending of
// name declares what bytes cannot show, such as Markdown.
func FromFile(name, url, contentType string, body []byte, at time.Time) *Capture {
	if contentType == "" {
		contentType = typeByEnding(name)
	}
	header := http.Header{}
	if contentType != "" {
		header.Set("Content-Type", contentType)
	}
	return &Capture{
		URL:      url,
		FinalURL: url,
		Status:   http.StatusOK,
		Header:   header,
		Body:     body,
		At:       at.UTC(),
		SHA256:   sum(body),
	}
}

// typeByEnding stands in for mime.TypeByExtension, whose answer depends on the
// files of the machine.
func typeByEnding(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm":
		return "text/html"
	case ".json":
		return "application/json"
	case ".pdf":
		return "application/pdf"
	case ".md", ".markdown":
		return "text/markdown"
	case ".txt":
		return "text/plain"
	case ".xml":
		return "application/xml"
	case ".atom":
		return "application/atom+xml"
	case ".rss":
		return "application/rss+xml"
	}
	return ""
}

func sum(body []byte) string {
	s := sha256.Sum256(body)
	return hex.EncodeToString(s[:])
}
