package eval

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/normalizer"
	"inquest/normalizer/reader"
	"inquest/vocab"
)

func TestPagesSetAsideAreNotFittedTo(t *testing.T) {
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	write(t, filepath.FromSlash(pagesDir+"/docs/a.txt"), "Opening hours\n\nWe are open from nine to five.\n")
	write(t, filepath.FromSlash(pagesDir+"/labels.jsonl"), `{"id":"a","file":"docs/a.txt","operator":"a","aside":false}
{"id":"b","file":"docs/a.txt","operator":"b","aside":true}
`)
	write(t, filepath.FromSlash(pagesDir+"/texts.jsonl"), `{"id":"c","file":"c.txt","operator":"c","is_incident":true,"aside":false,"text":"Login failed for an hour.\n"}
`)
	pages, err := readPages(t.Context(), normalizer.NewUnfitted(v))
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]float32{}
	for _, p := range pages {
		for _, row := range p.Rows {
			told[p.Label.ID+": "+row.Text] = row.Told
		}
	}
	want := map[string]float32{"a: Opening hours": otherTold, "a: We are open from nine to five.": otherTold, "c: Login failed for an hour.": pageTold}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
}

func TestThePagesOfTheRepositoryCanBeRead(t *testing.T) {
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(dir, "..", ".."))
	pages, err := readPages(t.Context(), normalizer.NewUnfitted(v))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if p.Err == nil && len(p.Rows) == 0 {
			t.Errorf("%s has no sentences", p.Label.ID)
		}
	}
	if len(pages) < 140 {
		t.Errorf("%d pages, want those of both files", len(pages))
	}
}

func TestEvidenceTellsOfAnIncidentMoreThanWhatStandsBeside(t *testing.T) {
	got := toldRows([]reader.Row{{Text: "It was down.", Is: []string{"symptoms/data-loss"}}, {Text: "Hello."}})
	if got[0].Told != evidenceTold || got[1].Told != besideTold {
		t.Errorf("weights %v and %v", got[0].Told, got[1].Told)
	}
}
