package normalizer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
)

// shownMoments writes the moments of a document, each as: instant or wall clock, zone, precision, "~"
// when about, and what was inherited.
func shownMoments(doc *extractor.Document) string {
	var all []string
	for _, m := range resolve(doc, readMarks(doc), sentencesOf(doc), time.Time{}) {
		at := m.local()
		if !m.at.IsZero() {
			at = strings.TrimSuffix(m.at.Format(time.RFC3339), ":00Z") + "Z"
			if m.at.Second() != 0 {
				at = m.at.Format(time.RFC3339)
			}
		}
		if m.day.unsettled {
			at = "?"
		}
		s := at + " " + m.precision()
		if m.clock != nil && m.at.IsZero() && m.clock.zone.text != "" {
			s += " in " + m.clock.zone.text
		}
		if m.approx {
			s += " ~"
		}
		if len(m.inferred) > 0 {
			s += fmt.Sprint(" ", m.inferred)
		}
		if m.until {
			s = "-> " + s
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

// reportOf returns a document with a title and a paragraph per line.
func reportOf(lang, title, text string) *extractor.Document {
	doc := &extractor.Document{Lang: extractor.Maybe(lang), Title: extractor.Maybe(title)}
	doc.Blocks = append(doc.Blocks, extractor.Block{Kind: extractor.Heading, Level: 1, Section: extractor.SectionTitle, Text: title})
	for _, line := range strings.Split(text, "\n") {
		doc.Blocks = append(doc.Blocks, extractor.Block{Kind: extractor.Para, Text: line})
	}
	return doc
}

func TestTimesAreReadAsWritten(t *testing.T) {
	for _, tt := range []struct{ lang, text, want string }{
		// clock times of English reports
		{"en", "Restarted at 0645 UTC.", "T06:45 minute in UTC"},
		{"en", "Restarted at 1203UTC.", "T12:03 minute in UTC"},
		{"en", "Restarted at 0645Z.", "T06:45 minute in Z"},
		{"en", "Restarted at 0645 hrs.", "T06:45 minute"},
		{"en", "Restarted at 15:40Z.", "T15:40 minute in Z"},
		{"en", "Restarted at 5.03AM.", "T05:03 minute"},
		{"en", "Restarted at 6:00EST.", "T06:00 minute in EST"},
		{"en", "Restarted at 15:30 PM UTC.", "T15:30 minute in UTC"},
		{"en", "Restarted at 13:55 PM.", "T13:55 minute"},
		{"en", "Restarted at 12:40 AM.", "T00:40 minute"},
		{"en", "Restarted at 12:40 PM.", "T12:40 minute"},
		{"en", "Restarted at 10:18 UTC+2.", "T10:18 minute in UTC+2"},
		{"en", "Restarted at 10:18 GMT+9.", "T10:18 minute in GMT+9"},
		{"en", "Restarted at 10:18 UTC+05:30.", "T10:18 minute in UTC+05:30"},
		{"en", "Restarted at 10:18 +0900.", "T10:18 minute in +0900"},
		{"en", "Restarted at ~22:00.", "T22:00 minute ~"},
		{"en", "Restarted circa 09:15.", "T09:15 minute ~"},
		{"en", "Restarted at approximately 09:15 UTC.", "T09:15 minute in UTC ~"},
		{"en", "Restarted around 9 p.m. yesterday.", "T21:00 hour ~"},
		{"en", "Restarted at 4pm PT.", "T16:00 hour in PT"},
		{"en", "Restarted at 1:06 pm (CDT).", "T13:06 minute in CDT"},
		{"en", "Restarted at 16:24:29Z.", "T16:24:29 second in Z"},
		{"en", "Restarted at 22:00 Coordinated Universal Time (UTC).", "T22:00 minute in Coordinated Universal Time"},
		{"en", "Restarted at 09:34 US/Pacific.", "T09:34 minute in US/Pacific"},
		{"en", "Restarted at 09:34 Europe/Berlin.", "T09:34 minute in Europe/Berlin"},
		{"en", "Restarted at 24:00 UTC.", "T00:00 minute in UTC"},
		{"en", "It ran from 16:35-17:10 UTC.", "T16:35 minute in UTC, -> T17:10 minute in UTC"},
		{"en", "It ran between 7:59 and 10:05 AM PST.", "T07:59 minute in PST, -> T10:05 minute in PST"},
		{"en", "It ran from 11:30 until 1:15 PM PST.", "T11:30 minute in PST, -> T13:15 minute in PST"},
		{"en", "It began at 20:50 UTC (16:50 EDT).", "T20:50 minute in UTC"},
		{"en", "It began at 6:50 AM PDT / 13:50 UTC.", "T06:50 minute in PDT"},
		// dates of English reports
		{"en", "It began on 2019-07-10 16:35 UTC.", "2019-07-10T16:35Z minute"},
		{"en", "[2019-07-10 16:35 UTC] It began.", "2019-07-10T16:35Z minute"},
		{"en", "It began at 2012-06-07 15:52:41 UTC.", "2012-06-07T15:52:41Z second"},
		{"en", "It began at 2021-02-08T18:31.", "2021-02-08T18:31 minute"},
		{"en", "It began at 2021-02-08T18:31:07.123Z.", "2021-02-08T18:31:07Z second"},
		{"en", "2023-09-18 15.26 The disk was compared.", "2023-09-18T15:26 minute"},
		{"en", "It began on 3/23/16.", "2016-03-23 day"},
		{"en", "It came from the bug of 02.29.2020.", "2020-02-29 day"},
		{"en", "It began on 23/07/2022.", "2022-07-23 day"},
		{"en", "It began on 28-07-2017 at 10:00 UTC.", "2017-07-28T10:00Z minute"},
		{"en", "It began on 1/9/24.", "? month"},
		{"en", "It began on November, 25th 2020.", "2020-11-25 day"},
		{"en", "July 22, 2025. at 21:13 UTC it was over.", "2025-07-22T21:13Z minute"},
		{"en", "It began on July 18, 2025, at ~22:00 UTC.", "2025-07-18T22:00Z minute ~"},
		{"en", "Posted Dec 09, 2022 - 00:43 UTC", "2022-12-09T00:43Z minute"},
		{"en", "It began on Jan. 7, 2025 12:10 UTC.", "2025-01-07T12:10Z minute"},
		{"en", "It began 4 July 2019 @ 02:10 UTC.", "2019-07-04T02:10Z minute"},
		{"en", "It began at 15:40Z on 15 December 2015.", "2015-12-15T15:40Z minute"},
		{"en", "12:45 PM PST Saturday Oct 30th 2021: it began.", "2021-10-30T20:45Z minute"},
		{"en", "It began on the 3rd of June 2017.", "2017-06-03 day"},
		{"en", "It began on Tuesday, 28 June 2016.", "2016-06-28 day"},
		{"en", "It lasted from 3 to 7 June 2017.", "2017-06-03 day"},
		{"en", "It lasted October 6–7, 2023.", "2023-10-06 day"},
		{"en", "It appeared in March 2023.", "2023-03 month"},
		{"en", "Between 22:02 UTC and 22:53 UTC on December 8, 2022, it was down.", "2022-12-08T22:02Z minute [date], -> 2022-12-08T22:53Z minute"},
		{"en", "Between 23:30 UTC and 00:40 UTC on 4 May 2024 it was down.", "2024-05-03T23:30Z minute [date], -> 2024-05-04T00:40Z minute"},
		{"en", "On May 17, 2018 between 16:35 and 23:47 UTC it was down.", "2018-05-17 day, 2018-05-17T16:35Z minute [date], -> 2018-05-17T23:47Z minute [date]"},
		{"en", "On 2 May 2024 it was down from 23:30 to 01:10 UTC.", "2024-05-02 day, 2024-05-02T23:30Z minute [date], -> 2024-05-03T01:10Z minute [date]"},
		{"en", "June 7th, 2022 1:06 pm (CDT) it began.", "2022-06-07T18:06Z minute"},
		// zones that depend on the date or on the publisher
		{"en", "It began on 2 July 2024 at 10:00 PT.", "2024-07-02T17:00Z minute"},
		{"en", "It began on 2 December 2024 at 10:00 PT.", "2024-12-02T18:00Z minute"},
		{"en", "It began on 2 July 2024 at 10:00 PST.", "2024-07-02T18:00Z minute"},
		{"en", "It began on 2 July 2024 at 10:00 IST.", "2024-07-02T10:00 minute in IST"},
		{"en", "Our Mumbai region failed on 2 July 2024 at 10:00 IST.", "2024-07-02T04:30Z minute"},
		{"en", "Our Beijing office noticed it on 2 July 2024 at 10:00 CST.", "2024-07-02T02:00Z minute"},
		{"en", "It began on 2 July 2024 at 10:00 BST.", "2024-07-02T09:00Z minute"},
		// Korean
		{"ko", "2025년 10월 3일 오전 2:27에 발생했습니다.", "2025-10-03T02:27 minute"},
		{"ko", "2025년 10월 3일 오후 2시 27분 KST", "2025-10-03T05:27Z minute"},
		{"ko", "2025년 10월 3일 00시00분", "2025-10-03T00:00 minute"},
		{"ko", "2025-10-03 02/13 없음", "2025-10-03 day"},
		{"ko", "발생시각 : 02/13 09시 02분~ 12시15분", "--02-13T09:02 minute, -> --02-13T12:15 minute [date]"},
		{"ko", "2023.11.21(화) 08:08 ~ 10:26", "2023-11-21T08:08 minute, -> 2023-11-21T10:26 minute [date]"},
		{"ko", "2024. 5. 7. 14:00", "2024-05-07T14:00 minute"},
		{"ko", "2024년 5월 7일 14시 경 시작", "2024-05-07T14:00 hour ~"},
		{"ko", "약 2시간 동안 지연되었습니다.", ""},
		// Japanese
		{"ja", "2025年10月3日 午前7時41分頃に発生しました。", "2025-10-03T07:41 minute ~"},
		{"ja", "2025年10月3日22時から", "2025-10-03T22:00 hour"},
		{"ja", "2025年10月3日 22:10〜23:40 JST", "2025-10-03T13:10Z minute, -> 2025-10-03T14:40Z minute [date]"},
		{"ja", "約30分間停止しました。", ""},
		// German, French, Spanish
		{"de", "Am 3. Juni 2017 um 14:30 Uhr fiel es aus.", "2017-06-03T14:30 minute"},
		{"de", "Am 03.06.2017 gegen 14 Uhr fiel es aus.", "2017-06-03T14:00 hour ~"},
		{"de", "Am 5. März 2024 um 09:15 MEZ", "2024-03-05T08:15Z minute"},
		{"fr", "Le 14 février 2023 à 8h 30 le service est tombé.", "2023-02-14T08:30 minute"},
		{"fr", "Le 1er août 2023 vers 14h05", "2023-08-01T14:05 minute ~"},
		{"fr", "Le 04/08/2023 à 14:05", "2023-08-04T14:05 minute"},
		{"es", "El 3 de junio de 2017 a las 14:30 UTC", "2017-06-03T14:30Z minute"},
		{"es", "El 12 de diciembre de 2022", "2022-12-12 day"},
		// ranges
		{"en", "Between 03:57-04:08 UTC it was down.", "T03:57 minute in UTC, -> T04:08 minute in UTC"},
		{"en", "Between 03:57-04:00 UTC it was down.", "T03:57 minute in UTC, -> T04:00 minute in UTC"},
		{"en", "It ran between 18:30 UTC to ~23:00 UTC.", "T18:30 minute in UTC, -> T23:00 minute in UTC ~"},
		{"en", "It ran from 17:25–17:44 UTC.", "T17:25 minute in UTC, -> T17:44 minute in UTC"},
		{"en", "It ran between 2024-11-28 22:38 UTC and 04:03 UTC.", "2024-11-28T22:38Z minute, -> 2024-11-29T04:03Z minute [date]"},
		{"en", "It ran from Oct 10 13:33 to Oct 25 19:58 UTC.", "--10-10T13:33 minute in UTC, -> --10-25T19:58 minute in UTC"},
		{"en", "From 7:05 PM UTC on Feb 5 2026 to 12:00 AM UTC on Feb 6 2026 it failed.", "2026-02-05T19:05Z minute, -> 2026-02-06T00:00Z minute"},
		{"en", "It ran from 10:23 PT / 17:23 UTC to 11:00 PT / 18:00 UTC.", "T10:23 minute in PT, -> T11:00 minute in PT"},
		{"en", "From approximately 9:42 AM to 10:38 AM ET on April 10, 2026 it failed.", "2026-04-10T13:42Z minute ~ [date], -> 2026-04-10T14:38Z minute"},
		// further ways of writing one time
		{"en", "It began at 2019-07-10T16:35:00+02:00.", "2019-07-10T14:35Z second"},
		{"en", "It began on 10 July 2019, 16:35 CEST.", "2019-07-10T14:35Z minute"},
		{"en", "It began on July 10th, 2019 at 4:35 p.m. EDT.", "2019-07-10T20:35Z minute"},
		{"en", "It began on Wednesday, July 10, 2019 at 16:35:12 UTC.", "2019-07-10T16:35:12Z second"},
		{"en", "It began 2019/07/10 16:35 UTC.", "2019-07-10T16:35Z minute"},
		{"en", "It began on Sept 3, 2021 at 07:05 AEST.", "2021-09-02T21:05Z minute"},
		{"en", "It began on 3 Sept 2021 at 07:05 SGT.", "2021-09-02T23:05Z minute"},
		{"en", "It began on 3 September 2021 at 07:05 JST.", "2021-09-02T22:05Z minute"},
		{"en", "It began on 29 February 2020 at 23:59 UTC.", "2020-02-29T23:59Z minute"},
		{"en", "Jun 02, 2021 - 08:15 PDT", "2021-06-02T15:15Z minute"},
		{"ko", "2025년 10월 3일 17시 30분(한국시간)에 발생했습니다.", "2025-10-03T08:30Z minute"},
		{"ko", "2025년 10월 3일 10:30 (대한민국 시간) 발생", "2025-10-03T01:30Z minute"},
		{"ko", "2025/10/03 09:05 ~ 2025/10/03 10:15", "2025-10-03T09:05 minute, -> 2025-10-03T10:15 minute"},
		{"ko", "2025년 10월 3일 오후 11시 50분부터 다음날까지", "2025-10-03T23:50 minute"},
		{"de", "Am 12. Oktober 2021 von 10:00 bis 11:30 Uhr", "2021-10-12 day, 2021-10-12T10:00 minute [date], -> 2021-10-12T11:30 minute [date]"},
		{"fr", "Le 3 mars 2022 de 10h00 à 11h30", "2022-03-03 day, 2022-03-03T10:00 minute [date], -> 2022-03-03T11:30 minute [date]"},
		{"es", "El 7 de mayo de 2021 entre las 10:00 y las 11:30", "2021-05-07 day, 2021-05-07T10:00 minute [date], -> 2021-05-07T11:30 minute [date]"},
		{"ja", "2025年10月3日（金）10時05分～11時20分", "2025-10-03 day, 2025-10-03T10:05 minute [date], -> 2025-10-03T11:20 minute [date]"},
		{"en", "Shards 3/4 and 12/15 were moved at a ratio of 2:30:1.", ""},
		{"en", "Builds took 45-60 minutes and used 4GB.", ""},
		{"en", "HTTP/1.1 502 came from port 8443.", ""},
		// times that people tell
		{"en", "It began on 2 May 2024 at noon UTC.", "2024-05-02T12:00Z minute"},
		{"en", "It ran from 2 May 2024 22:00 UTC until midnight UTC.", "2024-05-02T22:00Z minute, -> 2024-05-03T00:00Z minute [date]"},
		{"en", "It ran between 9 and 10 AM PDT.", "T09:00 hour in PDT, -> T10:00 hour in PDT"},
		{"en", "It began at 9 o'clock.", "T09:00 hour"},
		{"en", "It ran from 12:00 PM UTC to 03: 30 PM UTC.", "T12:00 minute in UTC, -> T15:30 minute in UTC"},
		{"en", "It began on 2 May 2024 at 22:00 UTC and was seen at 07:30 UTC the next morning.", "2024-05-02T22:00Z minute, 2024-05-03T07:30Z minute [date]"},
		{"en", "It began on 2 May 2024 at 22:00 UTC. 40 minutes later it was over.", "2024-05-02T22:00Z minute, 2024-05-02T22:40Z minute [time]"},
		{"en", "It began on 2 May 2024 at 22:00 UTC, T+15: alert, T+1:05: over.", "2024-05-02T22:00Z minute, 2024-05-02T22:15Z minute [time], 2024-05-02T23:05Z minute [time]"},
		{"en", "It began on Thursday, 2 May 2024 at 22:00 UTC. On Friday at 07:30 UTC it was over.", "2024-05-02T22:00Z minute, 2024-05-03T07:30Z minute [date]"},
		{"en", "It began at 5:50PM 3/23 UTC.", "--03-23T17:50 minute in UTC"},
		{"en", "It began at 5:50PM 3/6 UTC.", "? minute in UTC"},
		{"en", "It ran from 14h00 to 15h00 UTC.", "T14:00 minute in UTC, -> T15:00 minute in UTC"},
		{"en", "Duration: 04:12", ""},
		{"en", "Duration: 04:12 - 05:30 UTC", "T04:12 minute in UTC, -> T05:30 minute in UTC"},
		{"ko", "2025년 10월 3일 10:30 (대한민국 시간 기준) 발생", "2025-10-03T01:30Z minute"},
		{"ko", "2025년 10월 3일 21시 10분부터 22시 40분까지(한국 시간) 느렸습니다.", "2025-10-03T12:10Z minute, -> 2025-10-03T13:40Z minute [date]"},
		// what only looks like a time
		{"en", "Version 2.0 of the router.", ""},
		{"en", "We run 1.12.20 on 10.0.0.12:8080 in us-east-1.", ""},
		{"en", "The ratio was 3:1 and 10/45 pods restarted.", ""},
		{"en", "See https://example.com/2024/05/06/12:30/report.", ""},
		{"en", "Case IL-0351 of 24/7 support.", ""},
		{"en", "It may take 5 minutes.", ""},
		{"en", "It took 8h 30m, 97 minutes, 1:45 hours.", ""},
		{"en", "We saw 2016 errors and 1200 requests.", ""},
		{"en", "Rate limits of 98:76 and 25:10 apply.", ""},
		{"en", "At 22:XX more reports came.", ""},
	} {
		t.Run(tt.text, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, shownMoments(reportOf(tt.lang, "Router errors", tt.text))); diff != "" {
				t.Errorf("%s", diff)
			}
		})
	}
}

func TestTimesInheritFromTheirSurroundings(t *testing.T) {
	for _, tt := range []struct{ name, title, text, want string }{
		{
			"rows take the date of the heading above them", "Router errors",
			"2024-05-06\n10:00 UTC errors\n10:30 UTC over",
			"2024-05-06 day, 2024-05-06T10:00Z minute [date], 2024-05-06T10:30Z minute [date]",
		},
		{
			"rows that run over midnight unmarked", "Router errors",
			"2024-05-06 22:00 UTC - errors\n23:50 UTC - alert\n00:20 UTC - over",
			"2024-05-06T22:00Z minute, 2024-05-06T23:50Z minute [date], 2024-05-07T00:20Z minute [date]",
		},
		{
			"rows from the newest to the oldest", "Router errors on 7 May 2024",
			"7 May 2024 02:00 UTC - over\n01:00 UTC - better\n00:20 UTC - errors\n23:50 UTC - alert",
			"2024-05-07 day, 2024-05-07T02:00Z minute, 2024-05-07T01:00Z minute [date], 2024-05-07T00:20Z minute [date], 2024-05-06T23:50Z minute [date]",
		},
		{
			"a remark gives the zone", "Router errors on 7 May 2024",
			"All times in PST\n10:00 errors",
			"2024-05-07 day, 2024-05-07T18:00Z minute [date zone]",
		},
		{
			"a heading gives the zone", "Router errors on 7 May 2024",
			"Timeline (UTC)\n10:00 errors",
			"2024-05-07 day, 2024-05-07T10:00Z minute [date zone]",
		},
		{
			"the only zone of the text", "Router errors on 7 May 2024",
			"Errors began at 10:00 PDT.\n10:05 alert",
			"2024-05-07 day, 2024-05-07T17:00Z minute [date], 2024-05-07T17:05Z minute [date zone]",
		},
		{
			"no zone is invented where two are written", "Router errors on 7 May 2024",
			"Errors began at 10:00 PDT and ended by 18:00 UTC.\n10:05 alert",
			"2024-05-07 day, 2024-05-07T17:00Z minute [date], 2024-05-07T18:00Z minute [date], 2024-05-07T10:05 minute [date]",
		},
		{
			"the year comes from the title", "Router errors on 30 December 2023",
			"They ended on January 2 at 10:00 UTC.",
			"2023-12-30 day, 2024-01-02T10:00Z minute [year]",
		},
		{
			"a Korean remark gives the zone", "Router errors on 7 May 2024",
			"(대한민국 시간 기준)\n10:00 errors",
			"2024-05-07 day, 2024-05-07T01:00Z minute [date zone]",
		},
		{
			"rows strung together in a paragraph", "Router errors",
			"Timeline (UTC) 2024-05-06 22:00 - Errors 23:50 - Alert 00:20 - Over",
			"2024-05-06T22:00Z minute [zone], 2024-05-06T23:50Z minute [date zone], 2024-05-07T00:20Z minute [date zone]",
		},
		{
			"rows that count to twelve without am and pm", "Router errors on 7 May 2024",
			"11:30 errors\n11:35 alert\n1:40 over",
			"2024-05-07 day, 2024-05-07T11:30 minute [date], 2024-05-07T11:35 minute [date], 2024-05-07T13:40 minute [date]",
		},
		{
			"the range of a line has the zone of its name", "Router errors",
			"Outage window (UTC): 2024-05-06 10:00 → 2024-05-06 10:55",
			"2024-05-06T10:00Z minute [zone], -> 2024-05-06T10:55Z minute [zone]",
		},
		{
			"no year is invented", "Router errors",
			"They began on May 17 at 16:35 UTC.",
			"--05-17T16:35 minute in UTC",
		},
		{
			"no day is invented", "Router errors",
			"They began today at 16:35 UTC.",
			"T16:35 minute in UTC",
		},
		{
			"another date settles the order of numbers", "Router errors",
			"On 04.03.2020 the deadline passed; the bug was of 02.29.2020.",
			"2020-04-03 day, 2020-02-29 day",
		},
		{
			"a written date settles the order of numbers", "Router errors on 9 January 2024",
			"They began on 1/9/24.",
			"2024-01-09 day, 2024-01-09 day",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, shownMoments(reportOf("en", tt.title, tt.text))); diff != "" {
				t.Errorf("%s", diff)
			}
		})
	}
}

