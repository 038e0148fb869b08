package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSectionOfHeading(t *testing.T) {
	for heading, want := range map[string]Section{
		"Summary": SectionSummary, "1. Executive Summary": SectionSummary, "What happened?": SectionSummary, "TL;DR": SectionSummary,
		"Impact": SectionImpact, "Customer Impact:": SectionImpact, "Who was affected": SectionImpact, "Summary of impact": SectionImpact,
		"ROOT CAUSE": SectionRootCause, "What went wrong and why?": SectionRootCause, "Technical details": SectionRootCause, "Why did it fail": SectionRootCause,
		"Timeline (UTC)": SectionTimeline, "Detection": SectionDetection, "Trigger": SectionTrigger,
		"Mitigation": SectionResolution, "How did we respond?": SectionResolution, "Remediation": SectionRemediation,
		"Next steps": SectionActionItems, "What we’re doing to prevent this": SectionActionItems, "Remediation and prevention": SectionActionItems,
		"Lessons learned": SectionLessons, "What went well": SectionLessons, "Where we got lucky": SectionLessons,
		"Safe Harbor": SectionLegal, "Related posts": SectionBoilerplate, "Comments": SectionBoilerplate,
		"Ursache": SectionRootCause, "Auswirkungen": SectionImpact, "Zeitlicher Ablauf": SectionTimeline, "Zusammenfassung": SectionSummary, "Nächste Schritte": SectionActionItems,
		"Cause de l’incident": SectionRootCause, "Chronologie": SectionTimeline, "Résumé": SectionSummary, "Prochaines étapes": SectionActionItems,
		"Causa raíz": SectionRootCause, "Análisis de causas": SectionRootCause, "Cronología": SectionTimeline, "Próximos pasos": SectionActionItems, "Impacto": SectionImpact,
		"장애 원인": SectionRootCause, "영향 범위": SectionImpact, "재발 방지 대책": SectionActionItems, "■ 조치 내용": SectionResolution, "타임라인": SectionTimeline,
		"原因": SectionRootCause, "影響": SectionImpact, "再発防止策": SectionActionItems, "経緯": SectionTimeline, "概要": SectionSummary,
		"Cloud Monitoring": "", "Databases": "", "": "",
		"The night on which all of our disks became full and what we did about the cause of it": "",
	} {
		t.Run(heading, func(t *testing.T) {
			if got := sectionOf(heading); got != want {
				t.Errorf("want %q, got %q", want, got)
			}
		})
	}
}

func TestSectionsFollowTheHeadings(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"first paragraphs are the summary", "<p>Down.</p><p>Up.</p><p>Later.</p><h2>Databases</h2><p>Old.</p>",
			[]string{"para summary: Down.", "para summary: Up.", "para unknown: Later.", "h2 unknown: Databases", "para unknown: Old."}},
		{"a heading below stays in the section", "<h2>Impact</h2><h3>Login</h3><p>Failed.</p><h3>Search</h3><p>Slow.</p><h2>Thoughts</h2><p>Well.</p>",
			[]string{"h2 impact: Impact", "h3 impact: Login", "para impact: Failed.", "h3 impact: Search", "para impact: Slow.", "h2 unknown: Thoughts", "para unknown: Well."}},
		{"lead-ins", "<p>Root cause: a disk.</p><p>It was full.</p><p>Next steps:</p><ul><li>Watch it.</li></ul>",
			[]string{"para root-cause: Root cause: a disk.", "para root-cause: It was full.", "para action-items: Next steps:", "- action-items: Watch it."}},
		{"named items", "<ul><li>Impact: login</li><li>Cause<ul><li>A full disk</li></ul></li><li>10:00 down</li><li>Other</li></ul>",
			[]string{"- impact: Impact: login", "- root-cause: Cause", "-- root-cause: A full disk", "- timeline: 10:00 down", "- unknown: Other"}},
		{"a row with a time ends the section", "<h2>Next steps</h2><p>Watch it.</p><table><tr><td>Jun 02, 2031</td><td>16:16</td><td>All well.</td></tr></table>",
			[]string{"h2 action-items: Next steps", "para action-items: Watch it.", "row timeline: Jun 02, 2031 | 16:16 | All well."}},
		{"legal text and apologies are marked", "<h2>Impact</h2><p>This page contains forward-looking statements.</p><p>We are sorry for the trouble.</p><p>We are sorry that login failed because of a full disk.</p>",
			[]string{"h2 impact: Impact", "para legal: This page contains forward-looking statements.", "para apology: We are sorry for the trouble.", "para impact: We are sorry that login failed because of a full disk."}},
		{"menus are boilerplate", `<p>Down.</p><p><a href="/h">History</a> | <a href="/f">Feed</a></p>`,
			[]string{"para summary: Down.", "para boilerplate: History | Feed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "a.html", "<html><body><h1>Outage</h1>"+c.in+"</body></html>")
			if diff := cmp.Diff(c.want, sketch(d.Blocks[1:])); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
		})
	}
}

func TestStatesOfActionItems(t *testing.T) {
	d := extract(t, "a.html", `<html><body><h1>Outage</h1><h2>Next steps</h2><h3>Complete:</h3><ul><li>Watch it.</li></ul>
		<p>In Progress:</p><ul><li>Grow it.</li></ul><h2>Action items</h2><ul><li>[Done] Clean it.</li><li>Replace it.</li></ul></body></html>`)
	got := map[string]State{}
	for _, b := range d.Blocks {
		if b.Kind == Item {
			got[b.Text] = b.State
		}
	}
	want := map[string]State{"Watch it.": StateComplete, "Grow it.": StateInProgress, "[Done] Clean it.": StateComplete, "Replace it.": StateNone}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
}

func TestUpdatesOfUnknownPlatforms(t *testing.T) {
	d := extract(t, "a.html", `<html><body><h1>Outage</h1><article data-incident-start-time="2031-02-03T04:00:00Z"><h2>Cause</h2><p>A full disk.</p></article>
		<ul class="updates"><li><h2>Resolved</h2><p>Fixed it.</p><time datetime="2031-02-03T06:00:00Z">06:00</time></li>
		<li><h2>Investigating</h2><p>Looking at it.</p><time datetime="2031-02-03T05:00:00Z">05:00</time></li></ul></body></html>`)
	var got []string
	for _, b := range d.Blocks {
		if b.Label != "" && b.Kind == Para {
			got = append(got, string(b.Label+" "+b.Time)+" "+b.Text)
		}
	}
	want := []string{
		"Resolved 2031-02-03T06:00:00Z Fixed it.",
		"Investigating 2031-02-03T05:00:00Z Looking at it.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("updates (-want +got):\n%s", diff)
	}
	if d.Window.StartedAt != "2031-02-03T04:00:00Z" {
		t.Errorf("want the start of the attribute, got %q", d.Window.StartedAt)
	}
}
