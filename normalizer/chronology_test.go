package normalizer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
)

// answer is what a chronology says, in short.
type answer struct {
	Date, Kind, Detected, Resolved string
	Codes                          string // of the problems
}

func answerOf(c chronology) answer {
	var codes []string
	for _, p := range c.Problems {
		codes = append(codes, p.Code)
	}
	return answer{Date: string(c.Date), Kind: c.DateKind, Detected: string(c.DetectedAfter), Resolved: string(c.ResolvedAfter), Codes: strings.Join(codes, " ")}
}

func TestChronologyFollowsTheGuidelines(t *testing.T) {
	for _, tt := range []struct {
		name, title, text string
		want              answer
	}{
		{
			"the start and the end that a report names beat a guess", "Slow configuration",
			"On 19 June 2031 we saw problems beginning at 00:00 UTC.\nIncident Start: 19 June 2031 10:14 UTC Incident End: 19 June 2031 13:39 UTC",
			answer{"2031-06-19", "incident", "", "3h 25m", ""},
		},
		{
			"what was seen within a window is no detection at its end", "Log-in errors on 8 April 2031",
			"From 17:25–17:44 UTC, we saw elevated errors on log-ins.",
			answer{"2031-04-08", "incident", "", "0h 19m", ""},
		},
		{
			"a range that looks like an offset", "Errors in Lund on 8 April 2031",
			"Between 03:57-04:08 UTC, customers had an elevated number of errors.",
			answer{"2031-04-08", "incident", "", "0h 11m", ""},
		},
		{
			"an end as of which all is well", "API errors on 8 April 2031",
			"The API is unavailable as of 20:20 UTC.\nThe API is available again as of 21:01 UTC.",
			answer{"2031-04-08", "incident", "", "0h 41m", ""},
		},
		{
			"a window and a timeline", "Checkout errors on 4 May 2031",
			"Between 10:00 UTC and 11:30 UTC on 4 May 2031, checkout requests failed.\n10:05 UTC - An alert paged the on-call engineer.",
			answer{"2031-05-04", "incident", "0h 5m", "1h 30m", ""},
		},
		{
			"start about, several days", "Uneven load from 4 May 2031 until 6 May 2031",
			"May 4, 2031, at ~22:00 UTC: The balancer began distributing requests unevenly.\nMay 5, 2031, at 16:46 UTC: Support received first customer reports.\nMay 6, 2031, at 17:00 UTC: An incident was declared.\nMay 7, 2031, at 00:12 UTC: The fix was deployed everywhere and the incident was resolved.",
			answer{"2031-05-04", "incident", "18h 46m", "50h 12m", ""},
		},
		{
			"the day counts in UTC", "Checkout errors",
			"From 7:32 PM PST until 8:05 PM PST on January 10, 2031, checkout was down.",
			answer{"2031-01-11", "incident", "", "0h 33m", ""},
		},
		{
			"an end before its start", "Checkout errors",
			"On March 5, 2031, checkout failed. The first outage was between 10:39 AM PST and 11:25 AM PST. The second outage was between 11:59 AM PST to 12:34 AM PST.",
			answer{"2031-03-05", "incident", "", "", "impossible-interval"},
		},
		{
			"a window over midnight", "Checkout errors",
			"On March 5, 2031, checkout was down from 11:40 PM PST to 12:34 AM PST.",
			answer{"2031-03-06", "incident", "", "0h 54m", ""},
		},
		{
			"several windows", "Checkout errors",
			"Checkout was down between 10:00 UTC and 10:20 UTC on 4 May 2031 and errors came back between 13:00 UTC and 13:45 UTC on 5 May 2031.",
			answer{"2031-05-04", "incident", "", "27h 45m", ""},
		},
		{
			"days of which one has clock times", "Slow checkout",
			"Between 3 and 7 June 2031 customers had periods of high latency.\nOn 7 June 2031 checkout was slow from 20:50 UTC until 21:50 UTC.",
			answer{"2031-06-03", "incident", "", "", ""},
		},
		{
			"a stated total stands in for the end", "Checkout errors on 4 May 2031",
			"On 4 May 2031 at 10:00 UTC customers began to experience errors. The outage lasted 97 minutes.",
			answer{"2031-05-04", "incident", "", "1h 37m", ""},
		},
		{
			"a stated total that differs", "Checkout errors",
			"From 10:00 UTC until 11:30 UTC on 4 May 2031 checkout was down. The outage lasted 47 minutes.",
			answer{"2031-05-04", "incident", "", "1h 30m", "total-differs"},
		},
		{
			"a stated delay", "Checkout errors on 4 May 2031",
			"On 4 May 2031 checkout failed. It took us 25 minutes to notice.",
			answer{"2031-05-04", "incident", "0h 25m", "", ""},
		},
		{
			"the alert comes before the impact", "Checkout errors",
			"From 10:00 UTC until 11:30 UTC on 4 May 2031 checkout was down. We were alerted at 09:50 UTC.",
			answer{"2031-05-04", "incident", "", "1h 30m", ""},
		},
		{
			"only the detection is dated", "Checkout errors",
			"First detected 2031-05-04 15:44\nResolved 2031-05-05 11:49",
			answer{"2031-05-04", "detected", "", "", ""},
		},
		{
			"no day anywhere", "Checkout errors",
			"At 10:00 UTC checkout went down. At 10:40 UTC it was fully restored.",
			answer{"", "unknown", "", "", ""},
		},
		{
			"no year anywhere", "Checkout errors",
			"On May 4 checkout was down from 10:00 UTC until 10:40 UTC.",
			answer{"", "unknown", "", "0h 40m", ""},
		},
		{
			"no zone anywhere", "Checkout errors",
			"On 4 May 2031 checkout was down from 10:00 until 10:40.",
			answer{"2031-05-04", "incident", "", "0h 40m", ""},
		},
		{
			"an ambiguous date", "Checkout errors",
			"Checkout was down on 1/9/31.",
			answer{"", "unknown", "", "", "ambiguous-date"},
		},
		{
			"a zone of the other season", "Checkout errors",
			"Checkout was down from 10:00 PST until 10:40 PST on 4 July 2031.",
			answer{"2031-07-04", "incident", "", "0h 40m", "zone-season"},
		},
		{
			"two zones that clash", "Checkout errors",
			"Checkout was down from 20:50 UTC (15:50 EDT) until 21:50 UTC on 4 July 2031.",
			answer{"2031-07-04", "incident", "", "1h 0m", "zones-clash"},
		},
		{
			"title and text date it differently", "Checkout errors on 1 May 2031",
			"Checkout was down from 20:50 UTC until 21:50 UTC on 4 May 2031.",
			answer{"2031-05-04", "incident", "", "1h 0m", "dates-differ"},
		},
		{
			"a timeline of the investigation", "Checkout errors",
			"Checkout was down from 20:50 UTC until 21:50 UTC on 4 May 2031.\nThe timeline reflects the investigation, which is generally longer than the outage.",
			answer{"2031-05-04", "incident", "", "1h 0m", "investigation-timeline"},
		},
		{
			"what is planned is no end", "Checkout errors",
			"Checkout went down at 20:50 UTC on 4 May 2031. The next update is expected to follow by 22:00 UTC.",
			answer{"2031-05-04", "incident", "", "", ""},
		},
		{
			"a live entry without a day", "Increased error rates",
			"9:38 AM PST We are investigating increased error rates.\n10:42 AM PST Between 7:59 AM and 10:05 AM PST, we experienced increased error rates. The issue has been resolved.",
			answer{"", "unknown", "", "2h 6m", ""},
		},
		{
			"a total in brackets behind a range settles which start is meant", "결제 장애",
			"장애 시각 : 2031년 5월 4일 09:00~09:32 (28분)\n2031년 5월 4일 09:04 : 결제 불가 상태 시작",
			answer{"2031-05-04", "incident", "", "0h 28m", ""},
		},
		{
			"rows without a cue tell the start, who knew, and the end", "Queue stuck on 4 May 2031",
			"All times in UTC.\n10:02: Builds stop being picked up\n10:31: Someone opens an issue about it\n10:40: A maintainer starts to look\n11:55: Builds run as before",
			answer{"2031-05-04", "incident", "0h 29m", "1h 53m", ""},
		},
		{
			"a row that tells of harm later keeps the end open", "Queue stuck on 4 May 2031",
			"All times in UTC.\n10:02: Builds stop being picked up\n10:40: Builds run as before\n11:55: Builds stop being picked up",
			answer{"2031-05-04", "incident", "", "", ""},
		},
		{
			"measured times name the rows that no cue names", "Nodes killed on 4 May 2031",
			"All times in UTC.\n10:46: Healthy nodes get killed\n10:48: We have no nodes\n11:01: New nodes take traffic\n11:08: Mail says that service is restored\n11:59: Ticket marked as resolved\nTime to detection: 2 minutes\nTime to recovery: 13 minutes",
			answer{"2031-05-04", "incident", "0h 2m", "0h 15m", ""},
		},
		{
			"the hours of support are no window", "Certificates fail on 4 May 2031",
			"Time to resolve: 7h (during support hours 10:00-17:00)",
			answer{"2031-05-04", "incident", "", "", ""},
		},
		{
			"times from which on it got better are no start", "Errors on 4 May 2031",
			"We see a sharp reduction in errors since 20:00 UTC.",
			answer{"2031-05-04", "incident", "", "", ""},
		},
		{
			"an end for some is no end", "Errors on 4 May 2031",
			"We are experiencing errors of the shop, starting at 08:06 UTC. The issue for the search has been resolved as of 09:38 UTC.",
			answer{"2031-05-04", "incident", "", "", ""},
		},
		{
			"what should have been resolved is no end", "Errors on 4 May 2031",
			"The shop failed starting at 08:06 UTC. The issue should have been resolved for all users as of 09:38 UTC.",
			answer{"2031-05-04", "incident", "", "", ""},
		},
		{
			"English and Korean that differ", "결제 장애",
			"2031년 5월 4일 09:00~10:30 (KST) 결제 오류가 발생했습니다.\nPayments failed from 09:00 to 10:00 KST on 4 May 2031.",
			answer{"2031-05-04", "incident", "", "", "times-differ"},
		},
		{
			"English and Korean that agree", "결제 장애",
			"2031년 5월 4일 09:00~10:30 (KST) 결제 오류가 발생했습니다.\nPayments failed from 00:00 to 01:30 UTC on 4 May 2031.",
			answer{"2031-05-04", "incident", "", "1h 30m", ""},
		},
		{
			"Korean", "결제 장애",
			"장애 시각 : 2031년 5월 4일 09:02~10:33 (1시간 31분)",
			answer{"2031-05-04", "incident", "", "1h 31m", ""},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := reportOf("en", tt.title, tt.text)
			c := readChronology(doc, time.Time{}, sentencesOf(doc))
			if diff := cmp.Diff(tt.want, answerOf(c)); diff != "" {
				t.Errorf("%s\nnotes: %v", diff, c.Notes)
			}
			checkSpans(t, doc, c)
		})
	}
}

