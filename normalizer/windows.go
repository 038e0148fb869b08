package normalizer

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"inquest/extractor"
)

// window is a stated stretch of impact: "between 10:39 AM and 11:25 AM PST".
type window struct {
	from, to *moment
	header   bool // a line of the page that states the incident's begin and end, not the report's prose
	listed   bool // it is an item of a list of nothing but such stretches
	bare     bool // its sentence names no harm; it is told of as something that went on
}

// impactWindows returns the stated stretches of impact with clock times at both ends, in the order
// of reading. Where updates are dated, only those of one update count: the first in page order that
// has any, because an earlier update knows less.
func impactWindows(doc *extractor.Document, moments []moment, sents []sentence) []window {
	byBlock := sentencesByBlock(doc, sents)
	var all []window
	for i := 1; i < len(moments); i++ {
		from, to := &moments[i-1], &moments[i]
		if !to.until || !from.timed() || !to.timed() {
			continue
		}
		b := &doc.Blocks[to.block]
		start, end := sentenceAround(byBlock[to.block], from.start, len(b.Text))
		text := strings.ToLower(b.Text[start:max(end, to.end)])
		listed := listsHarm(doc, to.block, text)
		if from.row && !listed && !impactWords(text) && !strings.Contains(b.Text[from.end:to.start], "부터") || skippedSection(b.Section) || plansOrHabit(text) || koreanStep.MatchString(text[to.start-start:]) {
			continue
		}
		w := window{from: from, to: to, header: isHeader(text), listed: listed}
		if !listed && !statesImpact(text, from.start-start) && !underKey(doc, to.block) {
			if w.bare = tellsStretch(text, from.start-start, ofImpact(b)) || headsReport(to, text); !w.bare {
				continue
			}
		}
		all = append(all, w)
	}
	return chooseWindows(doc, withoutBare(withoutSteps(all, moments)))
}

// withoutSteps drops the windows that are rows of a timeline which goes on: they are steps, and the rows tell
// when it began and ended.
func withoutSteps(all []window, moments []moment) []window {
	kept := all[:0]
	for _, w := range all {
		if !w.from.row || w.listed || !goesOnBehind(w, moments) {
			kept = append(kept, w)
		}
	}
	return kept
}

// goesOnBehind reports whether two rows at least stand before a window and one behind it that is later.
func goesOnBehind(w window, moments []moment) bool {
	before, behind := 0, false
	for i := range moments {
		m := &moments[i]
		if !m.row || !m.timed() || m.until {
			continue
		}
		if m.block < w.from.block && w.from.block-m.block < 8 {
			before++
		}
		behind = behind || m.block > w.from.block && m.block-w.from.block < 4 && earlier(w.to, m)
	}
	return before >= 2 && behind
}

// withoutBare drops the windows whose sentences name no harm where others do, and all but the first where
// none does.
func withoutBare(all []window) []window {
	var named, bare []window
	for _, w := range all {
		if w.bare {
			bare = append(bare, w)
		} else {
			named = append(named, w)
		}
	}
	if len(bare) > 0 && bare[0].around(named) {
		return bare[:1]
	}
	return named
}

// around reports whether a window stands before all others and holds them: then they are parts of it.
func (w window) around(others []window) bool {
	for _, o := range others {
		if o.from.block < w.from.block || o.from.block == w.from.block && o.from.start < w.from.start || earlier(o.from, w.from) || earlier(w.to, o.to) || apart(w.from, o.from) > longestIncident {
			return false
		}
	}
	return true
}

// tellsStretch reports whether a sentence in lower case says of a range at offset at that something went on
// within it, "between 16:02 and 17:15 every visitor saw the wrong page", and not what people did. impact
// says that it stands in a part on the impact.
func tellsStretch(low string, at int, impact bool) bool {
	if strings.IndexFunc(low, isHangul) >= 0 {
		return impact || !harmlessKorean.MatchString(low)
	}
	return opensStretch.MatchString(low[:max(0, min(at, len(low)))]) && !peopleAct.MatchString(low) && !respondsFirst(strings.TrimLeft(low, " *-")) && (impact || !harmless.MatchString(low))
}

