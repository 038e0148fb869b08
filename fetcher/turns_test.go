package fetcher

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// watch sees every request to one host begin and end.
type watch struct {
	mu       sync.Mutex
	flying   int
	most     int
	ended    time.Time
	closest  time.Duration
	requests int
}

func (w *watch) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flying++
	w.most = max(w.most, w.flying)
	if pause := time.Since(w.ended); w.requests > 0 && pause < w.closest {
		w.closest = pause
	}
	w.requests++
}

func (w *watch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flying--
	w.ended = time.Now()
}

// table is HostState as machines share it: a row under a lock, and no memory of
// their own.
type table struct {
	mu  sync.Mutex
	row HostState
}

// Take asks until the row lets it, as a worker does that has several jobs.
func (s *table) Take(ctx context.Context, v Visit) (func(Report) error, error) {
	for {
		s.mu.Lock()
		wait := s.row.Wait(time.Now())
		if wait == 0 {
			s.row = s.row.Begin(time.Now(), 90*time.Second)
		}
		s.mu.Unlock()
		if wait == 0 {
			return func(r Report) error {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.row = s.row.End(time.Now(), v.Gap, r)
				return nil
			}, nil
		}
		if err := sleep(ctx, min(wait, time.Second)); err != nil {
			return nil, err
		}
	}
}

// TestTenWorkersOnOneHost runs on the clock of a bubble. Some requests are
// quick, some slow, some end in a failure.
func TestTenWorkersOnOneHost(t *testing.T) {
	for name, pacer := range map[string]func() Pacer{
		"in one process":   func() Pacer { return newPace(time.Now, sleep, nil) },
		"over a table":     func() Pacer { return &table{} },
		"with the slowest": func() Pacer { return &table{row: HostState{Slowing: time.Second, Failures: 3}} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, w := pacer(), watch{closest: time.Hour}
				var all sync.WaitGroup
				for worker := range 10 {
					all.Go(func() {
						for job := range 6 {
							done, err := p.Take(t.Context(), Visit{Host: "a.example", Gap: time.Second})
							if err != nil {
								t.Error(err)
								return
							}
							w.begin()
							if err := sleep(t.Context(), time.Duration(worker*job)*100*time.Millisecond); err != nil {
								t.Error(err)
							}
							w.end()
							r := Report{Status: 200}
							if worker == 3 {
								r = Report{Status: 500}
							}
							if err := done(r); err != nil {
								t.Error(err)
							}
						}
					})
				}
				all.Wait()
				if w.requests != 60 || w.most != 1 || w.closest < time.Second {
					t.Errorf("%d requests, %d at once, %v apart at the least; want 60, one at a time, a second apart", w.requests, w.most, w.closest)
				}
			})
		})
	}
}

// TestHostsOfOneDomain: each host has a worker of its own, and a pace that would
// let it go.
func TestHostsOfOneDomain(t *testing.T) {
	rows := []struct {
		name  string
		hosts []string
		want  time.Duration // from the first beginning to the last
	}{
		{"pages of a platform", []string{"a.pages.example", "b.pages.example", "c.pages.example", "pages.example"}, 3 * DomainGap},
		{"strangers", []string{"a.example", "b.example", "c.example"}, 0},
		{"users of a site that lets them have names", []string{"a.github.io", "b.github.io"}, 0},
		{"addresses", []string{"192.0.2.1", "192.0.2.2"}, 0},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, begin := newPace(time.Now, sleep, nil), time.Now()
				last := make(chan time.Duration, len(row.hosts))
				for _, host := range row.hosts {
					go func() {
						done, err := p.Take(t.Context(), Visit{Host: host, Gap: time.Second})
						if err == nil {
							err = done(Report{Status: 200})
						}
						if err != nil {
							t.Error(err)
						}
						last <- time.Since(begin)
					}()
				}
				var got time.Duration
				for range row.hosts {
					got = max(got, <-last)
				}
				if got != row.want {
					t.Errorf("the last began after %v, want %v", got, row.want)
				}
			})
		})
	}
}

