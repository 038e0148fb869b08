package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFrontMatter(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       *Document
		body       string
	}{
		{
			name: "Jekyll",
			text: "---\nlayout: post\ntitle: \"Search outage: what happened\"\ndate: 2031-02-10 15:04:05 +0900\nauthor: Ada ([@ada](https://example.org/@ada))\ntags:\n  - outage\n---\nText.\n",
			want: &Document{Title: "Search outage: what happened", PublishedAt: "2031-02-10T06:04:05Z", Blocks: []Block{
				{Kind: Fact, Section: SectionPlatform, Text: "published: 2031-02-10 15:04:05 +0900"},
				{Kind: Fact, Section: SectionPlatform, Text: "author: Ada (@ada)"},
				{Kind: Fact, Section: SectionPlatform, Text: "tag: outage"},
			}},
			body: "\nText.\n",
		}, {
			name: "Zola",
			text: "+++\ntitle = \"Search outage\"\ndate = 2031-02-10\nupdated = 2031-02-11T08:00:00Z\n[taxonomies]\ntags = [\"a\", \"b\"]\n+++\nText.\n",
			want: &Document{Title: "Search outage", PublishedAt: "2031-02-10", UpdatedAt: "2031-02-11T08:00:00Z", Blocks: []Block{
				{Kind: Fact, Section: SectionPlatform, Text: "published: 2031-02-10"},
				{Kind: Fact, Section: SectionPlatform, Text: "updated: 2031-02-11T08:00:00Z"},
				{Kind: Fact, Section: SectionPlatform, Text: "tag: a"},
				{Kind: Fact, Section: SectionPlatform, Text: "tag: b"},
			}},
			body: "\nText.\n",
		}, {
			name: "Hugo with local time",
			text: "+++\ndate = 2031-02-10T08:00:00\n+++\n",
			want: &Document{PublishedAt: "2031-02-10T08:00:00", Blocks: []Block{
				{Kind: Fact, Section: SectionPlatform, Text: "published: 2031-02-10T08:00:00"},
			}},
			body: "\n",
		}, {
			name: "Quarto with authors as maps and a subtitle",
			text: "---\ntitle: Search outage\nauthor:\n  - name: Ada\n    url: https://example.org\nsubtitle: The index was *gone*.\ndate: \"February 10, 2031\"\n---\n",
			want: &Document{Title: "Search outage", PublishedAt: "2031-02-10", Blocks: []Block{
				{Kind: Fact, Section: SectionPlatform, Text: "published: February 10, 2031"},
				{Kind: Fact, Section: SectionPlatform, Text: "author: Ada"},
				{Kind: Para, Text: "The index was gone."},
			}},
			body: "\n",
		}, {
			name: "cState",
			text: "---\ntitle: API down\ndate: 2031-02-10T08:00:00Z\nresolved: true\nresolvedWhen: 2031-02-10T09:30:00Z\n# Possible: down, disrupted\nseverity: down\naffected:\n  - API\nsection: issue\n---\n",
			want: &Document{Title: "API down", PublishedAt: "2031-02-10T08:00:00Z",
				Window: Window{StartedAt: "2031-02-10T08:00:00Z", ResolvedAt: "2031-02-10T09:30:00Z", Impact: "down", Components: []string{"API"}},
				Blocks: []Block{
					{Kind: Fact, Section: SectionPlatform, Text: "published: 2031-02-10T08:00:00Z"},
					{Kind: Fact, Section: SectionPlatform, Text: "started_at: 2031-02-10T08:00:00Z"},
					{Kind: Fact, Section: SectionPlatform, Text: "resolved_at: 2031-02-10T09:30:00Z"},
					{Kind: Fact, Section: SectionPlatform, Text: "impact: down"},
					{Kind: Fact, Section: SectionPlatform, Text: "component: API"},
				}},
			body: "\n",
		}, {
			name: "YAML that does not parse is read by line",
			text: "---\ntitle: Outage: the story\ndate: 2031-02-10\n---\n",
			want: &Document{Title: "Outage: the story", PublishedAt: "2031-02-10", Blocks: []Block{
				{Kind: Fact, Section: SectionPlatform, Text: "published: 2031-02-10"},
			}},
			body: "\n",
		}, {
			name: "a rule at the top is no front matter",
			text: "---\nA paragraph.\n\n---\nAnother.\n",
			want: &Document{},
			body: "---\nA paragraph.\n\n---\nAnother.\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			matter, body := cutFrontMatter(tt.text)
			got := &Document{}
			matter.state(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("document (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.body, body); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
		})
	}
}

func TestStatedTime(t *testing.T) {
	for value, want := range map[string]string{
		"2031-02-10":                      "2031-02-10",
		"2031-02-10 15:04":                "2031-02-10T15:04",
		"2031-02-10 15:04 UTC":            "2031-02-10T15:04Z",
		"2031-02-10T15:04:05.123+01:00":   "2031-02-10T14:04:05Z",
		"Mon, 10 Feb 2031 15:04:05 -0800": "2031-02-10T23:04:05Z",
		"Aug 13, 2031":                    "2031-08-13",
		"soon":                            "",
	} {
		if got := statedTime(value); got != want {
			t.Errorf("statedTime(%q) = %q, want %q", value, got, want)
		}
	}
}
