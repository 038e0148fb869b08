package reader

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTokens(t *testing.T) {
	for _, c := range []struct {
		name, sentence string
		want           []string
	}{
		{"inflections of a word meet", "Drops, dropped; dropping queries crashed", []string{"drop", "drop", "drop", "query", "crash"}},
		{"a negation is a word of its own", "It didn't load, can’t start and cannot stop", []string{"it", "did", "not", "load", "can", "not", "start", "and", "can", "not", "stop"}},
		{"a genitive is left out, a promise stays", "the server's disk; we'll fix it", []string{"the", "server", "disk", "we", "will", "fix", "it"}},
		{"numbers are one, status codes are words", "12,000 of 503 and 504 at 10:42", []string{"0", "0", "of", "503", "and", "504", "at", "0", "0"}},
		{"short names keep their digits, long ones do not", "S3 k8s IPv6 node-17 abc123def", []string{"s3", "k8s", "ipv6", "nod", "0", "abc000def"}},
		{"short words and ends that are no endings stay", "bus class string bring DNS is", []string{"bus", "clas", "string", "bring", "dns", "is"}},
		{"Korean words become runs of characters", "오류", []string{" 오", " 오류", " 오류 ", "오", "오류", "오류 ", "류", "류 "}},
		{"a particle ends a word in Latin letters", "DB가", []string{"db", " 가", " 가 ", "가", "가 "}},
		{"nothing but signs", "— … !", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			tok := tokens{emit: func(token []byte, _ bool) { got = append(got, string(token)) }}
			tok.read(c.sentence)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("tokens of %q differ (-want +got):\n%s", c.sentence, diff)
			}
		})
	}
}

func TestFeaturesStandInTwoSentencesAndPairsAreOfNeighbours(t *testing.T) {
	f := newFeatures([]Row{{Text: "disk was full"}, {Text: "the disk was lost"}, {Text: "disk: full"}})
	if diff := cmp.Diff([]string{"disk", "ful", "was"}, f.texts); diff != "" {
		t.Errorf("words differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]uint64{pair(0, 2)}, f.pairs); diff != "" {
		t.Errorf("pairs differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]uint32{3, 2, 2, 2}, f.seen); diff != "" {
		t.Errorf("counts differ (-want +got):\n%s", diff)
	}
}

func TestAVectorHasLengthOne(t *testing.T) {
	f := newFeatures([]Row{{Text: "disk was full"}, {Text: "the disk was lost"}, {Text: "disk: full"}})
	v := f.newVector()
	v.read("The disk, that disk, was full")
	sum := 0.0
	for _, x := range v.values {
		sum += float64(x) * float64(x)
	}
	if sum < .9999 || sum > 1.0001 {
		t.Errorf("square length %v", sum)
	}
	if v.read("nothing of it"); len(v.ids) != 0 {
		t.Errorf("features %v of unknown words", v.ids)
	}
}
