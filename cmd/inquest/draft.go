package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/normalizer"
)

// draftCmd runs the three stages in this process.
type draftCmd struct {
	Inputs       []string  `arg:"" name:"input" help:"Files, http(s) addresses, or - for standard input."`
	URL          string    `help:"The public address of a local file." placeholder:"URL"`
	Org          string    `help:"Whose incident it is, if the page does not say so." placeholder:"NAME"`
	ContentType  string    `help:"The declared media type of a local file, such as \"text/html; charset=euc-kr\"." placeholder:"TYPE"`
	At           time.Time `format:"2006-01-02T15:04:05Z07:00" help:"When a local file was fetched (RFC 3339; default: unknown)." placeholder:"TIME"`
	Incident     string    `default:"1" help:"On a page with several incidents: which one, counted from 1, or all." placeholder:"N"`
	WithDocument bool      `help:"Add the document that was read to each line."`
	Format       string    `enum:"json,case,text" default:"json" help:"json (the whole line), case (the case alone) or text (for people)."`
	Pretty       bool      `help:"Indent the JSON."`
	Jobs         int       `default:"0" help:"Inputs at a time (default: one per core)." placeholder:"N"`
}

// Help shows an example.
func (draftCmd) Help() string {
	return "Example:\n  inquest draft --url https://status.example.com/incidents/abc saved-page.html\n" +
		"  inquest draft --format text report.pdf\n\n" +
		"Prints one JSON object per input, in input order; \"inquest schema draft\" is its schema.\n" +
		"Exit status: 0 every input gave an answer, 1 some failed, 2 the command was not understood."
}

// maxFile bounds local files; the extractor's own limits are stricter.
const maxFile = 64 << 20

// answer is what one input gave: its lines, or why there are none.
type answer struct {
	lines  []*normalizer.Line
	failed *normalizer.ErrorLine
}

// Run prints the lines in input order while later inputs are worked on.
func (c *draftCmd) Run(s *session) error {
	if err := c.check(); err != nil {
		return err
	}
	p, err := s.newPipeline(nil)
	if err != nil {
		return err
	}
	failed := false
	for a := range inOrder(c.Inputs, c.Jobs, func(input string) answer { return c.draft(s, p, input) }) {
		if s.ctx.Err() != nil {
			return fmt.Errorf("stopped: %w", context.Cause(s.ctx))
		}
		failed = failed || a.failed != nil
		if err := c.print(s, a); err != nil {
			return err
		}
	}
	if failed {
		return errReported
	}
	return nil
}

func (c *draftCmd) check() error {
	if n, err := strconv.Atoi(c.Incident); c.Incident != "all" && (err != nil || n < 1) {
		return usageError{fmt.Sprintf("--incident %q: a number from 1 up, or all", c.Incident)}
	}
	if c.URL != "" {
		if len(c.Inputs) > 1 {
			return usageError{"--url is the address of one file; draft the files one by one"}
		}
		if err := fetcher.Check(c.URL); err != nil {
			return usageError{"--url: " + err.Error()}
		}
	}
	return nil
}

// draft answers for one input. A mistake of ours that one page brings out must not take the answers of
// the others with it.
func (c *draftCmd) draft(s *session, p *pipeline, input string) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			s.lg.Error("panic", "input", input, "value", r, "stack", string(debug.Stack()))
			a = answer{failed: normalizer.NewErrorLine(input, "internal", fmt.Sprintf("this page brought out a mistake in inquest (%v); please report it with the page", r))}
		}
	}()
	lines, err := c.lines(s, p, input)
	if err != nil {
		kind, message := explain(err)
		return answer{failed: normalizer.NewErrorLine(input, kind, message)}
	}
	return answer{lines: lines}
}

