package eval

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"

	"inquest/extractor"
	"inquest/normalizer"
)

// SameBytes reads a file with one finished case and returns an error when decoding and encoding it
// does not give the same bytes.
func SameBytes(path string) error {
	want, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	c, err := normalizer.DecodeCase(want)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	got, err := normalizer.Encode(c)
	if err != nil {
		return err
	}
	if want = bytes.TrimSpace(want); !bytes.Equal(want, got) {
		at := firstDifference(want, got)
		return fmt.Errorf("%s: encoded again it differs from byte %d: %.60q, want %.60q", path, at, got[at:], want[at:])
	}
	return nil
}

// DifferingCodes drafts a report and returns the coded fields in which the draft is not like the
// finished case: terms as sets, the root cause and the two durations.
func DifferingCodes(ctx context.Context, n *normalizer.Normalizer, report, finished string) ([]Field, error) {
	b, err := os.ReadFile(finished)
	if err != nil {
		return nil, err
	}
	c, err := normalizer.DecodeCase(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", finished, err)
	}
	d, err := draftFile(ctx, n, report)
	if err != nil {
		return nil, fmt.Errorf("draft %s: %w", report, err)
	}
	var differing []Field
	for _, f := range codesOf(c, &d.Case) {
		if !slices.Equal(slices.Sorted(slices.Values(f.Want)), slices.Sorted(slices.Values(f.Got))) {
			differing = append(differing, f)
		}
	}
	return differing, nil
}

func draftFile(ctx context.Context, n *normalizer.Normalizer, path string) (*normalizer.Draft, error) {
	body, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c, err := capture(path, "", body)
	if err != nil {
		return nil, err
	}
	doc, err := extractor.Extract(ctx, c)
	if err != nil {
		return nil, err
	}
	return n.Normalize([]normalizer.Source{{Capture: c.SHA256, Part: 1, Document: doc}}), nil
}

func codesOf(want, got *normalizer.Case) []Field {
	var fields []Field
	for _, facet := range termFacets {
		fields = append(fields, field(facet, want.Terms(facet), got.Terms(facet)))
	}
	return append(fields,
		field("resolved_after", one(string(want.Timeline.ResolvedAfter)), one(string(got.Timeline.ResolvedAfter))),
		field("detected_after", one(string(want.Timeline.DetectedAfter)), one(string(got.Timeline.DetectedAfter))))
}

func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
