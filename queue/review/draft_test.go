package review_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
	"inquest/normalizer"
	"inquest/queue/store"
)

const sha256 = "5f2c6a1d9b3e48f0a7c4d2e1b6f8093a5f2c6a1d9b3e48f0a7c4d2e1b6f8093a"

// score returns a pointer for the literals of tests.
func score(f float64) *float64 { return &f }

// cite is evidence for the first place of quote in the block.
func cite(doc *extractor.Document, e normalizer.Evidence, block int, quote string) normalizer.Evidence {
	e.Start = strings.Index(doc.Blocks[block].Text, quote)
	e.Capture, e.Block, e.End, e.Quote, e.By = sha256, block, e.Start+len(quote), quote, "rules"
	return e
}

// report is a document with a block of every kind.
func report() *extractor.Document {
	return &extractor.Document{
		Title: "Logins were slow", Lang: "en",
		Blocks: []extractor.Block{
			{Kind: extractor.Heading, Level: 1, Section: extractor.SectionTitle, Text: "Logins were slow"},
			{Kind: extractor.Fact, Section: extractor.SectionPlatform, Text: "impact: major"},
			{Kind: extractor.Fact, Section: extractor.SectionPlatform, Text: "component: API"},
			{Kind: extractor.Para, Section: extractor.SectionSummary, Text: "Logins took 40 s – “far too long” – for <all> users.",
				Links: []extractor.Link{{Text: "dashboard", Href: "https://status.example.com/d"}, {Text: "mail us", Href: "mailto:ops@example.com"}}},
			{Kind: extractor.Heading, Level: 2, Section: extractor.SectionRootCause, Text: "Root cause"},
			{Kind: extractor.Para, Section: extractor.SectionRootCause, Text: "A change of the cache's settings made every login read the database."},
			{Kind: extractor.Item, Depth: 1, Section: extractor.SectionActionItems, State: extractor.StateComplete, Text: "Test settings before they go out."},
			{Kind: extractor.Item, Depth: 2, Section: extractor.SectionActionItems, Text: "On one server first."},
			{Kind: extractor.Row, Section: extractor.SectionTimeline, Text: "10:00 | slow logins"},
			{Kind: extractor.Row, Section: extractor.SectionTimeline, Text: "10:30 | settings put back"},
			{Kind: extractor.Code, Section: extractor.SectionTimeline, Text: "cache:\n  size: 0"},
			{Kind: extractor.Quote, Section: extractor.SectionTimeline, Text: "We cannot log in"},
			{Kind: extractor.Para, Section: extractor.SectionTimeline, Label: "Resolved", Time: "2031-02-03T10:30:00Z", RawTime: "Feb 3, 10:30 UTC", Text: "고객의 로그인이 느려졌습니다."},
			{Kind: extractor.Para, Section: extractor.SectionLegal, Text: "This report is not an admission."},
			{Kind: extractor.Para, Section: extractor.SectionBoilerplate, Text: "Powered by a status page."},
		},
	}
}