// TestBudgets has the two services of an archive: look-ups are rare, replays
// are not, and neither waits for the other longer than for one request.
func TestBudgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w := newPace(time.Now, sleep, nil), watch{closest: time.Hour}
		begin := time.Now()
		var mu sync.Mutex
		ended := map[string]time.Duration{}
		var all sync.WaitGroup
		for _, b := range []Budget{{"look-up", 2500 * time.Millisecond}, {"replay", 125 * time.Millisecond}} {
			for range 24 {
				all.Go(func() {
					done, err := p.Take(t.Context(), Visit{Host: "archive.example", Gap: time.Hour, Budget: b})
					if err != nil {
						t.Error(err)
						return
					}
					w.begin()
					w.end()
					if err := done(Report{Status: 200}); err != nil {
						t.Error(err)
					}
					mu.Lock()
					defer mu.Unlock()
					ended[b.Name] = max(ended[b.Name], time.Since(begin))
				})
			}
		}
		all.Wait()
		want := map[string]time.Duration{"look-up": 23 * 2500 * time.Millisecond, "replay": 23 * 125 * time.Millisecond}
		if diff := cmp.Diff(want, ended); diff != "" || w.most != 1 {
			t.Errorf("%d at once, the last of 24 (-want +got):\n%s", w.most, diff)
		}
	})
}

func TestParkedHosts(t *testing.T) {
	rows := []struct {
		name   string
		report Report
		want   time.Duration // 0: the next request waits for its turn
	}{
		{"a minute is waited for", Report{Status: 503, After: time.Minute}, 0},
		{"more than a minute is not", Report{Status: 503, After: 2 * time.Minute, Reason: "503"}, 2 * time.Minute},
		{"a day is not", Report{Status: 429, After: 24 * time.Hour, Reason: "429"}, 24 * time.Hour},
		{"a penalty is waited for", Report{Status: 403}, 0},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPace(time.Now, sleep, nil)
				visit := Visit{Host: "a.example", Budget: Budget{Name: "replay"}}
				for _, r := range []Report{row.report, {Status: 200}} {
					done, err := p.Take(t.Context(), visit)
					if r.Status == 200 && row.want > 0 {
						want := &ParkedError{Host: "a.example", Until: time.Now().Add(row.want).UTC(), After: row.want, Reason: row.report.Reason}
						if diff := cmp.Diff(error(want), err); diff != "" {
							t.Errorf("error (-want +got):\n%s", diff)
						}
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					if err := done(r); err != nil {
						t.Fatal(err)
					}
				}
			})
		})
	}
}

func TestParkedErrorSaysWhatToDo(t *testing.T) {
	host := &ParkedError{Host: "a.example", Until: noon, After: time.Hour, Reason: "it answers 503"}
	network := &ParkedError{Until: noon, Reason: "nobody answers"}
	for err, want := range map[error]string{
		host:    "a.example is left alone until 2031-02-03T12:00:00Z (it answers 503); it is asked again by itself",
		network: "no host can be reached, so that all are left alone until 2031-02-03T12:00:00Z (nobody answers); it is asked again by itself",
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
	var e *Error
	if !errors.As(error(host), &e) || e.Kind != Busy || e.After != time.Hour {
		t.Errorf("outcome %+v, want busy for an hour", e)
	}
}

// TestOurOwnOutage takes the network away under a client: five hosts fail, and
// from then on nothing is asked but one request now and then. The hosts that
// were charged before are forgiven.
func TestOurOwnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		up, dials := false, 0
		var told []OutageChange
		c := New(Options{OnOutage: func(change OutageChange) { told = append(told, change) }})
		c.transport.DialContext = func(context.Context, string, string) (net.Conn, error) {
			dials++
			if up {
				return nil, &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
			}
			return nil, &net.DNSError{Err: "server misbehaving", Name: "somewhere", IsTemporary: true}
		}
		fetch := func(host string) error {
			_, err := c.Fetch(t.Context(), Request{URL: "https://" + host + ".example/"})
			return err
		}
		for _, host := range []string{"a", "b", "c", "d"} {
			wantKind(t, fetch(host), DNS)
		}
		began := time.Now()
		for _, host := range []string{"e", "f", "a"} {
			var parked *ParkedError
			if err := fetch(host); !errors.As(err, &parked) || parked.Host != "" || parked.After != outageProbe {
				t.Errorf("%s: %v, want all parked for %v", host, err, outageProbe)
			}
		}
		if dials != 5 {
			t.Errorf("%d dials, want 5", dials)
		}
		if err := sleep(t.Context(), outageProbe); err != nil {
			t.Fatal(err)
		}
		up = true
		wantKind(t, fetch("a"), Reset) // refused: no answer, and no end
		want := []OutageChange{{Began: true, Since: began.UTC(), Forgive: []string{"a.example", "b.example", "c.example", "d.example", "e.example"}}}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
		if got := c.pacer.(*pace).hosts["a.example"].state.Failures; got != 1 {
			t.Errorf("a.example is charged with %d failures, want the last one only", got)
		}
	})
}

