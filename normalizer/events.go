package normalizer

import (
	"regexp"
	"sort"
	"strings"
	"unicode"

	"inquest/extractor"
)

// The kinds of events.
const (
	kindStarted      = "started"
	kindDetected     = "detected"
	kindAcknowledged = "acknowledged"
	kindDeclared     = "declared"
	kindIdentified   = "identified"
	kindMitigated    = "mitigated"
	kindResolved     = "resolved"
	kindPublished    = "published"
	kindUpdate       = "update"
)

// happening is a moment with what happened then.
type happening struct {
	moment
	kind  string
	row   bool // the moment begins a row or item of a timeline
	weak  bool // a start that may be a later step
	named bool // the name of its line or cell says what happened
	harm  bool // that name says "impact"
}

// eventCue is a phrase, in lower case, that says what happened at a time near it.
type eventCue struct{ phrase, kind string }

// eventCues lists the phrases per kind. A phrase is matched at the beginning of a word.
var eventCues = eventCueList(map[string]string{
	kindStarted: "사고 일시|사고일시|장애 일시|장애일시|사고 시각|사건 일시|was not reachable|were not reachable|was not available|were not available|was not accessible|were not accessible|was not responding|were not responding|did not respond|could not be reached|could no longer|no longer worked|errors spike|error rate spikes|error rate increases|error rates increase|error rate rises|error rates rise|latency spikes|latency increases|latency rises|requests start failing|requests begin failing|starts erroring|start erroring|begins erroring|fault occurs|fault occurred|incident occurs|incident occurred|outage occurred|entered notready|entered not ready|gets killed|get killed|got killed|start of incident|start of outage|start of disruption|beginning of the incident|beginning of the outage|impact start|impact began|impact begins|impact starts|start of impact|start of the incident|start of the outage|incident start|incident began|incident begins|outage start|outage began|outage begins|" +
		"disruption began|degradation began|issue began|issue started|issues began|issues started|problem began|problem started|problems began|problems started|errors began|start failing|starts failing|begin failing|begins failing|start to fail|stops working|stops responding|errors begin|errors start|failures begin|failures began|failures start|failing since|errors started|began experienc|began to experience|started experienc|" +
		"started to experience|start experienc|began seeing errors|began to fail|began fail|started fail|started to fail|begin to fail|begins to fail|starts to fail|begin to be affected|began to be affected|was first affected|were first affected|" +
		"goes down|went down|is down|were down|hard down|went offline|stalled|became unavailable|become unavailable|became unreachable|became unresponsive|stopped working|stopped responding|stopped serving|stopped accept|lost connectivity|lost network|" +
		"lost their network|lost power|first timeout|first error|first failure|start time|started at|started on|starting at|starting from|starting on|beginning at|beginning on|beginning|began at|began on|begins at|occurred at|occurred between|happened at|commencing at|commenced at|commenced|first occurred|began returning|started returning|began throwing|started throwing|began receiving errors|" +
		"started timing out|began timing out|started to see|started seeing|became degraded|became inaccessible|was inaccessible|were inaccessible|were unable to|was unable to|unavailable as of|degraded as of|degraded status as of|impacted as of|unavailable since|stopped processing|lost access|crashed|was disrupted|were disrupted|first appeared|began|began|begins|begin|starts|started|experienced|suffered|suffers|had a short|had an outage|saw a spike|resulting in|from|since|" +
		"ausfall begann|beginn der störung|beginn|seit|début|depuis|inicio|desde|comenzó|발생 시각|발생시각|발생시간|장애시각|장애 시각|발생 일시|발생일시|장애 발생|오류 발생|문제 발생|상태 시작|장애 시작|발생|시작|부터|障害発生|発生日時|発生|開始",
	kindDetected: "called us|first call|first page|pages sent|page sent|page received|received a page|get paged|got paged|were paged|was paged|users report|user reports|customers reporting|users reporting|reports come in|report comes in|reports coming in|reports start|complain|icinga|alertmanager|nagios|pingdom|opsgenie|victorops|task filed|task opened|task created|bug filed|ticket filed|ticket opened|contacted us|notified us|informed us|user reported|users reported|customer reported|customers reported|received alerts|received an alert|first alert|alerts fired|alert fired|alerts triggered|alert triggered|triggered an alert|first complaint|complaints|first detected|detected|detection|detects|alerted|alert|alarm|paged|pages the|page fired|pagerduty|noticed|notices|noticing|first report|first customer|first customer report|customer report|customers report|customers began report|user report|users report|users alerted|developer reports|" +
		"warning|reports of|received reports|received a report|receive reports|received first|reported that|reported by|support ticket|first support|became aware|become aware|made aware|were informed|are informed|monitoring indicated|monitoring showed|monitoring detected|our monitoring|observed|we observe|" +
		"first observed|we discovered|was discovered|discovered|we saw|first seen|bemerkt|erkannt|alarmiert|détecté|alerte|detectado|alerta|장애 인지|최초 인지|이상을 확인|이상 확인|이상 징후|인지|감지|탐지|알림 수신|알람|문의 접수|문의로|문의가|알게 됨|알게 되|알게 된|알았습니다|알려 주|알려 줬|알려 왔|신고|민원|발견|제보|알람이|알림이 울|경보|울렸|호출|検知|検出|認知|アラート",
	kindDeclared:     "incident declared|declared an incident|declared incident|declares an incident|declare an incident|incident was declared|incident is declared|formal incident|opened an incident|incident opened|official incident|インシデント宣言",
	kindAcknowledged: "acknowledged|acknowledges|ack'd|on-call engineer responds",
	kindIdentified:   "root cause identified|root cause detected|root cause was|identified the root cause|identified the cause|identified the issue|cause identified|identified|root cause is clear|pinpointed|원인 파악|원인 확인|原因特定",
	kindMitigated:    "partially resolved|mitigated|mitigation|rolled back|rollback performed|rollback complete|partially restored|partial recovery|workaround|began to recover|recovery began|recovery started|started to recover|recovery begins|started recovering|begins to recover|starts to recover|repaired|임시 조치|우회|緩和",
	kindResolved: "were all delivered|were delivered|been delivered|were all processed|been processed|were all sent|are back|it is back|was back|were back|came back|recovers|errors stop|errors drop to|errors subside|error rate returns|error rates return|error rate drops to|recovery complete|verified operational|responding again|running again|serving again|created again|accessible again|functioning again|reachable again|online again|flowing again|works again|work again|operational again|usable again|service was normal|fully restored|fully resolved|fully recovered|full recovery|fully operational|completely resolved|was resolved|were resolved|is resolved|been resolved|resolved|restored|recovered|back to normal|returned to normal|returns to normal|working normally|operating normally|" +
		"normal operation|was normal|were normal|is normal|as working|working again|normal service|service operational|systems operational|completely stable|is up again|are up again|back online|back up|up and running|is working|all clear|incident closed|impact ended|impact ends|impact end|incident end|end of impact|end of incident|outage ended|returned to baseline|returned to the baseline|returned to their baseline|back to baseline|available again|healthy again|no longer experienc|no longer impact|no longer affect|full resolution|recovery was complete|" +
		"fully functional|functioning normally|functioning as expected|operating as expected|working as expected|subsided|successfully delivered|fully delivered|backlog was cleared|backlog was processed|backlog cleared|fully processed|fully cleared|had recovered|stabilized|stabilised|service returned|services returned|traffic returned|fully mitigated|errors ceased|errors stopped|issue ceased|outage ends|outage over|end of outage|impact over|incident ends|incident over|site is back|site back|end time|over|ended at|ended on|ended|ends at|until|" +
		"behoben|wiederhergestellt|ende der störung|bis|rétabli|résolu|résolue|resuelto|restablecido|다시 열|모두 전송|모두 발송|모두 처리|모두 배송|복구 완료|복구완료|정상화|해결되|해결했|해결하|해결됨|조치완료|조치 완료|해소|종결|종료|복구|재개|정상 확인|정상 작동|정상 처리|다시 정상|바로 정상|화면 정상|돌아왔|돌아옴|회복|소진|사라졌|사라짐|가라앉|끝났|까지|復旧|解消|収束|完了",
})

