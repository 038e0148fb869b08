package normalizer

import (
	"slices"
	"strings"

	"inquest/extractor"
	"inquest/normalizer/phrase"
	"inquest/normalizer/reader"
	"inquest/vocab"
)

// report is one source as the fields read it: its sentences, what each is to the report, and the
// terms that each may speak of.
type report struct {
	source Source
	doc    *extractor.Document // the part of the page that is coded
	lang   string              // en, ko, or another language, whose terms are not mapped
	sents  []reading
	hits   []hit                    // in the order of the text
	said   map[string][]reader.Best // by facet: what the sentence reader makes of the sentences, best first

	wordings  []phrase.Match // of all sentences
	updates   bool           // it is told in updates
	looksBack bool           // it holds text from after the incident
}

// reading is a sentence with its place in the report.
type reading struct {
	sentence
	folded   folded
	cut      *phrase.Text   // the folded text
	wordings []phrase.Match // of patterns.txt that stand in it
	block    *extractor.Block
	section  extractor.Section // of its block, or what its lead-in says ("Root cause: ...")
	cues     cues
	manner   manner
	role     role
	bar      bar                                // why it is no evidence; "" when it is
	carries  [len(reader.Facets)]float64        // how likely it is evidence for some term of a facet, in the order of the reader's facets
	belongs  [len(reader.WrittenFields)]float64 // how surely it belongs in a written field, 0 to 1
	told     float64                            // how likely it stands in a report of an incident and in no other page
}

// read cuts the source's part into sentences, gives each its role and finds the terms in them.
func (n *Normalizer) read(s Source) *report {
	doc := s.Document.Part(max(1, s.Part))
	if doc == nil {
		doc = s.Document
	}
	r := &report{source: s, doc: doc, lang: languageOf(doc)}
	n.readSentences(r)
	r.barLegalBlocks()
	r.hits = n.hitsIn(r)
	r.seeUpdates()
	n.hear(r)
	return r
}

// readSentences cuts the text into sentences and finds out what each is to the report.
func (n *Normalizer) readSentences(r *report) {
	sents := sentencesOf(r.doc)
	r.sents = make([]reading, len(sents))
	folds := foldAll(sents)
	cuts := n.cutAll(folds)
	var section extractor.Section
	for i, one := range sents {
		rd, b := &r.sents[i], &r.doc.Blocks[one.block]
		if i == 0 || sents[i-1].block != one.block {
			section = b.Section
		}
		section = leadIn(folds[i].text, section)
		rd.sentence, rd.folded, rd.cut, rd.block, rd.section = one, folds[i], &cuts[i], b, section
		rd.manner = mannerOf(rd.folded.text)
		n.readWordings(r, rd)
		rd.role, rd.bar = rd.judge()
	}
}

// readWordings finds what patterns.txt lists in a sentence.
func (n *Normalizer) readWordings(r *report, rd *reading) {
	from := len(r.wordings)
	r.wordings = n.patterns.find(r.wordings, rd.cut)
	rd.wordings = r.wordings[from:]
	rd.cues = n.cuesOf(rd.cut, rd.wordings)
}

// cut cuts a folded text into words.
func (n *Normalizer) cut(text string) *phrase.Text { return n.lexicon.Cut(text) }

func (n *Normalizer) cutAll(folds []folded) []phrase.Text {
	texts := make([]string, len(folds))
	for i := range folds {
		texts[i] = folds[i].text
	}
	return n.lexicon.CutAll(texts)
}

// hear has the sentence reader read what may be evidence.
func (n *Normalizer) hear(r *report) {
	r.said = map[string][]reader.Best{}
	if !r.written() || n.memory == nil {
		return
	}
	memory := n.memory.Get().(*reader.Report)
	defer n.memory.Put(memory)
	memory.Reset()
	var room [24]reader.Mark
	hits := r.hits
	for i := range r.sents {
		of := 0
		for of < len(hits) && hits[of].at == i {
			of++
		}
		if rd := &r.sents[i]; rd.states() {
			scores := memory.Add(i, rd.text, r.marks(saidBy(room[:0], hits[:of]), i))
			for k, facet := range reader.Facets {
				rd.carries[k] = scores.Carries(facet)
			}
			rd.told, rd.belongs = scores.Told(), scores.Written()
		}
		hits = hits[of:]
	}
	for _, facet := range reader.Facets {
		r.said[facet] = slices.DeleteFunc(memory.Best(facet, readFloor), func(b reader.Best) bool { return facet == facetComponents && n.meantOtherwise(r, b) })
	}
}

// otherSense is a word that may name a component and other ones as well.
type otherSense struct {
	form   string
	others []string // components
}

// sensesOf returns by component the words that may name it and others.
func sensesOf(v *vocab.Vocabulary) map[string][]otherSense {
	senses := map[string][]otherSense{}
	for _, a := range v.Ambiguous {
		var named []string
		for _, s := range a.Senses {
			if s.Facet == facetComponents && !slices.Contains(named, s.ID) {
				named = append(named, s.ID)
			}
		}
		for i, id := range named {
			if others := slices.Delete(slices.Clone(named), i, i+1); len(others) > 0 {
				senses[id] = append(senses[id], otherSense{a.Form, others})
			}
		}
	}
	return senses
}

// meantOtherwise tells whether the reader speaks for a component because of a word that the report uses in
// another sense: the routers of a report that has HTTP routers are no border routers, unless it names some.
func (n *Normalizer) meantOtherwise(r *report, b reader.Best) bool {
	named := func(term string) bool {
		return slices.ContainsFunc(r.hits, func(h hit) bool { return h.facet == facetComponents && h.term == term })
	}
	text := r.sents[b.Sentence].folded.text
	return slices.ContainsFunc(n.senses[b.Term], func(s otherSense) bool {
		return strings.Contains(text, s.form) && !named(b.Term) && slices.ContainsFunc(s.others, named)
	})
}

// states tells whether a sentence may state something of the incident: it is no heading below the title
// and no promise.
func (rd *reading) states() bool {
	heading := rd.block.Kind == extractor.Heading && rd.section != extractor.SectionTitle
	return rd.bar == barNone && rd.role != roleFollowUp && !heading
}

// lastUpdates are the states of updates that tell of an incident when it is over.
var lastUpdates = []string{"resolved", "postmortem", "completed", "해결", "해결됨", "복구 완료", "종료"}

// seeUpdates notes whether the report is told in updates, and whether some of it was written when the
// incident was over: its last updates, or prose that is no update.
func (r *report) seeUpdates() {
	prose := 0
	for _, b := range r.doc.Blocks {
		switch {
		case b.Label != "":
			r.updates = true
			if slices.Contains(lastUpdates, strings.ToLower(string(b.Label))) && len(b.Text) >= longUpdate {
				r.looksBack = true
			}
		case b.Kind == extractor.Para && b.Section != extractor.SectionBoilerplate:
			prose++
		}
	}
	r.looksBack = r.looksBack || prose >= 3
}

// longUpdate is from how many bytes on a last update says more than that it is over.
const longUpdate = 120

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
