package archive_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
	"inquest/fetcher/archive"
	"inquest/fetcher/archive/archivetest"
)

const page = "https://status.kestrel.example/incidents/42"

// The report is published on 9 February 2031 and gone a year later.
var published = day(2031, 2, 9)

func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 10, 0, 0, 0, time.UTC)
}

// report is a page that can be read.
func report(version string) []byte {
	return []byte("<html><head><title>Checkout outage</title></head><body><h1>Checkout outage, " + version + "</h1>" +
		strings.Repeat("<p>At 04:05 UTC our checkout began to refuse connections. We rolled a migration back at 05:40.</p>", 5) + "</body></html>")
}

func copyAt(at time.Time, status int, body []byte, headers ...string) archivetest.Copy {
	header := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		header.Set(name, value)
	}
	return archivetest.Copy{URL: page, At: at, Status: status, Header: header, Body: body}
}

var copies = []archivetest.Copy{
	copyAt(day(2032, 3, 1), 410, []byte("gone")),
	copyAt(day(2031, 2, 4), 200, report("as it began")),
	copyAt(day(2031, 2, 10), 200, report("as published"), `ETag: "7"`),
	copyAt(day(2031, 6, 1), 200, report("as corrected")),
}

func serve(t *testing.T, h http.Handler) *archive.Archive {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	addr, err := netip.ParseAddrPort(s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return &archive.Archive{Base: "http://archive.test", Client: fetcher.New(fetcher.Options{
		UserAgent: "inquest-test",
		Now:       func() time.Time { return day(2033, 1, 1) },
		Sample:    &fetcher.Sample{Addr: addr, Hosts: []string{"archive.test", "status.test"}},
	})}
}

func TestLookup(t *testing.T) {
	rows := []struct {
		name    string
		archive archivetest.Handler
		url     string
		near    time.Time
		want    time.Time
		err     error
	}{
		{name: "the first copy after the publication", url: page, near: published, want: day(2031, 2, 10)},
		{name: "a copy of that very moment", url: page, near: day(2031, 2, 10), want: day(2031, 2, 10)},
		{name: "the last before, when there is none after", url: page, near: day(2031, 7, 1), want: day(2031, 6, 1)},
		{name: "the latest that is not an error page, when no time is known", url: page, want: day(2031, 6, 1)},
		{name: "by TimeMap, when there is no CDX", url: page, near: published, want: day(2031, 2, 10), archive: archivetest.Handler{Faults: archivetest.Faults{NoCDX: true}}},
		{name: "without regard to scheme and www", url: "http://www.Status.Kestrel.example/incidents/42", near: published, want: day(2031, 2, 10)},
		{name: "a page that was never copied", url: page + "1", err: archive.ErrNotArchived},
		{name: "never copied, by TimeMap", url: page + "1", err: archive.ErrNotArchived, archive: archivetest.Handler{Faults: archivetest.Faults{NoCDX: true}}},
		{name: "a page that may not be shown", url: page, err: archive.ErrExcluded, archive: archivetest.Handler{Faults: archivetest.Faults{Excluded: map[string]bool{page: true}}}},
		{name: "not shown, by TimeMap", url: page, err: archive.ErrExcluded, archive: archivetest.Handler{Faults: archivetest.Faults{NoCDX: true, Excluded: map[string]bool{page: true}}}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			row.archive.Copies = copies
			got, err := serve(t, &row.archive).Lookup(t.Context(), row.url, row.near)
			if !errors.Is(err, row.err) {
				t.Fatalf("error %v, want %v", err, row.err)
			}
			if row.err != nil {
				return
			}
			want := archive.Memento{At: row.want, Timestamp: row.want.Format("20060102150405"), Original: page}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("memento (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOddRows has an archive that answers with what real ones do.
func TestOddRows(t *testing.T) {
	const head = `["timestamp","original","statuscode"],`
	rows := []struct {
		name, body string
		want       []string // timestamps, best first
	}{
		{"no body", "", nil},
		{"no rows", "[]", nil},
		{"only the names of the columns", `[["timestamp","original","statuscode"]]`, nil},
		{"columns in another order", `[["statuscode","urlkey","timestamp","original"],["200","x","20310210100000","` + page + `"]]`, []string{"20310210100000"}},
		{"same bytes as before", "[" + head + `["20310210100000","` + page + `","-"]]`, []string{"20310210100000"}},
		{"error pages and redirects are left out", "[" + head + `["20310210100000","` + page + `","404"],["20310211100000","` + page + `","301"],["20310212100000","` + page + `","503"]]`, nil},
		{"rows that repeat", "[" + head + `["20310210100000","` + page + `","200"],["20310210100000","` + page + `","200"]]`, []string{"20310210100000"}},
		{"zeros before the month", "[" + head + `["20310002101000","` + page + `","200"]]`, []string{"20310002101000"}},
		{"no time at all", "[" + head + `["20319999999999","` + page + `","200"],["2031","` + page + `","200"],["","` + page + `","200"]]`, nil},
		{"scrap addresses", "[" + head + `["20310210100000","http://mailto:x@y.example/","200"],["20310210100000","data:text/html,x","200"]]`, nil},
		{"short rows", "[" + head + `["20310210100000"],["20310211100000","` + page + `"]]`, []string{"20310211100000"}},
		{"key for the next page", "[" + head + `["20310210100000","` + page + `","200"],[],["org,example)/ 2031"]]`, []string{"20310210100000"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				io.WriteString(w, row.body)
			}
			found, err := serve(t, http.HandlerFunc(h)).Mementos(t.Context(), page, time.Time{})
			if len(row.want) == 0 && errors.Is(err, archive.ErrNotArchived) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range found {
				got = append(got, m.Timestamp)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("timestamps (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReplayGivesTheBytesAsCopied(t *testing.T) {
	a := serve(t, &archivetest.Handler{Copies: copies})
	got, err := a.Read(t.Context(), page, published)
	if err != nil {
		t.Fatal(err)
	}
	if got.Header.Get("X-Archive-Orig-Etag") != `"7"` {
		t.Errorf("headers %v lack those of the origin", got.Header)
	}
	got.Header = nil
	want := &fetcher.Capture{
		URL: page, FinalURL: page, Status: 200, Body: report("as published"), At: day(2033, 1, 1), SHA256: got.SHA256,
		Archived: "http://archive.test/web/20310210100000/" + page, Memento: day(2031, 2, 10),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("capture (-want +got):\n%s", diff)
	}
}

func TestGzipWhoseLabelTheArchiveLost(t *testing.T) {
	a := serve(t, &archivetest.Handler{Copies: copies, Faults: archivetest.Faults{LostLabel: true}})
	got, err := a.Read(t.Context(), page, published)
	if err != nil {
		t.Fatal(err)
	}
	content, err := got.Content()
	if err != nil || string(content) != string(report("as published")) {
		t.Errorf("content %q, %v", content, err)
	}
	if _, err := gzip.NewReader(strings.NewReader(string(got.Body))); err != nil {
		t.Errorf("the body is not kept as served: %v", err)
	}
}

func TestArchivedRedirectIsFollowedInTheArchive(t *testing.T) {
	moved := copyAt(day(2031, 2, 10), 301, nil, "Location: /incidents/42-checkout?a=1")
	target := archivetest.Copy{URL: "https://status.kestrel.example/incidents/42-checkout?a=1", At: day(2031, 2, 10).Add(2 * time.Hour), Header: moved.Header, Body: report("moved")}
	target.Header = http.Header{"Content-Type": {"text/html"}}
	a := serve(t, &archivetest.Handler{Copies: []archivetest.Copy{moved, target}})
	got, err := a.Replay(t.Context(), archive.Memento{At: moved.At, Timestamp: "20310210100000", Original: page})
	if err != nil {
		t.Fatal(err)
	}
	got.Header = nil
	want := &fetcher.Capture{
		URL: page, FinalURL: target.URL, Hops: []fetcher.Hop{{URL: page, Status: 301, To: target.URL}}, Status: 200,
		Body: target.Body, At: day(2033, 1, 1), SHA256: got.SHA256,
		Archived: "http://archive.test/web/20310210120000/" + target.URL, Memento: target.At,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("capture (-want +got):\n%s", diff)
	}
}

func TestReplayThatGivesNoPage(t *testing.T) {
	challenge := []byte(`<html><title>Just a moment...</title><script>window._cf_chl_opt={}</script></html>`)
	circle := copyAt(day(2031, 2, 10), 302, nil, "Location: "+page)
	outside := copyAt(day(2031, 2, 10), 302, nil, "Location: /elsewhere")
	rows := []struct {
		name    string
		archive archivetest.Handler
		stamp   string
		err     error
	}{
		{name: "no copy at that time", archive: archivetest.Handler{Copies: copies}, stamp: "20320101000000", err: archive.ErrNotArchived},
		{name: "no copy at all", archive: archivetest.Handler{}, stamp: "20310210100000", err: archive.ErrNotArchived},
		{name: "redirect whose end was not copied", archive: archivetest.Handler{Copies: []archivetest.Copy{outside}}, stamp: "20310210100000", err: archive.ErrNotArchived},
		{name: "redirects in a circle", archive: archivetest.Handler{Copies: []archivetest.Copy{circle}}, stamp: "20310210100000", err: archive.ErrUnusable},
		{name: "copy of an error page", archive: archivetest.Handler{Copies: copies}, stamp: "20320301100000", err: archive.ErrUnusable},
		{name: "copy of a busy answer", archive: archivetest.Handler{Copies: []archivetest.Copy{copyAt(day(2031, 2, 10), 429, []byte("slow"), "Retry-After: 60")}}, stamp: "20310210100000", err: archive.ErrUnusable},
		{name: "copy of a challenge", archive: archivetest.Handler{Copies: []archivetest.Copy{copyAt(day(2031, 2, 10), 200, challenge)}}, stamp: "20310210100000", err: archive.ErrUnusable},
		{name: "copy that the origin's headers call a challenge", archive: archivetest.Handler{Copies: []archivetest.Copy{copyAt(day(2031, 2, 10), 200, report("x"), "Cf-Mitigated: challenge")}}, stamp: "20310210100000", err: archive.ErrUnusable},
		{name: "copy without content", archive: archivetest.Handler{Copies: []archivetest.Copy{copyAt(day(2031, 2, 10), 200, nil)}}, stamp: "20310210100000", err: archive.ErrUnusable},
		{name: "answer that is not called a copy", archive: archivetest.Handler{Copies: copies, Faults: archivetest.Faults{NoMemento: true}}, stamp: "20310210100000", err: archive.ErrNotMemento},
		{name: "page that may not be shown", archive: archivetest.Handler{Copies: copies, Faults: archivetest.Faults{Excluded: map[string]bool{page: true}}}, stamp: "20310210100000", err: archive.ErrExcluded},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := serve(t, &row.archive).Replay(t.Context(), archive.Memento{Timestamp: row.stamp, Original: page})
			var outcome *fetcher.Error
			if !errors.Is(err, row.err) || errors.As(err, &outcome) {
				t.Errorf("error %v, want %v and no outcome of a fetch", err, row.err)
			}
		})
	}
}

// TestArchiveInTrouble: what keeps us from speaking with the archive is an
// outcome like that of any server, and is never taken for "not archived".
func TestArchiveInTrouble(t *testing.T) {
	wanted := archive.Memento{Timestamp: "20310210100000", Original: page}
	rows := []struct {
		name   string
		faults archivetest.Faults
		call   func(context.Context, *archive.Archive) error
		want   fetcher.Kind
	}{
		{"busy at the look-up", archivetest.Faults{Busy: true}, lookUp, fetcher.Busy},
		{"busy at the look-up of an archive without CDX", archivetest.Faults{Busy: true, NoCDX: true}, lookUp, fetcher.Busy},
		{"busy at the replay", archivetest.Faults{Busy: true}, replay(wanted), fetcher.Busy},
		{"offline at the replay", archivetest.Faults{ServerError: true}, replay(wanted), fetcher.ServerError},
		{"offline while reading", archivetest.Faults{ServerError: true}, read, fetcher.ServerError},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			err := row.call(t.Context(), serve(t, &archivetest.Handler{Copies: copies, Faults: row.faults}))
			var outcome *fetcher.Error
			if !errors.As(err, &outcome) || outcome.Kind != row.want {
				t.Errorf("error %v, want kind %s", err, row.want)
			}
		})
	}
}

func lookUp(ctx context.Context, a *archive.Archive) error {
	_, err := a.Lookup(ctx, page, published)
	return err
}

func read(ctx context.Context, a *archive.Archive) error {
	_, err := a.Read(ctx, page, published)
	return err
}

func replay(m archive.Memento) func(context.Context, *archive.Archive) error {
	return func(ctx context.Context, a *archive.Archive) error {
		_, err := a.Replay(ctx, m)
		return err
	}
}

// TestReportThatItsPublisherTookDown is the whole way: the page answers 410, its
// copy is read. One server answers for both hosts, as the sample site does; it
// routes by host, because http.ServeMux would clean the path of the replay.
func TestReportThatItsPublisherTookDown(t *testing.T) {
	kept := slices.Clone(copies[1:])
	for i := range kept {
		kept[i].URL = "http://status.test/incidents/42"
	}
	old := &archivetest.Handler{Copies: kept}
	a := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host == "status.test" {
			w.WriteHeader(http.StatusGone)
			return
		}
		old.ServeHTTP(w, r)
	}))
	_, err := a.Client.Fetch(t.Context(), fetcher.Request{URL: kept[0].URL})
	var outcome *fetcher.Error
	if !errors.As(err, &outcome) || outcome.Kind != fetcher.Gone {
		t.Fatalf("error %v, want kind %s", err, fetcher.Gone)
	}
	got, err := a.Read(t.Context(), kept[0].URL, published)
	if err != nil {
		t.Fatal(err)
	}
	if want := "http://archive.test/web/20310210100000/" + kept[0].URL; got.Archived != want || string(got.Body) != string(report("as published")) {
		t.Errorf("copy %s, want %s", got.Archived, want)
	}
}

// TestReadTriesTheNextCopy: the copy nearest to the publication is a challenge.
func TestReadTriesTheNextCopy(t *testing.T) {
	kept := slices.Clone(copies)
	kept = append(kept, copyAt(published.Add(time.Hour), 200, []byte("<title>Just a moment...</title><script>_cf_chl_opt</script>")))
	got, err := serve(t, &archivetest.Handler{Copies: kept}).Read(t.Context(), page, published)
	if err != nil || !got.Memento.Equal(day(2031, 2, 10)) {
		t.Errorf("capture %+v, %v; want that of the day after", got, err)
	}
}

// TestCopyThatIsNotShownYet: a copy is listed for hours before it is shown.
func TestCopyThatIsNotShownYet(t *testing.T) {
	a := serve(t, &archivetest.Handler{Copies: copies[1:3], Faults: archivetest.Faults{LateReplay: true}})
	got, err := a.Read(t.Context(), page, published)
	if err != nil || !got.Memento.Equal(day(2031, 2, 4)) {
		t.Errorf("capture %+v, %v; want that of the day before", got, err)
	}
}

// TestRedirectOutOfTheArchive: an answer of the archive leads to the live web.
func TestRedirectOutOfTheArchive(t *testing.T) {
	for _, to := range []string{page, "http://other.example/web/20310210100000id_/" + page, "//archive.test/x", "/login"} {
		h := func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		}
		_, err := serve(t, http.HandlerFunc(h)).Replay(t.Context(), archive.Memento{Timestamp: "20310210100000", Original: page})
		if !errors.Is(err, archive.ErrUnusable) || !strings.Contains(err.Error(), "no copy in this archive") {
			t.Errorf("to %s: error %v, want %v", to, err, archive.ErrUnusable)
		}
	}
}

// TestViewForPeople holds for archivetest, which the sample site shows.
func TestViewForPeople(t *testing.T) {
	a := serve(t, &archivetest.Handler{Copies: copies})
	for stamp, want := range map[string]string{
		"20310210100000": "wm-ipp-base",
		"2031":           "as it began",
	} {
		got, err := a.Client.Fetch(t.Context(), fetcher.Request{URL: fmt.Sprintf("%s/web/%s/%s", a.Base, stamp, page)})
		if err != nil || !strings.Contains(string(got.Body), want) {
			t.Errorf("view at %s lacks %q: %v", stamp, want, err)
		}
	}
}
