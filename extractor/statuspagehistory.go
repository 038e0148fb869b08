package extractor

import (
	"context"
	"maps"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// The history of a Statuspage: /history?page=N draws its list from JSON in an attribute, and
// /history.json?page=N serves the same months[].incidents[]. Of each incident it has the last update
// only, and its time without a year. Evidence: field notes of live pages, 2026-09.

// historyList is the name of the component that draws the list.
const historyList = "HistoryIndex"

func isStatuspageHistoryPage(p *page) bool {
	return p.has(historyList)
}

func readStatuspageHistoryPage(ctx context.Context, p *page) (*Document, error) {
	sub := *p
	if n := find(p.root, func(n *html.Node) bool { return attr(n, "data-react-class") == historyList }); n != nil {
		v, err := decodeJSON(attr(n, "data-react-props"))
		if err != nil {
			return nil, &Error{Kind: NotAReport, Where: p.where(), Err: err,
				Detail: "is a history page whose list cannot be read; queue the incident's own address"}
		}
		sub.json = v
	}
	return readStatuspageHistory(ctx, &sub)
}

func isStatuspageHistory(p *page) bool { return len(historyMonths(p.json)) > 0 }

// historyMonths returns the months of a history; none when v is something else.
func historyMonths(v any) []map[string]any {
	months := objects(object(v)["months"])
	for _, m := range months {
		if _, ok := m["incidents"]; !ok {
			return nil
		}
	}
	return months
}

func readStatuspageHistory(ctx context.Context, p *page) (*Document, error) {
	var incidents []map[string]any
	for _, m := range historyMonths(p.json) {
		for _, incident := range objects(m["incidents"]) {
			dated := maps.Clone(incident)
			dated["month"], dated["year"] = m["name"], m["year"]
			incidents = append(incidents, dated)
		}
	}
	if len(incidents) == 0 {
		return nil, errorf(NotAReport, p.where(), "is a history page without an incident; queue the incident's own address")
	}
	return incidentsDocument(ctx, p, incidents, historyPart)
}

// historyPart reads one incident, which has its month and year beside its own fields.
func historyPart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 0.9, Org: historyOrg(p), Title: Maybe(cleanText(stringField(m, "name")))}
	shown := fieldText(m, "timestamp")
	from, to := historyRange(shown, stringField(m, "month"), atoi(stringField(m, "year")))
	d.Window = Window{StartedAt: from, ResolvedAt: to, Impact: Maybe(stringField(m, "impact"))}
	d.Blocks = windowFacts(d.Window)
	if shown != "" {
		d.Blocks = append(d.Blocks, fact("timestamp", shown+", "+stringField(m, "month")+" "+stringField(m, "year")))
	}
	d.Blocks = append(d.Blocks, stamped(bodyBlocks(ctx, p, stringField(m, "message")), "", Maybe(firstOf(string(to), string(from))), Maybe(shown))...)
	d.PublishedAt, d.UpdatedAt = from, Maybe(firstOf(string(to), string(from)))
	warning := "a history shows the last update only: queue the incident's own address"
	if code := stringField(m, "code"); code != "" {
		d.URL = p.address("/incidents/" + code)
	}
	if d.URL != "" {
		warning += ", " + string(d.URL)
	}
	d.Warnings = append(d.Warnings, warning)
	return d
}

func historyOrg(p *page) Maybe {
	top := object(p.json)
	return Maybe(firstOf(string(pageName(object(top["page_status"]))), string(pageName(top))))
}

// fieldText reads a field that may hold markup, without it.
func fieldText(m map[string]any, field string) string {
	s := stringField(m, field)
	if !strings.ContainsAny(s, "<&") {
		return cleanText(s)
	}
	root, err := html.Parse(strings.NewReader(s))
	if err != nil {
		return cleanText(s)
	}
	return cleanText(rawText(root))
}

var historySpan = regexp.MustCompile(`^(.+?\d{1,2}:\d{2})(?: *[-–] *(.*?\d{1,2}:\d{2}))?( *[AaPp][Mm])? +([A-Za-z]{2,5})$`)

// historyRange reads "Feb 25, 23:44 - Feb 26, 20:27 UTC" and "Mar 13, 06:55 - 16:02 UTC" of a month
// with its year. A single time is the start.
func historyRange(s, month string, year int) (from, to Maybe) {
	m := historySpan.FindStringSubmatch(s)
	if m == nil || year == 0 {
		return "", ""
	}
	start, ok := readStamp(m[1] + m[3] + " " + m[4])
	if !ok || start.month == 0 {
		return "", ""
	}
	if start.month == 12 && monthNumber(month) == 1 {
		year-- // begun in December, listed under January
	}
	begun, known := start.at(year, 0, 0)
	end, ok := readStamp(m[2] + m[3] + " " + m[4])
	if !known || !ok {
		return rfc3339(begun, known), ""
	}
	return rfc3339(begun, true), rfc3339(end.notBefore(begun))
}

// A summary of a Statuspage, and what copies it, has the state of the components and the incidents
// that are open: without one there is no report in it.
func isStatuspageSummary(p *page) bool {
	m := object(p.json)
	_, components := m["components"]
	_, incidents := m["incidents"]
	return object(m["page"]) != nil && (object(m["status"]) != nil || components || incidents)
}

func refuseSummary(_ context.Context, p *page) (*Document, error) {
	return nil, errorf(NotAReport, p.where(), "is the summary of a status page with no incident in it; queue the incident's own address")
}
