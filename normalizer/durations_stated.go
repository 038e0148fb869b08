package normalizer

import (
	"regexp"
	"strings"
	"time"

	"inquest/extractor"
)

// statedTotals returns the durations that the report states for the whole impact, for the time until
// someone knew, and for the repair. The last may run from the start or from the detection.
func statedTotals(doc *extractor.Document, sents []sentence) (totals, delays, repairs []length) {
	s := &timeReader{doc: doc}
	byBlock := sentencesByBlock(doc, sents)
	for i, b := range doc.Blocks {
		if b.Kind == extractor.Code || len(byBlock[i]) == 0 || !countsUnits(b.Text) || skippedSection(b.Section) {
			continue
		}
		for _, l := range s.lengths(i) {
			if vague[strings.ToLower(b.Text[l.start:l.end])] {
				continue
			}
			start, end := sentenceAround(byBlock[i], l.start, len(b.Text))
			before, after := strings.ToLower(b.Text[start:l.start]), strings.ToLower(b.Text[l.end:end])
			kind := ""
			if column := columnName(doc, i, l.start); column != "" {
				kind = lengthKind(column, after, b.Text[l.start:l.end])
			}
			if kind == "" {
				kind = lengthKind(before, after, b.Text[l.start:l.end])
			}
			if kind == "" && (headLength(doc, i, l) || leadLength(doc, i, before, after) && l.d < 24*time.Hour) {
				kind = lengthTotal
			}
			if kind == lengthTotal && (l.d > longestIncident || l.d >= 24*time.Hour && i > 4 && b.Section != extractor.SectionSummary && b.Section != extractor.SectionImpact && !totalNamed.MatchString(bareBefore(before)) && !totalLasted.MatchString(bareBefore(before))) {
				continue
			}
			switch kind {
			case lengthDelay:
				delays = append(delays, l)
			case lengthRepair:
				repairs = append(repairs, l)
			case lengthTotal:
				totals = append(totals, l)
			}
		}
	}
	return totals, delays, repairs
}

// vague durations measure nothing.
var vague = map[string]bool{"a day": true, "a second": true, "a minute": true, "one day": true}

// What a stated duration measures.
const (
	lengthDelay  = "delay"
	lengthRepair = "repair"
	lengthTotal  = "total"
)

// minutesIn matches what stands behind the delay of a detection: "a customer told us 40 minutes in".
var minutesIn = regexp.MustCompile(`^ in(?:to it)?(?:[.,;)]|$)`)

// lengthKind returns what the words around a duration make it, in lower case, or "".
func lengthKind(before, after, quote string) string {
	switch {
	case isDelay(before, after) || minutesIn.MatchString(after) && tellsKnowledge(before):
		return lengthDelay
	case isRepair(before, after) && !strings.Contains(after, "support hours"):
		return lengthRepair
	case isTotal(before, after) || spans(quote) && impactWords(after) && !partial(before) && !partial(after):
		return lengthTotal
	}
	return ""
}

// headLength reports whether a duration stands among the signs of a line that heads the report, "2 November
// 2031 · 52 min · SEV-2", or ends the line that names the impact: "Impact: no logins, 49 minutes".
func headLength(doc *extractor.Document, block int, l length) bool {
	text := doc.Blocks[block].Text
	before, after := strings.TrimRight(text[:l.start], " ~"), strings.TrimLeft(text[l.end:], " .)")
	if strings.HasSuffix(before, "·") || strings.HasSuffix(before, "•") || strings.HasSuffix(before, "|") {
		return block <= 4 && (after == "" || strings.HasPrefix(after, "·") || strings.HasPrefix(after, "•") || strings.HasPrefix(after, "|"))
	}
	return after == "" && (strings.HasSuffix(before, ",") || strings.HasSuffix(before, "(")) && impactLine.MatchString(text)
}

var impactLine = regexp.MustCompile(`(?i)^\W*(?:customer |user |service )?(?:impact|outage|downtime)\W*:`)

// leadLength reports whether a sentence of the lead or of the part on the impact begins with a duration, "For
// 41 minutes visitors got the pages of others", or ends in one: "nobody could log in for 41 minutes".
func leadLength(doc *extractor.Document, block int, before, after string) bool {
	if s := doc.Blocks[block].Section; block > 4 && s != extractor.SectionSummary && s != extractor.SectionImpact {
		return false
	}
	if partial(after[:min(len(after), 40)]) || partial(before) || laterWords(after) || peopleAct.MatchString(before+after) {
		return false
	}
	before = bareBefore(before)
	return leadsWithFor.MatchString(before) || forItself.MatchString(before) && strings.Trim(after, " .)") == ""
}

