package testdata

import (
	"net/url"
	"testing"
)

func TestEveryFolderIsAReport(t *testing.T) {
	pages, err := Pages()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if u, err := url.Parse(p.URL); err != nil || u.Host == "" {
			t.Errorf("%s: address %q", p.Name, p.URL)
		}
		if len(p.Body) == 0 || p.FetchedAt.IsZero() || p.ContentType == "" {
			t.Errorf("%s: body, fetched_at or content_type is missing", p.Name)
		}
	}
}

func TestSamplesHaveAtLeastTwelvePagesAndOneThatIsGone(t *testing.T) {
	samples, err := Samples()
	if err != nil {
		t.Fatal(err)
	}
	gone := 0
	for _, p := range samples {
		if p.Sample == SampleGone {
			gone++
		}
	}
	if len(samples) < 12 || gone != 1 {
		t.Errorf("%d samples of which %d are gone, want at least 12 and 1", len(samples), gone)
	}
}
