package normalizer

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
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
	fitTitle // of words, not sentences
	fitFields

	// WrittenCount is how many written fields have weights; the last is the title.
	WrittenCount = fitFields
)

// WrittenFields are the names of the columns of fits.tsv, in their order: the fields that are made of sentences,
// then the title, which is made of words.
var WrittenFields = [fitFields]string{"trigger", "detection", "remediation", "action_items", "title"}

// enough is from where on a sentence is taken: log-odds of a logistic regression.
var enough = [fitFields]float64{fitTrigger: -3, fitDetection: -1.2, fitRemediation: -1.8, fitActionItems: -.6}

// fit is how well a sentence fits each of the written fields, as log-odds.
type fit [fitFields]float64

// fitWeights are the weights of features, by name: a logistic regression per field, fitted to coded
// reports.
type fitWeights map[string]fit

// fittedLine begins the line that names what the weights are fitted to: the labels and told.txt, by the
// SHA-256 of each.
const fittedLine = "# logistic regressions, one per written field, fitted to coded reports and wordings: "

// WrittenHeader returns the first lines of fits.tsv: what the weights are fitted to, and the columns. labels
// is the SHA-256 of the labels.
func WrittenHeader(labels string) string {
	return fittedLine + labels + " " + sumOf(toldData) + "\n" + columnsLine
}

var columnsLine = "feature\t" + strings.Join(WrittenFields[:], "\t") + "\n"

func sumOf(data string) string {
	sum := sha256.Sum256([]byte(data))
	return hex.EncodeToString(sum[:])
}

// StaleWritten returns an error when the embedded weights for the written fields are not fitted to these
// labels or to the wordings as they are; it says to which.
func StaleWritten(labels string) error {
	line, _, _ := strings.Cut(fitsData, "\n")
	fitted := strings.Fields(strings.TrimPrefix(line, fittedLine))
	switch {
	case len(fitted) != 2 || fitted[0] != labels:
		return errors.New("normalizer/fits.tsv is not fitted to the coded reports that the sentence reader is fitted to; fit both again with make fit")
	case fitted[1] != sumOf(toldData):
		return errors.New("normalizer/told.txt has changed since normalizer/fits.tsv was fitted; fit it again with make fit")
	}
	return nil
}

// WithWritten returns a normalizer that chooses what the written fields are made of with other weights: a
// table like fits.tsv.
func (n *Normalizer) WithWritten(table string) (*Normalizer, error) {
	other := *n
	var err error
	other.fits, err = readFits(table)
	other.fitsSum = sumOf(table)
	return &other, err
}

// readFits reads weights: a column per field, a row per feature, under a line that names what they are
// fitted to.
func readFits(table string) (fitWeights, error) {
	_, rows, ok := strings.Cut(table, "\n"+columnsLine)
	if !ok || !strings.HasPrefix(table, fittedLine) {
		return nil, fmt.Errorf("fits.tsv does not begin with %q and the columns %q; write it again with inquest fit", fittedLine, WrittenFields)
	}
	weights := fitWeights{}
	for n, line := range strings.Split(strings.TrimSpace(rows), "\n") {
		cols := strings.Split(line, "\t")
		if len(cols) != fitFields+1 {
			return nil, fmt.Errorf("fits.tsv line %d has %d columns, want %d", n+3, len(cols), fitFields+1)
		}
		var f fit
		for i := range f {
			w, err := strconv.ParseFloat(cols[i+1], 64)
			if err != nil {
				return nil, fmt.Errorf("fits.tsv line %d: %w", n+3, err)
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

// Statement is a sentence of a report, or a word without its ending, as the written fields judge it.
type Statement struct {
	Text     string
	Features []string // sorted
}

// Statements returns the sentences of a report that may stand in a written field and the words that may
// stand in its title, for fitting.
func (n *Normalizer) Statements(s Source) (sentences, words []Statement) {
	d := newDrafting(n, s)
	d.fillTitle()
	d.fillChronology()
	d.fillTerms()
	d.readTold()
	d.fillTrigger()
	for i, told := range d.told {
		if told != nil {
			sentences = append(sentences, Statement{Text: d.r.sents[i].text, Features: slices.Sorted(maps.Keys(d.weighed(told)))})
		}
	}
	features := d.titleWords()
	for _, w := range slices.Sorted(maps.Keys(features)) {
		words = append(words, Statement{Text: w, Features: slices.Sorted(maps.Keys(features[w]))})
	}
	return sentences, words
}
