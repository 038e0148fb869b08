package eval

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"golang.org/x/net/html"
)

// idLists are the attributes that hold ids of other elements.
var idLists = map[string]bool{"id": true, "for": true, "aria-labelledby": true, "aria-describedby": true, "aria-controls": true, "headers": true}

// renameClasses gives every class and id of a page another name, the same one everywhere: in
// attributes, in links to fragments and in style sheets. All else keeps its bytes, so that the page
// looks and is built as before, and only a reader that knows a platform's names is at a loss.
func renameClasses(body []byte) []byte {
	names := renamer{}
	names.collect(body)
	var out bytes.Buffer
	style := false
	for z := html.NewTokenizer(bytes.NewReader(body)); ; {
		kind := z.Next()
		raw := bytes.Clone(z.Raw()) // reading the token changes it
		switch kind {
		case html.ErrorToken:
			out.Write(raw)
			return out.Bytes()
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			style = t.Data == "style"
			if names.rename(&t) {
				raw = []byte(t.String())
			}
			out.Write(raw)
		case html.TextToken:
			if style {
				raw = []byte(names.css(string(raw)))
			}
			out.Write(raw)
		default:
			style = false
			out.Write(raw)
		}
	}
}

// renamer maps the old names of a page to new ones.
type renamer map[string]string

// collect finds the names that the page's elements carry.
func (r renamer) collect(body []byte) {
	for z := html.NewTokenizer(bytes.NewReader(body)); z.Next() != html.ErrorToken; {
		for _, a := range z.Token().Attr {
			if a.Key == "class" || a.Key == "id" {
				for name := range strings.FieldsSeq(a.Val) {
					sum := sha256.Sum256([]byte(name))
					r[name] = "n" + hex.EncodeToString(sum[:5])
				}
			}
		}
	}
}

// rename changes the attributes of a tag and reports whether there was something to change.
func (r renamer) rename(t *html.Token) bool {
	changed := false
	for i, a := range t.Attr {
		val := a.Val
		switch {
		case a.Key == "class" || idLists[a.Key]:
			val = r.list(val)
		case a.Key == "href" && strings.HasPrefix(val, "#"):
			val = "#" + r.list(val[1:])
		}
		if val != a.Val {
			t.Attr[i].Val, changed = val, true
		}
	}
	return changed
}

func (r renamer) list(names string) string {
	var all []string
	for name := range strings.FieldsSeq(names) {
		if to, ok := r[name]; ok {
			name = to
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}

// css renames the selectors .name and #name; a colour or a file's ending that no element carries
// as a name stays.
func (r renamer) css(sheet string) string {
	var out strings.Builder
	for i := 0; i < len(sheet); {
		end := i + 1
		for end < len(sheet) && isNameByte(sheet[end]) {
			end++
		}
		if to, ok := r[sheet[i+1:end]]; ok && (sheet[i] == '.' || sheet[i] == '#') {
			out.WriteByte(sheet[i])
			out.WriteString(to)
			i = end
			continue
		}
		out.WriteByte(sheet[i])
		i++
	}
	return out.String()
}

func isNameByte(c byte) bool {
	return c == '-' || c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}
