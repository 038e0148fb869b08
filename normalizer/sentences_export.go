package normalizer

import (
	"maps"
	"slices"
	"strings"

	"inquest/extractor"
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
			Dropped: rd.bar != barNone, Marks: r.marks(i),
		}
	}
	return list
}

// marks says of a sentence where it stands and what its wording does.
func (r *report) marks(i int) []string {
	rd := &r.sents[i]
	list := []string{
		"section:" + string(rd.section), "role:" + string(rd.role), "bar:" + string(rd.bar),
		"kind:" + string(rd.block.Kind), "place:" + placeOf(i, len(r.sents)), "length:" + lengthOf(rd.text),
	}
	if rd.block.Label != "" {
		list = append(list, "label:"+strings.ToLower(string(rd.block.Label)))
	}
	for _, cue := range slices.Sorted(maps.Keys(rd.cues)) {
		list = append(list, "cue:"+cue)
	}
	if i > 0 && rd.block.Kind != extractor.Heading && r.sents[i-1].block.Kind == extractor.Heading {
		list = append(list, "place:below-heading")
	}
	return list
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
