package store_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/normalizer"
	"inquest/queue"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// The versions of the rules in these tests.
func rules() store.Versions {
	return store.Versions{Extractor: "1", Normalizer: "1", Vocab: "1"}
}

// noon is the time at which everything happens, unless a test says otherwise.
func noon() time.Time { return time.Date(2031, 2, 3, 12, 0, 0, 0, time.UTC) }

func add(t testing.TB, s *store.Store, url string) store.Receipt {
	t.Helper()
	receipt, err := s.AddSource(t.Context(), noon(), store.AddRequest{URL: url, Key: url, By: "kim"})
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

func capture(body string) *fetcher.Capture {
	c := fetcher.FromFile("page.html", "https://status.example.com/1", "text/html", []byte(body), noon())
	c.Header.Add("X-Note", "one")
	c.Header.Add("X-Note", "two")
	c.Hops = []fetcher.Hop{{URL: "http://status.example.com/1", Status: 301, To: "https://status.example.com/1"}}
	return c
}

func saveCapture(t testing.TB, s *store.Store, source int64, body string) queue.Saved {
	t.Helper()
	row, err := s.Source(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	saved, err := s.SaveCapture(t.Context(), source, row.Wanted, capture(body))
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// document tells of one incident in two blocks.
func document() *extractor.Document {
	return &extractor.Document{
		Title:  "Slow logins",
		Recipe: "test",
		Blocks: []extractor.Block{
			{Kind: extractor.Heading, Level: 1, Section: extractor.SectionTitle, Text: "Slow logins"},
			{Kind: extractor.Para, Section: extractor.SectionSummary, Text: "Logins took 40 s – “far too long” – for <all> users."},
		},
	}
}

func saveDocument(t testing.TB, s *store.Store, capture int64, version string, doc *extractor.Document) queue.Saved {
	t.Helper()
	_, wanted, err := s.Capture(t.Context(), capture)
	if err != nil {
		t.Fatal(err)
	}
	saved, err := s.SaveDocument(t.Context(), noon(), capture, wanted, version, doc)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// draft supports a symptom with "far too long" and its quotation marks.
func draft(sha256 string) *normalizer.Draft {
	score := 0.75
	return &normalizer.Draft{
		Incident: true,
		Case: normalizer.Case{
			Org: "Example", Date: "2031-02-02", Title: &normalizer.Text{En: "Slow logins"}, RootCause: "unknown",
			Symptoms: []string{"high-latency"},
		},
		Evidence: []normalizer.Evidence{{
			Field: "symptoms", Value: "high-latency", By: "rules", Capture: sha256,
			Block: 1, Start: 21, End: 39, Quote: "“far too long”", Score: &score,
		}},
		Problems: []normalizer.Problem{{Field: "date", Code: "no-date", Message: "no date"}},
		Versions: rules(),
	}
}

// ready is a source with a capture and a document, and the item that waits for its draft.
type ready struct {
	store.Receipt
	capture, document int64
	sha256            string
	parts             []queue.Part
	wanted            int64
}

func prepare(t testing.TB, s *store.Store, doc *extractor.Document) ready {
	t.Helper()
	r := ready{Receipt: add(t, s, "https://status.example.com/1")}
	r.capture = saveCapture(t, s, r.Source, "<h1>Slow logins</h1>").Row
	r.document = saveDocument(t, s, r.capture, "1", doc).Row
	sources, parts, wanted, err := s.Item(t.Context(), r.Item, "1")
	if err != nil {
		t.Fatal(err)
	}
	r.sha256, r.parts, r.wanted = sources[0].Capture, parts, wanted
	return r
}

func TestAnAddressIsOneSourceHoweverOftenItIsQueued(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	first := add(t, s, "https://status.example.com/1")
	again, err := s.AddSource(t.Context(), noon(), store.AddRequest{
		URL: "HTTPS://status.example.com/1#top", Key: "https://status.example.com/1", Org: "Another",
	})
	if err != nil {
		t.Fatal(err)
	}
	if !first.New || first.Source == 0 || first.Item == 0 {
		t.Errorf("first receipt %+v", first)
	}
	want := store.Receipt{Source: first.Source, Item: first.Item, Took: "org"}
	if diff := cmp.Diff(want, again); diff != "" {
		t.Errorf("second receipt (-want +got):\n%s", diff)
	}
	id, err := s.SourceByKey(t.Context(), "https://status.example.com/1")
	if err != nil || id != first.Source {
		t.Errorf("source by key: %d, %v", id, err)
	}
	row, err := s.Source(t.Context(), first.Source)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(queue.Source{ID: id, URL: "https://status.example.com/1", Host: "status.example.com", Wanted: 1, Due: true}, row); diff != "" {
		t.Errorf("source (-want +got):\n%s", diff)
	}
}

// TestAKnownSourceTakesWhatItLacks: the org is part of its drafts.
func TestAKnownSourceTakesWhatItLacks(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	drafted(t, s, r)
	const url = "https://status.example.com/1"
	steps := []struct {
		org, note string
		want      store.Receipt
		due       bool
	}{
		{note: "seen on a list", want: store.Receipt{Took: "note"}},
		{org: "Example", note: "another list", want: store.Receipt{Took: "org", Kept: "note"}, due: true},
		{org: "Example", note: "seen on a list", due: true},
		{org: "Other", note: "other", want: store.Receipt{Kept: "org, note"}, due: true},
	}
	for _, step := range steps {
		got, err := s.AddSource(t.Context(), noon(), store.AddRequest{URL: url, Key: url, Org: step.org, Note: step.note})
		if err != nil {
			t.Fatal(err)
		}
		step.want.Source, step.want.Item = r.Source, r.Item
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("receipt (-want +got):\n%s", diff)
		}
		if got := due(t, s, noon(), queue.Normalize, rules()); len(got) > 0 != step.due {
			t.Errorf("drafts due %v, want one: %v", got, step.due)
		}
	}
	st, err := s.SourceStatus(t.Context(), r.Source)
	if err != nil || st.Org != "Example" || st.Note != "seen on a list" {
		t.Errorf("org %q, note %q, error %v", st.Org, st.Note, err)
	}
}

func TestOneAddressQueuedByManyAtOnceIsOneSource(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	receipts := together(t, 8, func() (store.Receipt, error) {
		return s.AddSource(t.Context(), noon(), store.AddRequest{URL: "https://a.example/", Key: "https://a.example/"})
	})
	fresh := 0
	for _, r := range receipts {
		if r.Source != receipts[0].Source || r.Item != receipts[0].Item {
			t.Errorf("receipts of different rows: %+v", receipts)
		}
		if r.New {
			fresh++
		}
	}
	if fresh != 1 {
		t.Errorf("%d receipts say new, want 1", fresh)
	}
}

// together calls f from n goroutines and returns their results.
func together[T any](t *testing.T, n int, f func() (T, error)) []T {
	t.Helper()
	type outcome struct {
		value T
		err   error
	}
	outcomes := make(chan outcome)
	for range n {
		go func() {
			value, err := f()
			outcomes <- outcome{value, err}
		}()
	}
	var values []T
	for range n {
		o := <-outcomes
		if o.err != nil {
			t.Error(o.err)
		}
		values = append(values, o.value)
	}
	return values
}

func TestACaptureComesBackAsItWasFetched(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	source := add(t, s, "https://status.example.com/1").Source
	want := capture("<p>bytes \x00\xff as served</p>")
	want.Archived = "https://archive.example/2031/https://status.example.com/1"
	want.Memento = noon().Add(-24 * time.Hour)
	want.Robots = []fetcher.RobotsVerdict{{URL: want.URL, File: "https://status.example.com/robots.txt", Access: fetcher.RobotsAllowed, Delay: time.Second, Until: noon()}}
	saved, err := s.SaveCapture(t.Context(), source, 1, want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(queue.Saved{Row: saved.Row, New: true, Next: []queue.Job{{Stage: queue.Extract, Row: saved.Row}}}, saved); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}
	got, _, err := s.Capture(t.Context(), saved.Row)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("capture (-want +got):\n%s", diff)
	}
}

func TestHeadersThatPostgreSQLRefusesAreCleaned(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	source := add(t, s, "https://status.example.com/1").Source
	c := capture("<p>text</p>")
	c.Header = http.Header{"X-Odd": {"nul \x00, latin \xe9"}}
	saved, err := s.SaveCapture(t.Context(), source, 1, c)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := s.Capture(t.Context(), saved.Row)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(http.Header{"X-Odd": {"nul \uFFFD, latin \uFFFD"}}, got.Header); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
}

func TestTheSameBytesAreOneCaptureAndOneBody(t *testing.T) {
	t.Parallel()
	d := storetest.NewDatabase(t)
	s := storetest.Open(t, d)
	one, two := add(t, s, "https://status.example.com/1").Source, add(t, s, "https://status.example.com/2").Source
	first := saveCapture(t, s, one, "<p>text</p>")
	again := saveCapture(t, s, one, "<p>text</p>")
	other := saveCapture(t, s, two, "<p>text</p>")
	if again.New || again.Row != first.Row {
		t.Errorf("the same bytes were saved as %+v, the first time as %+v", again, first)
	}
	if !other.New || other.Row == first.Row {
		t.Errorf("another source's bytes were saved as %+v", other)
	}
	var bodies int
	if err := d.Connect(t).QueryRow(t.Context(), `SELECT count(*) FROM bodies`).Scan(&bodies); err != nil {
		t.Fatal(err)
	}
	if bodies != 1 {
		t.Errorf("%d bodies, want 1", bodies)
	}
}

// TestTheSameBytesUnderOtherValidators: servers change an ETag without changing the page.
func TestTheSameBytesUnderOtherValidators(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	source := add(t, s, "https://status.example.com/1").Source
	answers := []map[string]string{
		{"Etag": `"1"`, "Last-Modified": "Mon, 03 Feb 2031 12:00:00 GMT"},
		{"Etag": `W/"2"`, "Last-Modified": "Mon, 03 Feb 2031 12:00:00 GMT"},
		{"Last-Modified": "Mon, 03 Feb 2031 12:00:01 GMT"},
	}
	for _, answer := range answers {
		c := capture("<p>text</p>")
		for name, value := range answer {
			c.Header.Set(name, value)
		}
		saved, err := s.SaveCapture(t.Context(), source, 1, c)
		if err != nil {
			t.Fatal(err)
		}
		stored, _, err := s.Capture(t.Context(), saved.Row)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.Header, stored.Header); diff != "" {
			t.Errorf("headers (-want +got):\n%s", diff)
		}
	}
}

func TestAPageThatChangesBackCountsItsFirstCaptureAgain(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	saveCapture(t, s, r.Source, "<p>changed</p>")
	back := saveCapture(t, s, r.Source, "<h1>Slow logins</h1>")
	if back.New || back.Row != r.capture {
		t.Errorf("changed back is saved as %+v, the first capture is %d", back, r.capture)
	}
	sources, _, wanted, err := s.Item(t.Context(), r.Item, "1")
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) != 1 || sources[0].Capture != r.sha256 {
		t.Errorf("the item reads %+v", sources)
	}
	if wanted <= r.wanted {
		t.Errorf("the item's counter is %d after two changes, it was %d", wanted, r.wanted)
	}
}

