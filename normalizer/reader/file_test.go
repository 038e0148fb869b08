package reader

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"inquest/vocab"
)

func TestAFileGivesTheSameReaderAndTheSameFile(t *testing.T) {
	fitted := fitSample(t)
	file := encode(t, fitted)
	read, err := Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file, encode(t, read)) {
		t.Error("encoded again the file is another one")
	}
	a, b := fitted.NewScores(), read.NewScores()
	a.Read("waa fillera wbb", nil)
	b.Read("waa fillera wbb", nil)
	if diff := cmp.Diff(a.Terms(nil, "symptoms", -1), b.Terms(nil, "symptoms", -1)); diff != "" {
		t.Errorf("scores differ (-fitted +read):\n%s", diff)
	}
}

func TestDecodeRefuses(t *testing.T) {
	file := encode(t, fitSample(t))
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"an empty file", nil, "does not begin with its name"},
		{"another format", bytes.Replace(file, fmt.Appendf(nil, `"format":%d`, Format), []byte(`"format":99`), 1), fmt.Sprintf("has format 99, the program reads %d", Format)},
		{"a file that was cut", file[:len(file)-3], "is damaged"},
		{"a file with something behind it", append(bytes.Clone(file), 1), "is damaged"},
		{"a first line that is no JSON", []byte(magic + "{\n"), "first line of the reader's file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Decode(c.file); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

// exampleFS holds a line for each facet.
func exampleFS() fstest.MapFS {
	return fstest.MapFS{
		"symptoms.jsonl":     {Data: []byte(`{"term":"data-loss","lang":"en","text":"Rows were gone.","also":["components/cdn"]}` + "\n" + `{"not":"data-loss","lang":"en","text":"No rows were gone."}`)},
		"components.jsonl":   {Data: []byte(`{"term":"cdn","lang":"en","text":"The edge was down."}`)},
		"root_cause.jsonl":   {Data: []byte(`{"term":"overload","lang":"en","text":"Traffic grew."}`)},
		"contributing.jsonl": {Data: []byte(`{"term":"misdiagnosis","lang":"en","text":"We looked elsewhere."}`)},
	}
}

func TestExamples(t *testing.T) {
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Examples(exampleFS(), v)
	if err != nil {
		t.Fatal(err)
	}
	want := []Row{
		{Text: "Rows were gone.", Is: []string{"symptoms/data-loss", "components/cdn"}, Weight: 1, Elsewhere: .15, Told: .3},
		{Text: "No rows were gone.", Not: []string{"symptoms/data-loss"}, Weight: 1, Elsewhere: .15},
	}
	if diff := cmp.Diff(want, rows[:2]); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
	for line, want := range map[string]string{
		`{"term":"gone","text":"x"}`:                   `symptoms.jsonl:1: "symptoms/gone" is no term`,
		`{"text":"x"}`:                                 "name a term",
		`{"term":"data-loss","txt":"x"}`:               "unknown field",
		`{"term":"data-loss","text":"x","also":["y"]}`: `"y" is no term`,
	} {
		fsys := exampleFS()
		fsys["symptoms.jsonl"] = &fstest.MapFile{Data: []byte(line)}
		if _, err := Examples(fsys, v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", line, err, want)
		}
	}
}

func TestStaleNamesWhatHasChanged(t *testing.T) {
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	sum, err := SentencesSum(exampleFS())
	if err != nil {
		t.Fatal(err)
	}
	r := &Reader{Header: Header{Terms: TermsSum(v), Sentences: sum}}
	if err := r.Stale(v, exampleFS()); err != nil {
		t.Errorf("nothing has changed: %v", err)
	}
	changed := exampleFS()
	changed["components.jsonl"] = &fstest.MapFile{Data: []byte("{}")}
	if err := r.Stale(v, changed); err == nil || !strings.Contains(err.Error(), "example sentences are not those") {
		t.Errorf("sentences have changed: %v", err)
	}
	r.Header.Terms = "another"
	if err := r.Stale(v, exampleFS()); err == nil || !strings.Contains(err.Error(), "terms are not those") {
		t.Errorf("terms have changed: %v", err)
	}
}

func TestAReportKeepsTheBestSentenceOfATerm(t *testing.T) {
	p := fitSample(t).NewReport()
	for range 2 { // a second report finds nothing of the first
		p.Reset()
		p.Add(3, "fillera fillerb waa", nil)
		p.Add(7, "waa wab", nil)
		p.Add(8, "fillera", nil)
		best := p.Best("symptoms", .2)
		if len(best) != 1 || best[0].Term != "high-latency" || best[0].Sentence != 7 || best[0].Next[0].Score <= 0 || best[0].Next[0].Score >= best[0].Score {
			t.Errorf("best terms %+v, want high-latency alone, from sentence 7, with a second", best)
		}
	}
}

func TestReadingTakesNoMemory(t *testing.T) {
	r, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	p := r.NewReport()
	p.Add(0, benchSentence, nil)
	if n := testing.AllocsPerRun(10, func() { p.Add(0, benchSentence, nil) }); n > 0 {
		t.Errorf("%v allocations for a sentence that was read before", n)
	}
}

const benchSentence = "Between 10:02 and 11:40 UTC about 12% of requests to the checkout API failed with 503 errors because a configuration change had removed half of the backends."

func BenchmarkAdd(b *testing.B) {
	r, err := Load()
	if err != nil {
		b.Fatal(err)
	}
	p := r.NewReport()
	for b.Loop() {
		p.Add(0, benchSentence, nil)
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(); err != nil {
			b.Fatal(err)
		}
	}
}

func TestFarColumnsAreToldFromNearOnes(t *testing.T) {
	r := &Reader{features: &features{infos: make([]info, 2)}}
	want := []weight{{0, 3}, {nearColumns - 1, -5}, {nearColumns, 7}, {mostColumns - 1, -9}}
	r.addCells(0, want)
	r.addCells(1, want[3:])
	if diff := cmp.Diff(want, r.appendWeights(nil, 0), cmp.AllowUnexported(weight{})); diff != "" {
		t.Errorf("weights differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[3:], r.appendWeights(nil, 1), cmp.AllowUnexported(weight{})); diff != "" {
		t.Errorf("weights of far columns alone differ (-want +got):\n%s", diff)
	}
}