// leadsWithFor matches the beginning of a sentence, in lower case, that tells how long: "On 4 May for".
var leadsWithFor = regexp.MustCompile(`^\W*(?:(?:on|in|this) [^,.;]{3,30},? )?for(?: a total of)?$`)

// forItself matches words, in lower case, behind which a duration is that of all that the sentence tells.
var forItself = regexp.MustCompile(`\b(?:for|during|over)(?: a)?(?: total of)?$`)

// spans reports whether the unit of a duration says that something went on for so long: "25분간".
func spans(text string) bool {
	return strings.HasSuffix(text, "간") && !strings.HasSuffix(text, "시간") || strings.HasSuffix(text, "間") && !strings.HasSuffix(text, "時間")
}

// countsUnits reports whether a text can state a duration.
func countsUnits(text string) bool {
	return strings.ContainsAny(text, "0123456789") || strings.Contains(text, "hour") || strings.Contains(text, "minute")
}

// skippedSection reports whether a section speaks of other things than what happened.
func skippedSection(s extractor.Section) bool {
	switch s {
	case extractor.SectionActionItems, extractor.SectionLessons, extractor.SectionLegal, extractor.SectionBoilerplate, extractor.SectionApology:
		return true
	}
	return false
}

// Words around a duration, in lower case, that make it the time until someone knew.
var (
	delayNamed  = regexp.MustCompile(`\b(time.to.(detect|detection|discover|discovery|notice|acknowledge detection)|detection (time|delay)|ttd|mttd|(detected|noticed|discovered) (within|after))\)?$`)
	delayTook   = regexp.MustCompile(`\btook( us| our \w+)?$`)
	delayNotice = regexp.MustCompile(`^ (to (notice|detect|discover|reali[sz]e|find out)|until (we|anyone|someone) (noticed|knew|reali[sz]ed)|before (we|anyone|someone) (noticed|knew)|until detection)`)
	delayWithin = regexp.MustCompile(`\b(alerted|notified|paged|detected|noticed|discovered|aware|caught|alarmed|alerts? fired)\b[^.;]{0,40}\b(within|after|in)$`)
	delayAfter  = regexp.MustCompile(`^ (after|into) (the )?(start|beginning|onset|impact|incident|outage|errors|failures|disruption)[^.;]{0,40}\b(alert|page|notic|detect|report|aware)`)
	delayBehind = regexp.MustCompile(`^ (?:after|into|from) (?:the |its |it )?(?:start|beginning|onset|outage|incident|impact|began)`)
	delayFirst  = regexp.MustCompile(`(?:^|[,;.] |\band )\W*(?:within|after|only after|in)(?: (?:just|about|some))?$`)
	delayOf     = regexp.MustCompile(`^ (of|from) (the|being|receiving|that|an) (\w+ )?(alert|page|report|detection|paged)`)
)

// isDelay reports whether the words around a duration make it the time until someone knew.
func isDelay(before, after string) bool {
	before = bareBefore(before)
	switch {
	case delayNamed.MatchString(before):
		return true
	case delayNotice.MatchString(after):
		return delayTook.MatchString(before) || !strings.HasPrefix(after, " to ") || strings.HasPrefix(after, " to detect")
	case delayOf.MatchString(after):
		return false
	}
	if delayBehind.MatchString(after) && (tellsKnowledge(before) || detectionLead.MatchString(before)) {
		return true
	}
	return delayWithin.MatchString(before) || delayAfter.MatchString(after) || delayFirst.MatchString(before) && tellsKnowledge(clauseBreak.Split(strings.TrimLeft(after, " ,"), 2)[0])
}

// repairNamed matches the name of the time to recovery at the end of a text in lower case.
var repairNamed = regexp.MustCompile(`\b(time.to.(recover|recovery|resolve|resolution|restore|restoration)|recovery time|resolution time|ttr|mttr|time to fix)\)?$|복구 ?시간$`)

// isRepair reports whether the words before a duration make it the time to recovery.
func isRepair(before, after string) bool {
	before = bareBefore(before)
	return repairNamed.MatchString(before) || repairTook.MatchString(before) && repairUntil.MatchString(after)
}

