// Package eval turns gold labels and the drafts of the same reports into figures: how often each
// field of a draft is right.
package eval

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"inquest/fetcher"
)

// Label is how people coded one report. Lists of words (Trigger to Evidence) hold a few distinctive
// words of the supporting sentence instead of the sentence.
type Label struct {
	Set           string     `json:"-"` // name of the set
	ID            string     `json:"id"`
	File          string     `json:"file"`
	Text          string     `json:"text"` // the report, where the label holds it; File then only names its type
	URL           string     `json:"url"`
	Operator      string     `json:"operator"` // who ran what failed
	Aside         *bool      `json:"aside"`    // whether it belongs to the blind part; nil: its operator decides
	IsIncident    bool       `json:"is_incident"`
	Org           string     `json:"org"`
	TitleGist     string     `json:"title_gist"`
	Date          *string    `json:"date"`
	DateKind      *string    `json:"date_kind"` // nil: not coded
	StartedAt     *string    `json:"started_at"`
	DetectedAt    *string    `json:"detected_at"`
	ResolvedAt    *string    `json:"resolved_at"`
	DetectedAfter *string    `json:"detected_after"`
	ResolvedAfter *string    `json:"resolved_after"`
	Domain        []string   `json:"domain"`       // nil: not coded
	Symptoms      []string   `json:"symptoms"`     // nil: not coded
	Components    []string   `json:"components"`   // nil: not coded
	RootCause     string     `json:"root_cause"`   // "": not coded
	Contributing  []string   `json:"contributing"` // nil: not coded
	Severity      string     `json:"severity"`     // "": not coded
	Trigger       []string   `json:"trigger"`
	Detection     []string   `json:"detection"`
	Remediation   [][]string `json:"remediation"` // nil: not coded
	ActionItems   [][]string `json:"action_items"`

	Vendor          string   `json:"vendor"`              // "": not a set of cloud providers' entries, which are coded by classes of others
	Minutes         *float64 `json:"duration_minutes"`    // nil: none is stated
	SymptomSentence string   `json:"symptom_sentence"`    // of an entry; "": none
	SymptomClasses  []string `json:"symptom_category"`    // of an entry
	CauseSentence   string   `json:"root_cause_sentence"` // of an entry; "": none
	CauseClass      string   `json:"root_cause_category"` // of an entry; "": not coded

	Evidence map[string][]string `json:"evidence"` // by "facet/id" or facet: words of a sentence, or where Mention is coded whole sentences
	Mention  map[string][]string `json:"mention"`  // by "facet/id": sentences with the term's words that are no evidence; nil: not coded

	Invented bool                `json:"-"` // written for fitting; nothing is measured on it
	Written  map[string][]string `json:"-"` // of an invented report, by written field: its sentences
}

// codesTerms tells whether the label says which terms the report is evidence for.
func (l *Label) codesTerms() bool { return l.RootCause != "" }

// Set is a file of labels with the folders in which its reports may stand.
type Set struct {
	Name   string
	Labels []Label
	dirs   []string
}

// Load reads a file of labels, one JSON object a line. Reports stand relative to the file's folder,
// to docs/ beside it, or to root; the first that exists is taken. An error names the line.
func Load(path, root string) (*Set, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(path)
	s := &Set{Name: filepath.ToSlash(dir), dirs: []string{dir, filepath.Join(dir, "docs"), root}}
	if rel, err := filepath.Rel(root, dir); err == nil && rel != "." && filepath.IsLocal(rel) {
		s.Name = filepath.ToSlash(rel)
	}
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, len(b)+1)
	for n := 1; lines.Scan(); n++ {
		var l Label
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w; a line is one JSON object with id, file, operator and the coded fields", path, n, err)
		}
		l.Set = s.Name
		s.Labels = append(s.Labels, l)
	}
	return s, lines.Err()
}

// Capture reads the report of a label. What stands in meta.json beside the report (url, content_type,
// fetched_at) is what a server would have said of it.
func (s *Set) Capture(l *Label) (*fetcher.Capture, error) {
	if l.Text != "" {
		return fetcher.FromFile(l.File, l.URL, "", []byte(l.Text), time.Time{}), nil
	}
	for _, dir := range s.dirs {
		path := filepath.Join(dir, l.File)
		body, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return capture(path, l.URL, body)
	}
	return nil, fmt.Errorf("report %s of label %s: %w in %v", l.File, l.ID, fs.ErrNotExist, s.dirs)
}

func capture(path, url string, body []byte) (*fetcher.Capture, error) {
	meta := struct {
		URL         string    `json:"url"`
		ContentType string    `json:"content_type"`
		FetchedAt   time.Time `json:"fetched_at"`
	}{URL: url}
	b, err := os.ReadFile(filepath.Join(filepath.Dir(path), "meta.json"))
	if err == nil {
		err = json.Unmarshal(b, &meta)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("meta.json beside %s: %w", path, err)
	}
	return fetcher.FromFile(filepath.Base(path), meta.URL, meta.ContentType, body, meta.FetchedAt), nil
}

// Blind reports whether an operator belongs to the third whose reports nobody reads while rules are
// written, so that its figures tell what rules are worth on reports never seen.
func Blind(operator string) bool {
	return sha256.Sum256([]byte(operator))[0]%3 == 0
}

// blind reports whether the report belongs to the part that nobody reads while rules are written.
func (l *Label) blind() bool {
	if l.Aside != nil {
		return *l.Aside
	}
	return Blind(l.Operator)
}
