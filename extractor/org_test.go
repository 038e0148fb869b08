package extractor

import (
	"testing"
)

func TestPublisherIsReadFromTheTitle(t *testing.T) {
	for _, c := range []struct{ title, want string }{
		{"Kestrel Grid - Incident report: slow queries", "Kestrel Grid"},
		{"Kestrel Grid Incident Report", "Kestrel Grid"},
		{"Kestrel: Post-mortem of the outage", ""},
		{"Lumen Press | Outage Report for March", "Lumen Press"},
		{"Major Incident Report", ""},
		{"March 2031 Incident Report", ""},
		{"Incident report: slow queries", ""},
		{"An incident report", ""},
	} {
		t.Run(c.title, func(t *testing.T) {
			if got := orgFromTitle(c.title); string(got) != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestWordsForASiteAreTakenOffItsName(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"Kestrel Grid Status", "Kestrel Grid"},
		{"Kestrel - Statut", "Kestrel"},
		{"Kestrel Estado", "Kestrel"},
		{"Gazeta do Estado", "Gazeta do Estado"},
		{"케스트럴 상태", "케스트럴"},
		{"케스트럴 - 서비스 상태", "케스트럴"},
		{"ケストレル ステータス", "ケストレル"},
		{"ステータス", ""},
		{"Estado", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := bareSite(c.name); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestPublisherOfAFileIsNoPerson(t *testing.T) {
	for _, c := range []struct{ head, want string }{
		{"organization: Kestrel Grid", "Kestrel Grid"},
		{"author: Kestrel Grid Engineering Team", "Kestrel Grid"},
		{"author: The Lumen Project", "Lumen"},
		{"author: Ada Ferrer", ""},
		{"author: adaf", ""},
	} {
		t.Run(c.head, func(t *testing.T) {
			d := extract(t, "a.md", "---\ntitle: Outage\n"+c.head+"\n---\n\nThe disk was full.\n")
			if string(d.Org) != c.want {
				t.Errorf("got %q, want %q", d.Org, c.want)
			}
		})
	}
}

func TestPublisherOfStatuspageJSON(t *testing.T) {
	const updates = `"incident_updates":[{"status":"resolved","body":"Fixed."}]`
	for _, c := range []struct{ name, body, want string }{
		{"name of the page", `{"name":"Slow","page":{"name":"Kestrel"},` + updates + `}`, "Kestrel"},
		{"address of the page", `{"name":"Slow","page":{"url":"https://www.githubstatus.com"},` + updates + `}`, "GitHub"},
		{"short link", `{"name":"Slow","shortlink":"https://discordstatus.com/i/abc",` + updates + `}`, "Discord"},
		{"nothing", `{"name":"Slow","shortlink":"https://stspg.io/abc",` + updates + `}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := extract(t, "a.json", c.body); string(d.Org) != c.want {
				t.Errorf("got %q, want %q", d.Org, c.want)
			}
		})
	}
}
