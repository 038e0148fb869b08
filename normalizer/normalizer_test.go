package normalizer

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"inquest/extractor"
	"inquest/vocab"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const captureSum = "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00"

var fetchedAt = time.Date(2031, 4, 1, 12, 0, 0, 0, time.UTC)

func loadVocabulary(t *testing.T) *vocab.Vocabulary {
	t.Helper()
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// readReport reads a report of testdata: a line per block with kind, section and text.
func readReport(t *testing.T, dir string) *extractor.Document {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "report.txt"))
	if err != nil {
		t.Fatal(err)
	}
	doc := &extractor.Document{Lang: "en", Recipe: "test", Confidence: 1}
	switch base := filepath.Base(dir); {
	case strings.HasPrefix(base, "korean-"):
		doc.Lang = "ko"
	case strings.HasPrefix(base, "french-"):
		doc.Lang = "fr"
	}
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		cols := strings.SplitN(line, "\t", 3)
		doc.Blocks = append(doc.Blocks, extractor.Block{
			Kind: extractor.Kind(cols[0]), Section: extractor.Section(cols[1]), Text: cols[2],
		})
	}
	doc.Title = extractor.Maybe(doc.Blocks[0].Text)
	return doc
}

func draftOf(t *testing.T, n *Normalizer, doc *extractor.Document) *Draft {
	t.Helper()
	return n.Normalize([]Source{{
		Capture: captureSum, URL: "https://status.brueckenpost.example/incidents/7", Org: "Brückenpost",
		At: fetchedAt, Part: 1, Document: doc,
	}})
}

func TestReportsGiveTheirDrafts(t *testing.T) {
	n := New(loadVocabulary(t))
	second := New(loadVocabulary(t))
	schema := compileSchema(t)
	dirs, err := filepath.Glob("testdata/reports/*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no reports in testdata: %v", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			doc := readReport(t, dir)
			d := draftOf(t, n, doc)
			got := encodeIndented(t, NewLine("report.txt", 1, d))
			compareGolden(t, filepath.Join(dir, "draft.json"), got)
			validate(t, schema, got)
			checkEvidence(t, doc, d)
			for _, p := range LintDraft(d, n.vocab) {
				if p.Code != CodeMissingValue { // a draft may leave open what its source does
					t.Errorf("the draft has a problem: %+v", p)
				}
			}
			for _, p := range d.Problems {
				if !slices.ContainsFunc(Codes(), func(c Code) bool { return c.Code == p.Code }) {
					t.Errorf("the code %q is not listed", p.Code)
				}
			}
			again := encodeIndented(t, NewLine("report.txt", 1, draftOf(t, second, doc)))
			if !bytes.Equal(got, again) {
				t.Error("a second normalizer gave another draft")
			}
		})
	}
}

func encodeIndented(t *testing.T, v any) []byte {
	t.Helper()
	line, err := Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, line, "", "  "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	return b.Bytes()
}

func compareGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("draft differs from %s (-want +got):\n%s", path, diff)
	}
}

// checkEvidence re-reads every span of the draft in the document.
func checkEvidence(t *testing.T, doc *extractor.Document, d *Draft) {
	t.Helper()
	for _, e := range d.Evidence {
		text := doc.Blocks[e.Block].Text
		if e.End > len(text) || e.Start >= e.End || text[e.Start:e.End] != e.Quote {
			t.Errorf("%s: the span %d to %d of block %d is not %q", e.Field, e.Start, e.End, e.Block, e.Quote)
		}
		if e.Value != "" && len(strings.Fields(e.Quote)) > quoteWords {
			t.Errorf("%s: the quote for %s has more than %d words: %q", e.Field, e.Value, quoteWords, e.Quote)
		}
		if e.Capture != captureSum {
			t.Errorf("%s: evidence of capture %q", e.Field, e.Capture)
		}
	}
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	for id, text := range map[string]string{"urn:inquest:schema:case": CaseSchema, "urn:inquest:schema:draft": DraftSchema} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource(id, doc); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := c.Compile("urn:inquest:schema:draft")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, line []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(v); err != nil {
		t.Errorf("the line does not fit its schema: %v", err)
	}
}

func TestErrorLineFitsTheSchema(t *testing.T) {
	line, err := Encode(NewErrorLine("empty.html", "empty", "the file <empty.html> has no bytes & no text"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"input":"empty.html","error":{"kind":"empty","message":"the file <empty.html> has no bytes & no text"}}`
	if diff := cmp.Diff(want, string(line)); diff != "" {
		t.Error(diff)
	}
	validate(t, compileSchema(t), line)
}

func TestSchemaRefusesWhatIsNoDraft(t *testing.T) {
	schema := compileSchema(t)
	for _, line := range []string{`{}`, `{"input":"x"}`, `{"input":"x","error":{"kind":"Not Kebab","message":"m"}}`} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(v) == nil {
			t.Errorf("the schema accepts %s", line)
		}
	}
}
