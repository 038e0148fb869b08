package extractor

import (
	"encoding/json"
	"strings"
)

// Version names the rules of this package. It is part of every stored document, and a document of
// another version is read again from its capture.
const Version = "1"

// Document is the text read from a capture: ordered blocks with their kind, section and state, and
// what the page says of itself. Block 0 is the title, without text when the source has none. Offsets of evidence are UTF-8 bytes into a
// block's Text, which is valid UTF-8 without NUL, byte order marks and zero-width characters, its
// white space folded to single spaces (code blocks keep their line ends).
type Document struct {
	URL         Maybe    `json:"url"`          // final address of the capture; of a part its own, where the page names it
	Archived    Maybe    `json:"archived"`     // replay address, when an archive gave the copy
	Title       Maybe    `json:"title"`        // of the report, without the site's name
	Org         Maybe    `json:"org"`          // who publishes it, as the page names itself
	Lang        Maybe    `json:"lang"`         // ISO 639-1 code of the text
	Recipe      string   `json:"recipe"`       // which recipe read it
	Confidence  float64  `json:"confidence"`   // 0 to 1: was all of the report and nothing else read
	PublishedAt Maybe    `json:"published_at"` // as precise as stated: 2025-08-13, 2025-08-13T10:00Z, or without Z when no zone is known
	UpdatedAt   Maybe    `json:"updated_at"`   // likewise
	Window      Window   `json:"window"`       // what the platform states of the incident
	Blocks      []Block  `json:"blocks"`       // in the order of reading
	Dropped     Dropped  `json:"dropped"`      // what was seen outside the chosen root and left out
	Warnings    []string `json:"warnings"`     // what a reader of the document should know

	Parts []*Document `json:"parts,omitempty"` // the incidents of a page that holds several, in page order; then Blocks holds only the title
}

// Window is what a platform's attributes or JSON state of the incident; each value stands as a
// block of kind fact too.
type Window struct {
	StartedAt  Maybe    `json:"started_at"`  // RFC 3339, UTC
	ResolvedAt Maybe    `json:"resolved_at"` // RFC 3339, UTC
	Impact     Maybe    `json:"impact"`      // the platform's own word: minor, major, critical, ...
	Components []string `json:"components"`  // names as the page gives them
}

// Dropped counts what an article's root left outside.
type Dropped struct {
	Times    int `json:"times"`    // clock times and <time> elements
	Items    int `json:"items"`    // list items
	Headings int `json:"headings"` // headings
}

// Block is one heading, paragraph, list item, table row, code listing, quotation or platform fact.
type Block struct {
	Kind    Kind    `json:"kind"`
	Level   int     `json:"level"`    // of a heading, 1 to 6; else 0
	Depth   int     `json:"depth"`    // of a list item, 1 for the outermost; else 0
	Section Section `json:"section"`  // what this part of the report speaks of
	State   State   `json:"state"`    // of an action item, where the source groups them
	Label   Maybe   `json:"label"`    // of the update this block belongs to: Resolved, Monitoring, ...
	Time    Maybe   `json:"time"`     // instant of that update, RFC 3339 in UTC
	RawTime Maybe   `json:"raw_time"` // the same as the page writes it
	Text    string  `json:"text"`
	Links   []Link  `json:"links"`
}

// Link is a hyperlink inside a block.
type Link struct {
	Text string `json:"text"`
	Href string `json:"href"` // absolute where the page's address is known
}

// Kind says what a block is in the source.
type Kind string

// The kinds of blocks.
const (
	Heading Kind = "heading"
	Para    Kind = "para"
	Item    Kind = "item" // of a list
	Row     Kind = "row"  // of a table, cells joined by " | "
	Code    Kind = "code"
	Quote   Kind = "quote"
	Fact    Kind = "fact" // stated in attributes or JSON: "impact: major"
)

// Section says what a block speaks of.
type Section string

// The sections of a report, in the order in which reports tend to have them.
const (
	SectionTitle         Section = "title"
	SectionPlatform      Section = "platform" // facts of the status platform
	SectionSummary       Section = "summary"
	SectionImpact        Section = "impact"
	SectionTimeline      Section = "timeline" // updates of a status page included
	SectionDetection     Section = "detection"
	SectionRootCause     Section = "root-cause"
	SectionTrigger       Section = "trigger"
	SectionResolution    Section = "resolution"
	SectionRemediation   Section = "remediation"
	SectionActionItems   Section = "action-items"
	SectionLessons       Section = "lessons"
	SectionCommunication Section = "communication"
	SectionApology       Section = "apology"
	SectionLegal         Section = "legal"       // safe-harbour paragraphs
	SectionBoilerplate   Section = "boilerplate" // the page's frame
	SectionUnknown       Section = "unknown"
)

// State says whether an action item is done.
type State string

// The states of action items; most blocks have none.
const (
	StateNone       State = ""
	StateComplete   State = "complete"
	StateInProgress State = "in-progress"
)

// Maybe is a string that JSON shows as null when it is empty: the source did not state it.
type Maybe string

// MarshalJSON writes null for an empty value. Characters like < and > are not escaped.
func (m Maybe) MarshalJSON() ([]byte, error) {
	if m == "" {
		return []byte("null"), nil
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(string(m)); err != nil {
		return nil, err
	}
	return []byte(strings.TrimSuffix(b.String(), "\n")), nil
}

// UnmarshalJSON reads a string or null.
func (m *Maybe) UnmarshalJSON(b []byte) error {
	var s *string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	*m = ""
	if s != nil {
		*m = Maybe(*s)
	}
	return nil
}

// Incidents returns how many incidents the document tells of, at least 1.
func (d *Document) Incidents() int {
	return max(1, len(d.Parts))
}

// Part returns the document of the n-th incident, counted from 1 in page order: d itself when the
// page holds only one. It returns nil when there is no such incident.
func (d *Document) Part(n int) *Document {
	switch {
	case n < 1 || n > d.Incidents():
		return nil
	case len(d.Parts) == 0:
		return d
	}
	return d.Parts[n-1]
}
