package fetcher

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Identity returns what a queued address is known by: the address as given,
// without white space around it, and its key. Where a platform names its
// incidents, the key is that name, such as statuspage:githubstatus.com:abc...,
// so that all addresses of one incident meet; elsewhere it is that of [Key]. A
// platform's key is no address: keep given, or where it led, to fetch from. The
// error is that of [Key].
func Identity(raw string) (given, key string, err error) {
	given = strings.TrimSpace(raw)
	key, err = Key(raw)
	if err != nil {
		return given, "", err
	}
	u, err := url.Parse(key)
	if err != nil {
		return given, key, nil // unreachable: a key is an address
	}
	if name := platformKey(u); name != "" {
		key = name
	}
	return given, key, nil
}

// platform is one line of the table of platforms: how the addresses of its
// incidents look, and what in them is the incident.
type platform struct {
	name string
	host *regexp.Regexp
	path *regexp.Regexp // its groups, joined by colons, are the identity
	ask  string         // the parameter that is the identity, in place of groups; "": none
	data string         // where the incident is as JSON, $1 being the first group; "": nowhere that is known
}

// platforms is the table. A line may only be as wide as the platform's own
// promise: an address too few costs a second source, one too many loses a report.
var platforms = []platform{
	{"heroku", exactly(`status\.heroku\.com`), exactly(`/(?:api/v\d/)?incidents/(\d+)(?:\.json)?`), "", "//status.heroku.com/api/v4/incidents/$1"},
	{"google-cloud", exactly(`status\.cloud\.google\.com`), exactly(`/(?:m/)?incidents/(\w{20})(?:\.json)?`), "", ""},
	{"google-cloud", exactly(`status\.cloud\.google\.com`), exactly(`/incident/([a-z0-9-]+)/(\d+)`), "", ""},
	{"google-workspace", exactly(`www\.google\.com`), exactly(`/appsstatus/dashboard/incidents/(\w{20})`), "", ""},
	{"aws", exactly(`aws\.amazon\.com`), exactly(`/(?:(?:ar|cn|de|es|fr|id|it|jp|ko|pt|ru|th|tr|tw|vi)/)?message/([A-Za-z0-9-]+)`), "", ""},
	{"azure", exactly(`azure\.status\.microsoft|status\.azure\.com`), exactly(`/(?:[a-z]{2}-[a-z]{2}/)?status/history`), "trackingId", ""},
	{"salesforce", exactly(`help\.salesforce\.com`), exactly(`(?:/s)?/articleView`), "id", ""},
	{"salesforce-trust", exactly(`(?:api\.)?status\.salesforce\.com`), exactly(`/(?:v1/)?incidents/(\d+)`), "", "//api.status.salesforce.com/v1/incidents/$1"},
}

// exactly compiles a pattern for a whole host or path, with or without the slash
// at its end.
func exactly(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:` + pattern + `)/?$`)
}

func platformKey(u *url.URL) string {
	if key := statuspageKey(u); key != "" {
		return key
	}
	for _, p := range platforms {
		m := p.path.FindStringSubmatch(u.EscapedPath())
		if m == nil || !p.host.MatchString(u.Host) {
			continue
		}
		parts := m[1:]
		if p.ask != "" {
			parts = []string{u.Query().Get(p.ask)}
		}
		if id := strings.Join(parts, ":"); id != "" {
			return p.name + ":" + id
		}
	}
	return ""
}

// platformData returns where a platform keeps the incident of a page as JSON, ""
// for a page of which no such place is known.
func platformData(raw string) string {
	u, bad := parse(raw)
	if bad != nil {
		return ""
	}
	path := u.EscapedPath()
	if m := statuspagePath.FindStringSubmatch(path); m != nil && statuspageOf(u.Host) != "" {
		return u.Scheme + "://" + u.Host + "/incidents/" + m[1] + ".json"
	}
	for _, p := range platforms {
		if m := p.path.FindStringSubmatchIndex(path); m != nil && p.data != "" && p.host.MatchString(u.Host) {
			return u.Scheme + ":" + string(p.path.ExpandString(nil, p.data, path, m))
		}
	}
	return ""
}

// statuspagePath holds the code of an incident of Atlassian Statuspage. Pages
// that have moved to other platforms have longer codes.
var statuspagePath = exactly(`/incidents/([a-z0-9]{12})(?:\.json)?`)

func statuspageKey(u *url.URL) string {
	m := statuspagePath.FindStringSubmatch(u.EscapedPath())
	if m == nil {
		return ""
	}
	page := statuspageOf(u.Host)
	if page == "" {
		return ""
	}
	return "statuspage:" + page + ":" + m[1]
}

// statuspageOf returns the name of the page that a host shows, "" when it is not
// known to be one of Statuspage's: the part before statuspage.io, or the host
// without www.
func statuspageOf(host string) string {
	if page, ok := strings.CutSuffix(host, ".statuspage.io"); ok {
		if own, known := statuspageNames()[page]; known {
			return own
		}
		return page
	}
	bare := strings.TrimPrefix(host, "www.")
	if strings.HasSuffix(bare, ".status.atlassian.com") || brandHost.MatchString(bare) || slices.Contains(statuspageHosts(), bare) {
		return bare
	}
	return ""
}

// statuspageNames returns pages that are known under a name of their own and
// under the one that the platform gave them.
func statuspageNames() map[string]string {
	return map[string]string{
		"kctbh9vrtdwd": "githubstatus.com",
		"yh6f0r4529hb": "cloudflarestatus.com",
	}
}

// brandHost is how most pages on a domain of their own are called, without www.
var brandHost = regexp.MustCompile(`^[a-z0-9-]+status\.com$`)

// statuspageHosts returns further hosts that show a page of Statuspage, without
// www. A host that has moved away does no harm: its codes have another form.
func statuspageHosts() []string {
	return []string{
		"status.airtable.com", "status.anthropic.com", "status.asana.com", "status.atlassian.com", "status.box.com",
		"status.circleci.com", "status.datadoghq.com", "status.digitalocean.com", "status.dropbox.com", "status.elastic.co",
		"status.figma.com", "status.flyio.net", "status.hashicorp.com", "status.intercom.com", "status.launchdarkly.com",
		"status.linode.com", "status.mongodb.com", "status.newrelic.com", "status.notion.so", "status.npmjs.org",
		"status.openai.com", "status.pypi.org", "status.python.org", "status.render.com", "status.rubygems.org",
		"status.segment.com", "status.sendgrid.com", "status.sentry.io", "status.squarespace.com", "status.supabase.com",
		"status.twilio.com", "status.zoom.us",
	}
}
