package extractor

import (
	"testing"

	"inquest/fetcher"
)

// FuzzPlatforms gives the JSON of platforms with fields of any type to the recipes that read it.
func FuzzPlatforms(f *testing.F) {
	f.Add(historyJSON)
	f.Add(awsCurrentEvents)
	f.Add("[" + herokuIncident + "]")
	f.Add(`{"current":[],"archive":[{"service_name":"a","summary":"[b","date":"1","description":"<div><span class=\"yellowfg\">May 40, 1:00 PM PST</span>c</div>"}]}`)
	f.Add(`{"page_title":"a","ongoing_incidents":[{"name":1,"affected_components":{},"last_update_at":7,"last_update_message":"- b\n# c"}]}`)
	f.Fuzz(func(t *testing.T, body string) {
		if d, err := Extract(t.Context(), fetcher.FromFile("a.json", "https://status.example.com/a.json", "", []byte(body), noon)); err == nil {
			checkDocument(t, d)
		}
	})
}

// FuzzFeed gives entries of any shape to the reader of feeds.
func FuzzFeed(f *testing.F) {
	f.Add("&lt;p&gt;&lt;small&gt;Feb 29, 23:50 PST&lt;/small&gt;&lt;br&gt;&lt;strong&gt;Resolved&lt;/strong&gt; - a&lt;/p&gt;", "2031-03-02T01:10:00Z")
	f.Add("&lt;b&gt;Status: Resolved&lt;/b&gt;&lt;br/&gt;a&lt;b&gt;Affected components&lt;/b&gt;&lt;ul&gt;&lt;li&gt;b (Operational)", "Tue, 04 Mar 2031 09:30:00 PST")
	f.Fuzz(func(t *testing.T, content, date string) {
		body := "<rss><channel><title>a</title><item><title>b</title><pubDate>" + date + "</pubDate><description>" + content + "</description></item></channel></rss>"
		if d, err := Extract(t.Context(), fetcher.FromFile("a.rss", "", "", []byte(body), noon)); err == nil {
			checkDocument(t, d)
		}
	})
}

// FuzzPlatformPages gives broken markup around the marks of the platforms to the recipes of pages.
func FuzzPlatformPages(f *testing.F) {
	for _, page := range []string{googleOldPage, googleNewPage, azureFragment, indexPage,
		`<link rel=canonical href=https://aws.amazon.com/message/1/><main>a</main><span class=yellowfg>9:00 AM PST</span>`,
		`<script>self.__next_f.push([1,"1:{\"name\":\"a\",\"updates\":[{\"message_string\":\"b\"}]}\n"])</script>`} {
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if d, err := Extract(t.Context(), fetcher.FromFile("a.html", "https://status.example.com/", "", []byte("<html>"+body), noon)); err == nil {
			checkDocument(t, d)
		}
	})
}
