package normalizer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Phrase is words of a report that look like a symptom, a component or a cause and that no term of the
// facet answers to. What many reports say so belongs into the vocabulary.
type Phrase struct {
	Facet    string // symptoms, components or root_cause: what it looks like
	Text     string // in lower case, without articles
	Sentence string // in which it stands, as written
}

// Unmapped returns the phrases of the part of a source that is coded, each once, in the order of
// reading. It looks into sentences that tell of the impact or the cause and speak of no term of the
// facet: at the words around the failure for a symptom, at what failed for a component, and at what a
// cause cue points to for a cause. A report in a language without terms has none.
func (n *Normalizer) Unmapped(s Source) []Phrase {
	r := n.read(s)
	if !r.written() {
		return nil
	}
	mapped := r.mapped()
	var list []Phrase
	for i := range r.sents {
		rd := &r.sents[i]
		for _, p := range rd.phrases() {
			seen := slices.ContainsFunc(list, func(o Phrase) bool { return o.Facet == p.Facet && o.Text == p.Text })
			if !seen && !mapped[facetAt{p.Facet, i}] {
				p.Sentence = rd.text
				list = append(list, p)
			}
		}
	}
	return list
}

// facetAt is a facet with the index of a sentence that speaks of one of its terms.
type facetAt struct {
	facet string
	at    int
}

func (r *report) mapped() map[facetAt]bool {
	mapped := map[facetAt]bool{}
	for _, h := range r.hits {
		mapped[facetAt{h.facet, h.at}] = true
	}
	return mapped
}

// phrases returns what the sentence seems to name, mapped or not.
func (rd *reading) phrases() []Phrase {
	if rd.bar != barNone || rd.role != roleImpact && rd.role != roleCause {
		return nil
	}
	var list []Phrase
	add := func(facet, text string) {
		if text != "" {
			list = append(list, Phrase{Facet: facet, Text: text})
		}
	}
	words := phraseWords(rd.folded.text)
	subject, failure := failureIn(words)
	if rd.role == roleImpact {
		add(facetSymptoms, strings.TrimSpace(subject+" "+failure))
		add(facetSymptoms, inability(words))
	}
	if subject != "" && !everyWord(subject, generalWords) {
		add(facetComponents, subject)
	}
	if rd.role == roleCause {
		add(facetRootCause, rd.causePhrase(words))
	}
	return list
}

// phraseWord is a word with where it begins in the folded sentence.
type phraseWord struct {
	text   string
	at     int
	closes bool // punctuation follows: the clause ends here
}