// eventCueList turns the table into a list with longer phrases first, so that "root cause detected" is no
// detection.
func eventCueList(table map[string]string) []eventCue {
	var list []eventCue
	for kind, phrases := range table {
		for _, p := range strings.Split(phrases, "|") {
			list = append(list, eventCue{phrase: p, kind: kind})
		}
	}
	sort.Slice(list, func(i, j int) bool {
		if len(list[i].phrase) != len(list[j].phrase) {
			return len(list[i].phrase) > len(list[j].phrase)
		}
		return list[i].phrase+list[i].kind < list[j].phrase+list[j].kind
	})
	return list
}

// weakStart reports whether a cue in a row may tell of a later step as well as of the first: only one
// that names the impact or those who felt it dates the start for certain.
func weakStart(phrase string) bool {
	for _, w := range []string{"impact", "incident", "outage", "disruption", "degradation", "affected", "issue", "problem", "experienc", "start time", "발생", "장애", "発生"} {
		if strings.Contains(phrase, w) {
			return false
		}
	}
	return true
}

// bareCues start or end something only when they touch the time itself.
var bareCues = wordSet("over from since beginning beginn seit depuis desde inicio début until bis ended 부터 까지 시작 発生 発生 開始 完了")

// needsTime are cues that say nothing of a row's time, which stands before them.
var needsTime = wordSet("until from since over")

