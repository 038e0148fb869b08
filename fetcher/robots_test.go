package fetcher

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestRobotsRules has the examples of RFC 9309 and the rules around them. Each
// row names the paths that are allowed and those that are not.
func TestRobotsRules(t *testing.T) {
	many := strings.Repeat("Disallow: /private/area\n", 30000) // more than 500 KiB
	rows := []struct {
		name, file string
		allowed    []string
		forbidden  []string
	}{
		{"RFC 9309, section 5.1, group of its own", "User-agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\nUser-agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\nUser-agent: inquest\nUser-agent: bazbot\nDisallow: /example/page.html\n\nUser-agent: quxbot\nEOF\n",
			[]string{"/", "/a.gif", "/example/", "/example/allowed.gif"}, []string{"/example/page.html", "/example/page.html?a=1"}},
		{"RFC 9309, section 5.1, group for everyone", "User-agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\nUser-agent: foobot\nDisallow:/\n",
			[]string{"/", "/publications/x", "/a.gif?x", "/a.gifs"}, []string{"/a.gif", "/example/", "/example/page.html", "/b/c.gif"}},
		{"RFC 9309, section 5.2, the longest match", "User-agent: inquest\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n",
			[]string{"/example/page/", "/example/page/x.gif"}, []string{"/example/page/disallowed.gif"}},
		{"RFC 9309, section 2.2.2, table of escapes", "User-agent: *\nDisallow: /foo/bar?baz=quz\nDisallow: /foo/link?baz=https%3A%2F%2Ffoo.bar\nDisallow: /foo/kana/ツ\nDisallow: /foo/esc/%E3%83%84\nDisallow: /foo/plain/%62%61%7A\n",
			[]string{"/foo/bar", "/foo/bar?baz=qux", "/foo/plain/bay"},
			[]string{"/foo/bar?baz=quz", "/foo/link?baz=https://foo.bar", "/foo/link?baz=https%3a%2f%2Ffoo.bar", "/foo/kana/%E3%83%84", "/foo/kana/ツ", "/foo/esc/ツ", "/foo/esc/%e3%83%84", "/foo/plain/baz", "/foo/plain/%62az"}},
		{"RFC 9309, section 2.2.3, special characters", "User-agent: *\nAllow: /this/path/exactly$\nDisallow: /this/*/exactly # a comment\nDisallow: /path/file-with-a-%2A.html\nDisallow: /path/foo-%24\n",
			[]string{"/this/path/exactly", "/path/file-with-a-x.html", "/path/foo-", "/path/foo-x"},
			[]string{"/this/path/exactly/not", "/this/other/exactly", "/path/file-with-a-*.html", "/path/file-with-a-%2a.html", "/path/foo-$", "/path/foo-%24x"}},
		{"names of groups in any letters", "USER-AGENT: InQuest\ndisallow: /x", []string{"/y"}, []string{"/x"}},
		{"a version behind the name", "User-agent: inquest/2.0 (reader)\nDisallow: /x", []string{"/y"}, []string{"/x"}},
		{"a longer name is another product", "User-agent: inquest-images\nDisallow: /", []string{"/"}, nil},
		{"a shorter name is another product", "User-agent: in\nDisallow: /", []string{"/"}, nil},
		{"groups of one name are one", "User-agent: inquest\nDisallow: /a\n\nUser-agent: other\nDisallow: /\n\nUser-agent: inquest\nDisallow: /b", []string{"/c"}, []string{"/a", "/b"}},
		{"groups for everyone are one", "User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b", []string{"/c"}, []string{"/a", "/b"}},
		{"a group of its own leaves the others out", "User-agent: *\nDisallow: /a\nUser-agent: inquest\nDisallow: /b", []string{"/a"}, []string{"/b"}},
		{"an empty group of its own allows all", "User-agent: *\nDisallow: /\n\nUser-agent: inquest\n", []string{"/", "/a"}, nil},
		{"two names over one group", "User-agent: other\nUser-agent: inquest\nDisallow: /a", []string{"/b"}, []string{"/a"}},
		{"a name and everyone over one group", "User-agent: *\nUser-agent: inquest\nDisallow: /a", nil, []string{"/a"}},
		{"records that are no rules end no group", "User-agent: inquest\nSitemap: https://x.example/s.xml\nCrawl-delay: 3\n\nUser-agent: other\nDisallow: /a", []string{"/b"}, []string{"/a"}},
		{"rules before any name are nobody's", "Disallow: /\nUser-agent: other\nDisallow: /", []string{"/"}, nil},
		{"an allow wins a tie, whatever the order", "User-agent: *\nDisallow: /a\nAllow: /a\nAllow: /b\nDisallow: /b", []string{"/a", "/b", "/a/c"}, nil},
		{"the longest match wins, whatever the order", "User-agent: *\nAllow: /a/b\nDisallow: /a\nDisallow: /a/b/c\nAllow: /", []string{"/a/b", "/"}, []string{"/a", "/a/c", "/a/b/c/d"}},
		{"a pattern with an end is the longer one", "User-agent: *\nAllow: /a\nDisallow: /a$", []string{"/ab", "/a/"}, []string{"/a"}},
		{"an empty disallow forbids nothing", "User-agent: *\nDisallow:", []string{"/", "/a"}, nil},
		{"an empty allow allows nothing", "User-agent: *\nAllow:\nDisallow: /", nil, []string{"/", "/a"}},
		{"everything", "User-agent: *\nDisallow: /", nil, []string{"/", "/a?b"}},
		{"everything, by a star", "User-agent: *\nDisallow: *", nil, []string{"/", "/a"}},
		{"a star with an end", "User-agent: *\nDisallow: *$", nil, []string{"/", "/a"}},
		{"only the home page", "User-agent: *\nDisallow: /$", []string{"/a"}, []string{"/"}},
		{"a pattern without a slash begins nowhere", "User-agent: *\nDisallow: private\nDisallow: https://pages.test/", []string{"/private", "/"}, nil},
		{"a dollar inside is a letter", "User-agent: *\nDisallow: /a$b", []string{"/a"}, []string{"/a$b", "/a%24b"}},
		{"several stars", "User-agent: *\nDisallow: /a*b**c", []string{"/abd", "/bac"}, []string{"/abc", "/axxbxxc/more"}},
		{"stars with an end", "User-agent: *\nDisallow: /*.php$", []string{"/a.php5", "/a.php?x"}, []string{"/a.php", "/a.php/b.php"}},
		{"an end that stands once and cannot serve twice", "User-agent: *\nDisallow: /ab*ab$", []string{"/ab"}, []string{"/abab"}},
		{"queries count", "User-agent: *\nDisallow: /*?print=", []string{"/a"}, []string{"/a?print=1"}},
		{"an escaped slash is none", "User-agent: *\nDisallow: /a%2Fb", []string{"/a/b"}, []string{"/a%2fb"}},
		{"case of paths counts", "User-agent: *\nDisallow: /A", []string{"/a"}, []string{"/A"}},
		{"a raw letter cannot slip past its escape", "User-agent: *\nDisallow: /caf%C3%A9", []string{"/cafe"}, []string{"/café"}},
		{"line ends of all kinds", "User-agent: *\rDisallow: /a\r\nDisallow: /b\nDisallow: /c", []string{"/d"}, []string{"/a", "/b", "/c"}},
		{"a byte order mark", "\ufeffUser-agent: *\nDisallow: /a", []string{"/b"}, []string{"/a"}},
		{"white space everywhere", " User-agent : * \n\t Disallow :\t/a \t# why", []string{"/b"}, []string{"/a"}},
		{"lines without a colon", "User-agent: *\nnonsense\nDisallow /a\nDisallow: /b", []string{"/a"}, []string{"/b"}},
		{"an empty file", "", []string{"/"}, nil},
		{"a web page in its place", "<!DOCTYPE html><html><body>User-agent: *\nDisallow: /\n</body></html>", []string{"/", "/a"}, nil},
		{"the file itself is always allowed", "User-agent: *\nDisallow: /", []string{"/robots.txt"}, []string{"/robots.txt?a", "/robots.txts"}},
		{"what stands before 500 KiB counts", "User-agent: *\nDisallow: /a\n" + many, []string{"/b"}, []string{"/a"}},
		{"what stands behind 500 KiB does not", "User-agent: *\n" + strings.Repeat("# filler, filler, filler\n", 30000) + "Disallow: /a\n", []string{"/a"}, nil},
		{"a path of more than 2,048 bytes", "User-agent: *\nDisallow: /a\nDisallow: *zzz", []string{"/b" + strings.Repeat("x", 2100) + "zzz"}, []string{"/a" + strings.Repeat("x", 2100)}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			file := &robotsFile{RobotsFile: RobotsFile{Origin: "https://" + site, Access: RobotsAllowed}, rules: parseRobots([]byte(row.file), "inquest")}
			for _, path := range row.allowed {
				if v := verdictFor(t, file, path); v.Access != RobotsAllowed {
					t.Errorf("%s: %s, because %s; want it allowed", path, v.Access, v.Why)
				}
			}
			for _, path := range row.forbidden {
				if v := verdictFor(t, file, path); v.Access != RobotsDisallowed || v.Line == 0 || v.Rule == "" {
					t.Errorf("%s: %s by line %d %q; want it disallowed by a rule", path, v.Access, v.Line, v.Rule)
				}
			}
		})
	}
}

