package vocab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// The address of a concept is the same in every version of the vocabulary: what an id means does not
// change. The scheme names the version.
const (
	skosPrefix    = "urn:inquest:"
	skosNamespace = "http://www.w3.org/2004/02/skos/core#"
	mostExamples  = 3 // per term
)

// WriteSKOS prints the vocabulary as SKOS (W3C Recommendation of 18 August 2009) in Turtle: a concept
// scheme for the version, a collection per facet, a concept per term with its labels, surface forms
// (as alternative labels), definition, scope notes and broader term; only one facet when facet is not
// empty. An unknown facet is an error that lists the known ones. Sentences holds example sentences,
// FACET.jsonl, of which each concept shows the first English ones; nil for none.
func (v *Vocabulary) WriteSKOS(w io.Writer, facet string, sentences fs.FS) error {
	facets, err := v.choose(facet)
	if err != nil {
		return err
	}
	out := &turtle{vocabulary: v, scheme: fmt.Sprintf("<%svocabulary:%d>", skosPrefix, v.Version)}
	out.head(facets)
	for _, f := range facets {
		examples, err := examplesOf(sentences, f)
		if err != nil {
			return err
		}
		out.collection(f)
		for _, t := range f.Terms {
			out.concept(t, examples[t.ID])
		}
	}
	_, err = io.WriteString(w, out.String())
	return err
}

// turtle is the text of a SKOS vocabulary in Turtle (W3C Recommendation of 25 February 2014).
type turtle struct {
	strings.Builder
	vocabulary *Vocabulary
	scheme     string
}

func (t *turtle) head(facets []*Facet) {
	fmt.Fprintf(t, "@prefix skos: <%s> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n", skosNamespace)
	for _, f := range t.vocabulary.Facets {
		fmt.Fprintf(t, "@prefix %s: <%s%s:> .\n", f.ID, skosPrefix, f.ID)
	}
	fmt.Fprintf(t, "\n%s a skos:ConceptScheme ;\n", t.scheme)
	t.line("skos:prefLabel", literal("Incident vocabulary", "en"), literal("장애 용어집", "ko"))
	t.line("owl:versionInfo", literal(fmt.Sprint(t.vocabulary.Version), ""))
	var tops []string
	for _, f := range facets {
		for _, term := range f.Terms {
			if term.Broader == "" {
				tops = append(tops, name(f.ID, term.ID))
			}
		}
	}
	t.line("skos:hasTopConcept", tops...)
	t.end()
}

func (t *turtle) collection(f *Facet) {
	fmt.Fprintf(t, "\n<%sfacet:%s> a skos:Collection ;\n", skosPrefix, f.ID)
	t.line("skos:prefLabel", literal(f.ID, "en"))
	t.line("skos:definition", literal(f.Description, "en"))
	t.line("skos:scopeNote", literal("Terms a case takes: "+f.Cardinality, "en"))
	var members []string
	for _, term := range f.Terms {
		members = append(members, name(f.ID, term.ID))
	}
	t.line("skos:member", members...)
	t.end()
}

func (t *turtle) concept(term *Term, examples []string) {
	fmt.Fprintf(t, "\n%s a skos:Concept ;\n", name(term.Facet, term.ID))
	t.line("skos:inScheme", t.scheme)
	t.line("skos:notation", literal(term.ID, ""))
	t.line("skos:prefLabel", literal(term.Label.En, "en"), literal(term.Label.Ko, "ko"))
	t.line("skos:altLabel", append(altLabels(term.Forms.En, term.Label.En, "en"), altLabels(term.Forms.Ko, term.Label.Ko, "ko")...)...)
	t.line("skos:definition", literal(term.Definition, "en"))
	var notes []string
	if term.UseFor != "" {
		notes = append(notes, literal("Use for: "+term.UseFor, "en"))
	}
	if term.NotFor != "" {
		notes = append(notes, literal("Not for: "+term.NotFor, "en"))
	}
	t.line("skos:scopeNote", notes...)
	t.line("skos:example", literals(examples, "en")...)
	t.place(term)
	t.end()
}

// place ties the concept to others.
func (t *turtle) place(term *Term) {
	if term.Broader == "" {
		t.line("skos:topConceptOf", t.scheme)
	} else {
		t.line("skos:broader", name(term.Facet, term.Broader))
	}
	var domains []string
	for _, id := range term.Domains {
		domains = append(domains, name("domain", id))
	}
	t.line("skos:related", domains...)
}

// line writes one property, nothing when it has no values.
func (t *turtle) line(property string, values ...string) {
	if len(values) > 0 {
		fmt.Fprintf(t, "    %s %s ;\n", property, strings.Join(values, ", "))
	}
}

// end closes a subject; a ";" may stand before the "." (Turtle, section 2.2).
func (t *turtle) end() { t.WriteString("    .\n") }

// name is a term as a prefixed name: ids are kebab-case and need no escapes.
func name(facet, id string) string { return facet + ":" + id }

// altLabels are the surface forms without the preferred label: a concept has each label once
// (SKOS, integrity condition S13).
func altLabels(forms []string, label, lang string) []string {
	var list []string
	for _, form := range forms {
		if !strings.EqualFold(form, label) {
			list = append(list, literal(form, lang))
		}
	}
	return list
}

func literals(texts []string, lang string) []string {
	var list []string
	for _, text := range texts {
		list = append(list, literal(text, lang))
	}
	return list
}

var turtleEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

// literal is a quoted text with its language, if it has one.
func literal(text, lang string) string {
	quoted := `"` + turtleEscapes.Replace(text) + `"`
	if lang != "" {
		quoted += "@" + lang
	}
	return quoted
}

// examplesOf returns the first English example sentences of each term of the facet. A facet without
// a file of sentences has none.
func examplesOf(sentences fs.FS, f *Facet) (map[string][]string, error) {
	examples := map[string][]string{}
	if sentences == nil {
		return examples, nil
	}
	files, err := fs.Glob(sentences, f.ID+".jsonl")
	if err != nil || len(files) == 0 {
		return examples, err
	}
	data, err := fs.ReadFile(sentences, files[0])
	if err != nil {
		return nil, fmt.Errorf("example sentences: %w", err)
	}
	for n, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		var s struct{ Term, Lang, Text string }
		if err := json.Unmarshal(line, &s); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", files[0], n+1, err)
		}
		if s.Lang == "en" && len(examples[s.Term]) < mostExamples {
			examples[s.Term] = append(examples[s.Term], s.Text)
		}
	}
	return examples, nil
}
