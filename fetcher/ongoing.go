package fetcher

import "time"

// reviewAfter is how long after its end an incident waits for a postmortem.
const reviewAfter = 72 * time.Hour

// Progress is how far an incident had come when its page was fetched last. What
// a page says about it is read by the extractor.
type Progress struct {
	Looks      int       // fetches that found it open, the first one included
	Fetched    time.Time // UTC, the last one
	Resolved   time.Time // UTC, its end; zero: it is open
	Postmortem bool      // the page holds one
}

// Ongoing reports whether the incident is open: its page will say more.
func (p Progress) Ongoing() bool { return p.Resolved.IsZero() && !p.Postmortem }

// NextLook returns when the page of an open incident is fetched again: a quarter
// of an hour after the first look, then an hour, six hours, and a day after each.
// Of one that is over it is the time at which it enters review, and zero when it
// has its postmortem.
func (p Progress) NextLook() time.Time {
	switch {
	case p.Postmortem:
		return time.Time{}
	case !p.Resolved.IsZero():
		return p.Resolved.Add(reviewAfter)
	case p.Looks <= 1:
		return p.Fetched.Add(15 * time.Minute)
	case p.Looks == 2:
		return p.Fetched.Add(time.Hour)
	case p.Looks == 3:
		return p.Fetched.Add(6 * time.Hour)
	}
	return p.Fetched.Add(24 * time.Hour)
}

// ReadyForReview reports whether the draft of an incident is for an editor: it
// has its postmortem, or its end is three days ago.
func (p Progress) ReadyForReview(now time.Time) bool {
	return p.Postmortem || !p.Resolved.IsZero() && !now.Before(p.Resolved.Add(reviewAfter))
}
