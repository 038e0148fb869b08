package normalizer

import (
	"testing"

	"inquest/extractor"
)

func TestAnUnknownCauseCountsUntilALaterTextTellsMore(t *testing.T) {
	n := New(loadVocabulary(t))
	update := func(label, text string) extractor.Block {
		return extractor.Block{Kind: extractor.Para, Section: extractor.SectionTimeline, Label: extractor.Maybe(label), Text: text}
	}
	looking := update("Investigating", "We are still investigating the cause of the errors.")
	for _, c := range []struct {
		name   string
		blocks []extractor.Block
		says   bool
	}{
		{"an update alone", []extractor.Block{looking}, true},
		{"an update and that it is over", []extractor.Block{update("Resolved", "This incident has been resolved."), looking}, true},
		{"an update and a postmortem", []extractor.Block{
			looking,
			update("Postmortem", "An expired certificate on the load balancer made every connection fail from noon on; it was renewed and the renewal now runs by itself."),
		}, false},
		{"prose", []extractor.Block{{Kind: extractor.Para, Text: "The cause is still unknown."}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := &extractor.Document{Lang: "en", Blocks: append([]extractor.Block{{Kind: extractor.Heading, Section: extractor.SectionTitle, Text: "Errors"}}, c.blocks...)}
			if at := n.read(Source{Part: 1, Document: doc}).unknownAt(); (at >= 0) != c.says {
				t.Errorf("sentence that leaves the cause open: %d, want one: %v", at, c.says)
			}
		})
	}
}