// slowLogins is a draft of report.
func slowLogins() *store.DraftView {
	doc := report()
	return &store.DraftView{
		DraftRow: store.DraftRow{
			Item: 7, Org: "Example", Date: "2031-02-03", Title: "Logins were slow", RootCause: "config-change", Incident: true,
			Problems: 1, State: "drafted", SourceURL: "https://status.example.com/1", DraftedAt: time.Date(2031, 2, 4, 9, 5, 0, 0, time.UTC),
		},
		Draft: &normalizer.Draft{
			Incident: true,
			Case: normalizer.Case{
				Org: "Example", Date: "2031-02-03", DateKind: "incident", Title: &normalizer.Text{En: "Logins were slow", Ko: "로그인 지연"},
				Severity: "major", Symptoms: []string{"high-latency", "login-failure"}, Components: []string{"cache"}, RootCause: "config-change",
				Timeline: normalizer.Timeline{ResolvedAfter: "30m"}, Impact: normalizer.Impact{Region: "unknown"},
				ActionItems: []normalizer.Step{{Text: &normalizer.Text{En: "Test settings before they go out."}}},
				Docs:        []string{"https://docs.example.com/cache"},
				Sources:     []normalizer.CaseSource{{URL: "https://status.example.com/1", Kind: "status-page", Archived: "https://archive.example.org/1"}},
			},
			Evidence: []normalizer.Evidence{
				cite(doc, normalizer.Evidence{Field: "title.en"}, 0, "Logins were slow"),
				cite(doc, normalizer.Evidence{Field: "symptoms", Value: "high-latency", Score: score(0.833)}, 3, "Logins took 40 s – “far too long”"),
				cite(doc, normalizer.Evidence{Field: "symptoms", Value: "login-failure", Score: score(0.5)}, 3, "“far too long” – for <all> users"),
				cite(doc, normalizer.Evidence{Field: "root_cause", Value: "config-change", Score: score(0.91)}, 5, "A change of the cache's settings"),
				cite(doc, normalizer.Evidence{Field: "components", Value: "cache", Score: score(0.7)}, 5, "cache"),
				cite(doc, normalizer.Evidence{Field: "root_cause", Value: "capacity", Role: "alternative", Score: score(0.2)}, 5, "read the database"),
				cite(doc, normalizer.Evidence{Field: "severity", Value: "major", Score: score(1)}, 1, "impact: major"),
				cite(doc, normalizer.Evidence{Field: "timeline.resolved_after", Value: "30m", Role: "start"}, 8, "10:00"),
				cite(doc, normalizer.Evidence{Field: "timeline.resolved_after", Value: "30m", Role: "end"}, 9, "10:30"),
				cite(doc, normalizer.Evidence{Field: "action_items[0].text.en"}, 6, "Test settings before they go out."),
				cite(doc, normalizer.Evidence{Field: "weather", Value: "rain"}, 12, "로그인이 느려졌습니다"),
			},
			Events: []normalizer.Event{{
				At: "2031-02-03T10:00:00Z", Precision: "minute", Inferred: []string{"date"}, Kind: "started", Block: 8, End: 5, Quote: "10:00",
			}, {
				Local: "2031-02-03T10:30", Precision: "minute", Approx: true, Kind: "resolved", Label: "Resolved", Block: 9, End: 5, Quote: "10:30",
			}},
			Notes: []normalizer.Note{
				{Field: "timeline.resolved_after", Note: "30m = 2031-02-03 10:00Z -> 2031-02-03 10:30Z"},
				{Field: "action_items[0]", Note: "the source lists it as complete"},
				{Field: "trigger", Note: "looked for a change"},
				{Field: "document", Note: "read with the article engine"},
			},
			Problems: []normalizer.Problem{{Field: "root_cause", Code: "low-confidence", Message: "Two causes are told.", Quotes: []string{"read the database", "nowhere"}}},
			Versions: normalizer.Versions{Extractor: "3", Normalizer: "5", Vocab: "2"},
		},
		Sources: []store.SourceView{{
			URL: "https://status.example.com/1", Archived: "https://archive.example.org/1", FetchedAt: time.Date(2031, 2, 4, 9, 0, 0, 0, time.UTC),
			Capture: sha256, Part: 1, Document: doc,
		}},
	}
}

func holding(view *store.DraftView) shelf {
	return shelf{rows: []store.DraftRow{view.DraftRow}, views: map[int64]*store.DraftView{view.Item: view}}
}