func TestAPostGivesItsYearAndDay(t *testing.T) {
	doc := reportOf("en", "Router errors", "Errors began at 23:10 UTC on Dec 31.\nAll is well since 02:00 UTC.")
	for i := 1; i < len(doc.Blocks); i++ {
		doc.Blocks[i].Time = "2024-01-01T03:00:00Z"
	}
	want := "2023-12-31T23:10Z minute [year], 2024-01-01T02:00Z minute [date]"
	if diff := cmp.Diff(want, shownMoments(doc)); diff != "" {
		t.Errorf("%s", diff)
	}
}

func TestSpansPointAtTheirTime(t *testing.T) {
	doc := reportOf("ko", "장애", "장애는 2025년 10월 3일 오전 2:27에 시작되었습니다.")
	marks := readMarks(doc)
	if len(marks) != 1 {
		t.Fatalf("got %d marks, want 1", len(marks))
	}
	m := marks[0]
	if got, want := doc.Blocks[m.block].Text[m.start:m.end], "2025년 10월 3일 오전 2:27"; got != want {
		t.Errorf("span is %q, want %q", got, want)
	}
}

func TestDeepBracketsAreReadOnce(t *testing.T) {
	doc := reportOf("en", "Router errors", strings.Repeat("10:00 UTC (", 20000))
	if got := len(readMarks(doc)); got != 20000 {
		t.Errorf("got %d marks, want 20000", got)
	}
}
