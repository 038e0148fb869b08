package extractor

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestMarkdownBlocks(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []Block
	}{
		{
			name: "headings, paragraphs and links made absolute",
			text: "# Slow search\n\n## Impact\n\nSearch was *slow*\nfor `api` users, see [the graph](/g.png) and <https://status.example.org>.\n",
			want: []Block{
				{Kind: Heading, Level: 1, Text: "Slow search"},
				{Kind: Heading, Level: 2, Text: "Impact"},
				{Kind: Para, Text: "Search was slow for api users, see the graph and https://status.example.org.", Links: []Link{
					{Text: "the graph", Href: "https://example.org/g.png"},
					{Text: "https://status.example.org", Href: "https://status.example.org"},
				}},
			},
		}, {
			name: "nested lists, task lists, and the paragraphs below an item",
			text: "- Deploy\n  - canary\n  - fleet\n\n- Verify\n\n  Took an hour.\n\n1. First\n2. Second\n\n- [x] Add an alert\n- [ ] Add a test\n",
			want: []Block{
				{Kind: Item, Depth: 1, Text: "Deploy"},
				{Kind: Item, Depth: 2, Text: "canary"},
				{Kind: Item, Depth: 2, Text: "fleet"},
				{Kind: Item, Depth: 1, Text: "Verify"},
				{Kind: Para, Text: "Took an hour."},
				{Kind: Item, Depth: 1, Text: "First"},
				{Kind: Item, Depth: 1, Text: "Second"},
				{Kind: Item, Depth: 1, Text: "Add an alert", State: StateComplete},
				{Kind: Item, Depth: 1, Text: "Add a test"},
			},
		}, {
			name: "tables, quotations and code",
			text: "| Time | Event |\n|---|---|\n| 10:02 | `disk` full |\n\n> All is\n> well.\n\n```sh\ndf -h\n  rm x\n```\n",
			want: []Block{
				{Kind: Row, Text: "Time | Event"},
				{Kind: Row, Text: "10:02 | disk full"},
				{Kind: Quote, Text: "All is well."},
				{Kind: Code, Text: "df -h\n  rm x"},
			},
		}, {
			name: "comments are guidance and no text",
			text: "<!-- Describe the\n\nimpact here. -->\n## Impact\n\nNone <!-- really --> at all.\n",
			want: []Block{{Kind: Heading, Level: 2, Text: "Impact"}, {Kind: Para, Text: "None at all."}},
		}, {
			name: "a comment that nobody closed swallows nothing",
			text: "<!-- draft\n\nThe disk was full.\n",
			want: []Block{{Kind: Para, Text: "draft The disk was full."}},
		}, {
			name: "HTML is reduced to text, words in angle brackets stay",
			text: "<details><summary>Log</summary>\n<ul><li>one</li><li>two <b>b</b></li></ul>\n<table><tr><td>a</td><td>b</td></tr></table>\n<script>x()</script></details>\n\nRan `kubectl` on <host> and <br> saw <span class=\"x\">red</span>.\n",
			want: []Block{
				{Kind: Para, Text: "Log"},
				{Kind: Item, Depth: 1, Text: "one"},
				{Kind: Item, Depth: 1, Text: "two b"},
				{Kind: Row, Text: "a | b"},
				{Kind: Para, Text: "Ran kubectl on <host> and saw red."},
			},
		}, {
			name: "bold lines stand for headings",
			text: "**Timeline**\n\n- **Key events**\n  - Repaired 10:05\n- **Impact**: logins failed\n\n**Cause:**  \nA full disk.\n",
			want: []Block{
				{Kind: Heading, Level: 1, Text: "Timeline"},
				{Kind: Heading, Level: 1, Text: "Key events"},
				{Kind: Item, Depth: 2, Text: "Repaired 10:05"},
				{Kind: Item, Depth: 1, Text: "Impact: logins failed"},
				{Kind: Heading, Level: 1, Text: "Cause:"},
				{Kind: Para, Text: "A full disk."},
			},
		}, {
			name: "rows without bullets stay apart, wrapped lines do not",
			text: "10:02 deploy begins\n10:05 alert\nfires at once\n\nStart: 10:02\nEnd: 11:00\n\nIt ended at\n11:00 UTC that day.\n",
			want: []Block{
				{Kind: Para, Text: "10:02 deploy begins"},
				{Kind: Para, Text: "10:05 alert fires at once"},
				{Kind: Para, Text: "Start: 10:02"},
				{Kind: Para, Text: "End: 11:00"},
				{Kind: Para, Text: "It ended at 11:00 UTC that day."},
			},
		}, {
			name: "what speaks to a site generator is left out",
			text: "import Note from './note'\n\n::: {.callout-note}\nBe {{< param \"x\" >}} calm.\n:::\n\n[[_TOC_]]\n\nDone.\n{: .lead}\n",
			want: []Block{{Kind: Para, Text: "Be calm."}, {Kind: Para, Text: "Done."}},
		}, {
			name: "escapes and entities are read",
			text: "19:00\\~19:32 &amp; later &#8212; 5 \\* 3\n",
			want: []Block{{Kind: Para, Text: "19:00~19:32 & later — 5 * 3"}},
		}, {
			name: "MediaWiki",
			text: "== Summary ==\n'''Search''' failed, see [[Incidents/Index|the index]] and [https://example.org/t T1].\n\n== Actionables ==\n* Add {{ticket|1}} an alert\n** with a test\n",
			want: []Block{
				{Kind: Heading, Level: 2, Text: "Summary"},
				{Kind: Para, Text: "Search failed, see the index and T1.", Links: []Link{{Text: "T1", Href: "https://example.org/t"}}},
				{Kind: Heading, Level: 2, Text: "Actionables"},
				{Kind: Item, Depth: 1, Text: "Add an alert"},
				{Kind: Item, Depth: 2, Text: "with a test"},
			},
		}, {
			name: "AsciiDoc",
			text: "= Slow search\n:toc:\n\n== Timeline\n\n* *10:02* deploy, see https://example.org/d[the change]\n** canary\n\n----\n= no heading\n----\n",
			want: []Block{
				{Kind: Heading, Level: 1, Text: "Slow search"},
				{Kind: Heading, Level: 2, Text: "Timeline"},
				{Kind: Item, Depth: 1, Text: "10:02 deploy, see the change", Links: []Link{{Text: "the change", Href: "https://example.org/d"}}},
				{Kind: Item, Depth: 2, Text: "canary"},
				{Kind: Code, Text: "= no heading"},
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			base, err := url.Parse("https://example.org/reports/1")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, markdownBlocks(tt.text, base)); diff != "" {
				t.Errorf("markdownBlocks (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMarkdownTakesTheTitleFromItsFirstHeading(t *testing.T) {
	for text, want := range map[string]Maybe{
		"# Slow search\n\nText.":                        "Slow search",
		"Draft\n\n# Slow search":                        "Slow search",
		"---\ntitle: Slow `api`\n---\n# Summary\n\nX.":  "Slow api",
		"A first paragraph.\n\nA second one.\n\n# Late": "",
	} {
		d, err := readMarkdown(context.Background(), &page{text: text})
		if err != nil {
			t.Fatalf("readMarkdown(%q): %v", text, err)
		}
		if d.Title != want {
			t.Errorf("title of %q = %q, want %q", text, d.Title, want)
		}
	}
}

func TestReadMarkdownWithoutText(t *testing.T) {
	_, err := readMarkdown(context.Background(), &page{text: "<!-- nothing -->\n", name: "a.md"})
	want := &Error{Kind: NoText, Where: "a.md", Detail: "holds no text beside its markup; attach the report itself"}
	if diff := cmp.Diff(error(want), err); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}

func TestLooksLikeMarkdown(t *testing.T) {
	for text, want := range map[string]bool{
		"# A\n\ntext\n\n## B\n":                         true,
		"---\ntitle: x\n---\ntext":                      true,
		"# A\n\nsee [this](https://example.org)":        true,
		"== Summary ==\ntext\n== Impact ==\n":           true,
		"# only one line that may be a shell comment":   false,
		"Summary\n\n- one\n- two\n":                     false,
		"Plain words with 5 * 3 * 2 and an_under_score": false,
	} {
		if got := looksLikeMarkdown(text); got != want {
			t.Errorf("looksLikeMarkdown(%q) = %v, want %v", text, got, want)
		}
	}
}

func FuzzMarkdownBlocks(f *testing.F) {
	for _, seed := range []string{"# a\n- b\n  - **c**\n", "|a|b|\n|-|-|\n|c|", "<!-- x", "<div><p>a<ul><li>b", "== a ==\n== b ==\n** c", "> > 1. x\n[a](b)", "<b\n>c", "---\na: [\n---\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		matter, body := cutFrontMatter(text)
		d := &Document{}
		matter.state(d)
		for _, b := range markdownBlocks(body, nil) {
			if strings.TrimSpace(b.Text) == "" {
				t.Errorf("empty block of kind %s", b.Kind)
			}
			if (b.Kind == Heading) != (b.Level > 0) || (b.Kind == Item) != (b.Depth > 0) {
				t.Errorf("%s with level %d and depth %d", b.Kind, b.Level, b.Depth)
			}
		}
	})
}
