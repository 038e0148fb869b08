package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"inquest/fetcher"
)

// stampLayout is the timestamp of replay addresses and CDX rows, UTC.
const stampLayout = "20060102150405"

// mostRows bounds what one look-up asks for.
const mostRows = "200"

// cdx asks the CDX server (its API is described in internetarchive/wayback,
// wayback-cdx-server). Small archives ignore the parameters that narrow the
// answer, so every row is judged here again.
func (a *Archive) cdx(ctx context.Context, page string, near time.Time) ([]Memento, error) {
	query := url.Values{
		"url":    {page},
		"output": {"json"},
		"fl":     {"timestamp,original,statuscode"},
		"filter": {"!statuscode:[345].."},
		"limit":  {"-" + mostRows},
	}
	if !near.IsZero() {
		query.Set("closest", near.UTC().Format(stampLayout))
		query.Set("sort", "closest")
		query.Set("limit", mostRows)
	}
	address := a.Base + "/cdx/search/cdx?" + query.Encode()
	content, err := a.ask(ctx, address, "application/json")
	if err != nil || len(content) == 0 {
		return nil, err
	}
	var rows [][]string
	if err := json.Unmarshal(content, &rows); err != nil {
		return nil, &fetcher.Error{Kind: fetcher.WrongType, URL: address, Detail: "it is not the JSON of a CDX server", Err: err}
	}
	return mementos(rows), nil
}

// ask fetches a listing. An empty body is a listing without rows.
func (a *Archive) ask(ctx context.Context, address, accept string) ([]byte, error) {
	got, err := a.Client.Fetch(ctx, fetcher.Request{URL: address, Accept: accept, Budget: a.lookups()})
	if isExcluded(got) {
		return nil, fmt.Errorf("look up %s: %w", address, ErrExcluded)
	}
	if is(err, fetcher.Empty) && got.Status == http.StatusOK {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return got.Content()
}

// is reports whether an error is an outcome of one of these kinds.
func is(err error, kinds ...fetcher.Kind) bool {
	var outcome *fetcher.Error
	return errors.As(err, &outcome) && slices.Contains(kinds, outcome.Kind)
}

// mementos reads the rows of a CDX answer. The first names the columns; an
// empty row ends them, what follows it is a key for the next page.
func mementos(rows [][]string) []Memento {
	if len(rows) == 0 {
		return nil
	}
	stamp, original, status := slices.Index(rows[0], "timestamp"), slices.Index(rows[0], "original"), slices.Index(rows[0], "statuscode")
	var found []Memento
	for _, row := range rows[1:] {
		if len(row) == 0 {
			break
		}
		if m, ok := memento(cell(row, stamp), cell(row, original), cell(row, status)); ok {
			found = append(found, m)
		}
	}
	return found
}

func cell(row []string, i int) string {
	if i < 0 || i >= len(row) {
		return ""
	}
	return row[i]
}

// memento judges one row. A status of "-" is a copy whose bytes equal those of
// an earlier one; addresses such as http://mailto:... are scrap.
func memento(stamp, original, status string) (Memento, bool) {
	at, ok := parseStamp(stamp)
	usable := status == "200" || status == "-" || status == ""
	if !ok || !usable || fetcher.Check(original) != nil {
		return Memento{}, false
	}
	return Memento{At: at, Timestamp: stamp, Original: original}, true
}

// parseStamp repairs the timestamps, mostly of the year 2000, that have a 00
// before the month or the day and lack the seconds.
func parseStamp(stamp string) (time.Time, bool) {
	if len(stamp) != len(stampLayout) {
		return time.Time{}, false
	}
	for _, candidate := range []string{stamp, stamp[:4] + stamp[6:] + "00", stamp[:6] + stamp[8:] + "00"} {
		if at, err := time.Parse(stampLayout, candidate); err == nil && (candidate == stamp || strings.Contains(stamp[4:8], "00")) {
			return at, true
		}
	}
	return time.Time{}, false
}

// timeMap reads the list of all mementos (RFC 7089, section 5; link format as in
// RFC 6690). It does not know statuses, so a copy of an error page may be among
// them.
func (a *Archive) timeMap(ctx context.Context, page string) ([]Memento, error) {
	content, err := a.ask(ctx, a.Base+"/web/timemap/link/"+inPath(page), "")
	if is(err, fetcher.Gone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var found []Memento
	for _, l := range parseLinks(string(content)) {
		if m, ok := l.memento(); ok {
			found = append(found, m)
		}
	}
	return found, nil
}

// inPath puts an address into the path of another one. Its own fragment would
// otherwise become the fragment of the whole.
func inPath(page string) string { return strings.ReplaceAll(page, "#", "%23") }
