package normalizer

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
	"inquest/vocab"
)

func TestTitlesSayWhatBrokeAndWhy(t *testing.T) {
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	n := New(v)
	for _, tt := range []struct {
		name  string
		title string
		paras []string
		want  string
	}{
		{
			"a title without a cause takes the cause", "Parcel tracking down",
			[]string{"The root cause was that a certificate of the tracking service expired overnight, which nobody had noticed."},
			"Parcel tracking down: certificate of tracking service expired overnight",
		},
		{
			"times of day are left out", "Parcel tracking down - 3 February 2031",
			[]string{"The certificate of the tracking service expired at 04:12 UTC (the usual hour)."},
			"Parcel tracking down after certificate of tracking service expired",
		},
		{
			"the first person alone adds nothing", "Parcel tracking down",
			[]string{"We are very sorry for this. We know how much you count on us."},
			"Parcel tracking down",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := &extractor.Document{Lang: "en", Blocks: []extractor.Block{
				{Kind: extractor.Heading, Level: 1, Section: extractor.SectionTitle, Text: tt.title},
			}}
			for _, p := range tt.paras {
				doc.Blocks = append(doc.Blocks, extractor.Block{Kind: extractor.Para, Section: extractor.SectionRootCause, Text: p})
			}
			d := n.Normalize([]Source{{Part: 1, Document: doc, At: time.Date(2031, 2, 4, 0, 0, 0, 0, time.UTC)}})
			got := ""
			if d.Case.Title != nil {
				got = string(d.Case.Title.En)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, e := range d.Evidence {
				if e.Field == "title.en" && !slices.ContainsFunc(doc.Blocks, func(b extractor.Block) bool { return strings.Contains(b.Text, e.Quote) }) {
					t.Errorf("title cites %q, which the page does not say", e.Quote)
				}
			}
		})
	}
}

func TestTitlesTieClausesWithTheirLinks(t *testing.T) {
	cause := titleClause{words: "a switch lost its configuration", link: linkCause}
	impact := titleClause{words: "customers saw errors", link: linkImpact}
	for _, tt := range []struct {
		name, title string
		parts       []titleClause
		want        string
	}{
		{"a cause behind a title", "Login errors", []titleClause{cause}, "Login errors: a switch lost its configuration"},
		{"a cause behind a title that has one", "Login errors after an upgrade", []titleClause{cause}, "Login errors after an upgrade: a switch lost its configuration"},
		{"a cause behind a title that tells what happened", "Logins failed", []titleClause{cause}, "Logins failed because a switch lost its configuration"},
		{"two clauses that nothing ties", "Login errors", []titleClause{impact, cause}, "Login errors: customers saw errors because a switch lost its configuration"},
		{"both without a title", "", []titleClause{impact, cause}, "customers saw errors because a switch lost its configuration"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, joinTitle(tt.title, tt.parts...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
