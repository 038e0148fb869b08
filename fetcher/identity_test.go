package fetcher

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const incident, other = "zz9plural0al", "zz9plural0am"

// sameIncident holds pairs of addresses of one incident, with its name.
var sameIncident = []struct{ name, a, b, key string }{
	{"page and its JSON", "https://kestrel.statuspage.io/incidents/" + incident, "https://kestrel.statuspage.io/incidents/" + incident + ".json", "statuspage:kestrel:" + incident},
	{"both schemes", "http://kestrel.statuspage.io/incidents/" + incident, "https://kestrel.statuspage.io/incidents/" + incident, "statuspage:kestrel:" + incident},
	{"slash at the end", "https://kestrel.statuspage.io/incidents/" + incident + "/", "https://kestrel.statuspage.io/incidents/" + incident, "statuspage:kestrel:" + incident},
	{"query", "https://kestrel.statuspage.io/incidents/" + incident + "?u=abc", "https://kestrel.statuspage.io/incidents/" + incident, "statuspage:kestrel:" + incident},
	{"fragment", "https://kestrel.statuspage.io/incidents/" + incident + "#postmortem", "https://kestrel.statuspage.io/incidents/" + incident, "statuspage:kestrel:" + incident},
	{"script's fragment", "https://kestrel.statuspage.io/incidents/" + incident + "#!/x", "https://kestrel.statuspage.io/incidents/" + incident, "statuspage:kestrel:" + incident},
	{"host in capitals and port", "HTTPS://Kestrel.StatusPage.IO:443/incidents/" + incident, "https://kestrel.statuspage.io./incidents/" + incident, "statuspage:kestrel:" + incident},
	{"host of its own, with www and without", "https://www.githubstatus.com/incidents/" + incident, "http://githubstatus.com/incidents/" + incident + ".json", "statuspage:githubstatus.com:" + incident},
	{"host of its own and the platform's name for it", "https://www.githubstatus.com/incidents/" + incident, "https://kctbh9vrtdwd.statuspage.io/incidents/" + incident, "statuspage:githubstatus.com:" + incident},
	{"another such host", "https://www.cloudflarestatus.com/incidents/" + incident, "https://yh6f0r4529hb.statuspage.io/incidents/" + incident, "statuspage:cloudflarestatus.com:" + incident},
	{"page of a brand, with www and without", "https://www.kestrelstatus.com/incidents/" + incident, "http://kestrelstatus.com/incidents/" + incident + ".json", "statuspage:kestrelstatus.com:" + incident},
	{"page of a brand with a hyphen", "https://www.kestrel-status.com/incidents/" + incident + "/", "http://kestrel-status.com/incidents/" + incident, "statuspage:kestrel-status.com:" + incident},
	{"host below status.atlassian.com", "https://jira.status.atlassian.com/incidents/" + incident, "http://jira.status.atlassian.com/incidents/" + incident + ".json", "statuspage:jira.status.atlassian.com:" + incident},
	{"archived copy", "https://web.archive.org/web/20310203040506/https://www.githubstatus.com/incidents/" + incident, "https://www.githubstatus.com/incidents/" + incident, "statuspage:githubstatus.com:" + incident},
	{"raw copy of the JSON", "https://web.archive.org/web/2031id_/http://kestrel.statuspage.io/incidents/" + incident + ".json", "https://kestrel.statuspage.io/incidents/" + incident, "statuspage:kestrel:" + incident},
	{"needless escapes and dot segments", "https://kestrel.statuspage.io/%69ncidents/" + incident, "https://kestrel.statuspage.io/incidents/./" + incident, "statuspage:kestrel:" + incident},
	{"Heroku, page and API", "https://status.heroku.com/incidents/4242", "https://status.heroku.com/api/v4/incidents/4242", "heroku:4242"},
	{"Heroku, older API", "http://status.heroku.com/incidents/4242/", "https://status.heroku.com/api/v3/incidents/4242.json", "heroku:4242"},
	{"Google Cloud, with a language", "https://status.cloud.google.com/incidents/aBcDeFgHiJkLmNoPqRsT", "https://status.cloud.google.com/incidents/aBcDeFgHiJkLmNoPqRsT?hl=ko", "google-cloud:aBcDeFgHiJkLmNoPqRsT"},
	{"Google Cloud, older form", "https://status.cloud.google.com/incident/cloud-networking/19009", "http://status.cloud.google.com/incident/cloud-networking/19009/", "google-cloud:cloud-networking:19009"},
	{"Google Workspace", "https://www.google.com/appsstatus/dashboard/incidents/aBcDeFgHiJkLmNoPqRsT", "https://www.google.com/appsstatus/dashboard/incidents/aBcDeFgHiJkLmNoPqRsT?hl=en", "google-workspace:aBcDeFgHiJkLmNoPqRsT"},
	{"AWS, in another language", "https://aws.amazon.com/message/12721/", "https://aws.amazon.com/es/message/12721", "aws:12721"},
	{"AWS, in Korean and Japanese", "https://aws.amazon.com/ko/message/12721/?nc1=h_ls", "https://aws.amazon.com/jp/message/12721/", "aws:12721"},
	{"AWS, number like a date", "https://aws.amazon.com/message/310203-x/", "http://aws.amazon.com/de/message/310203-x/", "aws:310203-x"},
	{"Azure, by tracking number", "https://azure.status.microsoft/en-us/status/history/?trackingId=ABCD-123", "https://azure.status.microsoft/ko-kr/status/history?trackingId=ABCD-123", "azure:ABCD-123"},
	{"Azure, former host", "https://status.azure.com/en-us/status/history/?trackingId=ABCD-123", "https://azure.status.microsoft/status/history/?trackingId=ABCD-123", "azure:ABCD-123"},
	{"Salesforce article, whatever else is asked", "https://help.salesforce.com/s/articleView?id=005123907&type=1", "https://help.salesforce.com/s/articleView?language=en_US&type=1&id=005123907", "salesforce:005123907"},
	{"Salesforce article, older path", "https://help.salesforce.com/articleView?id=005123907&type=1&mode=1", "https://help.salesforce.com/s/articleView?id=005123907", "salesforce:005123907"},
	{"Salesforce Trust, page and API", "https://status.salesforce.com/incidents/20003708", "https://api.status.salesforce.com/v1/incidents/20003708", "salesforce-trust:20003708"},
}

