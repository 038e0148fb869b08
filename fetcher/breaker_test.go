package fetcher

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestBreaker plays reports to a host. A step is the answer, and what is known
// of the host right after it.
func TestBreaker(t *testing.T) {
	type step struct {
		after   time.Duration // since the step before
		report  Report
		breaker Breaker       // right after it
		wait    time.Duration // right after it
	}
	ok, fails := Report{Status: 200}, Report{Kind: Timeout}
	status := func(n int) Report { return Report{Status: n} }
	five := func(rest ...step) []step {
		steps := []step{{0, fails, BreakerClosed, time.Second}, {time.Second, fails, BreakerClosed, time.Second},
			{time.Second, fails, BreakerClosed, time.Second}, {time.Second, fails, BreakerClosed, time.Second},
			{time.Second, fails, BreakerOpen, 5 * time.Minute}}
		return append(steps, rest...)
	}
	rows := []struct {
		name  string
		steps []step
	}{
		{"an answer", []step{{0, ok, BreakerClosed, time.Second}}},
		{"a page that is gone speaks for the host", []step{{0, status(404), BreakerClosed, time.Second}}},
		{"five failures in a row open it", five()},
		{"an answer between them starts the count again", []step{
			{0, fails, BreakerClosed, time.Second}, {0, fails, BreakerClosed, time.Second}, {0, fails, BreakerClosed, time.Second}, {0, fails, BreakerClosed, time.Second},
			{0, ok, BreakerClosed, time.Second}, {0, fails, BreakerClosed, time.Second}}},
		{"an answer closes it when it is half open", five(step{5 * time.Minute, ok, BreakerClosed, time.Second}, step{time.Second, fails, BreakerClosed, time.Second})},
		{"a failure opens it for longer", five(
			step{5 * time.Minute, fails, BreakerOpen, 30 * time.Minute},
			step{30 * time.Minute, fails, BreakerOpen, 6 * time.Hour},
			step{6 * time.Hour, fails, BreakerOpen, 6 * time.Hour})},
		{"after an answer it begins anew", five(
			step{5 * time.Minute, fails, BreakerOpen, 30 * time.Minute}, step{30 * time.Minute, ok, BreakerClosed, time.Second},
			step{0, fails, BreakerClosed, time.Second}, step{0, fails, BreakerClosed, time.Second}, step{0, fails, BreakerClosed, time.Second},
			step{0, fails, BreakerClosed, time.Second}, step{0, fails, BreakerOpen, 5 * time.Minute})},
		{"a caller who goes leaves it half open", five(step{5 * time.Minute, Report{Abandoned: true}, BreakerOpen, time.Second}, step{time.Second, fails, BreakerOpen, 30 * time.Minute})},
		{"a server that asks for an hour gets it", []step{{0, Report{Status: 503, After: time.Hour}, BreakerClosed, time.Hour}}},
		{"a server that asks for a second gets the penalty all the same", []step{{0, Report{Status: 429, After: time.Second}, BreakerClosed, 5 * time.Second}}},
		{"an open breaker outlasts a short request to wait", five(step{5 * time.Minute, Report{Status: 503, After: time.Minute}, BreakerOpen, 30 * time.Minute})},
		{"penalties double up to half a minute", []step{{0, status(403), BreakerClosed, 5 * time.Second}, {0, status(403), BreakerClosed, 10 * time.Second},
			{0, status(403), BreakerClosed, 20 * time.Second}, {0, status(403), BreakerClosed, 30 * time.Second}, {0, status(403), BreakerClosed, 30 * time.Second},
			{0, ok, BreakerClosed, time.Second}, {0, status(403), BreakerClosed, 5 * time.Second}}},
		{"429 is a penalty and a failure", []step{{0, status(429), BreakerClosed, 5 * time.Second}, {0, status(429), BreakerClosed, 10 * time.Second},
			{0, status(429), BreakerClosed, 20 * time.Second}, {0, status(429), BreakerClosed, 30 * time.Second}, {0, status(429), BreakerOpen, 5 * time.Minute}}},
		{"408 and 425 are both too", []step{{0, status(408), BreakerClosed, 5 * time.Second}, {0, status(425), BreakerClosed, 10 * time.Second}}},
		{"5xx doubles the gap, up to two seconds", []step{{0, status(500), BreakerClosed, 2 * time.Second}, {0, status(500), BreakerClosed, 2 * time.Second}}},
		{"answers take a tenth of it off each", []step{{0, status(500), BreakerClosed, 2 * time.Second}, {0, ok, BreakerClosed, 1800 * time.Millisecond},
			{0, ok, BreakerClosed, 1620 * time.Millisecond}, {0, ok, BreakerClosed, 1458 * time.Millisecond}}},
		{"a name that does not exist says nothing of a host", []step{{0, Report{Kind: NoHost}, BreakerClosed, time.Second}}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var h HostState
			now := noon
			for n, s := range row.steps {
				now = now.Add(s.after)
				h = h.Begin(now, time.Minute).End(now, time.Second, s.report)
				if h.Breaker(now) != s.breaker || h.Wait(now) != s.wait {
					t.Fatalf("step %d, %+v: %s for %v, want %s for %v", n+1, s.report, h.Breaker(now), h.Wait(now), s.breaker, s.wait)
				}
			}
		})
	}
}

