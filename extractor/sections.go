package extractor

import (
	"regexp"
	"slices"
	"strings"
)

// sectionHeadings says which headings open which section, in English, German, French, Spanish,
// Korean and Japanese. The first that matches wins: "What went wrong and why" is a cause though
// "what went wrong" alone is a lesson, and a plan for the future is one whatever it plans for.
var sectionHeadings = []struct {
	section Section
	words   wordPattern
}{
	{SectionLegal, words(`safe harbou?r|forward[- ]looking statements?|legal notice|disclaimer`, ``)},
	{SectionBoilerplate, words(`comments?|related (posts?|articles?|incidents?|content)|share this.*|subscribe.*|about the authors?|about us|references?|further reading|links?|acknowledge?ments?|table of contents|contents|see also`, `댓글|관련 글|関連記事`)},
	{SectionApology, words(`(our )?(sincere )?apolog(y|ies)|entschuldigung|nos excuses|excuses|disculpas`, `사과|お詫び`)},
	{SectionRootCause, words(`.*went wrong.{1,8}why.*`, ``)},
	{SectionActionItems, words(`.*\b(actions?( items?| plan)?|actionables?|next steps?|follow[- ]?ups?|prevent\w*|preventative|future|improve\w*|corrective|recommendations?|what's next|whats next|what next|looking ahead|going forward|moving forward|what (we|we're|we are|we will|we'll|will we|are we)( will| are)? ?(do|doing|change|changing|done|going to do).*|making incidents like this less.*|(our )?plans?|to-?dos?|tasks?|tickets?|hardening|steps we.*)\b.*|maßnahmen|.*(nächste schritte|prävention|verbesserungen|vorbeug\w*|maßnahmen)\b.*|.*(prochaines étapes|prévention|plan d'action|actions correctives|mesures|améliorations)\b.*|.*(próximos pasos|prevención|acciones|medidas|mejoras)\b.*`, `재발 ?방지|향후|개선|후속 조치|再発防止|今後の|改善策`)},
	{SectionLessons, words(`.*\b(lessons?|learn(ed|t|ings?)?|takeaways?|went well|(what )?(went|goes) wrong|went poorly|got lucky|lucky|lehren|erkenntnisse|leçons|enseignements|lecciones|aprendizajes)\b.*`, `교훈|배운 점|教訓|学び`)},
	{SectionTrigger, words(`.*\b(triggers?|triggering event|auslöser|déclencheur|desencadenante)\b.*`, `촉발|きっかけ`)},
	{SectionRootCause, words(`.*\b(root causes?|causes?|causal|why|analysis|technical|diagnosis|contributing( factors?)?|investigation|explanation|ursachen?|ursachenanalyse|analyse|causas?|análisis)\b.*`, `원인|原因`)},
	{SectionImpact, words(`.*\b(impact(s|ed)?|affected|affects?|symptoms?|scope|blast radius|auswirkung(en)?|betroffen\w*|impacts?|services affectés|impacto|afectación|afectad[oa]s)\b.*`, `영향|현상|장애 범위|影響`)},
	{SectionTimeline, words(`.*\b(time ?lines?|chronology|sequence of events|incident log|event log|zeitlicher ablauf|zeitverlauf|ablauf|chronologie|déroulement|cronología|línea de tiempo)\b.*`, `타임라인|경과|시간대별|経緯|時系列|タイムライン`)},
	{SectionDetection, words(`monitoring( and alerting)?|alert(s|ing)?( and monitoring)?|.*\b(detection|detect(ed)?|how did we (find|notice).*|erkennung|entdeckung|détection|detección)\b.*`, `감지|탐지|検知|検出`)},
	{SectionCommunication, words(`.*\b(communications?|customer notifications?|kommunikation|comunicación)\b.*`, `공지|커뮤니케이션`)},
	{SectionRemediation, words(`.*\b(remediat\w*)\b.*`, ``)},
	{SectionResolution, words(`.*\b(mitigat\w*|resolution|resolved|resolve|response|respond(ed)?|recover\w*|work ?arounds?|fix(es|ed)?|restor\w*|repair|solution|behebung|lösung|wiederherstellung|résolution|rétablissement|correction|resolución|solución|mitigación|recuperación)\b.*`, `조치|대응|복구|해결|対応|復旧|対処`)},
	{SectionSummary, words(`.*\b(summary|overview|executive summary|tl;?dr|abstract|what happened|description|synopsis|incident details|zusammenfassung|überblick|was ist passiert|was war los|résumé|synthèse|que s'est-il passé|resumen|qué (pasó|ocurrió|sucedió))\b.*`, `요약|개요|장애 내용|무슨 일|概要|サマリ`)},
}

