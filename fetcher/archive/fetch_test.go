package archive_test

import (
	"net/http"
	"testing"
	"time"

	"inquest/fetcher"
	"inquest/fetcher/archive/archivetest"
)

func TestAnAddressOfACopyIsReadAsCaptured(t *testing.T) {
	const base = "http://archive.test/web/"
	rows := []struct {
		name, url string
		archive   archivetest.Handler
		want      time.Time // of the copy; zero: none
		kind      fetcher.Kind
	}{
		{name: "the view for people", url: base + "20310210100000/" + page, want: day(2031, 2, 10)},
		{name: "with a flag", url: base + "20310210100000if_/" + page, want: day(2031, 2, 10)},
		{name: "a time at which there is no copy", url: base + "20310401000000/" + page, want: day(2031, 6, 1)},
		{name: "a month", url: base + "203103/" + page, want: day(2031, 6, 1)},
		{name: "the calendar", url: base + "2031*/" + page, want: day(2031, 6, 1)},
		{name: "no time", url: base + page, want: day(2031, 6, 1)},
		{name: "a page that was never copied", url: base + "20310210100000/" + page + "1", kind: fetcher.Gone},
		{name: "a copy of an error page", url: base + "20320301100000/" + page, kind: fetcher.Gone},
		{name: "a page that may not be shown", url: base + "20310210100000/" + page, kind: fetcher.Refused,
			archive: archivetest.Handler{Faults: archivetest.Faults{Excluded: map[string]bool{page: true}}}},
		{name: "an archive that is busy", url: base + "20310210100000/" + page, kind: fetcher.Busy,
			archive: archivetest.Handler{Faults: archivetest.Faults{Busy: true}}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			row.archive.Copies = copies
			got, err := serve(t, &row.archive).Fetch(t.Context(), fetcher.Request{URL: row.url})
			if fetcher.KindOf(err) != row.kind || (row.kind == "") != (err == nil) {
				t.Fatalf("error %v, want outcome %q", err, row.kind)
			}
			if row.kind == "" && (!got.Memento.Equal(row.want) || got.URL != page || got.Archived == "") {
				t.Errorf("copy %s of %s, of %v; want that of %v", got.Archived, got.URL, got.Memento, row.want)
			}
		})
	}
}

func TestOtherAddressesAreFetched(t *testing.T) {
	a := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write(report("of " + r.URL.Path))
	}))
	for _, url := range []string{"http://status.test/incidents/42", "http://status.test/web/20310210100000/" + page} {
		got, err := a.Fetch(t.Context(), fetcher.Request{URL: url})
		if err != nil || got.URL != url || got.Archived != "" {
			t.Errorf("%s: capture %+v, error %v", url, got, err)
		}
	}
}
