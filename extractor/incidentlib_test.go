package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFinishedCases(t *testing.T) {
	checkReadings(t, []reading{
		{page: "case-page-text", recipe: "incident-library", title: "A wrong cookie domain sent people at Harbor Desk back to the start page after each login", org: "Harbor Desk"},
		{page: "case-page-html", recipe: "incident-library", title: "A full disk delayed mail at Poste Claire for two hours and a half", org: "Poste Claire"},
		{page: "case-record-json", recipe: "incident-library", title: "A lowered connection limit closed Badabyte's forum for 75 minutes", org: "Badabyte"},
	})
}

func TestCasePageTextIsReadBySections(t *testing.T) {
	var got []string
	for _, line := range sketch(readPage(t, "case-page-text").Blocks) {
		got = append(got, prefix(line, 60))
	}
	want := []string{
		"h1 title: A wrong cookie domain sent people at Harbor Desk b", "fact platform: date: 2031-02-18",
		"para summary: A release at 13:04 UTC set the domain of the s", "row impact: Scope: Login to the web app, single sign-on in p",
		"row timeline: Time to detect: 16m", "row timeline: Time to resolve: 51m",
		"h2 impact: Symptoms", "para impact: People were sent back to the start page after a",
		"h2 root-cause: Root cause", "para root-cause: Root cause Configuration change", "para root-cause: The session cookie carried the domain of th",
		"row trigger: Trigger: The release of 13:04 UTC", "h2 detection: Detection",
		"h2 remediation: Remediation", "- remediation: Rolled the release back",
		"h2 action-items: Action items", "- action-items: Check cookies against the public domain as w", "h2 lessons: Lessons",
		"h2 boilerplate: Sources", "- boilerplate: https://status.harbordesk.example/ · officia",
	}
	if diff := cmp.Diff(want, got[:len(want)]); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	for _, line := range got[len(want):] {
		if line[:4] != "h2 b" && line[:6] != "para b" && line[:3] != "- b" {
			t.Errorf("want nothing but boilerplate below the sources, got %q", line)
		}
	}
}

func TestCaseInKoreanOnly(t *testing.T) {
	d := extract(t, "IL-9.json", `{"org":"바다바이트","title":{"en":null,"ko":"게시판이 열리지 않았다"},"root_cause":"unknown","symptoms_text":null,"sources":[],
		"summary":{"en":null,"ko":"첫 문단이다.\n\n둘째 문단이다."},"remediation":[{"text":{"en":null,"ko":"설정을 되돌렸다"}}]}`)
	want := []string{"h1 title: 게시판이 열리지 않았다", "para summary: 첫 문단이다.", "para summary: 둘째 문단이다.", "- remediation: 설정을 되돌렸다"}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" || d.Lang != "ko" {
		t.Errorf("language %q, blocks (-want +got):\n%s", d.Lang, diff)
	}
}
