package eval

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"inquest/extractor"
	"inquest/normalizer"
)

// Result is what the stages made of a labelled report.
type Result struct {
	Label *Label
	Draft *normalizer.Draft // nil when Err is not
	Err   error             // of the extractor: counted as a draft that says nothing
}

// Run drafts every report of the set, in the order of the labels. A report that is not there is an
// error; one that cannot be read is a result.
func (s *Set) Run(ctx context.Context, n *normalizer.Normalizer) ([]Result, error) {
	results := make([]Result, len(s.Labels))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range s.Labels {
		group.Go(func() error {
			r, err := s.draft(ctx, n, &s.Labels[i])
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
	return Result{Label: l, Draft: n.Normalize([]normalizer.Source{source})}, nil
}
