package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
	"inquest/queue"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
)

// failure heals in an hour.
func failure(stage queue.Stage, row int64) queue.Failure {
	return queue.Failure{
		Job: queue.Job{Stage: stage, Row: row}, Kind: "timeout", Message: "it did not answer", Actor: "nobody",
		Version: stage.Rules("1", "1", "1"), Attempts: 1, At: noon(), Next: noon().Add(time.Hour),
	}
}

func fail(t *testing.T, s *store.Store, f queue.Failure) {
	t.Helper()
	again, err := s.Fail(t.Context(), -1, f)
	if err != nil || again {
		t.Fatalf("again %v, error %v", again, err)
	}
}

func due(t *testing.T, s *store.Store, now time.Time, stage queue.Stage, v store.Versions) []int64 {
	t.Helper()
	rows, err := s.Due(t.Context(), now, stage, v, 100)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestRowsAreDueUntilAStageOfTodaysRulesHasReadThem(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	want := func(when string, v store.Versions, fetch, extract, normalize []int64) {
		t.Helper()
		got := [][]int64{due(t, s, noon(), queue.Fetch, v), due(t, s, noon(), queue.Extract, v), due(t, s, noon(), queue.Normalize, v)}
		if diff := cmp.Diff([][]int64{fetch, extract, normalize}, got); diff != "" {
			t.Errorf("%s: due (-want +got):\n%s", when, diff)
		}
	}
	none := []int64{}
	receipt := add(t, s, "https://status.example.com/1")
	want("queued", rules(), []int64{receipt.Source}, none, none)
	id := saveCapture(t, s, receipt.Source, "<h1>Slow logins</h1>").Row
	want("captured", rules(), none, []int64{id}, none)
	saveDocument(t, s, id, "1", document())
	want("extracted", rules(), none, none, []int64{receipt.Item})
	if err := pass(t.Context(), s, receipt); err != nil {
		t.Fatal(err)
	}
	want("drafted", rules(), none, none, none)
	want("new extractor", store.Versions{Extractor: "2", Normalizer: "1", Vocab: "1"}, none, []int64{id}, none)
	want("new normalizer", store.Versions{Extractor: "1", Normalizer: "2", Vocab: "1"}, none, none, []int64{receipt.Item})
	want("new vocabulary", store.Versions{Extractor: "1", Normalizer: "1", Vocab: "2"}, none, none, []int64{receipt.Item})

	stale, err := s.Stale(t.Context(), queue.Normalize, store.Versions{Extractor: "1", Normalizer: "2", Vocab: "1"})
	if err != nil {
		t.Fatal(err)
	}
	rebuilt := []store.StaleRow{{Job: queue.Job{Stage: queue.Normalize, Row: receipt.Item}, URL: "https://status.example.com/1", Have: "1/1/1"}}
	if diff := cmp.Diff(rebuilt, stale); diff != "" {
		t.Errorf("stale (-want +got):\n%s", diff)
	}
}

func TestDueRowsStandInTheOrderOfPriorityThenAge(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	var sources []int64
	for i, priority := range []int{0, 5, 0, 5} {
		url := "https://status.example.com/" + string(rune('a'+i))
		r, err := s.AddSource(t.Context(), noon().Add(time.Duration(-i)*time.Minute), store.AddRequest{URL: url, Key: url, Priority: priority})
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, r.Source)
	}
	want := []int64{sources[3], sources[1], sources[2], sources[0]}
	if diff := cmp.Diff(want, due(t, s, noon(), queue.Fetch, rules())); diff != "" {
		t.Errorf("due (-want +got):\n%s", diff)
	}
	first, err := s.Due(t.Context(), noon(), queue.Fetch, rules(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want[:2], first); diff != "" {
		t.Errorf("the first two (-want +got):\n%s", diff)
	}
}

func TestAFailureHoldsARowBackUntilItsTime(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	other := rules()
	other.Extractor = "2"
	fail(t, s, failure(queue.Extract, r.capture))
	if got := due(t, s, noon(), queue.Extract, other); len(got) != 1 {
		t.Errorf("under other rules %v is due, want the capture", got)
	}
	f := failure(queue.Extract, r.capture)
	f.Version = "2"
	fail(t, s, f)
	if got := due(t, s, noon(), queue.Extract, other); len(got) != 0 {
		t.Errorf("before the next attempt %v is due, want nothing", got)
	}
	if got := due(t, s, f.Next, queue.Extract, other); len(got) != 1 {
		t.Errorf("at the next attempt %v is due, want the capture", got)
	}
	f.Next = time.Time{}
	fail(t, s, f)
	if got := due(t, s, noon().AddDate(1, 0, 0), queue.Extract, other); len(got) != 0 {
		t.Errorf("dead rows %v are due", got)
	}
}

func TestAParkedSourceIsNotDueUntilItsTime(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	one, two := add(t, s, "https://slow.example/1").Source, add(t, s, "https://quick.example/1").Source
	until := noon().Add(time.Hour)
	if err := s.Park(t.Context(), one, until, "archive.example is left alone"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{two}, due(t, s, noon(), queue.Fetch, rules())); diff != "" {
		t.Errorf("due in the pause (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{one, two}, due(t, s, until, queue.Fetch, rules())); diff != "" {
		t.Errorf("due after it (-want +got):\n%s", diff)
	}
}

func TestAFailureLeavesWhenItsJobSucceeds(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	receipt := add(t, s, "https://status.example.com/1")
	id := saveCapture(t, s, receipt.Source, "<h1>Slow logins</h1>").Row
	saveDocument(t, s, id, "1", document())
	for _, job := range []queue.Job{{Stage: queue.Fetch, Row: receipt.Source}, {Stage: queue.Extract, Row: id}, {Stage: queue.Normalize, Row: receipt.Item}} {
		fail(t, s, failure(job.Stage, job.Row))
		if n, err := s.Attempts(t.Context(), job, job.Stage.Rules("1", "1", "1")); err != nil || n != 1 {
			t.Errorf("%s: %d attempts, error %v", job, n, err)
		}
	}
	if n, err := s.Attempts(t.Context(), queue.Job{Stage: queue.Extract, Row: id}, "2"); err != nil || n != 0 {
		t.Errorf("under other rules: %d attempts, error %v", n, err)
	}
	if err := pass(t.Context(), s, receipt); err != nil {
		t.Fatal(err)
	}
	left, err := s.Failures(t.Context(), store.Filter{})
	if err != nil || len(left) != 0 {
		t.Errorf("failures after success: %+v, error %v", left, err)
	}
}

func TestDeadLettersGoBackToWorkByReasonHostOrId(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	ctx := t.Context()
	one := prepare(t, s, document())
	two := add(t, s, "https://other.example/2")
	dead := failure(queue.Extract, one.capture)
	dead.Kind, dead.Next = "no-text", time.Time{}
	fail(t, s, dead)
	fail(t, s, failure(queue.Fetch, two.Source))

	all, err := s.Failures(ctx, store.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	want := []store.FailureRow{
		{ID: all[0].ID, Failure: dead, Source: one.Source, URL: "https://status.example.com/1", Host: "status.example.com", First: noon()},
		{ID: all[1].ID, Failure: failure(queue.Fetch, two.Source), Source: two.Source, URL: "https://other.example/2", Host: "other.example", First: noon()},
	}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
	for name, filter := range map[string]store.Filter{
		"kind": {Kind: "no-text"}, "host": {Host: "status.example.com"}, "id": {ID: all[0].ID}, "source": {Source: one.Source}, "dead": {Dead: true},
	} {
		got, err := s.Failures(ctx, filter)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[:1], got); diff != "" {
			t.Errorf("failures by %s (-want +got):\n%s", name, diff)
		}
	}
	if _, err := s.Requeue(ctx, store.Filter{Dead: true}); err != store.ErrNoFilter {
		t.Errorf("requeue of everything: error %v", err)
	}
	jobs, err := s.Requeue(ctx, store.Filter{Kind: "no-text", Dead: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]queue.Job{dead.Job}, jobs); diff != "" {
		t.Errorf("requeued (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{one.capture}, due(t, s, noon(), queue.Extract, rules())); diff != "" {
		t.Errorf("due (-want +got):\n%s", diff)
	}
}

func TestAFailureOfAStateThatIsNoMoreIsNotRecorded(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	source := add(t, s, "https://status.example.com/1").Source
	fail(t, s, failure(queue.Fetch, source))
	if _, err := s.Requeue(t.Context(), store.Filter{Source: source}); err != nil {
		t.Fatal(err)
	}
	again, err := s.Fail(t.Context(), 1, failure(queue.Fetch, source)) // of a job that began before
	if err != nil || !again {
		t.Errorf("again %v, error %v; want another run", again, err)
	}
	if left, err := s.Failures(t.Context(), store.Filter{}); err != nil || len(left) != 0 {
		t.Errorf("failures %+v, error %v", left, err)
	}
}

func TestStatusSaysHowFarASourceIsAndWhatIsInItsWay(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	state := func(source int64) string {
		t.Helper()
		status, err := s.SourceStatus(t.Context(), source)
		if err != nil {
			t.Fatal(err)
		}
		return status.State
	}
	receipt := add(t, s, "https://status.example.com/1")
	var states []string
	states = append(states, state(receipt.Source))
	id := saveCapture(t, s, receipt.Source, "<h1>Slow logins</h1>").Row
	states = append(states, state(receipt.Source))
	saveDocument(t, s, id, "1", document())
	states = append(states, state(receipt.Source))
	if err := pass(t.Context(), s, receipt); err != nil {
		t.Fatal(err)
	}
	states = append(states, state(receipt.Source))
	if diff := cmp.Diff([]string{"waiting", "captured", "extracted", "drafted"}, states); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}

	f := failure(queue.Extract, id)
	fail(t, s, f)
	all, err := s.Sources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []store.SourceStatus{{
		Source: receipt.Source, URL: "https://status.example.com/1", By: "kim", AddedAt: noon(), State: "drafted", Items: 1,
		Captured: noon(), Checked: noon(), Failure: &f,
	}}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
}

func TestAShortLinkNamesTheSourceThatItLeadsTo(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	const queued = "https://githubstatus.com/incidents/abcdefghijkl.json"
	long, short := addKeyed(t, s, queued), add(t, s, "https://short.example/abc")
	saveLeading(t, s, short.Source, "https://www.githubstatus.com/incidents/abcdefghijkl")
	checkSameAs(t, s, short.Source, queued)
	checkSameAs(t, s, long.Source, "")
}

func TestAWayThatLeavesHTTPSIsFlagged(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	for i, down := range []bool{false, true} {
		r := add(t, s, fmt.Sprintf("https://short.example/%d", i))
		c := capture("<h1>Slow logins</h1>")
		c.FinalURL = "http://status.example.com/1"
		c.Hops = []fetcher.Hop{{URL: "https://short.example/", Status: 302, To: c.FinalURL, Downgrade: down}}
		if _, err := s.SaveCapture(t.Context(), r.Source, 1, c); err != nil {
			t.Fatal(err)
		}
		status, err := s.SourceStatus(t.Context(), r.Source)
		if err != nil || status.Final != c.FinalURL || status.Unsafe != down {
			t.Errorf("ends at %q, downgraded %v, error %v; want %q, %v", status.Final, status.Unsafe, err, c.FinalURL, down)
		}
	}
}

func TestAnIncidentThatAShortLinkLedToIsKnown(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	short := add(t, s, "https://short.example/abc")
	saveLeading(t, s, short.Source, "https://www.githubstatus.com/incidents/abcdefghijkl")
	if long := addKeyed(t, s, "https://githubstatus.com/incidents/abcdefghijkl.json"); long.New || long.Source != short.Source {
		t.Errorf("receipt %+v, want that of source %d", long, short.Source)
	}
	id, err := s.SourceByKey(t.Context(), "statuspage:githubstatus.com:abcdefghijkl")
	if err != nil || id != short.Source {
		t.Errorf("source %d by its incident, error %v; want %d", id, err, short.Source)
	}
	other := add(t, s, "https://short.example/def")
	saveLeading(t, s, other.Source, "https://status.example.com/history")
	if history := addKeyed(t, s, "https://status.example.com/history"); !history.New {
		t.Error("an address that another one has led to is taken for that one: it may lead everybody there")
	}
}

// addKeyed queues an address under what it is known by.
func addKeyed(t *testing.T, s *store.Store, url string) store.Receipt {
	t.Helper()
	_, key, err := fetcher.Identity(url)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.AddSource(t.Context(), noon(), store.AddRequest{URL: url, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// saveLeading saves a capture of a page that led to another address.
func saveLeading(t *testing.T, s *store.Store, source int64, to string) {
	t.Helper()
	c := capture("<h1>Slow logins</h1>")
	c.FinalURL = to
	if _, err := s.SaveCapture(t.Context(), source, 1, c); err != nil {
		t.Fatal(err)
	}
}

func TestSourcesGetTheKeysOfTodaysRules(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	const first, second = "https://www.githubstatus.com/incidents/abcdefghijkl", "https://githubstatus.com/incidents/abcdefghijkl.json"
	old, double, page := add(t, s, first), add(t, s, second), add(t, s, "https://status.example.com/1")
	for _, want := range []int{1, 0} {
		if n, err := s.Rekey(t.Context()); err != nil || n != want {
			t.Errorf("%d rekeyed, error %v; want %d", n, err, want)
		}
	}
	if again := addKeyed(t, s, second); again.Source != old.Source {
		t.Errorf("the incident is source %d, want %d", again.Source, old.Source)
	}
	checkSameAs(t, s, double.Source, first)
	if again := addKeyed(t, s, "https://status.example.com/1"); again.Source != page.Source {
		t.Errorf("the page is source %d, want %d", again.Source, page.Source)
	}
}

func checkSameAs(t *testing.T, s *store.Store, source int64, want string) {
	t.Helper()
	status, err := s.SourceStatus(t.Context(), source)
	if err != nil || status.SameAs != want {
		t.Errorf("source %d leads to %q, error %v; want %q", source, status.SameAs, err, want)
	}
}

func TestCountsAddUp(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	done := add(t, s, "https://status.example.com/1")
	if err := pass(t.Context(), s, done); err != nil {
		t.Fatal(err)
	}
	add(t, s, "https://status.example.com/2")
	retrying, dead := failure(queue.Fetch, add(t, s, "https://status.example.com/3").Source), failure(queue.Fetch, add(t, s, "https://status.example.com/4").Source)
	dead.Next = time.Time{}
	fail(t, s, retrying)
	fail(t, s, dead)
	got, err := s.Counts(t.Context(), noon(), rules())
	if err != nil {
		t.Fatal(err)
	}
	want := []store.Count{
		{Stage: queue.Fetch, Waiting: 1, Retrying: 1, Dead: 1, Done: 1, Oldest: noon()},
		{Stage: queue.Extract, Done: 1},
		{Stage: queue.Normalize, Done: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}