// found is a cue in a text with its distance from the time.
type found struct {
	kind     string
	phrase   string
	distance int
}

// cuesByByte holds, for each first byte, the indices of the cues that begin with it.
var cuesByByte = indexCues(eventCues)

func indexCues(list []eventCue) (index [256][]int) {
	for i, c := range list {
		index[c.phrase[0]] = append(index[c.phrase[0]], i)
	}
	return index
}

// findCues returns the cues of low that do not overlap a longer one. fromEnd measures distances from
// the end of low, for what stands before a time.
func findCues(low string, fromEnd bool) []found {
	var all []found
	var taken [][2]int
	for _, hit := range cuePlaces(low, fromEnd) {
		c, at := eventCues[hit[0]], hit[1]
		if c.kind == kindResolved && strings.HasPrefix(c.phrase, "until") && (notKnownUntil.MatchString(low[:at]) || unnoticed.MatchString(low[:at])) {
			continue
		}
		if overlaps(taken, at, at+len(c.phrase)) || denied(low[:at]) || c.kind == kindDetected && setsUpAlert.MatchString(low[:at+len(c.phrase)]) || (c.kind == kindResolved || c.kind == kindDetected) && happensLater(low[at+len(c.phrase):]) {
			continue
		}
		taken = append(taken, [2]int{at, at + len(c.phrase)})
		distance := at
		if fromEnd {
			distance = len(low) - at - len(c.phrase)
		}
		kind := c.kind
		if kind == kindResolved && forSome.MatchString(low[:at]) {
			kind = kindMitigated
		}
		all = append(all, found{kind: kind, phrase: c.phrase, distance: distance})
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].distance < all[j].distance })
	return all
}

// setsUpAlert matches words, in lower case, that tell of a new alert and not of one that fired.
var setsUpAlert = regexp.MustCompile(`\b(add(ed|ing)?|created?|creating|set up|configur\w+|implement\w*|enabled?|introduc\w+|improv\w+)\b[^.;]{0,40}\b(alert|monitor|alarm|detect|check)`)

