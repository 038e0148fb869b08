package vocab

import "testing"

func TestSourceKind(t *testing.T) {
	v := loadEmbedded(t)
	tests := []struct{ name, url, want string }{
		{"host name that says status", "https://status.example.com/history", "official-status"},
		{"hosted status page", "https://acme.statuspage.io/incidents/abc", "official-status"},
		{"domain that ends in status", "https://www.acmestatus.com/", "official-status"},
		{"incident path on any host", "https://example.com/en/incidents/17", "official-status"},
		{"postmortem on a status page stays with it", "https://status.example.com/postmortem-7", "official-status"},
		{"blog host", "https://blog.example.com/2031/outage", "official-postmortem"},
		{"blog path", "https://example.com/blog/outage", "official-postmortem"},
		{"postmortem in the path", "https://example.com/2031-02-03-postmortem/", "official-postmortem"},
		{"several postmortems", "https://example.com/postmortems/7", "official-postmortem"},
		{"message of a cloud", "https://aws.amazon.com/message/12345/", "official-postmortem"},
		{"another page of that cloud", "https://aws.amazon.com/ec2/", ""},
		{"documentation", "https://docs.example.com/releases", "official-docs"},
		{"one item of a forum beats the forum's site", "https://news.ycombinator.com/item?id=1", "community-discussion"},
		{"the forum's site", "https://news.ycombinator.com/newest", "official-social"},
		{"issue", "https://github.com/acme/app/issues/12", "issue-tracker"},
		{"pull request in capitals", "HTTPS://GitHub.com/Acme/App/Pull/12", "issue-tracker"},
		{"list of postmortems on a code host", "https://github.com/danluu/post-mortems", "aggregator"},
		{"code that is no issue", "https://github.com/acme/app/tree/main", ""},
		{"archived copy, whatever it shows", "https://web.archive.org/web/2031/https://status.example.com/incidents/1", "archived-copy"},
		{"analysis on a company's blog", "https://www.thousandeyes.com/blog/outage", "third-party-analysis"},
		{"newspaper", "https://www.theregister.com/2031/02/03/outage", "news"},
		{"a domain in the path is no host", "https://example.com/theregister.com/a", ""},
		{"video", "https://www.youtube.com/watch?v=1", "talk"},
		{"conference", "https://pyconf.org/talks/7", "talk"},
		{"configuration is no conference", "https://example.com/configuration", ""},
		{"ministry", "https://www.msit.go.kr/bbs/view", "regulator-report"},
		{"port in the address", "https://status.example.com:8443/", "official-status"},
		{"address without a scheme", "status.example.com/x", "official-status"},
		{"no hint", "https://example.com/outage", ""},
		{"empty address", "", ""},
		{"no address", "::not a url::", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := v.SourceKind(tt.url); got != tt.want {
				t.Errorf("SourceKind(%q) = %q, want %q", tt.url, got, tt.want)
			}
		})
	}
}

func TestSourceKindWithoutTheFacet(t *testing.T) {
	v, err := LoadFS(smallVocabulary(nil))
	if err != nil {
		t.Fatal(err)
	}
	if got := v.SourceKind("https://status.example.com"); got != "" {
		t.Errorf("got %q from a vocabulary without source kinds", got)
	}
}

func TestGlob(t *testing.T) {
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{"a", "a", true},
		{"a", "ab", false},
		{"*", "", true},
		{"*", "any/thing", true},
		{"a*", "abc", true},
		{"a*", "ba", false},
		{"*a", "cba", true},
		{"*a", "ab", false},
		{"a*a", "a", false},
		{"a*a", "aa", true},
		{"a*b*c", "a-b-b-c", true},
		{"a*b*c", "a-c-b", false},
	}
	for _, tt := range tests {
		if got := glob(tt.pattern, tt.text); got != tt.want {
			t.Errorf("glob(%q, %q) = %t, want %t", tt.pattern, tt.text, got, tt.want)
		}
	}
}
