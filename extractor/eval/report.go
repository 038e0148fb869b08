package eval

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Write prints a line for each figure, with what it must reach and what it aims at.
func Write(out io.Writer, figures []Figure) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "extractor\tvalue\tmust\taim\tof\t\t")
	set := ""
	for _, f := range figures {
		if f.Set != set {
			set = f.Set
			fmt.Fprintf(w, "%s\t\t\t\t\t\t\n", set)
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%d\t%s\t\n", f.Name, f.shown(f.Value), f.mark(f.Must), f.mark(f.Aim), f.Count, f.verdict())
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
}

func (f Figure) shown(v float64) string {
	switch {
	case f.Percent:
		return fmt.Sprintf("%.4f", v)
	case f.AtMost:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

func (f Figure) mark(v float64) string {
	if v == 0 {
		return "-"
	}
	return f.shown(v)
}

func (f Figure) verdict() string {
	switch {
	case f.Must == 0:
		return ""
	case !f.Meets(f.Must):
		return "below must"
	case !f.Meets(f.Aim):
		return "must"
	}
	return "aim"
}
