package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDataOfScriptsGivesSentencesAndNamedValues(t *testing.T) {
	d := extract(t, "a.html", `<html><body><div id="root"></div><script type="application/json">{
		"theme":{"name":"dark blue with a very long name","text":"a b c d e f g h i j"},
		"build":{"message":"function(a, b) { return a + b; } if (x) { y(); }."},
		"incident":{"status":"resolved","impact":"major","url":"https://example.com/","body":"The disk of the database was full. We cleared it at 10:00 UTC."}
	}</script></body></html>`)
	want := []string{"fact platform: status: resolved", "fact platform: impact: major",
		"para summary: The disk of the database was full. We cleared it at 10:00 UTC."}
	if diff := cmp.Diff(want, sketch(d.Blocks[1:])); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

func TestRichTextInDataIsReadWithItsStructure(t *testing.T) {
	d := extract(t, "a.html", `<html><head><title>Outage of the database</title></head><body><div id="root"></div><script type="application/json">{"post":{"body":{"type":"doc","content":[
		{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Next steps"}]},
		{"type":"paragraph","content":[{"type":"text","text":"We will "},{"type":"text","text":"add an alert","marks":[{"type":"link","attrs":{"href":"https://example.com/a"}}]},{"type":"text","text":"."}]},
		{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"Larger disk"}]},{"type":"paragraph","content":[{"type":"text","text":"In May."}]},
			{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"Two hosts"}]}]}]}]}]}
	]}}}</script></body></html>`)
	want := []string{"h2 action-items: Next steps", "para action-items: We will add an alert.", "- action-items: Larger disk", "para action-items: In May.", "-- action-items: Two hosts"}
	if diff := cmp.Diff(want, sketch(d.Blocks[1:])); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Link{{Text: "add an alert", Href: "https://example.com/a"}}, d.Blocks[2].Links); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}
