package normalizer

import "testing"

func TestPatternsCompileAndFindTheirTerms(t *testing.T) {
	p, _, err := loadPatterns()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, sentence, facet, term string
		want                        bool
	}{
		{"requests that fail", "About a third of the API requests failed.", "symptoms", "high-error-rate", true},
		{"a status code", "Visitors saw 404s.", "symptoms", "not-found-errors", true},
		{"a timeout", "Calls timed out.", "symptoms", "intermittent-timeouts", true},
		{"a timeout that is a setting", "We raised the timeout setting.", "symptoms", "intermittent-timeouts", false},
		{"a word start is needed", "The prefixes were fine.", "root_cause", "software-bug", false},
		{"power of the facility", "The hall lost power.", "root_cause", "power-facility", true},
		{"scale-ups are no battery", "It did scale-ups.", "components", "power-supply", false},
		{"contractions are opened", "Alerts didn't fire.", "contributing", "monitoring-blind-spot", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := false
			for _, h := range p.match(fold(tt.sentence).text) {
				got = got || h.facet == tt.facet && h.term == tt.term
			}
			if got != tt.want {
				t.Errorf("%s in %q: got %v, want %v", tt.term, tt.sentence, got, tt.want)
			}
		})
	}
}

func TestNeedlesMissNoMatch(t *testing.T) {
	p, _, err := loadPatterns()
	if err != nil {
		t.Fatal(err)
	}
	if len(p.always) > len(p.list)/4 {
		t.Errorf("%d of %d patterns have no literal that must occur", len(p.always), len(p.list))
	}
	text := fold("The DNS resolver returned NXDOMAIN, so about 40% of logins failed with 503 errors while CPU sat at 100% and the queue grew.").text
	matched := map[int]bool{}
	for n, one := range p.list {
		if one.korean {
			continue
		}
		matched[n] = len(one.appendHit(nil, text)) > 0
	}
	found := 0
	for _, m := range matched {
		if m {
			found++
		}
	}
	if got := len(p.match(text)); got != found || found == 0 {
		t.Errorf("match found %d hits, running every pattern finds %d", got, found)
	}
}

func TestFoldKeepsOffsets(t *testing.T) {
	const s = "We couldn’t  read/write — “5xx” cannot"
	f := fold(s)
	if want := `we could not read write — "5xx" can not`; f.text != want {
		t.Errorf("folded %q, want %q", f.text, want)
	}
	start, end := f.span(len(`we could not `), len(`we could not read write`))
	if got := s[start:end]; got != "read/write" {
		t.Errorf("span %q, want %q", got, "read/write")
	}
}
