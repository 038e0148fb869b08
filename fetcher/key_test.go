package fetcher

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pairs of addresses that are one source, with the key at which they meet.
var meet = []struct{ name, a, b, key string }{
	{"scheme and host in capitals", "HTTPS://Status.Example.ORG/x", "https://status.example.org/x", "https://status.example.org/x"},
	{"path keeps its capitals", "https://EXAMPLE.org/Incident", "https://example.org/Incident", "https://example.org/Incident"},
	{"no path and root", "https://example.org", "https://example.org/", "https://example.org/"},
	{"query without a path", "https://example.org?a=1", "https://example.org/?a=1", "https://example.org/?a=1"},
	{"default port of https", "https://example.org:443/x", "https://example.org/x", "https://example.org/x"},
	{"default port of http", "http://example.org:80/x", "http://example.org/x", "http://example.org/x"},
	{"default port with zeros", "https://example.org:0443/x", "https://example.org/x", "https://example.org/x"},
	{"empty port", "https://example.org:/x", "https://example.org/x", "https://example.org/x"},
	{"final dot of the host", "https://example.org./x", "https://example.org/x", "https://example.org/x"},
	{"fragment", "https://example.org/x#part", "https://example.org/x", "https://example.org/x"},
	{"empty fragment", "https://example.org/x#", "https://example.org/x", "https://example.org/x"},
	{"text fragment", "https://example.org/x#:~:text=outage", "https://example.org/x", "https://example.org/x"},
	{"user name", "https://reader@example.org/x", "https://example.org/x", "https://example.org/x"},
	{"white space around", "  https://example.org/x\n", "https://example.org/x", "https://example.org/x"},
	{"dot segments", "https://example.org/a/./b/../c", "https://example.org/a/c", "https://example.org/a/c"},
	{"dot segments, escaped", "https://example.org/a/%2e%2E/c", "https://example.org/c", "https://example.org/c"},
	{"dot segments above the root", "https://example.org/../../c", "https://example.org/c", "https://example.org/c"},
	{"dot segment at the end", "https://example.org/a/b/..", "https://example.org/a/", "https://example.org/a/"},
	{"escapes in small letters", "https://example.org/a%2fb", "https://example.org/a%2Fb", "https://example.org/a%2Fb"},
	{"needless escapes", "https://example.org/%7Eops/%69ncident%2D1", "https://example.org/~ops/incident-1", "https://example.org/~ops/incident-1"},
	{"needless escapes in the query", "https://example.org/?%69d=%41", "https://example.org/?id=A", "https://example.org/?id=A"},
	{"letters beyond ASCII", "https://example.org/장애", "https://example.org/%ec%9e%a5%ec%95%a0", "https://example.org/%EC%9E%A5%EC%95%A0"},
	{"letters beyond ASCII beside an escaped slash", "https://example.org/a%2Fb장", "https://example.org/a%2fb%EC%9E%A5", "https://example.org/a%2Fb%EC%9E%A5"},
	{"letters beyond ASCII in the query", "https://example.org/?q=장", "https://example.org/?q=%ec%9e%a5", "https://example.org/?q=%EC%9E%A5"},
	{"space", "https://example.org/a b", "https://example.org/a%20b", "https://example.org/a%20b"},
	{"space in the query", "https://example.org/?q=a b", "https://example.org/?q=a%20b", "https://example.org/?q=a%20b"},
	{"percent sign that escapes nothing", "https://example.org/100%/x", "https://example.org/100%25/x", "https://example.org/100%25/x"},
	{"name in another script", "https://bücher.example/x", "https://xn--bcher-kva.example/x", "https://xn--bcher-kva.example/x"},
	{"name in another script and capitals", "https://BÜCHER.example/x", "https://bücher.example/x", "https://xn--bcher-kva.example/x"},
	{"Korean name", "https://상태.example/", "https://xn--hg4bo80a.example/", "https://xn--hg4bo80a.example/"},
	{"full-width letters", "https://ｅxample.org/", "https://example.org/", "https://example.org/"},
	{"ideographic full stop", "https://example。org/", "https://example.org/", "https://example.org/"},
	{"long IPv6 address", "http://[2606:4700:0:0:0:0:0:1111]/", "http://[2606:4700::1111]/", "http://[2606:4700::1111]/"},
	{"utm parameters", "https://example.org/x?utm_source=mail&utm_medium=a&utm_campaign=b&utm_whatever=c", "https://example.org/x", "https://example.org/x"},
	{"utm with an escaped name", "https://example.org/x?utm%5Fsource=mail", "https://example.org/x", "https://example.org/x"},
	{"gclid", "https://example.org/x?gclid=1", "https://example.org/x", "https://example.org/x"},
	{"fbclid between others", "https://example.org/x?a=1&fbclid=1&b=2", "https://example.org/x?a=1&b=2", "https://example.org/x?a=1&b=2"},
	{"mc_cid and mc_eid", "https://example.org/x?mc_cid=1&mc_eid=2", "https://example.org/x", "https://example.org/x"},
	{"igshid", "https://example.org/x?igshid=1", "https://example.org/x", "https://example.org/x"},
	{"ref_src", "https://example.org/x?ref_src=twsrc", "https://example.org/x", "https://example.org/x"},
	{"_hsenc and _hsmi", "https://example.org/x?_hsenc=1&_hsmi=2", "https://example.org/x", "https://example.org/x"},
	{"WT.mc_id", "https://example.org/x?WT.mc_id=1", "https://example.org/x", "https://example.org/x"},
	{"shdrefreshflag", "https://example.org/x?shdrefreshflag=1", "https://example.org/x", "https://example.org/x"},
	{"tracking and fragment", "https://example.org/x?utm_source=a#b", "https://example.org/x", "https://example.org/x"},
	{"empty query", "https://example.org/x?", "https://example.org/x", "https://example.org/x"},
	{"archived copy", "https://web.archive.org/web/20251114162615/https://status.example.org/incidents/1", "https://status.example.org/incidents/1", "https://status.example.org/incidents/1"},
	{"archived copy, raw", "https://web.archive.org/web/20251114162615id_/https://status.example.org/incidents/1", "https://status.example.org/incidents/1", "https://status.example.org/incidents/1"},
	{"archived copy, other flag", "http://web.archive.org/web/2025if_/https://status.example.org/x", "https://status.example.org/x", "https://status.example.org/x"},
	{"calendar of an archive", "https://web.archive.org/web/*/https://status.example.org/x", "https://status.example.org/x", "https://status.example.org/x"},
	{"calendar of one year", "https://web.archive.org/web/2025*/https://status.example.org/x", "https://status.example.org/x", "https://status.example.org/x"},
	{"latest copy", "https://web.archive.org/web/https://status.example.org/x", "https://status.example.org/x", "https://status.example.org/x"},
	{"archived copy with its query", "https://web.archive.org/web/2025/https://example.org/view?id=5&utm_source=a", "https://example.org/view?id=5", "https://example.org/view?id=5"},
	{"archived copy without a scheme", "https://web.archive.org/web/2025/example.org/x", "http://example.org/x", "http://example.org/x"},
	{"archived copy after a path cleaner", "https://web.archive.org/web/2025/https:/example.org/x", "https://example.org/x", "https://example.org/x"},
	{"archived copy, escaped", "https://web.archive.org/web/2025/https%3A%2F%2Fexample.org%2Fx%3Fid%3D5", "https://example.org/x?id=5", "https://example.org/x?id=5"},
	{"copy of a copy", "https://web.archive.org/web/2026/https://web.archive.org/web/2025/https://example.org/x", "https://example.org/x", "https://example.org/x"},
	{"archived copy behind dot segments", "https://web.archive.org/./web/2025/https://example.org/x", "https://example.org/x", "https://example.org/x"},
	{"another archive of that kind", "http://archive.example/web/20251114162615id_/http://example.org/x", "http://example.org/x", "http://example.org/x"},
	{"archive under /wayback/", "https://arquivo.pt/wayback/20251114162615/https://example.org/x", "https://example.org/x", "https://example.org/x"},
	{"archive.today", "https://archive.ph/20251114162615/https://example.org/x", "https://example.org/x", "https://example.org/x"},
	{"archive.today, newest", "https://archive.is/newest/https://example.org/x", "https://example.org/x", "https://example.org/x"},
	{"archived copy of a doubled slash", "https://web.archive.org/web/2025/https://example.org//x", "https://example.org//x", "https://example.org//x"},
}

