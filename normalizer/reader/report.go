package reader

import (
	"cmp"
	"slices"
)

// doubt is what a term's score in a sentence is still worth when nothing else shows that the
// sentence carries evidence of the facet.
const doubt = .3

// Best is a term with the sentences of a report that speak for it most.
type Best struct {
	Term string // id
	Spot
	Next [2]Spot // the second and third best; Score is 0 when there is none
	Mean float64 // of Score over all sentences, 0 for those that speak against the term: high for what the operator's reports always speak of
}

// Spot is a sentence that speaks for a term.
type Spot struct {
	Score    float64 // Alone times (.3 + Carries)
	Alone    float64 // the sentence's score for the term
	Carries  float64 // how likely the sentence carries evidence of the facet
	Sentence int     // as it was given to [Report.Add]
}

// Report gathers what a reader says of the sentences of one report. It keeps its memory from one
// report to the next: use one per goroutine.
type Report struct {
	r      *Reader
	scores *Scores
	best   []standing // by column
	sums   []float64  // of the scores, by column
	count  int        // of sentences
	order  []int      // of columns, kept for its memory
}

// standing are the sentences of a report that speak most for a term so far, best first.
type standing [3]spot

// spot is a [Spot] in little memory.
type spot struct {
	score          float64
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
		carries := share(p.scores.sums[facet.carries])
		for i := facet.from; i < facet.to; i++ {
			if alone := p.scores.sums[i]; alone > 0 {
				score := joined(alone, carries)
				p.sums[i] += score
				p.best[i].see(spot{score, alone, carries, at})
			}
		}
	}
	return p.scores
}

// joined returns what a sentence's score for a term is worth with how likely it carries evidence of the facet.
func joined(alone, carries float32) float64 { return float64(alone) * (doubt + float64(carries)) }

// ScoreOf returns how strongly a sentence that stands alone speaks for a term, as [Spot] has it in Score; 0 when it
// speaks against it. The report does not remember the sentence.
func (p *Report) ScoreOf(sentence, facet, term string) float64 {
	p.scores.Read(sentence, nil)
	at := p.r.span(facet)
	for i := at.from; i < at.to; i++ {
		if p.r.columns[i].Term == term {
			return joined(max(0, p.scores.sums[i]), share(p.scores.sums[at.carries]))
		}
	}
	return 0
}

// see takes a sentence into account.
func (b *standing) see(of spot) {
	switch {
	case of.score > b[0].score:
		b[0], b[1], b[2] = of, b[0], b[1]
	case of.score > b[1].score:
		b[1], b[2] = of, b[1]
	case of.score > b[2].score:
		b[2] = of
	}
}

// open returns the spot with the names that others know.
func (s spot) open() Spot {
	return Spot{Score: s.score, Alone: float64(s.alone), Carries: float64(s.carries), Sentence: s.sentence}
}

// Best returns the terms of a facet whose score is at least floor and above 0, best first; terms with
// the same score stand in vocabulary order.
func (p *Report) Best(facet string, floor float64) []Best {
	at := p.r.span(facet)
	p.order = p.order[:0]
	for i := at.from; i < at.to; i++ {
		if top := p.best[i][0].score; top > 0 && top >= floor {
			p.order = append(p.order, i)
		}
	}
	slices.SortStableFunc(p.order, func(a, b int) int { return cmp.Compare(p.best[b][0].score, p.best[a][0].score) })
	list := make([]Best, len(p.order))
	for k, i := range p.order {
		b := &p.best[i]
		list[k] = Best{
			Term: p.r.columns[i].Term, Spot: b[0].open(), Next: [2]Spot{b[1].open(), b[2].open()},
			Mean: p.sums[i] / float64(p.count),
		}
	}
	return list
}
