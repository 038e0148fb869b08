package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnmappedPhrasesAreCountedOverReports(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.txt": "Check-in incident\n\nOn 3 March 2031 check-in was down.\n\nImpact\n\nThe badge printer was flapping. The badge printer was flapping.\n",
		"b.txt": "Doors incident\n\nOn 4 March 2031 the doors were down.\n\nImpact\n\nAll day the badge printer was flapping.\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	status, stdout, stderr := runHere(t, "", "vocab", "unmapped", "--facet", "symptoms", "--least", "2",
		filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt"), filepath.Join(dir, "missing.txt"))
	want := "REPORTS  LOOKS LIKE  PHRASE                  EXAMPLE\n" +
		"2        symptoms    badge printer flapping  The badge printer was flapping.\n" +
		"1 phrases in 2 reports\n"
	if diff := cmp.Diff(want, stdout); status != exitOK || diff != "" {
		t.Errorf("status %d, printed (-want +got):\n%s", status, diff)
	}
	if !strings.Contains(stderr, "missing.txt") {
		t.Errorf("the missing file is not named: %q", stderr)
	}
}

func TestVocabularyIsPrintedInEachFormat(t *testing.T) {
	for format, start := range map[string]string{
		"table": "severity (",
		"json":  "{\n  \"version\": ",
		"skos":  "@prefix skos: ",
	} {
		status, stdout, stderr := runHere(t, "", "vocab", "--format", format, "severity")
		if status != exitOK || !strings.HasPrefix(stdout, start) {
			t.Errorf("%s: status %d, printed %.60q, %s", format, status, stdout, stderr)
		}
	}
}

func TestEvalPrintsFiguresTablesAndChanges(t *testing.T) {
	dir := t.TempDir()
	labels := `{"id":"x-1","file":"x.txt","operator":"acme","is_incident":true,"symptoms":["high-latency"],"root_cause":"overload"}` + "\n"
	for name, text := range map[string]string{
		"labels.jsonl": labels,
		"x.txt":        "High latency\n\nOn 3 March 2031 all requests were slow from 10:00 UTC to 11:30 UTC.\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, before := filepath.Join(dir, "labels.jsonl"), filepath.Join(dir, "before.json")
	if status, _, stderr := runHere(t, "", "eval", "--against", before, file); status != exitFailed || !strings.Contains(stderr, "inquest eval --json") {
		t.Errorf("without an earlier run: status %d, %s", status, stderr)
	}
	if status, _, stderr := runHere(t, "", "eval", "--json", before, file); status != exitOK {
		t.Fatalf("status %d, %s", status, stderr)
	}
	labels = strings.Replace(labels, "high-latency", "data-loss", 1)
	if err := os.WriteFile(file, []byte(labels), 0o644); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := runHere(t, "", "eval", "--terms", "--confusion", "--operators", "--against", before, file)
	if status != exitOK {
		t.Fatalf("status %d, %s", status, stderr)
	}
	for _, part := range []string{
		"symptoms F1  0.000", "kind of text", "reliability: score", "goals", "high-latency", "missed in",
		"1 overload", "operator", "symptoms F1: 1.000 -> 0.000", "0 fields changed",
	} {
		if !strings.Contains(stdout, part) {
			t.Errorf("no %q in\n%s", part, stdout)
		}
	}
}
