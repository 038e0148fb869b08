package eval

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// goal is what a figure must reach, and what it aims at.
type goal struct {
	set, figure string
	must, aim   float64
}

// goals are the figures that every change of the mapping is held against.
var goals = [...]goal{
	{twiceEnglish, "symptoms F1", .65, .85},
	{twiceEnglish, "components F1", .68, .85},
	{twiceEnglish, "domain F1", .70, .90},
	{twiceEnglish, "contributing F1", .48, .70},
	{twiceEnglish, "root cause, known", .62, .85},
	{twiceEnglish, "root cause, unknown", .67, .90},
	{twiceEnglish, "severity", .97, 1},
	{twiceEnglish, "first quote", .75, .92},
	{"gold/silver", "symptoms F1", .65, .80},
	{"gold/silver", "components F1", .60, .75},
	{"gold/silver", "contributing F1", .36, .55},
	{"gold/silver", "root cause, known", .60, .80},
	{"gold/silver", "root cause, unknown", .75, .90},
	{"gold/silver", "first quote", .80, .92},
	{everySet, "is incident, balanced", .90, .97},
	{twiceKorean, "symptoms and components F1", .66, .85},
	{twiceKorean, "root cause, known", .55, .80},
	{"korean", "symptoms and components F1", .60, .80},
	{"korean", "root cause, known", .50, .75},
	{"gold/cloud", "AWS symptom class F1", .83, .92},
	{"gold/cloud", "Azure symptom class F1", .72, .80},
	{"gold/cloud", "GCP symptom class F1", .62, .75},
	{"gold/cloud", "Azure root cause class", .60, .75},
	{"gold/cloud", "symptom sentence", .74, .90},
	{"gold/cloud", "cause sentence", .68, .90},
}

// Reached is a goal with the figure as it was measured.
type Reached struct {
	Set   string  `json:"set"`
	Must  float64 `json:"must"`
	Aim   float64 `json:"aim"`
	All   Figure  `json:"all"`
	Blind Figure  `json:"blind"`
}

// reached looks up the figures of the goals. Goals of sets that were not scored are left out.
func reached(reports []*Report) []Reached {
	list := []Reached{}
	for _, g := range goals {
		for _, r := range reports {
			if r.named(g.set) {
				i := slices.IndexFunc(r.All, func(f Figure) bool { return f.Name == g.figure })
				list = append(list, Reached{Set: g.set, Must: g.must, Aim: g.aim, All: r.All[i], Blind: r.Blind[i]})
			}
		}
	}
	return list
}

// state says where a measured figure lies.
func (r Reached) state() string {
	switch {
	case r.All.Count == 0:
		return "not measured"
	case r.All.Value >= r.Aim:
		return "at its aim"
	case r.All.Value >= r.Must:
		return ""
	}
	return "too low"
}

// WriteGoals prints a line per goal.
func WriteGoals(out io.Writer, list []Reached) error {
	if len(list) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "goals\t\tmust\taim\tall\tof\tblind third\tof\t")
	for _, r := range list {
		fmt.Fprintf(w, "%s\t%s\t%.2f\t%.2f\t%s\t%d\t%s\t%d\t%s\n",
			r.Set, r.All.Name, r.Must, r.Aim, shown(r.All), r.All.Count, shown(r.Blind), r.Blind.Count, r.state())
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
}
