package store_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
	"inquest/queue"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
)

// clock is the time of all processes of a test. It passes when somebody sleeps, and not while a
// request is under way, and it sees every request begin and end.
type clock struct {
	mu       sync.Mutex
	landed   sync.Cond
	now      time.Time
	flying   int
	most     int
	ended    time.Time
	closest  time.Duration
	requests int
}

func newClock() *clock {
	c := &clock{now: noon(), closest: time.Hour}
	c.landed.L = &c.mu
	return c
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	until := c.now.Add(d)
	for c.flying > 0 {
		c.landed.Wait()
	}
	if c.now.Before(until) {
		c.now = until
	}
	return ctx.Err()
}

// request takes a while.
func (c *clock) request(takes time.Duration) {
	c.mu.Lock()
	c.flying++
	c.most = max(c.most, c.flying)
	if c.requests > 0 {
		c.closest = min(c.closest, c.now.Sub(c.ended))
	}
	c.requests++
	c.now = c.now.Add(takes)
	c.mu.Unlock()

	c.mu.Lock()
	defer c.mu.Unlock()
	c.flying--
	c.ended = c.now
	c.landed.Broadcast()
}

// newPace returns the pacer of another process.
func newPace(t *testing.T, d storetest.Database, c *clock) *store.Pace {
	t.Helper()
	return loggingPace(t, d, c, t.Output())
}

func loggingPace(t *testing.T, d storetest.Database, c *clock, log io.Writer) *store.Pace {
	t.Helper()
	p := store.NewPace(slog.New(slog.NewTextHandler(log, nil)), storetest.Open(t, d))
	p.Now, p.Sleep = c.Now, c.Sleep
	return p
}

// take is one request with its report; a job that is parked comes again.
func take(t *testing.T, p *store.Pace, c *clock, v fetcher.Visit, takes time.Duration, r fetcher.Report) {
	t.Helper()
	for {
		done, err := p.Take(t.Context(), v)
		var parked *fetcher.ParkedError
		if errors.As(err, &parked) {
			err = c.Sleep(t.Context(), parked.After)
		} else if err == nil {
			c.request(takes)
			if err := done(r); err != nil {
				t.Error(err)
			}
			return
		}
		if err != nil {
			t.Error(err)
			return
		}
	}
}

func TestTenWorkersOfTwoProcessesOnOneHost(t *testing.T) {
	t.Parallel()
	d, c := storetest.NewDatabase(t), newClock()
	paces := []*store.Pace{newPace(t, d, c), newPace(t, d, c)}
	var all sync.WaitGroup
	for worker := range 10 {
		all.Go(func() {
			for job := range 4 {
				r := fetcher.Report{Status: 200}
				if worker == 3 {
					r = fetcher.Report{Status: 500}
				}
				takes := time.Duration(worker*job) * 100 * time.Millisecond
				take(t, paces[worker%2], c, fetcher.Visit{Host: "a.example", Gap: time.Second}, takes, r)
			}
		})
	}
	all.Wait()
	if c.requests != 40 || c.most != 1 || c.closest < time.Second {
		t.Errorf("%d requests, %d at once, %v apart at the least; want 40, one at a time, a second apart", c.requests, c.most, c.closest)
	}
}

func TestTheBudgetOfAnArchiveIsSharedAsWell(t *testing.T) {
	t.Parallel()
	d, c := storetest.NewDatabase(t), newClock()
	v := fetcher.Visit{Host: "archive.example", Gap: time.Second, Budget: fetcher.Budget{Name: "look-ups", Every: 3 * time.Second}}
	var all sync.WaitGroup
	for _, p := range []*store.Pace{newPace(t, d, c), newPace(t, d, c)} {
		all.Go(func() {
			for range 3 {
				take(t, p, c, v, 0, fetcher.Report{Status: 200})
			}
		})
	}
	all.Wait()
	if c.requests != 6 || c.most != 1 || c.closest < 3*time.Second {
		t.Errorf("%d requests, %d at once, %v apart at the least; want 6, one at a time, 3s apart", c.requests, c.most, c.closest)
	}
}

// TestHostsOfOneDomainShareAPaceToo has a worker for each host of a platform, in two processes.
func TestHostsOfOneDomainShareAPaceToo(t *testing.T) {
	t.Parallel()
	d, c := storetest.NewDatabase(t), newClock()
	paces := []*store.Pace{newPace(t, d, c), newPace(t, d, c)}
	var all sync.WaitGroup
	for worker := range 6 {
		all.Go(func() {
			for range 2 {
				host := fmt.Sprintf("page%d.pages.example", worker)
				take(t, paces[worker%2], c, fetcher.Visit{Host: host, Gap: time.Second}, 0, fetcher.Report{Status: 200})
			}
		})
	}
	all.Wait()
	if took := c.Now().Sub(noon()); c.requests != 12 || took < 11*fetcher.DomainGap {
		t.Errorf("%d requests in %v; want 12 with %v between each two", c.requests, took, fetcher.DomainGap)
	}
	far := noon().Add(time.Hour) // whoever comes later than the places reach waits for none
	c.mu.Lock()
	c.now = far
	c.mu.Unlock()
	take(t, paces[0], c, fetcher.Visit{Host: "page9.pages.example", Gap: time.Second}, 0, fetcher.Report{Status: 200})
	if got := c.Now(); !got.Equal(far) {
		t.Errorf("a request an hour later began at %v", got)
	}
}