// notKnownUntil matches words, in lower case, that make an "until" behind them the end of not knowing or not
// acting, and not of the impact: "customers were not informed until".
var notKnownUntil = regexp.MustCompile(`(?:\bnot|n't|n’t|\bnobody|\bno one|\bnever)\b[^.;]{0,40}\b(?:informed|told|notified|notic\w+|aware|posted|publish\w*|called|paged|reali[sz]\w+|start\w*|beg[aiu]n|discover\w*|detect\w*|found|f[io]nd|know|knew|see|seen|spot\w*|escalat\w*|connected|linked|identif\w+|understood|acknowledg\w+)\b[^.;]{0,40}$`)

// unnoticed matches words, in lower case, before an "until" that is no end.
var unnoticed = regexp.MustCompile(`\b(?:unnoticed|undetected|unseen|undiscovered)\b[^.;]{0,20}$`)

// knownOnlyAt matches words, in lower case, that make the time behind them the first at which anyone knew: "did
// not notice until", "went undetected until".
var knownOnlyAt = regexp.MustCompile(`(?:(?:\bnot|n't|n’t|\bnobody|\bno one|\bnever)\b[^.;]{0,40}\b(?:notic\w+|aware|reali[sz]\w+|discover\w*|detect\w*|spot\w*|know|knew|saw|seen?|read|paged|alerted)\b[^.;]{0,30}|\b(?:unnoticed|undetected|unseen|undiscovered)\b[^.;]{0,20}) ?(?:until|till|before)(?: (?:at|about|around|approximately))* ?~?$|\bonly (?:found|noticed|discovered|detected|seen|spotted|reali[sz]ed) (?:at|around|by)(?: about)? ?~?$`)

// forSome matches words before an end that make it one for some.
var forSome = regexp.MustCompile(`\b(some|most|many|several|half|part) (of (the |our )?)?(\w+ ){1,4}$`)

// cuePlaces returns the cues that stand at the beginning of a word, as index and offset, in the order
// of eventCues: each where it stands first, or last.
func cuePlaces(low string, last bool) [][2]int {
	var places [][2]int
	for at := 0; at < len(low); at++ {
		if at > 0 && isLetter(low[at-1]) && low[at] < 0x80 {
			continue
		}
		for _, i := range cuesByByte[low[at]] {
			if strings.HasPrefix(low[at:], eventCues[i].phrase) {
				places = placeCue(places, i, at, last)
			}
		}
	}
	sort.Slice(places, func(i, j int) bool { return places[i][0] < places[j][0] })
	return places
}

// placeCue adds a place of a cue; of a cue that has one already the first stays, or the last.
func placeCue(places [][2]int, cue, at int, last bool) [][2]int {
	for i := range places {
		if places[i][0] == cue {
			if last {
				places[i][1] = at
			}
			return places
		}
	}
	return append(places, [2]int{cue, at})
}

func overlaps(taken [][2]int, start, end int) bool {
	for _, t := range taken {
		if start < t[1] && t[0] < end {
			return true
		}
	}
	return false
}

// denied reports whether the words before a cue turn it round: "not resolved", "no alert".
func denied(before string) bool {
	before = strings.TrimRight(before, " ")
	for _, w := range []string{" not", " no", " never", " without", "n't", " until it", " to be", " expected to be", "n’t", " yet to be", " is being", " not been", " being", " getting", " trying to get", " to be fully", " should have", " should have been", " should be", " should now be", " added an", " add an", " added new", " a new", " created an", " set up an", " additional"} {
		if strings.HasSuffix(before, w) || before == strings.TrimSpace(w) {
			return true
		}
	}
	return false
}

// happensLater reports whether the words behind a cue put it after the time: "resolved this after ten minutes".
func happensLater(after string) bool {
	after = after[:min(len(after), 24)]
	return strings.Contains(after, " after") || strings.Contains(after, " later") || strings.Contains(after, " within") || strings.HasPrefix(after, " when another")
}

