package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/normalizer"
)

// result is a report with labelled and drafted symptoms and root cause.
func result(id, operator string, want, got []string, wantCause, gotCause string) Result {
	return Result{
		Label: &Label{ID: id, Set: "set", Operator: operator, File: "statuspage/" + id, IsIncident: true, Symptoms: want, RootCause: wantCause},
		Draft: &normalizer.Draft{Incident: true, Case: normalizer.Case{Symptoms: got, RootCause: gotCause}},
	}
}

func evidence(field, value, quote string, score float64) normalizer.Evidence {
	return normalizer.Evidence{Field: field, Value: normalizer.Maybe(value), Quote: quote, Score: &score}
}

func sample() []Result {
	return []Result{
		result("1", "acme", []string{"high-latency"}, []string{"high-latency", "data-loss"}, "overload", "software-bug"),
		result("2", "acme", []string{"data-loss"}, []string{"crash-loop"}, "overload", "overload"),
		result("3", "initech", []string{"high-latency"}, nil, "software-bug", "software-bug"),
		{Label: &Label{ID: "4", Set: "set", Operator: "initech"}, Draft: &normalizer.Draft{Incident: true}},
	}
}

func TestTermsAreCountedWithTheirReportsMostMistakesFirst(t *testing.T) {
	want := []TermCount{
		{"symptoms", "data-loss", 0, 1, 1, []string{"1"}, []string{"2"}},
		{"symptoms", "crash-loop", 0, 1, 0, []string{"2"}, []string{}},
		{"symptoms", "high-latency", 1, 0, 1, []string{}, []string{"3"}},
		{"root_cause", "overload", 1, 0, 1, []string{}, []string{"1"}},
		{"root_cause", "software-bug", 1, 1, 0, []string{"1"}, []string{}},
	}
	counts := CountTerms(sample())
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("terms (-want +got):\n%s", diff)
	}
	var out strings.Builder
	if err := WriteTerms(&out, counts[:1]); err != nil {
		t.Fatal(err)
	}
	if first := strings.SplitN(out.String(), "\n", 3)[1]; first != "  data-loss  0      1      1       0.000      0.000   1         2" {
		t.Errorf("line %q", first)
	}
}

func TestRootCausesAreConfusedByLabelledAndDraftedClass(t *testing.T) {
	results := append(sample(), Result{Label: &Label{IsIncident: true, RootCause: "overload"}})
	want := Confusion{
		Classes: []string{"overload", "software-bug", notDrafted},
		Cells:   [][]int{{1, 1, 1}, {0, 1, 0}, {0, 0, 0}},
	}
	got := Confuse(results)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("confusion (-want +got):\n%s", diff)
	}
	var out strings.Builder
	if err := got.Write(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), " 1 overload 1 1 1  3 0.333\n") {
		t.Errorf("table:\n%s", out.String())
	}
}

func TestScoresAreBinnedOncePerValueWithoutRunnersUp(t *testing.T) {
	r := sample()[0]
	runnerUp := evidence("root_cause", "overload", "", .4)
	runnerUp.Role = "alternative"
	r.Draft.Evidence = []normalizer.Evidence{
		evidence("symptoms", "high-latency", "", .82), evidence("symptoms", "high-latency", "", .82),
		evidence("symptoms", "data-loss", "", .88), evidence("root_cause", "software-bug", "", 1), runnerUp,
	}
	calibration := Calibrate([]Result{r})
	var want Calibration
	want.Facet = "symptoms"
	want.Bins[8] = Bin{Count: 2, Right: 1, Sum: .82 + .88}
	if diff := cmp.Diff(want, calibration[0]); diff != "" {
		t.Errorf("symptoms (-want +got):\n%s", diff)
	}
	if last := calibration[2].Bins[9]; last != (Bin{Count: 1, Sum: 1}) {
		t.Errorf("root_cause above .9: %+v", last)
	}
	if all := calibration[len(calibration)-1]; all.Bins[8].Count != 2 || all.Bins[9].Count != 1 {
		t.Errorf("all: %+v", all)
	}
	if gap := calibration[0].Gap(); gap < .349 || gap > .351 {
		t.Errorf("gap %v, want .35", gap)
	}
}