// checkSpans compares every quote with the text at its span.
func checkSpans(t *testing.T, doc *extractor.Document, c chronology) {
	t.Helper()
	for _, e := range c.Evidence {
		if got := doc.Blocks[e.Block].Text[e.Start:e.End]; got != e.Quote || got == "" {
			t.Errorf("evidence of %s quotes %q, its span holds %q", e.Field, e.Quote, got)
		}
	}
	for _, e := range c.Events {
		if got := doc.Blocks[e.Block].Text[e.Start:e.End]; got != e.Quote {
			t.Errorf("event %s quotes %q, its span holds %q", e.Kind, e.Quote, got)
		}
	}
}

func TestAHeadingThatIsATimeTellsOfWhatStandsBelowIt(t *testing.T) {
	doc := reportOf("en", "2031-03-04, launches fail", "All times in CET\n14:10\nLaunches start failing.\n15:32\nService is fully restored.")
	doc.Blocks[2].Kind, doc.Blocks[4].Kind = extractor.Heading, extractor.Heading
	c := readChronology(doc, time.Time{}, sentencesOf(doc))
	if c.ResolvedAfter != "1h 22m" {
		t.Errorf("resolved after %q, want 1h 22m; events %+v", c.ResolvedAfter, c.Events)
	}
}

func TestClockTimesOfAnEntryBelongToTheDayOfItsStamps(t *testing.T) {
	doc := reportOf("en", "Increased error rates", "Between 7:59 AM and 10:05 AM PST, we experienced increased error rates. The issue has been resolved.")
	if c := readChronology(doc, time.Time{}, sentencesOf(doc)); c.ResolvedAfter != "" {
		t.Errorf("without a day or a stamp got %q, want nothing", c.ResolvedAfter)
	}
	doc.Blocks[1].RawTime = "10:42 AM PST"
	if c := readChronology(doc, time.Time{}, sentencesOf(doc)); c.ResolvedAfter != "2h 6m" {
		t.Errorf("beside a stamp got %q, want 2h 6m", c.ResolvedAfter)
	}
}

