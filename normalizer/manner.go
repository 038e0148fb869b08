package normalizer

import (
	"strings"
	"unicode/utf8"
)

// manner says how a sentence speaks, by which reports of incidents differ from other pages.
type manner uint32

const (
	mannerFailure  manner = 1 << iota // of something that fails
	mannerPast                        // of what was
	mannerAhead                       // of what will be
	mannerGeneral                     // of what may be, or is at any time
	mannerAddress                     // to the reader
	mannerOwn                         // of what the writers do
	mannerPlanned                     // of planned work
	mannerUpkeep                      // of maintenance by its name
	mannerResponse                    // of finding and repairing
	mannerOrder                       // tells the reader what to do
	mannerThis                        // of a certain failure: "the outage", "an issue"
	mannerMany                        // of failures in general: "outages"
	mannerHarmless                    // of no impact
	mannerRelease                     // names a version
	mannerClock                       // names a time of day
	mannerLasting                     // names minutes or hours
	mannerPercent                     // names a percentage
	mannerQuestion                    // asks
	mannerDay                         // names a day
)

// has tells whether the sentence speaks in all of these manners.
func (m manner) has(all manner) bool { return m&all == all }

// any tells whether the sentence speaks in one of these manners.
func (m manner) any(some manner) bool { return m&some != 0 }

// The kinds of words that count only beside others.
const (
	wordPointing  manner             = 1 << (iota + 25) // "the", "an": before a failure it is a certain one
	wordTrouble                                         // a failure as a thing
	wordDenying                                         // "no"
	wordEffect                                          // what there may be none of
	wordsOfTime                                         // what may follow a number
	wordMonth                                           // a month by its name
	mannersInText = wordPointing - 1                    // without these
)

// mannerWords are English words by the manner that they show.
var mannerWords = wordSets(map[manner]string{
	mannerFailure:  "outage outages unavailable unavailability fail fails failed failing failure failures error errors degraded degradation disruption disrupted down downtime crash crashed crashes crashing broke broken slow slowness slower timeout timeouts delay delays delayed stuck lost loss missing unable inaccessible unreachable impacted interruption interrupted stalled latency incorrect wrong corrupted corruption leaked exposed unresponsive overload overloaded exhausted refused rejected dropped stopped hung bug bugs fault faulty problem problems issue issues trouble incident",
	mannerPast:     "was were had did became began went came took found saw lost broke got made led ran sent told gave kept rose fell grew held put brought left built chose wrote knew thought meant felt hit ceased shut",
	mannerAhead:    "will shall upcoming tomorrow soon expected expect anticipate anticipated scheduled planned plan",
	mannerGeneral:  "can may might should if whenever every always often usually sometimes never would must",
	mannerAddress:  "you your yours yourself",
	mannerOwn:      "we our us",
	mannerPlanned:  "maintenance scheduled planned upgrade upgrades upgrading migration migrate migrating window reminder transition brownout",
	mannerUpkeep:   "maintenance",
	mannerResponse: "investigating investigate investigated identified monitoring mitigated mitigate mitigation experiencing affected affecting impacted implemented resolved restored recovered recovering recovery rollback reverted fixed fix cause caused root engineers",
	mannerMany:     "incidents outages failures postmortems disasters",
	wordPointing:   "the this our an a these that",
	wordTrouble:    "incident outage issue problem disruption degradation failure bug error errors interruption vulnerability breach",
	wordDenying:    "no without little",
	wordEffect:     "impact downtime interruption disruption action",
	wordsOfTime:    "minute minutes hour hours",
	wordMonth:      "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec",
})

// ordering are verbs that begin a sentence which tells the reader what to do.
var ordering = wordSets(map[manner]string{
	mannerOrder: "check use run see download choose contact call click set add try install update read learn make ask keep join sign log follow replace compare start get find open visit discover meet introducing announcing enter please consider apply write note",
})

// unlikePast are words in -ed that tell nothing of what was.
var unlikePast = wordSets(map[manner]string{
	mannerPast: "need based scheduled planned expected indeed speed feed seed embed proceed exceed succeed limited advanced detailed related dedicated supported managed distributed shared unlimited used reserved estimated extended recommended required united interested red bed wed hundred led",
})

// mannerStems are what stands in Korean sentences by the manner that it shows.
var mannerStems = [...]struct {
	manner manner
	stems  []string
}{
	{mannerFailure, strings.Split("장애 오류 실패 지연 중단 불가 먹통 끊 멈 에러 사고 누락 유실 유출 문제 못하 않았 잘못", " ")},
	{mannerFailure, strings.Split("이슈 불안정 비정상 중복 느려", " ")},
	{mannerFailure, []string{"못 하", "되지 않"}},
	{mannerPlanned, []string{"점검", "작업 일", "작업 대상", "예정", "이용해 주", "사전"}},
	{mannerUpkeep, []string{"점검"}},
	{mannerAhead, []string{"예정", "겠습니다", "계획", "될 것", "할 것", "하려"}},
	{mannerGeneral, strings.Split("경우 때는 때에는 때마다 항상 언제 다면 려면 라면", " ")},
	{mannerGeneral, []string{"수 있"}},
	{mannerAddress, strings.Split("세요 십시오 바랍니다 드립니다 하실 여러분 고객님께서 분께 주시면", " ")},
	{mannerOwn, []string{"저희", "당사"}},
	{mannerResponse, strings.Split("조사 복구 조치 발생 원인 정상화 해소 긴급", " ")},
	{mannerResponse, []string{"확인 중"}},
	{mannerHarmless, []string{"영향이 없", "영향은 없", "영향 없"}},
}