// otherIncident holds pairs of addresses that look alike and are two sources.
var otherIncident = []struct{ name, a, b string }{
	{"two incidents", "https://kestrel.statuspage.io/incidents/" + incident, "https://kestrel.statuspage.io/incidents/" + other},
	{"two pages", "https://kestrel.statuspage.io/incidents/" + incident, "https://osprey.statuspage.io/incidents/" + incident},
	{"incident and the page's history", "https://kestrel.statuspage.io/incidents/" + incident, "https://kestrel.statuspage.io/history"},
	{"code in capitals", "https://kestrel.statuspage.io/incidents/ZZ9PLURAL0AL", "https://kestrel.statuspage.io/incidents/" + incident},
	{"code of another length", "https://kestrel.statuspage.io/incidents/" + incident + "x", "https://kestrel.statuspage.io/incidents/" + incident},
	{"below the incident", "https://kestrel.statuspage.io/incidents/" + incident + "/updates", "https://kestrel.statuspage.io/incidents/" + incident},
	{"host of no known platform", "https://status.kestrel.example/incidents/" + incident, "http://status.kestrel.example/incidents/" + incident},
	{"host that only ends alike", "https://notgithubstatus.com/incidents/" + incident, "https://githubstatus.com/incidents/" + incident},
	{"host that only begins alike", "https://githubstatus.com.evil.example/incidents/" + incident, "https://githubstatus.com/incidents/" + incident},
	{"brand's host below another", "https://kestrelstatus.com.merlin.example/incidents/" + incident, "https://kestrelstatus.com/incidents/" + incident},
	{"two brands", "https://www.kestrelstatus.com/incidents/" + incident, "https://www.ospreystatus.com/incidents/" + incident},
	{"platform's own host", "https://statuspage.io/incidents/" + incident, "https://kestrel.statuspage.io/incidents/" + incident},
	{"two pages of one company", "https://jira.status.atlassian.com/incidents/" + incident, "https://trello.status.atlassian.com/incidents/" + incident},
	{"short link before it is resolved", "https://stspg.io/" + incident, "https://kestrel.statuspage.io/incidents/" + incident},
	{"two short links", "https://stspg.io/abcd", "https://stspg.io/abce"},
	{"page that has moved to longer codes", "https://status.openai.com/incidents/01JMYB7ZK4S9W0Q2V5X8N1T3RA", "https://status.openai.com/incidents/01JMYB7ZK4S9W0Q2V5X8N1T3RB"},
	{"maintenance", "https://kestrel.statuspage.io/maintenance/" + incident, "https://kestrel.statuspage.io/incidents/" + incident},
	{"two incidents at Heroku", "https://status.heroku.com/incidents/4242", "https://status.heroku.com/incidents/424"},
	{"Heroku's list", "https://status.heroku.com/incidents", "https://status.heroku.com/incidents/4242"},
	{"same number elsewhere", "https://status.heroku.com/incidents/4242", "https://status.salesforce.com/incidents/4242"},
	{"Google ids by letter case", "https://status.cloud.google.com/incidents/aBcDeFgHiJkLmNoPqRsT", "https://status.cloud.google.com/incidents/abcdefghijklmnopqrst"},
	{"Google Cloud and Workspace", "https://status.cloud.google.com/incidents/aBcDeFgHiJkLmNoPqRsT", "https://www.google.com/appsstatus/dashboard/incidents/aBcDeFgHiJkLmNoPqRsT"},
	{"Google's products", "https://status.cloud.google.com/incident/compute/19009", "https://status.cloud.google.com/incident/storage/19009"},
	{"two messages of AWS", "https://aws.amazon.com/message/12721/", "https://aws.amazon.com/message/12720/"},
	{"AWS's list", "https://aws.amazon.com/premiumsupport/technology/pes/", "https://aws.amazon.com/message/12721/"},
	{"segment that is no language", "https://aws.amazon.com/blogs/message/12721/", "https://aws.amazon.com/message/12721/"},
	{"Azure's whole history", "https://azure.status.microsoft/en-us/status/history/", "https://azure.status.microsoft/en-us/status/history/?trackingId=ABCD-123"},
	{"two reviews of Azure", "https://azure.status.microsoft/en-us/status/history/?trackingId=ABCD-124", "https://azure.status.microsoft/en-us/status/history/?trackingId=ABCD-123"},
	{"two articles of Salesforce", "https://help.salesforce.com/s/articleView?id=005123907&type=1", "https://help.salesforce.com/s/articleView?id=005123908&type=1"},
	{"article without its number", "https://help.salesforce.com/s/articleView?type=1", "https://help.salesforce.com/s/articleView?id=005123907&type=1"},
	{"article on another host", "https://help.kestrel.example/s/articleView?id=005123907", "https://help.salesforce.com/s/articleView?id=005123907"},
}