func TestWhatBelongsToTheFrameIsNoEvent(t *testing.T) {
	doc := reportOf("en", "Errors on 4 May 2031", "Checkout failed from 20:00 UTC to 20:30 UTC.\nIt has been failing for me since 21:15 UTC.")
	doc.Blocks[2].Section = extractor.SectionBoilerplate
	for _, e := range readChronology(doc, time.Time{}, sentencesOf(doc)).Events {
		if e.Block == 2 {
			t.Errorf("a comment gives the event %s at %s", e.Kind, e.At)
		}
	}
}

func TestItemsThatEndInATimeAreNoStamps(t *testing.T) {
	doc := reportOf("en", "Incident on 2031-02-12", "Fault occurs 2031-02-12 11:45\nResolved 2031-02-12 12:07")
	doc.Blocks[1].Kind, doc.Blocks[2].Kind = extractor.Item, extractor.Item
	if c := readChronology(doc, time.Time{}, sentencesOf(doc)); c.ResolvedAfter != "0h 22m" {
		t.Errorf("resolved after %q, want 0h 22m; events %+v", c.ResolvedAfter, c.Events)
	}
}

func TestAClockTimeOfAPostTakesTheDayOfItsOwnZone(t *testing.T) {
	doc := reportOf("en", "Logging fails", "The issue has been resolved for all projects as of 20:02 US/Pacific.\nWe are investigating an issue with logging.")
	doc.Blocks[1].Time, doc.Blocks[2].Time = "2031-02-01T04:49:55Z", "2031-02-01T03:28:35Z"
	c := readChronology(doc, time.Time{}, sentencesOf(doc))
	want := answer{"2031-02-01", "published", "", "", ""}
	if diff := cmp.Diff(want, answerOf(c)); diff != "" {
		t.Error(diff)
	}
	var ends []string
	for _, e := range c.Events {
		if e.Kind == kindResolved {
			ends = append(ends, string(e.At))
		}
	}
	if diff := cmp.Diff([]string{"2031-02-01T04:02:00Z"}, ends); diff != "" {
		t.Errorf("the ends: %s", diff)
	}
}