// responses are words of the work on an incident: what begins with them does not begin the impact.
var responses = []string{
	"investigat", "working", "work on", "work to", "deploy", "roll", "monitor", "mitigat", "recover", "restor", "restart", "rebuild", "migrat", "upgrad", "maintenance", "procedure", "advis", "explor", "scal", "drain",
	"provision", "troubleshoot", "test", "look", "review", "prepar", "implement", "updat", "fix", "apply", "diagnos", "searching", "searched", "roll-over", "rollover", "escalat", "building", "replac", "clean", "rolling",
	"engag", "revert", "response", "manual", "to manual", "communicat", "post", "debug", "analy", "rotat", "discuss", "refund", "replay", "backfill", "re-run", "rerun", "reprocess", "evacuat", "repair", "cleanup", "failover", "fail-over", "증설", "작업", "배포", "점검",
}

// happenings finds out what happened at each moment.
func happenings(doc *extractor.Document, moments []moment, sents []sentence) []happening {
	byBlock := sentencesByBlock(doc, sents)
	c := calendar{doc: doc}
	live := liveEntry(doc, moments)
	var all []happening
	for i := range moments {
		m := &moments[i]
		b := &doc.Blocks[m.block]
		if c.isPostLine(m.mark) || stampOnly(b, m.mark) || b.Kind == extractor.Fact || b.Section == extractor.SectionBoilerplate {
			continue
		}
		if kind := keyKind(columnName(doc, m.block, m.end-1)); kind != "" && m.timed() {
			all = append(all, happening{moment: *m, kind: kind, named: true, harm: namesImpact(columnName(doc, m.block, m.end-1))})
			continue
		}
		if live && m.row {
			all = append(all, happening{moment: *m, kind: kindUpdate})
			continue
		}
		if m.timed() && m.row && !(i > 0 && m.until) {
			all = append(all, rowHappenings(rowText(doc, moments, i), m)...)
			continue
		}
		kind, named := proseKind(b, moments, i, byBlock)
		if m.until && kind != kindResolved {
			kind = "" // what was seen within the range did not begin at its end
		}
		if kind != "" {
			all = append(all, happening{moment: *m, kind: kind, named: named, harm: named && namesImpact(b.Text[:m.start])})
		}
	}
	return preferImpact(all)
}

// preferImpact makes mere updates of the start and the end of the incident where the report names those
// of the impact as well.
func preferImpact(all []happening) []happening {
	impact := make(map[string]bool)
	for _, h := range all {
		impact[h.kind] = impact[h.kind] || h.harm
	}
	for i := range all {
		if h := &all[i]; h.named && !h.harm && impact[h.kind] && (h.kind == kindStarted || h.kind == kindResolved) {
			h.kind = kindUpdate
		}
	}
	return all
}

// liveEntry reports whether a page is an entry that was written as things went on, each update led by
// its clock time: "9:38 AM PST We are investigating ...". Those times are stamps of posts, wherever the
// page puts them.
func liveEntry(doc *extractor.Document, moments []moment) bool {
	for i := range doc.Blocks {
		if b := &doc.Blocks[i]; b.Time == "" && b.RawTime != "" && strings.ContainsRune(string(b.RawTime), ':') {
			return true
		}
	}
	for i := range moments {
		m := &moments[i]
		b := &doc.Blocks[m.block]
		if !m.timed() || m.clock.zone.text == "" || !m.row {
			continue
		}
		low := strings.TrimLeft(strings.ToLower(b.Text[m.end:min(len(b.Text), m.end+80)]), " \u00a0:-–]")
		for _, w := range []string{"we are investigating", "we're investigating", "we are currently investigating", "we are aware", "we can confirm", "we continue to", "we have identified", "we wanted to provide", "we are experiencing", "we are seeing", "we are continuing", "we are working"} {
			if strings.HasPrefix(low, w) {
				return true
			}
		}
	}
	return false
}