func TestADocumentOfAVersionStaysAsItWas(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	other := document()
	other.Blocks[1].Text = "Other text."
	again := saveDocument(t, s, r.capture, "1", other)
	if again.New || again.Row != r.document {
		t.Errorf("the same version again is saved as %+v", again)
	}
	next := saveDocument(t, s, r.capture, "2", other)
	if !next.New || next.Row == r.document {
		t.Errorf("another version is saved as %+v", next)
	}
	if diff := cmp.Diff([]queue.Job{{Stage: queue.Normalize, Row: r.Item}}, next.Next); diff != "" {
		t.Errorf("next jobs (-want +got):\n%s", diff)
	}
	got, version, err := s.LatestDocument(t.Context(), r.Source)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("2", version); diff != "" {
		t.Errorf("version (-want +got):\n%s", diff)
	}
	if got.Blocks[1].Text != "Other text." {
		t.Errorf("latest document reads %q", got.Blocks[1].Text)
	}
}

func TestEachIncidentOfAPageBeginsAnItemOnce(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	receipt := add(t, s, "https://status.example.com/history")
	id := saveCapture(t, s, receipt.Source, "<h1>History</h1>").Row
	page := &extractor.Document{Title: "History", Parts: []*extractor.Document{document(), document(), document()}}
	saves := together(t, 4, func() (queue.Saved, error) {
		return s.SaveDocument(t.Context(), noon(), id, 0, "1", page)
	})
	for _, saved := range saves {
		if len(saved.Next) != 3 || saved.Next[0] != (queue.Job{Stage: queue.Normalize, Row: receipt.Item}) {
			t.Errorf("next jobs %v, want three, the first for item %d", saved.Next, receipt.Item)
		}
	}
	status, err := s.SourceStatus(t.Context(), receipt.Source)
	if err != nil {
		t.Fatal(err)
	}
	if status.Items != 3 {
		t.Errorf("%d items, want 3", status.Items)
	}
	for i, job := range saves[0].Next {
		sources, parts, _, err := s.Item(t.Context(), job.Row, "1")
		if err != nil {
			t.Fatal(err)
		}
		if sources[0].Part != i+1 || parts[0].Part != i+1 {
			t.Errorf("item %d reads incident %d, want %d", job.Row, sources[0].Part, i+1)
		}
	}
}