func TestArithmeticStandsInTheNotes(t *testing.T) {
	doc := reportOf("en", "Uneven load", "Beginning July 18, 2031, at approximately 22:00 UTC until July 23, 2031, at 00:12 UTC, requests failed.")
	c := readChronology(doc, time.Time{}, sentencesOf(doc))
	want := "~98h 12m = 2031-07-18 ~22:00Z -> 2031-07-23 00:12Z"
	for _, n := range c.Notes {
		if n.Field == fieldResolved && n.Note == want {
			return
		}
	}
	t.Errorf("no note says %q: %v", want, c.Notes)
}

func TestAnImpossibleIntervalNamesTheLikelyReading(t *testing.T) {
	doc := reportOf("en", "Checkout errors", "On March 5, 2031, the first outage was between 10:39 AM PST and 11:25 AM PST. The second outage was between 11:59 AM PST to 12:34 AM PST.")
	c := readChronology(doc, time.Time{}, sentencesOf(doc))
	want := []Problem{{
		Field: fieldResolved, Code: CodeImpossibleInterval,
		Message: "The end lies before the start. Likely 12:34 PM was meant, 1h 55m from the first start.",
		Quotes:  []string{"11:59 AM PST", "12:34 AM PST"},
	}}
	if diff := cmp.Diff(want, c.Problems); diff != "" {
		t.Errorf("%s", diff)
	}
}

func TestAPostIsNoStartAndNoEnd(t *testing.T) {
	doc := reportOf("en", "Checkout errors", "We are looking into failing checkouts.\nThis incident has been resolved.")
	stamps := []extractor.Maybe{"", "2031-05-04T10:00:00Z", "2031-05-04T11:00:00Z"}
	labels := []extractor.Maybe{"", "Investigating", "Resolved"}
	for i := range doc.Blocks {
		doc.Blocks[i].Time, doc.Blocks[i].Label = stamps[i], labels[i]
	}
	c := readChronology(doc, time.Time{}, sentencesOf(doc))
	if diff := cmp.Diff(answer{"2031-05-04", "published", "", "", ""}, answerOf(c)); diff != "" {
		t.Errorf("%s", diff)
	}
	var got []string
	for _, e := range c.Events {
		got = append(got, fmt.Sprint(e.Kind, " ", e.Label, " ", e.At))
	}
	want := []string{"update Investigating 2031-05-04T10:00:00Z", "update Resolved 2031-05-04T11:00:00Z"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s", diff)
	}
}

func TestAPlatformsStartCountsWhenItIsNotTheEntrys(t *testing.T) {
	for _, tt := range []struct {
		name, started string
		want          answer
	}{
		{"another moment", "2031-05-04T09:30:00Z", answer{"2031-05-04", "incident", "", "1h 30m", ""}},
		{"the moment of the entry", "2031-05-04T10:00:00Z", answer{"", "unknown", "", "", ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := reportOf("en", "Checkout errors", "Checkout failed.")
			for _, f := range []string{"created_at: 2031-05-04T10:00:00Z", "started_at: " + tt.started, "resolved_at: 2031-05-04T11:00:00Z"} {
				doc.Blocks = append(doc.Blocks, extractor.Block{Kind: extractor.Fact, Section: extractor.SectionPlatform, Text: f})
			}
			c := readChronology(doc, time.Time{}, sentencesOf(doc))
			if diff := cmp.Diff(tt.want, answerOf(c)); diff != "" {
				t.Errorf("%s", diff)
			}
		})
	}
}