// stampOnly reports whether the block is nothing but the time: an unlabelled stamp of an update. An item
// that says before the time what happened then is none: "Resolved 2020-02-12 12:07".
func stampOnly(b *extractor.Block, m mark) bool {
	if b.Kind == extractor.Heading || m.start > 12 || len(b.Text)-m.end > 3 {
		return false
	}
	before := strings.ToLower(b.Text[:m.start])
	if b.Time == "" && keyKind(before) != "" {
		return false
	}
	tells := b.Kind == extractor.Item || b.Kind == extractor.Row || strings.Contains(strings.TrimSpace(before), " ")
	return !tells || len(findCues(before, true)) == 0
}

// rangeEnd returns where the text of a row begins: behind the range that leads it, if it is one.
func rangeEnd(moments []moment, i int) int {
	if i+1 < len(moments) && moments[i+1].until && moments[i+1].block == moments[i].block {
		return moments[i+1].end
	}
	return moments[i].end
}

const longestRow = 400 // bytes of a row that are read

// rowText returns, in lower case, what stands behind the time at the beginning of row i. Under a heading
// that is nothing but a time the paragraphs are the row, up to one that has a time of its own.
func rowText(doc *extractor.Document, moments []moment, i int) string {
	m, from := &moments[i], rangeEnd(moments, i)
	b := &doc.Blocks[m.block]
	text := b.Text[from:max(from, m.rowEnd)]
	if b.Kind == extractor.Heading {
		text = b.Text[:m.start] + ": " + text + ". "
		timed := nextTimedBlock(moments, i)
		for n, next := range doc.Blocks[m.block+1:] {
			if next.Kind == extractor.Heading || len(text) > longestRow || m.block+1+n == timed {
				break
			}
			text += " " + next.Text
		}
	}
	return strings.ToLower(text[:min(len(text), longestRow)])
}

// nextTimedBlock returns the block of the first clock time behind the block of moment i, -1 without one.
func nextTimedBlock(moments []moment, i int) int {
	for j := i + 1; j < len(moments); j++ {
		if moments[j].timed() && moments[j].block > moments[i].block {
			return moments[j].block
		}
	}
	return -1
}

// rowHappenings reads the text behind the time that begins a row. One row may tell of several things:
// "the site is down, engineers respond to the alarm".
func rowHappenings(text string, m *moment) []happening {
	var kinds []string
	weak := false
	for _, f := range findCues(text, false) {
		if f.kind == kindStarted && !startsImpact(text, f, 40) || needsTime[f.phrase] || f.distance > 250 {
			continue
		}
		if !contains(kinds, f.kind) {
			kinds = append(kinds, f.kind)
			weak = weak || f.kind == kindStarted && weakStart(f.phrase)
		}
	}
	if len(kinds) == 0 {
		kinds = []string{kindUpdate}
	}
	sort.Strings(kinds)
	all := make([]happening, len(kinds))
	for i, k := range kinds {
		all[i] = happening{moment: *m, kind: k, row: true, weak: weak && k == kindStarted}
	}
	return all
}

// startsImpact reports whether what a cue of the kind "started" begins is the impact and not the
// work on it, which is named at most reach bytes before the cue.
func startsImpact(text string, f found, reach int) bool {
	after := text[min(len(text), f.distance+len(f.phrase)):]
	after = strings.TrimLeft(after, " :,-–—ː")
	if strings.Contains(after[:min(len(after), 40)], " again") {
		return false
	}
	if strings.HasSuffix(f.phrase, "impact") || strings.HasSuffix(f.phrase, "incident") || strings.HasSuffix(f.phrase, "outage") {
		return true // "start of impact: search fails"
	}
	before := " " + text[:f.distance]
	before = before[strings.LastIndexAny(before, ".;,")+1:]
	if betterForm.MatchString(after) || recedes.MatchString(after) && anyHarmNoun.MatchString(before) {
		return false
	}
	for _, r := range responses {
		if strings.HasPrefix(after, r) || strings.HasPrefix(after, "to "+r) || strings.HasPrefix(after, "the "+r) {
			return false
		}
	}
	if bareCues[f.phrase] || strings.HasPrefix(f.phrase, "start") || strings.HasPrefix(f.phrase, "begin") || f.phrase == "began" {
		for _, r := range responses {
			if at := strings.LastIndex(before, " "+r); at >= 0 && len(before)-at < reach {
				return false
			}
		}
	}
	return true
}