// words compiles whole-heading patterns of alphabets and loose ones of scripts without word breaks.
// A pattern's \b at either end stands for the end of a word in any alphabet; that of the package
// knows ASCII only.
func words(alphabetic, loose string) wordPattern {
	alphabetic = strings.ReplaceAll(alphabetic, `.*\b(`, `(?:.*[^\p{L}])?(`)
	alphabetic = strings.ReplaceAll(alphabetic, `)\b.*`, `)(?:[^\p{L}].*)?`)
	pattern := `^(?:` + alphabetic + `)$`
	if loose != "" {
		pattern += `|` + loose
	}
	return wordPattern{regexp.MustCompile(pattern), literalsOf(pattern)}
}

// wordPattern is a pattern with texts of which one stands in whatever it matches.
type wordPattern struct {
	pattern  *regexp.Regexp
	literals []string
}

func (w wordPattern) matches(s string) bool { return hasAny(s, w.literals) && w.pattern.MatchString(s) }

var headingNumber = regexp.MustCompile(`^(?:\d+(?:\.\d+)*[.)]?|[ivx]+[.)]|[a-z][.)]|[■●▶▷◆◇□○★※#*-]+)\s+`)

// sectionOf returns the section that a heading opens, "" for none. Long headings are sentences and
// open none.
func sectionOf(heading string) Section {
	h := strings.ToLower(strings.ReplaceAll(heading, "’", "'"))
	h = strings.Trim(headingNumber.ReplaceAllString(h, ""), " .:?!*_[]()【】<>「」-–—")
	if h == "" || len(strings.Fields(h)) > 12 || len(h) > 120 {
		return ""
	}
	for _, s := range sectionHeadings {
		if s.words.matches(h) {
			return s.section
		}
	}
	return ""
}

// sectioner walks the blocks and remembers which headings are open and which group of action items
// it is in.
type sectioner struct {
	open   []opened // from the outermost heading to the innermost
	items  opened   // an item that heads the items below it; its level is a depth
	state  State
	headed bool // a heading has been seen
	paras  int  // blocks of text before the first heading
}

// opened is a heading that says which section it opens; "" for one that says nothing.
type opened struct {
	section Section
	level   int
}

// leadInLevel is below the level of every heading.
const leadInLevel = 7

// section is that of the innermost heading that says one.
func (s *sectioner) section() Section {
	for i := len(s.open) - 1; i >= 0; i-- {
		if s.open[i].section != "" {
			return s.open[i].section
		}
	}
	return ""
}

// enter opens a heading and closes those on its level and below.
func (s *sectioner) enter(section Section, level int) {
	for len(s.open) > 0 && s.open[len(s.open)-1].level >= level {
		s.open = s.open[:len(s.open)-1]
	}
	s.open = append(s.open, opened{section, level})
	s.headed = true
}

// markSections gives every block its section and action items their state.
func markSections(d *Document) {
	s := &sectioner{}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		switch {
		case b.Section != "":
			markByContent(b)
		case b.Kind == Fact:
			b.Section = SectionPlatform
		case i > 0 && b.Label != d.Blocks[i-1].Label:
			*s = sectioner{}
			s.mark(b)
		default:
			s.mark(b)
		}
	}
}

func (s *sectioner) mark(b *Block) {
	switch {
	case b.Kind == Heading:
		s.heading(b.Text, b.Level)
	case isBareStamp(b):
		*s = sectioner{}
	case startsRow(b):
		s.enter(SectionTimeline, leadInLevel)
	case b.Kind == Para && s.standsAlone(b.Text):
		s.heading(b.Text, leadInLevel)
	case b.Kind == Para:
		s.leadIn(b.Text)
	}
	if b.Section = s.section(); b.Kind != Item {
		s.items = opened{}
	}
	if b.Kind != Heading && b.Section == "" {
		b.Section = SectionUnknown
		if !s.headed && s.paras < 2 && (b.Kind == Para || b.Kind == Quote) {
			b.Section = SectionSummary
			s.paras++
		}
	}
	if b.Kind == Item || b.Kind == Row {
		s.item(b)
	}
	markByContent(b)
}

