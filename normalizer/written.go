package normalizer

import (
	"cmp"
	"regexp"
	"slices"
)

const symptomSentences = 5

// fillTrigger takes the sentence that tells which event brought the defect out.
func (d *drafting) fillTrigger() {
	at := d.best(fitTrigger)
	if len(at) == 0 {
		d.note("trigger", "looked for what happened when it began: a change, an upgrade, a step of a person")
		return
	}
	d.Case.Trigger = d.prose("trigger", at)
}

// longBefore marks what prepared the incident and did not set it off.
var longBefore = regexp.MustCompile(`(?i)\b(?:earlier|previously|originally|successfully|years? ago|months? ago)\b`)

// citesSentence tells whether the evidence of a field quotes from the sentence.
func (d *drafting) citesSentence(field string, i int) bool {
	s := &d.r.sents[i].sentence
	for _, e := range d.Evidence {
		if inField(e.Field, field) && e.Role != alternative && e.Block == s.block && s.start <= e.Start && e.Start < s.end {
			return true
		}
	}
	return false
}

// fillDetection takes the sentence that tells how the incident became known.
func (d *drafting) fillDetection() {
	at := d.best(fitDetection)
	if len(at) == 0 {
		d.note("detection", "looked for alerts, customer reports and observations; none is told")
		return
	}
	d.Case.Detection = d.prose("detection", at)
}

// fillSymptomsText takes the sentences that tell what was observed, in the order of the text.
func (d *drafting) fillSymptomsText() {
	at := d.r.sentencesWhere(func(rd *reading) bool { return rd.role == roleImpact })
	weight := map[int]float64{}
	for _, h := range d.r.hits {
		if h.facet == facetSymptoms && slices.Contains(d.Case.Symptoms, h.term) {
			weight[h.at] += h.score
		}
	}
	at = d.r.withoutRepeats(at)
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(weight[b], weight[a]) })
	at = at[:min(symptomSentences, len(at))]
	slices.Sort(at)
	d.Case.SymptomsText = d.prose("symptoms_text", at)
}

var (
	affectedUsers = regexp.MustCompile(`(?i)\b((?:(?:about|approximately|around|roughly|up to|less than|more than|nearly|almost|over|under|some|all|many|most|several|certain|a (?:small|large|limited)?\s?(?:number|subset|portion|percentage|fraction) of|a few|\d[\d,.]*\s?%(?: of)?|\d[\d,.]*)\s)+(?:[\w'’.%-]+ ){0,4}?(?:customers|users|clients|merchants|tenants|accounts|organi[sz]ations|visitors|subscribers|requests|members|developers|workspaces|applications|apps|sites))\b|((?:전체|일부|모든|[\d,]+ ?(?:명|개)의?) ?(?:고객사?|사용자|이용자|회원|가맹점))`)
	regionNamed   = regexp.MustCompile(`\b((?:us|eu|ap|ca|sa|me|af|asia|europe|northamerica|southamerica|australia)-[a-z]+-?\d[a-z]?\b|[A-Z]{2,3}-?\d\b|(?:[A-Z][a-z]+(?: [A-Z][a-z]+)?)|[a-z]+-[a-z]+\d|[a-z]{3}\d) [Rr]egions?\b|\b((?:us|eu|ap|ca|sa|me|af|asia|europe)-(?:north|south|east|west|central|northeast|southeast)[a-z]*-?\d[a-z]?)\b`)
)

// fillImpact takes what was affected, for whom, with figures, and where.
func (d *drafting) fillImpact() {
	if i := d.r.mainImpact(); i >= 0 {
		d.Case.Impact.Scope = Maybe(d.r.sents[i].text)
		d.citeSentence("impact.scope", &d.r.sents[i])
	}
	d.Case.Impact.Users = Maybe(d.firstMatch("impact.users", affectedUsers, func(rd *reading) bool {
		return rd.role == roleImpact || rd.role == roleNone
	}))
	d.Case.Impact.Region = cmp.Or(d.firstMatch("impact.region", regionNamed, func(rd *reading) bool {
		return rd.role != roleFollowUp
	}), unknown)
}

// firstMatch returns and cites what the pattern's groups take from the first sentence for which ok holds.
func (d *drafting) firstMatch(field string, what *regexp.Regexp, ok func(*reading) bool) string {
	for i := range d.r.sents {
		rd := &d.r.sents[i]
		if rd.bar != barNone || !ok(rd) {
			continue
		}
		m := what.FindStringSubmatchIndex(rd.text)
		if m == nil {
			continue
		}
		start, end := m[2], m[3]
		if start < 0 {
			start, end = m[4], m[5]
		}
		words := rd.text[start:end]
		d.cite(Evidence{Field: field, Value: Maybe(words)}, rd, start, end)
		return words
	}
	return ""
}
