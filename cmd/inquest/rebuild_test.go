package main

import (
	"bytes"
	"strings"
	"testing"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/normalizer"
	"inquest/queue"
	"inquest/queue/store"
)

func TestRebuildSaysWhatChangesPerTermBeforeItWrites(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	storeOldDraft(t, dir)
	want := []string{
		"normalize: 1 to do\n",
		"symptoms\t[\"data-loss\"] -> [\"high-latency\"]\n",
		"term\tsymptoms/data-loss\t-1\nterm\tsymptoms/high-latency\t+1\n",
		" terms would change\n",
	}
	shown := output(t, dir, "rebuild", "--stage", "normalize")
	inThisOrder(t, shown, want)
	if strings.Contains(shown, "save drafts") {
		t.Errorf("it writes without being asked:\n%s", shown)
	}
	inThisOrder(t, output(t, dir, "rebuild", "--stage", "normalize", "--write"), append(want, "save drafts: 1 to do\n"))
	inThisOrder(t, output(t, dir, "rebuild", "--stage", "normalize"), []string{"normalize: 0 to do\n", "0 terms would change\n"})
	if drafts := output(t, dir, "export", "--drafts"); !strings.Contains(drafts, `"high-latency"`) {
		t.Errorf("the new draft is not there:\n%s", drafts)
	}
	ledger := output(t, dir, "vocab", "unmapped")
	if !strings.Contains(ledger, "badge printer flapping") || !strings.HasSuffix(ledger, " phrases in 1 reports\n") {
		t.Errorf("phrases of the stored document:\n%s", ledger)
	}
}

func inThisOrder(t *testing.T, text string, parts []string) {
	t.Helper()
	rest := text
	for _, part := range parts {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Fatalf("no %q in its place in\n%s", part, text)
		}
		rest = after
	}
}

// storeOldDraft stores a report with a draft that earlier rules have made of it.
func storeOldDraft(t *testing.T, dir string) {
	t.Helper()
	var out bytes.Buffer
	s, err := newSession(t.Context(), &commands{Data: dir}, func(string) string { return "" }, strings.NewReader(""), &out, &out)
	if err != nil {
		t.Fatal(err)
	}
	db, err := s.openDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer db.close()
	item := storeReport(t, s, db)
	sources, parts, wanted, err := db.Item(t.Context(), item, extractor.Version)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.newPipeline(nil)
	if err != nil {
		t.Fatal(err)
	}
	draft := p.normalizer.Normalize(sources)
	draft.Case.Symptoms, draft.Evidence, draft.Versions.Normalizer = []string{"data-loss"}, []normalizer.Evidence{}, "0"
	saved(t)(db.SaveDraft(t.Context(), s.now(), item, wanted, parts, draft))
}

// storeReport stores a report and what is read from it, and returns its item.
func storeReport(t *testing.T, s *session, db *database) int64 {
	t.Helper()
	const address = "https://status.example.com/1"
	receipt, err := queueAddress(s, db, store.AddRequest{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	text := "Slow requests\n\nOn 3 March 2031 requests were slow for all users.\n\nImpact\n\nThe badge printer was flapping.\n"
	captured := fetcher.FromFile("report.txt", address, "text/plain", []byte(text), s.now())
	row := saved(t)(db.SaveCapture(t.Context(), receipt.Source, 1, captured)).Row
	_, wanted, err := db.Capture(t.Context(), row)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := extractor.Extract(t.Context(), captured)
	if err != nil {
		t.Fatal(err)
	}
	saved(t)(db.SaveDocument(t.Context(), s.now(), row, wanted, extractor.Version, doc))
	return receipt.Item
}

// saved ends the test when a row could not be saved.
func saved(t *testing.T) func(queue.Saved, error) queue.Saved {
	return func(row queue.Saved, err error) queue.Saved {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return row
	}
}
