package eval

import (
	"fmt"
	"io"
	"path"
	"text/tabwriter"
)

// Report is the figures of one set of labels.
type Report struct {
	Set       string   `json:"set"`
	Documents int      `json:"documents"`
	All       []Figure `json:"all"`
	Blind     []Figure `json:"blind"`  // of the reports that nobody reads while rules are written
	Unread    []string `json:"unread"` // reports that the extractor refused, with its reason
}

// NewReport scores the results of a set.
func NewReport(s *Set, results []Result) *Report {
	r := &Report{Set: s.Name, Documents: len(results), Unread: []string{}}
	r.All = Score(results, func(*Label) bool { return true })
	r.Blind = Score(results, (*Label).blind)
	for _, res := range results {
		if res.Err != nil {
			r.Unread = append(r.Unread, fmt.Sprintf("%s: %v", res.Label.ID, res.Err))
		}
	}
	return r
}

// named reports whether the report is of the set of this name, whose folder may stand anywhere.
func (r *Report) named(name string) bool {
	return path.Base(r.Set) == path.Base(name)
}

// Write prints a line for each figure: over all documents, and over the blind third.
func (r *Report) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%s (%d documents)\tall\tof\tblind third\tof\t\n", r.Set, r.Documents)
	for i, f := range r.All {
		if f.Count > 0 {
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%d\t\n", f.Name, shown(f), f.Count, shown(r.Blind[i]), r.Blind[i].Count)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, u := range r.Unread {
		fmt.Fprintf(out, "  not read: %s\n", u)
	}
	_, err := fmt.Fprintln(out)
	return err
}

func shown(f Figure) string {
	if f.Count == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", f.Value)
}
