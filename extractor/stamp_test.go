package extractor

import (
	"testing"
	"time"
)

func TestStampsGetTheirYearAndDay(t *testing.T) {
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	backwards := stamp.notAfter
	forwards := stamp.notBefore
	for _, c := range []struct {
		name, text string
		find       func(stamp, time.Time) (time.Time, bool)
		limit      time.Time
		want       Maybe
	}{
		{"year of the entry", "Oct 21, 17:39 UTC", backwards, at("2031-10-22T00:00:00Z"), "2031-10-21T17:39:00Z"},
		{"December before a January", "Dec 31, 23:10 PST", backwards, at("2031-01-01T08:00:00Z"), "2031-01-01T07:10:00Z"},
		{"a leap day only in a leap year", "Feb 29, 10:00 UTC", backwards, at("2031-03-01T00:00:00Z"), "2028-02-29T10:00:00Z"},
		{"a year that is stated", "Feb 08, 2030 - 10:10 UTC", backwards, at("2031-03-01T00:00:00Z"), "2030-02-08T10:10:00Z"},
		{"day before month, seconds", "8 Feb 2031, 10:10:09 CET", backwards, time.Time{}, "2031-02-08T09:10:09Z"},
		{"German month", "8. März 2031, 10:10 MESZ", backwards, time.Time{}, "2031-03-08T08:10:00Z"},
		{"zone with several meanings", "Oct 21, 17:39 CST", backwards, at("2031-10-22T00:00:00Z"), ""},
		{"no zone", "Oct 21, 17:39", backwards, at("2031-10-22T00:00:00Z"), ""},
		{"season of a place", "Jan 9, 2031 09:42 US/Pacific", backwards, time.Time{}, "2031-01-09T17:42:00Z"},
		{"clock on the day of the limit", "9:38 AM PST", forwards, at("2031-01-09T17:38:41Z"), "2031-01-09T17:38:00Z"},
		{"clock past midnight", "12:14 AM PDT", forwards, at("2031-05-09T06:30:00Z"), "2031-05-09T07:14:00Z"},
		{"clock past midnight on the next day", "1:00 AM PDT", forwards, at("2031-05-09T09:00:00Z"), "2031-05-10T08:00:00Z"},
		{"noon is 12 PM", "12:00 PM UTC", forwards, at("2031-05-09T00:00:00Z"), "2031-05-09T12:00:00Z"},
		{"day of the next year", "Jan 1, 1:00 AM UTC", forwards, at("2031-12-31T22:00:00Z"), "2032-01-01T01:00:00Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, ok := readStamp(c.text)
			if !ok {
				t.Fatalf("%q was not read", c.text)
			}
			if got := rfc3339(c.find(s, c.limit)); got != c.want {
				t.Errorf("want %q, got %q", c.want, got)
			}
		})
	}
}

func TestWhatIsNoStamp(t *testing.T) {
	for _, s := range []string{"", "Oct 21", "25:00 UTC", "10:75", "Xyz 21, 10:00 UTC", "At 10:00 we saw errors", "Oct 45, 10:00 UTC"} {
		if st, ok := readStamp(s); ok {
			t.Errorf("%q was read as %+v", s, st)
		}
	}
}