func TestDraftShowsTheSourceWithItsStructure(t *testing.T) {
	t.Parallel()
	page := open(t, holding(slowLogins())).get("/items/7", http.StatusOK)
	for selector, want := range map[string][]string{
		".sources h3.level-1":                      {"Logins were slow"},
		".sources h3.level-2":                      {"Root cause"},
		".sources dl.facts dt":                     {"impact:", "component:"},
		".sources dl.facts dd":                     {"major", "API"},
		".sources p#s1b3 .links a":                 {"dashboard"},
		".sources p#s1b3 .links span":              {"dashboard", "mail us"},
		".sources ul.items li.depth-1":             {"Test settings before they go out. complete"},
		".sources ul.items li.depth-2":             {"On one server first."},
		".sources .rows .row":                      {"10:00 | slow logins", "10:30 | settings put back"},
		".sources pre":                             {"cache: size: 0"},
		".sources blockquote":                      {"We cannot log in"},
		".sources .update":                         {"Resolved · 2031-02-03T10:30:00Z · Feb 3, 10:30 UTC"},
		`.sources p[lang="ko"]`:                    {"고객의 로그인이 느려졌습니다."},
		".sources .section":                        {"title", "platform", "summary", "root-cause", "action-items", "timeline", "legal", "boilerplate"},
		".sources details.dim:not([open]) > p[id]": {"This report is not an admission.", "Powered by a status page."},
		".sources .about a":                        {"https://status.example.com/1", "https://archive.example.org/1"},
		".sources article[lang=en] .capture":       {sha256[:12]},
	} {
		if diff := cmp.Diff(want, texts(page.Selection, selector)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", selector, diff)
		}
	}
}

func TestDraftMarksTheEvidence(t *testing.T) {
	t.Parallel()
	page := open(t, holding(slowLogins())).get("/items/7", http.StatusOK)
	wantTexts(t, page, "#s1b3 mark", "Logins took 40 s –", "“far too long”", "– for <all> users")
	wantTexts(t, page, "mark#e2.f-symptoms", "Logins took 40 s –")
	wantTexts(t, page, "mark#e3.f-symptoms", "“far too long”")
	wantTexts(t, page, "#s1b5 mark.f-root_cause", "A change of the", "cache", "'s settings", "read the database")
	wantTexts(t, page, "mark#e5.f-components.f-root_cause", "cache")
	for selector, want := range map[string]string{
		"mark#e2": "symptoms: high-latency (0.83)",
		"mark#e3": "symptoms: high-latency (0.83); symptoms: login-failure (0.50)",
		"mark#e5": "root_cause: config-change (0.91); components: cache (0.70)",
		"mark#e6": "root_cause: capacity, alternative (0.20)",
		"mark#e1": "title.en",
	} {
		if got := page.Find(selector).AttrOr("title", ""); got != want {
			t.Errorf("%s has the title %q, want %q", selector, got, want)
		}
	}
	for i := range slowLogins().Draft.Evidence {
		if n := page.Find(fmt.Sprintf("#e%d", i+1)).Length(); n != 1 {
			t.Errorf("evidence %d has %d places on the page, want 1", i+1, n)
		}
	}
}

func TestEvidenceThatBeginsAtOneOffsetHasAPlaceEach(t *testing.T) {
	t.Parallel()
	view := slowLogins()
	view.Draft.Evidence = append(view.Draft.Evidence, cite(view.Sources[0].Document, normalizer.Evidence{Field: "summary.en"}, 0, "Logins"))
	page := open(t, holding(view)).get("/items/7", http.StatusOK)
	wantTexts(t, page, "mark#e1.f-title.f-summary", "Logins")
	if n := page.Find("mark#e1 > span#e12").Length(); n != 1 {
		t.Errorf("the second evidence has %d places, want 1", n)
	}
}

