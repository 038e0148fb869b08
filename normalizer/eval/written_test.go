package eval

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/normalizer"
	"inquest/vocab"
)

func english(s string) *normalizer.Text { return &normalizer.Text{En: normalizer.Maybe(s)} }

func TestInstantsAreThoseThatTheDurationQuotes(t *testing.T) {
	at := func(s string) *string { return &s }
	event := func(kind, when string, block int) normalizer.Event {
		return normalizer.Event{Kind: kind, At: normalizer.Maybe(when), Block: block, Start: 0, End: 5}
	}
	d := &normalizer.Draft{
		Incident: true,
		Events: []normalizer.Event{
			event("started", "2031-02-03T03:00:00Z", 1), event("started", "2031-02-03T04:00:00Z", 2),
			event("resolved", "2031-02-03T05:00:40Z", 3), event("resolved", "2031-02-03T09:00:00Z", 4),
		},
		Evidence: []normalizer.Evidence{{Field: "timeline.resolved_after", Role: "start", Block: 2, Start: 0, End: 5}},
	}
	tally := &tally{}
	tally.addInstants(&Label{StartedAt: at("2031-02-03T04:00Z"), ResolvedAt: at("2031-02-03T05:00Z")}, d)
	if diff := cmp.Diff([]share{{1, 1}, {0, 1}}, []share{tally.startedAt, tally.resolvedAt}, cmp.AllowUnexported(share{})); diff != "" {
		t.Errorf("the quoted start is right, the last end is not (-want +got):\n%s", diff)
	}
}

func TestCloudDurationsCountPerVendorWithinTwoMinutes(t *testing.T) {
	minutes := 61.0
	draft := func(d normalizer.Maybe) *normalizer.Draft {
		return &normalizer.Draft{Incident: true, Case: normalizer.Case{Timeline: normalizer.Timeline{ResolvedAfter: d}}}
	}
	results := []Result{
		{Label: &Label{Vendor: "AWS", Minutes: &minutes}, Draft: draft("1h 2m")},
		{Label: &Label{Vendor: "AWS", Minutes: &minutes}, Draft: draft("1h 4m")},
		{Label: &Label{Vendor: "GCP"}, Draft: draft("")},
	}
	got := values(Score(results, func(*Label) bool { return true }))
	for name, want := range map[string]float64{"AWS duration right": .5, "AWS duration wrong": .5, "GCP duration wrong": 0} {
		if got[name] != want {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
}

func TestASummaryNeedsTriggerRemediationAndEndInItsLength(t *testing.T) {
	label := &Label{IsIncident: true, Trigger: []string{"upgraded", "broker"}, Remediation: [][]string{{"rolled", "back"}}}
	draft := &normalizer.Draft{Case: normalizer.Case{Summary: english("The team upgraded the broker and queues grew.")}}
	var w writtenTally
	w.add(Result{Label: label, Words: 100}, draft)
	if diff := cmp.Diff([]share{{1, 2}, {1, 1}, {0, 1}}, []share{w.facts, w.length, w.whole}, cmp.AllowUnexported(share{})); diff != "" {
		t.Errorf("facts, length, whole (-want +got):\n%s", diff)
	}
}

func TestATitleHoldsHalfOfTheWordsInAnyInflection(t *testing.T) {
	for _, tt := range []struct {
		title string
		want  bool
	}{
		{"Launches failed after the proxy was upgraded", true},
		{"Trouble with launches", false},
	} {
		if got := holdsHalf(english(tt.title), "Proxy upgrade made launches fail"); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.title, got, tt.want)
		}
	}
}

func TestUpdatesAreFoundByLabelAndInstant(t *testing.T) {
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "kestrel"), 0o755); err != nil {
		t.Fatal(err)
	}
	entry := `{"id":"k1","name":"Logins fail","status":"resolved","impact":"minor","created_at":"2031-03-04T10:00:00.000Z","started_at":"2031-03-04T10:00:00.000Z",
		"page":{"name":"Kestrel","url":"https://status.kestrel.example"},"components":[],"incident_updates":[
		{"id":"2","status":"resolved","body":"Logins work again.","created_at":"2031-03-04T11:00:00.000Z","display_at":"2031-03-04T11:00:00.000Z"},
		{"id":"1","status":"investigating","body":"Some logins fail with errors.","created_at":"2031-03-04T10:00:00.000Z","display_at":"2031-03-04T10:00:00.000Z"}]}`
	if err := os.WriteFile(filepath.Join(dir, "kestrel", "k1.json"), []byte(entry), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := ScoreUpdates(context.Background(), normalizer.New(v), dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Figure{Name: "updates as events", Value: 1, Count: 2}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFittedWeightsTellTheSentencesApart(t *testing.T) {
	var rows []WrittenRow
	for range 2 * rareFeature {
		rows = append(rows,
			WrittenRow{Features: []string{biasFeature, "event"}, Is: [...]bool{true, false, false, false, false}},
			WrittenRow{Features: []string{biasFeature, "knew"}, Is: [...]bool{false, true, false, false, false}})
	}
	w := FitWritten(rows)
	if i := 1; w.features[i] != "event" || w.weights[0][i] <= 0 || w.weights[1][i] >= 0 {
		t.Errorf("an event must speak for the trigger and against the detection:\n%s", w.Table())
	}
}
