package normalizer

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"inquest/extractor"
)

const lowConfidence = .5

// defaultKind is the kind of a source whose address says nothing.
const defaultKind = "official-postmortem"

// fillSources lists the report's own address.
func (d *drafting) fillSources() {
	s := d.r.source
	if s.URL == "" {
		return
	}
	kind := cmp.Or(d.n.vocab.SourceKind(s.URL), defaultKind)
	d.Case.Sources = append(d.Case.Sources, CaseSource{URL: s.URL, Kind: kind, Archived: Maybe(s.Archived)})
}

// checkDocument reports doubts about the page as a whole.
func (d *drafting) checkDocument() {
	page := d.r.source.Document
	if page.Confidence > 0 && page.Confidence < lowConfidence {
		d.problem("document", CodeLowConfidence,
			fmt.Sprintf("the page was read with confidence %.2f; compare it with the original", page.Confidence), page.Warnings...)
	}
	if page.Incidents() == 1 {
		return
	}
	var others []string
	for n := 1; n <= page.Incidents(); n++ {
		if n != max(1, d.r.source.Part) {
			others = append(others, fmt.Sprintf("%d: %s", n, page.Part(n).Title))
		}
	}
	d.problem("document", CodeSeveralIncidents,
		fmt.Sprintf("incident %d of %d is drafted; choose another with --incident N. The others are %s",
			max(1, d.r.source.Part), page.Incidents(), strings.Join(others, "; ")))
}

// docAddress tells an address of documentation, help, a changelog or another report.
var docAddress = regexp.MustCompile(`(?i)^https?://(?:(?:docs?|help|support|devcenter|developers?|learn|kb|knowledge|wiki|status|community)\.|[^?#]*/(?:docs?|documentation|help|support|kb|articles?|guides?|changelog|release-notes|wiki|incidents?|issues|pull|advisor(?:y|ies)|postmortems?|rca)(?:/|$)|[^?#]*(?:postmortem|post-mortem|changelog|error-codes))`)

// addressInText is an address that the text writes out.
var addressInText = regexp.MustCompile(`https?://[^\s<>()"'\]]+[^\s<>()"'\].,;:!?]`)

// fillDocs lists the links of the report's body to documentation, help, changelogs and related reports.
func (d *drafting) fillDocs() {
	for i := range d.r.doc.Blocks {
		b := &d.r.doc.Blocks[i]
		if b.Section == extractor.SectionBoilerplate || b.Kind == extractor.Fact || b.Kind == extractor.Code {
			continue
		}
		for _, l := range b.Links {
			d.addDoc(i, l.Href, l.Text)
		}
		for _, address := range addressInText.FindAllString(b.Text, -1) {
			d.addDoc(i, address, address)
		}
	}
}

// addDoc adds an address once, with the words of its link as evidence when they stand in the block.
func (d *drafting) addDoc(block int, address, text string) {
	if !docAddress.MatchString(address) || slices.Contains(d.Case.Docs, address) || sameAddress(address, d.r.source.URL) {
		return
	}
	d.Case.Docs = append(d.Case.Docs, address)
	at := strings.Index(d.r.doc.Blocks[block].Text, text)
	if text == "" || at < 0 {
		return
	}
	d.Evidence = append(d.Evidence, Evidence{
		Field: "docs", Value: Maybe(address), By: byRules, Capture: d.r.source.Capture,
		Block: block, Start: at, End: at + len(text), Quote: text,
	})
}

// sameAddress tells whether two addresses name the same page, their fragments aside.
func sameAddress(a, b string) bool {
	ua, errA := url.Parse(a)
	ub, errB := url.Parse(b)
	if errA != nil || errB != nil {
		return a == b
	}
	return ua.Host == ub.Host && strings.TrimSuffix(ua.Path, "/") == strings.TrimSuffix(ub.Path, "/") && ua.RawQuery == ub.RawQuery
}
