package normalizer

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"inquest/normalizer/phrase"
)

const leastClause = 18 // bytes that a clause in a title has

// The words that tie a clause to the title before it.
const (
	linkImpact = ": "
	linkCause  = " because "
	linkEvent  = " after "
	linkNoun   = " due to "
	linkNext   = "; " // for a second ": "
)

// titleClause is a part of a sentence that can stand in a title.
type titleClause struct {
	sent, start, end int
	words            string
	link             string // for when something stands before it
	noun             bool   // no clause with a verb
	worth            float64
	stems            map[string]bool
}

// completeTitle says in the title what the page's own leaves open: what broke, and why. Of the clauses
// on the impact and on the cause it takes those that say most of what a title needs in the room there is.
func (d *drafting) completeTitle() {
	if !d.r.written() {
		return
	}
	title := ""
	if d.Case.Title != nil {
		title = string(d.Case.Title.En) + string(d.Case.Title.Ko)
	}
	parts, keeps := d.bestParts(title)
	if !keeps {
		title = ""
		d.uncite("title")
	}
	if title == "" && len(parts) == 0 {
		parts = d.clippedImpact()
	}
	for _, c := range parts {
		d.cite(Evidence{Field: "title." + d.r.lang}, &d.r.sents[c.sent], c.start, c.end)
	}
	if title = joinTitle(title, parts...); title == "" {
		d.note("title", "the page's title does not say what broke, and no sentence on the impact was found")
		return
	}
	d.Case.Title = d.inLanguage(titled(title))
}

// uncite drops the evidence of a field.
func (d *drafting) uncite(field string) {
	d.Evidence = slices.DeleteFunc(d.Evidence, func(e Evidence) bool { return inField(e.Field, field) })
}

const (
	pairedClauses = 40 // of each kind that are tried with each other
	leastGain     = 0  // that a clause must add to a title
	looseWorth    = .3 // what two clauses lose that nothing ties
	ownTitle      = 0  // what the page's own title is worth by being its own
)

// bestParts returns the clauses on the impact and the cause that, behind the page's own title or without
// it, say most of what a title needs and fit.
func (d *drafting) bestParts(title string) (best []titleClause, keeps bool) {
	worth := d.titleWorths()
	impacts := heaviest(d.impactClauses(), worth)
	causes := heaviest(d.causeClauses(), worth)
	own := titleStems(title)
	most := math.Inf(-1)
	try := func(keep bool, parts ...titleClause) {
		var whole string
		seen, sum := map[string]bool{}, 0.0
		if keep {
			whole, seen, sum = title, own, ownTitle+said(worth, own, nil)
		}
		if utf8.RuneCountInString(joinTitle(whole, parts...)) > titleLength {
			return
		}
		for n, c := range parts {
			if whole != "" && repeats(whole, c.words) {
				return
			}
			if n > 0 && c.link == linkImpact {
				sum -= looseWorth
			}
			sum += said(worth, c.stems, func(w string) bool { return seen[w] || n > 0 && parts[0].stems[w] }) + c.worth - leastGain
		}
		if sum > most {
			best, keeps, most = parts, keep, sum
		}
	}
	if title != "" {
		try(true)
		for _, c := range causes {
			try(true, c)
		}
	}
	for _, i := range impacts {
		try(title != "", i)
		try(false, i)
		for _, c := range causes {
			if i.sent != c.sent || i.end <= c.start {
				try(title != "", i, c)
				try(false, i, c)
			}
		}
	}
	return best, keeps
}

// said adds up the worths of the words that have not been said.
func said(worth map[string]float64, words map[string]bool, before func(string) bool) float64 {
	sum := 0.0
	for _, w := range slices.Sorted(maps.Keys(words)) {
		if before == nil || !before(w) {
			sum += worth[w]
		}
	}
	return sum
}

// clippedImpact returns the beginning of the sentence that says best what was observed, for want of a
// better title.
func (d *drafting) clippedImpact() []titleClause {
	i := d.r.mainImpact()
	if i < 0 {
		i = d.citedSentence(facetSymptoms)
	}
	if i < 0 {
		return nil
	}
	rd := &d.r.sents[i]
	start, end := rd.statement()
	end = start + clause(rd.text[start:end], titleLength)
	return []titleClause{{sent: i, start: start, end: end, words: strings.Trim(rd.text[start:end], " .,;:–—-")}}
}

