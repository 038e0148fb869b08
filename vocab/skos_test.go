package vocab

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestWriteSKOS(t *testing.T) {
	v, err := LoadFS(smallVocabulary([]string{
		"symptoms.yaml", "definition: Slow., forms: {en: [slow]", `definition: "So \"slow\" \\ late.", not_for: "One\nquery.", use_for: Pages., forms: {en: [slow, laggy]`,
	}))
	if err != nil {
		t.Fatal(err)
	}
	sentences := fstest.MapFS{"symptoms.jsonl": {Data: []byte(`{"not": "high-latency", "lang": "en", "text": "It was fast."}
{"term": "high-latency", "lang": "ko", "text": "느렸습니다."}
{"term": "high-latency", "lang": "en", "text": "Pages crawled."}
`)}}
	var out strings.Builder
	if err := v.WriteSKOS(&out, "symptoms", sentences); err != nil {
		t.Fatal(err)
	}
	want := `
symptoms:high-latency a skos:Concept ;
    skos:inScheme <urn:inquest:vocabulary:1> ;
    skos:notation "high-latency" ;
    skos:prefLabel "Slow"@en, "지연"@ko ;
    skos:altLabel "laggy"@en, "느림"@ko ;
    skos:definition "So \"slow\" \\ late."@en ;
    skos:scopeNote "Use for: Pages."@en, "Not for: One\nquery."@en ;
    skos:example "Pages crawled."@en ;
    skos:broader symptoms:degraded ;
    .
`
	if !strings.Contains(out.String(), want) {
		t.Errorf("no%s\nin\n%s", want, out.String())
	}
	if strings.Contains(out.String(), "domain:storage") {
		t.Error("asked for symptoms, it has a term of domain")
	}
}

// The whole vocabulary, example sentences included, is read back with a reader of its own and must
// hold exactly what the terms say.
func TestSKOSOfTheWholeVocabularyReadsBack(t *testing.T) {
	v := loadEmbedded(t)
	var out strings.Builder
	if err := v.WriteSKOS(&out, "", os.DirFS("sentences")); err != nil {
		t.Fatal(err)
	}
	graph, err := readTurtle(out.String())
	if err != nil {
		t.Fatal(err)
	}
	scheme := fmt.Sprintf("urn:inquest:vocabulary:%d", v.Version)
	for _, f := range v.Facets {
		for _, term := range f.Terms {
			node := graph["urn:inquest:"+f.ID+":"+term.ID]
			got := map[string][]string{}
			for _, p := range []string{"type", "inScheme", "notation", "prefLabel", "definition", "broader", "topConceptOf"} {
				got[p] = node[p]
			}
			want := map[string][]string{
				"type": {skosNamespace + "Concept"}, "inScheme": {scheme}, "notation": {term.ID},
				"prefLabel": {term.Label.En + "@en", term.Label.Ko + "@ko"}, "definition": {term.Definition + "@en"},
				"broader": nil, "topConceptOf": nil,
			}
			if term.Broader == "" {
				want["topConceptOf"] = []string{scheme}
			} else {
				want["broader"] = []string{"urn:inquest:" + f.ID + ":" + term.Broader}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", term, diff)
			}
			checkLabels(t, term, node)
		}
	}
	if n := len(graph["urn:inquest:symptoms:high-latency"]["example"]); n != mostExamples {
		t.Errorf("%d examples of high-latency, want %d", n, mostExamples)
	}
}

// checkLabels holds a concept against SKOS's conditions on labels (S13, S14).
func checkLabels(t *testing.T, term *Term, node map[string][]string) {
	t.Helper()
	seen := slices.Clone(node["prefLabel"])
	for _, label := range node["altLabel"] {
		if slices.Contains(seen, label) {
			t.Errorf("%s: label %q stands twice", term, label)
		}
		seen = append(seen, label)
	}
	for _, lang := range []string{"@en", "@ko"} {
		if !slices.ContainsFunc(node["altLabel"], func(l string) bool { return strings.HasSuffix(l, lang) }) {
			t.Errorf("%s: no alternative label in %s", term, lang[1:])
		}
	}
}