// parkedBy returns why a request does not go.
func parkedBy(t *testing.T, p *store.Pace, host string) fetcher.ParkedError {
	t.Helper()
	_, err := p.Take(t.Context(), fetcher.Visit{Host: host, Gap: time.Second})
	var parked *fetcher.ParkedError
	if !errors.As(err, &parked) {
		t.Fatalf("error %v, want a ParkedError", err)
	}
	return *parked
}

func TestAPauseThatAHostAskedForHoldsForEveryProcess(t *testing.T) {
	t.Parallel()
	d, c := storetest.NewDatabase(t), newClock()
	one, other := newPace(t, d, c), newPace(t, d, c)
	take(t, one, c, fetcher.Visit{Host: "a.example", Gap: time.Second}, 0,
		fetcher.Report{Status: 429, Kind: fetcher.Busy, After: time.Hour, Reason: "asks for a pause"})
	want := fetcher.ParkedError{Host: "a.example", Until: noon().Add(time.Hour), After: time.Hour, Reason: "asks for a pause"}
	if diff := cmp.Diff(want, parkedBy(t, other, "a.example")); diff != "" {
		t.Errorf("the other process (-want +got):\n%s", diff)
	}
}

func TestABreakerOpensForAllAndLetsOneRequestDecide(t *testing.T) {
	t.Parallel()
	d, c := storetest.NewDatabase(t), newClock()
	paces := []*store.Pace{newPace(t, d, c), newPace(t, d, c)}
	s := storetest.Open(t, d)
	ours, quick := add(t, s, "https://a.example/").Source, add(t, s, "https://quick.example/").Source
	v := fetcher.Visit{Host: "a.example", Gap: time.Second}
	for i := range 5 {
		take(t, paces[i%2], c, v, 0, fetcher.Report{Kind: fetcher.Timeout, Reason: "no answer"})
	}
	hosts, err := s.Hosts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	opens := c.Now().Add(5 * time.Minute)
	want := []store.Host{{Host: "a.example", State: fetcher.HostState{Failures: 5, Opened: 1, NotBefore: opens, Reason: "no answer"}}}
	if diff := cmp.Diff(want, hosts); diff != "" {
		t.Errorf("hosts (-want +got):\n%s", diff)
	}
	for _, p := range paces {
		if got := parkedBy(t, p, "a.example"); !got.Until.Equal(opens) {
			t.Errorf("parked until %v, want %v", got.Until, opens)
		}
	}
	if diff := cmp.Diff([]int64{quick}, due(t, s, c.Now(), queue.Fetch, rules())); diff != "" {
		t.Errorf("due while it is open (-want +got):\n%s", diff)
	}
	status, err := s.SourceStatus(t.Context(), ours)
	if err != nil || !status.Parked.Equal(opens) || status.Because != "no answer" {
		t.Errorf("status %+v, error %v; want parked until %v because of no answer", status, err, opens)
	}
	if diff := cmp.Diff([]int64{ours, quick}, due(t, s, opens, queue.Fetch, rules())); diff != "" {
		t.Errorf("due after it (-want +got):\n%s", diff)
	}
	take(t, paces[0], c, v, 0, fetcher.Report{Kind: fetcher.Timeout, Reason: "no answer"}) // waits out the pause
	if got := parkedBy(t, paces[1], "a.example"); got.After != 30*time.Minute {
		t.Errorf("parked for %v after it failed again, want 30m", got.After)
	}
	take(t, paces[1], c, v, 0, fetcher.Report{Status: 200})
	if hosts, err := s.Hosts(t.Context()); err != nil || len(hosts) != 0 {
		t.Errorf("after an answer: %v, error %v", hosts, err)
	}
}

