package normalizer

import (
	"inquest/extractor"
)

// report is one source as the fields read it: its sentences, what each is to the report, and the
// terms that each may speak of.
type report struct {
	source Source
	doc    *extractor.Document // the part of the page that is coded
	lang   string              // en, ko, or another language, whose terms are not mapped
	sents  []reading
	hits   []hit // in the order of the text
}

// reading is a sentence with its place in the report.
type reading struct {
	sentence
	folded  folded
	block   *extractor.Block
	section extractor.Section // of its block, or what its lead-in says ("Root cause: ...")
	cues    cues
	role    role
	bar     bar // why it is no evidence; "" when it is
}

// read cuts the source's part into sentences, gives each its role and finds the terms in them.
func (n *Normalizer) read(s Source) *report {
	doc := s.Document.Part(max(1, s.Part))
	if doc == nil {
		doc = s.Document
	}
	r := &report{source: s, doc: doc, lang: languageOf(doc)}
	var section extractor.Section
	for i, one := range sentencesOf(doc) {
		b := &doc.Blocks[one.block]
		f := fold(one.text)
		if i == 0 || r.sents[i-1].sentence.block != one.block {
			section = b.Section
		}
		section = leadIn(f.text, section)
		rd := reading{sentence: one, folded: f, block: b, section: section, cues: n.cuesOf(f.text)}
		rd.role, rd.bar = rd.judge()
		r.sents = append(r.sents, rd)
	}
	r.barLegalBlocks()
	r.hits = n.hitsIn(r)
	return r
}

// languageOf returns the language whose slot and forms are used.
func languageOf(doc *extractor.Document) string {
	if doc.Lang == "" {
		return "en"
	}
	return string(doc.Lang)
}

// written tells whether the case has a slot for prose in the report's language.
func (r *report) written() bool {
	return r.lang == "en" || r.lang == "ko"
}

// barLegalBlocks takes the whole paragraph of a legal sentence out of evidence.
func (r *report) barLegalBlocks() {
	legal := map[int]bool{}
	for _, rd := range r.sents {
		if rd.bar == barLegal && rd.block.Kind == extractor.Para {
			legal[rd.sentence.block] = true
		}
	}
	for i := range r.sents {
		if rd := &r.sents[i]; legal[rd.sentence.block] {
			rd.role, rd.bar = roleNone, barLegal
		}
	}
}