// heading opens a section. One that says nothing of its own stays in the section above it when it
// is on a lower level, and ends it otherwise.
func (s *sectioner) heading(text string, level int) {
	if state, ok := stateOf(text); ok && (s.section() == SectionActionItems || s.section() == SectionRemediation) {
		s.state = state
		return
	}
	s.state = StateNone
	s.enter(sectionOf(text), level)
}

// standsAlone tells a paragraph that is a heading without its markup: a lead-in with nothing after
// its colon, or a short question.
func (s *sectioner) standsAlone(text string) bool {
	if len(strings.Fields(text)) > 12 {
		return false
	}
	if _, ok := stateOf(text); ok && s.section() == SectionActionItems {
		return true
	}
	return (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "：")) && sectionOf(text) != "" ||
		isCapitals(text) && sectionOf(text) != ""
}

const dayShape = `(?:[A-Z][a-z]{2,8}\.? \d{1,2}(?:,? \d{4})?|\d{4}-\d{2}-\d{2}|\d{1,2} [A-Z][a-z]{2,8}(?:,? \d{4})?)`

var (
	bareStamp = regexp.MustCompile(`^(?:` + dayShape + `[ T|,–-]*)?(?:\d{1,2}:\d{2}(?::\d{2})?)?(?: ?(?:UTC|GMT|[AP]M|[A-Z]{2,4}T))*$`)
	rowStart  = regexp.MustCompile(`^(?:` + dayShape + `[ T|,–-]*)?\[?\d{1,2}:\d{2}(?::\d{2})?\]?(?:\s|$)|^` + dayShape + ` \|`)
)

// isBareStamp tells a line that is nothing but a date or a time: it ends the section before it.
func isBareStamp(b *Block) bool {
	return b.Kind != Item && len(b.Text) < 40 && strings.ContainsAny(b.Text, "0123456789") && bareStamp.MatchString(b.Text)
}

// startsRow tells a line that a clock time opens outside of a section about times: it ends the
// section before it.
func startsRow(b *Block) bool {
	return (b.Kind == Row || b.Kind == Para) && strings.ContainsAny(prefix(b.Text, 30), "0123456789") && rowStart.MatchString(prefix(b.Text, 60))
}

func isCapitals(s string) bool {
	return len(s) > 3 && s == strings.ToUpper(s) && s != strings.ToLower(s)
}

var leadIn = regexp.MustCompile(`^([\p{L}][\p{L}\p{M}' /&-]{2,50}?)\s*[:：]\s+\S`)

