package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/normalizer"
	"inquest/vocab"
)

// values returns the figures that counted something, by name.
func values(figures []Figure) map[string]float64 {
	m := map[string]float64{}
	for _, f := range figures {
		if f.Count > 0 {
			m[f.Name] = f.Value
		}
	}
	return m
}

func TestScoreCountsListsByTermAndDurationsByKindOfError(t *testing.T) {
	kind, day, window := "incident", "2031-01-02", "1h 0m"
	results := []Result{
		{
			Label: &Label{IsIncident: true, Symptoms: []string{"a", "b"}, RootCause: "overload", Severity: "major", DateKind: &kind, Date: &day, ResolvedAfter: &window},
			Draft: &normalizer.Draft{Incident: true, Case: normalizer.Case{Symptoms: []string{"b", "c"}, RootCause: "overload", Severity: "unknown", Date: "2031-01-02", DateKind: "incident", Timeline: normalizer.Timeline{ResolvedAfter: "1h 0m", DetectedAfter: "0h 5m"}}},
		},
		{Label: &Label{IsIncident: true, Symptoms: []string{"a"}, RootCause: "unknown"}},
		{Label: &Label{}, Draft: &normalizer.Draft{Incident: false}},
	}
	got := values(Score(results, func(*Label) bool { return true }))
	want := map[string]float64{
		"read": 2.0 / 3, "symptoms precision": .5, "symptoms recall": 1.0 / 3, "symptoms F1": .4,
		"symptoms and components F1": .4,
		"root cause, known":          1, "root cause, unknown": 0, "severity": 0,
		"is incident, incidents": .5, "is incident, others": 1, "is incident, balanced": .75, "date and kind": 1,
		"resolved_after right": 1, "resolved_after wrong": 0, "detected_after wrong": 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("figures differ (-want +got):\n%s", diff)
	}
}

func TestAStepIsFoundWithTwoThirdsOfItsWordsAndTakenOnce(t *testing.T) {
	steps := func(texts ...string) []normalizer.Step {
		var all []normalizer.Step
		for _, s := range texts {
			all = append(all, normalizer.Step{Text: &normalizer.Text{En: normalizer.Maybe(s)}})
		}
		return all
	}
	var found, right share
	want := [][]string{{"restarted", "the", "proxies"}, {"raised", "connection", "limit"}}
	countSteps(&found, &right, want, steps("We restarted all proxies, the old ones first", "Then restarted the proxies again"))
	if found != (share{1, 2}) || right != (share{1, 2}) {
		t.Errorf("found %v, right %v; want {1 2} and {1 2}", found, right)
	}
}

func TestRunReadsReportsBesideTheLabelsAndNamesThoseThatAreMissing(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "labels.jsonl"), `{"id":"x-1","file":"x.txt","operator":"acme","is_incident":true,"symptoms":[]}`+"\n")
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Load(filepath.Join(dir, "labels.jsonl"), dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context(), Same(normalizer.New(v))); err == nil || !strings.Contains(err.Error(), "report x.txt of label x-1") {
		t.Errorf("a missing report: %v", err)
	}
	write(t, filepath.Join(dir, "docs", "x.txt"), "Checkout was down\n\nOn 3 March 2031 checkout was down from 10:00 UTC to 11:30 UTC.\n")
	results, err := s.Run(t.Context(), Same(normalizer.New(v)))
	if err != nil {
		t.Fatal(err)
	}
	if results[0].Err != nil || !results[0].Draft.Incident {
		t.Errorf("result %+v", results[0])
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestSameBytesNamesTheFirstDifference(t *testing.T) {
	path := filepath.Join(t.TempDir(), "case.json")
	write(t, path, `{"id": "X-1"}`)
	if err := SameBytes(path); err == nil || !strings.Contains(err.Error(), "differs from byte 6") {
		t.Errorf("error %v", err)
	}
}

func newNormalizer(t *testing.T) *normalizer.Normalizer {
	t.Helper()
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	return normalizer.New(v)
}