// Words behind "begin" or "start", in lower case, that begin the recovery: "jobs begin to flow", and "to drop"
// where it is said of harm.
var (
	betterForm  = regexp.MustCompile(`^(?:to )?(?:flow|move|drain|succeed|clear|catch|heal|improv|declin|subsid|stabili|normali|com(?:e|ing) (?:back|up|online)|return(?:ing)? to (?:normal|service)|work(?:ing)? again|deliver)`)
	recedes     = regexp.MustCompile(`^(?:to )?(?:drop|fall|go(?:ing)? down|decreas|shrink)`)
	anyHarmNoun = regexp.MustCompile(`\b` + harmNouns + `\b`)
)

// proseKind reads the words around a time inside a sentence and returns what happened then, or "", and
// whether the name of the line or cell says so.
func proseKind(b *extractor.Block, moments []moment, i int, byBlock [][]sentence) (kind string, named bool) {
	m := &moments[i]
	start, end := sentenceAround(byBlock[m.block], m.start, len(b.Text))
	start, end = min(start, m.start), max(end, m.end) // a date may be cut in two: "19. März"
	if announces(strings.ToLower(b.Text[start:end])) {
		return "", false
	}
	if i > 0 && moments[i-1].block == m.block {
		start = max(start, min(moments[i-1].end, m.start))
	}
	if i+1 < len(moments) && moments[i+1].block == m.block {
		end = min(end, max(moments[i+1].start, m.end))
	}
	bounded := i+1 < len(moments) && moments[i+1].block == m.block && end == moments[i+1].start && !moments[i+1].until
	leftText := strings.ToLower(b.Text[start:m.start])
	if knownOnlyAt.MatchString(leftText) {
		return kindDetected, false
	}
	if kind := keyKind(leftText); kind != "" {
		return kind, true
	}
	left := findCues(leftText, true)
	rightText := strings.ToLower(b.Text[m.end:end])
	if wellSince.MatchString(leftText) || wellFrom.MatchString(rightText) && !notWell.MatchString(rightText) {
		return kindResolved, false
	}
	right := findCues(rightText, false)
	kind = nearestKind(left, right, leftText, rightText, bounded)
	if fromOn := strings.HasSuffix(strings.TrimRight(leftText, " ~"), "from") && onward.MatchString(rightText); fromOn && tellsRecovery(strings.Trim(rightText, " .")) {
		return kindResolved, false
	}
	if kind == "" && untilAt.MatchString(leftText) {
		kind = kindResolved
	}
	if kind == kindStarted && (getsBetter(leftText) || strings.HasPrefix(rightText, " onward")) {
		return "", false
	}
	return kind, false
}

// wellSince and wellFrom match words, in lower case, that make a time the first of good service: "uploads have
// worked since", "부터는 정상적으로".
var (
	wellSince = regexp.MustCompile(`\b(?:ha(?:ve|s) (?:all )?(?:been )?(?:\w+ly )?(?:worked|working|fine|normal|stable|healthy|back|operational|ok|running|available|served|processed)(?: (?:again|normally|fine|properly))?) (?:ever )?since(?: (?:about|around))? ?~?$`)
	wellFrom  = regexp.MustCompile(`^(?:부터(?:는)?,? (?:[^.]{0,40} )?(?:정상|복구|재개|해소|원활|다시)|(?:경|쯤|께)?(?:에|에야|에는|,)? (?:[^.]{0,60} )?(?:정상적?으로|정상화|원활))`)
	notWell   = regexp.MustCompile(`않|못|예정|위해|시작|착수`)
)

