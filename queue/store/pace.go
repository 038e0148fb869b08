package store

import (
	"context"
	"crypto/rand"
	"log/slog"
	"os"
	"sync"
	"time"

	"inquest/fetcher"
)

const (
	// patience is the longest that a request waits for its turn: a worker that waits does nothing else.
	patience = time.Minute
	// look is how long a request waits before it asks again whether another process has ended its own.
	look = 200 * time.Millisecond
	// lost is how long a turn may take, a wait for the host behind a budget included; then its process
	// counts as dead, and the host is free.
	lost = 3 * time.Minute
	// closing is how long a process that is told to stop takes to give a turn back.
	closing = 10 * time.Second
)

// Pace is the [fetcher.Pacer] of all processes on one database: one request at a time to a host, and
// its gap, whoever makes it; pauses, breakers, the pace of domains and the budgets of archives count for all. Whether there
// is a network at all is each machine's own affair, whose processes find it out together.
type Pace struct {
	lg    *slog.Logger
	store *Store

	Now   func() time.Time                           // time.Now unless it is set before the first request
	Sleep func(context.Context, time.Duration) error // waits, likewise

	Machine string // whose network it is: the host name unless it is set, likewise

	mu    sync.Mutex
	turns map[turn]chan struct{} // those of one process wait here, one of them at the row
}

// NewPace returns a pacer on the rows of a store.
func NewPace(lg *slog.Logger, s *Store) *Pace {
	machine, err := os.Hostname()
	if err != nil {
		lg.Warn("this machine has no name: its network is taken for that of others without one", "error", err)
	}
	return &Pace{lg: lg, store: s, Now: time.Now, Sleep: sleep, Machine: machine, turns: make(map[turn]chan struct{})}
}

// Take is the method of [fetcher.Pacer]. A budget comes before its host: those who wait for a slow
// service must not keep others from a quick one.
func (p *Pace) Take(ctx context.Context, v fetcher.Visit) (func(fetcher.Report) error, error) {
	switch {
	case v.Sample:
		return p.takeSample(ctx, v.Host)
	case v.Budget.Name == "":
		return p.takeHost(ctx, v)
	}
	budget, err := p.hold(ctx, turn{v.Host, v.Budget.Name})
	if err != nil {
		return nil, err
	}
	v.Gap = 0
	done, err := p.takeHost(ctx, v)
	if err != nil {
		p.release(ctx, budget)
		return nil, err
	}
	return func(r fetcher.Report) error {
		budget.state.NotBefore = p.Now().Add(v.Budget.Every)
		p.release(ctx, budget)
		return done(r)
	}, nil
}

// takeSample lets one request at a time go to a server in this process, whose pace is nobody else's affair.
func (p *Pace) takeSample(ctx context.Context, host string) (func(fetcher.Report) error, error) {
	token := p.token(turn{host: host})
	select {
	case <-token:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return func(fetcher.Report) error { token <- struct{}{}; return nil }, nil
}

func (p *Pace) takeHost(ctx context.Context, v fetcher.Visit) (func(fetcher.Report) error, error) {
	l, err := p.hold(ctx, turn{host: v.Host})
	if err != nil {
		return nil, err
	}
	if err := p.clear(ctx, v); err != nil {
		p.release(ctx, l)
		return nil, err
	}
	return func(r fetcher.Report) error { return p.end(ctx, l, v, r) }, nil
}

// clear asks for what a request needs beside the turn of its host: a network, and a place at its domain.
func (p *Pace) clear(ctx context.Context, v fetcher.Visit) error {
	wait, err := p.network(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return p.parked(closing, v.Host, err.Error())
	case wait > 0:
		return p.parked(wait, "", "many hosts in a row could not be reached")
	case v.Budget.Name != "":
		return nil
	}
	return p.domain(ctx, v.Host)
}

// domain takes the next place in the order of all requests to a domain, and waits for it.
func (p *Pace) domain(ctx context.Context, host string) error {
	domain, now := fetcher.Domain(host), p.Now()
	at, err := p.store.place(ctx, now, domain)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return p.parked(closing, host, err.Error())
	case at.Sub(now) > patience:
		return p.parked(patience, host, "others are asking hosts of "+domain)
	case !at.After(now):
		return nil
	}
	return p.Sleep(ctx, at.Sub(now))
}

// hold takes the turn of a row as soon as it may be used.
func (p *Pace) hold(ctx context.Context, t turn) (leased, error) {
	token := p.token(t)
	select {
	case <-token:
	case <-ctx.Done():
		return leased{}, ctx.Err()
	}
	l, err := p.await(ctx, t)
	if err != nil {
		token <- struct{}{}
	}
	return l, err
}

