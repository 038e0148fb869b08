package normalizer

import (
	"cmp"
	"slices"
)

// Candidate is a term that a report may be coded with, as the rankers see it.
type Candidate struct {
	Term     string
	Sentence int       // index of the sentence that speaks for it most
	Features []float64 // what speaks for and against it, in the order of [FeatureNames]; [Company.Accompany] adds the last ones
	Odds     float64   // what speaks for it, as [Ranker.Rank] weighs it
	Score    float64   // how likely it is right, for [Normalizer.Take]
}

// Judged is a report as the rankers see it.
type Judged struct {
	Candidates map[string][]Candidate // by facet
	Spoken     []Spoken               // what [Company.Accompany] needs
	Signs      []float64              // whether it tells of an incident, in the order of [SignNames]; nil: nothing tells it, and it is taken for one
	lang       string
	doubts     func([]Candidate, float64) []float64
	passages   func(facet, term string) []Passage
}

// Passage is a sentence that may be quoted for a term.
type Passage struct {
	Quote    string    // the part of it that is quoted
	Features []float64 // in the order of [PassageNames]
}

// Judge returns what the rankers see of a source, for fitting them.
func (n *Normalizer) Judge(s Source) *Judged {
	r := n.read(s)
	j := &Judged{Candidates: map[string][]Candidate{}, Spoken: n.spokenOf(r), lang: r.lang}
	if r.weighed() {
		j.Signs = signsOf(r)
	}
	for _, facet := range []string{facetSymptoms, facetComponents, facetRootCause, facetContributing} {
		cs := r.candidates(facet)
		for i, f := range featuresOf(r, facet, cs, n.vocab) {
			j.Candidates[facet] = append(j.Candidates[facet], Candidate{Term: cs[i].term, Sentence: cs[i].at, Features: f})
		}
	}
	causes := r.candidates(facetRootCause)
	j.doubts = func(scored []Candidate, open float64) []float64 {
		for i := range causes {
			causes[i].odds, causes[i].score = scored[i].Odds, scored[i].Score
		}
		return doubtsOf(r, causes, open)
	}
	j.passages = func(facet, term string) (list []Passage) {
		for _, c := range r.candidates(facet) {
			if c.term == term {
				passages := r.passages(facet, c)
				for i := range passages {
					p := &passages[i]
					cut := n.cutPassage(p, facet, term)
					list = append(list, Passage{p.reading().text[cut.start:cut.end], p.features()})
				}
			}
		}
		return list
	}
	return j
}

// Passages returns the sentences that may be quoted for a term; none for one that is no candidate.
func (j *Judged) Passages(facet, term string) []Passage { return j.passages(facet, term) }

// Doubts returns what tells whether the root cause is known, in the order of [DoubtNames]. scored are
// the candidates for the root cause with their scores, open is what [Company.Open] says.
func (j *Judged) Doubts(scored []Candidate, open float64) []float64 { return j.doubts(scored, open) }

// Take returns the terms of a facet that a cut takes of scored candidates.
func (n *Normalizer) Take(facet string, scored []Candidate, cut Cut) []string {
	cs := make([]candidate, len(scored))
	for i, c := range scored {
		cs[i] = candidate{term: c.Term, at: c.Sentence, score: c.Score}
	}
	slices.SortStableFunc(cs, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return termsOf(take(facet, cs, cut, n.vocab))
}

// Probability returns how likely a ranker takes what has these features to be right.
func (k Ranker) Probability(features []float64) float64 { return k.probability(features) }

// Rank gives the candidates of a facet of one report their scores.
func (k Ranker) Rank(facet string, list []Candidate) {
	terms, features := make([]string, len(list)), make([][]float64, len(list))
	for i, c := range list {
		terms[i], features[i] = c.Term, c.Features
	}
	odds := k.odds(facet, terms, features)
	for i, p := range probabilities(facet, odds) {
		list[i].Odds, list[i].Score = odds[i], p
	}
}

// TellsOf returns whether a ranker of signs takes the report for one of an incident.
func (k Ranker) TellsOf(j *Judged) bool { return j.Signs == nil || k.tells(j.Signs, j.lang) }
