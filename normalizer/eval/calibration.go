package eval

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
)

// binCount is into how many bins of equal width the scores of evidence are sorted.
const binCount = 10

// Bin is the values whose score lies in one tenth of the scale.
type Bin struct {
	Count int     `json:"count"`
	Right int     `json:"right"`
	Sum   float64 `json:"sum"` // of the scores
}

// Calibration compares the scores of a facet's values with how many of them are right.
type Calibration struct {
	Facet string        `json:"facet"`
	Bins  [binCount]Bin `json:"bins"` // 0 to .1, .1 to .2, ...
}

// scoredFacets are the facets whose values carry a score, and "all" of them together.
var scoredFacets = []string{"symptoms", "components", "root_cause", "contributing", "all"}

// Calibrate sorts each drafted value of the results by its score. Runners-up are left out, and so are
// facets that a label does not code.
func Calibrate(results []Result) []Calibration {
	list := make([]Calibration, len(scoredFacets))
	for i, facet := range scoredFacets {
		list[i].Facet = facet
	}
	for _, r := range results {
		for i, facet := range scoredFacets[:len(list)-1] {
			if want, coded := r.Label.wanted(facet); coded {
				for _, v := range r.scored(facet) {
					right := slices.Contains(want, v.id)
					list[i].add(v.score, right)
					list[len(list)-1].add(v.score, right)
				}
			}
		}
	}
	return list
}

type scored struct {
	id    string
	score float64
}

// scored returns the values that the draft has in a facet with their scores.
func (r Result) scored(facet string) []scored {
	var list []scored
	if r.Draft == nil {
		return nil
	}
	for _, e := range r.Draft.Evidence {
		known := slices.ContainsFunc(list, func(s scored) bool { return s.id == string(e.Value) })
		if e.Field == facet && e.Role == "" && e.Score != nil && !known {
			list = append(list, scored{string(e.Value), *e.Score})
		}
	}
	return list
}

func (c *Calibration) add(score float64, right bool) {
	b := &c.Bins[min(binCount-1, int(score*binCount))]
	b.Count++
	b.Sum += score
	if right {
		b.Right++
	}
}

// Gap returns by how much scores and shares differ on average over all values, 0 when there are none.
func (c *Calibration) Gap() float64 {
	gap, n := 0.0, 0
	for _, b := range c.Bins {
		gap += math.Abs(b.Sum - float64(b.Right))
		n += b.Count
	}
	if n == 0 {
		return 0
	}
	return gap / float64(n)
}

// WriteCalibration prints the reliability table: a line per tenth of the scale, two columns per facet.
func WriteCalibration(out io.Writer, list []Calibration) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "reliability: score\t")
	for _, c := range list {
		fmt.Fprintf(w, "%s\tof\t", c.Facet)
	}
	fmt.Fprintln(w)
	for i := range binCount {
		fmt.Fprintf(w, "%.1f to %.1f\t", float64(i)/binCount, float64(i+1)/binCount)
		for _, c := range list {
			b := c.Bins[i]
			fmt.Fprintf(w, "%s\t%d\t", shown(share{b.Right, b.Count}.figure("")), b.Count)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "mean difference\t")
	for _, c := range list {
		fmt.Fprintf(w, "%.3f\t\t", c.Gap())
	}
	fmt.Fprintln(w)
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, `
  Of the values with a score about .8, about 80 % should be right: each share should lie in its row.

`)
	return err
}
