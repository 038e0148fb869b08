package normalizer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// The facets of the vocabulary that are coded from sentences.
const (
	facetSymptoms     = "symptoms"
	facetComponents   = "components"
	facetRootCause    = "root_cause"
	facetContributing = "contributing"
)

// hit is a place in a sentence whose words speak of a term.
type hit struct {
	facet, term string
	at          int     // index of the sentence in the report
	start, end  int     // byte offsets in the sentence
	form        bool    // a form that the vocabulary lists
	shape       bool    // a pattern
	ambiguous   bool    // a form that decides nothing alone
	covered     bool    // a longer or listed hit of another term of the facet overlaps it
	beside      int     // other terms of the facet in the sentence
	score       float64 // how surely the sentence is evidence for the term, 0 to 1
}

// hitsIn returns the hits of all sentences that may be evidence, scored.
func (n *Normalizer) hitsIn(r *report) []hit {
	var all []hit
	for i := range r.sents {
		rd := &r.sents[i]
		if rd.bar == barNone && rd.role != roleFollowUp {
			all = n.appendHits(all, rd, i, r.lang)
		}
	}
	for i := range all {
		all[i].score = r.sents[all[i].at].weigh(all[i])
	}
	return all
}

// appendHits appends one hit per term of a sentence, without those that a longer form covers and
// without negated symptoms.
func (n *Normalizer) appendHits(all []hit, rd *reading, at int, lang string) []hit {
	from := len(all)
	for _, m := range n.vocab.Match(rd.text, lang) {
		if coded(m.Term.Facet) {
			all = append(all, hit{facet: m.Term.Facet, term: m.Term.ID, at: at, start: m.Start, end: m.End, form: true, ambiguous: m.Ambiguous})
		}
	}
	all = all[:from+len(withoutCovered(all[from:]))]
	if lang == "en" || lang == "ko" {
		all = n.appendShapes(all, rd, at)
	}
	hits := markRivals(onePerTerm(slices.DeleteFunc(all[from:], rd.negates)))
	return all[:from+len(hits)]
}

// appendShapes appends the shapes of terms in a sentence.
func (n *Normalizer) appendShapes(all []hit, rd *reading, at int) []hit {
	var room [1]patternHit
	for _, m := range rd.wordings {
		if n.patterns.list[m.Expr].facet == facetCues {
			continue
		}
		for _, h := range n.patterns.appendHit(room[:0], rd.cut, m) {
			start, end := rd.folded.span(h.start, h.end)
			all = append(all, hit{facet: h.facet, term: h.term, at: at, start: start, end: end, shape: true})
		}
	}
	return all
}

// markRivals notes for each hit which other terms of its facet the sentence speaks of, and whether one
// of them says the same words better.
func markRivals(hits []hit) []hit {
	for i := range hits {
		h := &hits[i]
		for j := range hits {
			o := &hits[j]
			if o.facet != h.facet || o.term == h.term {
				continue
			}
			h.beside++
			if o.start < h.end && h.start < o.end && o.outdoes(h) {
				h.covered = true
			}
		}
	}
	return hits
}

// outdoes tells whether a hit says more surely than another over the same words.
func (h *hit) outdoes(o *hit) bool {
	if h.form != o.form {
		return h.form
	}
	return h.end-h.start > o.end-o.start
}

func coded(facet string) bool {
	return facet == facetSymptoms || facet == facetComponents || facet == facetRootCause || facet == facetContributing
}

// withoutCovered drops hits that lie inside a longer hit of the same facet. One that covers a hit and is
// dropped itself lies inside a third, which covers the hit as well.
func withoutCovered(hits []hit) []hit {
	for i := 0; i < len(hits); {
		if hits[i].isCovered(hits) {
			hits = slices.Delete(hits, i, i+1)
		} else {
			i++
		}
	}
	return hits
}

func (h *hit) isCovered(hits []hit) bool {
	for i := range hits {
		o := &hits[i]
		if o.facet == h.facet && o.start <= h.start && h.end <= o.end && o.end-o.start > h.end-h.start {
			return true
		}
	}
	return false
}

// deniedBehind is how Korean denies what it has just named.
var deniedBehind = regexp.MustCompile(`^(?:은|는|이|가|도|을|를)? ?(?:없(?:었|습|다|음|이|으)|(?:되|된 것은|하|발생하|발견되|확인되|받)지(?:는|도)? ?않)`)

// theirs is how a report comes to speak of what belongs to its customers.
var theirs = regexp.MustCompile(`(?i)\b(?:clients?|customers?|users?|tenants?|visitors?)(?:['’]s?)? (?:(?:who|that|which|were|are|is|was) )?(?:(?:with|using|sharing|behind|running|own|via|through) )(?:\w+ ){0,3}$`)

// negates tells whether one of the three words before the hit denies it, or in Korean the words behind it. What is missing is often
// the very point of a contributing factor, so there nothing is denied.
func (rd *reading) negates(h hit) bool {
	if h.facet == facetContributing {
		return false
	}
	before, behind := rd.text[:h.start], rd.text[h.end:]
	if beginsKorean(behind) && deniedBehind.MatchString(behind) || h.facet == facetComponents && sharesLast(before) && theirs.MatchString(before) {
		return true
	}
	for range 3 {
		var word string
		before, word = cutLastWord(before)
		switch word = strings.ToLower(word); strings.Trim(word, `,;:()"`) {
		case "no", "not", "never", "without", "neither", "nor":
			return true
		}
		if strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t") {
			return true
		}
	}
	return false
}

// beginsKorean tells whether a text may begin with Korean, behind a space or not.
func beginsKorean(text string) bool {
	text = strings.TrimPrefix(text, " ")
	return text != "" && text[0] >= utf8.RuneSelf
}

// sharing are the words that theirs looks for before what belongs to customers.
var sharing = wordSet("with using sharing behind running own via through")

// sharesLast tells whether one of the last four words of a text is one that theirs looks for.
func sharesLast(text string) bool {
	for range 4 {
		var word string
		if text, word = cutLastWord(text); sharing[strings.ToLower(word)] {
			return true
		}
	}
	return false
}

// cutLastWord cuts the last word between spaces from a text.
func cutLastWord(text string) (before, word string) {
	end := len(text)
	for n := 1; end > 0 && n > 0; end -= n {
		n = lastSpace(text[:end])
	}
	start := end
	for start > 0 && lastSpace(text[:start]) == 0 {
		start--
	}
	return text[:start], text[start:end]
}

// lastSpace returns the length of the white space character that ends a text, 0 when none does.
func lastSpace(text string) int {
	return spaceLength(utf8.DecodeLastRuneInString(text))
}

// onePerTerm joins the hits of a term in one sentence, in the order of the text.
func onePerTerm(hits []hit) []hit {
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(a.start, b.start) })
	out := hits[:0]
	for _, h := range hits {
		i := 0
		for i < len(out) && (out[i].facet != h.facet || out[i].term != h.term) {
			i++
		}
		if i == len(out) {
			out = append(out, h)
			continue
		}
		out[i].shape = out[i].shape || h.shape
		out[i].ambiguous = out[i].ambiguous && h.ambiguous
		out[i].form = out[i].form || h.form
	}
	return out
}
