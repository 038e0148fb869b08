package eval

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"inquest/extractor"
)

// incident is the gold of a Statuspage page.
type incident struct {
	Title      string
	Org        string
	Components string // the page's sentence: "This incident affected: API and Dashboard (Login)."
	Updates    []update
}

// update is one update of an incident, newest first as the page has them.
type update struct {
	Status string // the label: Resolved
	Body   string
	Stamp  string // the time as the page writes it
	Unix   string // milliseconds
}

// measureStatuspage measures the incident pages as they are, with their classes renamed, and what
// article engines make of them.
func measureStatuspage(s *session) ([]Figure, error) {
	var gold map[string]struct{ Gold incident }
	if err := readJSON(filepath.Join(s.dir, "gold.json"), &gold); err != nil {
		return nil, err
	}
	pages, err := readPages(filepath.Join(s.dir, "*.html.gz"))
	if err != nil {
		return nil, err
	}
	plain, renamed := &statuspageTally{}, &statuspageTally{}
	alone := make([]agreement, len(s.engines))
	for _, p := range pages {
		g, ok := gold[p.name]
		if !ok {
			return nil, fmt.Errorf("gold.json says nothing of %s", p.name)
		}
		if err := s.statuspagePage(p, g.Gold, plain, renamed, alone); err != nil {
			return nil, err
		}
	}
	return s.statuspageFigures(pages, plain, renamed, alone)
}

func (s *session) statuspagePage(p page, g incident, plain, renamed *statuspageTally, alone []agreement) error {
	d, err := s.extract(p)
	if err != nil {
		return err
	}
	plain.add(s, p.name, g, d)
	again := page{name: "renamed-" + p.name, body: renameClasses(p.body)}
	if d, err = s.extract(again); err != nil {
		return err
	}
	renamed.add(s, again.name, g, d)
	for i, e := range s.engines {
		n, err := e.node(p)
		if err != nil {
			return err
		}
		alone[i].add(g.text(), nodeText(n))
	}
	return nil
}

func (s *session) statuspageFigures(pages []page, plain, renamed *statuspageTally, alone []agreement) ([]Figure, error) {
	figures := []Figure{
		s.figure("text F1: title and bodies", plain.bodies.f1(), .99, 1, len(pages)),
		s.figure("text F1: labels and times as well", plain.text.f1(), .99, 1, len(pages)),
		s.figure("updates: label, instant and body right", plain.updates.value(), .98, 1, plain.updates.of),
		s.figure("title right", plain.title.value(), 0, 0, plain.title.of),
		s.figure("org right", plain.org.value(), 0, 0, plain.org.of),
		s.figure("components right", plain.components.value(), 0, 0, plain.components.of),
		s.figure("classes renamed: text F1: title and bodies", renamed.bodies.f1(), .94, .97, len(pages)),
		s.figure("classes renamed: labels and times as well", renamed.text.f1(), .94, .97, len(pages)),
		s.figure("classes renamed: updates right", renamed.updates.value(), 0, 0, renamed.updates.of),
	}
	for i, e := range s.engines {
		figures = append(figures, s.figure(e.name+" alone: text F1", alone[i].f1(), 0, 0, len(pages)))
	}
	costs, err := s.costs(pages, 7, 2.5, 1.7)
	return append(figures, costs...), err
}

// text is all that the page says of the incident: the title, then of every update its label, its
// body and its time as written.
func (g incident) text() string {
	lines := []string{g.Title}
	for _, u := range g.Updates {
		lines = append(lines, u.Status, u.Body, u.Stamp)
	}
	return strings.Join(lines, "\n")
}

// bodies is what the page says in sentences: the title and the updates' bodies.
func (g incident) bodies() string {
	lines := []string{g.Title}
	for _, u := range g.Updates {
		lines = append(lines, u.Body)
	}
	return strings.Join(lines, "\n")
}

// components are the words of the sentence's names, sorted, each once: "API (Login, Search)" and
// "API (Login), API (Search)" name the same.
func (g incident) components() string {
	_, names, _ := strings.Cut(g.Components, ":")
	return nameWords(names)
}

