package normalizer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"inquest/extractor"
)

// frames are the words around a statement that say nothing of the incident: who found it out, that it
// is unfortunate, which heading it stands under. Each is cut as long as one is found.
var frames = []*regexp.Regexp{
	regexp.MustCompile(`^(?i:[-*•–—·>\s]+|\(?(?:edit|update|note|tl;?dr)\)?: *)`),
	regexp.MustCompile(`^(?:[A-Z][\p{L}/ -]{2,28}|\p{Hangul}[\p{Hangul} ]{1,14}) ?[:：] +`),
	regexp.MustCompile(`^(?i:unfortunately|as you may know|as mentioned(?: above| earlier)?|please note that|note that|it should be noted that|in short|in summary|to summari[sz]e|basically|essentially|of course|additionally|furthermore|moreover|also|however|as a reminder|for context|at this time|at this point)(?:,|\b) +`),
	regexp.MustCompile(`^(?i:(?:(?:after|upon|following|based on) (?:\S+ ){0,4}(?:investigation|analysis|review|inspection),? )?(?:(?:we|our (?:team|engineers?|investigation|analysis)|the (?:team|investigation|analysis)|(?:further|subsequent|initial) (?:investigation|analysis)|it)(?:'ve|’ve)?(?: has| have| was| is| had)?(?: since| now| later| also| quickly| eventually| then)*) (?:determined|found|identified|learned|confirmed|concluded|discovered|revealed|showed|shown|believe|believed|established|suspect|think|know)(?: out)?,? that )`),
	regexp.MustCompile(`^(?i:the [^.,;]{3,80}(?:investigation|analysis|review)[^.,;]{0,30} (?:determined|found|concluded|revealed|showed|confirmed) that )`),
}

// statement returns the span of a sentence that states something: without the time and the heading at
// its head and without the frames of hedging. Of a table row it is the longest cell.
func (rd *reading) statement() (start, end int) {
	start, end = 0, len(rd.text)
	if rd.block.Kind == extractor.Row {
		start, end = longestCell(rd.text)
	}
	for cut := true; cut; {
		cut = false
		for _, n := range rd.headLengths(start, end) {
			if n > 0 && end-start-n >= 15 {
				start, cut = start+n, true
				break
			}
		}
	}
	return start, end
}

// headLengths returns how much of text[start:end] its stamp and each frame take.
func (rd *reading) headLengths(start, end int) []int {
	text := rd.text[start:end]
	lengths := []int{stampLength(text)}
	for _, f := range frames {
		lengths = append(lengths, len(f.FindString(text)))
	}
	return lengths
}

// longestCell returns the span of the cell of a table row that says most.
func longestCell(text string) (start, end int) {
	at := 0
	for _, cell := range strings.Split(text, " | ") {
		if len(cell) > end-start {
			start, end = at, at+len(cell)
		}
		at += len(cell) + len(" | ")
	}
	return start, end
}

// worded returns the words of a span of a sentence as a field writes them: beginning with a capital,
// ending like a sentence, the first person as the organisation's name.
func (d *drafting) worded(text string) string {
	text = strings.TrimFunc(text, unicode.IsSpace)
	if d.r.lang == "en" {
		text = thirdPerson(text, string(d.Case.Org))
	}
	first, size := utf8.DecodeRuneInString(text)
	if unicode.IsLower(first) && !strings.ContainsAny(firstWord(text), "./_-0123456789") {
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	return closed(text)
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

var (
	firstPerson = regexp.MustCompile(`\b(?:[Ww]e(?:['’](?:re|ve|ll|d))?|[Oo]ur|[Uu]s|[Oo]urs|[Oo]urselves|I)\b(?: (\w+(?:n['’]t)?))?`)
	anyQuote    = regexp.MustCompile(`["“”]`)
)

// beside maps the verb behind "we" to the form behind a name.
var beside = map[string]string{
	"are": "is", "were": "was", "have": "has", "do": "does", "aren't": "is not", "weren't": "was not", "haven't": "has not", "don't": "does not", "didn't": "did not",
}

// pasts are verbs of the past and helping verbs that are the same behind "we" and behind a name.
var pasts = wordSet(`had did could would should will may might must can cannot saw took put set ran made began went got found knew sent lost gave kept left brought built cut chose drew
	fell felt heard held led met paid rose said shut sought spent split spoke stood told thought understood undid withdrew wrote rolled didn't couldn't wouldn't won't can't hadn't
	then also quickly immediately later manually first finally now already never only eventually therefore subsequently successfully inadvertently temporarily accidentally`)

// thirdPerson writes the name of the organisation for "we" and "our". A sentence in which that is not
// safe (a verb of the present, a quotation, "us") stays as it is.
func thirdPerson(text, org string) string {
	if org == "" || len(org) > 40 || anyQuote.MatchString(text) {
		return text
	}
	named := strings.Contains(text, org)
	safe := true
	out := firstPerson.ReplaceAllStringFunc(text, func(m string) string {
		who, verb, _ := strings.Cut(m, " ")
		name := org
		if named {
			name = "it"
		}
		word, ok := inThirdPerson(strings.ToLower(strings.ReplaceAll(who, "’", "'")), strings.ReplaceAll(verb, "’", "'"), name, org)
		safe = safe && ok
		named = true
		return word
	})
	if !safe {
		return text
	}
	return out
}

// inThirdPerson rewrites one "we VERB" or "our NOUN"; ok is false when that is not safe.
func inThirdPerson(who, verb, name, org string) (words string, ok bool) {
	possessive := "its"
	if name == org {
		possessive = org + "'s"
	}
	switch who {
	case "our":
		return strings.TrimRight(possessive+" "+verb, " "), true
	case "we've":
		return name + " has " + verb, verb != ""
	case "we're":
		return name + " is " + verb, verb != ""
	case "we'll":
		return name + " will " + verb, verb != ""
	case "we":
		if other, found := beside[verb]; found {
			return name + " " + other, true
		}
		return name + " " + verb, pasts[verb] || strings.HasSuffix(verb, "ed") && verb != "need"
	}
	return "", false
}
