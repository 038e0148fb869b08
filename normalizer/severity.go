package normalizer

import (
	"regexp"
	"strings"

	"inquest/extractor"
)

// platformImpact maps the impact classes of status platforms to severities.
var platformImpact = map[string]string{
	"none": "no-impact", "minor": "minor", "major": "major", "critical": "critical",
}

// severityLabel is a label that a source gives its incident; adjectives in prose are none.
var severityLabel = regexp.MustCompile(`(?i)(?:\b(?:SEV|severity|priority)(?:[ :#-]|level|of|was|is){0,4}([0-5])\b|\b([PS])-?([0-5])\b(?: (?:incident|outage|issue|event))|\b(?:severity|priority|impact|심각도|장애 ?등급)(?: level)? ?[:|=] ?["']?(none|minor|low|major|medium|high|critical|경미|낮음|중대|높음|심각|긴급|치명적)\b?|([1-4]) ?등급)`)

var labelSeverity = map[string]string{
	"none": "no-impact", "minor": "minor", "low": "minor", "major": "major", "high": "major", "critical": "critical",
	"0": "critical", "1": "critical", "2": "major", "3": "minor", "4": "minor", "5": "minor",
	"경미": "minor", "낮음": "minor", "중대": "major", "높음": "major", "심각": "critical", "긴급": "critical", "치명적": "critical",
}

// fillSeverity takes the platform's impact class, else a label that the source states.
func (d *drafting) fillSeverity() {
	if d.severityOfPlatform() {
		return
	}
	for i := range d.r.sents {
		rd := &d.r.sents[i]
		if rd.bar == barLegal || rd.bar == barApology || rd.section == extractor.SectionBoilerplate || rd.role == roleFollowUp {
			continue
		}
		m := severityLabel.FindStringSubmatchIndex(rd.text)
		if m == nil {
			continue
		}
		if severity := labelSeverity[labelIn(rd.text, m)]; severity != "" {
			d.setSeverity(rd, m[0], m[1], severity)
			return
		}
	}
	d.note("severity", "looked for the platform's impact class and for labels such as SEV1, P2, 1등급; none is stated")
}

// labelIn returns the label of a match: the innermost group that took part.
func labelIn(text string, m []int) string {
	label := ""
	for i := 2; i < len(m); i += 2 {
		if m[i] >= 0 {
			label = strings.ToLower(text[m[i]:m[i+1]])
		}
	}
	return label
}

func (d *drafting) setSeverity(rd *reading, start, end int, severity string) {
	score := 1.0
	d.Case.Severity = severity
	start, end = cutQuote(rd.text, start, end)
	d.cite(Evidence{Field: "severity", Value: Maybe(severity), Score: &score}, rd, start, end)
}

// severityOfPlatform reads the fact in which the platform states its impact class.
func (d *drafting) severityOfPlatform() bool {
	for i := range d.r.sents {
		rd := &d.r.sents[i]
		name, value, found := strings.Cut(rd.text, ":")
		if !found || rd.block.Kind != extractor.Fact || strings.TrimSpace(name) != "impact" {
			continue
		}
		if severity := platformImpact[strings.ToLower(strings.TrimSpace(value))]; severity != "" {
			d.setSeverity(rd, 0, len(rd.text), severity)
			return true
		}
	}
	return false
}
