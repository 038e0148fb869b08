package normalizer

import (
	"testing"

	"inquest/extractor"
)

// oneSentence reads a report that is a title and a single paragraph of a section.
func oneSentence(n *Normalizer, section extractor.Section, text string) *report {
	return n.read(Source{Part: 1, Document: &extractor.Document{Lang: "en", Blocks: []extractor.Block{
		{Kind: extractor.Heading, Section: extractor.SectionTitle, Text: "Report"},
		{Kind: extractor.Para, Section: section, Text: text},
	}}})
}

func TestSentencesHaveRoles(t *testing.T) {
	n := New(loadVocabulary(t))
	tests := []struct {
		name, text string
		section    extractor.Section
		role       role
		bar        bar
	}{
		{"what customers saw", "Customers saw errors on the tracking page.", "unknown", roleImpact, barNone},
		{"a stated cause", "The outage was caused by a bug in the sorter.", "unknown", roleCause, barNone},
		{"an accident is a cause", "An engineer accidentally deleted the sorting table.", "unknown", roleCause, barNone},
		{"a change that began it", "The outage began when we switched to new hosts.", "unknown", roleTrigger, barNone},
		{"an alert", "The on-call engineer was paged at noon.", "unknown", roleDetection, barNone},
		{"a step back", "We rolled back the release at noon.", "unknown", roleRemediation, barNone},
		{"a step that brought it about", "We removed the flag, which led to missing parcels.", "unknown", roleTrigger, barNone},
		{"a promise", "We will add a limit to the sorter.", "unknown", roleFollowUp, barNone},
		{"a lead-in opens a section", "Root cause: the sorter ran out of labels.", "summary", roleCause, barNone},
		{"an apology", "We apologize for the inconvenience.", "unknown", roleNone, barApology},
		{"an apology with a cause", "We apologize that this was caused by a bug in the sorter.", "unknown", roleCause, barNone},
		{"a dropped theory", "We suspected the network, but it was ruled out.", "root-cause", roleNone, barDropped},
		{"nothing was lost", "No data was lost.", "impact", roleNone, barNegated},
		{"legal text", "This text is for general information purposes only.", "unknown", roleNone, barLegal},
		{"staging", "The errors were seen in the staging environment.", "unknown", roleNone, barStaging},
		{"the frame of the page", "The service was down.", "boilerplate", roleNone, barFrame},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rd := oneSentence(n, tt.section, tt.text).sents[1]
			if rd.role != tt.role || rd.bar != tt.bar {
				t.Errorf("%q is %q (%q), want %q (%q); cues %v", tt.text, rd.role, rd.bar, tt.role, tt.bar, rd.cues)
			}
		})
	}
}

func TestBarredSentencesHaveNoHits(t *testing.T) {
	n := New(loadVocabulary(t))
	for _, section := range []extractor.Section{extractor.SectionLegal, extractor.SectionApology, extractor.SectionBoilerplate, extractor.SectionActionItems} {
		if hits := oneSentence(n, section, "Requests failed with 404 errors because of a bug.").hits; len(hits) > 0 {
			t.Errorf("section %s has hits: %+v", section, hits)
		}
	}
	if hits := oneSentence(n, extractor.SectionImpact, "Requests failed with 404 errors because of a bug.").hits; len(hits) == 0 {
		t.Error("the same sentence has none as impact")
	}
}

func TestReportsAreToldFromOtherPages(t *testing.T) {
	n := New(loadVocabulary(t))
	tests := []struct {
		name, title, text string
		want              bool
	}{
		{"planned maintenance", "Scheduled maintenance of the sorter", "We will restart the sorter at noon.", false},
		{"a maintenance that failed", "Outage during scheduled maintenance of the sorter", "Parcels could not be sorted from 09:10 to 10:05 UTC. A wrong table had been loaded.", true},
		{"an ended maintenance with failures", "Scheduled maintenance", "The sorter failed. Lookups failed. Parcels were lost. Requests timed out for an hour.", true},
		{"release notes", "Release notes for version 4.2", "This release brings a faster sorter.", false},
		{"a product post", "Introducing parcel lockers", "Lockers are open all day.", false},
		{"an empty status page", "Brückenpost Status", "All systems are operational.", false},
		{"a status post", "Elevated errors on lookups", "We are investigating errors.", true},
		{"a Korean maintenance", "정기 점검 안내", "3월 9일 새벽에 점검을 진행합니다.", false},
		{"a Korean outage", "서비스 장애 안내", "결제 승인이 실패하였습니다.", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lang := extractor.Maybe("en")
			if hasHangul(tt.text) {
				lang = "ko"
			}
			doc := &extractor.Document{Lang: lang, Blocks: []extractor.Block{
				{Kind: extractor.Heading, Section: extractor.SectionTitle, Text: tt.title},
				{Kind: extractor.Para, Section: extractor.SectionUnknown, Text: tt.text},
			}}
			d := n.Normalize([]Source{{Part: 1, Document: doc}})
			if d.Incident != tt.want {
				t.Errorf("incident %v, want %v; problems %+v", d.Incident, tt.want, d.Problems)
			}
			if !d.Incident && (len(d.Problems) == 0 || len(d.Problems[len(d.Problems)-1].Quotes) != 1) {
				t.Errorf("no sentence shows what the page is: %+v", d.Problems)
			}
		})
	}
}
