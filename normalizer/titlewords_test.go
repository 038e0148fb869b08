package normalizer

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTitleStemsAreTheWordsThatSaySomething(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"short names count", "The DNS of the API failed", []string{"api", "dns", "fail"}},
		{"endings are cut", "Queues delayed while delaying", []string{"delay", "queu"}},
		{"hyphens and dots stay inside words", "re-mirroring on parcels.example.", []string{"parcels.exampl", "re-mirror"}},
		{"words that hold sentences together do not", "It was then that they had been there", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, slices.Sorted(maps.Keys(titleStems(tt.text)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
