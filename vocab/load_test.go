package vocab

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func loadEmbedded(t testing.TB) *Vocabulary {
	t.Helper()
	v, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestLoadEmbedded(t *testing.T) {
	v := loadEmbedded(t)
	counts := map[string]int{}
	var order []string
	for _, f := range v.Facets {
		order = append(order, f.ID)
		counts[f.ID] = len(f.Terms)
	}
	wantOrder := []string{"domain", "symptoms", "components", "root_cause", "contributing", "severity", "date_kind", "source_kind"}
	if diff := cmp.Diff(wantOrder, order); diff != "" {
		t.Errorf("facets (-want +got):\n%s", diff)
	}
	wantCounts := map[string]int{
		"domain": 14, "symptoms": 62, "components": 92, "root_cause": 17,
		"contributing": 43, "severity": 5, "date_kind": 5, "source_kind": 12,
	}
	if diff := cmp.Diff(wantCounts, counts); diff != "" {
		t.Errorf("number of terms (-want +got); terms are added, never removed:\n%s", diff)
	}
	if v.Version != 2 || len(v.Ambiguous) != 53 || len(v.Decisions) != 19 || len(v.Rules.Ko) != 5 {
		t.Errorf("matching.yaml: version %d, %d ambiguous forms, %d decisions, %d Korean rules; want 2, 53, 19, 5",
			v.Version, len(v.Ambiguous), len(v.Decisions), len(v.Rules.Ko))
	}
	if !strings.HasPrefix(v.Guidelines(), "# How to code a postmortem\n") {
		t.Errorf("guidelines begin with %.40q", v.Guidelines())
	}
}

func TestTermHasAllFields(t *testing.T) {
	v := loadEmbedded(t)
	rank := 3
	want := &Term{
		Facet: "severity", ID: "critical", Rank: &rank,
		Label:      Label{En: "Critical", Ko: "심각"},
		Definition: "Highest rated impact: the source says critical, SEV0 or SEV1, P0 or P1, S1, 1등급, emergency.",
		Forms: Forms{
			En: []string{"impact: critical", "critical incident", "critical impact", "critical (red)", "sev0", "sev1", "sev 1", "p0", "p1", "priority 1", "severity 1", "s1", "highest severity", "major outage badge", "emergency"},
			Ko: []string{"심각도: 심각", "장애 1등급", "심각도: 긴급", "심각도: 치명적", "최고 등급", "크리티컬"},
		},
	}
	if diff := cmp.Diff(want, v.Term("severity", "critical")); diff != "" {
		t.Errorf("severity/critical (-want +got):\n%s", diff)
	}
	gateway := v.Term("components", "api-gateway")
	if diff := cmp.Diff([]string{"networking", "application"}, gateway.Domains); diff != "" {
		t.Errorf("domains of %s (-want +got):\n%s", gateway, diff)
	}
	latency := v.Term("symptoms", "high-latency")
	if latency.Group != "latency" || latency.UseFor == "" || latency.NotFor == "" {
		t.Errorf("%s lacks group, use_for or not_for: %+v", latency, latency)
	}
	if unrated := v.Term("severity", "unknown"); unrated.Rank != nil {
		t.Errorf("%s has rank %d, want none", unrated, *unrated.Rank)
	}
	if absent := v.Term("symptoms", "no-such-term"); absent != nil {
		t.Errorf("a term that does not exist: got %s", absent)
	}
	if absent := v.Term("no-such-facet", "high-latency"); absent != nil {
		t.Errorf("a facet that does not exist: got %s", absent)
	}
}

func TestBroaderLeadsToTheMostGeneralTerm(t *testing.T) {
	v, err := LoadFS(smallVocabulary(nil))
	if err != nil {
		t.Fatal(err)
	}
	var chain []string
	for _, b := range v.Broader(v.Term("symptoms", "slow-queries")) {
		chain = append(chain, b.ID)
	}
	if diff := cmp.Diff([]string{"high-latency", "degraded"}, chain); diff != "" {
		t.Errorf("broader terms (-want +got):\n%s", diff)
	}
}

func TestDecisionOrder(t *testing.T) {
	want := []string{
		"security-incident", "power-facility", "hardware-failure", "expired-credential", "third-party-outage",
		"operator-error", "data-migration", "misconfiguration", "database-contention", "limit-exhaustion",
		"software-bug", "data-fault", "dns-network", "failover-fault", "overload", "change-failure", "unknown",
	}
	if diff := cmp.Diff(want, loadEmbedded(t).DecisionOrder()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// smallFiles is a vocabulary of three facets without a fault.
var smallFiles = map[string]string{
	"GUIDELINES.md": "# Rules\n",
	"matching.yaml": `version: 1
languages: [en, ko]
facets: [domain, symptoms, root_cause]
decision_order:
  - {step: 0, ask: "Is it named?", then: null}
  - {step: 1, ask: "Is it code?", then: bug}
ambiguous:
  - form: query
    senses:
      - {near: [slow], facet: symptoms, id: slow-queries}
      - {near: [search box], facet: null, id: null}
`,
	"domain.yaml": facetYAML + `
  - {id: storage, label: {en: Storage, ko: 저장}, definition: Bytes., forms: {en: [storage], ko: [저장소]}}
`,
	"symptoms.yaml": facetYAML + `
  - {id: degraded, label: {en: Degraded, ko: 저하}, definition: Worse., forms: {en: [degraded], ko: [저하]}}
  - {id: high-latency, broader: degraded, label: {en: Slow, ko: 지연}, definition: Slow., forms: {en: [slow], ko: [느림]}}
  - {id: slow-queries, broader: high-latency, label: {en: Slow queries, ko: 느린 쿼리}, definition: Slow., forms: {en: [slow queries], ko: [느린 쿼리]}}
`,
	"root_cause.yaml": facetYAML + `
  - {id: bug, domain: [storage], label: {en: Bug, ko: 버그}, definition: Wrong code., forms: {en: [bug], ko: [버그]}}
`,
}

const facetYAML = "key: k\ncardinality: one\ndescription: Text.\nterms:"

// smallVocabulary returns the small vocabulary with some text of its files replaced; file, old and
// new text in turn. A file that does not exist is written with the new text.
func smallVocabulary(edits []string) fstest.MapFS {
	files := maps.Clone(smallFiles)
	for edit := range slices.Chunk(edits, 3) {
		name, old, text := edit[0], edit[1], edit[2]
		if files[name] == "" {
			files[name] = text
			continue
		}
		if !strings.Contains(files[name], old) {
			panic(name + " does not have " + old)
		}
		files[name] = strings.Replace(files[name], old, text, 1)
	}
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func TestLoadRefusesBrokenVocabularies(t *testing.T) {
	tests := []struct {
		name string
		edit []string // file, old text, new text
		want string
	}{
		{"id twice in a facet", []string{"symptoms.yaml", "{id: slow-queries, broader: high-latency", "{id: high-latency", "matching.yaml", "id: slow-queries", "id: degraded"},
			`symptoms.yaml: term "high-latency": field id: the facet has this id twice; give one of the terms another id`},
		{"id in capitals", []string{"domain.yaml", "id: storage", "id: Storage", "root_cause.yaml", "[storage]", "[Storage]"},
			`domain.yaml: term "Storage": field id: not in kebab-case; use lower-case letters and digits with single hyphens between them`},
		{"id with two hyphens", []string{"symptoms.yaml", "{id: slow-queries", "{id: slow--queries", "matching.yaml", "id: slow-queries", "id: slow--queries"},
			`symptoms.yaml: term "slow--queries": field id: not in kebab-case; use lower-case letters and digits with single hyphens between them`},
		{"no English label", []string{"domain.yaml", "en: Storage, ", ""},
			`domain.yaml: term "storage": field label.en: empty; write it`},
		{"no Korean label", []string{"domain.yaml", ", ko: 저장}", "}"},
			`domain.yaml: term "storage": field label.ko: empty; write it`},
		{"no definition", []string{"domain.yaml", "definition: Bytes., ", ""},
			`domain.yaml: term "storage": field definition: empty; write it`},
		{"broader term that is not there", []string{"symptoms.yaml", "broader: degraded", "broader: worse"},
			`symptoms.yaml: term "high-latency": field broader: no term "worse" in this facet; name one of its terms or remove the field`},
		{"domain that is not there", []string{"root_cause.yaml", "[storage]", "[disks]"},
			`root_cause.yaml: term "bug": field domain: no term "disks" in domain.yaml; name one of its terms or add it`},
		{"term broader than itself", []string{"symptoms.yaml", "broader: degraded", "broader: high-latency"},
			`symptoms.yaml: term "high-latency": field broader: leads back to itself (high-latency > high-latency); remove the field from one of them`},
		{"cycle of broader terms", []string{"symptoms.yaml", "broader: degraded", "broader: slow-queries"},
			"symptoms.yaml: term \"high-latency\": field broader: leads back to itself (high-latency > slow-queries > high-latency); remove the field from one of them\n" +
				"symptoms.yaml: term \"slow-queries\": field broader: leads back to itself (slow-queries > high-latency > slow-queries); remove the field from one of them"},
		{"term without forms", []string{"domain.yaml", "{en: [storage], ko: [저장소]}", "{en: [storage]}"},
			`domain.yaml: term "storage": field forms.ko: empty; list the words by which texts name the term`},
		{"form of hyphens only", []string{"domain.yaml", "en: [storage]", `en: [storage, "--"]`},
			`domain.yaml: term "storage": field forms.en: form "--" has nothing to look for; remove it`},
		{"form listed twice", []string{"domain.yaml", "en: [storage]", `en: [disk storage, Disk-Storage]`},
			`domain.yaml: term "storage": field forms.en: form "Disk-Storage" is listed twice once normalised; keep one`},
		{"empty term", []string{"domain.yaml", "terms:", "terms:\n  -"},
			`domain.yaml: entry 1 of terms is empty; write the term or remove the dash`},
		{"facet without terms", []string{"matching.yaml", "facets: [", "facets: [severity, ", "severity.yaml", "", facetYAML + " []\n"},
			`severity.yaml: field terms is empty; a facet needs terms to choose from`},
		{"facet without description", []string{"domain.yaml", "description: Text.", "description:"},
			`domain.yaml: field description is empty; write it`},
		{"unknown field of a term", []string{"domain.yaml", "definition:", "definitoin:"},
			`domain.yaml: yaml: unmarshal errors: line 5: field definitoin not found in type vocab.Term; correct the line (the fields are listed in vocab.go)`},
		{"language that nobody reads", []string{"domain.yaml", "en: [storage]", "de: [Speicher]"},
			`domain.yaml: yaml: unmarshal errors: line 5: field de not found in type vocab.Forms; correct the line (the fields are listed in vocab.go)`},
		{"text that is no YAML", []string{"domain.yaml", "terms:", "terms: ]"},
			`domain.yaml: yaml: line 3: did not find expected node content; correct the line (the fields are listed in vocab.go)`},
		{"facet without a file", []string{"matching.yaml", "facets: [", "facets: [impact, "},
			`read the vocabulary: open impact.yaml: file does not exist`},
		{"file that is not listed", []string{"impact.yaml", "", "key: impact\n"},
			`impact.yaml: the facet is not listed in field facets of matching.yaml; add it there or remove the file`},
		{"facet listed twice", []string{"matching.yaml", "facets: [", "facets: [domain, "},
			`matching.yaml: field facets names "domain" twice; keep one`},
		{"no version", []string{"matching.yaml", "version: 1", ""},
			`matching.yaml: field version is 0; give the vocabulary a version of 1 or more`},
		{"another set of languages", []string{"matching.yaml", "[en, ko]", "[en]"},
			`matching.yaml: field languages is [en]; it must be [en, ko], the languages that labels and forms have`},
		{"root cause that no question reaches", []string{"matching.yaml", "then: bug", "then: fault"},
			"matching.yaml: field decision_order: step 1 leads to \"fault\", which root_cause.yaml does not have; name one of its terms\n" +
				"matching.yaml: field decision_order: no step leads to root_cause/bug; add the question that decides for it"},
		{"gap in the steps", []string{"matching.yaml", "step: 1", "step: 2"},
			`matching.yaml: field decision_order: step 2 stands at place 1; number the steps from 0 without gaps`},
		{"step without a question", []string{"matching.yaml", `"Is it code?"`, `""`},
			`matching.yaml: field decision_order: step 1 asks nothing; write the question`},
		{"sense of a term that is not there", []string{"matching.yaml", "id: slow-queries", "id: slow"},
			`matching.yaml: field ambiguous: form "query": no term symptoms/slow; name an existing one, or null for both`},
		{"sense with a facet only", []string{"matching.yaml", "id: slow-queries", "id: null"},
			`matching.yaml: field ambiguous: form "query": sense symptoms/ has only one of facet and id; give both, or null for both`},
		{"sense that nothing shows", []string{"matching.yaml", "near: [slow]", "near: []"},
			`matching.yaml: field ambiguous: form "query": sense symptoms/slow-queries has no near words; write what shows this sense`},
		{"near word that is the form", []string{"matching.yaml", "near: [slow]", "near: [Query]"},
			`matching.yaml: field ambiguous: form "query": near word "Query" is the form itself and shows no sense; remove it`},
		{"near word of nothing", []string{"matching.yaml", "near: [slow]", "near: [/]"},
			`matching.yaml: field ambiguous: form "query": near word "/" has nothing to look for; remove it`},
		{"ambiguous form twice", []string{"matching.yaml", "  - form: query", "  - {form: Query, senses: [{near: [x], facet: null, id: null}]}\n  - form: query"},
			`matching.yaml: field ambiguous: form "query" is listed twice; merge the senses`},
		{"ambiguous form without senses", []string{"matching.yaml", "  - form: query", "  - {form: plan, senses: []}\n  - form: query"},
			`matching.yaml: field ambiguous: form "plan" has no senses; write what it can mean`},
		{"ambiguous form of nothing", []string{"matching.yaml", "form: query", `form: " - "`},
			`matching.yaml: field ambiguous: form " - " has nothing to look for; write the word or remove the entry`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := LoadFS(smallVocabulary(tt.edit))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLoadWithoutGuidelines(t *testing.T) {
	fsys := smallVocabulary(nil)
	delete(fsys, "GUIDELINES.md")
	_, err := LoadFS(fsys)
	if want := "read the guidelines: open GUIDELINES.md: file does not exist"; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}