// heaviest returns the clauses that say most, the best first, and of each sentence and length a few.
func heaviest(clauses []titleClause, worth map[string]float64) []titleClause {
	value := make(map[string]float64, len(clauses))
	for _, c := range clauses {
		value[c.words] = said(worth, c.stems, nil) + c.worth
	}
	slices.SortStableFunc(clauses, func(a, b titleClause) int { return cmp.Compare(value[b.words], value[a.words]) })
	taken := map[[2]int]int{}
	var kept []titleClause
	for _, c := range clauses {
		size := [2]int{c.sent, len(c.words) / 20}
		if taken[size]++; taken[size] <= 2 && len(kept) < pairedClauses {
			kept = append(kept, c)
		}
	}
	return kept
}

// explained is a title that names a cause already.
var explained = phrase.MustSet(`(?i)\b(?:due to|caused|because|after)\b`)

// joinTitle ties clauses to a title, each with its link.
func joinTitle(title string, parts ...titleClause) string {
	for _, c := range parts {
		if title == "" {
			title = c.words
			continue
		}
		link := c.link
		if explained.Any(title) || link == linkCause && !happened.MatchString(title) {
			link = linkImpact
		}
		if link == linkImpact && strings.Contains(title, linkImpact) {
			link = linkNext
		}
		title += link + c.words
	}
	return title
}

// titleWorth is what the features of a sentence say of its worth for a title.
var titleWorth = map[string]float64{
	"cites cause": .1, "cites symptom": .1, "after a step": -.05, toldNamedTrigger: .1, toldKnew: -.4, toldWatch: -.5, toldOver: -.4, toldLate: -.4,
}

// worthOf adds up what the features of a sentence say of its worth for a title.
func (d *drafting) worthOf(i int) float64 {
	sum := 0.0
	for _, f := range slices.Sorted(maps.Keys(d.told[i])) {
		sum += titleWorth[f]
	}
	if d.told[i][toldStep] && !d.told[i][toldHarm] && !d.told[i]["cites cause"] && !d.citesSentence("trigger", i) {
		sum -= stepWorth
	}
	return sum
}

const stepWorth = .5 // what a sentence loses for telling a step of the response

// impactClauses returns the clauses that can tell what broke: those of the sentences on what was observed
// before the others.
func (d *drafting) impactClauses() []titleClause {
	var list []titleClause
	main := d.r.mainImpact()
	for i := range d.r.sents {
		if !d.mayTitle(i) {
			continue
		}
		worth := d.worthOf(i)
		switch {
		case i == main, d.r.sents[i].role == roleImpact, d.told[i]["cites symptom"]:
			worth += .3
		case d.r.lang != "en":
			continue
		}
		list = append(list, d.clausesOf(i, linkImpact, worth)...)
	}
	return list
}

// causeClauses returns the clauses that tell what set the incident off and what was wrong.
func (d *drafting) causeClauses() []titleClause {
	var list []titleClause
	for i := range d.r.sents {
		rd := &d.r.sents[i]
		switch {
		case !d.mayTitle(i):
		case d.citesSentence("trigger", i):
			list = append(list, d.clausesOf(i, d.linkOf(i, linkEvent, toldEvent), d.worthOf(i)+.35)...)
		case d.told[i]["cites cause"] || rd.role == roleCause || rd.role == roleTrigger:
			list = append(list, d.clausesOf(i, d.linkOf(i, linkCause, "cites cause"), d.worthOf(i)+.3)...)
		case d.r.lang == "en" && (d.told[i][toldEvent] || d.told[i][toldHarm] || d.told[i]["cue failure"]):
			list = append(list, d.clausesOf(i, linkImpact, d.worthOf(i))...)
		}
	}
	return list
}

// linkOf returns the link of a sentence when it tells enough for it, else one that claims nothing.
func (d *drafting) linkOf(i int, link, when string) string {
	if d.told[i][when] {
		return link
	}
	return linkImpact
}

// mayTitle tells whether a clause of the sentence may stand in a title.
func (d *drafting) mayTitle(i int) bool {
	rd := &d.r.sents[i]
	return d.told[i] != nil && rd.bar == barNone && rd.role != roleFollowUp && rd.role != roleBackground && rd.sentence.block > 0
}

const (
	clockTime = `(?:(?:approximately|about|around|roughly|~) ?)?\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm]\b)?Z?(?: \(?(?:UTC|GMT|[PMCE][SD]?T)\b\)?)?`
	dayTime   = `(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? ?)?(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|\d{1,2}(?:st|nd|rd|th)? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?:,? \d{4})?|\d{4}-\d\d-\d\d)`
)

