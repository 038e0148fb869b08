package normalizer

import (
	"time"

	"inquest/extractor"
)

// Draft is what the machine proposes for an item: a case, the evidence for each of its values, the
// events of the report, notes and problems.
type Draft struct {
	Incident bool       `json:"incident"` // false: the text is no report of an incident
	Case     Case       `json:"case"`
	Evidence []Evidence `json:"evidence"`
	Events   []Event    `json:"events"`
	Notes    []Note     `json:"notes"`
	Problems []Problem  `json:"problems"`
	Versions Versions   `json:"versions"`
}

// Evidence ties one value of the case to the span of a block that supports it.
type Evidence struct {
	Field   string   `json:"field"`   // path into the case: symptoms, title.en, remediation[1].text.en
	Value   Maybe    `json:"value"`   // the term, date or duration; null for prose
	Role    Maybe    `json:"role"`    // start, end or stated for durations; alternative for a runner-up
	By      string   `json:"by"`      // rules, model or person
	Capture string   `json:"capture"` // SHA-256 of the capture's bytes, lower-case hex
	Block   int      `json:"block"`   // index into the blocks of the document's part
	Start   int      `json:"start"`   // UTF-8 byte offset into the block's text
	End     int      `json:"end"`     // offset behind the last byte
	Quote   string   `json:"quote"`   // the text of the span
	Score   *float64 `json:"score"`   // 0 to 1; null where nothing is judged
}

// Event is one moment of the report.
type Event struct {
	At        Maybe    `json:"at"`        // RFC 3339 in UTC with seconds; null when no zone is known
	Local     Maybe    `json:"local"`     // wall clock as written: 2025-07-18T22:00
	Zone      Maybe    `json:"zone"`      // as written
	Precision string   `json:"precision"` // second, minute, hour, day, month
	Approx    bool     `json:"approx"`    // "~22:00", "around 22:00"
	Inferred  []string `json:"inferred"`  // what was inherited: year, date, zone
	Kind      string   `json:"kind"`      // started, detected, acknowledged, declared, identified, mitigated, resolved, published, update
	Label     Maybe    `json:"label"`     // of an update
	Block     int      `json:"block"`
	Start     int      `json:"start"`
	End       int      `json:"end"`
	Quote     string   `json:"quote"`
}

// Note tells an editor how a value came about, or what was looked for where there is none.
type Note struct {
	Field string `json:"field"`
	Note  string `json:"note"`
}

// Problem is something an editor must look at.
type Problem struct {
	Field   string   `json:"field"`
	Code    string   `json:"code"` // one of Codes
	Message string   `json:"message"`
	Quotes  []string `json:"quotes"`
}

// Versions names the rules that made the draft.
type Versions struct {
	Extractor  string `json:"extractor"`
	Normalizer string `json:"normalizer"`
	Vocab      string `json:"vocab"`
	Model      Maybe  `json:"model"`
}

// Source is a document with what the pipeline knows of where it comes from.
type Source struct {
	Capture  string              // SHA-256 of the capture's bytes, lower-case hex
	URL      string              // public address; "" for a file without one
	Archived string              // replay address of an archived copy, or ""
	Org      string              // set by a person, or ""
	At       time.Time           // when it was fetched, UTC; zero when unknown
	Part     int                 // which incident of the page, counted from 1
	Document *extractor.Document // the whole page
}
