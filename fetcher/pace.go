package fetcher

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// patience is the longest that a request waits for its turn. What takes longer
// is for whoever keeps the jobs: a worker that waits does nothing else.
const patience = time.Minute

// Pacer says when a request may go to a host. The pacer of a client that is
// given none serves this process; several machines need one whose state is
// shared, which [HostState] and [Outage] are made for.
type Pacer interface {
	// Take waits for the caller's turn. The caller calls done once, when its
	// exchange is over; done returns the error to hand on in place of the
	// exchange's own, or nil. The error of Take is a [ParkedError], or wraps
	// ctx.Err().
	Take(ctx context.Context, v Visit) (done func(Report) error, err error)
}

// Visit is a request that wants to go to a host.
type Visit struct {
	Host   string        // in lower case, without its port
	Gap    time.Duration // least time between the end of one request and the beginning of the next
	Budget Budget        // in place of Gap, when it has a name
	Sample bool          // a server in this process: one request at a time, and nothing else
}

// Budget is the pace that one service of a host allows. Requests under one name
// share it; at a host there is still one request at a time.
type Budget struct {
	Name  string        // "": the usual gap of a host
	Every time.Duration // least time between the end of one request and the beginning of the next
}

// ParkedError says that nothing was asked, because the host, or everything, is
// to be left alone for longer than a request waits. It is no failure of the page
// and no attempt at it.
type ParkedError struct {
	Host   string        // "": our own network is down
	Until  time.Time     // UTC
	After  time.Duration // the same, from when it was said
	Reason string        // the failure that led to it
}

// Error says until when and why.
func (e *ParkedError) Error() string {
	what := e.Host + " is left alone"
	if e.Host == "" {
		what = "no host can be reached, so that all are left alone"
	}
	return fmt.Sprintf("%s until %s (%s); it is asked again by itself", what, e.Until.Format(time.RFC3339), e.Reason)
}

// Unwrap returns the outcome for callers that have no place to park a job.
func (e *ParkedError) Unwrap() error {
	return &Error{Kind: Busy, Detail: "it is left alone until " + e.Until.Format(time.RFC3339), After: e.After}
}

// pace is the Pacer of one process. It remembers every host it has seen, some
// hundred bytes each.
type pace struct {
	now    func() time.Time
	sleep  func(context.Context, time.Duration) error
	notify func(OutageChange) // or nil

	mu      sync.Mutex
	hosts   map[string]*turn
	domains map[string]time.Time // when the next request to a host of each may begin
	outage  Outage
}

// turn is the state of one host, or of one budget at a host. Whoever holds the
// token may read and write it.
type turn struct {
	token chan struct{}
	state HostState
}

func newPace(now func() time.Time, sleep func(context.Context, time.Duration) error, notify func(OutageChange)) *pace {
	return &pace{now: now, sleep: sleep, notify: notify, hosts: map[string]*turn{}, domains: map[string]time.Time{}}
}

// Take is [Pacer.Take]. A budget comes before its host: those who wait for a
// slow service must not keep others from a quick one.
func (p *pace) Take(ctx context.Context, v Visit) (func(Report) error, error) {
	if v.Budget.Name == "" || v.Sample {
		return p.takeHost(ctx, v)
	}
	budget, err := p.hold(ctx, v.Host+" "+v.Budget.Name, v.Host)
	if err != nil {
		return nil, err
	}
	v.Gap = 0
	host, err := p.takeHost(ctx, v)
	if err != nil {
		budget.token <- struct{}{}
		return nil, err
	}
	return func(r Report) error {
		budget.state.NotBefore = p.now().Add(v.Budget.Every)
		budget.token <- struct{}{}
		return host(r)
	}, nil
}

func (p *pace) takeHost(ctx context.Context, v Visit) (func(Report) error, error) {
	t, err := p.hold(ctx, v.Host, v.Host)
	if err != nil {
		return nil, err
	}
	if v.Sample {
		return func(Report) error { t.token <- struct{}{}; return nil }, nil
	}
	err = p.network(ctx)
	if err == nil && v.Budget.Name == "" {
		err = p.domain(ctx, v.Host)
	}
	if err != nil {
		t.token <- struct{}{}
		return nil, err
	}
	return func(r Report) error {
		defer func() { t.token <- struct{}{} }()
		return p.end(t, v, r)
	}, nil
}

// hold takes the token of a turn and waits until it may be used.
func (p *pace) hold(ctx context.Context, name, host string) (*turn, error) {
	t := p.turn(name)
	select {
	case <-t.token:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := p.wait(ctx, t.state.Wait(p.now()), host, t.state.Reason); err != nil {
		t.token <- struct{}{}
		return nil, err
	}
	return t, nil
}

// network waits for the next try while our own network is down.
func (p *pace) network(ctx context.Context) error {
	p.mu.Lock()
	wait := p.outage.Wait(p.now())
	if wait == 0 {
		p.outage = p.outage.Begin(p.now())
	}
	p.mu.Unlock()
	if wait == 0 {
		return nil
	}
	return p.parked(wait, "", "many hosts in a row could not be reached")
}

// domain takes the next place in the order of all requests to a domain, and waits
// for it.
func (p *pace) domain(ctx context.Context, host string) error {
	p.mu.Lock()
	now, domain := p.now(), Domain(host)
	wait := max(0, p.domains[domain].Sub(now))
	if wait <= patience {
		p.domains[domain] = now.Add(wait + DomainGap)
	}
	p.mu.Unlock()
	return p.wait(ctx, wait, host, "others are asking hosts of "+domain)
}

func (p *pace) wait(ctx context.Context, wait time.Duration, host, reason string) error {
	switch {
	case wait <= 0:
		return nil
	case wait > patience:
		return p.parked(wait, host, reason)
	}
	return p.sleep(ctx, wait)
}

func (p *pace) parked(wait time.Duration, host, reason string) *ParkedError {
	return &ParkedError{Host: host, Until: p.now().Add(wait).UTC(), After: wait, Reason: reason}
}

// end writes down how a request ended. What our own network did is charged to
// nobody: the failure becomes a pause.
func (p *pace) end(t *turn, v Visit, r Report) error {
	now := p.now()
	p.mu.Lock()
	outage, change := p.outage.End(now, v.Host, r)
	p.outage = outage
	for _, host := range change.Forgive {
		p.forgive(host, t)
	}
	p.mu.Unlock()
	if p.notify != nil && (change.Began || change.Ended) {
		p.notify(change)
	}
	if !outage.Charges(r) {
		t.state = t.state.End(now, v.Gap, Report{Abandoned: true})
		return p.parked(outage.Wait(now), "", r.Reason)
	}
	t.state = t.state.End(now, v.Gap, r)
	return nil
}

// forgive forgets the failures of a host that were ours, unless somebody is
// asking it just now: then the answer will tell.
func (p *pace) forgive(host string, mine *turn) {
	t := p.hosts[host]
	if t == mine {
		t.state = HostState{}
		return
	}
	select {
	case <-t.token:
		t.state = HostState{}
		t.token <- struct{}{}
	default:
	}
}

func (p *pace) turn(name string) *turn {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, ok := p.hosts[name]
	if !ok {
		t = &turn{token: make(chan struct{}, 1)}
		t.token <- struct{}{}
		p.hosts[name] = t
	}
	return t
}

// sleep waits for d, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