func verdictFor(t *testing.T, file *robotsFile, path string) RobotsVerdict {
	t.Helper()
	u, bad := target("https://" + site + path)
	if bad != nil {
		t.Fatal(bad)
	}
	return file.verdict(u)
}

func TestRobotsVerdictNamesItsRule(t *testing.T) {
	file := &robotsFile{RobotsFile: RobotsFile{Origin: "https://" + site, Access: RobotsAllowed, Why: "no rule of its robots.txt forbids it", Until: noon},
		rules: parseRobots([]byte("User-agent: *\nCrawl-delay: 2.5\n\nDisallow: /a # keep out\nAllow: /a/b\n"), "inquest")}
	want := RobotsVerdict{URL: "https://pages.test/a", File: "https://pages.test/robots.txt", Access: RobotsDisallowed, Line: 4, Rule: "Disallow: /a",
		Why: `line 4 of its robots.txt says "Disallow: /a"`, Delay: 2500 * time.Millisecond, Until: noon}
	if diff := cmp.Diff(want, verdictFor(t, file, "/a")); diff != "" {
		t.Errorf("verdict (-want +got):\n%s", diff)
	}
	want = RobotsVerdict{URL: "https://pages.test/c", File: "https://pages.test/robots.txt", Access: RobotsAllowed,
		Why: "no rule of its robots.txt forbids it", Delay: 2500 * time.Millisecond, Until: noon}
	if diff := cmp.Diff(want, verdictFor(t, file, "/c")); diff != "" {
		t.Errorf("verdict (-want +got):\n%s", diff)
	}
}

