package normalizer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"inquest/extractor"
)

// fillOrg takes who had the incident: as a person has set it, as the page names itself, else the name
// that the report's own sentences use for it.
func (d *drafting) fillOrg() {
	org := cmp.Or(d.r.source.Org, string(d.r.doc.Org), string(d.r.source.Document.Org))
	if org != "" {
		d.citeMention(org)
	} else if org = cmp.Or(d.orgOfTitle(), d.orgOfText()); org == "" {
		d.problem("org", CodeNoOrg, "no organisation is named by the page or by a person; set it with --org")
	}
	d.Case.Org = Maybe(org)
	d.Case.OrgSlug = Maybe(slug(org))
}

// namedTitle is a title that begins with whose report it is: "Kestrel Grid - Incident report: ...".
var namedTitle = regexp.MustCompile(`^([A-Z][\p{L}\d.&-]*(?: [A-Z][\p{L}\d.&-]*){0,3}) ?[:|–—-] (?i:incident|post[- ]?mortem|outage|rca|root cause|service)\b`)

// orgOfTitle returns and cites the name at the head of the title; "" when it has none.
func (d *drafting) orgOfTitle() string {
	if len(d.r.sents) == 0 {
		return ""
	}
	rd := &d.r.sents[0]
	m := namedTitle.FindStringSubmatchIndex(rd.text)
	if m == nil || notNames[firstWord(rd.text)] {
		return ""
	}
	name := rd.text[m[2]:m[3]]
	d.cite(Evidence{Field: "org", Value: Maybe(name)}, rd, m[2], m[3])
	return name
}

// slug returns a name in lower case with runs of other characters than letters and digits as "-".
// Hangul is kept.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words, "-")
}

// citeMention supports the name with the first place that has it.
func (d *drafting) citeMention(org string) {
	for i := range d.r.sents {
		if at := strings.Index(d.r.sents[i].text, org); at >= 0 {
			d.cite(Evidence{Field: "org", Value: Maybe(org)}, &d.r.sents[i], at, at+len(org))
			return
		}
	}
}

// ownName is a name in a place where reports put the name of their organisation: its teams, its
// customers, its things.
var ownName = regexp.MustCompile(`\b((?:[A-Z][\w.]*[a-zA-Z]\w*)(?: [A-Z][a-z]\w*)?)(?:['’]s? (?:[a-zA-Z]+)|'s\b|’s\b| (?:team|engineers?|engineering|support|Support|customers?|users?|services?|Services|status|Status|platform|clusters?|staff|operations|Technology)\b)`)

// notNames are words in capitals that are no organisation: the calendar and the trade's own.
var notNames = wordSet(`January February March April May June July August September October November December
	Monday Tuesday Wednesday Thursday Friday Saturday Sunday Today Yesterday Tomorrow
	The This That These Those Our Your Their It Its We They He She Some All Many Most Several Affected Impacted Other New Customer Internal Technical
	Root Cause Incident Summary Timeline Support Engineering Operations Security Network Database Service Services Platform Status System Systems Technology
	What Let Here There Who How When Where If As At On In For And But While During After Before Since Because No Not Any Each Both
	DNS HTTP HTTPS API APIs TCP TLS SSL UTC GMT PST PDT EST EDT CET CEST BST KST RCA CPU SRE DB SQL VM VMs OS
	Redis Kafka Postgres PostgreSQL MySQL MongoDB Kubernetes Docker Linux Elasticsearch Cassandra RabbitMQ Nginx Envoy Consul Terraform Internet Web Cloud Production Staging`)

// orgOfText returns the name that most often owns something in the report's sentences, at least
// twice, and cites its first place.
func (d *drafting) orgOfText() string {
	count := map[string]int{}
	first := map[string][3]int{}
	var order []string
	for i := range d.r.sents {
		rd := &d.r.sents[i]
		if rd.bar == barLegal || rd.bar == barApology || rd.section == extractor.SectionBoilerplate {
			continue
		}
		for _, m := range ownName.FindAllStringSubmatchIndex(rd.text, -1) {
			name, _, _ := strings.Cut(rd.text[m[2]:m[3]], " ")
			if notNames[name] {
				continue
			}
			if count[name]++; count[name] == 1 {
				order = append(order, name)
				first[name] = [3]int{i, m[2], m[2] + len(name)}
			}
		}
	}
	if len(order) == 0 {
		return ""
	}
	best := slices.MaxFunc(order, func(a, b string) int { return cmp.Compare(count[a], count[b]) })
	if count[best] < 2 {
		return ""
	}
	at := first[best]
	d.cite(Evidence{Field: "org", Value: Maybe(best)}, &d.r.sents[at[0]], at[1], at[2])
	return best
}