func TestTheFirstQuoteIsAcceptedByTheWordsOfTheLabel(t *testing.T) {
	marked := map[string][]string{"symptoms/high-latency": {"Pages were slow for half an hour on Monday."}}
	for _, test := range []struct {
		name    string
		label   Label
		quotes  []string
		accepts bool
	}{
		{"half of the words are there", Label{Evidence: map[string][]string{"symptoms/high-latency": {"slow", "pages", "europe", "monday"}}}, []string{"Pages were slow."}, true},
		{"fewer than half", Label{Evidence: map[string][]string{"symptoms/high-latency": {"slow", "checkout", "europe"}}}, []string{"Pages were slow."}, false},
		{"the right one is second", Label{Evidence: map[string][]string{"symptoms/high-latency": {"slow"}}}, []string{"We are sorry.", "Pages were slow."}, false},
		{"cut from a marked sentence", Label{Evidence: marked, Mention: map[string][]string{}}, []string{"slow for half an hour"}, true},
		{"more than a third stands elsewhere", Label{Evidence: marked, Mention: map[string][]string{}}, []string{"slow pages since we changed the cache"}, false},
		{"there is no quote", Label{Evidence: marked, Mention: map[string][]string{}}, nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.label.IsIncident, test.label.Symptoms = true, []string{"high-latency"}
			d := &normalizer.Draft{Case: normalizer.Case{Symptoms: []string{"high-latency", "data-loss"}}}
			for _, q := range test.quotes {
				d.Evidence = append(d.Evidence, evidence("symptoms", "high-latency", q, .5))
			}
			var counts tally
			counts.addQuotes(&test.label, d)
			want := share{of: 1}
			if test.accepts {
				want.right = 1
			}
			if counts.firstQuote != want {
				t.Errorf("first quote %+v, want %+v", counts.firstQuote, want)
			}
		})
	}
}

func TestCloudEntriesAreScoredByClassAndSentence(t *testing.T) {
	entry := func(vendor, class, cause string, symptoms []string, root string, maintenance bool) Result {
		return Result{
			Label:       &Label{Vendor: vendor, SymptomClasses: strings.Fields(class), CauseClass: cause, SymptomSentence: "requests to the storage API failed"},
			Draft:       &normalizer.Draft{Case: normalizer.Case{Symptoms: symptoms, RootCause: root}},
			Maintenance: maintenance,
		}
	}
	quoted := entry("AWS", "ERROR", "", []string{"high-error-rate", "degraded-performance"}, "unknown", false)
	quoted.Draft.Evidence = []normalizer.Evidence{evidence("symptoms", "high-error-rate", "the storage API failed today", .5)}
	results := []Result{
		quoted,
		entry("AWS", "ERROR DELAY", "", []string{"high-error-rate", "data-loss"}, "unknown", false),
		entry("Azure", "DEPERF", "MAINTAIN", []string{"degraded-performance"}, "change-failure", true),
		entry("Azure", "UNKNOWN", "DEPLOY", nil, "change-failure", false),
		entry("GCP", "DELAY", "CONFIG", []string{"high-latency"}, "unknown", false),
	}
	got := values(Score(results, func(*Label) bool { return true }))
	for name, want := range map[string]float64{
		"AWS symptom class F1": .75, "AWS symptom class exact": .5, "Azure symptom class exact": 1,
		"Azure root cause class": 1, "GCP root cause class": 0, "symptom sentence": .2,
	} {
		if value, ok := got[name]; !ok || value != want {
			t.Errorf("%s: %v, want %v", name, value, want)
		}
	}
}

func TestAReportKnowsItsKindOfText(t *testing.T) {
	for file, want := range map[string]string{
		"corpus/statuspage-json/acme/x1.json": "status posts",
		"gold/cloud/docs/aws-001.html":        "cloud entries",
		"corpus/wikimedia/2031-checkout.txt":  "wiki reports",
		"corpus/github-blog/2031.txt":         "blog posts",
		"a-001/page.html":                     "raw pages",
		"b-001.md":                            "full reports",
	} {
		if got := (&Label{Set: "gold/silver", File: file}).kind(); got != want {
			t.Errorf("kind of %s: %q, want %q", file, got, want)
		}
	}
	if got := (&Label{Set: "testdata/korean", File: "k-01.html"}).kind(); got != "Korean reports" {
		t.Errorf("kind of a Korean page: %q", got)
	}
}

func TestFiguresAreGroupedByOperator(t *testing.T) {
	var got []string
	for _, g := range ByOperator(sample()) {
		got = append(got, g.Name+" "+shown(g.Figures[0]))
	}
	if diff := cmp.Diff([]string{"acme 0.400", "initech 0.000"}, got); diff != "" {
		t.Errorf("symptoms F1 by operator (-want +got):\n%s", diff)
	}
}

