package reader

// stem cuts the endings of an English word in lower case: plurals, -ed, -ing, -ly, a final e and a
// doubled consonant. What counts is that the inflections of a word meet, not that the stem is a word.
// It writes into word.
func stem(word []byte) []byte {
	if len(word) < 4 || !letters(word) {
		return word
	}
	word = singular(word)
	switch {
	case cuts(word, "ing"):
		word = word[:len(word)-3]
	case cuts(word, "ied"):
		word = word[:len(word)-2]
		word[len(word)-1] = 'y'
	case cuts(word, "ed") && !ends(word, "eed"):
		word = word[:len(word)-2]
	case cuts(word, "ly"):
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

func singular(word []byte) []byte {
	if !ends(word, "s") || ends(word, "ss") || ends(word, "us") || ends(word, "is") {
		return word
	}
	word = word[:len(word)-1]
	if n := len(word); n >= 4 && ends(word, "ie") { // queries and query
		word[n-2] = 'y'
		return word[:n-1]
	}
	for _, e := range [...]string{"he", "xe", "se", "ze"} { // crashes and crash
		if len(word) >= 4 && ends(word, e) {
			return word[:len(word)-1]
		}
	}
	return word
}

// cuts reports whether word ends in the suffix and keeps three letters, one of them a vowel.
func cuts(word []byte, suffix string) bool {
	rest := len(word) - len(suffix)
	if rest < 3 || !ends(word, suffix) {
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

func letters(word []byte) bool {
	for _, b := range word {
		if b < 'a' || b > 'z' {
			return false
		}
	}
	return true
}

func ends(word []byte, ending string) bool {
	return len(word) >= len(ending) && string(word[len(word)-len(ending):]) == ending
}
