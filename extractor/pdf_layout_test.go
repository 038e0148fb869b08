package extractor

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// boxes sets lines below each other from the point (x, y), at one and a fifth of their size, in a
// font whose letters are half as wide as high.
func boxes(x, y, size float64, bold bool, lines ...string) []textBox {
	var all []textBox
	for i, s := range lines {
		top := y - float64(i)*1.2*size
		all = append(all, textBox{
			text: s, size: size, bold: bold,
			left: x, right: x + 0.5*size*float64(utf8.RuneCountInString(s)),
			top: top, bottom: top - 0.9*size,
		})
	}
	return all
}

func letter(parts ...[]textBox) boxPage {
	p := boxPage{width: 612, height: 792}
	for _, b := range parts {
		p.boxes = append(p.boxes, b...)
	}
	return p
}

func TestLayoutBlocks(t *testing.T) {
	for _, tt := range []struct {
		name  string
		pages []boxPage
		want  []Block
	}{
		{
			name: "headings by size and weight, lines into paragraphs",
			pages: []boxPage{letter(
				boxes(72, 720, 20, true, "Checkout errors in", "two regions"),
				boxes(72, 660, 14, true, "Summary"),
				boxes(72, 640, 10, false, "About a third of all requests to the checkout service", "failed from 04:00 to 05:10 UTC. The pool of connections", "was empty."),
				boxes(72, 590, 10, true, "Root cause"),
				boxes(72, 578, 10, false, "A limit was too low for the traffic of that morning."),
				boxes(72, 550, 10, false, "It had been set in 2029."),
			)},
			want: []Block{
				{Kind: Heading, Level: 1, Text: "Checkout errors in two regions"},
				{Kind: Heading, Level: 2, Text: "Summary"},
				{Kind: Para, Text: "About a third of all requests to the checkout service failed from 04:00 to 05:10 UTC. The pool of connections was empty."},
				{Kind: Heading, Level: 3, Text: "Root cause"},
				{Kind: Para, Text: "A limit was too low for the traffic of that morning."},
				{Kind: Para, Text: "It had been set in 2029."},
			},
		}, {
			name: "bullets in boxes of their own, nested by their left edge",
			pages: []boxPage{letter(
				boxes(72, 700, 10, false, "•"), boxes(90, 700, 10, false, "Add an alert for the pool of the checkout service and", "for that of search."),
				boxes(90, 670, 10, false, "o"), boxes(108, 670, 10, false, "With a test"),
				boxes(72, 658, 10, false, "\uf0b7 Raise the limit"),
				boxes(72, 630, 10, false, "2. Review all limits"),
			)},
			want: []Block{
				{Kind: Item, Depth: 1, Text: "Add an alert for the pool of the checkout service and for that of search."},
				{Kind: Item, Depth: 2, Text: "With a test"},
				{Kind: Item, Depth: 1, Text: "Raise the limit"},
				{Kind: Item, Depth: 1, Text: "Review all limits"},
			},
		}, {
			name: "hyphens at line ends go, unless the text writes the word with one",
			pages: []boxPage{letter(
				boxes(72, 700, 10, false, "The change removed the only healthy node of the con-", "figuration service, as the post-mortem of 2029 and the post-", "mortem of 2030 say about non-", "English pages."),
			)},
			want: []Block{{Kind: Para, Text: "The change removed the only healthy node of the configuration service, as the post-mortem of 2029 and the post-mortem of 2030 say about non-English pages."}},
		}, {
			name: "running heads and page numbers go, a paragraph goes on over the page",
			pages: []boxPage{
				letter(boxes(72, 770, 9, false, "Acme incident report 7"), boxes(72, 120, 10, false, "The pool of connections was empty because the service"), boxes(300, 40, 9, false, "Page 1 of 2")),
				letter(boxes(72, 770, 9, false, "Acme incident report 7"), boxes(72, 700, 10, false, "had a leak that nobody saw for two days in a row."), boxes(300, 40, 9, false, "Page 2 of 2")),
			},
			want: []Block{
				{Kind: Para, Text: "The pool of connections was empty because the service had a leak that nobody saw for two days in a row."},
			},
		}, {
			name: "two columns are read one after the other, what spans them before and after",
			pages: []boxPage{letter(
				boxes(72, 740, 18, false, "A title that spans both of the columns"),
				boxes(72, 700, 10, false, "The left column tells what the team saw on", "that day, how it came to see it, and what it", "did in the first hour after the first alert,", "while the second team, in another building,", "wrote to all customers, and while everybody", "was waiting for the database to come back."),
				boxes(320, 700, 10, false, "The right column tells what the team did in", "the days after, in the order of the dates,", "with the names of the services that have", "changed, and of those that did not change,", "because they had been built in another way", "from the beginning of the whole enterprise."),
			)},
			want: []Block{
				{Kind: Heading, Level: 1, Text: "A title that spans both of the columns"},
				{Kind: Para, Text: "The left column tells what the team saw on that day, how it came to see it, and what it did in the first hour after the first alert, while the second team, in another building, wrote to all customers, and while everybody was waiting for the database to come back."},
				{Kind: Para, Text: "The right column tells what the team did in the days after, in the order of the dates, with the names of the services that have changed, and of those that did not change, because they had been built in another way from the beginning of the whole enterprise."},
			},
		}, {
			name: "a table is read row by row, its wrapped cells too",
			pages: []boxPage{letter(
				boxes(72, 700, 10, true, "Time"), boxes(200, 700, 10, true, "Event"),
				boxes(72, 680, 10, false, "04:00"), boxes(200, 680, 10, false, "The first alert fires and wakes", "the engineer on call"),
				boxes(72, 650, 10, false, "05:10"), boxes(200, 650, 10, false, "Resolved"),
			)},
			want: []Block{
				{Kind: Row, Text: "Time | Event"},
				{Kind: Row, Text: "04:00 | The first alert fires and wakes the engineer on call"},
				{Kind: Row, Text: "05:10 | Resolved"},
			},
		}, {
			name: "lines that begin with a time are rows of a timeline",
			pages: []boxPage{letter(
				boxes(72, 700, 10, false, "04:00 UTC the first alert fires and wakes the engineer.", "04:12 UTC she looks at the graphs of the pool and calls", "the database team.", "05:10 UTC resolved."),
			)},
			want: []Block{
				{Kind: Item, Depth: 1, Text: "04:00 UTC the first alert fires and wakes the engineer."},
				{Kind: Item, Depth: 1, Text: "04:12 UTC she looks at the graphs of the pool and calls the database team."},
				{Kind: Item, Depth: 1, Text: "05:10 UTC resolved."},
			},
		}, {
			name: "words set in pieces are joined, and links found",
			pages: []boxPage{letter(
				boxes(72, 700, 10, false, "Check"), boxes(97, 700, 10, false, "out"), boxes(115, 700, 10, true, "failed:"), boxes(154, 700, 10, false, "https://example.org/a"),
			)},
			want: []Block{{Kind: Para, Text: "Checkout failed: https://example.org/a", Links: []Link{{Text: "https://example.org/a", Href: "https://example.org/a"}}}},
		}, {
			name:  "a page without text has no blocks",
			pages: []boxPage{letter(boxes(72, 700, 10, false, " "))},
			want:  []Block{},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, layoutBlocks(tt.pages)); diff != "" {
				t.Errorf("layoutBlocks (-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzLayoutBlocks places words at any points, in any sizes, as a damaged PDF may: nothing may crash,
// and every block is whole.
func FuzzLayoutBlocks(f *testing.F) {
	f.Add([]byte("0123456789abcdefghijklmnopqrstuvwxyz"), "• a b- 1. c 04:00 d | e")
	f.Add([]byte{0xff, 0xff, 0, 0, 0x7f, 0xf0}, "x")
	f.Fuzz(func(t *testing.T, places []byte, words string) {
		page, count := boxPage{width: 612, height: 792}, 0
		for len(places) >= 8 && count < 400 {
			at := func(i int) float64 { return float64(binary.LittleEndian.Uint16(places[2*i:])) / 80 }
			x, y, size := at(0), at(1), at(2)/20
			if places[7] == 0xff {
				y = math.NaN()
			}
			page.boxes = append(page.boxes, textBox{text: fmt.Sprint(words, count), left: x, right: x + at(3), top: y + size, bottom: y, size: size, bold: places[6]&1 == 1})
			places, count = places[8:], count+1
		}
		for _, b := range layoutBlocks([]boxPage{page, page}) {
			if (b.Kind == Heading) != (b.Level > 0) || (b.Kind == Item) != (b.Depth > 0) || b.Text == "" {
				t.Errorf("%s with level %d, depth %d, text %q", b.Kind, b.Level, b.Depth, b.Text)
			}
		}
	})
}