// onward matches what follows the time of "from 10:12 on all was well".
var onward = regexp.MustCompile(`^ on(?:wards?)?\b`)

// untilAt matches words, in lower case, that name what ended something at the time behind them: "until the
// broker was restarted at".
var untilAt = regexp.MustCompile(`\b(until|til|till)( [^ .,;]+){2,10} (at|around|by|about)( (around|about|approximately|roughly))? ?~?$`)

// getsBetter reports whether the words shortly before a time, in lower case, speak of recovery: "a sharp
// reduction in errors since 20:00".
func getsBetter(before string) bool {
	before = before[max(0, len(before)-60):]
	for _, w := range []string{"reduction", "recovering", "improve", "stable", "declin", "decreas", "no further", "no new", "not seen", "healthy since", "been normal", "right since", "fine since", "again since", "on time", "correct since", "good since", "well since", "clean since", "complete since"} {
		if strings.Contains(before, w) {
			return true
		}
	}
	return false
}

// announces reports whether a sentence, in lower case, speaks of what is to come.
func announces(low string) bool {
	for _, w := range []string{"will provide", "next update", "status update by", "next message", "more information by", "expected to", "estimated to", "is estimated", "we expect", "to expect", "scheduled for", "planned maintenance", "will take place", "will begin", "another update", "예정"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// nearestKind chooses the cue nearest to the time; what stands before it counts as nearer. bounded says
// that another time follows, which takes the cues that are nearer to it.
func nearestKind(left, right []found, leftText, rightText string, bounded bool) string {
	best, kind := 90, ""
	verbLast := strings.IndexFunc(rightText, isHangulOrKana) >= 0
	if verbLast {
		left, best = nil, 180 // what happened is said behind its time
	}
	for _, f := range left {
		if strings.Contains(leftText[len(leftText)-f.distance:], "; ") {
			continue // it is told of another time
		}
		if bareCues[f.phrase] && !onlyFillers(leftText[len(leftText)-f.distance:]) {
			continue
		}
		if f.kind == kindStarted && !startsImpact(leftText, found{phrase: f.phrase, distance: len(leftText) - f.distance - len(f.phrase)}, 16) {
			continue
		}
		if f.distance <= 60 && f.distance < best {
			best, kind = f.distance, f.kind
		}
	}
	for _, f := range right {
		if bareCues[f.phrase] && f.distance > 3 || needsTime[f.phrase] {
			continue
		}
		if f.kind == kindStarted && !startsImpact(rightText, f, 40) {
			continue
		}
		if gap := len(rightText) - f.distance - len(f.phrase); bounded && gap < f.distance && !verbLast {
			continue // it belongs to the next time
		}
		if f.distance+8 < best {
			best, kind = f.distance+8, f.kind
		}
	}
	return kind
}

func isHangulOrKana(r rune) bool {
	return unicode.Is(unicode.Hangul, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r)
}

// onlyFillers reports whether a text, in lower case, holds nothing but words that may stand between
// "from" or "until" and a time.
func onlyFillers(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r < 0x80 && !isLetter(byte(r)) }) {
		if !betweenFillers[w] && !approxWords[w] && !weekdays[w] {
			return false
		}
	}
	return true
}

// betweenFillers lists the words of [onlyFillers] beside weekdays and words like "about".
var betweenFillers = wordSet("at on the as late just of utc pt")

func sentencesByBlock(doc *extractor.Document, sents []sentence) [][]sentence {
	by := make([][]sentence, len(doc.Blocks))
	for _, s := range sents {
		by[s.block] = append(by[s.block], s)
	}
	return by
}

// sentenceAround returns the bounds of the sentence in which offset at stands.
func sentenceAround(sents []sentence, at, size int) (start, end int) {
	for _, s := range sents {
		if s.start <= at && at < s.end {
			return s.start, s.end
		}
	}
	return 0, size
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