// TestAQueuedCopyIsDraftedAsItsPage: a curator pastes the address of an archived copy.
func TestAQueuedCopyIsDraftedAsItsPage(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	const view = "https://web.archive.org/web/20310203120000/https://status.example.com/1"
	r := add(t, s, view)
	c := capture("<h1>Slow logins</h1>")
	c.Archived, c.Memento = view, noon()
	saved, err := s.SaveCapture(t.Context(), r.Source, 1, c)
	if err != nil {
		t.Fatal(err)
	}
	saveDocument(t, s, saved.Row, "1", document())
	sources, _, _, err := s.Item(t.Context(), r.Item, "1")
	if err != nil || len(sources) != 1 || sources[0].URL != "https://status.example.com/1" || sources[0].Archived != view {
		t.Errorf("sources %+v, error %v; want the page with its copy", sources, err)
	}
}

func TestAChangeWhileAJobRunsIsSeenByItsSave(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	saveDocument(t, s, r.capture, "2", document()) // while the draft is being made
	saved, err := s.SaveDraft(t.Context(), noon(), r.Item, r.wanted, r.parts, draft(r.sha256))
	if err != nil {
		t.Fatal(err)
	}
	if !saved.Again {
		t.Error("the save does not say that the item has changed")
	}
	_, _, wanted, err := s.Item(t.Context(), r.Item, "2")
	if err != nil {
		t.Fatal(err)
	}
	saved, err = s.SaveDraft(t.Context(), noon(), r.Item, wanted, r.parts, draft(r.sha256))
	if err != nil || saved.Again {
		t.Errorf("the second run is saved as %+v, error %v", saved, err)
	}
}

