package normalizer

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"inquest/normalizer/reader"
)

//go:embed told.txt
var toldData string

// The wordings of told.txt: what a sentence tells, whatever its role.
const (
	toldNamedTrigger = "named-trigger" // says that something set the incident off
	toldEvent        = "event"         // something that happened or was done, of the kind that sets incidents off
	toldLead         = "lead"          // says that something came of it
	toldLink         = "link"          // ties one moment to another
	toldLate         = "late"          // belongs to the response
	toldKnew         = "knew"          // someone was told, or noticed
	toldFound        = "found"         // the cause was found, which is not the detection
	toldMute         = "mute"          // no alert
	toldStep         = "step"          // someone did something
	toldHeadStep     = "head-step"     // a row that begins with what was done
	toldResponse     = "response"      // what responses are made of
	toldPurpose      = "purpose"
	toldOver         = "over"
	toldHarm         = "harm"  // what was done did damage
	toldWatch        = "watch" // watching, announcing, searching: nothing was changed
	toldBareFix      = "bare-fix"
)

// loadTold compiles the embedded wordings.
func loadTold() (*patterns, error) {
	told := &patterns{}
	var slots []string
	part := ""
	for n, line := range strings.Split(toldData, "\n") {
		name, body, _ := strings.Cut(line, "\t")
		switch {
		case line == "", strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			part = line
		case part == "[slots]":
			slots = append(slots, "{"+name+"}", fill(body, slots))
		default:
			if err := told.add("told", []string{name, body}, slots); err != nil {
				return nil, fmt.Errorf("told.txt line %d: %w", n+1, err)
			}
		}
	}
	return told, told.compile()
}

// teller judges sentences one after the other, in the order of the text.
type teller struct {
	*drafting
	start  Maybe                              // instant of the earliest event of kind started; "" when there is none
	surest [len(reader.WrittenFields)]float64 // by field: how surely the surest sentence belongs in it
	alert  bool                               // a sentence before tells how someone knew
	acted  bool                               // a sentence before tells a repair
}

// readTold finds out what each sentence that may stand in prose tells, and how well it fits each of
// the written fields.
func (d *drafting) readTold() {
	d.told = make([]map[string]bool, len(d.r.sents))
	d.fits = make([]fit, len(d.r.sents))
	t := &teller{drafting: d, start: d.startOfImpact()}
	for i := range d.r.sents {
		for k, sure := range d.r.sents[i].belongs {
			t.surest[k] = max(t.surest[k], sure)
		}
	}
	for i := range d.r.sents {
		if d.r.sents[i].tells() {
			d.told[i] = t.features(i)
			d.fits[i] = d.n.fits.of(d.weighed(d.told[i]))
		}
	}
}

// startOfImpact returns the instant of the earliest event of kind started; "" when there is none.
func (d *drafting) startOfImpact() Maybe {
	var start Maybe
	for _, e := range d.Events {
		if e.Kind == kindStarted && e.At != "" && (start == "" || e.At < start) {
			start = e.At
		}
	}
	return start
}

// features returns what speaks for and against a sentence as one that a written field needs, by name:
// what it tells, its words, cues, role, section, kind of block, place, length, and the times it states.
func (t *teller) features(i int) map[string]bool {
	rd := &t.r.sents[i]
	f := map[string]bool{"bias": true}
	start, end := rd.statement()
	text := fold(rd.text[start:end]).text
	for _, m := range t.n.told.find(nil, t.n.cut(text)) {
		f[t.n.told.list[m.Expr].term] = true
	}
	addStems(f, text)
	t.addRead(f, rd)
	for _, c := range rd.cues {
		f["cue "+c.name] = true
	}
	f["role "+string(rd.role)], f["section "+string(rd.section)], f["kind "+string(rd.block.Kind)] = true, true, true
	t.addPlace(f, i)
	set(f, "long before", longBefore.MatchString(rd.text))
	set(f, "cites cause", t.citesSentence(facetRootCause, i))
	set(f, "cites symptom", t.citesSentence(facetSymptoms, i))
	t.addTimes(f, i)
	t.alert = t.alert || f[toldKnew]
	t.acted = t.acted || f[toldStep] && f["cue "+cueRepair]
	return f
}