// leadingTime is what a sentence has at its head before it tells something: a time, a place, who found out.
var leadingTime = []*regexp.Regexp{
	regexp.MustCompile(`^(?i:(?:on|at|by|from|between|around|since|starting|beginning)(?: at)? )?(?:` + clockTime + `|` + dayTime + `)(?:,? (?:(?:on|at|from|between|and|to|until) )?(?:` + clockTime + `|` + dayTime + `))*,? `),
	regexp.MustCompile(`^(?i:on|at|from|between|around|since|starting|beginning|by|during|in|approximately|about|for)\b[^.;]{0,60}?\d[^,.;]{0,60}(?:, \d{4})?, `),
	regexp.MustCompile(`^(?i:on|yesterday|today|late|early|in|during|over|with|due to|for|under|after|following|while|when|as|because)\b[^,.;]{0,70}, `),
	regexp.MustCompile(`^(?i:however|then|also|so|but|and|as a result|because of (?:this|that)|in addition|shortly after|after that|later|meanwhile|in fact|at the same time),? `),
	regexp.MustCompile(`^(?i:(?:the|our|its|this|one) (?:\S+ ){0,4}(?:root cause|cause|reason|trigger|issue|problem) (?:was|is) that )`),
	regexp.MustCompile(`^\d{1,2}, `),
	regexp.MustCompile(`^(?i:(?:the |our )?(?:team|we|engineers?|developers?|investigation) (?:was |were )?(?:had )?(?:identified|noticed|found|discovered|determined|realised|realized|saw|learned)(?: only)? that )`),
}

