package eval

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"inquest/normalizer"
	"inquest/normalizer/reader"
	"inquest/vocab"
)

func sentences(texts ...string) []normalizer.Sentence {
	var list []normalizer.Sentence
	for _, t := range texts {
		list = append(list, normalizer.Sentence{Text: t})
	}
	return list
}

func TestASentenceWithTwoThirdsOfTheWordsIsEvidence(t *testing.T) {
	l := &Label{RootCause: "overload", Evidence: map[string][]string{
		"symptoms/data-loss": {"orders", "were", "lost"},
		"root_cause":         {"traffic", "tripled"},
	}}
	got := l.rows(sentences("Some orders were gone.", "Traffic tripled, and orders were lost.", "Traffic grew."))
	want := []reader.Row{
		{Text: "Some orders were gone.", Is: []string{"symptoms/data-loss"}, Weight: 3, Elsewhere: .5},
		{Text: "Traffic tripled, and orders were lost.", Is: []string{"root_cause/overload", "symptoms/data-loss"}, Weight: 3, Elsewhere: .5},
		{Text: "Traffic grew.", Weight: 3, Elsewhere: .5},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
}

func TestMarkedSentencesAreFoundByTheirLettersAndDigits(t *testing.T) {
	l := &Label{
		Evidence: map[string][]string{"symptoms/data-loss": {"Orders  were lost", "10:02 UTC: We lost the orders of one whole day."}},
		Mention:  map[string][]string{"components/cdn": {"The CDN was fine."}},
	}
	got := l.rows(sentences("Orders were lost.", "The CDN was fine.", "We lost the orders of one whole day.", "Sorry."))
	want := []reader.Row{
		{Text: "Orders were lost.", Is: []string{"symptoms/data-loss"}, Weight: 2, Elsewhere: .35},
		{Text: "The CDN was fine.", Not: []string{"components/cdn"}, Weight: 2, Elsewhere: .35},
		{Text: "We lost the orders of one whole day.", Is: []string{"symptoms/data-loss"}, Weight: 2, Elsewhere: .35},
		{Text: "Sorry.", Weight: 2, Elsewhere: .35},
		{Text: "10:02 UTC: We lost the orders of one whole day.", Is: []string{"symptoms/data-loss"}, Weight: 2, Elsewhere: .35},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
}

// exampleFS holds an example sentence of each facet, twice: a word must stand in two to be known.
func exampleFS() fstest.MapFS {
	double := func(line string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(line + "\n" + line)} }
	return fstest.MapFS{
		"symptoms.jsonl":     double(`{"term":"data-loss","lang":"en","text":"Orders were lost."}`),
		"components.jsonl":   double(`{"term":"cdn","lang":"en","text":"The CDN was down."}`),
		"root_cause.jsonl":   double(`{"term":"overload","lang":"en","text":"Traffic tripled."}`),
		"contributing.jsonl": double(`{"term":"misdiagnosis","lang":"en","text":"We looked elsewhere."}`),
	}
}

// writeGold writes twenty reports coded once, each of another operator whose name stands in its text.
func writeGold(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	var labels strings.Builder
	for i := range 20 {
		name := "operator" + string(rune('a'+i))
		labels.WriteString(`{"id":"` + name + `","file":"gold/silver/docs/` + name + `.txt","operator":"` + name +
			`","is_incident":true,"symptoms":["data-loss"],"root_cause":"unknown","evidence":{"symptoms/data-loss":["Orders of ` + name + ` were lost."]},"mention":{}}` + "\n")
		write(t, filepath.Join(root, "gold/silver/docs", name+".txt"), "Lost orders\n\nOrders of "+name+" were lost. Yes, "+name+" lost them.\n")
	}
	write(t, filepath.Join(root, "gold/silver/labels.jsonl"), labels.String())
	return filepath.Join(root, "gold")
}

func readMaterial(t *testing.T, labels string) *Material {
	t.Helper()
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	m, err := ReadMaterial(t.Context(), v, exampleFS(), labels, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestNoOperatorStandsOnBothSidesOfAFold(t *testing.T) {
	m := readMaterial(t, writeGold(t))
	seen := map[int]bool{}
	for _, text := range m.Texts[0] {
		name := text.Label.Operator
		k := Fold(name)
		seen[k] = true
		for _, row := range m.rows(func(operator string) bool { return Fold(operator) != k }) {
			if strings.Contains(row.Text, name) {
				t.Errorf("fold %d of %s is fitted to %q", k, name, row.Text)
			}
		}
	}
	if len(seen) < 5 {
		t.Errorf("twenty operators stand in %d folds only", len(seen))
	}
}

func TestFoldsAreFittedOnceForTheSameRows(t *testing.T) {
	m := readMaterial(t, writeGold(t))
	cache := t.TempDir()
	var first, second bytes.Buffer
	if _, err := m.FitFolds(t.Context(), cache, &first); err != nil {
		t.Fatal(err)
	}
	folds, err := m.FitFolds(t.Context(), cache, &second)
	if err != nil {
		t.Fatal(err)
	}
	if first.Len() == 0 || second.Len() > 0 {
		t.Errorf("progress of the first time %q, of the second %q; want something and nothing", first.String(), second.String())
	}
	r := folds.For("operatora")
	if r == nil || !strings.HasPrefix(r.Header.LeftOut, "operators of fold ") {
		t.Errorf("reader of operatora: %+v", r)
	}
	if reports := m.ScoreAlone(folds); len(reports) != 3 || reports[2].Documents != 20 {
		t.Errorf("reports of the reader alone: %+v", reports)
	}
}

func TestFitSaysWhatItWasFittedTo(t *testing.T) {
	for _, c := range []struct {
		name, labels, want string
		silver             bool
	}{
		{"without labels", "", "sentences alone", false},
		{"with labels", writeGold(t), "sentences and coded reports", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := readMaterial(t, c.labels)
			r, err := m.Fit(t.Context(), t.TempDir(), io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "weights.bin")
			if err := WriteFile(path, r); err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if r, err = reader.Decode(b); err != nil {
				t.Fatal(err)
			}
			if r.Header.FittedTo != c.want || (r.Header.Silver != "") != c.silver || r.Header.Dev != "" {
				t.Errorf("header %+v", r.Header)
			}
			if err := r.Stale(m.vocab, exampleFS()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestReadMaterialNeedsLabelsInTheFolder(t *testing.T) {
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadMaterial(t.Context(), v, exampleFS(), t.TempDir(), io.Discard); err == nil || !strings.Contains(err.Error(), "name the folder that holds them") {
		t.Errorf("error %v", err)
	}
}