// befalling is how Korean sentences say that a failure came about.
var befalling = []string{"발생", "현상", "있었"}

// wordSets returns the words with the manners that they show.
func wordSets(lists map[manner]string) map[string]manner {
	sets := map[string]manner{}
	for m, words := range lists {
		for _, w := range strings.Fields(words) {
			sets[w] |= m
		}
	}
	return sets
}

// mannerOf returns how a folded sentence speaks.
func mannerOf(text string) manner {
	w := mannerReader{}
	start := -1
	for i := 0; i <= len(text); i++ {
		switch {
		case i < len(text) && partOfWord(text[i]):
			if start < 0 {
				start = i
			}
		case start >= 0:
			w.word(text[start:i])
			start = -1
		}
		if i < len(text) {
			w.sign(text, i)
		}
	}
	if hasHangul(text) {
		w.korean(text)
	}
	if strings.HasSuffix(strings.TrimRight(text, ` )"'`), "?") {
		w.found |= mannerQuestion
	}
	return w.found & mannersInText
}

func partOfWord(b byte) bool {
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b == '\''
}

// mannerReader gathers what the words of a sentence show.
type mannerReader struct {
	found        manner
	before, last manner // of the two words before
	number       bool   // the last word was a number
	could        bool   // the last word was "can" or "could"
	started      bool
}

func (w *mannerReader) word(word string) {
	m := mannerWords[word]
	if !w.started {
		m |= ordering[word]
	}
	if len(word) > 3 && strings.HasSuffix(word, "ed") && unlikePast[word] == 0 {
		m |= mannerPast
	}
	near := w.before | w.last
	switch {
	case m.has(wordTrouble) && near.has(wordPointing):
		m |= mannerThis
	case m.has(wordEffect) && near.has(wordDenying):
		m |= mannerHarmless
	case m.has(wordsOfTime) && w.number:
		m |= mannerLasting
	case w.number && (word == "am" || word == "pm"):
		m |= mannerClock
	case word == "not" && w.could:
		m |= mannerFailure
	}
	digit := isDigit(word[0])
	if m.has(wordMonth) && w.number || digit && w.last.has(wordMonth) {
		m |= mannerDay
	}
	if digit && (strings.HasSuffix(word, "am") || strings.HasSuffix(word, "pm")) {
		m |= mannerClock
	}
	w.found |= m
	w.before, w.last, w.number, w.started = w.last, m, digit, true
	w.could = word == "could" || word == "can"
}

// sign looks at the character at i between its neighbours: "09:30", "4.2", "99 %".
func (w *mannerReader) sign(text string, i int) {
	b := text[i]
	if b == '%' {
		w.found |= mannerPercent
	}
	if i == 0 || i+1 >= len(text) || !isDigit(text[i-1]) || !isDigit(text[i+1]) {
		return
	}
	switch {
	case b == ':' && i+2 < len(text) && isDigit(text[i+2]):
		w.found |= mannerClock
	case b == '.' && likeVersion(text, i):
		w.found |= mannerRelease
	}
}

// likeVersion tells whether the stop at i stands in a version: in no date like 2031.04.01, no percentage,
// and no later part of either.
func likeVersion(text string, i int) bool {
	from, to := i, i+1
	for from > 0 && isDigit(text[from-1]) {
		from--
	}
	for to < len(text) && isDigit(text[to]) {
		to++
	}
	part := from > 0 && text[from-1] == '.'
	return i-from < 4 && !part && !strings.HasPrefix(strings.TrimLeft(text[to:], " "), "%")
}

// korean looks for the stems and endings of Korean words.
func (w *mannerReader) korean(text string) {
	for _, s := range mannerStems {
		if !w.found.has(s.manner) && containsOne(text, s.stems) {
			w.found |= s.manner
		}
	}
	if w.found.has(mannerFailure) && containsOne(text, befalling) {
		w.found |= mannerThis
	}
	if i := strings.Index(text, "월 "); i > 0 && isDigit(text[i-1]) && strings.Contains(text[i:], "일") {
		w.found |= mannerDay
	}
	if tellsPastInKorean(text) {
		w.found |= mannerPast
	}
	if end := strings.TrimRight(text, ` .!)"'`); strings.HasSuffix(end, "세요") || strings.HasSuffix(end, "십시오") || strings.HasSuffix(end, "바랍니다") {
		w.found |= mannerOrder
	}
	if i := strings.Index(text, "시"); i > 0 && isDigit(text[i-1]) {
		w.found |= mannerClock
	}
	for _, unit := range []string{"분", "시간"} {
		if i := strings.Index(text, unit); i > 0 && isDigit(text[i-1]) {
			w.found |= mannerLasting
		}
	}
}

func containsOne(text string, stems []string) bool {
	for _, s := range stems {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// tellsPastInKorean tells whether a syllable ends in the sound of the past, as in 했다 or 되었습니다; 있
// and 겠 end so without it.
func tellsPastInKorean(text string) bool {
	const first, last, endings, past = 0xAC00, 0xD7A3, 28, 20
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if first <= r && r <= last && (r-first)%endings == past && r != '있' && r != '겠' {
			return true
		}
		i += n
	}
	return false
}