// await asks for the turn of a row until it is given, or for as long as a request waits.
func (p *Pace) await(ctx context.Context, t turn) (leased, error) {
	holder := rand.Text()
	for start := p.Now(); ; {
		now := p.Now()
		l, wait, busy, err := p.store.lease(ctx, now, t, holder, now.Add(lost))
		switch {
		case ctx.Err() != nil:
			return leased{}, ctx.Err()
		case err != nil:
			return leased{}, p.parked(closing, t.host, err.Error())
		case wait == 0:
			return l, nil
		case busy && now.Sub(start) < patience:
			wait = min(wait, look)
		case busy:
			return leased{}, p.parked(look, t.host, "others are asking it")
		case wait > patience:
			return leased{}, p.parked(wait, t.host, l.state.Reason)
		}
		if err := p.Sleep(ctx, wait); err != nil {
			return leased{}, err
		}
	}
}

// network says how long to wait while our own network is down; 0: go.
func (p *Pace) network(ctx context.Context) (time.Duration, error) {
	n, err := p.store.network(ctx, p.Machine)
	if err != nil || n.outage.Since.IsZero() {
		return 0, err
	}
	var wait time.Duration
	err = p.store.changeNetwork(ctx, p.Machine, func(n *network) {
		if wait = n.outage.Wait(p.Now()); wait == 0 {
			n.outage = n.outage.Begin(p.Now())
		}
	})
	return wait, err
}

// end writes down how a request ended. What our own network did is charged to nobody: the failure
// becomes a pause.
func (p *Pace) end(ctx context.Context, l leased, v fetcher.Visit, r fetcher.Report) error {
	now := p.Now()
	outage, change := p.note(ctx, now, v.Host, r)
	p.forgive(ctx, change)
	if outage.Charges(r) {
		l.state = l.state.End(now, v.Gap, r)
		p.release(ctx, l)
		return nil
	}
	if change.Began {
		l.state = fetcher.HostState{} // of the hosts that were charged before it was known, this is one
	}
	l.state = l.state.End(now, v.Gap, fetcher.Report{Abandoned: true})
	p.release(ctx, l)
	return p.parked(outage.Wait(now), "", r.Reason)
}

// note keeps what a request has shown about our own network. Hosts are forgiven when the outage is
// known, and once more when it is over: a job may write its failure down after the outage is known.
func (p *Pace) note(ctx context.Context, now time.Time, host string, r fetcher.Report) (outage fetcher.Outage, change fetcher.OutageChange) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closing)
	defer cancel()
	n, err := p.store.network(ctx, p.Machine)
	if err == nil && n.isQuiet() && !r.NoNetwork {
		return n.outage, change
	}
	if err == nil {
		err = p.store.changeNetwork(ctx, p.Machine, func(n *network) {
			outage, change = n.outage.End(now, host, r)
			n.outage = outage
			switch {
			case change.Began:
				n.charged = change.Forgive
			case change.Ended:
				change.Forgive, n.charged = n.charged, nil
			}
		})
	}
	if err != nil {
		p.lg.Warn("state of our own network not noted", "error", err)
		return fetcher.Outage{}, fetcher.OutageChange{}
	}
	return outage, change
}

// forgive says that our own network is gone, or back, and takes what it did from hosts and sources.
func (p *Pace) forgive(ctx context.Context, change fetcher.OutageChange) {
	switch {
	case change.Began:
		p.lg.Warn("no host can be reached: nothing is charged to any source until our own network is back", "hosts", change.Forgive)
	case change.Ended:
		p.lg.Info("our own network is back", "gone since", change.Since)
	default:
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closing)
	defer cancel()
	if err := p.store.Forgive(ctx, p.Now(), change.Since, change.Forgive); err != nil {
		p.lg.Warn("sources not forgiven", "hosts", change.Forgive, "error", err)
	}
}

// release gives a turn back. A row that cannot be written stays taken until its lease has run out, which
// is later than anything that a report could ask for but a pause.
func (p *Pace) release(ctx context.Context, l leased) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closing)
	defer cancel()
	if err := p.store.giveBack(ctx, p.Now(), l); err != nil {
		p.lg.Warn("turn not given back", "host", l.host, "error", err)
	}
	p.token(l.turn) <- struct{}{}
}

func (p *Pace) token(t turn) chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	token, ok := p.turns[t]
	if !ok {
		token = make(chan struct{}, 1)
		token <- struct{}{}
		p.turns[t] = token
	}
	return token
}

func (p *Pace) parked(wait time.Duration, host, reason string) *fetcher.ParkedError {
	return &fetcher.ParkedError{Host: host, Until: p.Now().Add(wait).UTC(), After: wait, Reason: reason}
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
