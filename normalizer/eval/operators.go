package eval

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// Group is the main figures of the reports that have something in common.
type Group struct {
	Name      string   `json:"name"`
	Documents int      `json:"documents"`
	Blind     bool     `json:"blind"` // for an operator: it belongs to the blind third
	Figures   []Figure `json:"figures"`
}

// groupFigures are the figures of a group, with the heads of their columns.
var groupFigures = [...]struct{ figure, head string }{
	{"symptoms F1", "symptoms"}, {"components F1", "components"}, {"domain F1", "domain"},
	{"contributing F1", "contributing"}, {"root cause, known", "cause known"},
	{"root cause, unknown", "cause unknown"}, {"is incident, incidents", "incident"},
	{"is incident, others", "no incident"}, {"first quote", "quote"},
}

// ByOperator returns the figures of each operator, by name.
func ByOperator(results []Result) []Group {
	groups := groupBy(results, func(l *Label) string { return l.Operator })
	for i := range groups {
		groups[i].Blind = Blind(groups[i].Name)
	}
	return groups
}

// ByKind returns the figures of each kind of text: status posts, blog posts and so on, by name.
func ByKind(results []Result) []Group { return groupBy(results, (*Label).kind) }

func groupBy(results []Result, key func(*Label) string) []Group {
	names := map[string]int{}
	for _, r := range results {
		if r.Label.Vendor == "" {
			names[key(r.Label)]++
		}
	}
	groups := make([]Group, 0, len(names))
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all := Score(results, func(l *Label) bool { return l.Vendor == "" && key(l) == name })
		groups = append(groups, Group{Name: name, Documents: names[name], Figures: mainFigures(all)})
	}
	return groups
}

func mainFigures(all []Figure) []Figure {
	kept := make([]Figure, 0, len(groupFigures))
	for _, g := range groupFigures {
		i := slices.IndexFunc(all, func(f Figure) bool { return f.Name == g.figure })
		kept = append(kept, all[i])
	}
	return kept
}

// kinds of text, by what stands in the path of a report or in the name of its set; the first decides.
var kinds = [...]struct{ path, kind string }{
	{"gold/cloud/", "cloud entries"},
	{"statuspage", "status posts"},
	{"wikimedia", "wiki reports"},
	{"github-blog", "blog posts"},
	{"korean", "Korean reports"},
	{"negatives", "other pages"},
	{".html", "raw pages"},
}

// kind names the kind of text that the report is.
func (l *Label) kind() string {
	path := l.Set + "/" + l.File
	for _, k := range kinds {
		if strings.Contains(path, k.path) {
			return k.kind
		}
	}
	return "full reports"
}

// WriteGroups prints a line per group.
func WriteGroups(out io.Writer, head string, groups []Group) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\treports\t", head)
	for _, g := range groupFigures {
		fmt.Fprintf(w, "%s\t", g.head)
	}
	fmt.Fprintln(w)
	for _, g := range groups {
		name := g.Name
		if g.Blind {
			name += " (blind)"
		}
		fmt.Fprintf(w, "%s\t%d\t", name, g.Documents)
		for _, f := range g.Figures {
			fmt.Fprintf(w, "%s\t", shown(f))
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
}