func TestDraftShowsEachValueWithItsQuotes(t *testing.T) {
	t.Parallel()
	page := open(t, holding(slowLogins())).get("/items/7", http.StatusOK)
	wantTexts(t, page, ".case .field h3",
		"Title", "Organisation", "Date", "Detected after", "Resolved after", "Severity", "Symptoms", "Components", "Domain",
		"Root cause 1 problem", "Contributing", "Impact", "Trigger", "Detection", "Remediation", "Action items", "Summary",
		"Symptoms as told", "Docs", "Sources", "Further")
	for selector, want := range map[string][]string{
		"#f-title .value":                    {"Logins were slow Logins were slow", "로그인 지연"},
		`#f-title .text[lang="ko"]`:          {"로그인 지연"},
		"#f-date .value":                     {"2031-02-03", "kind incident"},
		"#f-timeline-detected_after .null":   {"not stated"},
		"#f-timeline-resolved_after .text":   {"30m"},
		"#f-timeline-resolved_after .quoted": {"10:00 start", "10:30 end"},
		"#f-timeline-resolved_after .note":   {"30m = 2031-02-03 10:00Z -> 2031-02-03 10:30Z"},
		"#f-symptoms .text":                  {"high-latency", "login-failure"},
		`#f-symptoms a[href="#e2"] ~ .score`: {"0.83"},
		`#f-severity a[href="#e7"]`:          {"impact: major"},
		`#f-root_cause .text`:                {"config-change", "capacity"},
		`#f-root_cause .further`:             {"alternative capacity read the database alternative 0.20"},
		"#f-impact .value":                   {"scope not stated", "users not stated", "region unknown"},
		"#f-trigger .null":                   {"not stated"},
		"#f-trigger .note":                   {"looked for a change"},
		"#f-remediation .value":              {"not stated"},
		"#f-action_items .quoted":            {"Test settings before they go out."},
		"#f-action_items .note":              {"action_items[0]: the source lists it as complete"},
		"#f-docs a":                          {"https://docs.example.com/cache"},
		"#f-sources .value":                  {"status-page https://status.example.com/1", "archived https://archive.example.org/1"},
		"#f-further .value":                  {"weather rain 로그인이 느려졌습니다"},
		"#f-further .note":                   {"document: read with the article engine"},
		".events li":                         {"started 2031-02-03T10:00:00Z to the minute date inherited 10:00", "resolved 2031-02-03T10:30 (no zone) approximate to the minute Resolved 10:30"},
		`.events a[href="#s1b8"]`:            {"10:00"},
		".versions":                          {"Drafted 2031-02-04 09:05 UTC · extractor 3 · normalizer 5 · vocabulary 2 · no model"},
	} {
		if diff := cmp.Diff(want, texts(page.Selection, selector)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", selector, diff)
		}
	}
}

func TestEveryLinkWithinThePageLeadsSomewhere(t *testing.T) {
	t.Parallel()
	page := open(t, holding(slowLogins())).get("/items/7", http.StatusOK)
	links := page.Find(`a[href^="#"]`)
	if links.Length() < 10 {
		t.Fatalf("the page has %d links within itself", links.Length())
	}
	for _, a := range links.EachIter() {
		if n := page.Find(a.AttrOr("href", "")).Length(); n != 1 {
			t.Errorf("%s leads to %d places", a.AttrOr("href", ""), n)
		}
	}
	seen := map[string]bool{}
	for _, element := range page.Find("[id]").EachIter() {
		id := element.AttrOr("id", "")
		if seen[id] {
			t.Errorf("two elements have the id %q", id)
		}
		seen[id] = true
	}
}

func TestProblemsStandOnTop(t *testing.T) {
	t.Parallel()
	page := open(t, holding(slowLogins())).get("/items/7", http.StatusOK)
	wantTexts(t, page, "body > header .problems li", "root_cause Two causes are told. low-confidence read the database nowhere")
	wantTexts(t, page, `.problems a[href="#f-root_cause"]`, "root_cause")
	wantTexts(t, page, `.problems a[href="#s1b5"]`, "read the database")
	wantTexts(t, page, ".problems q", "nowhere")
}

func TestEvidenceThatIsNotAtItsPlaceIsAProblem(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(e *normalizer.Evidence){
		"behind the end of the text": func(e *normalizer.Evidence) { e.End = 4000 },
		"before its start":           func(e *normalizer.Evidence) { e.Start = -1 },
		"the wrong way round":        func(e *normalizer.Evidence) { e.Start, e.End = e.End, e.Start },
		"no text at all":             func(e *normalizer.Evidence) { e.End = e.Start },
		"within a character":         func(e *normalizer.Evidence) { e.Block, e.Start, e.End = 12, 1, 6 },
		"other words":                func(e *normalizer.Evidence) { e.Start++; e.End++ },
		"no such block":              func(e *normalizer.Evidence) { e.Block = 99 },
		"a block before the first":   func(e *normalizer.Evidence) { e.Block = -1 },
		"another capture":            func(e *normalizer.Evidence) { e.Capture = strings.Repeat("0", 64) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			view := slowLogins()
			lost := &view.Draft.Evidence[3]
			change(lost)
			page := open(t, holding(view)).get("/items/7", http.StatusOK)
			want := fmt.Sprintf("The evidence is not where the draft says: block %d, bytes %d to %d.", lost.Block, lost.Start, lost.End)
			wantTexts(t, page, ".problems li .message", "Two causes are told.", want)
			wantTexts(t, page, "#f-root_cause .value:not(.further) q", "A change of the cache's settings")
			if page.Find("#e4").Length() > 0 {
				t.Error("the lost evidence is marked")
			}
		})
	}
}

