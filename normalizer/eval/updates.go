package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"inquest/extractor"
	"inquest/normalizer"
)

// ScoreUpdates drafts the status entries below a folder (pages with a file per entry, in the shape of
// Statuspage's incident JSON) and returns how many of their updates stand in the events, with label
// and instant. An error names the file.
func ScoreUpdates(ctx context.Context, n *normalizer.Normalizer, dir string) (Figure, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil {
		return Figure{}, err
	}
	var found share
	for _, path := range paths {
		if err := countUpdates(ctx, n, path, &found); err != nil {
			return Figure{}, fmt.Errorf("updates of %s: %w", path, err)
		}
	}
	return found.figure("updates as events"), nil
}

// statusEntry is what a status entry says of its updates.
type statusEntry struct {
	Updates []struct {
		Status    string    `json:"status"`
		CreatedAt time.Time `json:"created_at"`
		DisplayAt time.Time `json:"display_at"` // zero: as created
	} `json:"incident_updates"`
}

func countUpdates(ctx context.Context, n *normalizer.Normalizer, path string, found *share) error {
	body, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var entry statusEntry
	if err := json.Unmarshal(body, &entry); err != nil {
		return err
	}
	c, err := capture(path, "", body)
	if err != nil {
		return err
	}
	doc, err := extractor.Extract(ctx, c)
	if err != nil {
		return err
	}
	d := n.Normalize([]normalizer.Source{{Capture: c.SHA256, Part: 1, Document: doc}})
	for _, u := range entry.Updates {
		at := u.DisplayAt
		if at.IsZero() {
			at = u.CreatedAt
		}
		found.add(hasUpdate(d.Events, u.Status, at))
	}
	return nil
}

func hasUpdate(events []normalizer.Event, label string, at time.Time) bool {
	for i := range events {
		if e := &events[i]; e.Kind == "update" && sameLabel(string(e.Label), label) && nearInstant(e, at) {
			return true
		}
	}
	return false
}

// sameLabel reports whether two labels differ only in how a page and its data write them: "In
// Progress" and "in_progress".
func sameLabel(a, b string) bool {
	return strings.EqualFold(strings.ReplaceAll(a, "_", " "), strings.ReplaceAll(b, "_", " "))
}
