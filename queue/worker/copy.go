package worker

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"inquest/fetcher"
	"inquest/queue"
)

// copyOf fetches a source, and looks for an archived copy when its server gives us none and we have none.
func (w *Worker) copyOf(ctx context.Context, source queue.Source) (*fetcher.Capture, error) {
	req, err := w.request(ctx, source)
	if err != nil {
		return nil, err
	}
	capture, err := guarded(func() (*fetcher.Capture, error) { return w.stages.Fetch(ctx, req) })
	switch kind := fetcher.KindOf(err); {
	case kind == fetcher.JSOnly:
		return w.scripted(ctx, source, req, err)
	case !kind.NeedsCopy():
		return capture, err
	case source.Capture != 0 && gone(err):
		return nil, w.missing(ctx, source, err)
	case source.Capture != 0:
		return nil, err
	}
	archived, err := w.archived(ctx, source, err)
	if fetcher.KindOf(err) == fetcher.Gone {
		err = w.missing(ctx, source, err)
	}
	return archived, err
}

// archived looks for a copy of a page that its publisher does not give, which answer says.
func (w *Worker) archived(ctx context.Context, source queue.Source, answer error) (*fetcher.Capture, error) {
	if w.stages.Archived == nil {
		return nil, answer
	}
	archived, err := guarded(func() (*fetcher.Capture, error) {
		return w.stages.Archived(ctx, source.URL, w.Now())
	})
	if err != nil {
		return nil, notArchived(answer, err)
	}
	return archived, nil
}

// scripted looks for the text of a page that only a browser's script would fetch: in an archive, unless
// there is a copy, and by rendering it where that is set up.
func (w *Worker) scripted(ctx context.Context, source queue.Source, req fetcher.Request, answer error) (*fetcher.Capture, error) {
	if source.Capture == 0 {
		archived, err := w.archived(ctx, source, answer)
		if err == nil || w.stages.Render == nil {
			return archived, err
		}
		answer = err
	}
	if w.stages.Render == nil {
		return nil, answer
	}
	rendered, err := guarded(func() (*fetcher.Capture, error) { return w.stages.Render(ctx, req) })
	if errors.Is(err, fetcher.ErrNoRendering) {
		return nil, notRendered(answer, err)
	}
	return rendered, err
}

// notRendered keeps the answer that there was and adds why no browser was asked.
func notRendered(answer, refusal error) error {
	var f *fetcher.Error
	var parked *fetcher.ParkedError
	if errors.As(answer, &parked) || !errors.As(answer, &f) {
		return answer
	}
	return &fetcher.Error{Kind: f.Kind, URL: f.URL, Detail: fmt.Sprintf("%s, and %v", f.Detail, refusal), After: f.After, NoCopy: f.NoCopy, Err: answer}
}

// notArchived keeps the publisher's answer and adds what the archive said. The outcome is the archive's
// when that may answer otherwise another time and the publisher will not.
func notArchived(publisher, asking error) error {
	var f, theirs *fetcher.Error
	var parked *fetcher.ParkedError
	if errors.As(asking, &parked) {
		return fmt.Errorf("archived copy: %w", asking)
	}
	errors.As(publisher, &f)
	if !errors.As(asking, &theirs) {
		return &fetcher.Error{Kind: f.Kind, URL: f.URL, Detail: fmt.Sprintf("%s, and asked for a copy: %v", f.Detail, asking), NoCopy: true, Err: publisher}
	}
	both := &fetcher.Error{Kind: f.Kind, URL: f.URL, Detail: fmt.Sprintf("%s, and %s, asked for a copy: %s", f.Detail, hostOf(theirs.URL), theirs.Detail), After: f.After, Err: publisher}
	if f.Kind.Permanent() && !theirs.Kind.Permanent() {
		both.Kind, both.After, both.Err = theirs.Kind, theirs.After, asking
	}
	return both
}

// hostOf names the server of an address, for messages.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "an archive"
	}
	return u.Host
}