func TestCrawlDelayIsBounded(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"10": 10 * time.Second, "0.5": 500 * time.Millisecond, "86400": time.Minute, "1e300": time.Minute, "+Inf": time.Minute,
		"0": 0, "-5": 0, "NaN": 0, "ten": 0, "": 0,
	} {
		if got := parseRobots([]byte("User-agent: inquest\nCrawl-delay: "+value+"\nDisallow: /x"), "inquest"); got.delay != want || len(got.lines) != 1 {
			t.Errorf("Crawl-delay: %s is %v, with %d rules; want %v and the rule", value, got.delay, len(got.lines), want)
		}
	}
}

// TestRobotsAreCutAloud: what is left out is said.
func TestRobotsAreCutAloud(t *testing.T) {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for n := range robotsRules + 1 {
		fmt.Fprintf(&b, "Disallow: /%d/\n", n)
	}
	file := &robotsFile{RobotsFile: RobotsFile{Access: RobotsAllowed}, rules: parseRobots([]byte(b.String()), "inquest")}
	if v := verdictFor(t, file, "/1999/"); v.Access != RobotsDisallowed || !strings.Contains(v.Why, "not all was read") {
		t.Errorf("the last rule that is read: %+v", v)
	}
	if v := verdictFor(t, file, "/2000/"); v.Access != RobotsAllowed || !strings.Contains(v.Why, "not all was read") {
		t.Errorf("the first that is not: %+v", v)
	}
}

// TestRobotsWithManyStars has 20,000 rules of stars and a path of 2,000
// characters: readers that try every place of a star take seconds, this one some
// milliseconds.
func TestRobotsWithManyStars(t *testing.T) {
	rule := "Disallow: /" + strings.Repeat("*a", 9) + "b\n"
	file := []byte("User-agent: *\n" + strings.Repeat(rule, 20000))
	path := "/" + strings.Repeat("a", 2000)
	got := testing.Benchmark(func(b *testing.B) {
		rules := parseRobots(file, "inquest")
		for b.Loop() {
			if r := rules.match(path); r != nil {
				b.Fatalf("%q matches %q", r.text, path)
			}
		}
	})
	if took := time.Duration(got.NsPerOp()); took > 200*time.Millisecond {
		t.Errorf("%v for one path", took)
	}
}

// FuzzRobots: no file makes the reader fail, and a rule matches its own text
// when that is a plain path.
func FuzzRobots(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /a*b$\n", "/ab")
	f.Add("User-agent: inquest\nAllow: /%zz", "/?a=b")
	f.Fuzz(func(t *testing.T, file, path string) {
		u, err := url.Parse("https://pages.test/")
		if err != nil {
			t.Fatal(err)
		}
		u.Path = path
		got := parseRobots([]byte(file), "inquest")
		target, _ := robotsTarget(u)
		if len(got.lines) > robotsRules || len(target) > robotsPath {
			t.Errorf("%d rules, path of %d bytes", len(got.lines), len(target))
		}
		if r := got.match(target); r != nil && !r.matches(target) {
			t.Errorf("%q was chosen and does not match %q", r.text, target)
		}
	})
}
