package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFitCheckSaysWhenTheExampleSentencesHaveChanged(t *testing.T) {
	var out, problems bytes.Buffer
	getenv := func(string) string { return "" }
	status := run(t.Context(), []string{"fit", "--check", "--sentences", "../../vocab/sentences"}, getenv, nil, &out, &problems)
	if status != exitOK || !strings.Contains(out.String(), "is fitted to sentences") {
		t.Errorf("unchanged: status %d, out %q, problems %q", status, out.String(), problems.String())
	}
	changed := t.TempDir()
	if err := os.CopyFS(changed, os.DirFS("../../vocab/sentences")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(changed, "symptoms.jsonl"), []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	status = run(t.Context(), []string{"fit", "--check", "--sentences", changed}, getenv, nil, &out, &problems)
	if status != exitFailed || !strings.Contains(problems.String(), "example sentences are not those") {
		t.Errorf("changed: status %d, problems %q", status, problems.String())
	}
}
