package vocab

import "testing"

func TestNormalize(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"lower case", "DNS Über", "dns über"},
		{"white space", " a\t\r\n b\u00a0\u3000c ", " a b c "},
		{"hyphens and slashes", "a-b/c\u2010d\u2011e", "a b c d e"},
		{"dashes stay", "a–b—c", "a–b—c"},
		{"curly quotes", "‘a’ “b”", `'a' "b"`},
		{"middle dots", "a·bㆍc・d‧e", "a b c d e"},
		{"middle dot before a combining mark", "a·\u0301b", "a \u0301b"},
		{"full width", "ＣＤＮ－１", "cdn 1"},
		{"ligature", "ﬁber", "fiber"},
		{"composition", "e\u0301", "é"},
		{"jamo", "\u1112\u1161\u11ab", "한"},
		{"syllable and a final jamo", "하\u11ab", "한"},
		{"compatibility syllables", "㈜", "(주)"},
		{"invalid bytes", "a\xffb", "a\ufffdb"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var n normalized
			n.set(tt.text)
			if got := string(n.text); got != tt.want {
				t.Errorf("%q became %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestSpanOfNormalisedText(t *testing.T) {
	tests := []struct {
		name, text string
		start, end int // in the normalised text
		want       string
	}{
		{"plain", "ab cd", 3, 5, "cd"},
		{"after collapsed space", "ab  \n cd", 3, 5, "cd"},
		{"over collapsed space", "ab  \n cd", 0, 5, "ab  \n cd"},
		{"part of a ligature is the whole", "ﬁb", 0, 1, "ﬁ"},
		{"letter with its mark", "e\u0301x", 0, 2, "e\u0301"},
		{"before collapsed space", "é   x", 0, 2, "é"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var n normalized
			n.set(tt.text)
			start, end := n.span(tt.start, tt.end)
			if got := tt.text[start:end]; got != tt.want {
				t.Errorf("[%d:%d] of %q is %q, want %q", tt.start, tt.end, n.text, got, tt.want)
			}
		})
	}
}

func TestStemsOfOneWordMeet(t *testing.T) {
	tests := []struct {
		kind  wordKind
		words []string
	}{
		{byNoun, []string{"router", "routers"}},
		{byNoun, []string{"query", "queries"}},
		{byNoun, []string{"cookie", "cookies"}},
		{byNoun, []string{"cache", "caches"}},
		{byNoun, []string{"crash", "crashes"}},
		{byNoun, []string{"process", "processes"}},
		{byNoun, []string{"database", "databases"}},
		{byNoun, []string{"status", "statuses"}},
		{byVerb, []string{"drop", "drops", "dropped", "dropping"}},
		{byVerb, []string{"fail", "fails", "failed", "failing"}},
		{byVerb, []string{"fire", "fires", "fired", "firing"}},
		{byVerb, []string{"retry", "retries", "retried", "retrying"}},
		{byVerb, []string{"switch", "switches", "switched", "switching"}},
		{byVerb, []string{"throttle", "throttles", "throttled", "throttling"}},
		{byVerb, []string{"process", "processes", "processed", "processing"}},
		{byVerb, []string{"exceed", "exceeds", "exceeded", "exceeding"}},
	}
	for _, tt := range tests {
		want := string(stem([]byte(tt.words[0]), tt.kind))
		for _, word := range tt.words[1:] {
			if got := string(stem([]byte(word), tt.kind)); got != want {
				t.Errorf("stem of %s is %q, of %s %q", tt.words[0], want, word, got)
			}
		}
	}
}

func TestStemLeavesWordsAlone(t *testing.T) {
	for _, word := range []string{"dns", "ups", "status", "class", "redis", "k8s", "503s", "string", "bring", "need", "spring"} {
		if got := string(stem([]byte(word), byNoun)); got != word {
			t.Errorf("noun stem of %s is %q", word, got)
		}
	}
	for _, word := range []string{"string", "bring", "spring", "need", "bed", "k8s"} {
		if got := string(stem([]byte(word), byVerb)); got != word {
			t.Errorf("verb stem of %s is %q", word, got)
		}
	}
}
