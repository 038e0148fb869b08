package eval

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
)

// Confusion counts which root cause was drafted where which one is labelled.
type Confusion struct {
	Classes []string `json:"classes"` // most often labelled first
	Cells   [][]int  `json:"cells"`   // by labelled class, then by drafted class
}

// notDrafted stands for a report without a root cause: the extractor refused it, or the draft says
// that it tells of no incident and leaves the field at its default.
const notDrafted = "(none)"

// Confuse counts the root causes of the results whose labels code one.
func Confuse(results []Result) Confusion {
	labelled, drafted := map[string]int{}, map[string]int{}
	pairs := map[[2]string]int{}
	for _, r := range results {
		want, coded := r.Label.wanted("root_cause")
		if !coded {
			continue
		}
		got := notDrafted
		if ids := r.drafted("root_cause"); len(ids) > 0 {
			got = ids[0]
		}
		labelled[want[0]]++
		drafted[got]++
		pairs[[2]string{want[0], got}]++
	}
	maps.Copy(drafted, labelled)
	c := Confusion{Classes: slices.Sorted(maps.Keys(drafted))}
	slices.SortStableFunc(c.Classes, func(a, b string) int { return cmp.Compare(labelled[b], labelled[a]) })
	for _, want := range c.Classes {
		row := make([]int, len(c.Classes))
		for j, got := range c.Classes {
			row[j] = pairs[[2]string{want, got}]
		}
		c.Cells = append(c.Cells, row)
	}
	return c
}

// Write prints the table: a row per labelled class, a numbered column per drafted one.
func (c Confusion) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "root cause\t")
	for i := range c.Classes {
		fmt.Fprintf(w, "%d\t", i+1)
	}
	fmt.Fprintln(w, "of\tright\t")
	for i, class := range c.Classes {
		fmt.Fprintf(w, "%d %s\t", i+1, class)
		all := 0
		for _, n := range c.Cells[i] {
			all += n
			fmt.Fprintf(w, "%s\t", orDot(n))
		}
		fmt.Fprintf(w, "%d\t%s\t\n", all, shown(share{c.Cells[i][i], all}.figure("")))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, `
  A row is a labelled cause; the numbers in it say under which column's cause its reports were drafted.
  What lies off the diagonal is wrong. Large numbers there: the two definitions, or their questions in
  the decision order, are told apart badly.

`)
	return err
}

func orDot(n int) string {
	if n == 0 {
		return "."
	}
	return fmt.Sprint(n)
}
