package extractor

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
)

func TestTitleOrgAndDates(t *testing.T) {
	type head struct{ Title, Org, Published, Updated Maybe }
	for _, c := range []struct {
		name, head, body string
		want             head
	}{
		{"site's name in the meta elements", `<title>Outage | Example Blog</title><meta property="og:site_name" content="Example">`, `<h1>Outage</h1>`,
			head{Title: "Outage", Org: "Example"}},
		{"site's name behind the title", `<title>Outage of May 3 | Example Engineering Blog</title>`, ``, head{Title: "Outage of May 3", Org: "Example"}},
		{"status page before the title", `<title>Example Status - Slow login</title>`, ``, head{Title: "Slow login", Org: "Example"}},
		{"name of the site as the first heading", `<title>Example Blog: Slow login</title>`, `<h1>Example Blog</h1><h2>Slow login</h2>`, head{Title: "Slow login", Org: "Example"}},
		{"heading that the title begins with", `<title>Slow login of May 3 - Print view of the forum of all</title>`, `<h2>Slow login of May 3</h2>`, head{Title: "Slow login of May 3"}},
		{"line for whom the report is", `<title>Slow login</title>`, `<h1>Slow login</h1><p>Incident Report for Example</p>`, head{Title: "Slow login", Org: "Example"}},
		{"host that is known", `<title>Slow login</title><link rel="canonical" href="https://blog.cloudflare.com/x">`, ``, head{Title: "Slow login", Org: "Cloudflare"}},
		{"service that publishes for others", `<title>Slow login</title><meta property="og:site_name" content="Notion">`, ``, head{Title: "Slow login"}},
		{"dates of the head", `<title>Slow login</title><meta property="article:published_time" content="2031-05-03T10:00:00+02:00"><meta property="article:modified_time" content="2031-05-04">`, ``,
			head{Title: "Slow login", Published: "2031-05-03T08:00:00Z", Updated: "2031-05-04"}},
		{"date in linked data", `<title>Slow login</title><script type="application/ld+json">{"@graph":[{"headline":"Slow login","datePublished":"2031-05-03"}]}</script>`, ``,
			head{Title: "Slow login", Published: "2031-05-03"}},
		{"date of a marked time", `<title>Slow login</title>`, `<h1>Slow login</h1><p class="post-meta"><time datetime="2031-05-03">3 May</time></p>`, head{Title: "Slow login", Published: "2031-05-03"}},
		{"line of publication", `<title>Slow login</title>`, `<h1>Slow login</h1><p>Published on August 13, 2031</p>`, head{Title: "Slow login", Published: "2031-08-13"}},
		{"line with nothing but a day", `<title>Slow login</title>`, `<h1>Slow login</h1><p>29 April 2031</p>`, head{Title: "Slow login", Published: "2031-04-29"}},
		{"day in Korean", `<title>로그인 지연</title>`, `<h1>로그인 지연</h1><p>작성일: 2031년 4월 9일</p>`, head{Title: "로그인 지연", Published: "2031-04-09"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := fmt.Sprintf("<html><head>%s</head><body>%s<p>The disk of the login service was full from 10:00 UTC.</p></body></html>", c.head, c.body)
			d, err := Extract(t.Context(), fetcher.FromFile("a.html", "", "", []byte(body), noon))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, head{d.Title, d.Org, d.PublishedAt, d.UpdatedAt}); diff != "" {
				t.Errorf("head (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLanguage(t *testing.T) {
	for _, c := range []struct{ name, lang, text, want string }{
		{"English", "", "The disk of the database was full and we cleared it.", "en"},
		{"English under a wrong attribute", "ko", "The disk of the database was full and we cleared it with a script.", "en"},
		{"Korean with Latin names", "en", "데이터베이스 PostgreSQL 디스크가 가득 찼습니다.", "ko"},
		{"Japanese", "", "データベースのディスクが満杯になりました。", "ja"},
		{"German", "", "Die Platte der Datenbank war voll und wir haben sie nicht überwacht.", "de"},
		{"French", "", "Le disque de la base est plein et nous ne sommes pas prêts pour les alertes.", "fr"},
		{"Spanish", "", "El disco de los servidores se llenó y fue para nuestro equipo una sorpresa.", "es"},
		{"too short to tell", "fr", "Incident", "fr"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "a.html", fmt.Sprintf(`<html lang=%q><body><p>%s</p></body></html>`, c.lang, c.text))
			if string(d.Lang) != c.want {
				t.Errorf("want %s, got %q", c.want, d.Lang)
			}
		})
	}
}

func TestTitleOfTextsWithoutOne(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"line at the top", "Outage of the login service\n\nThe disk was full, and nobody could sign in for an hour.\n", "Outage of the login service"},
		{"sentence at the top", "The disk was full.\n\nNobody could sign in for an hour.\n", ""},
		{"timeline at the top", "10:00 The disk is full\n\n11:00 The disk is clear\n", ""},
		{"name of a section at the top", "Summary\n\nThe disk was full, and nobody could sign in for an hour.\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "a.txt", c.text)
			if string(d.Title) != c.want || d.Blocks[0].Text != c.want || d.Blocks[0].Section != SectionTitle {
				t.Errorf("want %q, got %q over %q", c.want, d.Title, sketch(d.Blocks))
			}
		})
	}
}