// pairs of addresses that may be two sources.
var keepApart = []struct{ name, a, b string }{
	{"http and https", "http://example.org/x", "https://example.org/x"},
	{"www and not", "https://www.example.org/x", "https://example.org/x"},
	{"final slash", "https://example.org/x/", "https://example.org/x"},
	{"path in capitals", "https://example.org/X", "https://example.org/x"},
	{"escaped slash", "https://example.org/a%2Fb", "https://example.org/a/b"},
	{"doubled slash", "https://example.org/a//b", "https://example.org/a/b"},
	{"escaped question mark", "https://example.org/a%3Fb", "https://example.org/a?b"},
	{"escaped percent sign", "https://example.org/a%252Fb", "https://example.org/a%2Fb"},
	{"other port", "https://example.org:8443/x", "https://example.org/x"},
	{"port of the other scheme", "http://example.org:443/x", "http://example.org/x"},
	{"order of parameters", "https://example.org/?a=1&b=2", "https://example.org/?b=2&a=1"},
	{"repeated parameter", "https://example.org/?a=1&a=1", "https://example.org/?a=1"},
	{"unknown parameter", "https://example.org/x?ref=1", "https://example.org/x"},
	{"identity in a parameter", "https://help.example.org/s/articleView?id=005123907&type=1", "https://help.example.org/s/articleView?id=005123908&type=1"},
	{"component in a parameter", "https://example.org/products/all?componentId=510172", "https://example.org/products/all"},
	{"tracking name in capitals", "https://example.org/x?GCLID=1", "https://example.org/x"},
	{"parameter that begins like a tracking one", "https://example.org/x?utm=1", "https://example.org/x"},
	{"escaped ampersand", "https://example.org/?a=1%26b=2", "https://example.org/?a=1&b=2"},
	{"plus and space", "https://example.org/?q=a+b", "https://example.org/?q=a%20b"},
	{"empty parameter", "https://example.org/?a", "https://example.org/?a="},
	{"route of a script", "https://example.org/#!/incidents/1", "https://example.org/#!/incidents/2"},
	{"route of a script and none", "https://example.org/#!/incidents/1", "https://example.org/"},
	{"copies of two pages", "https://web.archive.org/web/2025/https://example.org/a", "https://web.archive.org/web/2025/https://example.org/b"},
	{"copies by scheme", "https://web.archive.org/web/2025/http://example.org/a", "https://web.archive.org/web/2025/https://example.org/a"},
	{"path that looks like an archive's", "https://example.org/web/2025/report", "https://example.org/report"},
	{"page of the archive itself", "https://web.archive.org/web/", "https://web.archive.org/"},
	{"dots that are no segment", "https://example.org/a/...", "https://example.org/a/"},
	{"semicolon parameters", "https://example.org/x;v=1", "https://example.org/x"},
	{"two hosts in one domain", "https://status.example.org/", "https://example.org/"},
	{"letters that only look alike", "https://exаmple.org/", "https://example.org/"},
}