func TestAKilledWorkerFreesItsHost(t *testing.T) {
	t.Parallel()
	d, c := storetest.NewDatabase(t), newClock()
	v := fetcher.Visit{Host: "a.example", Gap: time.Second}
	lost, err := newPace(t, d, c).Take(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	other := newPace(t, d, c)
	take(t, other, c, v, 0, fetcher.Report{Status: 200})
	if waited := c.Now().Sub(noon()); waited < 3*time.Minute {
		t.Errorf("the host was asked again after %v, want not before the lease has run out", waited)
	}
	if err := lost(fetcher.Report{Status: 429, After: time.Hour}); err != nil {
		t.Error(err)
	}
	take(t, other, c, v, 0, fetcher.Report{Status: 200})
	if waited := c.Now().Sub(noon()); waited > 5*time.Minute {
		t.Errorf("the second request waited until %v: what came after the lease counted", waited)
	}
}

func TestAWorkerThatIsToldToStopWaitsForNoTurn(t *testing.T) {
	t.Parallel()
	d, c := storetest.NewDatabase(t), newClock()
	p := newPace(t, d, c)
	done, err := p.Take(t.Context(), fetcher.Visit{Host: "a.example"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Take(ctx, fetcher.Visit{Host: "a.example"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if err := done(fetcher.Report{Abandoned: true}); err != nil {
		t.Error(err)
	}
}

func TestAPausedDatabaseParksRequestsAndFailsNone(t *testing.T) {
	t.Parallel()
	d, c := storetest.NewDatabase(t), newClock()
	p := newPace(t, d, c)
	if _, err := d.Connect(t).Exec(t.Context(), `DROP TABLE hosts`); err != nil {
		t.Fatal(err)
	}
	if got := parkedBy(t, p, "a.example"); got.Host != "a.example" || got.After <= 0 {
		t.Errorf("parked %+v, want a short pause", got)
	}
}

// charged lists the sources that have failed.
func charged(t *testing.T, s *store.Store) []string {
	t.Helper()
	rows, err := s.Failures(t.Context(), store.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	urls := []string{}
	for _, f := range rows {
		urls = append(urls, f.URL)
	}
	return urls
}

// charge writes down that the fetch of a source failed.
func charge(t *testing.T, s *store.Store, at time.Time, kind fetcher.Kind, url string) {
	t.Helper()
	f := queue.Failure{
		Job:  queue.Job{Stage: queue.Fetch, Row: add(t, s, url).Source},
		Kind: string(kind), Message: "it failed", Actor: "nobody", Attempts: 1, At: at, Next: at.Add(time.Hour),
	}
	fail(t, s, f)
}

// TestOurOwnOutageIsChargedToNobody has two processes on the machine whose network goes, and one elsewhere.
func TestOurOwnOutageIsChargedToNobody(t *testing.T) {
	t.Parallel()
	d, c := storetest.NewDatabase(t), newClock()
	var log strings.Builder
	p, q, s := loggingPace(t, d, c, &log), loggingPace(t, d, c, &log), storetest.Open(t, d)
	elsewhere := newPace(t, d, c)
	elsewhere.Machine = "elsewhere"
	charge(t, s, noon().Add(-time.Hour), fetcher.DNS, "https://0.example/earlier")
	charge(t, s, noon(), fetcher.Gone, "https://0.example/other")
	down := fetcher.Report{Kind: fetcher.DNS, Reason: "no name server", NoNetwork: true}
	for i := range 4 {
		host := fmt.Sprintf("%d.example", i)
		take(t, []*store.Pace{p, q}[i%2], c, fetcher.Visit{Host: host, Gap: time.Second}, 0, down)
		charge(t, s, c.Now(), fetcher.DNS, "https://"+host+"/")
	}
	if hosts, err := s.Hosts(t.Context()); err != nil || len(hosts) != 4 {
		t.Fatalf("hosts that failed %v, error %v; want the four", hosts, err)
	}
	done, err := p.Take(t.Context(), fetcher.Visit{Host: "4.example", Gap: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var parked *fetcher.ParkedError
	if err := done(down); !errors.As(err, &parked) || parked.Host != "" {
		t.Errorf("the fifth ended with %v, want a pause of everything", err)
	}
	if hosts, err := s.Hosts(t.Context()); err != nil || len(hosts) != 0 {
		t.Errorf("hosts that failed %v, error %v; want none", hosts, err)
	}
	earlier := []string{"https://0.example/earlier", "https://0.example/other"}
	if diff := cmp.Diff(earlier, charged(t, s)); diff != "" {
		t.Errorf("charged (-want +got):\n%s", diff)
	}
	charge(t, s, c.Now(), fetcher.DNS, "https://3.example/late") // by a job that ended before the outage was known
	if got := parkedBy(t, p, "5.example"); got.Host != "" {
		t.Errorf("parked by %q, want by our own network", got.Host)
	}
	checkOutages(t, s, 1)
	if got := parkedBy(t, q, "6.example"); got.Host != "" {
		t.Errorf("the other process is parked by %q, want by our own network", got.Host)
	}
	take(t, elsewhere, c, fetcher.Visit{Host: "7.example", Gap: time.Second}, 0, fetcher.Report{Status: 200})
	if got := parkedBy(t, p, "5.example"); got.Host != "" {
		t.Errorf("parked by %q, want by our own network: that of another machine is well", got.Host)
	}
	take(t, q, c, fetcher.Visit{Host: "5.example", Gap: time.Second}, 0, fetcher.Report{Status: 200})
	take(t, p, c, fetcher.Visit{Host: "6.example", Gap: time.Second}, 0, fetcher.Report{Status: 200})
	if diff := cmp.Diff(earlier, charged(t, s)); diff != "" {
		t.Errorf("charged after the outage (-want +got):\n%s", diff)
	}
	checkOutages(t, s, 0)
	if n := strings.Count(log.String(), "level=WARN"); n != 1 {
		t.Errorf("%d warnings, want 1:\n%s", n, log.String())
	}
}

// checkOutages counts the machines without a network.
func checkOutages(t *testing.T, s *store.Store, want int) {
	t.Helper()
	outages, err := s.Outages(t.Context())
	if err != nil || len(outages) != want {
		t.Errorf("outages %v, error %v; want %d", outages, err, want)
	}
}
