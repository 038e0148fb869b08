package review

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"inquest/normalizer"
	"inquest/queue/store"
)

// draftPage is one draft: its problems, its sources with the evidence marked, its fields.
type draftPage struct {
	store.DraftRow
	Problems []problem
	Sources  []source
	Fields   []field
	Events   []event
	Versions normalizer.Versions
}

// problem is what an editor must look at: the draft's own problems, and evidence that is not where the
// draft says.
type problem struct {
	Field, Code, Message string
	Anchor               string // of the field on the page, or ""
	Quotes               []quote
}

// event is one moment of the report.
type event struct {
	normalizer.Event
	Quote quote
}

// draft shows the draft of the item that the path names.
func (s *Server) draft(w http.ResponseWriter, r *http.Request) {
	item, err := strconv.ParseInt(r.PathValue("item"), 10, 64)
	if err != nil {
		s.notFound(w, r)
		return
	}
	view, err := s.rows.Draft(r.Context(), item)
	if errors.Is(err, store.ErrNotFound) {
		s.refuse(w, http.StatusNotFound, "No draft", "There is no such item, or it has no draft yet.")
		return
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, http.StatusOK, "draft", newDraftPage(view))
}

func newDraftPage(view *store.DraftView) draftPage {
	m := newMarking(view)
	page := draftPage{DraftRow: view.DraftRow, Versions: view.Draft.Versions}
	page.Fields = fields(view.Draft, m)
	page.Problems = problems(view, m, page.Fields)
	for i := range view.Sources {
		page.Sources = append(page.Sources, newSource(i, view.Sources[i], m))
	}
	for _, e := range view.Draft.Events {
		page.Events = append(page.Events, event{Event: e, Quote: eventQuote(view.Sources, e)})
	}
	return page
}

func problems(view *store.DraftView, m *marking, fields []field) []problem {
	var out []problem
	for _, p := range view.Draft.Problems {
		row := problem{Field: p.Field, Code: p.Code, Message: p.Message, Anchor: anchorOf(fields, p.Field)}
		for _, q := range p.Quotes {
			row.Quotes = append(row.Quotes, quoted(view.Sources, q))
		}
		out = append(out, row)
	}
	for _, e := range m.lost() {
		out = append(out, problem{
			Field: e.Field, Anchor: anchorOf(fields, e.Field), Quotes: []quote{{Text: e.Quote}},
			Message: fmt.Sprintf("The evidence is not where the draft says: block %d, bytes %d to %d.", e.Block, e.Start, e.End),
		})
	}
	return out
}

// quoted links a problem's quote to the first block that holds it.
func quoted(sources []store.SourceView, text string) quote {
	for i, s := range sources {
		for j, b := range blocks(s) {
			if text != "" && strings.Contains(b.Text, text) {
				return quote{Href: "#" + blockID(i, j), Text: text}
			}
		}
	}
	return quote{Text: text}
}

// eventQuote links an event to the block it was read from.
func eventQuote(sources []store.SourceView, e normalizer.Event) quote {
	for i, s := range sources {
		if holds(s, e.Block, span{Start: e.Start, End: e.End}, e.Quote) {
			return quote{Href: "#" + blockID(i, e.Block), Text: e.Quote}
		}
	}
	return quote{Text: e.Quote}
}

// lang returns "ko" for a text at least a third of whose letters are Hangul, else "".
func lang(text any) string {
	hangul, letters := 0, 0
	for _, r := range fmt.Sprint(text) {
		if unicode.IsLetter(r) {
			letters++
		}
		if unicode.Is(unicode.Hangul, r) {
			hangul++
		}
	}
	if hangul == 0 || 3*hangul < letters {
		return ""
	}
	return "ko"
}

// webLink returns an address that may stand behind a link, or "" for one that is not http or https:
// addresses come from the reports.
func webLink(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return ""
	}
	return u.String()
}
