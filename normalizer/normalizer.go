// Package normalizer turns documents into a draft case: terms of the vocabulary, times and sentences
// of the source, each with the evidence for it, and the problems that an editor must look at.
package normalizer

import (
	"fmt"
	"slices"
	"sync"

	"inquest/extractor"
	"inquest/normalizer/phrase"
	"inquest/normalizer/reader"
	"inquest/vocab"
)

// Version names the rules of this package, without what is fitted; see [Normalizer.Version].
const Version = "1"

// Normalizer makes drafts with one vocabulary. It keeps no state and may be used by several
// goroutines at a time.
type Normalizer struct {
	vocab    *vocab.Vocabulary
	patterns *patterns // shapes in which reports speak of terms, and cues of roles
	told     *patterns // what sentences tell, for the written fields
	lexicon  *phrase.Lexicon
	fits     fitWeights
	fitsSum  string     // of their table
	readSum  string     // of the sentence reader and the rankers
	rankers  *Rankers   // weigh what speaks for a term
	places   termPlaces // of the terms that keep company
	senses   map[string][]otherSense
	memory   *sync.Pool // of *reader.Report
}

// New returns a normalizer that codes with the vocabulary v.
func New(v *vocab.Vocabulary) *Normalizer {
	read, err := reader.Load()
	if err != nil {
		panic(err) // unreachable: the tests load the embedded weights
	}
	n, err := NewUnfitted(v).With(read)
	if err != nil {
		panic(err) // unreachable: the tests load the embedded weights
	}
	return n
}

// NewUnfitted returns a normalizer without a sentence reader and rankers: for [Normalizer.Sentences], to
// which they are fitted, and [Normalizer.With].
func NewUnfitted(v *vocab.Vocabulary) *Normalizer {
	shapes, err := loadPatterns()
	if err != nil {
		panic(err) // unreachable: the embedded patterns are compiled by the tests
	}
	told, err := loadTold()
	if err != nil {
		panic(err) // unreachable: the embedded wordings are compiled by the tests
	}
	fits, err := readFits(fitsData)
	if err != nil {
		panic(err) // unreachable: the tests load the embedded weights
	}
	return &Normalizer{vocab: v, patterns: shapes, told: told, lexicon: phrase.NewLexicon(), fits: fits, fitsSum: sumOf(fitsData), places: placesOf(companyTerms(v)), senses: sensesOf(v)}
}

// Version names the rules and the fitted weights with which drafts are made: the version of the rules and
// the beginning of the weights' sum. It is part of every draft; a draft of another version is made again
// from its documents.
func (n *Normalizer) Version() string {
	return Version + "-" + sumOf(n.readSum + n.fitsSum)[:sumDigits]
}

const sumDigits = 8 // of a sum in a version

// With returns a normalizer that codes with another sentence reader and the rankers beside it. Without
// rankers it is good for [Normalizer.Sentences] and [Normalizer.Judge] alone.
func (n *Normalizer) With(r *reader.Reader) (*Normalizer, error) {
	other := *n
	other.rankers = &Rankers{}
	other.readSum = r.Sum()
	other.memory = &sync.Pool{New: func() any { return r.NewReport() }}
	if r.Rankers == nil {
		return &other, nil
	}
	var err error
	if other.rankers, err = loadRankers(r.Rankers); err != nil {
		return nil, err
	}
	other.places = placesOf(other.rankers.Company.Terms)
	return &other, nil
}

// Normalize drafts a case from the sources of an item, the main one first. What a source leaves open
// is taken from the next. The result depends on nothing but the sources, the vocabulary and the
// package's version. Normalize panics when there is no source.
func (n *Normalizer) Normalize(sources []Source) *Draft {
	main := n.draft(sources[0])
	for _, s := range sources[1:] {
		complete(main, n.draft(s))
	}
	main.sortEvidence()
	return main
}

