package normalizer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexeme is a number, a word or a sign of a text.
type lexeme struct {
	kind       lexKind
	start, end int
	value      int    // of a number
	word       string // of a word, in lower case; of a sign, itself
	spaced     bool   // white space stands before it
}

type lexKind byte

const (
	lexNumber lexKind = iota
	lexWord
	lexSign
)

// digits returns how many digits the number has.
func (l lexeme) digits() int { return l.end - l.start }

// lexemes splits text into numbers, words and signs. Addresses are left out as a whole: their digits
// are no times. A character that counts a unit of time behind a digit (년, 日, 시, 分) is a word of its own.
func lexemes(buf []lexeme, text string) []lexeme {
	spaced := true
	for pos := 0; pos < len(text); {
		c := text[pos]
		if c == ' ' || c == '\n' || c == '\t' {
			spaced = true
			pos++
			continue
		}
		if n := addressLength(text[pos:]); n > 0 {
			pos += n
			buf = append(buf, lexeme{kind: lexSign, start: pos - n, end: pos, word: "://", spaced: spaced})
			spaced = false
			continue
		}
		l := nextLexeme(text, pos)
		l.spaced = spaced
		if l.word == "\u00a0" || l.word == "*" || l.word == "\\" || l.word == "`" {
			spaced = spaced || l.word == "\u00a0"
		} else {
			buf = append(buf, l)
			spaced = false
		}
		pos = l.end
	}
	return buf
}

// addressLength returns the length of the web address that text begins with, else 0.
func addressLength(text string) int {
	if text[0] != 'h' || !strings.HasPrefix(text, "http://") && !strings.HasPrefix(text, "https://") {
		return 0
	}
	if n := strings.IndexAny(text, " \n\t)>]\""); n > 0 {
		return n
	}
	return len(text)
}

func nextLexeme(text string, pos int) lexeme {
	if isDigit(text[pos]) {
		value, digits := leadingNumber(text[pos:])
		return lexeme{kind: lexNumber, start: pos, end: pos + digits, value: value}
	}
	r, size := utf8.DecodeRuneInString(text[pos:])
	switch {
	case pos > 0 && isDigit(text[pos-1]) && unitLength(text[pos:]) > 0:
		size = unitLength(text[pos:])
	case unicode.IsLetter(r):
		size = wordLength(text[pos:])
	default:
		return lexeme{kind: lexSign, start: pos, end: pos + size, word: text[pos : pos+size]}
	}
	return lexeme{kind: lexWord, start: pos, end: pos + size, word: strings.ToLower(text[pos : pos+size])}
}

// wordLength returns the length of the letters that text begins with. "a.m." and "p.m." are one word.
func wordLength(text string) int {
	if len(text) >= 3 && (text[0]|0x20 == 'a' || text[0]|0x20 == 'p') && text[1] == '.' && text[2]|0x20 == 'm' {
		if len(text) > 3 && text[3] == '.' {
			return 4
		}
		return 3
	}
	n := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) })
	if n < 0 {
		return len(text)
	}
	return n
}

// unitLength returns the length of the unit of time, in Korean, Japanese or Chinese, that text begins
// with. A unit of duration (시간, 日間) is one unit as a whole, so that it is not taken for a clock time.
func unitLength(text string) int {
	for _, u := range timeUnits {
		if strings.HasPrefix(text, u) {
			return len(u)
		}
	}
	return 0
}

// timeUnits holds longer units before those that they begin with.
var timeUnits = []string{
	"시간", "분간", "초간", "일간", "개월", "년간", "時間", "分間", "秒間", "日間", "小时", "分钟", "年間",
	"년", "월", "일", "시", "분", "초", "年", "月", "日", "号", "時", "时", "点", "分", "秒",
}