func (c *draftCmd) lines(s *session, p *pipeline, input string) ([]*normalizer.Line, error) {
	capture, err := c.capture(s, p, input)
	if err != nil {
		return nil, err
	}
	doc, err := extractor.Extract(s.ctx, capture)
	if err != nil {
		return nil, err
	}
	first, last, err := c.parts(doc, input)
	if err != nil {
		return nil, err
	}
	var lines []*normalizer.Line
	for part := first; part <= last; part++ {
		line := normalizer.NewLine(input, part, p.normalizer.Normalize([]normalizer.Source{c.source(capture, doc, part)}))
		if c.WithDocument {
			line.Document = doc.Part(part)
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// capture fetches an address or reads a file.
func (c *draftCmd) capture(s *session, p *pipeline, input string) (*fetcher.Capture, error) {
	if isAddress(input) {
		return p.archive.Fetch(s.ctx, fetcher.Request{URL: input})
	}
	body, err := readInput(input, s.stdin)
	if err != nil {
		return nil, err
	}
	return fetcher.FromFile(input, c.URL, c.ContentType, body, c.At), nil
}

// isAddress tells an address from a file name: it has a scheme.
func isAddress(input string) bool {
	scheme, _, found := strings.Cut(input, "://")
	return found && scheme != "" && !strings.ContainsAny(scheme, "/\\.")
}

func readInput(input string, stdin io.Reader) ([]byte, error) {
	in := stdin
	if input != "-" {
		f, err := os.Open(input)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	body, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxFile {
		return nil, &extractor.Error{Kind: extractor.TooLarge, Where: input, Detail: fmt.Sprintf("is over %d MiB; attach the part that holds the report", maxFile>>20)}
	}
	return body, nil
}

func (c *draftCmd) source(capture *fetcher.Capture, doc *extractor.Document, part int) normalizer.Source {
	return normalizer.Source{
		Capture:  capture.SHA256,
		URL:      capture.URL,
		Archived: capture.Archived,
		Org:      c.Org,
		At:       capture.At,
		Part:     part,
		Document: doc,
	}
}

// parts says which incidents of the page are asked for.
func (c *draftCmd) parts(doc *extractor.Document, input string) (first, last int, err error) {
	if c.Incident == "all" {
		return 1, doc.Incidents(), nil
	}
	n, err := strconv.Atoi(c.Incident)
	if err != nil || doc.Part(n) == nil {
		return 0, 0, &extractor.Error{Kind: extractor.NotAReport, Where: input, Detail: fmt.Sprintf("has no incident %s; it tells of %d", c.Incident, doc.Incidents())}
	}
	return n, n, nil
}

// explain names the kind and the sentence of an error for the error line.
func explain(err error) (kind, message string) {
	var fetching *fetcher.Error
	var reading *extractor.Error
	var path *os.PathError
	switch {
	case errors.As(err, &reading):
		return string(reading.Kind), reading.Error()
	case errors.As(err, &fetching):
		return string(fetching.Kind), fetching.Error()
	case errors.As(err, &path):
		return "no-file", err.Error() + "; check the path"
	}
	return "internal", err.Error()
}

func (c *draftCmd) print(s *session, a answer) error {
	if a.failed != nil {
		if c.Format == "text" {
			_, err := fmt.Fprintf(s.stdout, "%s\n  failed: %s (%s)\n", a.failed.Input, a.failed.Error.Message, a.failed.Error.Kind)
			return err
		}
		return c.printJSON(s.stdout, a.failed)
	}
	for _, line := range a.lines {
		if err := c.printDraft(s.stdout, line); err != nil {
			return err
		}
	}
	return nil
}

func (c *draftCmd) printDraft(out io.Writer, line *normalizer.Line) error {
	switch c.Format {
	case "text":
		return line.WriteText(out)
	case "case":
		return c.printJSON(out, &line.Case)
	}
	return c.printJSON(out, line)
}

func (c *draftCmd) printJSON(out io.Writer, v any) error {
	b, err := normalizer.Encode(v)
	if err != nil {
		return err
	}
	if c.Pretty {
		var indented bytes.Buffer
		if err := json.Indent(&indented, b, "", "  "); err != nil {
			return err
		}
		b = indented.Bytes()
	}
	_, err = fmt.Fprintf(out, "%s\n", b)
	return err
}
