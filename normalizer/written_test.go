package normalizer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
)

func TestTheFirstPersonBecomesTheOrganisationWhereThatIsSafe(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a verb of the past", "We restarted the proxies.", "Kestrel restarted the proxies."},
		{"what belongs to us", "The alert reached our engineers.", "The alert reached Kestrel's engineers."},
		{"a second time in the sentence", "We saw that our proxies were full.", "Kestrel saw that its proxies were full."},
		{"a helping verb", "We've moved the queue and we will keep it there.", "Kestrel has moved the queue and it will keep it there."},
		{"a plural verb", "We were paged at noon.", "Kestrel was paged at noon."},
		{"a verb of the present stays", "We believe that the disk was full.", "We believe that the disk was full."},
		{"us stays", "A customer told us about it.", "A customer told us about it."},
		{"a quotation stays", `A user wrote "we lost our data".`, `A user wrote "we lost our data".`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, thirdPerson(tt.text, "Kestrel")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestStatementsLoseTheirFrames(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a stamp", "2031-09-18 14:27 Team drained the old nodes.", "Team drained the old nodes."},
		{"a heading before a colon", "Resolution: The old password was put back.", "The old password was put back."},
		{"a finding", "After further investigation, we determined that the disk was full.", "the disk was full."},
		{"courtesy", "Unfortunately, the second node failed too.", "the second node failed too."},
		{"nothing to cut", "The disk of the primary was full.", "The disk of the primary was full."},
		{"a clock time inside stays", "The disk was full at 14:27 and stayed so.", "The disk was full at 14:27 and stayed so."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rd := &reading{sentence: sentence{text: tt.text}, block: &extractor.Block{Kind: extractor.Para, Text: tt.text}}
			start, end := rd.statement()
			if diff := cmp.Diff(tt.want, tt.text[start:end]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestARowStatesItsLongestCell(t *testing.T) {
	text := "Jul 16 | Enable the firewall on all hosts | Done"
	rd := &reading{sentence: sentence{text: text}, block: &extractor.Block{Kind: extractor.Row, Text: text}}
	start, end := rd.statement()
	if got := text[start:end]; got != "Enable the firewall on all hosts" {
		t.Errorf("got %q", got)
	}
}

func TestListsAreSplitIntoMeasures(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"one measure", "Engineers restarted the proxies to clear the queue.", []string{"Engineers restarted the proxies to clear the queue."}},
		{
			"several verbs", "To recover we put a breaker before the database, failed over to a replica, and restarted the storage hosts.",
			[]string{"To recover we put a breaker before the database", "failed over to a replica", "restarted the storage hosts."},
		},
		{"a piece too short to stand alone", "Engineers restarted and drained them all.", []string{"Engineers restarted and drained them all."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rd := &reading{sentence: sentence{text: tt.text}, block: &extractor.Block{Kind: extractor.Para, Text: tt.text}}
			var got []string
			for _, m := range rd.measures() {
				got = append(got, tt.text[m[0]:m[1]])
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTitlesLoseWhatEveryReportSays(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"organisation and kind", "Kestrel - Incident report: device commands delayed", "device commands delayed"},
		{"a date in words", "Incident on 2031-03-04 - launches fail", "launches fail"},
		{"the platform's mark", "[Major] Elevated errors on logins", "Elevated errors on logins"},
		{"a plain title", "Elevated errors on logins", "Elevated errors on logins"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := &headline{rd: &reading{sentence: sentence{text: tt.text}}, end: len(tt.text)}
			h.cutRoutine("Kestrel")
			if diff := cmp.Diff(tt.want, tt.text[h.start:h.end]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestEmbeddedWordingsAndWeightsLoad(t *testing.T) {
	if _, err := loadTold(); err != nil {
		t.Error(err)
	}
	weights, err := readFits(fitsData)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := weights["bias"]; !ok {
		t.Error("fits.tsv has no row for the bias")
	}
}
