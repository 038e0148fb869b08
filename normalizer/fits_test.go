package normalizer

import (
	"strings"
	"testing"

	"inquest/vocab"
)

func TestTheVersionNamesTheFittedWeights(t *testing.T) {
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	n := New(v)
	if !strings.HasPrefix(n.Version(), Version+"-") || n.Version() != New(v).Version() {
		t.Errorf("version %q and %q, want the same twice, beginning with %q", n.Version(), New(v).Version(), Version)
	}
	other, err := n.WithWritten(WrittenHeader("sum") + "bias\t1\t1\t1\t1\t1\n")
	if err != nil {
		t.Fatal(err)
	}
	if other.Version() == n.Version() {
		t.Errorf("other weights for the written fields, the same version %q", n.Version())
	}
}

func TestWeightsForTheWrittenFieldsSayWhatTheyAreFittedTo(t *testing.T) {
	line, _, _ := strings.Cut(fitsData, "\n")
	labels := strings.Fields(strings.TrimPrefix(line, fittedLine))[0]
	for _, tt := range []struct{ name, labels, want string }{
		{"the labels as they were", labels, ""},
		{"other labels", "another", "is not fitted to the coded reports"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := StaleWritten(tt.labels)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

func TestTablesOfWeightsAreChecked(t *testing.T) {
	for _, tt := range []struct{ name, table, want string }{
		{"no line on what it is fitted to", columnsLine + "bias\t1\t1\t1\t1\t1\n", "does not begin with"},
		{"a column is missing", WrittenHeader("") + "bias\t1\n", "line 3 has 2 columns, want 6"},
		{"a weight that is no number", WrittenHeader("") + "bias\t1\t1\tx\t1\t1\n", "line 3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := readFits(tt.table); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}
