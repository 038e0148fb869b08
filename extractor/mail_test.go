package extractor

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMail(t *testing.T) {
	checkReadings(t, []reading{
		{page: "mail-message-quoted-printable", recipe: "mail", title: "Compte rendu de la panne du stockage à Lyon"},
		{page: "mail-mailbox-thread", recipe: "mail", title: "Post-mortem: replicas stopped on 3 June",
			updates: []string{"Comment at  (Wed, 04 Jun 2031 09:00:00 +0000)", "Update at 2031-06-04T10:15:00Z (Wed, 04 Jun 2031 12:15:00 +0200)"}},
		{page: "mail-archive-package-mirror", recipe: "mail-archive", title: "Outage of the package mirror on 2 April"},
	})
}

func TestMailParts(t *testing.T) {
	head := "Subject: =?iso-8859-1?Q?St=F6rung?=\r\nFrom: ada@example.com\r\nMessage-ID: <1@example.com>\r\nMIME-Version: 1.0\r\n"
	for _, c := range []struct{ name, body, want string }{
		{"base64", "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nRGllIFBsYXR0ZSB3YXIgdm9sbCAoMTA6MDAgVVRDKS4K\r\n", "Die Platte war voll (10:00 UTC)."},
		{"charset of the part", "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nDie St=F6rung ist behoben.\r\n", "Die Störung ist behoben."},
		{"only HTML", "Content-Type: text/html\r\n\r\n<p>Die Platte war voll.</p>\r\n", "Die Platte war voll."},
		{"HTML before plain text", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Nein.</p>\r\n--b\r\nContent-Type: text/plain\r\n\r\nDie Platte war voll.\r\n--b--\r\n", "Die Platte war voll."},
		{"attachment left out", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nNein.\r\n--b\r\n\r\nDie Platte war voll.\r\n--b--\r\n", "Die Platte war voll."},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "m.eml", head+c.body)
			got := []string{d.Recipe, string(d.Title), d.Blocks[len(d.Blocks)-1].Text}
			if diff := cmp.Diff([]string{"mail", "Störung", c.want}, got); diff != "" {
				t.Errorf("recipe, title, last block (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSignatureIsNoPartOfTheReport(t *testing.T) {
	blocks := readPage(t, "mail-archive-package-mirror").Blocks
	last := blocks[len(blocks)-1]
	if last.Text != "Fernix infrastructure team" || last.Section != SectionBoilerplate {
		t.Errorf("want the signature as boilerplate, got %q in %s", last.Text, last.Section)
	}
}

func TestPreformattedPage(t *testing.T) {
	prose := strings.Repeat("The disk of the queue was full, so that all jobs\nwaited. We cleared it at 10:20 UTC and they ran.\n\n", 6)
	code := strings.Repeat("func main() {\n\tfmt.Println(\"a. b. c.\");\n}\n\n", 12)
	for _, c := range []struct{ name, text, recipe string }{
		{"prose", "Subject: Full disk\nDate: Tue, 4 Mar 2031 10:00:00 +0000\n\n" + prose, "mail-archive"},
		{"listing", code, "article"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "m.html", "<html><body><pre>"+c.text+"</pre></body></html>")
			if d.Recipe != c.recipe {
				t.Fatalf("want recipe %s, got %s", c.recipe, d.Recipe)
			}
			if c.recipe == "mail-archive" && (d.Title != "Full disk" || d.PublishedAt != "2031-03-04T10:00:00Z") {
				t.Errorf("want title and date of the mail's head, got %q and %q", d.Title, d.PublishedAt)
			}
		})
	}
}

func TestDatesOfMailArchives(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"mail with offset", "Tue, 4 Mar 2031 10:00:00 +0200", "2031-03-04T08:00:00Z"},
		{"mail with the name of the zone too", "Tue, 4 Mar 2031 10:00:00 +0000 (UTC)", "2031-03-04T10:00:00Z"},
		{"archive in UTC", "Tue Mar  4 10:11:12 UTC 2031", "2031-03-04T10:11:12Z"},
		{"archive in a zone that has several meanings", "Tue Mar 4 10:11:12 IST 2031", "2031-03-04T10:11:12"},
		{"no date", "yesterday", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := mailDate(cleanText(c.in)); string(got) != c.want {
				t.Errorf("want %q, got %q", c.want, got)
			}
		})
	}
}
