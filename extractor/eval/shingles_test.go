package eval

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShinglesAreRunsOfFourTokensWithTheirCount(t *testing.T) {
	tests := []struct {
		name, text string
		want       map[string]int
	}{
		{"no tokens", " -- ", map[string]int{}},
		{"a text of two tokens is one run", "API down!", map[string]int{"API down": 1}},
		{"case and digits stay, marks fall", "At 21:40 the API", map[string]int{"At 21 40 the": 1, "21 40 the API": 1}},
		{"a run that comes twice counts twice", "a b c d a b c d", map[string]int{"a b c d": 2, "b c d a": 1, "c d a b": 1, "d a b c": 1}},
		{"letters of any script and underscores", "장애가 user_id 해결 됨", map[string]int{"장애가 user_id 해결 됨": 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, shingles(tt.text)); diff != "" {
				t.Errorf("shingles of %q differ (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestF1IsMadeOfMeansOverDocuments(t *testing.T) {
	var a agreement
	if f := a.add("a b c d e", "a b c d e"); f != 1 {
		t.Errorf("F1 of equal texts: %v", f)
	}
	a.add("a b c d e f g", "a b c d") // precision 1, recall 1/4
	a.add("a b c d", "")              // nothing read
	if want := f1(2.0/3, 1.25/3); math.Abs(a.f1()-want) > 1e-12 {
		t.Errorf("F1 %v, want %v", a.f1(), want)
	}
	if a.documents != 3 {
		t.Errorf("%d documents", a.documents)
	}
}

func TestWordRecallCountsEachWordAsOftenAsItStands(t *testing.T) {
	tests := []struct {
		name, want, got string
		recall          float64
	}{
		{"all there, in another order", "one two", "two and one", 1},
		{"a paragraph that stands twice and was kept once", "one two one two", "one two", .5},
		{"nothing is expected", "--", "", 1},
		{"nothing was read", "one", "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if r := wordRecall(tt.want, tt.got); r != tt.recall {
				t.Errorf("recall %v, want %v", r, tt.recall)
			}
		})
	}
}
