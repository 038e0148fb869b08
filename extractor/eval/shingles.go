package eval

import (
	"strings"
	"unicode"
)

// shingleSize is how many tokens in a row must agree (the metric of article-extraction-benchmark).
const shingleSize = 4

// tokens cuts a text into runs of letters, digits and underscores, case kept: \w+ of Unicode.
func tokens(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	})
}

// shingles counts the runs of four tokens in a text; a shorter text is one run.
func shingles(s string) map[string]int {
	t := tokens(s)
	m := map[string]int{}
	if len(t) > 0 && len(t) < shingleSize {
		m[strings.Join(t, " ")]++
	}
	for i := shingleSize; i <= len(t); i++ {
		m[strings.Join(t[i-shingleSize:i], " ")]++
	}
	return m
}

// agreement is the precision and recall of shingles, summed over documents.
type agreement struct {
	precision, recall float64
	documents         int
}

// add compares one document. tp, fp and fn are shares of their sum, so that long documents weigh
// no more than short ones. It returns the document's own F1.
func (a *agreement) add(gold, got string) float64 {
	tp, fp, fn := overlap(shingles(gold), shingles(got))
	precision, recall := 0.0, 0.0
	if tp > 0 {
		precision = tp / (tp + fp)
		recall = tp / (tp + fn)
	}
	if tp+fp+fn == 0 {
		precision, recall = 1, 1
	}
	a.documents++
	a.precision += precision
	a.recall += recall
	return f1(precision, recall)
}

// f1 is made of the two means over documents, not the mean of the documents' F1.
func (a *agreement) f1() float64 {
	if a.documents == 0 {
		return 0
	}
	n := float64(a.documents)
	return f1(a.precision/n, a.recall/n)
}

func f1(precision, recall float64) float64 {
	if precision+recall == 0 {
		return 0
	}
	return 2 * precision * recall / (precision + recall)
}

// overlap returns how many shingles are in both multisets, in the second only, in the first only.
func overlap(gold, got map[string]int) (tp, fp, fn float64) {
	for s, n := range gold {
		both := min(n, got[s])
		tp += float64(both)
		fn += float64(n - both)
	}
	for s, n := range got {
		fp += float64(n - min(n, gold[s]))
	}
	return tp, fp, fn
}
