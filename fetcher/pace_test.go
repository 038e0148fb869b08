package fetcher

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestGapBetweenRequestsToOneHost runs on the clock of a synctest bubble, which
// moves only when all wait.
func TestGapBetweenRequestsToOneHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPace(time.Now, sleep, nil)
		begin := time.Now()
		var mu sync.Mutex
		began := map[string][]time.Duration{}
		var all sync.WaitGroup
		for _, host := range []string{"a.example", "b.example", "a.example", "a.example"} {
			all.Go(func() {
				done, err := p.Take(t.Context(), Visit{Host: host, Gap: time.Second})
				if err != nil {
					t.Error(err)
					return
				}
				defer done(Report{Status: 200})
				mu.Lock()
				began[host] = append(began[host], time.Since(begin))
				mu.Unlock()
				if err := sleep(t.Context(), 300*time.Millisecond); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		want := map[string][]time.Duration{
			"a.example": {0, 1300 * time.Millisecond, 2600 * time.Millisecond},
			"b.example": {0},
		}
		if diff := cmp.Diff(want, began); diff != "" {
			t.Errorf("beginnings (-want +got):\n%s", diff)
		}
	})
}

func TestWaiterWhoGoesPassesItsTurnOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPace(time.Now, sleep, nil)
		done, err := p.Take(t.Context(), Visit{Host: "a.example", Gap: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if err := done(Report{Status: 200}); err != nil {
			t.Fatal(err)
		}
		for _, wait := range []time.Duration{time.Second, 2 * time.Second} {
			ctx, cancel := context.WithTimeout(t.Context(), wait)
			if _, err := p.Take(ctx, Visit{Host: "a.example"}); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error %v, want the deadline", err)
			}
			cancel()
		}
		begin := time.Now()
		if _, err := p.Take(t.Context(), Visit{Host: "a.example"}); err != nil || time.Since(begin) != 57*time.Second {
			t.Errorf("took %v, %v; want 57s", time.Since(begin), err)
		}
	})
}

func TestOneRequestInFlightPerHost(t *testing.T) {
	var flying, most atomic.Int32
	h := func(w http.ResponseWriter, r *http.Request) {
		if n := flying.Add(1); n > most.Load() {
			most.Store(n)
		}
		answer(200, report)(w, r)
		flying.Add(-1)
	}
	c := serve(t, http.HandlerFunc(h), Limits{})
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := c.Fetch(t.Context(), Request{URL: "http://" + site + "/"}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most.Load() != 1 {
		t.Errorf("%d requests at once, want 1", most.Load())
	}
}

// TestHostsDoNotWaitForEachOther has each of two hosts answer only when both
// have been asked.
func TestHostsDoNotWaitForEachOther(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		both.Done()
		both.Wait()
		answer(200, report)(w, r)
	}), Limits{})
	var all sync.WaitGroup
	for _, host := range []string{site, "other.test"} {
		all.Go(func() {
			if _, err := c.Fetch(t.Context(), Request{URL: "http://" + host + "/"}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestProgressIsMeasuredInWindows reads for a minute, on the clock of a bubble.
func TestProgressIsMeasuredInWindows(t *testing.T) {
	for name, row := range map[string]struct {
		piece int
		want  bool
	}{
		"a KiB in six seconds":  {1024, false},
		"a byte in six seconds": {1, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var ended atomic.Bool
				timer := time.AfterFunc(10*time.Second, func() { ended.Store(true) })
				defer timer.Stop()
				w := &watched{in: &slow{ctx: t.Context(), pieces: 10}, timer: timer, window: 10 * time.Second}
				for {
					if _, err := w.Read(make([]byte, row.piece)); err != nil {
						break
					}
				}
				if ended.Load() != row.want {
					t.Errorf("ended by the watch: %v, want %v", ended.Load(), row.want)
				}
			})
		})
	}
}

// slow fills a buffer every six seconds.
type slow struct {
	ctx    context.Context
	pieces int
}

func (s *slow) Read(p []byte) (int, error) {
	if s.pieces == 0 {
		return 0, io.EOF
	}
	s.pieces--
	return len(p), sleep(s.ctx, 6*time.Second)
}
