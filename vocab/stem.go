package vocab

// The light stemmer. It is allowed to know little: both the form and the text go through it, so
// what counts is that the inflections of one word meet, not that the stem is a word.

// nounStem returns word, in lower case, without a plural -s or -es. It may change the bytes of word.
func nounStem(word []byte) []byte {
	if len(word) < 4 || !asciiLetters(word) {
		return word
	}
	if endsIn(word, "s") && !endsIn(word, "ss") && !endsIn(word, "us") && !endsIn(word, "is") {
		word = word[:len(word)-1]
	}
	n := len(word)
	switch {
	case n < 4:
	case endsIn(word, "ie"): // queries and query, cookies and cookie
		word[n-2] = 'y'
		return word[:n-1]
	case endsIn(word, "he"), endsIn(word, "xe"), endsIn(word, "se"), endsIn(word, "ze"):
		return word[:n-1] // crashes and crash, boxes and box, caches and cache, databases and database
	}
	return word
}

// verbStem returns a noun stem without the endings of a regular verb (-ed, -ing), a final -e and the
// doubling of the last consonant: drop, drops, dropped and dropping are one. It may change the bytes
// of word.
func verbStem(word []byte) []byte {
	if !asciiLetters(word) {
		return word
	}
	switch {
	case cuts(word, "ing"):
		word = word[:len(word)-3]
	case cuts(word, "ied"):
		word = word[:len(word)-2]
		word[len(word)-1] = 'y'
	case cuts(word, "ed") && !endsIn(word, "eed"):
		word = word[:len(word)-2]
	}
	if n := len(word); n >= 4 && word[n-1] == 'e' {
		word = word[:n-1]
	}
	if n := len(word); n >= 4 && word[n-1] == word[n-2] && !vowel(word[n-1]) {
		word = word[:n-1]
	}
	return word
}

// cuts reports whether word ends in the suffix and keeps three letters, one of them a vowel, without
// it: string and bring end in -ing and are no verbs.
func cuts(word []byte, suffix string) bool {
	rest := len(word) - len(suffix)
	if rest < 3 || !endsIn(word, suffix) {
		return false
	}
	for _, b := range word[:rest] {
		if vowel(b) {
			return true
		}
	}
	return false
}

func vowel(b byte) bool {
	return b == 'a' || b == 'e' || b == 'i' || b == 'o' || b == 'u' || b == 'y'
}

func asciiLetters(word []byte) bool {
	for _, b := range word {
		if b < 'a' || b > 'z' {
			return false
		}
	}
	return true
}

func endsIn(word []byte, ending string) bool {
	return len(word) >= len(ending) && string(word[len(word)-len(ending):]) == ending
}
