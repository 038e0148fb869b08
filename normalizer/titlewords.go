package normalizer

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"inquest/extractor"
)

// titleWords are what tells which words of a report its title needs: by stem, in the form of the
// features of sentences.
func (d *drafting) titleWords() map[string]map[string]bool {
	words := map[string]map[string]bool{}
	sayAll := func(text, feature string) {
		for w := range titleStems(text) {
			if words[w] == nil {
				words[w] = map[string]bool{titleBias: true}
				set(words[w], "title: digit", strings.ContainsFunc(w, unicode.IsDigit))
				set(words[w], "title: short", len(w) <= 3)
			}
			set(words[w], feature, feature != "")
		}
	}
	count, spoken := map[string]int{}, 0
	for i := range d.r.sents {
		rd := &d.r.sents[i]
		if rd.bar != barNone {
			continue
		}
		spoken++
		sayAll(rd.text, "")
		for w := range titleStems(rd.text) {
			count[w]++
		}
		for _, place := range d.titlePlaces(i) {
			sayAll(rd.text, "title: "+place)
		}
	}
	if d.Case.Title != nil {
		sayAll(string(d.Case.Title.En), "title: in the headline")
	}
	addCounts(words, count, spoken)
	d.addTermWords(words)
	return words
}

// titleBias is the feature that every word has.
const titleBias = "title: word"

// titlePlaces names what a sentence is to the report, as far as that tells which of its words a title
// needs.
func (d *drafting) titlePlaces(i int) []string {
	var places []string
	for _, p := range []struct {
		name  string
		holds bool
	}{
		{"beside the cause", d.citesSentence(facetRootCause, i)},
		{"beside a symptom", d.citesSentence(facetSymptoms, i)},
		{"beside the trigger", d.citesSentence("trigger", i)},
		{"in a promise", d.r.sents[i].role == roleFollowUp},
		{"at the head", i <= 4},
		{"in the summary", d.r.sents[i].section == extractor.SectionSummary},
		{"under impact", d.r.sents[i].section == extractor.SectionImpact},
		{"under root cause", d.r.sents[i].section == extractor.SectionRootCause},
	} {
		if p.holds {
			places = append(places, p.name)
		}
	}
	return places
}

var (
	saidTimes = [...]struct {
		feature string
		least   int
	}{{"title: said twice", 2}, {"title: said three times", 3}, {"title: said five times", 5}, {"title: said nine times", 9}}
	saidShare = [...]struct {
		feature string
		least   float64 // of the sentences
	}{{"title: in a thirtieth", .03}, {"title: in a sixteenth", .06}, {"title: in an eighth", .12}, {"title: in a quarter", .25}}
)

// addCounts adds in how many of the sentences each word stands.
func addCounts(words map[string]map[string]bool, count map[string]int, sentences int) {
	for w, n := range count {
		for _, s := range saidTimes {
			set(words[w], s.feature, n >= s.least)
		}
		for _, s := range saidShare {
			set(words[w], s.feature, float64(n) >= s.least*float64(sentences))
		}
	}
}

// addTermWords adds which words speak of terms, and of those that the case is coded with.
func (d *drafting) addTermWords(words map[string]map[string]bool) {
	count := map[string]map[string]int{}
	for _, h := range d.r.hits {
		rd := &d.r.sents[h.at]
		names := []string{"title: speaks of " + h.facet}
		if slices.Contains(d.Case.Terms(h.facet), h.term) {
			names = append(names, "title: speaks of the "+h.facet)
			for w := range titleStems(rd.text) {
				set(words[w], "title: beside a term", words[w] != nil)
			}
		}
		for w := range titleStems(rd.text[h.start:h.end]) {
			for _, name := range names {
				if count[name] == nil {
					count[name] = map[string]int{}
				}
				count[name][w]++
				set(words[w], name, words[w] != nil)
				set(words[w], name+" often", words[w] != nil && count[name][w] == 3)
			}
		}
	}
}

// titleWorths returns how likely a title needs each word of the report, by stem.
func (d *drafting) titleWorths() map[string]float64 {
	worth := map[string]float64{}
	for w, features := range d.titleWords() {
		worth[w] = 1 / (1 + math.Exp(-d.n.fits.of(features)[fitTitle]))
	}
	return worth
}

// titleStems returns the words of a text that say something, without their endings.
func titleStems(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(".-'", r)
	}) {
		if w = strings.Trim(w, ".'-"); len(w) > 1 && !saysNothing[w] {
			set[withoutEnding(w)] = true
		}
	}
	return set
}

// saysNothing are words that hold sentences together.
var saysNothing = wordSet(`an the of in on for to and or with by at from after during while when so that which was were is are as it its not no some into
	could had then because we our they their them this these those he she you be been being has have should would will can may must very more most
	than all any each also there here what who whose how why if but only both us up out about over under between`)
