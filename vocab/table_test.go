package vocab

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWriteTable(t *testing.T) {
	v, err := LoadFS(smallVocabulary(nil))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, facet, want string }{
		{"one facet", "symptoms", `symptoms (one): Text.
  degraded      Degraded      저하       Worse.
  high-latency  Slow          지연       Slow.
  slow-queries  Slow queries  느린 쿼리  Slow.
`},
		{"every facet", "", `domain (one): Text.
  storage  Storage  저장  Bytes.

symptoms (one): Text.
  degraded      Degraded      저하       Worse.
  high-latency  Slow          지연       Slow.
  slow-queries  Slow queries  느린 쿼리  Slow.

root_cause (one): Text.
  bug  Bug  버그  Wrong code.
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			if err := v.WriteTable(&out, tt.facet); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, out.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWriteJSON(t *testing.T) {
	v, err := LoadFS(smallVocabulary([]string{"root_cause.yaml", "Wrong code.", "Code < intent."}))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := v.WriteJSON(&out, "root_cause"); err != nil {
		t.Fatal(err)
	}
	want := `{
  "version": 1,
  "facets": [
    {
      "id": "root_cause",
      "key": "k",
      "cardinality": "one",
      "description": "Text.",
      "terms": [
        {
          "id": "bug",
          "label": {
            "en": "Bug",
            "ko": "버그"
          },
          "domain": [
            "storage"
          ],
          "definition": "Code < intent.",
          "forms": {
            "en": [
              "bug"
            ],
            "ko": [
              "버그"
            ]
          }
        }
      ]
    }
  ]
}
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestJSONOfTheWholeVocabularyReadsBack(t *testing.T) {
	v := loadEmbedded(t)
	var out strings.Builder
	if err := v.WriteJSON(&out, ""); err != nil {
		t.Fatal(err)
	}
	var back struct{ Facets []*Facet }
	if err := json.Unmarshal([]byte(out.String()), &back); err != nil {
		t.Fatal(err)
	}
	for _, f := range back.Facets {
		for _, term := range f.Terms {
			term.Facet = f.ID
		}
	}
	if diff := cmp.Diff(v.Facets, back.Facets); diff != "" {
		t.Errorf("facets (-want +got):\n%s", diff)
	}
}

func TestUnknownFacetIsAnErrorThatListsTheFacets(t *testing.T) {
	v, err := LoadFS(smallVocabulary(nil))
	if err != nil {
		t.Fatal(err)
	}
	want := `no facet "symptom" in the vocabulary; the facets are domain, symptoms, root_cause`
	for name, write := range map[string]error{
		"table": v.WriteTable(new(strings.Builder), "symptom"),
		"JSON":  v.WriteJSON(new(strings.Builder), "symptom"),
	} {
		if write == nil || write.Error() != want {
			t.Errorf("%s: got error %v, want %s", name, write, want)
		}
	}
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWritersReportAFullDisk(t *testing.T) {
	v := loadEmbedded(t)
	if err := v.WriteTable(fullDisk{}, ""); !errors.Is(err, errFull) {
		t.Errorf("WriteTable: got error %v, want %v", err, errFull)
	}
	if err := v.WriteJSON(fullDisk{}, ""); !errors.Is(err, errFull) {
		t.Errorf("WriteJSON: got error %v, want %v", err, errFull)
	}
}