func TestEventsHaveKinds(t *testing.T) {
	doc := reportOf("en", "Checkout errors on 4 May 2031", strings.Join([]string{
		"10:00 UTC - Checkout errors began",
		"10:05 UTC - An alert fired",
		"10:07 UTC - The on-call engineer acknowledged it",
		"10:10 UTC - Incident declared",
		"10:20 UTC - Root cause identified",
		"10:30 UTC - Errors mitigated for most customers",
		"11:00 UTC - Service fully restored",
		"11:10 UTC - Coffee",
	}, "\n"))
	c := readChronology(doc, time.Time{}, sentencesOf(doc))
	var got []string
	for _, e := range c.Events {
		got = append(got, strings.TrimPrefix(string(e.At), "2031-05-04T")+" "+e.Kind)
	}
	want := []string{
		"10:00:00Z started", "10:05:00Z detected", "10:07:00Z acknowledged", "10:10:00Z declared", "10:20:00Z identified",
		"10:30:00Z mitigated", "11:00:00Z resolved", "11:10:00Z update",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s", diff)
	}
}

func TestDurationsHaveNoDays(t *testing.T) {
	for d, want := range map[time.Duration]string{
		47 * time.Minute: "0h 47m", 3 * time.Hour: "3h 0m", 42*time.Hour + 46*time.Minute + 30*time.Second: "42h 46m", 1000 * time.Hour: "1000h 0m",
	} {
		if got := formatDuration(d); got != want {
			t.Errorf("%v is written %q, want %q", d, got, want)
		}
	}
}

func TestStatedDurationsAreRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"for 97 minutes", "1h 37m"}, {"1h 28m", "1h 28m"}, {"2h16m", "2h 16m"}, {"1 hour and 31 minutes", "1h 31m"}, {"3 hours 19 minutes", "3h 19m"},
		{"1.5 hours", "1h 30m"}, {"about an hour", "1h 0m"}, {"a 7-minute failure", "0h 7m"}, {"two and a half hours", "2h 30m"}, {"half an hour", "0h 30m"}, {"1 1/2 hours", "1h 30m"}, {"an hour and a half", "1h 30m"}, {"three quarters of an hour", "0h 45m"}, {"1h30", "1h 30m"}, {"Duration: 04:12:30", "4h 12m"}, {"seven minutes", "0h 7m"}, {"1시간 31분", "1h 31m"},
		{"approximately 2 days", "48h 0m"}, {"46分間", "0h 46m"}, {"no duration at all", ""}, {"10 requests", ""},
	} {
		t.Run(tt.text, func(t *testing.T) {
			s := &timeReader{doc: reportOf("en", "", tt.text)}
			got := ""
			for _, l := range s.lengths(1) {
				got += formatDuration(l.d)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzChronologyQuotesItsText(f *testing.F) {
	f.Add("en", "Errors on 4 May 2031", "Between 11:59 AM PST to 12:34 AM PST (UTC) it lasted 1h 28m.\n10:00 UTC - Alert")
	f.Add("ko", "장애", "2031년 5월 4일 오전 9:02~10:33 (1시간 31분) 발생")
	f.Add("ja", "障害", "2031年5月4日 午前7時41分頃に発生")
	f.Add("en", "1/9/24", "US/Pacific 0645Z 20:50 UTC (16:50 EDT) 3/23/16 (")
	f.Fuzz(func(t *testing.T, lang, title, text string) {
		doc := reportOf(lang, strings.ToValidUTF8(title, ""), strings.ToValidUTF8(text, ""))
		c := readChronology(doc, time.Time{}, sentencesOf(doc))
		checkSpans(t, doc, c)
		if again := readChronology(doc, time.Time{}, sentencesOf(doc)); !cmp.Equal(c, again) {
			t.Error("a second reading differs")
		}
	})
}

func BenchmarkChronology(b *testing.B) {
	line := "On July 18, 2031 at 22:00 UTC the router began to fail, and engineers were alerted at 22:05 UTC. It was fully restored at 23:10 UTC after a restart of all instances.\n"
	doc := reportOf("en", "Router errors", strings.Repeat(line, 60))
	b.SetBytes(int64(60 * len(line)))
	for b.Loop() {
		readChronology(doc, time.Time{}, sentencesOf(doc))
	}
}
