package extractor

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// Progress is how far an incident had come when its page was fetched.
type Progress struct {
	Open       bool      // it is not over: its page will say more
	Resolved   time.Time // UTC, when it was over; zero: it is open, or the page does not say
	Postmortem bool      // the page holds one
	Promised   bool      // the page says that one will follow
}

// Progress says how far the incident of a document (of a part, on a page with several) had come at the
// time at which its page was fetched. An incident is open only when the page says so: one that says
// nothing is a report of the past.
func (d *Document) Progress(at time.Time) Progress {
	p := Progress{Resolved: clockOf(d.Window.ResolvedAt)}
	over, open := d.Window.ResolvedAt != "", false
	last := clockOf(d.Window.StartedAt)
	for _, b := range d.Blocks {
		label := strings.ToLower(string(b.Label))
		told := clockOf(b.Time)
		if told.After(last) {
			last = told
		}
		switch {
		case slices.Contains(overLabels, label):
			over = true
			if p.Resolved.Before(told) && d.Window.ResolvedAt == "" {
				p.Resolved = told
			}
		case slices.Contains(openLabels, label):
			open = true
		}
		p.Postmortem = p.Postmortem || slices.Contains(postmortemLabels, label) || slices.Contains(postmortemSections, b.Section)
		p.Promised = p.Promised || promise.MatchString(b.Text)
	}
	p.Open = open && !over && !p.Postmortem && at.Sub(last) < forgotten
	return p
}

// forgotten is after how long without an update an incident counts as over, whatever its page says: many
// pages are never closed.
const forgotten = 14 * 24 * time.Hour

// Labels of updates in lower case, as the platforms write them.
var (
	openLabels = []string{
		"investigating", "identified", "monitoring", "in progress", "verifying", "issue", "downtime", "degraded",
		"working on resolution", "조사 중", "원인 파악", "모니터링 중", "wird untersucht", "identifiziert", "beobachtung",
		"enquête en cours", "identifié", "surveillance", "investigando", "identificado", "monitoreando", "調査中", "特定", "監視中",
	}
	overLabels = []string{
		"resolved", "completed", "fixed", "closed", "available", "해결", "해결됨", "복구 완료", "종료", "behoben", "résolu", "resuelto", "解決", "解決済み",
	}
	postmortemLabels   = []string{"postmortem", "post-mortem", "사후 분석"}
	postmortemSections = []Section{SectionRootCause, SectionActionItems, SectionLessons}
)

// promise is how pages say that a postmortem will follow.
var promise = regexp.MustCompile(`(?i)\b(?:will|plan to|going to|intend to)\b[^.]{0,60}\b(?:publish|post|share|provide|release|follow up with)\b[^.]{0,60}\b(?:post-?mortem|rca|root cause|incident report|retrospective)\b` +
	`|\b(?:post-?mortem|rca|root cause analysis|incident report)\b[^.]{0,30}\b(?:will|is going to|to) (?:be )?(?:follow|come|published|posted|shared|provided)\b` +
	`|(?:장애 보고서|사고 보고서|원인 분석|사후 분석)[^.]{0,20}(?:공유|게시|공개|제공)(?:하겠|할 예정|될 예정|해 드리|드리겠)`)

// clockOf reads a time of a document; zero: it states none.
func clockOf(m Maybe) time.Time {
	t, err := time.Parse(time.RFC3339, string(m))
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}