func TestRowsThatAreNotThereAreNotFound(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	ctx := t.Context()
	tests := map[string]func() error{
		"source":        func() error { _, err := s.Source(ctx, 9); return err },
		"source by key": func() error { _, err := s.SourceByKey(ctx, "https://nowhere.example/"); return err },
		"capture":       func() error { _, _, err := s.Capture(ctx, 9); return err },
		"document":      func() error { _, _, err := s.LatestDocument(ctx, 9); return err },
		"item":          func() error { _, _, _, err := s.Item(ctx, 9, "1"); return err },
		"draft":         func() error { _, err := s.Draft(ctx, 9); return err },
		"status":        func() error { _, err := s.SourceStatus(ctx, 9); return err },
		"save capture":  func() error { _, err := s.SaveCapture(ctx, 9, 1, capture("x")); return err },
		"save document": func() error { _, err := s.SaveDocument(ctx, noon(), 9, 0, "1", document()); return err },
		"save draft": func() error {
			_, err := s.SaveDraft(ctx, noon(), 9, 0, []queue.Part{{Document: 1, Part: 1}}, draft(""))
			return err
		},
		"failure": func() error { _, err := s.Fail(ctx, 0, failure(queue.Fetch, 9)); return err },
	}
	for name, call := range tests {
		t.Run(name, func(t *testing.T) {
			if err := call(); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("error %v, want ErrNotFound", err)
			}
		})
	}
}

func TestADatabaseWithoutTablesSaysWhatToDo(t *testing.T) {
	t.Parallel()
	_, err := store.Open(t.Context(), storetest.NewSchema(t).Config())
	if err == nil || err.Error() != "open database: its tables are not there; run inquest migrate" {
		t.Errorf("error %v", err)
	}
}