func TestDraftOfOneIncidentOfSeveral(t *testing.T) {
	t.Parallel()
	view := slowLogins()
	view.Sources[0].Part = 2
	view.Sources[0].Document = &extractor.Document{
		Blocks: []extractor.Block{{Kind: extractor.Heading, Level: 1, Text: "Incidents of February"}},
		Parts:  []*extractor.Document{{Title: "Another"}, report()},
	}
	page := open(t, holding(view)).get("/items/7", http.StatusOK)
	wantTexts(t, page, ".sources h2", "Source: Logins were slow")
	wantTexts(t, page, "mark#e2", "Logins took 40 s –")
	if about := texts(page.Selection, ".sources .about")[0]; !strings.Contains(about, "incident 2 of 2") {
		t.Errorf("the source is described as %q", about)
	}

	view.Sources[0].Part = 3
	page = open(t, holding(view)).get("/items/7", http.StatusOK)
	wantTexts(t, page, ".sources .empty", "The document holds no text.")
	if got, want := page.Find(".problems li").Length(), 1+len(view.Draft.Evidence); got != want {
		t.Errorf("%d problems, want %d", got, want)
	}
}

func TestTwoSourcesStandInOrder(t *testing.T) {
	t.Parallel()
	view := slowLogins()
	second := store.SourceView{URL: "https://blog.example.com/1", Capture: strings.Repeat("ab", 32), Part: 1, Supplied: time.Date(2031, 2, 5, 9, 0, 0, 0, time.UTC), Supplier: "kim", Document: &extractor.Document{
		Title: "로그인 지연", Lang: "ko", Blocks: []extractor.Block{{Kind: extractor.Para, Text: "로그인이 느렸습니다."}},
	}}
	view.Sources = append(view.Sources, second)
	view.Draft.Evidence = append(view.Draft.Evidence, normalizer.Evidence{
		Field: "summary.ko", Capture: second.Capture, End: len("로그인이 느렸습니다."), Quote: "로그인이 느렸습니다.",
	})
	page := open(t, holding(view)).get("/items/7", http.StatusOK)
	wantTexts(t, page, ".sources h2", "Source: Logins were slow", "Source 2: 로그인 지연")
	wantTexts(t, page, ".sources .supplied", "attached 2031-02-05 09:00 UTC by kim")
	wantTexts(t, page, `p#s2b0[lang="ko"] mark#e12`, "로그인이 느렸습니다.")
}

func TestNoIncidentIsMarked(t *testing.T) {
	t.Parallel()
	view := &store.DraftView{DraftRow: store.DraftRow{Item: 4, State: "drafted"}, Draft: new(normalizer.Draft)}
	page := open(t, holding(view)).get("/items/4", http.StatusOK)
	wantTexts(t, page, "body > header h1", "(no title)")
	wantTexts(t, page, "body > header .tag", "no incident")
	wantTexts(t, page, ".problems p", "No problems.")
	wantTexts(t, page, ".sources .empty", "No source is stored with this draft.")
}

func TestNoDraftAtAnAddress(t *testing.T) {
	t.Parallel()
	b := open(t, holding(slowLogins()))
	for path, title := range map[string]string{
		"/items/8":                    "No draft",
		"/items/seven":                "No such page",
		"/items/99999999999999999999": "No such page",
		"/items/":                     "No such page",
		"/templates/draft.html":       "No such page",
	} {
		wantTexts(t, b.get(path, http.StatusNotFound), "main h1", title)
	}
}
