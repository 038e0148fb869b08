package eval

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"inquest/extractor"
	"inquest/normalizer"
)

// Result is what the stages made of a labelled report.
type Result struct {
	Label       *Label
	Draft       *normalizer.Draft // nil when Err is not
	Words       int               // of the report, the page's frame and platform facts aside
	Maintenance bool              // the report speaks of maintenance
	Err         error             // of the extractor: counted as a draft that says nothing
}

// saysNoIncident reports whether the answer is that the page tells of no incident: the draft says so, or
// the extractor finds none in it.
func (r Result) saysNoIncident() bool {
	var e *extractor.Error
	return r.Draft != nil && !r.Draft.Incident || errors.As(r.Err, &e) && e.Kind == extractor.NotAReport
}

// Run drafts every report of the set with the weights for its operator, in the order of the labels. A
// report that is not there is an error; one that cannot be read is a result.
func (s *Set) Run(ctx context.Context, n *Normalizers) ([]Result, error) {
	results := make([]Result, len(s.Labels))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range s.Labels {
		group.Go(func() error {
			r, err := s.draft(ctx, n.For(s.Labels[i].Operator), &s.Labels[i])
			results[i] = r
			return err
		})
	}
	return results, group.Wait()
}

func (s *Set) draft(ctx context.Context, n *normalizer.Normalizer, l *Label) (Result, error) {
	c, err := s.Capture(l)
	if err != nil {
		return Result{}, err
	}
	doc, err := extractor.Extract(ctx, c)
	if err != nil {
		return Result{Label: l, Err: err}, ctx.Err()
	}
	source := normalizer.Source{Capture: c.SHA256, URL: c.URL, At: c.At, Part: 1, Document: doc}
	return Result{
		Label: l, Draft: n.Normalize([]normalizer.Source{source}),
		Words: countWords(doc), Maintenance: speaksOf(doc, "maintenance"),
	}, nil
}

func countWords(doc *extractor.Document) int {
	n := 0
	for _, b := range doc.Part(1).Blocks {
		if b.Kind != extractor.Fact && b.Section != extractor.SectionBoilerplate {
			n += len(strings.Fields(b.Text))
		}
	}
	return n
}

func speaksOf(doc *extractor.Document, word string) bool {
	return slices.ContainsFunc(doc.Part(1).Blocks, func(b extractor.Block) bool {
		return strings.Contains(strings.ToLower(b.Text), word)
	})
}
