package reader

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"inquest/vocab"
)

// sampleRows are sentences of a little language, in which three words tell each of three terms.
func sampleRows() []Row {
	terms := []string{"symptoms/high-latency", "symptoms/data-loss", "root_cause/overload"}
	rng := rand.New(rand.NewPCG(1, 2))
	var rows []Row
	for i := range 240 {
		term := i % len(terms)
		text := fmt.Sprintf("w%c%c", 'a'+term, 'a'+rng.IntN(3))
		for range 6 {
			text += fmt.Sprintf(" filler%c", 'a'+rng.IntN(20))
		}
		rows = append(rows, Row{Text: text, Marks: []string{"place:top"}, Is: []string{terms[term]}, Weight: 1, Elsewhere: .15})
	}
	return rows
}

func fitSample(t *testing.T) *Reader {
	t.Helper()
	return fitTo(t, sampleRows())
}

func fitTo(t *testing.T, rows []Row) *Reader {
	t.Helper()
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	r, err := Fit(t.Context(), v, rows, Header{Format: Format, Terms: TermsSum(v)}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func encode(t *testing.T, r *Reader) []byte {
	t.Helper()
	b, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFitGivesTheSameBytesOnAnyNumberOfProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := encode(t, fitSample(t))
	runtime.GOMAXPROCS(4)
	if !bytes.Equal(one, encode(t, fitSample(t))) {
		t.Error("fitted on four processors the file is another one than on one")
	}
}

func TestAFittedReaderTellsTheTermsApart(t *testing.T) {
	s := fitSample(t).NewScores()
	for text, want := range map[string]string{"waa fillera": "high-latency", "wbb fillerb": "data-loss"} {
		s.Read(text, nil)
		got := s.Terms(nil, "symptoms", .1)
		if len(got) != 1 || got[0].Term != want {
			t.Errorf("%q speaks of %v, want %s alone", text, got, want)
		}
	}
	s.Read("wca fillera", nil)
	if symptom, cause := s.Carries("symptoms"), s.Carries("root_cause"); symptom > .3 || cause < .5 {
		t.Errorf("a cause carries a symptom with %.2f and a cause with %.2f", symptom, cause)
	}
}

func TestANearMissAndABroaderTerm(t *testing.T) {
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	var narrow *vocab.Term
	for _, term := range v.Facet("symptoms").Terms {
		if term.Broader != "" {
			narrow = term
			break
		}
	}
	f := &fitting{v: v}
	broad := column{Facet: "symptoms", Term: narrow.Broader}
	row := Row{Marks: []string{"place:top"}, Is: []string{narrow.String()}, Not: []string{"components/cdn"}, Weight: 2, Elsewhere: .5}
	for _, c := range []struct {
		name           string
		column         column
		target, weight float32
	}{
		{"the term itself", column{Facet: "symptoms", Term: narrow.ID}, 1, 2},
		{"what is broader may be so too", broad, 0, 0},
		{"evidence of the facet", column{Facet: "symptoms"}, 1, 2},
		{"a near miss surely is none", column{Facet: "components", Term: "cdn"}, 0, 2},
		{"a near miss may be evidence for another term", column{Facet: "components"}, 0, .5},
		{"another facet", column{Facet: "root_cause", Term: "overload"}, 0, .5},
	} {
		t.Run(c.name, func(t *testing.T) {
			target, weight := row.goal(c.column, f.kin(c.column))
			if target != c.target || weight != c.weight {
				t.Errorf("target %v, weight %v; want %v, %v", target, weight, c.target, c.weight)
			}
		})
	}
}

func TestConjugateGradientsAgreeWithElimination(t *testing.T) {
	m, dense := randomMatrix(12, 5)
	p := someProblem(m)
	x := make([]lane, 5)
	if err := p.descend(t.Context(), x, p.weight, make([]lane, 12), 1e-4); err != nil {
		t.Fatal(err)
	}
	got := m.byFeature(x)
	for k := range width {
		for j, want := range eliminate(normalEquations(p, dense, k)) {
			if math.Abs(want-float64(got[j][k])) > .01 {
				t.Errorf("target %d, feature %d: weight %.4f, want %.4f", k, j, got[j][k], want)
			}
		}
	}
}

func someProblem(m *matrix) *problem {
	p := &problem{m: m, target: make([]lane, 12), weight: make([]lane, 12)}
	for i := range 12 {
		for k := range width {
			p.target[i][k] = float32((i + k) % 2)
			p.weight[i][k] = float32(1 + (i*k)%3)
		}
	}
	return p
}

func TestRowsBeyondTheirTargetDoNotCount(t *testing.T) {
	m, dense := randomMatrix(12, 5)
	p := someProblem(m)
	got, err := p.solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	beyond := 0
	for k := range width {
		for i, row := range dense {
			score := 0.0
			for j, x := range row {
				score += x * float64(got[j][k])
			}
			if y := p.target[i][k]; y == 0 && score < -.01 || y == 1 && score > 1.01 {
				p.weight[i][k] = 0
				beyond++
			}
		}
	}
	if beyond == 0 {
		t.Fatal("no row lies beyond its target")
	}
	for k := range width {
		for j, want := range eliminate(normalEquations(p, dense, k)) {
			if math.Abs(want-float64(got[j][k])) > .1 {
				t.Errorf("target %d, feature %d: weight %.4f; without the %d rows it is %.4f", k, j, got[j][k], beyond, want)
			}
		}
	}
}

func randomMatrix(rows, columns int) (*matrix, [][]float64) {
	rng := rand.New(rand.NewPCG(3, 4))
	m := &matrix{start: []int{0}}
	dense := make([][]float64, rows)
	for i := range dense {
		dense[i] = make([]float64, columns)
		for j := range columns {
			if rng.IntN(3) > 0 {
				x := rng.Float32()
				dense[i][j] = float64(x)
				m.ids, m.values = append(m.ids, int32(j)), append(m.values, x)
			}
		}
		m.start = append(m.start, len(m.ids))
	}
	m.order(columns)
	m.even()
	return m, dense
}

// normalEquations returns the equations of one target, the right side as last column.
func normalEquations(p *problem, x [][]float64, k int) [][]float64 {
	n := len(p.m.features)
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n+1)
		a[i][i] = float64(penalty)
		for r := range x {
			w := float64(p.weight[r][k])
			for j := range n {
				a[i][j] += x[r][i] * w * x[r][j]
			}
			a[i][n] += x[r][i] * w * float64(p.target[r][k])
		}
	}
	return a
}