// draft makes the draft of a single source: one step per field or group of fields, in an order in
// which each step finds what it builds on.
func (n *Normalizer) draft(s Source) *Draft {
	d := newDrafting(n, s)
	d.checkDocument()
	d.fillSources()
	d.fillOrg()
	d.fillTitle()
	if !d.tellsOfIncident() {
		d.fillUpdates()
		return d.Draft
	}
	d.fillChronology()
	d.fillSeverity()
	d.fillDocs()
	if d.languageMapped() {
		d.fillTerms()
		d.readTold()
		d.fillTrigger()
		d.fillDetection()
		d.fillActionItems()
		d.fillRemediation()
		d.fillImpact()
		d.fillSymptomsText()
		d.completeTitle()
		d.fillSummary()
	}
	return d.Draft
}

// fillTerms codes the facets of the vocabulary.
func (d *drafting) fillTerms() {
	d.fillSymptoms()
	d.fillComponents()
	d.fillDomain()
	d.fillRootCause()
	d.fillContributing()
}

// drafting is a draft while the steps fill it from a report.
type drafting struct {
	*Draft
	n      *Normalizer
	r      *report
	spoken []Spoken          // what the report speaks of, once that is asked
	told   []map[string]bool // what each sentence tells; nil for one that may not stand in prose
	fits   []fit             // how well each sentence fits the written fields
}

func newDrafting(n *Normalizer, s Source) *drafting {
	return &drafting{n: n, r: n.read(s), Draft: &Draft{
		Incident: true,
		Case: Case{
			Docs: []string{}, Domain: []string{}, Related: []string{}, Sources: []CaseSource{},
			Symptoms: []string{}, Components: []string{}, Contributing: []string{},
			Remediation: []Step{}, ActionItems: []Step{},
			Impact: Impact{Region: unknown}, Review: Review{WrittenBy: "pipeline"},
			Severity: unknown, RootCause: unknown, DateKind: unknown,
		},
		Evidence: []Evidence{}, Events: []Event{}, Notes: []Note{}, Problems: []Problem{},
		Versions: Versions{
			Extractor: extractor.Version, Normalizer: n.Version(), Vocab: fmt.Sprint(n.vocab.Version),
		},
	}}
}

// unknown is the term for what the source does not state, in facets that must have one.
const unknown = "unknown"

func (d *drafting) note(field, text string) {
	d.Notes = append(d.Notes, Note{Field: field, Note: text})
}

func (d *drafting) problem(field, code, message string, quotes ...string) {
	if quotes == nil {
		quotes = []string{}
	}
	d.Problems = append(d.Problems, Problem{Field: field, Code: code, Message: message, Quotes: quotes})
}

// fillChronology takes over the events, the date and the durations.
func (d *drafting) fillChronology() {
	sents := make([]sentence, len(d.r.sents))
	for i, rd := range d.r.sents {
		sents[i] = rd.sentence
	}
	c := readChronology(d.r.doc, d.r.source.At, sents)
	for i := range c.Evidence {
		c.Evidence[i].Capture = d.r.source.Capture
	}
	d.Case.Date, d.Case.DateKind = c.Date, c.DateKind
	d.Case.Timeline = Timeline{DetectedAfter: c.DetectedAfter, ResolvedAfter: c.ResolvedAfter}
	d.Events = append(d.Events, c.Events...)
	d.Evidence = append(d.Evidence, c.Evidence...)
	d.Notes = append(d.Notes, c.Notes...)
	d.Problems = append(d.Problems, c.Problems...)
}

// fillUpdates lists the updates of a page that is no report of an incident.
func (d *drafting) fillUpdates() {
	c := &chronicler{doc: d.r.doc}
	c.stampEvents()
	d.Events = append(d.Events, c.Events...)
}

// languageMapped tells whether there are terms and text slots for the report's language, and says so
// when there are none.
func (d *drafting) languageMapped() bool {
	if d.r.written() {
		return true
	}
	d.problem("symptoms", CodeLanguageNotMapped,
		fmt.Sprintf("the report is written in %q; terms and sentences are read from English and Korean only", d.r.lang))
	return false
}

// sortEvidence puts the evidence in the order of the fields of a case, keeping the order within one.
func (d *Draft) sortEvidence() {
	slices.SortStableFunc(d.Evidence, func(a, b Evidence) int {
		return fieldPlace(a.Field) - fieldPlace(b.Field)
	})
}
