package review

import (
	"fmt"
	"slices"
	"strings"

	"inquest/extractor"
	"inquest/normalizer"
	"inquest/queue/store"
)

// source is the text of one document with the evidence marked.
type source struct {
	store.SourceView
	Number int    // counted from 1
	Parts  int    // how many incidents the page holds
	Title  string // of the part, or ""
	Lang   string // of the text where it is not Korean, which its blocks say themselves
	Runs   []run
}

// run is a stretch of a document; the frame of the page and its legal paragraphs are dimmed.
type run struct {
	Dim    bool
	Open   bool // holds evidence, so it is shown though dimmed
	Groups []group
}

// group is a run of blocks of one kind in one section of one update.
type group struct {
	Kind    extractor.Kind
	Section extractor.Section // where it differs from the one before, else ""
	Update  string            // label and time of the update that begins here, else ""
	Blocks  []block
}

// block is a block of a document, its text in pieces.
type block struct {
	ID     string
	Level  int
	Depth  int
	State  extractor.State
	Plain  string  // the whole text
	Name   []piece // of a fact, with its colon
	Pieces []piece // the text, or a fact's value
	Links  []extractor.Link
}

// piece is a segment as the page shows it.
type piece struct {
	Text   string
	IDs    []string // of the evidence that begins here
	Class  string   // of the fields it is evidence for; "" when there is none
	Titles string   // all evidence over it
}

func newSource(i int, v store.SourceView, m *marking) source {
	s := source{SourceView: v, Number: i + 1, Parts: 1, Runs: runs(i, blocks(v), m)}
	if v.Document == nil {
		return s
	}
	s.Parts = v.Document.Incidents()
	if part := v.Document.Part(v.Part); part != nil {
		s.Title = string(part.Title)
	}
	if v.Document.Lang != "ko" {
		s.Lang = string(v.Document.Lang)
	}
	return s
}

func runs(source int, blocks []extractor.Block, m *marking) []run {
	var out []run
	for i, b := range blocks {
		dim := b.Section == extractor.SectionBoilerplate || b.Section == extractor.SectionLegal
		if len(out) == 0 || out[len(out)-1].Dim != dim {
			out = append(out, run{Dim: dim})
		}
		last := &out[len(out)-1]
		last.Open = last.Open || len(m.spans[place{source, i}]) > 0
		var before extractor.Block
		if i > 0 {
			before = blocks[i-1]
		}
		last.add(newGroup(before, b), newBlock(place{source, i}, b, m))
	}
	return out
}

// add puts the block into the last group, or into the new one when that says something of its own.
func (r *run) add(g group, b block) {
	if n := len(r.Groups); n > 0 && r.Groups[n-1].Kind == g.Kind && g.Section == "" && g.Update == "" {
		r.Groups[n-1].Blocks = append(r.Groups[n-1].Blocks, b)
		return
	}
	g.Blocks = []block{b}
	r.Groups = append(r.Groups, g)
}

func newGroup(before, b extractor.Block) group {
	g := group{Kind: b.Kind}
	if b.Section != before.Section {
		g.Section = b.Section
	}
	if b.Label != before.Label || b.Time != before.Time || b.RawTime != before.RawTime {
		g.Update = updateLine(b)
	}
	return g
}

// updateLine says label, instant and, where it is written otherwise, the time as the page has it.
func updateLine(b extractor.Block) string {
	words := []string{string(b.Label), string(b.Time)}
	if b.RawTime != b.Time {
		words = append(words, string(b.RawTime))
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	return strings.Join(words, " · ")
}

func newBlock(at place, b extractor.Block, m *marking) block {
	out := block{
		ID: blockID(at.source, at.block), Level: b.Level, Depth: b.Depth, State: b.State, Plain: b.Text, Links: b.Links,
	}
	cut := 0
	if b.Kind == extractor.Fact {
		if before, _, found := strings.Cut(b.Text, ": "); found {
			cut = len(before) + len(": ")
		}
	}
	offset := 0
	for _, seg := range segments(b.Text, m.spans[at], cut) {
		if offset < cut {
			out.Name = append(out.Name, m.piece(seg))
		} else {
			out.Pieces = append(out.Pieces, m.piece(seg))
		}
		offset += len(seg.Text)
	}
	return out
}

func blockID(source, block int) string { return fmt.Sprintf("s%db%d", source+1, block) }

// blocks are those that the evidence of a source counts, none when the page has no such part.
func blocks(v store.SourceView) []extractor.Block {
	if v.Document == nil {
		return nil
	}
	part := v.Document.Part(v.Part)
	if part == nil {
		return nil
	}
	return part.Blocks
}

// holds reports whether the span of the block is the quote.
func holds(v store.SourceView, block int, s span, quote string) bool {
	all := blocks(v)
	if block < 0 || block >= len(all) || !s.fits(all[block].Text) {
		return false
	}
	return all[block].Text[s.Start:s.End] == quote
}

// place is a block of a source, both counted from 0.
type place struct{ source, block int }

// marking knows where each evidence of a draft lies. Evidence is numbered from 1 in the draft's order.
type marking struct {
	evidence []normalizer.Evidence
	placed   []bool // by index of evidence: it is marked in a source
	spans    map[place][]span
}

func newMarking(view *store.DraftView) *marking {
	m := &marking{
		evidence: view.Draft.Evidence,
		placed:   make([]bool, len(view.Draft.Evidence)),
		spans:    map[place][]span{},
	}
	for i, e := range m.evidence {
		s := span{Start: e.Start, End: e.End, Evidence: i + 1}
		n := slices.IndexFunc(view.Sources, func(v store.SourceView) bool {
			return v.Capture == e.Capture && holds(v, e.Block, s, e.Quote)
		})
		if n >= 0 {
			m.placed[i] = true
			m.spans[place{n, e.Block}] = append(m.spans[place{n, e.Block}], s)
		}
	}
	return m
}

// lost is the evidence whose quote is not at its place.
func (m *marking) lost() []normalizer.Evidence {
	var out []normalizer.Evidence
	for i, e := range m.evidence {
		if !m.placed[i] {
			out = append(out, e)
		}
	}
	return out
}

func (m *marking) piece(seg segment) piece {
	p := piece{Text: seg.Text}
	var classes, titles []string
	for _, n := range seg.Over {
		e := m.evidence[n-1]
		titles = append(titles, evidenceTitle(e))
		if class := "f-" + topField(e.Field); !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	for _, n := range seg.Begins {
		p.IDs = append(p.IDs, evidenceID(n))
	}
	p.Class, p.Titles = strings.Join(classes, " "), strings.Join(titles, "; ")
	return p
}

func evidenceID(n int) string { return fmt.Sprintf("e%d", n) }

// evidenceTitle reads like "symptoms: high-latency (0.83)".
func evidenceTitle(e normalizer.Evidence) string {
	title := e.Field
	if e.Value != "" {
		title += ": " + string(e.Value)
	}
	if e.Role != "" {
		title += ", " + string(e.Role)
	}
	if e.Score != nil {
		title += " (" + scoreText(e.Score) + ")"
	}
	return title
}

// scoreText shows a score with two digits, and none as "".
func scoreText(score *float64) string {
	if score == nil {
		return ""
	}
	return fmt.Sprintf("%.2f", *score)
}

// topField is the first name of a path: remediation for remediation[1].text.en.
func topField(path string) string {
	if i := strings.IndexAny(path, ".["); i >= 0 {
		return path[:i]
	}
	return path
}
