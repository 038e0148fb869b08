package extractor

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

var titleCut = regexp.MustCompile(`\s+[|–—·•»:-]\s+|\s*\|\s*`)

// siteWords are the words by which a site names a part of itself beside its own name.
var siteWords = regexp.MustCompile(`(?i)\s*(?:[-|–—]\s*)?\b(?:system status|service status|status dashboard|status page|status|blog \(?archive\)?|engineering blog|tech blog|blog|engineering|newsroom|help cent(?:er|re)|support|community|forum|incident history|incidents|dashboard|statuspage|statut|estado)\)?\s*$|\s*(?:[-|–—]\s*)?(?:서비스 ?|시스템 ?)?상태(?: ?페이지)?\s*$|\s*(?:[-|–—]\s*)?ステータス(?:ページ)?\s*$`)

// belongs tells names such as "Banco do Estado", in which the word at the end is no part of a site.
var belongs = regexp.MustCompile(`(?i) (?:do|del|de|du)$`)

// orgFromMeta reads the publisher's name from what the page says of its site.
func orgFromMeta(m pageMeta) Maybe {
	if name := bareSite(m.first("og:site_name", "application-name", "apple-mobile-web-app-title")); name != "" && !hosting.MatchString(name) {
		return Maybe(name)
	}
	if bare := bareSite(m.firstH1); bare != m.firstH1 && shortName(bare) && beginsWith(m.title, m.firstH1) {
		return Maybe(bare)
	}
	parts := titleCut.Split(m.title, -1)
	// "Example Status - Slow queries" and "Slow queries | Example Blog"
	for _, i := range []int{0, len(parts) - 1} {
		if bare := bareSite(parts[i]); bare != "" && bare != cleanText(parts[i]) && shortName(bare) {
			return Maybe(bare)
		}
	}
	last := cleanText(parts[len(parts)-1])
	if len(parts) > 1 && len(strings.Fields(last)) <= 3 && last != m.firstH1 && !hosting.MatchString(last) && !strings.ContainsAny(last, "0123456789") {
		return Maybe(bareSite(last))
	}
	return orgOfHost(m.canonical)
}

// hosting names services that publish for others and put their own name on every page.
var hosting = regexp.MustCompile(`(?i)^(?:notion|medium|substack|wordpress|blogger|tumblr|google docs|github|gitlab|hackmd|confluence|discourse|ghost|dev community|hashnode|linkedin|statuspage|freshstatus|instatus)\b`)

// bareSite takes the words for parts of a site off its name.
func bareSite(s string) string {
	s = cleanText(s)
	for {
		shorter := strings.TrimSpace(siteWords.ReplaceAllString(s, ""))
		if shorter == s || shorter == "" || belongs.MatchString(shorter) {
			break
		}
		s = shorter
	}
	if i := strings.Index(s, "'s "); i < 0 {
		s = strings.TrimSuffix(strings.TrimSuffix(s, "'s"), "’s")
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "The "), "the ")
	switch strings.ToLower(s) {
	case "status", "blog", "statut", "estado", "상태", "ステータス":
		return ""
	}
	if len(s) > 60 {
		return ""
	}
	return s
}

// beginsWith compares letters and digits only, and wants more to follow.
func beginsWith(s, start string) bool {
	rest, ok := strings.CutPrefix(lettersOf(s), lettersOf(start))
	return ok && rest != ""
}