// recorder is a Pacer that lets all through and keeps what it is told.
type recorder struct {
	visits  []Visit
	reports []Report
}

func (r *recorder) Take(_ context.Context, v Visit) (func(Report) error, error) {
	r.visits = append(r.visits, v)
	return func(report Report) error { r.reports = append(r.reports, report); return nil }, nil
}

// TestEveryHopHasItsTurn looks over the shoulder of a shared pacer.
func TestEveryHopHasItsTurn(t *testing.T) {
	c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host == site {
			answer(301, "", "Location: http://other.test"+r.URL.Path)(w, r)
			return
		}
		if r.URL.Path == "/robots.txt" {
			answer(200, "User-agent: *\nCrawl-delay: 7\n", "Content-Type: text/plain")(w, r)
			return
		}
		answer(503, "", "Retry-After: 90")(w, r)
	}), Limits{})
	var got recorder
	c.pacer = &got
	_, err := c.Fetch(t.Context(), Request{URL: "http://" + site + "/x", Robots: RecordRobots, Budget: Budget{Name: "x"}})
	wantKind(t, err, Busy)
	visit := func(host string, gap time.Duration, budget string) Visit {
		return Visit{Host: host, Gap: gap, Budget: Budget{Name: budget}, Sample: true}
	}
	want := []Visit{
		visit(site, time.Second, ""), visit("other.test", time.Second, ""), // robots.txt, and where it redirects to
		visit(site, 7*time.Second, "x"), visit("other.test", time.Second, ""), visit("other.test", 7*time.Second, "x"),
	}
	if diff := cmp.Diff(want, got.visits); diff != "" {
		t.Errorf("visits (-want +got):\n%s", diff)
	}
	last := Report{Status: 503, After: 90 * time.Second, Reason: "http://other.test/x: the server answers 503 Service Unavailable: it is busy, or we ask too often; it is tried again by itself, not before 1m30s have passed"}
	if diff := cmp.Diff(last, got.reports[len(got.reports)-1]); diff != "" {
		t.Errorf("last report (-want +got):\n%s", diff)
	}
}

func TestCallerWhoGoesIsReportedAsSuch(t *testing.T) {
	ctx, cancel := cancelled(t)
	c := serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() }), Limits{})
	var got recorder
	c.pacer = &got
	if _, err := c.Fetch(ctx, Request{URL: "http://" + site + "/"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff([]Report{{Abandoned: true}}, got.reports); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
}

// TestRobotsOfAParkedHost: nothing was asked, so that nothing is remembered.
func TestRobotsOfAParkedHost(t *testing.T) {
	c := serve(t, answer(200, ""), Limits{})
	parked := &ParkedError{Host: site, Until: noon.Add(time.Hour), After: time.Hour, Reason: "503"}
	c.pacer = refusing{parked}
	for range 2 {
		_, err := c.Fetch(t.Context(), Request{URL: "http://" + site + "/", Robots: ObeyRobots})
		if !errors.Is(err, parked) {
			t.Errorf("error %v, want %v", err, parked)
		}
		if _, err := c.Render(t.Context(), Request{URL: "http://" + site + "/"}); !errors.Is(err, ErrNoRendering) {
			t.Errorf("error %v, want %v", err, ErrNoRendering)
		}
	}
	if file := c.robots.origins["http://"+site].file; file != nil {
		t.Errorf("remembered: %+v", file)
	}
	c.chromium = "/never"
	if _, err := c.Render(t.Context(), Request{URL: "http://" + site + "/"}); !errors.Is(err, parked) {
		t.Errorf("error %v, want %v", err, parked)
	}
}

type refusing struct{ err error }

func (r refusing) Take(context.Context, Visit) (func(Report) error, error) { return nil, r.err }

func TestWaiterForABudgetMayGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPace(time.Now, sleep, nil)
		visit := Visit{Host: "a.example", Budget: Budget{"replay", time.Second}}
		done, err := p.Take(t.Context(), visit)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := p.Take(ctx, visit); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the deadline", err)
		}
		if err := done(Report{Status: 200}); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Take(t.Context(), visit); err != nil {
			t.Errorf("the turn is lost: %v", err)
		}
	})
}