func TestSKOSNamesTheFaultyLineOfTheSentences(t *testing.T) {
	v := loadEmbedded(t)
	sentences := fstest.MapFS{"symptoms.jsonl": {Data: []byte("{}\n{")}}
	if err := v.WriteSKOS(new(strings.Builder), "", sentences); err == nil || !strings.Contains(err.Error(), "symptoms.jsonl:2: ") {
		t.Errorf("error %v", err)
	}
}

func TestSKOSOfAnUnknownFacetAndAFullDisk(t *testing.T) {
	v := loadEmbedded(t)
	if err := v.WriteSKOS(new(strings.Builder), "symptom", nil); err == nil || !strings.HasPrefix(err.Error(), `no facet "symptom"`) {
		t.Errorf("unknown facet: error %v", err)
	}
	if err := v.WriteSKOS(fullDisk{}, "", nil); !errors.Is(err, errFull) {
		t.Errorf("full disk: error %v", err)
	}
}

// turtleToken is what the tests know of Turtle: IRIs, prefixed names, strings with a language,
// punctuation.
var turtleToken = regexp.MustCompile(`^(?:<([^<>"{}|^\x60\\\x00-\x20]*)>|"((?:[^"\\\n\r]|\\[tbnrf"'\\])*)"(?:@([a-z]+))?|(@prefix|a\b)|((?:skos|owl):[A-Za-z]+|[a-z_]+:[a-z0-9-]*)|([.;,]))\s*`)

// readTurtle returns the values of each property by subject; properties of SKOS by their local name,
// literals with "@" and their language.
func readTurtle(text string) (map[string]map[string][]string, error) {
	r := &turtleReader{rest: text, prefixes: map[string]string{}, graph: map[string]map[string][]string{}}
	for r.rest != "" {
		if err := r.statement(); err != nil {
			return nil, err
		}
	}
	return r.graph, nil
}

type turtleReader struct {
	rest     string
	prefixes map[string]string
	graph    map[string]map[string][]string
}

func (r *turtleReader) statement() error {
	subject, err := r.node()
	if err != nil {
		return err
	}
	if subject == "@prefix" {
		return r.prefix()
	}
	if r.graph[subject] != nil {
		return fmt.Errorf("subject %s stands twice", subject)
	}
	r.graph[subject] = map[string][]string{}
	for {
		property, err := r.node()
		if err != nil || property == "." {
			return err
		}
		if err := r.objects(subject, strings.TrimPrefix(property, skosNamespace)); err != nil {
			return err
		}
	}
}

// objects reads values up to the ";" behind them.
func (r *turtleReader) objects(subject, property string) error {
	for {
		value, err := r.node()
		if err != nil {
			return err
		}
		r.graph[subject][property] = append(r.graph[subject][property], value)
		switch mark, err := r.node(); {
		case err != nil:
			return err
		case mark == ";":
			return nil
		case mark != ",":
			return fmt.Errorf("%q behind a value of %s", mark, subject)
		}
	}
}

func (r *turtleReader) prefix() error {
	m := regexp.MustCompile(`^([a-z_]+:) <([^>]+)> \.\s*`).FindStringSubmatch(r.rest)
	if m == nil {
		return fmt.Errorf("prefix at %.40q", r.rest)
	}
	r.prefixes[m[1]] = m[2]
	r.rest = r.rest[len(m[0]):]
	return nil
}

var turtleUnescapes = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", `\r`, "\r", `\t`, "\t")

func (r *turtleReader) node() (string, error) {
	m := turtleToken.FindStringSubmatch(r.rest)
	if m == nil {
		return "", fmt.Errorf("no token at %.60q", r.rest)
	}
	r.rest = r.rest[len(m[0]):]
	switch iri, text, lang, word, name, mark := m[1], m[2], m[3], m[4], m[5], m[6]; {
	case iri != "":
		return iri, nil
	case word == "a":
		return "type", nil
	case word != "":
		return word, nil
	case mark != "":
		return mark, nil
	case name != "":
		prefix, local, _ := strings.Cut(name, ":")
		if r.prefixes[prefix+":"] == "" {
			return "", fmt.Errorf("prefix of %s is not declared", name)
		}
		return r.prefixes[prefix+":"] + local, nil
	case lang != "":
		return turtleUnescapes.Replace(text) + "@" + lang, nil
	default:
		return turtleUnescapes.Replace(text), nil
	}
}