// Words around a duration, in lower case, that make it that of the whole impact.
var (
	totalNamed = regexp.MustCompile(`(\b(duration|downtime|(outage|impact|incident|disruption|interruption) (time|length|period)|length of (the |this )?(outage|incident|disruption)|time down)( of (the |this |our |customer |user )*(outage|incident|impact|disruption|interruption|degradation|downtime|event|issue|unavailability|service disruption))?( was| is| were| of)?` +
		`|\b(outage|downtime|disruption|interruption|degradation|unavailability) of|장애 ?(지속 ?)?시간|지속 ?시간|총 장애|dauer|durée|duración)$`)
	totalLasted = regexp.MustCompile(`\b(lasted|lasting|lasts|persisted|continued|went on|dauerte|a duré|duró)( for)?( a total of)?$`)
	totalFor    = regexp.MustCompile(`(^|\b)(for|over the course of|over a period of|for a period of|for a total of|for a duration of|in total)$`)
	totalThing  = regexp.MustCompile(`^\)?[ -](long |total |full |complete |partial |major |service |production |api |site |network |database )*(outage|cascading failure|of (\w+ ){0,3}?(downtime|unavailability|outage|disruption|degraded|degradation|impact|interruption|service disruption)|downtime|disruption|degradation|incident|interruption|period of (downtime|unavailability|degraded))`)
	totalSpan   = regexp.MustCompile(`^( ?동안| lang )`)
	repairTook  = regexp.MustCompile(`\b(it|this) (took|was)( us)?$`)
	repairUntil = regexp.MustCompile(`^ (to (bring|restore|recover|resolve|fix|get)|before|until|for) [^.;]{0,40}\b(back|up|again|recover\w*|restor\w*|resolve\w*|normal|service|work\w*|fixed|it|this|everything)\b`)
)

// isTotal reports whether the words around a duration make it that of the whole impact.
func isTotal(before, after string) bool {
	bracketed := strings.HasPrefix(after, ")") && strings.HasSuffix(strings.TrimRight(before, "~약 "), "(")
	before = bareBefore(before)
	if totalNamed.MatchString(before) || bracketed && closesRange(before) {
		return true
	}
	if partial(before[max(0, len(before)-60):]) || laterWords(after) {
		return false
	}
	switch {
	case totalLasted.MatchString(before):
		return !strings.Contains(before, "each") && !partial(after)
	case totalFor.MatchString(before) && impactWords(before+" "+after), totalSpan.MatchString(after) && impactWords(after):
		return !partial(after)
	}
	return totalThing.MatchString(after) && !strings.HasSuffix(before, "every")
}

// aboutWords are words and signs between a name or verb and its duration, in lower case.
var aboutWords = []string{"approximately", "approx", "approx.", "about", "around", "roughly", "nearly", "almost", "just over", "just under", "a little over", "a little under", "slightly over", "just shy of", "약", "an estimated", "circa", "ca.", "etwa", "environ"}

// bareBefore returns the words before a duration without those that only say how exact it is.
func bareBefore(before string) string {
	const signs = " :|-–—*=(~≈"
	before = strings.TrimRight(before, signs)
	for _, w := range aboutWords {
		before = strings.TrimRight(strings.TrimSuffix(before, " "+w), signs)
	}
	for _, w := range aboutWords {
		if before == w {
			return ""
		}
	}
	return before
}

// rangeClose matches the end of a range of clock times: "19:00~19:32", "10:05 - 11:20 UTC".
var rangeClose = regexp.MustCompile(`\d:\d\d( ?[ap]m)?( [a-z]{2,4})? ?(~|-|–|—|to|until) ?\d{1,2}:\d\d(:\d\d)?( ?[ap]m)?( [a-z]{2,4})?$`)

// closesRange reports whether a text, in lower case, ends in a range of clock times.
func closesRange(before string) bool { return rangeClose.MatchString(strings.TrimRight(before, " (")) }

// partial reports whether words speak of a part of the impact, of a plan or of a configured time.
func partial(text string) bool {
	for _, w := range []string{"partly", "partial", "normal", "stable", "after that", "some ", "a few", "one of", " each ", "every ", " per ", "up to", "at least", "first", "another", "additional", "further", "more than", "less than", "remaining", "timeout", "retr", "wait", "will ", "would ", "should ", "within", "average", "may be", "may have", "may take", "cache", "second period", "queue", "between ", "in region", "scheduled", "maintenance", "longer than", "longest", "oldest", "cleanly", "healthy", "no error", "no new", "no issue", "worst"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// laterWords reports whether the duration only measures a distance: "20 minutes later".
func laterWords(after string) bool {
	for _, w := range []string{" later", " after", " before", " ago", " earlier", " into", " prior", " until", " to ", " when ", " at a time", " old", " from", " in total across"} {
		if strings.HasPrefix(after, w) {
			return true
		}
	}
	return false
}
