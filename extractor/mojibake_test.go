package extractor

import (
	"testing"
)

func TestTextEncodedTwiceIsDecodedWithAWarning(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		warnings       int
	}{
		{"an apostrophe", "<p>We donâ€™t know yet.</p>", "We don’t know yet.", 1},
		{"letters", "<p>Die StÃ¶rung ist behoben.</p>", "Die Störung ist behoben.", 1},
		{"text that is right", "<p>Die Störung à Zürich ist behoben.</p>", "Die Störung à Zürich ist behoben.", 0},
		{"a part that does not decode", "<p>StÃ¶rung à Zürich</p>", "StÃ¶rung à Zürich", 0},
		{"text beyond the code page", "<p>StÃ¶rung 서울</p>", "StÃ¶rung 서울", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "a.html", `<html><body><h1>Outage</h1>`+c.in+`</body></html>`)
			if got := d.Blocks[len(d.Blocks)-1].Text; got != c.want || len(d.Warnings) != c.warnings {
				t.Errorf("got %q with warnings %q, want %q with %d", got, d.Warnings, c.want, c.warnings)
			}
		})
	}
}

func TestTextEncodedTwiceIsDecodedInEveryType(t *testing.T) {
	for name, body := range map[string]string{
		"a.txt":  "Outage\n\nWe donâ€™t know the cause yet.\n",
		"a.md":   "# Outage\n\nWe donâ€™t know the cause yet.\n",
		"a.json": `{"name":"Outage","incident_updates":[{"status":"resolved","body":"We donâ€™t know the cause yet."}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			d := extract(t, name, body)
			if got := d.Blocks[len(d.Blocks)-1].Text; got != "We don’t know the cause yet." || len(d.Warnings) != 1 {
				t.Errorf("got %q with warnings %q", got, d.Warnings)
			}
		})
	}
}
