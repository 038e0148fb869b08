package normalizer

import "testing"

func TestMannerOfASentence(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       manner
	}{
		{"a failure that was", "The API was down from 10:02.", mannerFailure | mannerPast | mannerClock},
		{"a failure that may be", "If a node fails, requests may be slow.", mannerFailure | mannerGeneral},
		{"work that will be done", "We will upgrade the cluster tonight at 9pm.", mannerOwn | mannerAhead | mannerPlanned | mannerClock},
		{"planned work is not past", "The scheduled maintenance is over.", mannerAhead | mannerPlanned | mannerUpkeep},
		{"a certain failure", "We are investigating an internal error.", mannerOwn | mannerResponse | mannerFailure | mannerThis},
		{"failures in general", "Outages teach.", mannerFailure | mannerMany},
		{"no impact", "No customer impact for 20 minutes.", mannerHarmless | mannerLasting},
		{"an order", "Check your settings.", mannerOrder | mannerAddress},
		{"an order stands first", "Please see the check.", mannerOrder},
		{"a version", "Release 4.2 is out", mannerRelease},
		{"no version: a date", "2031.04.01", 0},
		{"no version: a percentage", "99.95 % in total", mannerPercent},
		{"what could not be done", "Users could not pay.", mannerFailure},
		{"a day in the past", "On 3 April we left.", mannerDay | mannerPast | mannerOwn},
		{"a day after its month", "It began on April 3.", mannerDay | mannerPast},
		{"Korean: a failure that came about", "4월 2일 오류가 발생했습니다.", mannerDay | mannerFailure | mannerThis | mannerPast | mannerResponse},
		{"a percentage", "99 % were met.", mannerPercent | mannerPast},
		{"a question", "Is it safe?", mannerQuestion},
		{"Korean: a failure that was", "결제가 실패했습니다.", mannerFailure | mannerPast},
		{"Korean: work ahead", "3시부터 점검이 진행될 예정입니다.", mannerPlanned | mannerUpkeep | mannerAhead | mannerClock},
		{"Korean: a request", "다시 확인해 주세요.", mannerAddress | mannerOrder},
		{"Korean: being is not past", "방법이 있습니다.", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := mannerOf(fold(c.text).text); got != c.want {
				t.Errorf("manner %b, want %b", got, c.want)
			}
		})
	}
}
