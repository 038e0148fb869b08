package fetcher

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestGoneTwice(t *testing.T) {
	day := 24 * time.Hour
	rows := []struct {
		name          string
		first, second Kind
		apart         time.Duration
		want          bool
	}{
		{"twice, a day apart", Gone, Gone, day, true},
		{"twice, a year apart", Gone, Gone, 365 * day, true},
		{"twice within a day", Gone, Gone, day - 1, false},
		{"twice, in the wrong order", Gone, Gone, -day, false},
		{"once, and a fault of the server", Gone, ServerError, day, false},
		{"once, and a page", Gone, "", day, false},
		{"only now", Timeout, Gone, day, false},
		{"a page that only says so", SoftNotFound, SoftNotFound, day, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := IsGone(Sighting{noon, row.first}, Sighting{noon.Add(row.apart), row.second}); got != row.want {
				t.Errorf("gone %v, want %v", got, row.want)
			}
		})
	}
}

func TestPagesThatLookMissing(t *testing.T) {
	page := func(text string) *Capture {
		return FromFile("a.html", "", "text/html", []byte("<html><body><h1>Kestrel Status</h1>"+text+"</body></html>"), noon)
	}
	links := strings.Repeat("<li>Products</li><li>Pricing for teams</li><li>Documentation and guides</li><li>Careers at Kestrel</li><li>Contact our sales people</li>", 3)
	sorry := "<p>We are sorry, we looked everywhere and there is nothing here under this name any more. Try the search, or begin at our home page.</p>" + links
	missing := page(sorry + "<p>Request 1f3a</p>")
	rows := []struct {
		name string
		c    *Capture
		want bool
	}{
		{"the same page with another number", page(sorry + "<p>Request 9b0c</p>"), true},
		{"the same page", missing, true},
		{"a report on the same site", page("<p>At 04:05 UTC our checkout began to refuse connections. We rolled a migration back at 05:40 and all carts recovered.</p>" + links), false},
		{"a page without text", page(""), false},
		{"JSON", FromFile("a.json", "", "application/json", []byte(`{"error":"not found"}`), noon), false},
		{"a page that does not open", &Capture{Status: 200, Body: []byte("\x1f\x8b\x00")}, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := sameShown(row.c.shown(), missing.shown()); got != row.want {
				t.Errorf("looks missing: %v, want %v (%d bits apart)", got, row.want, row.c.shown()^missing.shown())
			}
		})
	}
}

func TestSimHash(t *testing.T) {
	words := make([]string, 300)
	for i := range words {
		words[i] = fmt.Sprintf("word-%c%c%c", 'a'+i%26, 'a'+i/26, 'a'+i%7)
	}
	text := strings.Join(words, " ")
	words[150] = "another"
	near := strings.Join(words, " ")
	if a, b := SimHash(text), SimHash(near); !SameText(a, b) || a == 0 {
		t.Errorf("one word of 300 changes %064b to %064b", a, b)
	}
	if SameText(SimHash(text), SimHash("a text of its own, about something else altogether")) {
		t.Error("two texts are one")
	}
	if SimHash("  ") != 0 || SimHash("Down") == 0 || SimHash("down") != SimHash("DOWN\n") {
		t.Error("short texts")
	}
}

func TestProbeURL(t *testing.T) {
	today, err := ProbeURL("https://Status.Kestrel.example/incidents/1?a=b", noon)
	if err != nil || !strings.HasPrefix(today, "https://status.kestrel.example/no-such-page-") || strings.ContainsAny(today[8:], "?#_") {
		t.Fatalf("probe %q, %v", today, err)
	}
	for name, row := range map[string]struct {
		url  string
		at   time.Time
		same bool
	}{
		"another page, the same day": {"https://status.kestrel.example/", noon.Add(11 * time.Hour), true},
		"the next day":               {"https://status.kestrel.example/", noon.Add(12 * time.Hour), false},
		"another host":               {"https://kestrel.example/", noon, false},
	} {
		if got, err := ProbeURL(row.url, row.at); err != nil || (got == today) != row.same {
			t.Errorf("%s: %q beside %q, %v", name, got, today, err)
		}
	}
	_, err = ProbeURL("nothing", noon)
	wantKind(t, err, BadAddress)
}
