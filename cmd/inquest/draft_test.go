package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"inquest/normalizer"
	"inquest/testdata"
)

// file writes a file for a test and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const (
	shortReport = "Checkout was down\n\nOn 3 March 2031 checkout was down from 10:00 UTC to 11:30 UTC because a deployment removed a setting.\n"
	challenge   = `<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><div id="challenge-form">Checking your browser before accessing status.example.com.</div><noscript>Enable JavaScript and cookies to continue</noscript></body></html>`
)

func TestBadInputIsNamedAndTheNextInputGoesOn(t *testing.T) {
	junk := "\x7fELF" + strings.Repeat("\x00\x01\x02\xfe\xff", 500)
	bad := []struct {
		name, input string
		kind        string
		says        string // what the sentence tells a curator to do
	}{
		{"an empty file", file(t, "empty.html", ""), "empty", "attach a saved page"},
		{"a 30 MB file", file(t, "big.html", "<p>"+strings.Repeat("a", 30<<20)), "too-large", "attach the part that holds the report"},
		{"binary junk named .html", file(t, "junk.html", junk), "unknown-type", "attach it as HTML, PDF, Markdown or text"},
		{"JSON that is no incident", file(t, "x.json", `{"name":"x","version":1}`), "not-a-report", "queue the incident's page"},
		{"a bot challenge", file(t, "chal.html", challenge), "challenge", "archived copy"},
		{"a file that is not there", "no-such-file.html", "no-file", "check the path"},
		{"a scheme that is not fetched", "file:///etc/passwd", "bad-address", "correct the address"},
		{"this machine", "http://127.0.0.1/", "refused-address", "correct the address"},
		{"this machine, shortened", "http://127.1/", "refused-address", "correct the address"},
		{"this machine, as a number", "http://2130706433/", "refused-address", "correct the address"},
		{"this machine, in octal", "http://0177.0.0.1/", "refused-address", "correct the address"},
		{"this machine, in IPv6", "http://[::1]/", "refused-address", "correct the address"},
		{"this machine, mapped", "http://[::ffff:127.0.0.1]/", "refused-address", "correct the address"},
		{"this machine, by name", "http://localhost/", "refused-address", "correct the address"},
		{"the cloud's metadata", "http://169.254.169.254/latest/meta-data/", "refused-address", "correct the address"},
	}
	good := file(t, "report.txt", shortReport)
	args := []string{"draft"}
	for _, b := range bad {
		args = append(args, b.input)
	}
	status, stdout, _ := runHere(t, "", append(args, good)...)
	if status != exitFailed {
		t.Errorf("exit status %d, want %d", status, exitFailed)
	}
	lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	if len(lines) != len(bad)+1 {
		t.Fatalf("%d lines for %d inputs:\n%s", len(lines), len(bad)+1, stdout)
	}
	for i, b := range bad {
		t.Run(b.name, func(t *testing.T) {
			var got normalizer.ErrorLine
			if err := json.Unmarshal([]byte(lines[i]), &got); err != nil {
				t.Fatal(err)
			}
			if got.Input != b.input || got.Error.Kind != b.kind || !strings.Contains(got.Error.Message, b.says) {
				t.Errorf("got %s, want kind %s and %q", lines[i], b.kind, b.says)
			}
		})
	}
	if !strings.Contains(lines[len(bad)], `"incident":true`) {
		t.Errorf("the good input gave %s", lines[len(bad)])
	}
}

func TestADraftLineIsValidAndHasItsKeysInOrder(t *testing.T) {
	status, stdout, stderr := runHere(t, shortReport, "draft", "-")
	if status != exitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	validate(t, []byte(stdout))
	want := []string{"input", "part", "incident", "case", "evidence", "events", "notes", "problems", "versions"}
	if diff := cmp.Diff(want, keys(t, []byte(stdout))); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	var line normalizer.Line
	if err := json.Unmarshal([]byte(stdout), &line); err != nil {
		t.Fatal(err)
	}
	if line.Case.Date != "2031-03-03" || line.Case.Timeline.ResolvedAfter != "1h 30m" {
		t.Errorf("date %s, resolved after %s; want 2031-03-03 and 1h 30m", line.Case.Date, line.Case.Timeline.ResolvedAfter)
	}
}

func TestEveryGoldenDraftIsValid(t *testing.T) {
	pages, err := testdata.Pages()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		b, err := os.ReadFile(filepath.Join("..", "..", "testdata", "pages", p.Name, "draft.json"))
		if err != nil {
			t.Fatal(err)
		}
		var d normalizer.Draft
		if err := json.Unmarshal(b, &d); err != nil {
			t.Fatal(err)
		}
		line, err := normalizer.Encode(normalizer.NewLine(p.File, 1, &d))
		if err != nil {
			t.Fatal(err)
		}
		validate(t, line)
	}
}

func TestOptionsOfDraftChangeWhatIsPrinted(t *testing.T) {
	report := file(t, "report.txt", shortReport)
	for _, test := range []struct {
		name string
		args []string
		want []string
	}{
		{"the case alone", []string{"--format", "case"}, []string{`{"id":null,"org":`}},
		{"for people", []string{"--format", "text"}, []string{"timeline.resolved_after", "1h 30m"}},
		{"indented", []string{"--pretty"}, []string{"{\n  \"input\":"}},
		{"with the document", []string{"--with-document"}, []string{`,"document":{"url":null,`}},
		{"a public address", []string{"--url", "https://status.acme.example/incidents/1"}, []string{`"sources":[{"url":"https://status.acme.example/incidents/1","kind":"official-status","archived":null}]`}},
		{"an organisation", []string{"--org", "Acme & Söhne"}, []string{`"org":"Acme & Söhne"`, `"org_slug":"acme-söhne"`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, stdout, stderr := runHere(t, "", append(append([]string{"draft"}, test.args...), report)...)
			if status != exitOK {
				t.Fatalf("status %d: %s", status, stderr)
			}
			for _, want := range test.want {
				if !strings.Contains(stdout, want) {
					t.Errorf("%q is not in %s", want, stdout)
				}
			}
		})
	}
}

// validate checks a line against the published schema.
func validate(t *testing.T, line []byte) {
	t.Helper()
	c := jsonschema.NewCompiler()
	var draft string
	for _, text := range []string{normalizer.CaseSchema, normalizer.DraftSchema} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		draft = doc.(map[string]any)["$id"].(string)
		if err := c.AddResource(draft, doc); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := c.Compile(draft)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(v); err != nil {
		t.Errorf("%.200s\n%v", line, err)
	}
}

// keys returns the keys of a JSON object in their order.
func keys(t *testing.T, object []byte) []string {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
		names = append(names, name.(string))
	}
	return names
}