// headsReport reports whether a range stands in the title, or in a line near it that is little more than a date:
// "Sunday 4 May 2031, 19:40-22:10 UTC".
func headsReport(to *moment, low string) bool {
	return to.block == 0 || to.block <= 4 && len(strings.Fields(low)) <= 10 && !announces(low) && !harmless.MatchString(low)
}

// ofImpact reports whether a block is one on the impact, by its section or its first words.
func ofImpact(b *extractor.Block) bool {
	return b.Section == extractor.SectionImpact || impactLead.MatchString(b.Text)
}

var impactLead = regexp.MustCompile(`(?i)^\W*(?:customer |user |service )?impact\b`)

var (
	opensStretch = regexp.MustCompile(`\b(?:between|from)(?: (?:about|around|roughly|approximately|approx\.?))? ~?$`)
	// harmlessKorean matches Korean words for work, meetings and opening hours.
	harmlessKorean = regexp.MustCompile(`점검|작업|예정|운영|회의|근무|배포|시도|기동|매일|매주|정기|재처리|확인 중|접수|백업|보관|자료|쓰신|작성`)
	harmless       = regexp.MustCompile(`\b(?:every (?:day|night|morning|week|hour|month)|daily|weekly|nightly|usually|normally|always|window|shift|(?:entered|written|created|recorded|saved|made) (?:between|from)|open|opening|hours|meeting|call|test\w*|maintenance|deploy\w*|roll\w*|rebuil\w*|restor\w*|replay\w*|restart\w*|investigat\w*|spent|copied|copying|migrat\w*)\b`)
)

// chooseWindows keeps the windows of the report's prose where there are any, else those of its header,
// and of several updates the last written one that states some.
func chooseWindows(doc *extractor.Document, all []window) []window {
	prose := false
	for _, w := range all {
		prose = prose || !w.header
	}
	latest := ""
	for _, w := range all {
		if t := string(doc.Blocks[w.from.block].Time); w.header != prose && t > latest {
			latest = t
		}
	}
	var kept []window
	for _, w := range all {
		if w.header != prose && string(doc.Blocks[w.from.block].Time) == latest {
			kept = append(kept, w)
		}
	}
	return kept
}

// moveIntoSpan gives clock times without a day of their own the day on which they fall into the stated
// impact, where the day that the text before them has reached puts them outside: "approved on 10 May. At
// 22:05 ..." of an impact on 12 May. It reports whether any was moved.
func (c *chronicler) moveIntoSpan() bool {
	from, to := c.statedSpan()
	if from == nil || to == nil || from.dayless || to.dayless || from.yearless != to.yearless || apart(from, to) > 48*time.Hour {
		return false
	}
	moved := false
	for i := range c.moments {
		m := &c.moments[i]
		if !m.timed() || m.yearless != from.yearless || !contains(m.inferred, "date") || m.counted || m.until || m.day.told.kind != 0 || m.dayless || within(m.wall, from, to, 2*time.Hour) {
			continue
		}
		moved = m.moveBetween(from, to) || moved
	}
	return moved
}

// moveBetween gives a clock time the first day on which it lies between two moments, and reports whether
// there is one.
func (m *moment) moveBetween(from, to *moment) bool {
	const aDay = 24 * time.Hour
	clock := m.wall.Sub(m.wall.Truncate(aDay))
	for d := from.wall.Truncate(aDay); !d.After(to.wall); d = d.Add(aDay) {
		if !within(d.Add(clock), from, to, 0) {
			continue
		}
		m.day = dayAt(d)
		if m.yearless {
			m.day.year = 0
		}
		m.setWall()
		m.setKnownZone()
		return true
	}
	return false
}