// phraseWords cuts a folded sentence into words without punctuation around them. Korean words lose
// their particle.
func phraseWords(text string) []phraseWord {
	var words []phraseWord
	for _, span := range wordSpans(text) {
		raw := text[span[0]:span[1]]
		word := strings.TrimFunc(raw, func(r rune) bool { return !wordRune(r) })
		if word == "" {
			if len(words) > 0 {
				words[len(words)-1].closes = true
			}
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(raw)
		words = append(words, phraseWord{
			text:   withoutParticle(word),
			at:     span[0],
			closes: !wordRune(last) && last != '\'' && last != '%',
		})
	}
	return words
}

// particles that may end a Korean noun, longer before shorter.
var particles = []string{"에서", "으로", "이", "가", "은", "는", "을", "를", "의", "에", "로", "도", "와", "과"}

func withoutParticle(word string) string {
	if !hasHangul(word) {
		return word
	}
	for _, p := range particles {
		if noun := strings.TrimSuffix(word, p); noun != word && len([]rune(noun)) >= 2 {
			return noun
		}
	}
	return word
}

// failureWords say that something is not as it should be.
var failureWords = wordSet(`fail fails failed failing failure failures error errors erroring errored crash crashes crashed
crashing outage outages delay delays delayed timeout timeouts loss lost corruption corrupted exhaustion exhausted
saturation saturated contention overload overloaded backlog stall stalled stalls hung froze frozen stopped dropped
broke broken unavailable unresponsive unreachable inaccessible unusable slow slower slowness stuck missing wrong
incorrect degraded degradation down offline flapping mismatch deadlock deadlocked disconnected rejected refused
misbehaved malfunctioned misrouted leaked garbled`)

// koreanFailures are the same, as they begin inside a word.
var koreanFailures = []string{"장애", "오류", "불가", "실패", "지연", "중단", "유실", "누락", "끊김", "먹통"}

// linkWords stand between what failed and the failure.
var linkWords = wordSet(`is are was were be been being has have had became become went got started began completely
partially intermittently briefly repeatedly temporarily`)

// stopWords end a phrase: function words, and words that only say how.
var stopWords = wordSet(`a an the this that these those and or but nor of in on at by for with from to into as than then when while
where which who whom whose what why how if because since after before during until so it its they them their we our us i
you your he she his her is are was were be been being has have had do does did will would can could may might should must
not no some any all each every most many few several more other another such only also very about around between through
under over per via there here up out off again within without due causing caused resulting led meaning saw experienced
reported started began became
partial same first second third total intermittent visible fatal human major minor full brief occasional complete sporadic
elevated increased high higher new old known possible experience experiencing see seeing saw encounter encountered still
currently fully following provide remains remain observed observing investigating identified user-facing facing`)

// generalWords name nothing that could be a component.
var generalWords = wordSet(`users user customers customer clients people visitors requests request calls traffic service services system
systems site sites website platform everything nothing things incident issue issues problem problems operations
operation attempts change changes number percent subset impact affected minutes hours time 서비스 시스템 고객 사용자 현상 일부 요청 장애 문제`)

const (
	subjectWords = 3 // most words before a failure
	causeWords   = 4 // most words behind a cause cue
)

// failureIn returns what failed and the failure, of the first failure that the sentence names.
func failureIn(words []phraseWord) (subject, failure string) {
	for i, w := range words {
		failure := failureOf(w.text)
		if failure == "" {
			continue
		}
		last := i - 1
		for last >= 0 && !words[last].closes && linkWords[words[last].text] {
			last--
		}
		if subject := nounsUpTo(words, last); subject != "" {
			return subject, failure
		}
	}
	return "", ""
}

// failureOf returns the failure that a word names, without an ending, or "".
func failureOf(word string) string {
	if failureWords[word] {
		return word
	}
	if !hasHangul(word) {
		return ""
	}
	for _, f := range koreanFailures {
		if before, _, found := strings.Cut(word, f); found {
			return before + f
		}
	}
	return ""
}

// nounsUpTo joins the words that end at last and belong together; none when they are denied.
func nounsUpTo(words []phraseWord, last int) string {
	first := last + 1
	for first > 0 && last-first+1 < subjectWords && !words[first-1].closes && names(words[first-1].text) {
		first--
	}
	if first > 0 && (words[first-1].text == "no" || words[first-1].text == "without") {
		return ""
	}
	return joinWords(words[first : last+1])
}

// names tells whether a word can be part of a name: no function word, no number.
func names(word string) bool {
	return !stopWords[word] && !strings.ContainsFunc(word, unicode.IsDigit) && failureOf(word) == ""
}

func joinWords(words []phraseWord) string {
	texts := make([]string, 0, len(words))
	for _, w := range words {
		texts = append(texts, w.text)
	}
	return strings.Join(texts, " ")
}

func everyWord(phrase string, set map[string]bool) bool {
	return !slices.ContainsFunc(strings.Fields(phrase), func(w string) bool { return !set[w] })
}

// inability returns what somebody could not do: "unable to print badges".
func inability(words []phraseWord) string {
	for i := range max(0, len(words)-2) {
		pair := words[i].text + " " + words[i+1].text
		if pair == "unable to" || pair == "could not" || pair == "can not" {
			if what := nounsFrom(words, i+2, subjectWords); what != "" {
				return "unable to " + what
			}
		}
	}
	return ""
}

// nounsFrom joins the words from first on that belong together, at most n: "lack of flanges".
func nounsFrom(words []phraseWord, first, n int) string {
	goesOn := func(i int) bool {
		w := words[i].text
		return names(w) || failureWords[w] || w == "of" && i > first && i+1 < min(len(words), first+n) && names(words[i+1].text)
	}
	last := first
	for last < len(words) && last-first < n && goesOn(last) {
		last++
		if words[last-1].closes {
			break
		}
	}
	return joinWords(words[first:last])
}

// causePhrase returns what stands behind the cue of a cause, or in Korean, where the cue is a particle
// of it, before.
func (rd *reading) causePhrase(words []phraseWord) string {
	end, found := rd.cues.endOf(cueStrongCause)
	if !found {
		end, found = rd.cues.endOf(cueWeakCause)
	}
	if !found {
		return ""
	}
	first := len(words)
	if i := slices.IndexFunc(words, func(w phraseWord) bool { return w.at >= end }); i >= 0 {
		first = i
	}
	if hasHangul(rd.folded.text) {
		return koreanCause(words[:first])
	}
	for first < len(words) && stopWords[words[first].text] {
		first++
	}
	phrase := nounsFrom(words, first, causeWords)
	if !strings.Contains(phrase, " ") || everyWord(phrase, generalWords) {
		return "" // a word alone is seldom a cause: "caused the outage"
	}
	return phrase
}

// koreanCause returns the two words before the last one, which carries the cue.
func koreanCause(words []phraseWord) string {
	last := len(words) - 1
	if last < 1 {
		return ""
	}
	return joinWords(words[max(0, last-2):last])
}
