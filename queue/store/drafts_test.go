package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
	"inquest/normalizer"
	"inquest/queue"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
)

func TestADraftComesBackBesideItsDocument(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	want := draft(r.sha256)
	saved, err := s.SaveDraft(t.Context(), noon(), r.Item, r.wanted, r.parts, want)
	if err != nil {
		t.Fatal(err)
	}
	if !saved.New || saved.Again {
		t.Errorf("saved as %+v", saved)
	}
	view, err := s.Draft(t.Context(), r.Item)
	if err != nil {
		t.Fatal(err)
	}
	row := store.DraftRow{
		Item: r.Item, Org: "Example", Date: "2031-02-02", Title: "Slow logins", RootCause: "unknown", Incident: true,
		Problems: 1, State: "drafted", SourceURL: "https://status.example.com/1", DraftedAt: noon(),
	}
	whole := &store.DraftView{DraftRow: row, Draft: want, Sources: []store.SourceView{{
		URL: "https://status.example.com/1", FetchedAt: noon(), Capture: r.sha256, Part: 1, Document: document(),
	}}}
	if diff := cmp.Diff(encoded(t, whole), encoded(t, view)); diff != "" {
		t.Errorf("draft (-want +got):\n%s", diff)
	}
	rows, err := s.Drafts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]store.DraftRow{row}, rows); diff != "" {
		t.Errorf("drafts (-want +got):\n%s", diff)
	}
}

// encoded compares as JSON does: a null list is an empty list once it was stored.
func encoded(t *testing.T, v any) string {
	t.Helper()
	b, err := normalizer.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestTheExactBytesOfADraftAreKept(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	d := draft(r.sha256)
	d.Notes = []normalizer.Note{{Field: "date", Note: "a < b & c > d, 1.10, é, \u2028"}}
	if _, err := s.SaveDraft(t.Context(), noon(), r.Item, r.wanted, r.parts, d); err != nil {
		t.Fatal(err)
	}
	var lines []string
	err := s.ExportDrafts(t.Context(), func(item int64, line []byte) error {
		lines = append(lines, fmt.Sprintf("%d %s", item, line))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{fmt.Sprintf("%d %s", r.Item, encoded(t, d))}, lines); diff != "" {
		t.Errorf("export (-want +got):\n%s", diff)
	}
}

func TestEvidenceThatIsNotInTheTextIsRefused(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	tests := map[string]func(*normalizer.Evidence){
		"another quote":                 func(e *normalizer.Evidence) { e.Quote = "“far too late”" },
		"the quote one byte later":      func(e *normalizer.Evidence) { e.Start++; e.End++ },
		"the quote in another block":    func(e *normalizer.Evidence) { e.Block = 0 },
		"a block that is not there":     func(e *normalizer.Evidence) { e.Block = 2 },
		"a block before the first":      func(e *normalizer.Evidence) { e.Block = -1 },
		"a span behind the text":        func(e *normalizer.Evidence) { e.End = 4000 },
		"a span that ends before":       func(e *normalizer.Evidence) { e.Start, e.End = e.End, e.Start },
		"an empty span":                 func(e *normalizer.Evidence) { e.End, e.Quote = e.Start, "" },
		"offsets counted in characters": func(e *normalizer.Evidence) { e.Start, e.End = 19, 33 },
		"another capture":               func(e *normalizer.Evidence) { e.Capture = fmt.Sprintf("%064d", 0) },
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			d := draft(r.sha256)
			spoil(&d.Evidence[0])
			_, err := s.SaveDraft(t.Context(), noon(), r.Item, r.wanted, r.parts, d)
			var refused *store.EvidenceError
			if !errors.As(err, &refused) || refused.Field != "symptoms" {
				t.Fatalf("error %v, want an EvidenceError for symptoms", err)
			}
			if _, err := s.Draft(t.Context(), r.Item); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("a refused draft was stored: %v", err)
			}
		})
	}
}

func TestAnEventWhoseQuoteIsNotThereIsRefused(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	rows := map[string]struct {
		event normalizer.Event
		fine  bool
	}{
		"a quote that stands there": {normalizer.Event{Kind: "started", Block: 1, Start: 21, End: 39, Quote: "“far too long”"}, true},
		"the stamp of a block":      {normalizer.Event{Kind: "update", Block: 1}, true},
		"another text":              {normalizer.Event{Kind: "started", Block: 1, Start: 21, End: 39, Quote: "“far too short”"}, false},
		"a block too far":           {normalizer.Event{Kind: "update", Block: 9}, false},
		"an end before its start":   {normalizer.Event{Kind: "update", Block: 1, Start: 2, End: 1}, false},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			d := draft(r.sha256)
			d.Events = []normalizer.Event{row.event}
			d.Versions.Normalizer = name
			_, err := s.SaveDraft(t.Context(), noon(), r.Item, r.wanted, r.parts, d)
			var refused *store.EvidenceError
			if row.fine && err != nil || !row.fine && !errors.As(err, &refused) {
				t.Errorf("error %v, want one: %v", err, !row.fine)
			}
		})
	}
}