// within reports whether a wall clock lies between two moments, or around them by a margin.
func within(wall time.Time, from, to *moment, margin time.Duration) bool {
	return !wall.Before(from.wall.Add(-margin)) && !wall.After(to.wall.Add(margin))
}

// statedSpan returns the first start and the last end that windows or named lines state with a day.
func (c *chronicler) statedSpan() (from, to *moment) {
	for _, w := range c.windows {
		if w.to.backward {
			return nil, nil
		}
		if from == nil || earlier(w.from, from) {
			from = w.from
		}
		if to == nil || earlier(to, w.to) {
			to = w.to
		}
	}
	for i := range c.happened {
		h := &c.happened[i]
		if !h.named || !h.timed() || h.dayless || len(c.windows) > 0 {
			continue
		}
		if h.kind == kindStarted && from == nil {
			from = &h.moment
		}
		if h.kind == kindResolved {
			to = &h.moment
		}
	}
	return from, to
}

// compareLanguages flags a report that states one impact in two languages with different times: no duration
// follows from it.
func (c *chronicler) compareLanguages() {
	english, korean := c.spanOf(false), c.spanOf(true)
	if english == nil || korean == nil {
		return
	}
	from, ok := between(english.from, korean.from)
	to, both := between(english.to, korean.to)
	if ok && both && (from != 0 || to != 0) {
		c.broken = true
		c.problem("timeline", CodeTimesDiffer, "The English and the Korean text give different times.",
			c.quote(english.from), c.quote(english.to), c.quote(korean.from), c.quote(korean.to))
	}
}

// spanOf returns the first start and the last end of the windows in blocks with Hangul, or in those without.
func (c *chronicler) spanOf(hangul bool) *window {
	var span *window
	for _, w := range c.windows {
		if strings.IndexFunc(c.doc.Blocks[w.from.block].Text, isHangul) >= 0 != hangul {
			continue
		}
		if span == nil {
			span = &window{from: w.from, to: w.to}
			continue
		}
		if earlier(w.from, span.from) {
			span.from = w.from
		}
		if earlier(span.to, w.to) {
			span.to = w.to
		}
	}
	return span
}

func isHangul(r rune) bool { return unicode.Is(unicode.Hangul, r) }

// isHeader reports whether a sentence is the fixed line with which a platform states begin and end.
func isHeader(low string) bool {
	return strings.HasPrefix(low, "incident began at") || strings.HasPrefix(low, "incident affecting")
}

// statesImpact reports whether a sentence that holds a range at offset at speaks of the impact: by
// its words, or as a line that is named after the incident's time.
func statesImpact(low string, at int) bool {
	return impactWords(low) || keyLine(low[:max(0, min(at, len(low)))])
}

