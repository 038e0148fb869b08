package review

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSegments(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		text  string
		spans []span
		cuts  []int
		want  []segment
	}{
		{name: "no span", text: "all well", want: []segment{{Text: "all well"}}},
		{name: "empty text", text: "", spans: []span{{0, 1, 1}}, want: nil},
		{name: "one span inside", text: "it was slow today", spans: []span{{7, 11, 1}},
			want: []segment{{Text: "it was "}, {"slow", []int{1}, []int{1}}, {Text: " today"}}},
		{name: "the whole text", text: "slow", spans: []span{{0, 4, 1}},
			want: []segment{{"slow", []int{1}, []int{1}}}},
		{name: "the same span twice", text: "slow", spans: []span{{0, 4, 2}, {0, 4, 1}},
			want: []segment{{"slow", []int{1, 2}, []int{1, 2}}}},
		{name: "overlapping spans", text: "abcdef", spans: []span{{0, 4, 1}, {2, 6, 2}},
			want: []segment{{"ab", []int{1}, []int{1}}, {"cd", []int{1, 2}, []int{2}}, {"ef", []int{2}, nil}}},
		{name: "one span inside another", text: "abcdef", spans: []span{{2, 4, 1}, {0, 6, 2}},
			want: []segment{{"ab", []int{2}, []int{2}}, {"cd", []int{1, 2}, []int{1}}, {"ef", []int{2}, nil}}},
		{name: "spans that touch", text: "abcd", spans: []span{{0, 2, 1}, {2, 4, 2}},
			want: []segment{{"ab", []int{1}, []int{1}}, {"cd", []int{2}, []int{2}}}},
		{name: "offsets count bytes of Hangul", text: "결제가 느렸다.", spans: []span{{10, 19, 1}},
			want: []segment{{Text: "결제가 "}, {"느렸다", []int{1}, []int{1}}, {Text: "."}}},
		{name: "a further cut inside a span", text: "impact: major", spans: []span{{0, 13, 1}}, cuts: []int{8},
			want: []segment{{"impact: ", []int{1}, []int{1}}, {"major", []int{1}, nil}}},
		{name: "spans that do not fit are left out", text: "느려",
			spans: []span{{1, 3, 1}, {0, 2, 2}, {-1, 3, 3}, {0, 7, 4}, {3, 3, 5}, {6, 3, 6}, {3, 6, 7}},
			want:  []segment{{Text: "느"}, {"려", []int{7}, []int{7}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := segments(tt.text, tt.spans, tt.cuts...)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("segments (-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzSegmentsJoinToTheText(f *testing.F) {
	f.Add("결제가 느렸다.", 10, 19, 0, 9)
	f.Add("abcdef", 0, 4, 2, 6)
	f.Add("\xff\xfe", -1, 1, 5, 2)
	f.Fuzz(func(t *testing.T, text string, a, b, c, d int) {
		var joined strings.Builder
		begun := map[int]bool{}
		spans := []span{{a, b, 1}, {c, d, 2}}
		for _, seg := range segments(text, spans) {
			joined.WriteString(seg.Text)
			for _, n := range seg.Begins {
				begun[n] = true
			}
		}
		if joined.String() != text {
			t.Errorf("%q became %q", text, joined.String())
		}
		for _, s := range spans {
			if s.fits(text) != begun[s.Evidence] {
				t.Errorf("span %+v fits %q: %t, begins: %t", s, text, s.fits(text), begun[s.Evidence])
			}
		}
	})
}