func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if isWord(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func shortName(s string) bool { return s != "" && len(strings.Fields(s)) <= 5 }

// titleFromMeta takes the page's heading, else its title without the site's name.
func titleFromMeta(m pageMeta, org string, blocks []Block) Maybe {
	if m.firstH1 != "" && !isSiteHeading(m.firstH1, org) && len(m.firstH1) <= 300 {
		if whole := bareTitle(m.title, org); strings.HasPrefix(whole, m.firstH1+":") {
			return Maybe(whole)
		}
		return Maybe(m.firstH1)
	}
	for _, s := range []string{m.first("og:title", "twitter:title"), m.fromLinked("headline"), m.title} {
		if bare := bareTitle(s, org); bare != "" {
			return headingWithin(bare, blocks)
		}
	}
	return firstHeading(blocks)
}

// headingWithin prefers a heading at the top of the text with which a page's title begins: sites
// add their own words behind it.
func headingWithin(title string, blocks []Block) Maybe {
	for _, b := range blocks[:min(4, len(blocks))] {
		if b.Kind == Heading && len(b.Text) > 10 && strings.HasPrefix(title, b.Text) {
			return Maybe(b.Text)
		}
	}
	return Maybe(title)
}

// isSiteHeading tells the site's name, which some pages have as their first heading, from a title.
func isSiteHeading(h, org string) bool {
	return org != "" && strings.EqualFold(bareSite(h), org)
}

// bareTitle takes the parts of a title off that name the site.
func bareTitle(s, org string) string {
	s = cleanText(s)
	parts := titleCut.FindAllStringIndex(s, -1)
	if len(parts) == 0 || org == "" {
		if isSiteHeading(s, org) {
			return ""
		}
		if name, rest, ok := strings.Cut(s, ": "); ok && isSiteHeading(name, org) && bareSite(name) != name {
			return rest
		}
		return s
	}
	first, last := s[:parts[0][0]], s[parts[len(parts)-1][1]:]
	switch {
	case strings.EqualFold(bareSite(last), org):
		return bareTitle(s[:parts[len(parts)-1][0]], org)
	case strings.EqualFold(bareSite(first), org):
		return bareTitle(s[parts[0][1]:], org)
	}
	return s
}

var (
	reportForName = regexp.MustCompile(`(?i)\b(?:incident|maintenance) report for ([^.|]{2,60})$`)
	statusOfName  = regexp.MustCompile(`^([\p{Lu}][\w.&+'-]*(?: [\p{Lu}\d][\w.&+'-]*){0,3}) (?:Status|System Status|Status Page)$`)
)

// reportOf reads the publisher off a title: "Example - Incident report: slow queries" and "Example
// Incident Report".
var reportOf = regexp.MustCompile(`^([\p{Lu}][\w.&+']*(?: [\p{Lu}\d][\w.&+']*){0,3})(?:\s*[-–—|:]\s+|\s+)(?i:(?:service )?incident report|incident review|incident post-?mortem|outage report|outage post-?mortem|incident summary)\b`)

// commonWords stand in front of "incident report" without being a name.
var commonWords = map[string]bool{
	"the": true, "a": true, "an": true, "our": true, "this": true, "public": true, "final": true, "full": true, "preliminary": true, "initial": true,
	"post": true, "major": true, "minor": true, "critical": true, "security": true, "service": true, "production": true, "monthly": true, "weekly": true,
	"database": true, "network": true, "detailed": true, "draft": true, "customer": true, "internal": true, "summary": true, "partial": true, "global": true,
	"january": true, "february": true, "march": true, "april": true, "may": true, "june": true, "july": true, "august": true, "september": true,
	"october": true, "november": true, "december": true, "re": true, "fwd": true, "update": true, "updated": true, "outage": true,
}

func orgFromTitle(title string) Maybe {
	m := reportOf.FindStringSubmatch(title)
	if m == nil {
		return ""
	}
	for word := range strings.FieldsSeq(strings.ToLower(m[1])) {
		if commonWords[strings.Trim(word, ".'")] {
			return ""
		}
	}
	return Maybe(m[1])
}

// orgFromText reads lines of the text that name the publisher.
func orgFromText(d *Document) Maybe {
	for _, title := range []string{string(d.Title), string(titleLine(d.Blocks))} {
		if org := orgFromTitle(title); org != "" {
			return org
		}
	}
	for i := range min(8, len(d.Blocks)) {
		for _, form := range []*regexp.Regexp{reportForName, statusOfName} {
			if m := form.FindStringSubmatch(d.Blocks[i].Text); m != nil {
				return Maybe(cleanText(m[1]))
			}
		}
	}
	return ""
}

// hostOrgs names publishers whose pages do not. A host counts with all hosts below it.
var hostOrgs = map[string]string{
	"aws.amazon.com": "AWS", "health.aws.amazon.com": "AWS", "status.cloud.google.com": "Google Cloud", "cloud.google.com": "Google Cloud",
	"azure.status.microsoft": "Microsoft Azure", "status.azure.com": "Microsoft Azure", "azure.microsoft.com": "Microsoft Azure",
	"status.heroku.com": "Heroku", "heroku.com": "Heroku", "salesforce.com": "Salesforce", "github.blog": "GitHub", "githubstatus.com": "GitHub",
	"cloudflare.com": "Cloudflare", "slack.com": "Slack", "slack-status.com": "Slack", "gitlab.com": "GitLab", "fly.io": "Fly.io",
	"render.com": "Render", "circleci.com": "CircleCI", "digitalocean.com": "DigitalOcean", "fastly.com": "Fastly", "stripe.com": "Stripe",
	"letsencrypt.org": "Let's Encrypt", "npmjs.org": "npm", "npmjs.com": "npm", "wikimedia.org": "Wikimedia", "mongodb.com": "MongoDB",
	"elastic.co": "Elastic", "honeycomb.io": "Honeycomb", "datadoghq.com": "Datadog", "pagerduty.com": "PagerDuty", "vercel-status.com": "Vercel",
	"openai.com": "OpenAI", "discordstatus.com": "Discord", "discord.com": "Discord", "sentry.io": "Sentry", "twilio.com": "Twilio",
}

// orgOfLink is orgOfHost for an address.
func orgOfLink(link string) Maybe {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	return orgOfHost(u.Hostname())
}

func orgOfHost(host string) Maybe {
	host = strings.ToLower(host)
	for host != "" {
		if org := hostOrgs[host]; org != "" {
			return Maybe(org)
		}
		_, host, _ = strings.Cut(host, ".")
	}
	return ""
}
