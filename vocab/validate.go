package vocab

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// checker collects the faults of a vocabulary, so that an author sees all of them at once.
type checker struct {
	v      *Vocabulary
	faults []error
}

func validate(v *Vocabulary, fsys fs.FS) error {
	c := &checker{v: v}
	c.checkHead()
	c.checkFiles(fsys)
	for _, f := range v.Facets {
		c.checkFacet(f)
	}
	c.checkDecisions()
	c.checkAmbiguous()
	return errors.Join(c.faults...)
}

// fault notes what is wrong in a file; format should end with the way out.
func (c *checker) fault(file, format string, args ...any) {
	c.faults = append(c.faults, errors.New(file+": "+fmt.Sprintf(format, args...)))
}

// termFault notes what is wrong with one field of a term.
func (c *checker) termFault(t *Term, field, format string, args ...any) {
	place := fmt.Sprintf("%s.yaml: term %q: field %s: ", t.Facet, t.ID, field)
	c.faults = append(c.faults, errors.New(place+fmt.Sprintf(format, args...)))
}

func (c *checker) checkHead() {
	if c.v.Version < 1 {
		c.fault(matchingFile, "field version is %d; give the vocabulary a version of 1 or more", c.v.Version)
	}
	if !slices.Equal(c.v.Languages, []string{"en", "ko"}) {
		c.fault(matchingFile, "field languages is %v; it must be [en, ko], the languages that labels and forms have", c.v.Languages)
	}
	if len(c.v.Facets) == 0 {
		c.fault(matchingFile, "field facets is empty; list the facets in their order")
	}
}

// checkFiles finds facets that are listed twice, and files that are there but not listed.
func (c *checker) checkFiles(fsys fs.FS) {
	listed := map[string]bool{matchingFile: true}
	for _, f := range c.v.Facets {
		name := f.ID + ".yaml"
		if listed[name] {
			c.fault(matchingFile, "field facets names %q twice; keep one", f.ID)
		}
		listed[name] = true
	}
	names, err := fs.Glob(fsys, "*.yaml")
	if err != nil {
		c.faults = append(c.faults, err) // unreachable: the pattern is well formed
	}
	for _, name := range names {
		if !listed[name] {
			c.fault(name, "the facet is not listed in field facets of %s; add it there or remove the file", matchingFile)
		}
	}
}

func (c *checker) checkFacet(f *Facet) {
	for _, field := range []struct{ name, text string }{{"key", f.Key}, {"cardinality", f.Cardinality}, {"description", f.Description}} {
		if field.text == "" {
			c.fault(f.ID+".yaml", "field %s is empty; write it", field.name)
		}
	}
	if len(f.Terms) == 0 {
		c.fault(f.ID+".yaml", "field terms is empty; a facet needs terms to choose from")
	}
	seen := map[string]bool{}
	for _, t := range f.Terms {
		if seen[t.ID] {
			c.termFault(t, "id", "the facet has this id twice; give one of the terms another id")
		}
		seen[t.ID] = true
		c.checkTerm(t)
	}
}

func (c *checker) checkTerm(t *Term) {
	if !kebabCase(t.ID) {
		c.termFault(t, "id", "not in kebab-case; use lower-case letters and digits with single hyphens between them")
	}
	for _, field := range []struct{ name, text string }{{"label.en", t.Label.En}, {"label.ko", t.Label.Ko}, {"definition", t.Definition}} {
		if field.text == "" {
			c.termFault(t, field.name, "empty; write it")
		}
	}
	c.checkReferences(t)
	c.checkForms(t, "forms.en", t.Forms.En)
	c.checkForms(t, "forms.ko", t.Forms.Ko)
}

// kebabCase reports whether id is words of a-z and 0-9 with single hyphens between them.
func kebabCase(id string) bool {
	for word := range strings.SplitSeq(id, "-") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	return true
}

