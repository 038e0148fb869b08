package extractor

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

// flightPage makes a page that streams rows in scripts.
func flightPage(t *testing.T, chunks ...string) *html.Node {
	t.Helper()
	var b strings.Builder
	for _, s := range chunks {
		call, err := json.Marshal([]any{1, s})
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("<script>self.__next_f.push(" + string(call) + ")</script>")
	}
	root, err := html.Parse(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestFlightRowsAreDecoded(t *testing.T) {
	for _, c := range []struct {
		name   string
		chunks []string
		want   []any
	}{
		{"one row", []string{"1:{\"a\":\"b\"}\n"}, []any{map[string]any{"a": "b"}}},
		{"row cut between two scripts", []string{"1:[\"a\",", "\"b\"]\n"}, []any{[]any{"a", "b"}}},
		{"rows that are no JSON", []string{"1:\"$Sreact.fragment\"\n2:I[1,[],\"\"]\n3:[\"a\"]\n"}, []any{[]any{"a"}}},
		{"text with line ends, referred to", []string{"1a:Td,two\nlines: é5:{\"body\":\"$1a\"}\n"}, []any{map[string]any{"body": "two\nlines: é"}}},
		{"text that breaks off", []string{"1a:Tff,short"}, nil},
		{"nothing", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, flightValues(flightPage(t, c.chunks...))); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
		})
	}
}