// eliminate solves equations whose matrix is positive definite.
func eliminate(a [][]float64) []float64 {
	n := len(a)
	for i := range n {
		for r := range n {
			if r == i {
				continue
			}
			f := a[r][i] / a[i][i]
			for j := i; j <= n; j++ {
				a[r][j] -= f * a[i][j]
			}
		}
	}
	x := make([]float64, n)
	for i := range n {
		x[i] = a[i][n] / a[i][i]
	}
	return x
}

func TestKeptWeightsAreTheLargestAndNearlyAsFitted(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	weights := [][]lane{make([]lane, 1000)}
	for i := range weights[0] {
		for k := range width {
			weights[0][i][k] = float32(rng.NormFloat64())
		}
	}
	columns, all := make([]column, width), make([][]weight, 1000)
	keep(all, weights, columns, 0, kept)
	floor, n := floorOf(weights, width, kept), 0
	for i, list := range all {
		got := lane{}
		for _, w := range list {
			got[w.column] = float32(w.value) * columns[w.column].Scale
			n++
		}
		for k, w := range weights[0][i] {
			switch {
			case got[k] == 0 && abs(w) >= floor:
				t.Errorf("weight %v is lost; the floor is %v", w, floor)
			case got[k] != 0 && abs(w-got[k]) > .51*columns[k].Scale:
				t.Errorf("weight %v became %v at a scale of %v", w, got[k], columns[k].Scale)
			}
		}
	}
	if share := float64(n) / (1000 * width); share > kept || share < kept*.8 {
		t.Errorf("%.3f of the weights are kept, want about %v", share, kept)
	}
}

func TestWhatTheWordsNameIsHeard(t *testing.T) {
	rows := sampleRows()
	for i := range rows {
		if rows[i].Is[0] == "symptoms/data-loss" {
			rows[i].Said = []string{"form symptoms:data-loss"}
		}
	}
	s := fitTo(t, rows).NewScores()
	for _, c := range []struct {
		name  string
		marks []Mark
		want  bool
	}{
		{"named", MarksOf([]string{"form symptoms:data-loss"}), true},
		{"not named", nil, false},
		{"another named", MarksOf([]string{"form symptoms:high-latency"}), false},
	} {
		s.Read("fillera fillerb fillerc", c.marks)
		terms := s.Terms(nil, "symptoms", .05)
		if got := len(terms) > 0 && terms[0].Term == "data-loss"; got != c.want {
			t.Errorf("%s: %v", c.name, terms)
		}
	}
}

func TestSentencesAreToldByTheFieldInWhichTheyBelong(t *testing.T) {
	var rows []Row
	for i := range 60 {
		filler := fmt.Sprintf(" filler%c", 'a'+i%20)
		rows = append(rows,
			Row{Text: "restarted" + filler, Written: []string{"remediation"}, Coded: true, Weight: 1, Elsewhere: .2},
			Row{Text: "greeted" + filler, Coded: true, Weight: 1, Elsewhere: .2},
			Row{Text: "noticed" + filler, Weight: 1, Elsewhere: .2}) // of which nobody has said anything
	}
	s := fitTo(t, append(rows, sampleRows()...)).NewScores()
	for _, c := range []struct {
		text     string
		from, to float64
	}{{"restarted fillera", .5, 1}, {"greeted fillera", 0, .2}} {
		s.Read(c.text, nil)
		if got := s.Written(); got[2] < c.from || got[2] > c.to || got[0] > .1 || got[1] > .1 {
			t.Errorf("%s: trigger, detection, remediation %.2f; want the last from %.1f to %.1f, the others none", c.text, got, c.from, c.to)
		}
	}
}

func TestReportsOfIncidentsAreToldFromOtherPages(t *testing.T) {
	rows := sampleRows()
	for i := range rows {
		rows[i].Told = 1
		rows = append(rows, Row{Text: fmt.Sprintf("offer filler%c", 'a'+i%20), Told: -1})
	}
	s := fitTo(t, rows).NewScores()
	s.Read("waa fillera", nil)
	report := s.Told()
	s.Read("offer fillera", nil)
	if other := s.Told(); report < other+.1 {
		t.Errorf("a sentence of a report has %.2f, one of another page %.2f", report, other)
	}
}