var (
	// clauseHead is a place behind which a clause can begin.
	clauseHead = regexp.MustCompile(`(?:[;:] |, (?:and |but |so )?| [–—-] |,? (?:and|because|when|after|once|as|while|since|but|so|where|that|which meant that) )`)
	// nounHead is a place behind which a cause is named.
	nounHead = regexp.MustCompile(`(?i)\b(?:caused by|triggered by|due to|because of|resulted from|traced (?:back )?to|stemmed from|(?:cause|reason|culprit)(?: \w+){0,4} was)(?: actually)?(?: that)? `)
	// effectHead is a place behind which an effect is named.
	effectHead = regexp.MustCompile(`(?i)\b(?:causing|resulting in|leading to|which caused|caused|led to|resulted in|experienced|experiencing|suffered|encountered|seeing|saw) `)
	// clauseTail is a place before which a clause can end.
	clauseTail = regexp.MustCompile(`(?:[;:,] | [–—-] | \(|,? (?:and|but|or|so|which|that|who|whose|where|when|while|because|since|although|though|until|after|before|once|as|if|causing|resulting|leading|making|due|in|on|at|for|from|with|within|across|during|through|throughout|via|into|onto|over|under|by|between|without|against|about|around|per|than) )`)
	// wholeTail is what stands behind a clause that is whole.
	wholeTail = phrase.MustSet(`^(?:$|[;:,] | [–—-] |,? (?:but|so|which|when|while|because|since|although|though|until|after|before|once|as|if|causing|resulting|leading) )`)
	// dangling is a word at which a clause cannot end.
	dangling = phrase.MustSet(`(?i)(?:^|[ ,;:])(?:an?|the|of|to|with|and|or|in|on|for|from|by|at|are|is|was|were|be|been|being|which|that|as|some|our|its|their|experienced|resulting|leading|causing|typically|including|especially|who|whose|not|very|more|most|less|than|both|either|neither|each|any|his|only|also|still|already|then|when|had|has|have|did|could|became|become|got|began|started|caused|led|resulted|triggered|meant|due|based|related|according|able|unable|used|came|went|such|no|every|all|if|because|while|after|before|until|once|it|they|so|but|nor|into|onto|over|under|new|other|another|first|second|same|own|just|even|almost|nearly|approximately|approx|about|around|per|further|tried|attempted|seemed|appeared|allowed|required|needed|wanted|decided|continued|kept|made|put|took|gave|let|said|showed|found|noticed|believed|between|across|without|against|during|through|via|within|ability|way|time|order|least|well|result|addition|fact|part|turn|return|later|earlier|occurred|reported|identified|stayed|remained|sent|caused|introduced|contained|left|aimed|meant|held|used|given|designed|intended)$`)
	// subject is how a clause of its own begins.
	subject = phrase.MustSet(`^(?:(?i:the|an?|all|some|our|one|two|three|several|many|most|customers?|users?|requests?|every|new|old|multiple|traffic|data|jobs?|errors?|connections?|messages?|builds?|nodes?|servers?|services?|clients?|queries|logins?) |[A-Z][\w'’./-]* |\d[\d,.]*%? of )`)
	// faceless is a beginning that points back at what a title does not have, or that opens a clause
	// which depends on another.
	faceless = phrase.MustSet(`^(?i:call|hit were|due|today|nobody|everything|and|but|or|yet|around|between|since|during|over|under|underneath|whole|approximately|starting|beginning|\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d|was|were|is|are|had|has|did|of|we|issue|the issue|problem|incident|the incident|outage|the outage|it|its|this|that|these|those|they|their|he|she|his|her|there|here|i|you|your|if|when|while|because|as|although|though|since|after|before|once|until|to|what|which|who|whoever|how|why|where|one (?:of|that|with)|both|another|each|later|so|such|same|the same|other|the other|also|then|not|no|in|at|on|from|for|by|with|under|within|any|take|(?:the )?root cause|the cause|the reason|the trigger|identified|noticed|discovered|confirmed|concluded|observed|engineers?|(?:19|20)\d\d)\b`)
	// loose is a word in a clause that points at what stands outside it.
	loose = phrase.MustSet(`(?i)\b(?:this|these|those|such|above|below|he|she|I|us|you|your|them|reasons|concerned|in question|were back|support|called in|advised|engineers|investigat\w+|engineering|established|the outage|the incident|the issue|the problem|(?:in|of|on|for|at|with|to|by) that)\b|[?!"“”|@#]|https?:`)
	// happened is a verb of the past.
	happened = regexp.MustCompile(`(?i)\b(?:\w{2,}ed|was|were|had|did|could|didn['’]t|couldn['’]t|became|began|went|saw|lost|ran|fell|rose|grew|broke|took|led|sent|hit|put|cut|left|kept|held|shrank|met|made|got|came|found|gave|built|drove|brought|threw|wrote|spread|stuck)\b`)
	// finite is a verb that a noun does not have beside it.
	finite = phrase.MustSet(`(?i)\b(?:was|were|had|did|could|is|are|has|have|became|began|went|didn['’]t|couldn['’]t|not)\b`)
	// relative is a noun with a clause that depends on it.
	relative = phrase.MustSet(`^(?:\S+ ){1,5}(?:that|which|who)\b`)
	// unfinished is a clause that ends within one which depends on it.
	unfinished = phrase.MustSet(`(?:, (?:which|who|whose|where)|\b(?:in|on|at|of|to|for|by|from|with) which)\b[^,]*$`)
	// spokenTo is what Korean notices say to their readers.
	spokenTo = regexp.MustCompile(`안내|공지|조치|대응|드립니다|바랍니다|부탁|다음과 같|이용 고객|\d{4} ?[-.년]`)
	// still is a verb of the present or a wish, which tells nothing that happened.
	still = phrase.MustSet(`(?i)\b(?:is|are|begins?|will|should|would|may|might|can|need|needs|is being|are being|please|sorry|apologi\w+)\b`)
)

