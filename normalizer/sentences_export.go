package normalizer

// Sentence is a sentence of a document as the rules read it.
type Sentence struct {
	Block, Start, End int    // index of the block; UTF-8 byte offsets into its text
	Text              string // without white space around it
	Dropped           bool   // it is no evidence: legal text, an apology, another incident, ...
}

// Sentences returns the sentences of the part of a source that is coded, in the order of reading.
func (n *Normalizer) Sentences(s Source) []Sentence {
	r := n.read(s)
	list := make([]Sentence, len(r.sents))
	for i, rd := range r.sents {
		list[i] = Sentence{Block: rd.sentence.block, Start: rd.start, End: rd.end, Text: rd.text, Dropped: rd.bar != barNone}
	}
	return list
}