func TestKeysThatMeet(t *testing.T) {
	for _, row := range meet {
		t.Run(row.name, func(t *testing.T) {
			for _, raw := range []string{row.a, row.b, row.key} {
				if got := key(t, raw); got != row.key {
					t.Errorf("Key(%q) = %q, want %q", raw, got, row.key)
				}
			}
		})
	}
}

func TestKeysThatStayApart(t *testing.T) {
	for _, row := range keepApart {
		t.Run(row.name, func(t *testing.T) {
			if a, b := key(t, row.a), key(t, row.b); a == b {
				t.Errorf("Key(%q) and Key(%q) are both %q", row.a, row.b, a)
			}
		})
	}
}

func key(t *testing.T, raw string) string {
	t.Helper()
	got, err := Key(raw)
	if err != nil {
		t.Errorf("Key(%q): %v", raw, err)
	}
	return got
}

func TestNoKeyWithoutAnAddress(t *testing.T) {
	for _, raw := range []string{"", "report", "file:///etc/passwd", "https://u:secret@example.org/", "https:///x", "https://web.archive.org/web/2025/mailto:x@example.org/"} {
		got, err := Key(raw)
		wantKind(t, err, BadAddress)
		if got != "" || strings.Contains(err.Error(), "secret") {
			t.Errorf("Key(%q) = %q, %v", raw, got, err)
		}
	}
}

func TestSplitReplay(t *testing.T) {
	type parts struct {
		Stamp, Flag, Original string
		OK                    bool
	}
	for raw, want := range map[string]parts{
		"https://web.archive.org/web/20251114162615id_/https://status.example.org/i/1": {"20251114162615", "id_", "https://status.example.org/i/1", true},
		"http://archive.example/web/2025/http://example.org/a?b=c//d#e":                {"2025", "", "http://example.org/a?b=c//d#e", true},
		"https://web.archive.org/web/20251114162615js_/example.org:80/x":               {"20251114162615", "js_", "http://example.org:80/x", true},
		"https://web.archive.org/web/*/https://example.org/":                           {"", "", "https://example.org/", true},
		"https://archive.ph/20251114/https://example.org/":                             {"20251114", "", "https://example.org/", true},
		"https://archive.ph/aBcDe":                                                     {},
		"https://archive.example/web/2025/example.org":                                 {},
		"https://web.archive.org/web/202511141626150000/https://example.org/":          {},
		"https://web.archive.org/save/https://example.org/":                            {},
		"https://example.org/?u=/web/2025/https://example.org/":                        {},
		"https://example.org/":                                                         {},
	} {
		var got parts
		got.Stamp, got.Flag, got.Original, got.OK = SplitReplay(raw)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("SplitReplay(%q) (-want +got):\n%s", raw, diff)
		}
	}
}

// FuzzKey: a key is an address, and its own key.
func FuzzKey(f *testing.F) {
	for _, row := range meet {
		f.Add(row.a)
		f.Add(row.b)
	}
	for _, row := range keepApart {
		f.Add(row.a)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		once, err := Key(raw)
		if err != nil {
			if !isOutcome(err) || once != "" {
				t.Fatalf("Key(%q) = %q, %v", raw, once, err)
			}
			return
		}
		twice, err := Key(once)
		if err != nil || twice != once {
			t.Errorf("Key(%q) = %q, and the key of that is %q, %v", raw, once, twice, err)
		}
		if strings.ContainsFunc(once, func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Errorf("Key(%q) = %q has bytes that an address cannot have", raw, once)
		}
	})
}
