package eval

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"inquest/normalizer"
	"inquest/normalizer/reader"
	"inquest/vocab"
)

const inventedReport = `=== x-001 | en | status | Dovecote Parcels
symptoms: data-loss
components: relational-database
root_cause: software-bug
contributing:
---
# Orders of Monday are gone {symptoms/data-loss}

A cleanup job emptied the orders table of our main database. {symptoms/data-loss components/relational-database}
The job compared dates as text. {root_cause/software-bug}
No card was charged twice. {!symptoms/payment-failure}
We put the orders back from the backup. {remediation}
We are sorry.
`

func inventedTexts(t *testing.T, file string) ([]Text, error) {
	t.Helper()
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{"reports/x.txt": {Data: []byte(file)}}
	return readInvented(t.Context(), normalizer.NewUnfitted(v), fsys, v)
}

func TestInventedReportsSayOfEachSentenceWhatItIsEvidenceFor(t *testing.T) {
	texts, err := inventedTexts(t, inventedReport)
	if err != nil {
		t.Fatal(err)
	}
	l := texts[0].Label
	if l.RootCause != "software-bug" || l.Operator != "invented Dovecote Parcels" || len(l.Contributing) > 0 {
		t.Errorf("the label is %+v", l)
	}
	type row struct{ Is, Not []string }
	want := map[string]row{
		"Orders of Monday are gone":                                    {Is: []string{"symptoms/data-loss"}},
		"A cleanup job emptied the orders table of our main database.": {Is: []string{"components/relational-database", "symptoms/data-loss"}},
		"The job compared dates as text.":                              {Is: []string{"root_cause/software-bug"}},
		"No card was charged twice.":                                   {Not: []string{"symptoms/payment-failure"}},
		"We put the orders back from the backup.":                      {},
		"We are sorry.":                                                {},
	}
	got := map[string]row{}
	for _, r := range texts[0].Rows {
		got[r.Text] = row{r.Is, r.Not}
		if r.Weight != taggedWeight {
			t.Errorf("%q counts %v, not %v", r.Text, r.Weight, taggedWeight)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
	fields := l.sentenceRows([]normalizer.Statement{{Text: "We put the orders back from the backup."}, {Text: "We are sorry."}})
	if !fields[0].Is[2] || fields[1].Is[2] {
		t.Errorf("the tagged step is not a remediation alone: %+v", fields)
	}
}

func TestWhatIsWrongInAnInventedReportIsNamed(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"| status |", "|", `report "x-001 | en | Dovecote Parcels": begin with`},
		{"symptoms: data-loss", "symptoms: data-lost", "symptoms/data-lost is no term"},
		{"{root_cause/software-bug}", "{root_cause/bug}", `"root_cause/bug" is no tag`},
		{"{remediation}", "{repair}", `"repair" is no tag`},
		{"root_cause: software-bug", "root_cause: software-bug, overload", "one root cause"},
		{"contributing:", "cause:", `"cause" is no facet`},
	} {
		_, err := inventedTexts(t, strings.Replace(inventedReport, c.old, c.new, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("with %q: %v, want %q", c.new, err, c.want)
		}
	}
}

func TestInventedReportsAreFittedToAndNotMeasured(t *testing.T) {
	fsys := exampleFS()
	fsys["reports/x.txt"] = &fstest.MapFile{Data: []byte(inventedReport)}
	without, err := reader.SentencesSum(exampleFS())
	if err != nil {
		t.Fatal(err)
	}
	with, err := reader.SentencesSum(fsys)
	if err != nil || with == without {
		t.Errorf("the sum is %s with and %s without the report, error %v", with, without, err)
	}
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	m, err := ReadMaterial(t.Context(), v, fsys, "", t.Output())
	if err != nil {
		t.Fatal(err)
	}
	held := func(rows []reader.Row) bool {
		for _, r := range rows {
			if strings.Contains(r.Text, "compared dates") {
				return true
			}
		}
		return false
	}
	own := "invented Dovecote Parcels"
	if !held(m.rows(func(string) bool { return true })) || held(m.rows(func(o string) bool { return o != own })) {
		t.Error("the report is not fitted to as long as its operator is kept")
	}
	if len(m.Texts) > 0 {
		t.Errorf("%d sets are measured", len(m.Texts))
	}
}