// plansOrHabit reports whether a sentence, in lower case, gives the range of a plan or of office hours.
func plansOrHabit(low string) bool {
	for _, w := range []string{"maintenance window", "scheduled for", "next update", "will be ", "is expected", "scheduled maintenance", "somewhere between", "sometime between", "some time between", "support hours", "business hours", "office hours", "working hours", "작업 일정", "점검 일정"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// underKey reports whether the block before one is nothing but the name of a time: "[일시]", "When".
func underKey(doc *extractor.Document, block int) bool {
	const longestKey = 24 // bytes
	if block == 0 {
		return false
	}
	key := strings.ToLower(doc.Blocks[block-1].Text)
	return len(key) <= longestKey && keyLine(key)
}

// listsHarm reports whether a text, in lower case, is an item that holds little more than a range, in a list
// that a sentence about harm leads: "Log-ins failed every night:".
func listsHarm(doc *extractor.Document, block int, low string) bool {
	const fewWords = 7
	if doc.Blocks[block].Kind != extractor.Item || len(strings.Fields(low)) > fewWords {
		return false
	}
	for block > 0 && doc.Blocks[block].Kind == extractor.Item {
		block--
	}
	lead := strings.ToLower(doc.Blocks[block].Text)
	return strings.HasSuffix(lead, ":") && impactWords(lead) && !plansOrHabit(lead)
}

// koreanStep matches what people did, behind a range in which they did it: "부터 02시 35분까지 화면을 ... 바꾸어 갔고".
var koreanStep = regexp.MustCompile(`까지[^.]*(?:바꾸|바꿔|바꿨|옮기|옮겼|되돌|돌렸|교체|전환하|전환했|재시작|재기동|증설|차단하|차단했|우회시|우회했|환불|보상|수정하|수정했|복원하|복원했)`)

// keyLine reports whether the words before a range name it as the time of the incident.
func keyLine(before string) bool {
	before = strings.Trim(before, " *-•■:.|①②③0123456789")
	if len(before) > 60 {
		return false
	}
	for _, w := range []string{"time", "date", "when", "window", "duration", "period", "시각", "시간", "일시", "기간", "때:", "how long", "from / to", "from/to", "日時", "時間", "期間", "zeitraum", "période", "periodo"} {
		if strings.Contains(before, w) {
			return true
		}
	}
	return false
}

// impactRoots begin words that report harm, in lower case.
var impactRoots = []string{
	"outage", "fail", "unavailab", "error", "degrad", "disrupt", "impact", "affect", "unreachable", "unresponsive", "slow", "latenc", "delay", "down", "downtime", "timeout", "timed out", "time out",
	"incident", "interrupt", "offline", "elevated", "increase", "unable", "could not", "cannot", "lost", "drop", "experienc", "not answer", "not available", "not respond", "did not", "intermittent", "404", "500", "502", "503", "504", "5xx",
	"crash", "stopped", "stale", "missing", "duplicat", "inconsisten", "incorrect", "exposed", "expos", "reject", "refus", "throttl", "problem", "issue", "backlog", "connectivity", "stuck", "loss", "was out", "were out", "no new", "trouble", "nothing", "neither", "hung", "restrict", "limited", "unusable", "inaccess", "not work", "no access", "not load", "reduced", "broken", "could only", "prevented", "cut off", "nobody could", "no one could", "fault", "suffer", "impair", "blocked", "halted", "blank", "corrupt", "not able", "out of service", "unhealthy", "not process", "not deliver", "not receiv", "not reach", "inaccurate", "packet",
	"장애", "오류", "이슈", "불가", "지연", "중단", "실패", "문제", "障害", "不具合", "エラー", "遅延", "停止", "利用できない", "故障", "ausfall", "störung", "fehler", "nicht erreichbar", "nicht verfügbar", "unterbrech", "beeinträcht", "indisponib", "coupure", "perturb", "dégrad", "caída", "no disponible", "できない", "できません", "되지 않", "불안정", "끊김", "느려", "panne", "incidente", "interruption", "fallo",
}

// impactForms are words that report harm only as they stand.
var impactForms = wordSet("late wrong hang hangs hanging froze frozen freeze died dead bounced bouncing dark garbled spinner collapsed vanished disappeared")

// impactWords reports whether a text in lower case holds a word that reports harm.
func impactWords(low string) bool {
	if strings.Contains(low, "no ") && noneWork.MatchString(low) {
		return true
	}
	for _, w := range impactRoots {
		if at := strings.Index(low, w); at >= 0 && (at == 0 || w[0] >= 0x80 || !isLetter(low[at-1]) || strings.Contains(low, " "+w)) {
			return true
		}
	}
	if strings.Contains(low, "n't") || strings.Contains(low, "n’t") || strings.Contains(low, " not ") {
		if notWork.MatchString(low) {
			return true
		}
	}
	for len(low) > 0 {
		n := strings.IndexFunc(low, func(r rune) bool { return r > 0x7f || !isLetter(byte(r)) })
		if n < 0 {
			return impactForms[low]
		}
		if impactForms[low[:n]] {
			return true
		}
		low = low[n+1:]
	}
	return false
}
