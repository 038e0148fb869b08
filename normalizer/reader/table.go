package reader

import (
	"hash/maphash"
	"unicode/utf8"
)

// wordTable numbers words. Most are short enough to be their own key, so that one look finds them.
type wordTable struct {
	seed  maphash.Seed
	texts []string // by number
	slots []wordSlot
}

// wordSlot is a word: its key, zero when the slot is free, and its number.
type wordSlot struct {
	key    uint64
	number int32
}

// shortWord is how many bytes a word has at most that is its own key.
const shortWord = 8

func newWordTable(texts []string) *wordTable {
	t := &wordTable{seed: maphash.MakeSeed(), texts: texts, slots: make([]wordSlot, slotsFor(len(texts)))}
	for i, text := range texts {
		word := []byte(text)
		key := t.keyOf(word)
		*t.slotOf(key, word) = wordSlot{key, int32(i)}
	}
	return t
}

// slotsFor returns a power of two that leaves half of the slots free.
func slotsFor(n int) int {
	slots := 8
	for slots < 2*n {
		slots *= 2
	}
	return slots
}

// isShort tells whether a word is its own key: the highest bit of the key is that of the others.
func isShort(word []byte) bool {
	return len(word) < shortWord || len(word) == shortWord && word[0] < utf8.RuneSelf
}

// keyOf returns the bytes of a short word, else a sum of the word.
func (t *wordTable) keyOf(word []byte) uint64 {
	if !isShort(word) {
		return maphash.Bytes(t.seed, word) | 1<<63
	}
	key := uint64(1)
	for _, b := range word {
		key = key<<8 | uint64(b)
	}
	return key
}

// find returns the number of a word, -1 when it has none.
func (t *wordTable) find(word []byte) int32 {
	key := t.keyOf(word)
	if s := t.slotOf(key, word); s.key == key {
		return s.number
	}
	return -1
}

// slotOf returns the slot of a word, or the free one in which it would be.
func (t *wordTable) slotOf(key uint64, word []byte) *wordSlot {
	mask := uint64(len(t.slots) - 1)
	for i := spread(key); ; i++ {
		s := &t.slots[i&mask]
		if s.key == 0 || s.key == key && (isShort(word) || t.texts[s.number] == string(word)) {
			return s
		}
	}
}

// spread scatters keys over the slots of a table.
func spread(key uint64) uint64 {
	key *= 0x9e3779b97f4a7c15
	return key ^ key>>32
}

// pairTable numbers pairs of words.
type pairTable struct {
	slots   []uint64 // the pair, and below it 1 + its number; zero when free
	leads   []bool   // by word: it is the first of some pair
	follows []bool   // by word: it is the second of some pair
}

const (
	wordBits   = 22 // of the number of a word
	numberBits = 64 - 2*wordBits
)

// newPairTable numbers pairs from 0 on; words is how many words there are.
func newPairTable(pairs []uint64, words int) *pairTable {
	t := &pairTable{slots: make([]uint64, slotsFor(len(pairs))), leads: make([]bool, words), follows: make([]bool, words)}
	mask := uint64(len(t.slots) - 1)
	for i, p := range pairs {
		first, second := uint32(p>>32), uint32(p)
		if max(first, second) >= uint32(words) {
			continue // a damaged file, of which the reader will tell
		}
		t.leads[first], t.follows[second] = true, true
		key := uint64(first)<<wordBits | uint64(second)
		at := spread(key) & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = key<<numberBits | uint64(i+1)
	}
	return t
}

// find returns the number of a pair, -1 when it has none.
func (t *pairTable) find(first, second int32) int32 {
	if !t.leads[first] || !t.follows[second] {
		return -1
	}
	key := uint64(first)<<wordBits | uint64(second)
	mask := uint64(len(t.slots) - 1)
	for i := spread(key); ; i++ {
		s := t.slots[i&mask]
		if s == 0 || s>>numberBits == key {
			return int32(s&(1<<numberBits-1)) - 1
		}
	}
}
