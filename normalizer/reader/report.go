package reader

import (
	"cmp"
	"slices"
)

// doubt is what a term's score in a sentence is still worth when nothing else shows that the
// sentence carries evidence of the facet.
const doubt = .3

// Best is a term with the sentence of a report that speaks for it most.
type Best struct {
	Term     string  // id
	Score    float64 // Sentence's score for the term, times (.3 + how likely it carries evidence of the facet)
	Alone    float64 // the first factor
	Carries  float64 // how likely the sentence carries evidence of the facet
	Sentence int     // as it was given to [Report.Add]
	Second   float64 // Score of the second best sentence, 0 if there is none
	Mean     float64 // of Score over all sentences, 0 for those that speak against the term: high for what the operator's reports always speak of
}

// Report gathers what a reader says of the sentences of one report. It keeps its memory from one
// report to the next: use one per goroutine.
type Report struct {
	r      *Reader
	scores *Scores
	best   []standing // by column
	sums   []float64  // of the scores, by column
	count  int        // of sentences
}

// standing is how the sentences of a report speak for a term so far; see [Best].
type standing struct {
	score, second  float64
	alone, carries float32
	sentence       int
}

// NewReport returns memory for reading reports.
func (r *Reader) NewReport() *Report {
	return &Report{r: r, scores: r.NewScores(), best: make([]standing, len(r.columns)), sums: make([]float64, len(r.columns))}
}

// Reset forgets the sentences.
func (p *Report) Reset() {
	clear(p.best)
	clear(p.sums)
	p.count = 0
}

// Add reads a sentence with its marks and remembers it as number at. It returns what the reader says of it, which
// is valid until the next call.
func (p *Report) Add(at int, sentence string, marks []Mark) *Scores {
	p.scores.Read(sentence, marks)
	p.count++
	for _, facet := range p.r.spans {
		carries := p.scores.sums[facet.carries]
		carries = min(1, max(0, carries))
		for i := facet.from; i < facet.to; i++ {
			if alone := p.scores.sums[i]; alone > 0 {
				score := float64(alone) * (doubt + float64(carries))
				p.sums[i] += score
				p.best[i].see(score, standing{alone: alone, carries: carries, sentence: at})
			}
		}
	}
	return p.scores
}

// see takes a sentence into account.
func (b *standing) see(score float64, of standing) {
	switch {
	case score > b.score:
		of.score, of.second = score, b.score
		*b = of
	case score > b.second:
		b.second = score
	}
}

// Best returns the terms of a facet whose score is at least floor and above 0, best first; terms with
// the same score stand in vocabulary order.
func (p *Report) Best(facet string, floor float64) []Best {
	at := p.r.span(facet)
	var list []Best
	for i := at.from; i < at.to; i++ {
		if b := &p.best[i]; b.score > 0 && b.score >= floor {
			list = append(list, Best{
				Term: p.r.columns[i].Term, Score: b.score, Alone: float64(b.alone), Carries: float64(b.carries),
				Sentence: b.sentence, Second: b.second, Mean: p.sums[i] / float64(p.count),
			})
		}
	}
	slices.SortStableFunc(list, func(a, b Best) int { return cmp.Compare(b.Score, a.Score) })
	return list
}