// TestIdentitiesThatMeet holds for all pairs, those that meet at an address and
// those that meet at an incident.
func TestIdentitiesThatMeet(t *testing.T) {
	pairs := append(sameIncident[:len(sameIncident):len(sameIncident)], meet...)
	apart := append(otherIncident[:len(otherIncident):len(otherIncident)], keepApart...)
	if n := len(pairs) + len(apart); n < 120 {
		t.Errorf("%d pairs, want 120 at least", n)
	}
	for _, row := range pairs {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff([]string{row.key, row.key}, []string{identity(t, row.a), identity(t, row.b)}); diff != "" {
				t.Errorf("%s and %s (-want +got):\n%s", row.a, row.b, diff)
			}
		})
	}
	for _, row := range apart {
		t.Run(row.name, func(t *testing.T) {
			if a, b := identity(t, row.a), identity(t, row.b); a == b {
				t.Errorf("%s and %s are both %q", row.a, row.b, a)
			}
		})
	}
}

func identity(t *testing.T, raw string) string {
	t.Helper()
	_, key, err := Identity(raw)
	if err != nil {
		t.Errorf("Identity(%q): %v", raw, err)
	}
	return key
}

func TestIdentityKeepsTheAddressAsGiven(t *testing.T) {
	given, key, err := Identity(" HTTPS://Kestrel.statuspage.io/incidents/" + incident + "?utm_source=a#x\n")
	if given != "HTTPS://Kestrel.statuspage.io/incidents/"+incident+"?utm_source=a#x" || key != "statuspage:kestrel:"+incident || err != nil {
		t.Errorf("given %q, key %q, %v", given, key, err)
	}
	given, key, err = Identity(" report ")
	wantKind(t, err, BadAddress)
	if given != "report" || key != "" {
		t.Errorf("given %q, key %q", given, key)
	}
}