func nameWords(names string) string {
	words := slices.DeleteFunc(strings.Fields(wordsOf(names)), func(w string) bool { return w == "and" })
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// share counts how many of a kind are right.
type share struct{ right, of int }

func (s *share) add(right bool) {
	s.of++
	if right {
		s.right++
	}
}

// value is 0 when nothing was counted.
func (s share) value() float64 {
	if s.of == 0 {
		return 0
	}
	return float64(s.right) / float64(s.of)
}

// statuspageTally is the counts behind the figures of one spelling of the pages. Text is compared in
// two ways, because a document may hold labels and times beside the text of its blocks: the blocks'
// text with the bodies, and all of both.
type statuspageTally struct {
	bodies, text                    agreement
	updates, title, org, components share
}

func (t *statuspageTally) add(s *session, name string, g incident, d *extractor.Document) {
	if d == nil {
		d = &extractor.Document{}
	}
	if f := t.text.add(g.text(), incidentText(d)); f < .97 {
		s.lost(name, "text F1 %.3f (recipe %s)", f, d.Recipe)
	}
	t.bodies.add(g.bodies(), textOf(d))
	t.title.add(string(d.Title) == g.Title)
	t.org.add(string(d.Org) == g.Org)
	t.components.add(nameWords(strings.Join(d.Window.Components, ", ")) == g.components())
	got := updatesOf(d)
	for _, u := range g.Updates {
		why := u.missingFrom(got)
		t.updates.add(why == "")
		if why != "" {
			s.lost(name, "update %q of %s: %s", u.Status, u.Stamp, why)
		}
	}
}

// run is the blocks of one update of a document.
type run struct {
	label, stamp string
	at           time.Time
	lines        []string
}

// updatesOf groups blocks in a row that carry the same label and instant. Blocks without either
// belong to no update.
func updatesOf(d *extractor.Document) []run {
	var runs []run
	before := ""
	for _, b := range blocksOf(d) {
		key := string(b.Label + "\n" + b.Time)
		if !isText(b) || key == "\n" {
			before = ""
			continue
		}
		if key != before {
			at, _ := time.Parse(time.RFC3339, string(b.Time)) // the zero time equals no gold instant
			runs = append(runs, run{label: string(b.Label), stamp: string(b.RawTime), at: at})
			before = key
		}
		last := &runs[len(runs)-1]
		last.lines = append(last.lines, b.Text)
	}
	return runs
}

// missingFrom returns "" when an update of the document has the label, the instant to the second
// and the body, white space ignored; else what is wrong with the nearest.
func (u update) missingFrom(runs []run) string {
	ms, err := strconv.ParseInt(u.Unix, 10, 64)
	if err != nil {
		return "the gold has no instant: " + err.Error()
	}
	at := time.UnixMilli(ms).Truncate(time.Second)
	why := "no block carries its label"
	for _, r := range runs {
		switch {
		case r.label != u.Status:
		case !r.at.Equal(at):
			if why == "no block carries its label" {
				why = "the instant is wrong or missing"
			}
		case squeezed(strings.Join(r.lines, "")) != squeezed(u.Body):
			why = "the body differs: " + firstDifference(squeezed(u.Body), squeezed(strings.Join(r.lines, "")))
		default:
			return ""
		}
	}
	return why
}

// firstDifference shows where two texts part.
func firstDifference(want, got string) string {
	i := 0
	for i < len(want) && i < len(got) && want[i] == got[i] {
		i++
	}
	around := func(s string) string {
		return strings.ToValidUTF8(s[min(len(s), max(0, i-10)):min(len(s), i+30)], "")
	}
	return fmt.Sprintf("want %q, got %q", around(want), around(got))
}

// incidentText is a document's text with the labels and times that its blocks carry beside their
// text, where the page has them: the label before an update, the time after it.
func incidentText(d *extractor.Document) string {
	var lines []string
	var open run
	closeRun := func() {
		said := squeezed(strings.Join(open.lines, ""))
		if open.label != "" && !strings.HasPrefix(said, squeezed(open.label)) {
			lines = append(lines, open.label)
		}
		lines = append(lines, open.lines...)
		if open.stamp != "" && !strings.Contains(said, squeezed(open.stamp)) {
			lines = append(lines, open.stamp)
		}
	}
	for _, b := range blocksOf(d) {
		if !isText(b) {
			continue
		}
		if string(b.Label) != open.label || string(b.RawTime) != open.stamp {
			closeRun()
			open = run{label: string(b.Label), stamp: string(b.RawTime)}
		}
		open.lines = append(open.lines, b.Text)
	}
	closeRun()
	return strings.Join(lines, "\n")
}