// clausesOf returns the clauses of a sentence that can stand in a title.
func (d *drafting) clausesOf(i int, link string, worth float64) []titleClause {
	rd := &d.r.sents[i]
	from, to := rd.statement()
	if d.r.lang == "ko" {
		return d.koreanClause(i, from, to, worth)
	}
	var list []titleClause
	for _, head := range d.clauseStarts(rd, from, to, link) {
		ends := append(clauseTail.FindAllStringIndex(rd.text[head.start:to], -1), []int{to - head.start, to - head.start})
		for _, e := range ends {
			c := titleClause{sent: i, start: head.start, end: head.start + e[0], link: head.link, noun: head.noun, worth: worth + head.worth}
			if wholeTail.Any(rd.text[c.end : head.start+e[1]]) {
				c.worth += wholeWorth
			}
			if d.wordClause(rd, &c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// koreanClause returns the sentence of a Korean report unless it speaks to its readers.
func (d *drafting) koreanClause(i, from, to int, worth float64) []titleClause {
	rd := &d.r.sents[i]
	if spokenTo.MatchString(rd.text) {
		return nil
	}
	words := strings.Trim(rd.text[from:to], " .,;:")
	return []titleClause{{sent: i, start: from, end: to, words: words, link: linkImpact, worth: worth, stems: titleStems(words)}}
}

const (
	wholeWorth = .1  // what a clause is worth for not being cut
	nounWorth  = .1  // what a clause is worth for naming a cause in a noun
	tailWorth  = -.1 // and for being the tail of a sentence
)

// clauseStarts returns the places of a sentence at which a clause can begin, with the link that the
// sentence itself gives it.
func (d *drafting) clauseStarts(rd *reading, from, to int, link string) []titleClause {
	for _, t := range leadingTime {
		if m := t.FindString(rd.text[from:to]); m != "" && to-from-len(m) >= leastClause {
			from += len(m)
		}
	}
	list := []titleClause{{start: from, link: link}}
	for _, m := range nounHead.FindAllStringIndex(rd.text[from:to], -1) {
		c := titleClause{start: from + m[1], link: linkNoun, noun: true, worth: nounWorth}
		if strings.HasSuffix(rd.text[:c.start], " that ") {
			c.link, c.noun = linkCause, false
		}
		list = append(list, c)
	}
	if link == linkImpact {
		for _, m := range effectHead.FindAllStringIndex(rd.text[from:to], -1) {
			list = append(list, titleClause{start: from + m[1], link: linkImpact, noun: true})
		}
	}
	for _, m := range clauseHead.FindAllStringIndex(rd.text[from:to], -1) {
		if subject.Any(rd.text[from+m[1] : to]) {
			list = append(list, titleClause{start: from + m[1], link: link, worth: tailWorth})
		}
	}
	return list
}

// aside is what a title does without: what stands in brackets, and times of day.
var aside = regexp.MustCompile(`(?i) \([^)]*\)| (?:on|at|since) ` + dayTime + `|,? (?:(?:from|at|around|until|since|by|between|and|to|starting|beginning) )?(?:(?:approximately|approx|about|around|roughly) )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m\b)?(?: ?\(?(?:UTC|GMT|[PMCE][SD]?T|CET|CEST|BST|Z)\b\)?)?`)

// article is a word that titles do without, but for a few phrases.
var (
	article      = regexp.MustCompile(`(?i)\b(?:the|an?|these|those|this|such) `)
	keepsArticle = phrase.MustSet(`(?i)\ba (?:lot|few|little|great many|number of|couple|while|bit|result)\b`)
)

// wordClause writes the words of a clause as a title has them; false when they cannot stand in one.
func (d *drafting) wordClause(rd *reading, c *titleClause) bool {
	plain := strings.Trim(aside.ReplaceAllString(rd.text[c.start:c.end], ""), " .,;:–—-")
	if faceless.Any(plain) {
		return false
	}
	if !keepsArticle.Any(plain) {
		plain = article.ReplaceAllString(plain, "")
	}
	if len(plain) < leastClause || len(plain) > titleLength || dangling.Any(plain) || strings.ContainsAny(plain, "()") {
		return false
	}
	c.words = d.uncapital(thirdPerson(plain, string(d.Case.Org)))
	c.stems = titleStems(c.words)
	switch {
	case unfinished.Any(c.words), firstPerson.MatchString(c.words), len(c.stems) < 3, faceless.Any(c.words), loose.Any(c.words), still.Any(c.words):
		return false
	case c.noun:
		return !finite.Any(c.words) && !strings.Contains(c.words, " to ") && d.tellsFault(c)
	}
	verbs := len(happened.FindAllString(c.words, -1))
	return (verbs > 1 || verbs == 1 && !relative.Any(c.words)) && d.tellsFault(c)
}

// tellsFault tells whether a clause is none on the response.
func (d *drafting) tellsFault(c *titleClause) bool {
	text := d.n.cut(fold(c.words).text)
	cues := d.n.cuesOf(text, d.n.patterns.find(nil, text))
	return !cues.has(cueRepair) && !cues.has(cueDetection) && !cues.has(cueNegation)
}

// uncapital writes the first word small when it has its capital only because it begins a sentence: when
// the report has it small elsewhere.
func (d *drafting) uncapital(words string) string {
	first := firstWord(words)
	small := strings.ToLower(first)
	if openers[first] || d.r.holdsWord(small) && unicode.IsLower([]rune(first + "aa")[1]) {
		return small + words[len(first):]
	}
	return words
}

// holdsWord tells whether a sentence of the report has the word between spaces.
func (r *report) holdsWord(word string) bool {
	return slices.ContainsFunc(r.sents, func(rd reading) bool { return strings.Contains(rd.text, " "+word+" ") })
}

// openers are words that have a capital only because they begin a sentence.
var openers = wordSet("The A An Our Some All One Two Three No Every Many Most Several Customers Users Requests Both Each New Old")
