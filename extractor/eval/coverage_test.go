package eval

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"inquest/extractor"
)

func TestTellingNodesAreLongOrHaveAClockTime(t *testing.T) {
	tests := []struct {
		name, page string
		want       []string
	}{
		{"five words, four words", "<p>One two three four five</p><p>One two three four</p>", []string{"One two three four five"}},
		{"a clock time alone", "<td>21:40</td><b>at 4 pm</b><i>4 pmol</i><i>12.5</i>", []string{"21:40", "at 4 pm"}},
		{"a text in two elements is two nodes", "<p>We rolled back the change <b>at 9:05 UTC</b> today.</p>", []string{"We rolled back the change", "at 9:05 UTC"}},
		{"the page's frame and what is not shown", "<head><title>a b c d e</title></head><nav>a b c d e</nav><header>a b c d e</header><footer>a b c d e</footer><form>a b c d e</form><style>a b c d e</style><script>a b c d e</script>", nil},
		{"what the list names", "<div class=modal><p>Get a mail for every update</p></div>", nil},
		{"white space is folded", "<p>  One two\n three\tfour   five </p>", []string{"One two three four five"}},
	}
	drops, err := parseDrops("# for people\n\nsp-* | .modal | the dialog for subscribing\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, err := html.Parse(strings.NewReader(tt.page))
			if err != nil {
				t.Fatal(err)
			}
			got := tellingNodes(root, dropsFor(drops, "sp-1.html", root))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("nodes differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheListNamesPagesByPattern(t *testing.T) {
	drops, err := parseDrops("sp-* | .modal | the dialog for subscribing")
	if err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(strings.NewReader("<div class=modal>x</div>"))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(dropsFor(drops, "blog.html", root)); n != 0 {
		t.Errorf("%d elements of another page are left out", n)
	}
}

func TestAListThatCannotBeReadNamesItsLine(t *testing.T) {
	for _, list := range []string{"# x\nsp-* | .modal", "# x\nsp-[ | .modal | y", "# x\nsp-* | .modal[ | y"} {
		if _, err := parseDrops(list); err == nil || !strings.Contains(err.Error(), "dropped.txt:2") {
			t.Errorf("%q: error %v", list, err)
		}
	}
	if _, err := parseDrops(droppedList); err != nil {
		t.Error(err)
	}
}

func TestANodeIsHeldByABlockByBlocksInARowOrByAnUpdatesTime(t *testing.T) {
	d := &extractor.Document{
		Blocks: []extractor.Block{
			{Kind: extractor.Heading, Text: "Logins fail"},
			{Kind: extractor.Item, Text: "Logins failed in Europe — from 9:05"},
			{Kind: extractor.Item, Text: "to 9:40 UTC.", RawTime: "Mar 04, 2031 - 10:15 UTC"},
		},
		Parts: []*extractor.Document{{Blocks: []extractor.Block{{Kind: extractor.Para, Section: extractor.SectionBoilerplate, Text: "Subscribe to get a mail"}}}},
	}
	tests := []struct {
		text string
		held bool
	}{
		{"logins failed in Europe - from 9:05", true},
		{"from 9:05 to 9:40 UTC", true},
		{"10:15", true},
		{"Subscribe to get a mail", true},
		{"from 9:05 until 9:40 UTC", false},
		{"10:15 UTC Subscribe to get a mail", false},
	}
	for _, tt := range tests {
		if held := len(lostNodes([]string{tt.text}, d)) == 0; held != tt.held {
			t.Errorf("%q held: %v, want %v", tt.text, held, tt.held)
		}
	}
	if len(lostNodes([]string{"a b c d e"}, nil)) != 1 {
		t.Error("a page that was not read holds a node")
	}
}

func TestFrontMatterIsNotTheText(t *testing.T) {
	tests := []struct{ name, page, want string }{
		{"before the first tag", "---\ntitle: A failed deployment\n---\n<p>x</p>", "<p>x</p>"},
		{"a rule in the text", "<p>x</p>\n---\ny\n---\n", "<p>x</p>\n---\ny\n---\n"},
		{"without an end", "---\ntitle: x\n", "---\ntitle: x\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(withoutFrontMatter([]byte(tt.page))); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