func TestSlowingEnds(t *testing.T) {
	h := HostState{}.End(noon, time.Second, Report{Status: 502, Reason: "502"})
	if diff := cmp.Diff(HostState{Failures: 1, Slowing: time.Second, NotBefore: noon.Add(2 * time.Second), Reason: "502"}, h); diff != "" {
		t.Errorf("after 502 (-want +got):\n%s", diff)
	}
	for range 10 {
		h = h.End(noon, time.Second, Report{Status: 200})
	}
	if diff := cmp.Diff(HostState{NotBefore: noon.Add(time.Second)}, h); diff != "" {
		t.Errorf("after ten answers (-want +got):\n%s", diff)
	}
}

// TestHalfOpenLetsOneThrough: whoever begins holds the others off for the time
// of a lease, and no longer.
func TestHalfOpenLetsOneThrough(t *testing.T) {
	h := HostState{Failures: 5, Opened: 1, NotBefore: noon}
	if h.Breaker(noon) != BreakerHalfOpen || h.Wait(noon) != 0 {
		t.Fatalf("%s for %v, want it half open", h.Breaker(noon), h.Wait(noon))
	}
	h = h.Begin(noon, 90*time.Second)
	if h.Wait(noon.Add(time.Minute)) != 30*time.Second || h.Wait(noon.Add(2*time.Minute)) != 0 {
		t.Errorf("under way, others wait %v, and %v after the lease", h.Wait(noon.Add(time.Minute)), h.Wait(noon.Add(2*time.Minute)))
	}
}

func TestOutage(t *testing.T) {
	lost, refused, answers := Report{Kind: DNS, NoNetwork: true}, Report{Kind: Reset}, Report{Status: 503}
	type step struct {
		after  time.Duration
		host   string
		report Report
		want   OutageChange
		wait   time.Duration
	}
	quiet := func(hosts string, r Report) []step {
		var steps []step
		for host := range strings.FieldsSeq(hosts) {
			steps = append(steps, step{time.Second, host, r, OutageChange{}, 0})
		}
		return steps
	}
	began := func(after time.Duration, host, hosts string, at time.Duration) step {
		return step{after, host, lost, OutageChange{Began: true, Since: noon.Add(at), Forgive: strings.Fields(hosts)}, outageProbe}
	}
	rows := []struct {
		name  string
		steps []step
	}{
		{"five hosts within two minutes", append(quiet("a b c d", lost), began(time.Second, "e", "a b c d e", 5*time.Second))},
		{"four hosts", quiet("a b c d", lost)},
		{"one host five times", quiet("a a a a a a", lost)},
		{"five hosts that refuse us", quiet("a b c d e f", refused)},
		{"an error page between them", append(quiet("a b c d", lost), step{0, "x", answers, OutageChange{}, 0}, step{0, "e", lost, OutageChange{}, 0})},
		{"a refusal between them is no answer", append(quiet("a b c d", lost), step{0, "x", refused, OutageChange{}, 0}, began(0, "e", "a b c d e", 4*time.Second))},
		{"five hosts in too long a time", append(quiet("a b c d", lost), step{2*time.Minute - 2*time.Second, "e", lost, OutageChange{}, 0})},
		{"a caller who goes is no failure", append(quiet("a b c d", lost), step{0, "e", Report{NoNetwork: true, Abandoned: true}, OutageChange{}, 0})},
		{"it is said once", append(quiet("a b c d", lost), began(0, "e", "a b c d e", 4*time.Second), step{outageProbe, "f", lost, OutageChange{}, outageProbe})},
		{"the first answer ends it, once", append(quiet("a b c d", lost), began(0, "e", "a b c d e", 4*time.Second),
			step{outageProbe, "f", answers, OutageChange{Ended: true, Since: noon.Add(4 * time.Second)}, 0}, step{0, "g", answers, OutageChange{}, 0})},
		{"after its end the count begins anew", append(append(quiet("a b c d", lost), began(0, "e", "a b c d e", 4*time.Second),
			step{outageProbe, "f", answers, OutageChange{Ended: true, Since: noon.Add(4 * time.Second)}, 0}), quiet("a b c d", lost)...)},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var o Outage
			now := noon
			for n, s := range row.steps {
				now = now.Add(s.after)
				var got OutageChange
				o, got = o.Begin(now).End(now, s.host, s.report)
				if diff := cmp.Diff(s.want, got); diff != "" || o.Wait(now) != s.wait {
					t.Fatalf("step %d, %s: wait %v, want %v; change (-want +got):\n%s", n+1, s.host, o.Wait(now), s.wait, diff)
				}
			}
		})
	}
}

func TestOutageChargesNobody(t *testing.T) {
	down := Outage{Since: noon, NotBefore: noon.Add(outageProbe)}
	for name, row := range map[string]struct {
		o    Outage
		r    Report
		want bool
	}{
		"network down":                      {down, Report{Kind: DNS, NoNetwork: true}, false},
		"network down, but the host speaks": {down, Report{Status: 500}, true},
		"network up":                        {Outage{}, Report{Kind: DNS, NoNetwork: true}, true},
	} {
		if got := row.o.Charges(row.r); got != row.want {
			t.Errorf("%s: charges %v, want %v", name, got, row.want)
		}
	}
	if got := fmt.Sprint(down.Wait(noon.Add(10 * time.Second))); got != "20s" {
		t.Errorf("next try in %s, want 20s", got)
	}
}