func TestARunIsComparedWithAnEarlierOneReportByReport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "before.json")
	b, err := normalizer.Encode(Evaluate([]Scored{{Set: &Set{Name: "set"}, Results: sample()}}))
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, string(b))
	before, err := ReadPrevious(path)
	if err != nil {
		t.Fatal(err)
	}
	results := sample()
	results[0].Draft.Case.Symptoms = []string{"high-latency", "crash-loop"}
	results[1].Draft.Case.RootCause = "unknown"
	results[3].Draft.Incident = false
	now := Evaluate([]Scored{{Set: &Set{Name: "set"}, Results: results}})
	want := []Change{
		{"set", "1", "symptoms", []string{"no longer wrong: data-loss"}, []string{"wrong: crash-loop"}},
		{"set", "2", "root_cause", nil, []string{"wrong: unknown", "no longer right: overload"}},
		{"set", "4", "incident", []string{"right: false", "no longer wrong: true"}, nil},
	}
	if diff := cmp.Diff(want, now.Compare(before)); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	var out strings.Builder
	if err := now.WriteChanges(&out, before); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"set, root cause, known: 0.667 -> 0.333",
		"+ set 1 symptoms: no longer wrong: data-loss\n- set 1 symptoms: wrong: crash-loop\n",
		"3 fields changed: 3 values gained, 3 lost\n",
	} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("no %q in\n%s", line, out.String())
		}
	}
}

func TestAFileThatIsNoEarlierRunSaysHowToWriteOne(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "other.json"), `[]`)
	for _, name := range []string{"missing.json", "other.json"} {
		_, err := ReadPrevious(filepath.Join(dir, name))
		if err == nil || !strings.Contains(err.Error(), "inquest eval --json") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestGoalsNameFiguresThatAreMeasured(t *testing.T) {
	figures := values(nil)
	for _, f := range Score(nil, func(*Label) bool { return true }) {
		figures[f.Name] = f.Value
	}
	for _, g := range goals {
		if _, ok := figures[g.figure]; !ok {
			t.Errorf("goal of %s: there is no figure %q", g.set, g.figure)
		}
	}
}

func TestGoalsSayWhetherTheyAreReached(t *testing.T) {
	label := &Label{Set: "testdata/korean", IsIncident: true, Symptoms: []string{"data-loss"}, RootCause: "overload"}
	e := Evaluate([]Scored{{Set: &Set{Name: "testdata/korean"}, Results: []Result{
		{Label: label, Draft: &normalizer.Draft{Incident: true, Case: normalizer.Case{Symptoms: []string{"data-loss"}, RootCause: "unknown"}}},
	}}})
	var got []string
	for _, r := range e.Goals {
		got = append(got, r.Set+" "+r.All.Name+": "+r.state())
	}
	want := []string{
		"every set is incident, balanced: not measured",
		"korean symptoms and components F1: at its aim",
		"korean root cause, known: too low",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("goals (-want +got):\n%s", diff)
	}
}

func TestTheDraftOfAReportIsComparedWithTheFinishedCase(t *testing.T) {
	dir := t.TempDir()
	report, finished := filepath.Join(dir, "report.txt"), filepath.Join(dir, "case.json")
	write(t, report, "Checkout was down\n\nOn 3 March 2031 checkout was slow from 10:00 UTC to 11:30 UTC.\n")
	d, err := draftFile(t.Context(), newNormalizer(t), report)
	if err != nil {
		t.Fatal(err)
	}
	d.Case.RootCause, d.Case.Timeline.ResolvedAfter = "overload", "9h 0m"
	b, err := normalizer.Encode(d.Case)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(finished, b, 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := DifferingCodes(t.Context(), newNormalizer(t), report, finished)
	if err != nil {
		t.Fatal(err)
	}
	want := []Field{field("root_cause", one("overload"), one("unknown")), field("resolved_after", one("9h 0m"), one("1h 30m"))}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("differing codes (-want +got):\n%s", diff)
	}
}

func TestAReportThatIsSetAsideIsBlindWhoeverItsOperator(t *testing.T) {
	yes, no := true, false
	labels := []Label{{ID: "1", Operator: "acme", Aside: &yes}, {ID: "2", Operator: "acme", Aside: &no}, {ID: "3", Operator: "initech"}}
	var got []bool
	for i := range labels {
		got = append(got, labels[i].blind())
	}
	if diff := cmp.Diff([]bool{true, false, Blind("initech")}, got); diff != "" {
		t.Errorf("blind (-want +got):\n%s", diff)
	}
}

func TestFieldsThatALabelDoesNotCodeAreNotScored(t *testing.T) {
	draft := &normalizer.Draft{Incident: true, Case: normalizer.Case{Symptoms: []string{"data-loss"}, RootCause: "overload"}}
	got := values(Score([]Result{{Label: &Label{IsIncident: true}, Draft: draft}}, func(*Label) bool { return true }))
	want := map[string]float64{"read": 1, "is incident, incidents": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
}
