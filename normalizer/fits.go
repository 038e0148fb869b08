package normalizer

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

//go:embed fits.tsv
var fitsData string

// The written fields that are made of the sentences that fit them best, as columns of fits.tsv.
const (
	fitTrigger = iota
	fitDetection
	fitRemediation
	fitActionItems
	fitFields
)

// WrittenFields are the names of the columns of fits.tsv, in their order.
var WrittenFields = [fitFields]string{"trigger", "detection", "remediation", "action_items"}

// enough is from where on a sentence is taken: log-odds of a logistic regression.
var enough = [fitFields]float64{-3, -2.2, -1.5, -.6}

// fit is how well a sentence fits each of the written fields, as log-odds.
type fit [fitFields]float64

// fitWeights are the weights of features, by name: a logistic regression per field, fitted to coded
// reports.
type fitWeights map[string]fit

// loadFits reads the embedded weights: a column per field, a row per feature.
func loadFits() (fitWeights, error) {
	lines := strings.Split(strings.TrimSpace(fitsData), "\n")
	if want := "feature\t" + strings.Join(WrittenFields[:], "\t"); lines[0] != want {
		return nil, fmt.Errorf("fits.tsv begins with %q, want %q", lines[0], want)
	}
	weights := fitWeights{}
	for n, line := range lines[1:] {
		cols := strings.Split(line, "\t")
		if len(cols) != fitFields+1 {
			return nil, fmt.Errorf("fits.tsv line %d has %d columns, want %d", n+2, len(cols), fitFields+1)
		}
		var f fit
		for i := range f {
			w, err := strconv.ParseFloat(cols[i+1], 64)
			if err != nil {
				return nil, fmt.Errorf("fits.tsv line %d: %w", n+2, err)
			}
			f[i] = w
		}
		weights[cols[0]] = f
	}
	return weights, nil
}

// of adds up the weights of features, always in the same order.
func (w fitWeights) of(features map[string]bool) fit {
	var sum fit
	for _, name := range slices.Sorted(maps.Keys(features)) {
		for i, v := range w[name] {
			sum[i] += v
		}
	}
	return sum
}

// Statement is a sentence of a report as the written fields judge it.
type Statement struct {
	Text     string
	Features []string // sorted
}

// Statements returns the sentences of a report that may stand in a written field, for fitting.
func (n *Normalizer) Statements(s Source) []Statement {
	d := newDrafting(n, s)
	d.fillChronology()
	d.fillTerms()
	d.readTold()
	var all []Statement
	for i, told := range d.told {
		if told != nil {
			all = append(all, Statement{Text: d.r.sents[i].text, Features: slices.Sorted(maps.Keys(told))})
		}
	}
	return all
}
