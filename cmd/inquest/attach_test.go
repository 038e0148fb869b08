package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const savedPage = `<!doctype html>
<html lang="en"><head><title>Logins failed on 2 February 2031</title></head><body><article>
<h1>Logins failed on 2 February 2031</h1>
<p>On 2 February 2031 between 10:00 UTC and 11:30 UTC logins failed for all users in Europe.</p>
<p>The root cause was an expired TLS certificate on the login service. We replaced the certificate at 11:30 UTC and logins worked again.</p>
<p>We will add an alert that fires two weeks before a certificate expires, and we will renew certificates automatically.</p>
</article></body></html>
`

const savedMHTML = "From: <Saved by a browser>\r\nSnapshot-Content-Location: https://login.example.com/report\r\nSubject: Logins failed\r\n" +
	"MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"----Frame\"\r\n\r\n" +
	"------Frame\r\nContent-Type: text/html\r\nContent-Location: https://login.example.com/report\r\n\r\n"

func TestASavedPageTakesTheWayOfAFetchedOne(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	page, mhtml := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.mhtml")
	write(t, page, savedPage)
	write(t, mhtml, savedMHTML+strings.ReplaceAll(savedPage, "Logins", "Payments")+"\r\n------Frame--\r\n")
	urls := []string{"https://status.example.com/incidents/1", "https://status.example.com/incidents/2"}
	output(t, dir, append([]string{"add"}, urls...)...)

	receipt := output(t, dir, "attach", urls[0], page, "--at", "2026-02-03T04:00:00Z", "--by", "kim")
	if !strings.HasPrefix(receipt, "attached\t"+urls[0]+"\t") {
		t.Errorf("receipt %q", receipt)
	}
	receipt = output(t, dir, "attach", urls[1], mhtml, "--at", "2026-02-03T06:00:00+02:00")
	if !strings.Contains(receipt, "the file says that it was saved from https://login.example.com/report") {
		t.Errorf("receipt %q", receipt)
	}
	status := output(t, dir, "status", urls[0])
	for _, want := range []string{"captured  2026-02-03T04:00:00Z", "by kim"} {
		if !strings.Contains(status, want) {
			t.Errorf("status lacks %q:\n%s", want, status)
		}
	}
	if status := output(t, dir, "status", urls[1]); strings.Contains(status, "by -") {
		t.Errorf("nobody is named as the one who supplied it:\n%s", status)
	}

	up := command(t, dir, "up", "--once", "--listen", "127.0.0.1:0")
	up.Env = append(up.Env, contactVariable+"=ops@example.org")
	out, err := up.CombinedOutput()
	if err != nil {
		t.Fatalf("up: %v\n%s", err, out)
	}
	if strings.Contains(string(out), "fetch") {
		t.Errorf("something was fetched:\n%s", out)
	}
	all := strings.Join(drafts(t, dir), "\n")
	for _, want := range append(urls, "Logins failed", "Payments failed") {
		if !strings.Contains(all, want) {
			t.Errorf("the drafts lack %q:\n%s", want, all)
		}
	}
}

func TestWhatCannotBeAttachedIsRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	url := "https://status.example.com/incidents/1"
	output(t, dir, "add", url)
	challenge := filepath.Join(dir, "challenge.html")
	write(t, challenge, "<title>Just a moment...</title><script>_cf_chl_opt={}</script>")
	empty := filepath.Join(dir, "empty.html")
	write(t, empty, "")
	page := filepath.Join(dir, "page.html")
	write(t, page, savedPage)
	at := "2026-02-03T04:00:00Z"
	tests := map[string]struct {
		args []string
		want string
	}{
		"a test for browsers":         {[]string{url, challenge, "--at", at}, "challenge.html"},
		"an empty file":               {[]string{url, empty, "--at", at}, "empty.html"},
		"a file that is not there":    {[]string{url, page + "x", "--at", at}, "no such file"},
		"an address nobody queued":    {[]string{"https://other.example.com/", page, "--at", at}, "is not queued"},
		"a page saved in the future":  {[]string{url, page, "--at", time.Now().AddDate(1, 0, 0).Format(time.RFC3339)}, "in the future"},
		"a page saved at no time":     {[]string{url, page}, "--at"},
		"a page saved at a bad clock": {[]string{url, page, "--at", "yesterday"}, "--at"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out, err := command(t, dir, append([]string{"attach"}, test.args...)...).CombinedOutput()
			if err == nil || !strings.Contains(string(out), test.want) {
				t.Errorf("error %v, output %q; want a refusal that says %q", err, out, test.want)
			}
		})
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
