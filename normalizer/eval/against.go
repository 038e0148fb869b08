package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Change is what one field of one report gained and lost between two runs.
type Change struct {
	Set, ID, Field string
	Gained         []string // right values that are there now, wrong ones that are gone
	Lost           []string // right values that are gone, wrong ones that are there now
}

// ReadPrevious reads the file that an earlier run has written. An error says what to do.
func ReadPrevious(path string) (*Evaluation, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w; write the file with: inquest eval --json %s ..., before the change", err, path)
	}
	var e Evaluation
	if err := json.Unmarshal(b, &e); err != nil || len(e.Documents) == 0 {
		return nil, fmt.Errorf("%s does not hold the figures of an earlier run; write it with: inquest eval --json %s ..., before the change", path, path)
	}
	return &e, nil
}

// Compare returns what changed in the reports that both runs have scored, in the order of this run.
func (e *Evaluation) Compare(previous *Evaluation) []Change {
	before := map[[2]string]Document{}
	for _, d := range previous.Documents {
		before[[2]string{d.Set, d.ID}] = d
	}
	var changes []Change
	for _, now := range e.Documents {
		if old, ok := before[[2]string{now.Set, now.ID}]; ok {
			changes = append(changes, compareDocuments(old, now)...)
		}
	}
	return changes
}

func compareDocuments(old, now Document) []Change {
	var changes []Change
	for _, f := range now.Fields {
		i := slices.IndexFunc(old.Fields, func(o Field) bool { return o.Name == f.Name })
		if i < 0 {
			continue
		}
		c := Change{Set: now.Set, ID: now.ID, Field: f.Name}
		c.compare(f.Want, old.Fields[i].Got, f.Got)
		if len(c.Gained)+len(c.Lost) > 0 {
			changes = append(changes, c)
		}
	}
	return changes
}

func (c *Change) compare(want, before, now []string) {
	for _, v := range now {
		switch {
		case slices.Contains(before, v):
		case slices.Contains(want, v):
			c.Gained = append(c.Gained, "right: "+v)
		default:
			c.Lost = append(c.Lost, "wrong: "+v)
		}
	}
	for _, v := range before {
		switch {
		case slices.Contains(now, v):
		case slices.Contains(want, v):
			c.Lost = append(c.Lost, "no longer right: "+v)
		default:
			c.Gained = append(c.Gained, "no longer wrong: "+v)
		}
	}
}

// WriteChanges prints the figures that differ, and a line per changed field of a report.
func (e *Evaluation) WriteChanges(out io.Writer, previous *Evaluation) error {
	changes := e.Compare(previous)
	for _, r := range e.Sets {
		i := slices.IndexFunc(previous.Sets, func(p *Report) bool { return p.Set == r.Set })
		if i >= 0 {
			writeMoved(out, r, previous.Sets[i])
		}
	}
	gained, lost := 0, 0
	for _, c := range changes {
		gained, lost = gained+len(c.Gained), lost+len(c.Lost)
		if len(c.Gained) > 0 {
			fmt.Fprintf(out, "+ %s %s %s: %s\n", c.Set, c.ID, c.Field, strings.Join(c.Gained, "; "))
		}
		if len(c.Lost) > 0 {
			fmt.Fprintf(out, "- %s %s %s: %s\n", c.Set, c.ID, c.Field, strings.Join(c.Lost, "; "))
		}
	}
	_, err := fmt.Fprintf(out, "%d fields changed: %d values gained, %d lost\n\n", len(changes), gained, lost)
	return err
}

// writeMoved prints the figures of a set that are not what they were.
func writeMoved(out io.Writer, now, before *Report) {
	for i, f := range now.All {
		j := slices.IndexFunc(before.All, func(o Figure) bool { return o.Name == f.Name })
		if j < 0 || shown(before.All[j]) == shown(f) && shown(before.Blind[j]) == shown(now.Blind[i]) {
			continue
		}
		fmt.Fprintf(out, "%s, %s: %s -> %s, blind third %s -> %s\n",
			now.Set, f.Name, shown(before.All[j]), shown(f), shown(before.Blind[j]), shown(now.Blind[i]))
	}
}
