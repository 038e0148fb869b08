package fetcher

import "time"

// How long after its end an incident is looked at for a postmortem.
const (
	reviewAfter   = 72 * time.Hour      // daily, and its draft waits for one
	promisedOften = 14 * 24 * time.Hour // daily, when its page has promised one
	promisedLong  = 90 * 24 * time.Hour // weekly from then on
)

// Progress is how far an incident had come when its page was fetched last. What
// a page says about it is read by the extractor.
type Progress struct {
	Looks      int       // fetches that found it open, the first one included
	Fetched    time.Time // UTC, the last one
	Resolved   time.Time // UTC, its end; zero: it is open
	Postmortem bool      // the page holds one
	Promised   bool      // the page says that one will follow
}

// Ongoing reports whether the incident is open: its page will say more.
func (p Progress) Ongoing() bool { return p.Resolved.IsZero() && !p.Postmortem }

// NextLook returns when the page of an incident is fetched again, zero for
// never. An open one: a quarter of an hour after the first look, then an hour,
// six hours, and a day after each. One that is over: every day as long as its
// draft waits for a postmortem, and longer where one was promised.
func (p Progress) NextLook() time.Time {
	switch {
	case p.Postmortem:
		return time.Time{}
	case !p.Resolved.IsZero():
		return p.lookForPostmortem()
	case p.Looks <= 1:
		return p.Fetched.Add(15 * time.Minute)
	case p.Looks == 2:
		return p.Fetched.Add(time.Hour)
	case p.Looks == 3:
		return p.Fetched.Add(6 * time.Hour)
	}
	return p.Fetched.Add(24 * time.Hour)
}

// lookForPostmortem looks once more at the moment at which the draft stops
// waiting.
func (p Progress) lookForPostmortem() time.Time {
	day := p.Fetched.Add(24 * time.Hour)
	since := p.Fetched.Sub(p.Resolved)
	switch {
	case since < reviewAfter && day.After(p.ReviewFrom()):
		return p.ReviewFrom()
	case since < reviewAfter, p.Promised && since < promisedOften:
		return day
	case p.Promised && since < promisedLong:
		return p.Fetched.Add(7 * 24 * time.Hour)
	}
	return time.Time{}
}

// ReviewFrom returns when the draft of an incident that is over stops waiting
// for a postmortem; zero while it is open.
func (p Progress) ReviewFrom() time.Time {
	if p.Resolved.IsZero() {
		return time.Time{}
	}
	return p.Resolved.Add(reviewAfter)
}

// ReadyForReview reports whether the draft of an incident is for an editor: it
// has its postmortem, or its end is three days ago.
func (p Progress) ReadyForReview(now time.Time) bool {
	return p.Postmortem || !p.Resolved.IsZero() && !now.Before(p.ReviewFrom())
}
