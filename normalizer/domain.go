package normalizer

import (
	"cmp"
	"slices"
)

const (
	facetDomain   = "domain"
	defaultDomain = "application"
	domainCap     = 2
)

// fillDomain derives the domains from the components: that of the first, then that of the component
// at which customers felt the failure. Without a component it is what the report speaks of most.
func (d *drafting) fillDomain() {
	if len(d.Case.Components) == 0 {
		d.fillDomainFromText()
		return
	}
	for _, id := range d.componentsByFelt() {
		domains := d.n.vocab.Term(facetComponents, id).Domains
		if len(domains) == 0 || slices.Contains(d.Case.Domain, domains[0]) || len(d.Case.Domain) == domainCap {
			continue
		}
		d.Case.Domain = append(d.Case.Domain, domains[0])
		d.citeDomain(domains[0], id)
	}
	d.sortDomains()
}

// componentsByFelt returns the first component and then those that impact sentences name.
func (d *drafting) componentsByFelt() []string {
	ids := d.Case.Components[:1:1]
	for _, h := range d.r.hits {
		role := d.r.sents[h.at].role
		if h.facet == facetComponents && role == roleImpact && slices.Contains(d.Case.Components, h.term) && !slices.Contains(ids, h.term) {
			ids = append(ids, h.term)
		}
	}
	return ids
}

// citeDomain supports a domain with the first quote of the component that it comes from.
func (d *drafting) citeDomain(domain, component string) {
	i := slices.IndexFunc(d.Evidence, func(e Evidence) bool {
		return e.Field == facetComponents && string(e.Value) == component
	})
	e := d.Evidence[i]
	e.Field, e.Value = facetDomain, Maybe(domain)
	d.Evidence = append(d.Evidence, e)
}

func (d *drafting) sortDomains() {
	terms := d.n.vocab.Facet(facetDomain).Terms
	place := map[string]int{}
	for i, t := range terms {
		place[t.ID] = i
	}
	slices.SortFunc(d.Case.Domain, func(a, b string) int { return cmp.Compare(place[a], place[b]) })
}

// fillDomainFromText takes the domain whose words the report uses most, else application.
func (d *drafting) fillDomainFromText() {
	var found []candidate
	for i := range d.r.sents {
		rd := &d.r.sents[i]
		if rd.bar != barNone || rd.role == roleFollowUp {
			continue
		}
		for _, m := range d.n.vocab.Match(rd.text, d.r.lang) {
			if m.Term.Facet == facetDomain {
				found = addHit(found, hit{facet: facetDomain, term: m.Term.ID, at: i, start: m.Start, end: m.End, score: domainScore(rd)})
			}
		}
	}
	if len(found) == 0 {
		d.Case.Domain = []string{defaultDomain}
		if len(d.r.sents) > 0 {
			score := .1
			d.cite(Evidence{Field: facetDomain, Value: defaultDomain, Score: &score}, &d.r.sents[0], 0, clipWords(d.r.sents[0].text))
		}
		return
	}
	for i := range found {
		found[i].weigh()
	}
	sortByScore(found)
	d.Case.Domain = []string{found[0].term}
	d.citeTerm(facetDomain, found[0], "")
}

func domainScore(rd *reading) float64 {
	if rd.role == roleCause || rd.role == roleTrigger {
		return .35
	}
	return .2
}

// clipWords returns the end of the first words of a text that a quote may have.
func clipWords(text string) int {
	words := wordSpans(text)
	if len(words) == 0 {
		return 0
	}
	return words[min(quoteWords, len(words))-1][1]
}
