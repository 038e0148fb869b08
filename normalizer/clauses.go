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
)

const leastClause = 25 // characters that must be left for a clause behind a title

// The words that tie a clause to the title before it.
const (
	linkImpact = ": "
	linkCause  = " as "
	linkEvent  = " after "
	linkNoun   = " due to "
)

// titleClause is a part of a sentence that can complete a title.
type titleClause struct {
	sent, start, end int
	words            string
	link             string
	worth            float64 // of its kind
}

// completeTitle says in the title what the page's own leaves open: what broke, and why. Of the clauses
// on the impact and on the cause it takes the pair that says most in the room there is.
func (d *drafting) completeTitle() {
	if !d.r.written() {
		return
	}
	title := ""
	if d.Case.Title != nil {
		title = string(d.Case.Title.En) + string(d.Case.Title.Ko)
	}
	parts := d.bestParts(title)
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

const (
	pairedClauses = 24  // of each kind that are tried with each other
	leastGain     = 1.2 // that a clause must add to a title
)

// bestParts returns the clause on the impact, the one on the cause, both or neither: what adds most of
// the words that the report comes back to and fits.
func (d *drafting) bestParts(title string) []titleClause {
	topics := d.topics()
	for w := range stems(title) {
		delete(topics, w)
	}
	impacts := d.impactClauses()
	for i := range impacts {
		if happenedTo.MatchString(title) { // then the impact is told, and the cause is what is wanted
			impacts[i].worth *= .6
		}
	}
	impacts = heaviest(impacts, topics)
	causes := heaviest(d.causeClauses(), topics)
	var best []titleClause
	most := 0.0
	try := func(parts ...titleClause) {
		if utf8.RuneCountInString(joinTitle(title, parts...)) > titleLength {
			return
		}
		if g := gain(topics, parts); g > most {
			best, most = parts, g
		}
	}
	for _, c := range causes {
		if title != "" || len(impacts) == 0 {
			try(c)
		}
		for _, i := range impacts {
			if i.sent != c.sent || i.end <= c.start {
				try(i, c)
			}
		}
	}
	for _, i := range impacts {
		try(i)
	}
	return best
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

// heaviest returns the clauses that add most, the best first.
func heaviest(clauses []titleClause, topics map[string]float64) []titleClause {
	worth := func(c titleClause) float64 { return gain(topics, []titleClause{c}) }
	slices.SortStableFunc(clauses, func(a, b titleClause) int { return cmp.Compare(worth(b), worth(a)) })
	return clauses[:min(pairedClauses, len(clauses))]
}

// gain is what clauses add to a title: each word once, less a price for each clause.
func gain(topics map[string]float64, parts []titleClause) float64 {
	seen := map[string]bool{}
	sum := 0.0
	for _, c := range parts {
		for _, w := range slices.Sorted(maps.Keys(stems(c.words))) {
			if !seen[w] {
				sum += c.worth * topics[w]
			}
			seen[w] = true
		}
		sum -= leastGain
	}
	return sum
}

// stems returns the content words of a text without their endings.
func stems(text string) map[string]bool {
	set := map[string]bool{}
	for w := range contentWords(text) {
		set[withoutEnding(w)] = true
	}
	return set
}

// happenedTo is a title that says what was observed.
var happenedTo = regexp.MustCompile(`(?i)\b(?:not|down|errors?|outages?|loss|lost|lack|timeouts?|delay(?:s|ed)?|missing|fail\w*|slow\w*|unavailab\w+|degrad\w+|broken|expire[sd]?|deletion|deleted|latency|issues?|problems?|disruption|stall\w*|stop(?:ped)?|interrupt\w+|exposed)\b`)

// explained is a title that names a cause already.
var explained = regexp.MustCompile(`(?i)\b(?:due to|caused|because|after)\b`)

// joinTitle ties clauses to a title, each with its link.
func joinTitle(title string, parts ...titleClause) string {
	for _, c := range parts {
		if title == "" {
			title = c.words
			continue
		}
		link := c.link
		if explained.MatchString(title) {
			link = linkImpact
		}
		title += link + c.words
	}
	return title
}

// titleWorth is what the features of a sentence say of its worth for a title, on top of 1.
var titleWorth = map[string]float64{
	"cites cause": .5, "cites symptom": .4, "at the start": .3, "at started": .3, "cue failure": .2, "cue weak-cause": .2, "cue strong-cause": .3,
	"cue effect": .2, "cue accident": .3, toldHarm: .2, toldEvent: .2, toldNamedTrigger: .4, "section summary": .4, "section impact": .2, "first fifth": .2, "first half": .2,
	"section timeline": -.2, "after the start": -.2, "after a step": -.2, toldStep: -.3, toldKnew: -.4, toldWatch: -.4, toldOver: -.3, toldLate: -.3, "last fifth": -.3,
}

// worthOf adds up what the features of a sentence say of its worth for a title.
func (d *drafting) worthOf(i int) float64 {
	sum := 1.0
	for _, f := range slices.Sorted(maps.Keys(d.told[i])) {
		sum += titleWorth[f]
	}
	return sum
}

// impactClauses returns the clauses that tell what was observed.
func (d *drafting) impactClauses() []titleClause {
	var list []titleClause
	main := d.r.mainImpact()
	for i := range d.r.sents {
		if rd := &d.r.sents[i]; d.mayTitle(i) && (i == main || rd.role == roleImpact || d.told[i]["cites symptom"]) {
			list = append(list, d.clausesOf(i, linkImpact, d.worthOf(i))...)
		}
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
			list = append(list, d.clausesOf(i, linkEvent, d.worthOf(i)+.7)...)
		case d.told[i]["cites cause"] || rd.role == roleCause || rd.role == roleTrigger:
			list = append(list, d.clausesOf(i, linkCause, d.worthOf(i)+.4)...)
		}
	}
	return list
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
	regexp.MustCompile(`^(?i:on|yesterday|today|late|early|in|during|over|with|due to|for|under)\b[^,.;]{0,60}, `),
	regexp.MustCompile(`^(?i:however|then|also|so|but|and|as a result|because of (?:this|that)|in addition|shortly after|after that|later|meanwhile|in fact|at the same time),? `),
	regexp.MustCompile(`^(?i:(?:the|our|its|this|one) (?:\S+ ){0,4}(?:root cause|cause|reason|trigger|issue|problem) (?:was|is) that )`),
	regexp.MustCompile(`^(?i:(?:the |our )?(?:team|we|engineers?|developers?|investigation) (?:was |were )?(?:had )?(?:identified|noticed|found|discovered|determined|realised|realized|saw|learned)(?: only)? that )`),
}

var (
	// clauseHead is a place behind which a clause can begin.
	clauseHead = regexp.MustCompile(`(?:[;:] |, (?:and |but |so )?| [–—-] | and | because )`)
	// nounHead is a place behind which a cause is named.
	nounHead = regexp.MustCompile(`(?i)\b(?:caused by|triggered by|due to|because of|resulted from|traced (?:back )?to|stemmed from|(?:cause|reason|culprit)(?: \w+){0,4} was)(?: actually)?(?: that)? `)
	// clauseTail is a place before which a clause can end.
	clauseTail = regexp.MustCompile(`(?:[;:] | [–—-] | \(|,? (?:which|causing|because|when|while|until|so that|resulting in|leading to|making|although|though|where|since|as well as|as a result|as|due to|after|before|and then|and (?:the|we|it|this|that|these|they|a|an|in|so|our|all|some)|but|so|with)\b|, (?:and|the|a|it|they|we|this|these|among|in|on|at|from|for|two|one|not|no) | (?:at|on|from|between|around|for|until|since|over|by|in|starting|approximately)(?: (?:approximately|about|around|the|\d{1,2}|[A-Z][a-z]+)){0,2} \d)`)
	// phraseTail is a word behind which a phrase is added that a clause can do without.
	phraseTail = regexp.MustCompile(`(?i)(\b\w+(?:[^d\W]|[^e\W]d)) (?:in|on|across|during|within|through|via|that|until|for|to the point)\b`)
	// subject is how a clause of its own begins.
	subject = regexp.MustCompile(`^(?:(?i:the|an?|all|some|our|one|two|three|several|many|most|customers?|users?|requests?|every|each|new|old) |[A-Z][\w'’./-]* )`)
	// faceless is a beginning that points back at what a title does not have, or that opens a clause
	// which depends on another.
	faceless = regexp.MustCompile(`^(?i:it|its|this|that|these|those|they|their|he|she|his|her|there|here|i|you|your|if|when|while|because|as|although|though|since|after|before|once|until|to|what|which|who|whoever|how|why|where|one (?:of|that|with)|both|another|each|later|so|such|same|the same|other|the other|also|then|not|no|in|at|on|from|for|by|with|under|within|any|take|(?:the )?root cause|the cause|the reason|the trigger|identified|noticed|discovered|confirmed|concluded|observed|engineers?|(?:19|20)\d\d)\b`)
	// loose is a word in a clause that points at what stands outside it.
	loose = regexp.MustCompile(`(?i)\b(?:this|these|those|such|above|below|he|she|I|us|you|your|them|reasons|concerned|in question|were back|support|called in|advised|engineers|investigat\w+|engineering|established|the outage|the incident|the issue|the problem|(?:in|of|on|for|at|with|to|by) that)\b|[?!"“”|@#]|https?:`)
	// happened is a verb of the past.
	happened = regexp.MustCompile(`(?i)\b(?:\w{2,}ed|was|were|had|did|could|didn['’]t|couldn['’]t|became|began|went|saw|lost|ran|fell|rose|grew|broke|took|led|sent|hit|put|cut|left|kept|held|shrank|met|made|got|came|found|gave|built|drove|brought|threw|wrote|spread|stuck)\b`)
	// relative is a noun with a clause that depends on it.
	relative = regexp.MustCompile(`^(?:\S+ ){1,5}(?:that|which|who)\b`)
	// spokenTo is what Korean notices say to their readers.
	spokenTo = regexp.MustCompile(`안내|공지|조치|대응|드립니다|바랍니다|부탁|다음과 같|이용 고객|\d{4} ?[-.년]`)
	// still is a verb of the present or a wish, which tells nothing that happened.
	still = regexp.MustCompile(`(?i)\b(?:will|should|would|may|might|can|need|needs|is being|are being|please|sorry|apologi\w+)\b`)
)

// clausesOf returns the clauses of a sentence that can stand in a title.
func (d *drafting) clausesOf(i int, link string, worth float64) []titleClause {
	rd := &d.r.sents[i]
	from, to := rd.statement()
	for _, t := range leadingTime {
		if m := t.FindString(rd.text[from:to]); m != "" && to-from-len(m) >= leastClause {
			from += len(m)
		}
	}
	if d.r.lang == "ko" {
		if spokenTo.MatchString(rd.text) {
			return nil
		}
		return []titleClause{{sent: i, start: from, end: to, words: strings.Trim(rd.text[from:to], " .,;:"), link: linkImpact, worth: worth}}
	}
	var list []titleClause
	for _, head := range d.clauseStarts(rd, from, to) {
		if head.link == "" {
			head.link = link
		}
		whole := to - head.start
		if n := strings.Index(rd.text[head.start:to], ", which "); n > 0 {
			whole = n
		}
		ends := [][]int{{whole}}
		ends = append(ends, clauseTail.FindAllStringIndex(rd.text[head.start:to], -1)...)
		for _, m := range phraseTail.FindAllStringSubmatchIndex(rd.text[head.start:to], -1) {
			ends = append(ends, []int{m[3]})
		}
		for _, e := range ends {
			c := titleClause{sent: i, start: head.start, end: head.start + e[0], link: head.link, worth: worth * head.worth}
			if d.wordClause(rd, &c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// clauseStarts returns the places of a sentence at which a clause can begin, with the link that the
// sentence itself gives it.
func (d *drafting) clauseStarts(rd *reading, from, to int) []titleClause {
	list := []titleClause{{start: from, worth: 1}}
	for _, m := range nounHead.FindAllStringIndex(rd.text[from:to], -1) {
		c := titleClause{start: from + m[1], link: linkNoun, worth: 1.2}
		if strings.HasSuffix(rd.text[:c.start], " that ") {
			c.link = linkCause
		}
		list = append(list, c)
	}
	for _, m := range clauseHead.FindAllStringIndex(rd.text[from:to], -1) {
		if subject.MatchString(rd.text[from+m[1] : to]) {
			list = append(list, titleClause{start: from + m[1], worth: .9})
		}
	}
	return list
}

// aside is what a title does without: what stands in brackets, and times of day.
var aside = regexp.MustCompile(`(?i) \([^)]*\)| (?:on|at|since) ` + dayTime + `|,? (?:(?:from|at|around|until|since|by|between|and|to|starting|beginning) )?(?:(?:approximately|approx|about|around|roughly) )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m\b)?(?: ?\(?(?:UTC|GMT|[PMCE][SD]?T|CET|CEST|BST|Z)\b\)?)?`)

// wordClause writes the words of a clause as a title has them; false when they cannot stand in one.
func (d *drafting) wordClause(rd *reading, c *titleClause) bool {
	plain := strings.Trim(aside.ReplaceAllString(rd.text[c.start:c.end], ""), " .,;:–—-")
	c.words = d.uncapital(thirdPerson(plain, string(d.Case.Org)))
	text := d.n.cut(fold(c.words).text)
	cues := d.n.cuesOf(text, d.n.patterns.find(nil, text))
	switch {
	case strings.Count(plain, "(") != strings.Count(plain, ")"), danglingWords.MatchString(plain), firstPerson.MatchString(c.words),
		len(wordSpans(c.words)) < 4, utf8.RuneCountInString(c.words) < leastClause:
		return false
	case faceless.MatchString(c.words), loose.MatchString(c.words), still.MatchString(c.words):
		return false
	case cues.has(cueRepair), cues.has(cueDetection), cues.has(cueNegation):
		return false
	}
	verbs := len(happened.FindAllString(c.words, -1))
	return c.link == linkNoun || verbs > 1 || verbs == 1 && !relative.MatchString(c.words)
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

// topics weighs the words of a report by how many of its sentences have them.
func (d *drafting) topics() map[string]float64 {
	count := map[string]float64{}
	for i := range d.r.sents {
		if d.r.sents[i].bar != barNone {
			continue
		}
		for w := range contentWords(d.r.sents[i].text) {
			count[withoutEnding(w)]++
		}
	}
	for w, n := range count {
		count[w] = .4 + math.Log(n)
	}
	return count
}