// leadName returns the name before the colon that a text begins with, "" for none.
func leadName(text string) string {
	if !strings.ContainsAny(prefix(text, 4*55), ":：") {
		return ""
	}
	if m := leadIn.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// leadIn opens the section of a paragraph such as "Root cause: a full disk". What follows belongs
// to it until the next heading or lead-in.
func (s *sectioner) leadIn(text string) {
	name := leadName(text)
	if name == "" || len(strings.Fields(name)) > 6 {
		return
	}
	if section := sectionOf(name); section != "" && section != SectionBoilerplate {
		s.state = StateNone
		s.enter(section, leadInLevel)
	}
}

var (
	doneWords  = regexp.MustCompile(`(?i)^(?:complete[d]?|done|finished|already (?:done|completed)|implemented|erledigt|abgeschlossen|terminé|completad[oa]s?|완료(?:된 .*)?|完了)(?: (?:actions?|items?|tasks?))?\s*[:：]?$`)
	going      = regexp.MustCompile(`(?i)^(?:in[- ]progress|ongoing|under ?way|currently underway|wip|in arbeit|en cours|en curso|진행 ?중|対応中|進行中)(?: (?:actions?|items?|tasks?))?\s*[:：]?$`)
	planned    = regexp.MustCompile(`(?i)^(?:planned|not started|to ?do|open|upcoming|future|geplant|prévu|planificad[oa]s?|예정|予定)(?: (?:actions?|items?|tasks?))?\s*[:：]?$`)
	itemDone   = regexp.MustCompile(`(?i)^(?:\[x\]|✅|☑|✔|\[?(?:done|completed?|fixed)\]?\s*[:\]-])|[\[(](?:done|completed?|fixed|완료)[\])]\.?$`)
	itemActive = regexp.MustCompile(`(?i)^(?:\[?(?:in[- ]progress|ongoing|wip)\]?\s*[:\]-]|🚧)|[\[(](?:in[- ]progress|ongoing|wip|진행 ?중)[\])]\.?$`)
)

// stateOf reads the name of a group of action items; ok says whether it is one.
func stateOf(text string) (state State, ok bool) {
	switch {
	case doneWords.MatchString(text):
		return StateComplete, true
	case going.MatchString(text):
		return StateInProgress, true
	case planned.MatchString(text):
		return StateNone, true
	}
	return StateNone, false
}

// item gives an action item the state of its group or the one that it states itself, and a named
// item of a list its own section.
func (s *sectioner) item(b *Block) {
	if b.Section == SectionActionItems || b.Section == SectionRemediation {
		switch {
		case b.State != "":
		case itemDone.MatchString(b.Text):
			b.State = StateComplete
		case itemActive.MatchString(b.Text):
			b.State = StateInProgress
		default:
			b.State = s.state
		}
		return
	}
	if b.Section != SectionUnknown && b.Section != SectionSummary {
		return
	}
	if s.items.section != "" && b.Depth > s.items.level {
		b.Section = s.items.section
		return
	}
	s.items = opened{}
	if section := itemSection(b.Text); section != "" {
		b.Section, s.items = section, opened{section, b.Depth}
	}
}

// itemSection reads the name before an item's colon, or an item that is nothing but a name.
func itemSection(text string) Section {
	name := firstOf(leadName(text), text)
	if len(strings.Fields(name)) > 4 {
		name = ""
	}
	switch section := sectionOf(name); {
	case name == "", section == SectionBoilerplate:
	case section != "":
		return section
	case strings.ContainsAny(prefix(text, 30), "0123456789") && itemStart.MatchString(prefix(text, 60)):
		return SectionTimeline
	}
	return ""
}

// itemStart is a clock time at the beginning of an item, a date before it or not.
var itemStart = regexp.MustCompile(`^\[?(?:` + dayShape + `[,T]? ?(?:at |@ )?[~|–-]* ?|\d{4}년 ?\d{1,2}월 ?\d{1,2}일,? ?|\d{1,2}월 ?\d{1,2}일,? ?|\d{4}年\d{1,2}月\d{1,2}日 ?)?[~]?\d{1,2}:\d{2}`)

// The words of paragraphs that are marked wherever they stand, in lower case. They are searched in
// every block, for which lists of plain words are many times faster than patterns.
var (
	legalWords = []string{
		"forward-looking statement", "forward looking statement", "safe harbor", "safe harbour", "private securities litigation reform",
		"should make their purchase decisions", "undue reliance", "for general information purposes", "all rights reserved",
	}
	sorryWords = []string{
		"sorry", "apologi", "apology", "inconvenience", "thank you", "thanks for", "thank our", "appreciate your", "appreciate you",
		"bedauern", "entschuldig", "nos excuses", "désolé", "disculpas", "lamentamos", "감사합니다", "사과", "죄송", "양해", "불편을 드려", "お詫び", "申し訳", "ご迷惑",
	}
	causeWords  = []string{"root cause", "caused by", "because", "due to", "result of", "led to", "resulted", "원인", "原因"}
	sentenceEnd = regexp.MustCompile(`[.!?]["')\]]*\s+|[。！？]`)
)

func hasAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(s, word) })
}

// markByContent marks legal and apologising paragraphs wherever they stand.
func markByContent(b *Block) {
	if b.Kind == Heading || b.Kind == Fact || b.Kind == Code || b.Kind == Row {
		return
	}
	switch lower := strings.ToLower(b.Text); {
	case hasAny(lower, legalWords):
		b.Section = SectionLegal
	case onlyApologises(lower):
		b.Section = SectionApology
	}
}

// onlyApologises reports whether the sentences without an apology or thanks are at most a third of a
// text that names no cause.
func onlyApologises(text string) bool {
	if !hasAny(text, sorryWords) || hasAny(text, causeWords) {
		return false
	}
	rest := 0
	for _, sentence := range sentenceEnd.Split(text, -1) {
		if !hasAny(sentence, sorryWords) {
			rest += len(sentence)
		}
	}
	return rest*3 <= len(text)
}
