package normalizer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
)

func TestSentencesEndWhereAReaderEndsThem(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"two plain sentences", "The router failed. It was restarted.", []string{"The router failed.", "It was restarted."}},
		{"a version number", "Router 2.0 failed at 3.5 Gbit/s. We rolled back to v1.9.", []string{"Router 2.0 failed at 3.5 Gbit/s.", "We rolled back to v1.9."}},
		{"half of the day with a zone", "It began at 9 a.m. PST and ended at 10 a.m. We are sorry.", []string{"It began at 9 a.m. PST and ended at 10 a.m.", "We are sorry."}},
		{"abbreviated months", "It began on Nov. 25, 12:18 UTC. All is well.", []string{"It began on Nov. 25, 12:18 UTC.", "All is well."}},
		{"a stop behind the year of a date", "July 22, 2025. at 21:13 UTC: a fix was deployed.", []string{"July 22, 2025. at 21:13 UTC: a fix was deployed."}},
		{"examples", "Some calls, e.g. GET, failed, i.e. no data came back. Others did not.", []string{"Some calls, e.g. GET, failed, i.e. no data came back.", "Others did not."}},
		{"an address", "See https://example.com/a.b?c. Then read on.", []string{"See https://example.com/a.b?c.", "Then read on."}},
		{"a host name", "The domain api.example.com was down. So was www.", []string{"The domain api.example.com was down.", "So was www."}},
		{"a quotation", "They said “it is down.” We looked.", []string{"They said “it is down.”", "We looked."}},
		{"question and exclamation", "What happened? A lot! Read on", []string{"What happened?", "A lot!", "Read on"}},
		{"an initial", "J. Doe noticed it first. Nobody else did.", []string{"J. Doe noticed it first.", "Nobody else did."}},
		{"a number of a list", "1. Restarted the router. 2. Rolled back.", []string{"1. Restarted the router.", "2. Rolled back."}},
		{"an ellipsis in a sentence", "It was ... slow. Then fast.", []string{"It was ... slow.", "Then fast."}},
		{"Korean", "장애가 발생했습니다. 10시 33분에 복구되었습니다.", []string{"장애가 발생했습니다.", "10시 33분에 복구되었습니다."}},
		{"Korean without a space", "조치를 완료했습니다.이후 재발하지 않았습니다.", []string{"조치를 완료했습니다.", "이후 재발하지 않았습니다."}},
		{"Japanese", "障害が発生しました。7時41分頃に復旧しました。", []string{"障害が発生しました。", "7時41分頃に復旧しました。"}},
		{"Korean date with stops", "2024. 5. 7. 14:00에 시작되었습니다.", []string{"2024. 5. 7. 14:00에 시작되었습니다."}},
		{"a month behind an ordinal", "Der Ausfall begann am 19. März 2020. Er dauerte eine Stunde.", []string{"Der Ausfall begann am 19. März 2020.", "Er dauerte eine Stunde."}},
		{"a date with commas", "On Oct 24, 2022, at 09:15 it failed. On Thurs. 27 October it was fixed.", []string{"On Oct 24, 2022, at 09:15 it failed.", "On Thurs. 27 October it was fixed."}},
		{"a zone that is spoken out", "It failed at 5 p.m. Pacific time. We saw it.", []string{"It failed at 5 p.m. Pacific time.", "We saw it."}},
		{"nothing", "   ", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := &extractor.Document{Blocks: []extractor.Block{{Kind: extractor.Para, Text: tt.text}}}
			var got []string
			for _, s := range sentencesOf(doc) {
				got = append(got, s.text)
				if at := doc.Blocks[s.block].Text[s.start:s.end]; at != s.text {
					t.Errorf("span holds %q, sentence is %q", at, s.text)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s", diff)
			}
		})
	}
}

func TestRowsAreOneSentenceAndCodeIsNone(t *testing.T) {
	doc := &extractor.Document{Blocks: []extractor.Block{
		{Kind: extractor.Row, Text: "10:00 | It failed. We looked."},
		{Kind: extractor.Code, Text: "panic: it failed. stop."},
		{Kind: extractor.Heading, Text: "What happened? Why?"},
	}}
	want := []sentence{
		{block: 0, start: 0, end: 29, text: "10:00 | It failed. We looked."},
		{block: 2, start: 0, end: 19, text: "What happened? Why?"},
	}
	if diff := cmp.Diff(want, sentencesOf(doc), cmp.AllowUnexported(sentence{})); diff != "" {
		t.Errorf("%s", diff)
	}
}
