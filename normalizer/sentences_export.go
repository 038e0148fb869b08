package normalizer

import (
	"strings"

	"inquest/extractor"
	"inquest/normalizer/reader"
)

// Sentence is a sentence of a document as the rules read it.
type Sentence struct {
	Block, Start, End int      // index of the block; UTF-8 byte offsets into its text
	Text              string   // without white space around it
	Dropped           bool     // it is no evidence: legal text, an apology, another incident, ...
	Marks             []string // what the rules say of it and of its place, for the sentence reader
}

// Sentences returns the sentences of the part of a source that is coded, in the order of reading.
func (n *Normalizer) Sentences(s Source) []Sentence {
	r := n.read(s)
	list := make([]Sentence, len(r.sents))
	for i, rd := range r.sents {
		list[i] = Sentence{
			Block: rd.sentence.block, Start: rd.start, End: rd.end, Text: rd.text,
			Dropped: rd.bar != barNone, Marks: markNames(r.marks(nil, i)),
		}
	}
	return list
}

// marks appends where a sentence stands and what its wording does.
func (r *report) marks(list []reader.Mark, i int) []reader.Mark {
	rd := &r.sents[i]
	list = append(list,
		reader.Mark{Kind: "section", Value: string(rd.section)}, reader.Mark{Kind: "role", Value: string(rd.role)}, reader.Mark{Kind: "bar", Value: string(rd.bar)},
		reader.Mark{Kind: "kind", Value: string(rd.block.Kind)}, reader.Mark{Kind: "place", Value: placeOf(i, len(r.sents))}, reader.Mark{Kind: "length", Value: lengthOf(rd.text)})
	if rd.block.Label != "" {
		list = append(list, reader.Mark{Kind: "label", Value: strings.ToLower(string(rd.block.Label))})
	}
	for _, c := range rd.cues {
		list = append(list, reader.Mark{Kind: "cue", Value: c.name})
	}
	if i > 0 && rd.block.Kind != extractor.Heading && r.sents[i-1].block.Kind == extractor.Heading {
		list = append(list, reader.Mark{Kind: "place", Value: "below-heading"})
	}
	return list
}

// saidBy appends what hits say of a sentence.
func saidBy(list []reader.Mark, hits []hit) []reader.Mark {
	for _, h := range hits {
		if h.form && !h.ambiguous {
			list = append(list, reader.Mark{Kind: formOf[h.facet], Value: h.term})
		}
		if h.shape {
			list = append(list, reader.Mark{Kind: shapeOf[h.facet], Value: h.term})
		}
	}
	return list
}

var (
	formOf, shapeOf = kindsOf("form "), kindsOf("shape ")
)

func kindsOf(prefix string) map[string]string {
	kinds := map[string]string{}
	for _, facet := range reader.Facets {
		kinds[facet] = prefix + facet
	}
	return kinds
}

// Said returns what the words of a sentence say of terms when it stands alone, as marks for the sentence
// reader.
func (n *Normalizer) Said(text string) []string {
	s := []sentence{{text: text}}
	folds := foldAll(s)
	rd := reading{sentence: s[0], folded: folds[0], cut: &n.cutAll(folds)[0]}
	rd.wordings = n.patterns.find(nil, rd.cut)
	lang := "en"
	if hasHangul(text) {
		lang = "ko"
	}
	return markNames(saidBy(nil, n.appendHits(nil, &rd, 0, lang)))
}

func markNames(marks []reader.Mark) []string {
	names := make([]string, len(marks))
	for i, m := range marks {
		names[i] = m.String()
	}
	return names
}

// placeOf names the part of the report in which sentence i of n stands.
func placeOf(i, n int) string {
	switch {
	case i == 0:
		return "title"
	case i < 4:
		return "top"
	}
	return [...]string{"first", "second", "third", "fourth"}[4*i/n]
}

func lengthOf(text string) string {
	switch n := strings.Count(text, " "); {
	case n < 5:
		return "short"
	case n < 15:
		return "middle"
	case n < 30:
		return "long"
	}
	return "very-long"
}