func TestEvidenceOfAnIncidentCountsInItsPart(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	receipt := add(t, s, "https://status.example.com/history")
	id := saveCapture(t, s, receipt.Source, "<h1>History</h1>").Row
	second := document()
	second.Blocks[1].Text = "Mail was lost."
	page := &extractor.Document{Title: "History", Parts: []*extractor.Document{document(), second}}
	item := saveDocument(t, s, id, "1", page).Next[1].Row
	sources, parts, wanted, err := s.Item(t.Context(), item, "1")
	if err != nil {
		t.Fatal(err)
	}
	d := draft(sources[0].Capture)
	if _, err := s.SaveDraft(t.Context(), noon(), item, wanted, parts, d); err == nil {
		t.Error("evidence of the first incident was taken for the second")
	}
	d.Evidence[0].Start, d.Evidence[0].End, d.Evidence[0].Quote = 9, 13, "lost"
	if _, err := s.SaveDraft(t.Context(), noon(), item, wanted, parts, d); err != nil {
		t.Error(err)
	}
}

func TestTheCurrentDraftIsTheLatestWithAModelElseTheLatest(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	save := func(version, model string) {
		t.Helper()
		d := draft(r.sha256)
		d.Versions.Normalizer, d.Versions.Model = version, normalizer.Maybe(model)
		if _, err := s.SaveDraft(t.Context(), noon(), r.Item, r.wanted, r.parts, d); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct{ version, model, current string }{
		{"1", "", "1"},
		{"2", "", "2"},
		{"2", "", "2"},
		{"2", "coder", "2 coder"},
		{"3", "", "2 coder"},
		{"3", "coder", "3 coder"},
	} {
		save(step.version, step.model)
		view, err := s.Draft(t.Context(), r.Item)
		if err != nil {
			t.Fatal(err)
		}
		got := view.Draft.Versions.Normalizer
		if m := view.Draft.Versions.Model; m != "" {
			got += " " + string(m)
		}
		if got != step.current {
			t.Errorf("after version %q, model %q the current draft is %q, want %q", step.version, step.model, got, step.current)
		}
	}
}

func TestEightWorkersOnTheSameRowsLeaveOneOfEach(t *testing.T) {
	t.Parallel()
	d := storetest.NewDatabase(t)
	s := storetest.Open(t, d)
	receipt := add(t, s, "https://status.example.com/1")
	together(t, 8, func() (int64, error) { return receipt.Item, pass(t.Context(), s, receipt) })
	var got [4]int
	err := d.Connect(t).QueryRow(t.Context(), `
SELECT (SELECT count(*) FROM captures), (SELECT count(*) FROM documents), (SELECT count(*) FROM drafts), (SELECT count(*) FROM evidence)`).
		Scan(&got[0], &got[1], &got[2], &got[3])
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([4]int{1, 1, 1, 1}, got); diff != "" {
		t.Errorf("captures, documents, drafts, evidence (-want +got):\n%s", diff)
	}
}

// pass takes a source through all saves.
func pass(ctx context.Context, s *store.Store, r store.Receipt) error {
	captured, err := s.SaveCapture(ctx, r.Source, 1, capture("<h1>Slow logins</h1>"))
	if err != nil {
		return err
	}
	if _, err := s.SaveDocument(ctx, noon(), captured.Row, 0, "1", document()); err != nil {
		return err
	}
	sources, parts, wanted, err := s.Item(ctx, r.Item, "1")
	if err != nil {
		return err
	}
	_, err = s.SaveDraft(ctx, noon(), r.Item, wanted, parts, draft(sources[0].Capture))
	return err
}

func TestAcceptedCasesAreExportedByteForByte(t *testing.T) {
	t.Parallel()
	d := storetest.NewDatabase(t)
	s := storetest.Open(t, d)
	receipt := add(t, s, "https://status.example.com/1")
	if err := pass(t.Context(), s, receipt); err != nil {
		t.Fatal(err)
	}
	accept := func(record string, at time.Time) {
		t.Helper()
		_, err := d.Connect(t).Exec(t.Context(), `
WITH decided AS (
     INSERT INTO decisions (item, kind, decided_by, decided_at, draft, record)
     SELECT id, 'accept', 'kim', $2, draft, $3
       FROM items
      WHERE id = $1)
UPDATE items
   SET state = 'accepted'
 WHERE id = $1`, receipt.Item, at, record)
		if err != nil {
			t.Fatal(err)
		}
	}
	accept(`{"id":"X-1","n":1.10}`, noon())
	accept(`{"id":"X-1",  "b":"<&>","a":1.10}`, noon().Add(time.Hour))
	for since, want := range map[time.Time][]string{
		{}:                        {`{"id":"X-1",  "b":"<&>","a":1.10}`},
		noon().Add(time.Hour):     {`{"id":"X-1",  "b":"<&>","a":1.10}`},
		noon().Add(2 * time.Hour): {},
	} {
		got := []string{}
		err := s.Accepted(t.Context(), since, func(record []byte) error {
			got = append(got, string(record))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("since %v (-want +got):\n%s", since, diff)
		}
	}
	stop := errors.New("disk full")
	if err := s.Accepted(t.Context(), time.Time{}, func([]byte) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error %v, want the writer's", err)
	}
	if err := s.ExportDrafts(t.Context(), func(int64, []byte) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error %v, want the writer's", err)
	}
	if got := due(t, s, noon(), queue.Normalize, store.Versions{Extractor: "1", Normalizer: "2", Vocab: "1"}); len(got) != 0 {
		t.Errorf("an accepted item is due for another draft: %v", got)
	}
}
