package fetcher

import (
	"context"
	"sync"
	"time"
)

// pace lets one request at a time go to a host, and leaves a gap after each. It
// remembers every host it has seen, some hundred bytes each.
type pace struct {
	now   func() time.Time
	sleep func(context.Context, time.Duration) error

	mu    sync.Mutex
	hosts map[string]*turn
}

// turn is the state of one host. Whoever holds the token may read and write
// next.
type turn struct {
	token chan struct{}
	next  time.Time // before this no request
}

func newPace(now func() time.Time, sleep func(context.Context, time.Duration) error) *pace {
	return &pace{now: now, sleep: sleep, hosts: map[string]*turn{}}
}

// take waits until it is the caller's turn. The caller calls release when its
// exchange is over; the next one may begin gap after that.
func (p *pace) take(ctx context.Context, host string, gap time.Duration) (release func(), err error) {
	t := p.turn(host)
	select {
	case <-t.token:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if wait := t.next.Sub(p.now()); wait > 0 {
		if err := p.sleep(ctx, wait); err != nil {
			t.token <- struct{}{}
			return nil, err
		}
	}
	return func() {
		t.next = p.now().Add(gap)
		t.token <- struct{}{}
	}, nil
}

func (p *pace) turn(host string) *turn {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, ok := p.hosts[host]
	if !ok {
		t = &turn{token: make(chan struct{}, 1)}
		t.token <- struct{}{}
		p.hosts[host] = t
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
