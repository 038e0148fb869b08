package normalizer

import (
	"strings"

	"inquest/extractor"
)

// keyKinds maps what is left of the name of a line or table cell, without the words of [keyFillers], to
// what happened at the time behind it.
var keyKinds = keyTable(map[string]string{
	kindStarted:      "사고 start started starts begin began begins beginning onset commenced occurred 시작 발생 発生 開始 beginn début inicio",
	kindDetected:     "detection detected detect discovery discovered noticed reported alerted alert aware 인지 감지 탐지 検知 erkannt détection detección",
	kindAcknowledged: "acknowledged acknowledgement",
	kindDeclared:     "declared declaration",
	kindMitigated:    "mitigation mitigated repaired",
	kindResolved:     "end ended ends ending finish finished over stop stopped resolution resolved resolve recovery recovered restored restoration fixed 종료 복구 해소 정상화 해결 終了 復旧 ende behoben fin résolution",
})

func keyTable(names map[string]string) map[string]string {
	table := make(map[string]string)
	for kind, list := range names {
		for _, name := range strings.Fields(list) {
			table[name] = kind
		}
	}
	return table
}

// keyFillers are words of such a name that say nothing of what happened.
var keyFillers = wordSet("we incident impact outage issue event problem disruption degradation service services customer customers user users date time datetime timestamp at of the and & / on in was first initial actual full fully " +
	"approximate approx estimated est utc when by local real 장애 시각 일시 시간 일자 서비스 최초 완료 및 조치 障害 日時 時刻 der störung")

// keyEndings are names of times that are sure enough to stand anywhere in a line: "... (All Times
// US/Pacific) Incident Start: 19 June 10:14 Incident End: 19 June 13:39".
var keyEndings = []struct{ words, kind string }{
	{"incident start:", kindStarted}, {"incident end:", kindResolved}, {"impact start:", kindStarted}, {"impact end:", kindResolved},
	{"outage start:", kindStarted}, {"outage end:", kindResolved}, {"incident started:", kindStarted}, {"incident ended:", kindResolved},
	{"incident start time:", kindStarted}, {"incident end time:", kindResolved}, {"issue start:", kindStarted}, {"issue end:", kindResolved},
}

// keyEnding returns what the name of a time at the end of a text, in lower case, says of it.
func keyEnding(before string) string {
	for _, k := range keyEndings {
		if strings.HasSuffix(before, k.words) {
			return k.kind
		}
	}
	return ""
}

// keyKind returns what the name of a line or table cell says of the time behind it: "Start: 10:00 UTC",
// "Incident end date and time (UTC) | 2031-05-04 11:00". before is in lower case.
func keyKind(before string) string {
	key := strings.TrimRight(withoutWeekday(before), " *")
	if !strings.HasSuffix(key, ":") && !strings.HasSuffix(key, "：") && !strings.HasSuffix(key, "|") {
		return ""
	}
	if kind := keyEnding(key); kind != "" {
		return kind
	}
	return keyKinds[keyName(key)]
}

// withoutWeekday returns the words before a date, in lower case, without a weekday at their end: "start: mon,".
func withoutWeekday(before string) string {
	trimmed := strings.TrimRight(before, " ,.(")
	at := strings.LastIndexAny(trimmed, " *:|") + 1
	if weekdays[trimmed[at:]] && trimmed[at] < 0x80 {
		return trimmed[:at]
	}
	return before
}

// namesImpact reports whether the last words of a text are the name of a time of the impact.
func namesImpact(before string) bool {
	return strings.Contains(strings.ToLower(before[max(0, len(before)-40):]), "impact")
}

// keyName returns the one word that is left of a name when the fillers are dropped; "" when there are
// several or none.
func keyName(key string) string {
	key = strings.Trim(key, " :：|*-•[]")
	if at := strings.LastIndexByte(key, '('); at > 0 && strings.HasSuffix(key, ")") {
		key = strings.TrimRight(key[:at], " ") // "Start (UTC)"
	}
	if at := strings.LastIndexAny(key, ".;,|\n"); at >= 0 {
		key = key[at+1:]
	}
	name := ""
	for _, w := range strings.Fields(strings.ReplaceAll(strings.ReplaceAll(key, "/", " / "), "*", "")) {
		if keyFillers[w] {
			continue
		}
		if name != "" {
			return ""
		}
		name = w
	}
	return name
}

// columnName returns the name of the column in which offset at of a table row stands: the cell of the
// nearest row above that holds no digit, as the head of a table does. It is in lower case and ends like
// the name of a line, "start:".
func columnName(doc *extractor.Document, block, at int) string {
	if doc.Blocks[block].Kind != extractor.Row {
		return ""
	}
	column := strings.Count(doc.Blocks[block].Text[:at], " | ")
	for i := block - 1; i >= 0 && doc.Blocks[i].Kind == extractor.Row; i-- {
		cells := strings.Split(doc.Blocks[i].Text, " | ")
		if strings.ContainsAny(doc.Blocks[i].Text, "0123456789") || len(cells) < 2 {
			continue
		}
		if column < len(cells) {
			return strings.ToLower(strings.TrimSpace(cells[column])) + ":"
		}
		return ""
	}
	return ""
}
