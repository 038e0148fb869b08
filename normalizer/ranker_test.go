package normalizer

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func TestRankersThatWeighOtherThingsAreRefused(t *testing.T) {
	cutOff, err := json.Marshal(Rankers{
		Features: FeatureNames(), Doubts: DoubtNames(), Signs: SignNames(), Passages: PassageNames(),
		Facets: map[string]Ranker{facetSymptoms: {Own: map[string][]float64{"data-loss": {1}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, data, want string }{
		{"no JSON", "{", "unexpected end of JSON input"},
		{"other features", `{"features":["bias"]}`, "weigh other things than the program; make them again with inquest fit"},
		{"weights of a term that are cut off", string(cutOff), "the ranker of symptoms has 1 weights of its own for data-loss, the program weighs 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := loadRankers([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestContributingFactorsTellOneFactOnce(t *testing.T) {
	n := New(loadVocabulary(t))
	scored := []Candidate{
		{Term: "insufficient-testing", Sentence: 4, Score: .8},
		{Term: "staging-not-representative", Sentence: 4, Score: .5},
		{Term: "monitoring-blind-spot", Sentence: 7, Score: .6},
		{Term: "alerting-ineffective", Sentence: 7, Score: .5},
		{Term: "manual-process", Sentence: 9, Score: .1},
	}
	got := strings.Join(n.Take("contributing", scored, Cut{Floor: .2, Share: .3, Most: 4}), " ")
	if want := "monitoring-blind-spot staging-not-representative"; got != want {
		t.Errorf("taken %q, want %q", got, want)
	}
}

func TestTheDecisionOrderChoosesAmongCausesThatAreAboutAsLikely(t *testing.T) {
	n := New(loadVocabulary(t))
	scored := []Candidate{{Term: "overload", Score: .4}, {Term: "dns-network", Score: .3}, {Term: "security-incident", Score: .1}}
	for _, c := range []struct {
		share float64
		want  string
	}{{.7, "dns-network"}, {.8, "overload"}} {
		if got := n.Take("root_cause", scored, Cut{Floor: .1, Share: c.share}); len(got) != 1 || got[0] != c.want {
			t.Errorf("share %v: taken %v, want %s", c.share, got, c.want)
		}
	}
}

func TestCandidatesForTheRootCauseShareWhatIsSure(t *testing.T) {
	features := func(read float64) []float64 {
		f := make([]float64, len(FeatureNames()))
		f[0], f[OwnFeatures(facetRootCause)[1]] = 1, read
		return f
	}
	k := Ranker{Weights: features(2), Own: map[string][]float64{"overload": {0, 1}}}
	causes := []Candidate{{Term: "overload", Features: features(1)}, {Term: "software-bug", Features: features(1)}}
	k.Rank(facetRootCause, causes)
	if causes[0].Score <= causes[1].Score || math.Abs(causes[0].Score+causes[1].Score-1) > 1e-9 {
		t.Errorf("scores %.3f and %.3f, want the first greater, both together 1", causes[0].Score, causes[1].Score)
	}
	components := []Candidate{{Term: "dns-server", Features: features(1)}, {Term: "load-balancer", Features: features(1)}}
	k.Rank(facetComponents, components)
	if components[0].Score < .9 || components[1].Score < .9 {
		t.Errorf("scores %.3f and %.3f, want both near 1", components[0].Score, components[1].Score)
	}
}

func TestFeaturesThatTermsWeighForThemselvesExist(t *testing.T) {
	for facet, places := range ownFeatures {
		for _, at := range places {
			if at < 0 || at >= len(features) {
				t.Errorf("%s: place %d among %d features", facet, at, len(features))
			}
		}
		if features[places[0]].name != "bias" {
			t.Errorf("%s: %q stands first, want bias", facet, features[places[0]].name)
		}
	}
}