func (c *checker) checkReferences(t *Term) {
	for _, d := range t.Domains {
		if c.v.Term("domain", d) == nil {
			c.termFault(t, "domain", "no term %q in domain.yaml; name one of its terms or add it", d)
		}
	}
	if t.Broader == "" {
		return
	}
	if c.v.Term(t.Facet, t.Broader) == nil {
		c.termFault(t, "broader", "no term %q in this facet; name one of its terms or remove the field", t.Broader)
		return
	}
	if path := c.cycle(t); path != nil {
		c.termFault(t, "broader", "leads back to itself (%s); remove the field from one of them", strings.Join(path, " > "))
	}
}

// cycle returns the way from t over its broader terms back to t, or nil.
func (c *checker) cycle(t *Term) []string {
	path := []string{t.ID}
	for at := c.v.Term(t.Facet, t.Broader); at != nil; at = c.v.Term(t.Facet, at.Broader) {
		if slices.Contains(path[1:], at.ID) {
			return nil // another term's cycle, reported there
		}
		path = append(path, at.ID)
		if at.ID == t.ID {
			return path
		}
	}
	return nil
}

func (c *checker) checkForms(t *Term, field string, forms []string) {
	if len(forms) == 0 {
		c.termFault(t, field, "empty; list the words by which texts name the term")
	}
	seen := map[string]bool{}
	for _, form := range forms {
		norm := normalizeForm(form)
		if norm == "" {
			c.termFault(t, field, "form %q has nothing to look for; remove it", form)
		}
		if seen[norm] {
			c.termFault(t, field, "form %q is listed twice once normalised; keep one", form)
		}
		seen[norm] = true
	}
}

// checkDecisions makes sure that every root cause can be reached and every answer exists.
func (c *checker) checkDecisions() {
	reached := map[string]bool{}
	for i, d := range c.v.Decisions {
		if d.Step != i {
			c.fault(matchingFile, "field decision_order: step %d stands at place %d; number the steps from 0 without gaps", d.Step, i)
		}
		if d.Ask == "" {
			c.fault(matchingFile, "field decision_order: step %d asks nothing; write the question", d.Step)
		}
		reached[d.Then] = true
		if (d.Then != "" || i > 0) && c.v.Term("root_cause", d.Then) == nil {
			c.fault(matchingFile, "field decision_order: step %d leads to %q, which root_cause.yaml does not have; name one of its terms", d.Step, d.Then)
		}
	}
	if f := c.v.Facet("root_cause"); f != nil {
		for _, t := range f.Terms {
			if !reached[t.ID] {
				c.fault(matchingFile, "field decision_order: no step leads to root_cause/%s; add the question that decides for it", t.ID)
			}
		}
	}
}

func (c *checker) checkAmbiguous() {
	seen := map[string]bool{}
	for _, a := range c.v.Ambiguous {
		norm := normalizeForm(a.Form)
		if norm == "" {
			c.fault(matchingFile, "field ambiguous: form %q has nothing to look for; write the word or remove the entry", a.Form)
		}
		if seen[norm] {
			c.fault(matchingFile, "field ambiguous: form %q is listed twice; merge the senses", a.Form)
		}
		seen[norm] = true
		if len(a.Senses) == 0 {
			c.fault(matchingFile, "field ambiguous: form %q has no senses; write what it can mean", a.Form)
		}
		for _, s := range a.Senses {
			c.checkSense(a.Form, s)
		}
	}
}

func (c *checker) checkSense(form string, s Sense) {
	target := s.Facet + "/" + s.ID
	if len(s.Near) == 0 {
		c.fault(matchingFile, "field ambiguous: form %q: sense %s has no near words; write what shows this sense", form, target)
	}
	for _, near := range s.Near {
		switch normalizeForm(near) {
		case "":
			c.fault(matchingFile, "field ambiguous: form %q: near word %q has nothing to look for; remove it", form, near)
		case normalizeForm(form):
			c.fault(matchingFile, "field ambiguous: form %q: near word %q is the form itself and shows no sense; remove it", form, near)
		}
	}
	switch {
	case s.Facet == "" && s.ID == "":
	case s.Facet == "" || s.ID == "":
		c.fault(matchingFile, "field ambiguous: form %q: sense %s has only one of facet and id; give both, or null for both", form, target)
	case c.v.Term(s.Facet, s.ID) == nil:
		c.fault(matchingFile, "field ambiguous: form %q: no term %s; name an existing one, or null for both", form, target)
	}
}
