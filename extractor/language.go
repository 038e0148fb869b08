package extractor

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// functionWords are frequent words that a language shares with few others.
var functionWords = map[string][]string{
	"en": {"the", "and", "of", "to", "was", "were", "is", "that", "with", "we", "this", "our", "have", "from", "not"},
	"de": {"der", "die", "das", "und", "wir", "nicht", "wurde", "wurden", "ist", "mit", "ein", "eine", "zu", "auf", "von"},
	"fr": {"le", "la", "les", "et", "des", "est", "nous", "une", "dans", "pour", "sur", "été", "pas", "du", "qui"},
	"es": {"el", "los", "las", "y", "del", "que", "una", "por", "para", "fue", "se", "con", "en", "nuestro", "como"},
	"pt": {"o", "os", "as", "do", "da", "não", "uma", "para", "foi", "com", "em", "que", "nosso", "dos", "ao"},
	"it": {"il", "gli", "di", "che", "una", "per", "è", "stato", "con", "non", "sono", "della", "nel", "abbiamo", "del"},
	"nl": {"het", "een", "en", "van", "niet", "wij", "de", "is", "zijn", "met", "voor", "dat", "op", "door", "werd"},
}

// languages fixes the order in which equal counts are decided.
var languages = []string{"en", "de", "fr", "es", "pt", "it", "nl"}

// enoughWords is how many function words tell a language for certain.
const enoughWords = 4

// languageOf tells the language of the text: by its script, then by its function words. What the
// page declares decides only when the text is too short to tell.
func languageOf(d *Document, p *page) Maybe {
	text := sample(d)
	if lang := byScript(text); lang != "" {
		return lang
	}
	lang, hits := byWords(text)
	if declared := declaredLanguage(p); hits < enoughWords && declared != "" {
		return declared
	}
	return lang
}

// lendLanguage gives the parts of a page that are too short to tell their language that of the page.
func lendLanguage(d *Document) {
	for _, part := range d.Parts {
		text := sample(part)
		if _, hits := byWords(text); d.Lang != "" && hits < enoughWords && byScript(text) == "" {
			part.Lang = d.Lang
		}
	}
}

// sample is as much of the report's own text as is enough to tell.
func sample(d *Document) string {
	var b strings.Builder
	for _, part := range append([]*Document{d}, d.Parts...) {
		for _, block := range part.Blocks {
			if block.Kind == Fact || block.Kind == Code || block.Section == SectionBoilerplate {
				continue
			}
			b.WriteString(block.Text)
			b.WriteByte(' ')
			if b.Len() > 8<<10 {
				return b.String()
			}
		}
	}
	return b.String()
}

// byScript decides where a script belongs to one language. Reports in Korean and Japanese are full
// of Latin names, so that a small share is enough.
func byScript(s string) Maybe {
	var letters, hangul, kana, han, cyrillic int
	for _, r := range s {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		switch {
		case r <= unicode.MaxLatin1:
		case unicode.Is(unicode.Hangul, r):
			hangul++
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.Is(unicode.Cyrillic, r):
			cyrillic++
		}
	}
	switch {
	case hangul*5 > letters:
		return "ko"
	case kana*10 > letters:
		return "ja"
	case han*5 > letters:
		return "zh"
	case cyrillic*2 > letters:
		return "ru"
	}
	return ""
}

func byWords(s string) (lang Maybe, hits int) {
	counts := map[string]int{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }) {
		counts[word]++
	}
	for _, l := range languages {
		n := 0
		for _, word := range functionWords[l] {
			n += counts[word]
		}
		if n > hits {
			lang, hits = Maybe(l), n
		}
	}
	return lang, hits
}

// declaredLanguage reads lang="ko-KR" of the page's root.
func declaredLanguage(p *page) Maybe {
	if p.root == nil {
		return ""
	}
	n := find(p.root, func(n *html.Node) bool { return n.DataAtom == atom.Html })
	if n == nil {
		return ""
	}
	code, _, _ := strings.Cut(strings.ReplaceAll(attr(n, "lang"), "_", "-"), "-")
	if len(code) != 2 {
		return ""
	}
	return Maybe(strings.ToLower(code))
}