// weighed returns features as the weights name them: Korean reports have weights of their own.
func (d *drafting) weighed(features map[string]bool) map[string]bool {
	if d.r.lang != "ko" {
		return features
	}
	korean := make(map[string]bool, len(features))
	for name := range features {
		korean[koreanFeature+name] = true
	}
	return korean
}

// koreanFeature begins the names of what is weighed in Korean reports.
const koreanFeature = "ko "

func set(f map[string]bool, name string, holds bool) {
	if holds {
		f[name] = true
	}
}

// sureSteps are the steps in which it is weighed how surely a sentence belongs in a field.
var sureSteps = [...]struct {
	name string
	from float64
}{{" a little", .1}, {" somewhat", .2}, {"", .35}, {" clearly", .5}, {" surely", .7}}

// nearSurest is how much less sure than the surest of its report a sentence is at most that may be the one.
const nearSurest = .1

// addRead adds what the sentence reader says of the fields in which a sentence belongs.
func (t *teller) addRead(f map[string]bool, rd *reading) {
	for k, field := range reader.WrittenFields {
		sure := rd.belongs[k]
		for _, step := range sureSteps {
			set(f, "reads as "+field+step.name, sure >= step.from)
		}
		set(f, "reads most as "+field, sure > 0 && sure == t.surest[k])
		set(f, "reads nearly most as "+field, sure > 0 && sure >= t.surest[k]-nearSurest)
	}
}

// addStems adds the words of a folded text without their endings.
func addStems(f map[string]bool, text string) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r < 'a' || r > 'z' }) {
		if len(w) >= 3 {
			f["w "+withoutEnding(w)] = true
		}
	}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.Is(unicode.Hangul, r) }) {
		if s := []rune(w); len(s) >= 2 {
			f["k "+string(s[:2])] = true
			f["k -"+string(s[len(s)-2:])] = true
		}
	}
}

// withoutEnding cuts an ending that inflects an English word; what counts is that its forms meet.
func withoutEnding(w string) string {
	for _, ending := range []string{"ing", "ed", "es", "s", "e"} {
		if stem, ok := strings.CutSuffix(w, ending); ok && len(stem) >= 3 {
			return stem
		}
	}
	return w
}

// addPlace adds where the sentence stands and how long it is.
func (t *teller) addPlace(f map[string]bool, i int) {
	rd, n := &t.r.sents[i], len(t.r.sents)
	set(f, "first fifth", 5*i < n)
	set(f, "first half", 2*i < n)
	set(f, "last fifth", 5*i > 4*n)
	words := countWords(rd.text)
	set(f, "short", words < 8)
	set(f, "long", words > 35)
	set(f, "negated", rd.bar == barNegated)
	set(f, "after the alert", t.alert)
	set(f, "after a step", t.acted)
}

// addTimes adds what the moments in the sentence are to the incident.
func (t *teller) addTimes(f map[string]bool, i int) {
	s := &t.r.sents[i].sentence
	for _, e := range t.Events {
		if e.Block != s.block || e.Start < s.start || e.Start >= s.end {
			continue
		}
		f["at "+e.Kind] = true
		if t.start != "" && e.At != "" {
			set(f, "before the start", e.At < t.start)
			set(f, "at the start", e.At == t.start)
			set(f, "after the start", e.At > t.start)
		}
	}
}

const (
	statedIn   = 2   // sentences of which a field is made at most
	nextWithin = 1.5 // of the best one's log-odds the next one must be
)

// best returns the indices of the sentences that fit a field best, in the order of the text: the best one,
// and the next when it fits nearly as well. There are none when none fits well enough.
func (d *drafting) best(field int) []int {
	at := d.r.sentencesWhere(func(rd *reading) bool { return rd.role != roleFollowUp })
	at = slices.DeleteFunc(at, func(i int) bool {
		// Finding the cause is no event that sets something off.
		found := field == fitTrigger && d.told[i][toldFound] && !d.told[i][toldNamedTrigger]
		return found || d.fits[i][field] <= enough[field]
	})
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(d.fits[b][field], d.fits[a][field]) })
	at = at[:min(statedIn, len(at))]
	at = slices.DeleteFunc(at, func(i int) bool { return d.fits[i][field] < d.fits[at[0]][field]-nextWithin })
	slices.Sort(at)
	return at
}
