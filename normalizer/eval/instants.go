package eval

import (
	"math"
	"regexp"
	"strconv"
	"time"

	"inquest/normalizer"
)

const (
	nearby      = time.Minute // how far an instant may be from the labelled one
	nearMinutes = 2           // how far a duration may be from a cloud entry's
)

// addInstants counts whether the start and the end that the draft goes by are the labelled instants.
func (t *tally) addInstants(l *Label, d *normalizer.Draft) {
	if want, ok := instant(l.StartedAt); ok {
		t.startedAt.add(nearInstant(boundary(d, "started"), want))
	}
	if want, ok := instant(l.ResolvedAt); ok {
		t.resolvedAt.add(nearInstant(boundary(d, "resolved"), want))
	}
}

// instant reads a label's instant, which has a minute or a second.
func instant(s *string) (time.Time, bool) {
	for _, layout := range []string{"2006-01-02T15:04Z07:00", time.RFC3339} {
		if at, err := time.Parse(layout, text(s)); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

func nearInstant(e *normalizer.Event, want time.Time) bool {
	if e == nil {
		return false
	}
	at, err := time.Parse(time.RFC3339, string(e.At))
	return err == nil && at.Sub(want).Abs() <= nearby
}

// boundary returns the event at which the draft lets the incident begin (kind started) or end (kind
// resolved): the one that the duration quotes, else the first start or the last end; nil without one.
func boundary(d *normalizer.Draft, kind string) *normalizer.Event {
	role := map[string]normalizer.Maybe{"started": "start", "resolved": "end"}[kind]
	var found *normalizer.Event
	for i := range d.Events {
		e := &d.Events[i]
		if e.At == "" {
			continue
		}
		if quotes(d, "timeline.resolved_after", role, e) {
			return e
		}
		if e.Kind == kind && (found == nil || (kind == "started") == (e.At < found.At)) {
			found = e
		}
	}
	return found
}

// quotes reports whether the draft supports a field in a role with the event's place.
func quotes(d *normalizer.Draft, field string, role normalizer.Maybe, e *normalizer.Event) bool {
	for _, v := range d.Evidence {
		if v.Field == field && v.Role == role && v.Block == e.Block && v.Start <= e.Start && e.End <= v.End {
			return true
		}
	}
	return false
}

// vendorTally counts the durations of one cloud provider's entries.
type vendorTally struct{ right, wrong share }

func (t *tally) addVendor(l *Label, c *normalizer.Case) {
	v := t.vendors[l.Vendor]
	if v == nil {
		v = &vendorTally{}
		t.vendors[l.Vendor] = v
	}
	got, given := minutes(c.Timeline.ResolvedAfter)
	right := given && l.Minutes != nil && math.Abs(got-*l.Minutes) <= nearMinutes
	if l.Minutes != nil {
		v.right.add(right)
	}
	v.wrong.add(given && !right)
}

// vendors are the cloud providers of the labels, in the order of the table.
var vendors = [...]string{"AWS", "Azure", "GCP"}

func (t *tally) vendorFigures() []Figure {
	var all []Figure
	for _, name := range vendors {
		v := t.vendors[name]
		if v == nil {
			v = &vendorTally{}
		}
		all = append(all, v.right.figure(name+" duration right"), v.wrong.figure(name+" duration wrong"))
	}
	return all
}

var duration = regexp.MustCompile(`^(\d+)h (\d+)m$`)

// minutes reads a duration of a draft.
func minutes(s normalizer.Maybe) (float64, bool) {
	m := duration.FindStringSubmatch(string(s))
	if m == nil {
		return 0, false
	}
	h, _ := strconv.Atoi(m[1]) // digits only
	n, _ := strconv.Atoi(m[2])
	return float64(60*h + n), true
}
