package fetcher

import (
	"testing"
	"time"
)

func TestProgressOfIncidents(t *testing.T) {
	day := 24 * time.Hour
	rows := []struct {
		name    string
		p       Progress
		next    time.Duration // after noon; negative: never
		ongoing bool
		ready   time.Duration // after noon from when on; negative: not yet
	}{
		{"just seen", Progress{Looks: 1}, 15 * time.Minute, true, -1},
		{"seen twice", Progress{Looks: 2}, time.Hour, true, -1},
		{"seen three times", Progress{Looks: 3}, 6 * time.Hour, true, -1},
		{"seen four times", Progress{Looks: 4}, day, true, -1},
		{"seen for months", Progress{Looks: 99}, day, true, -1},
		{"over", Progress{Looks: 3, Resolved: noon}, day, false, 3 * day},
		{"over since yesterday", Progress{Looks: 3, Resolved: noon.Add(-day)}, day, false, 2 * day},
		{"over since three days but an hour", Progress{Looks: 3, Resolved: noon.Add(time.Hour - 3*day)}, time.Hour, false, time.Hour},
		{"over since three days", Progress{Looks: 3, Resolved: noon.Add(-3 * day)}, -1, false, 0},
		{"over since three days, with a promise", Progress{Resolved: noon.Add(-3 * day), Promised: true}, day, false, 0},
		{"over since a fortnight, with a promise", Progress{Resolved: noon.Add(-14 * day), Promised: true}, 7 * day, false, 0},
		{"with a promise of last quarter", Progress{Resolved: noon.Add(-90 * day), Promised: true}, -1, false, 0},
		{"with a promise that was kept", Progress{Resolved: noon.Add(-5 * day), Promised: true, Postmortem: true}, -1, false, 0},
		{"over, with its postmortem", Progress{Looks: 3, Resolved: noon, Postmortem: true}, -1, false, 0},
		{"with a postmortem that names no end", Progress{Looks: 3, Postmortem: true}, -1, false, 0},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			row.p.Fetched = noon
			next := time.Time{}
			if row.next >= 0 {
				next = noon.Add(row.next)
			}
			if !row.p.NextLook().Equal(next) || row.p.Ongoing() != row.ongoing {
				t.Errorf("next look %v, ongoing %v; want %v, %v", row.p.NextLook(), row.p.Ongoing(), next, row.ongoing)
			}
			if row.ready < 0 {
				if row.p.ReadyForReview(noon.Add(1000 * day)) {
					t.Error("ready while it is open")
				}
				return
			}
			if at := noon.Add(row.ready); !row.p.ReadyForReview(at) || row.ready > 0 && row.p.ReadyForReview(at.Add(-1)) {
				t.Errorf("not ready at %v, or before", at)
			}
		})
	}
}
