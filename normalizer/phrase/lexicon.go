package phrase

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// Lexicon numbers the words of texts, so that what an expression makes of a word has to be found out
// once only. It may be used by several goroutines at a time.
type Lexicon struct {
	words atomic.Pointer[words]
	mu    sync.Mutex // held while a word is added
}

// NewLexicon returns a lexicon without words.
func NewLexicon() *Lexicon {
	l := &Lexicon{}
	l.words.Store(newWords())
	return l
}

// Text is a text cut into runs: words with the space behind them, and single other characters.
type Text struct {
	text  string
	words *words // by which the runs are numbered
	runs  []run
}

// run is a word of ASCII letters, digits and underscores, with the space behind it, or another character.
type run struct {
	id     uint32 // the same for the same text, 0 for one without a number
	from   uint32 // byte offset; the run ends where the next one begins
	word   bool   // it is a word
	spaced bool   // a space ends it
}

// endOfText is the number of the run behind the last one, which is empty. No other character has it, as
// single letters are words.
const endOfText = 'a'

// Cut cuts a text.
func (l *Lexicon) Cut(text string) *Text { return &l.CutAll([]string{text})[0] }

// CutAll cuts texts in common memory.
func (l *Lexicon) CutAll(texts []string) []Text {
	size := 0
	for _, text := range texts {
		size += len(text)/4 + 4
	}
	list, w, runs := make([]Text, len(texts)), l.words.Load(), make([]run, 0, size)
	for i, text := range texts {
		from := len(runs)
		runs = l.appendRuns(runs, w, text)
		list[i] = Text{text, w, runs[from:]}
	}
	return list
}

func (l *Lexicon) appendRuns(runs []run, w *words, text string) []run {
	for i := 0; i < len(text); {
		r := run{id: uint32(text[i]), from: uint32(i)}
		end := i + 1
		switch {
		case wordByte[text[i]]:
			r.word = true
			end = runEnd(text, end)
			r.spaced = text[end-1] == ' '
			r.id = l.number(w, text[i:end])
		case text[i] >= utf8.RuneSelf:
			_, size := utf8.DecodeRuneInString(text[i:])
			end = i + size
			r.id = l.number(w, text[i:end])
		}
		runs = append(runs, r)
		i = end
	}
	return append(runs, run{id: endOfText, from: uint32(len(text))})
}

// runEnd returns where the word that goes on at i ends, with the space behind it.
func runEnd(text string, i int) int {
	for i < len(text) && wordByte[text[i]] {
		i++
	}
	if i < len(text) && text[i] == ' ' {
		i++
	}
	return i
}

// wordByte tells which bytes are those of words.
var wordByte = func() (is [256]bool) {
	for b := range is {
		is[b] = kindOf(rune(b)) == wordChar
	}
	return is
}()

func (t *Text) String() string { return t.text }

// place is where an expression may begin to match: twice the number of a run, and one more before the
// space that ends it.
type place int32

// runAt returns the run at a place, and whether the place is before the space that ends it.
func (p place) runAt() (run int, beforeSpace bool) { return int(p >> 1), p&1 != 0 }

// offset returns the byte offset of a place.
func (t *Text) offset(p place) uint32 {
	run, beforeSpace := p.runAt()
	if beforeSpace {
		return t.runs[run+1].from - 1
	}
	return t.runs[run].from
}

// kindBefore returns the kind of the character before a byte offset.
func (t *Text) kindBefore(offset uint32) kind {
	if offset == 0 {
		return noChar
	}
	return kindOf(rune(t.text[offset-1]))
}

// words is a hash table of words. One that is full is thrown away, and the numbers are given anew.
type words struct {
	seed  maphash.Seed
	slots []wordSlot
	from  []uint32 // by number: where a long word begins in long
	long  []byte
	count uint32
	used  int // of long
}

// wordSlot is a word of the table. Short words are their own key; long ones have a sum for it.
type wordSlot struct {
	key    uint64 // zero when the slot is free
	number uint32
	length uint32 // of a long word
}

const (
	idBits    = 16
	mostWords = 1<<idBits - 1
	shortWord = 8  // bytes
	longWord  = 40 // longer words have no number
)

func newWords() *words {
	return &words{
		seed: maphash.MakeSeed(), slots: make([]wordSlot, 2<<idBits),
		from: make([]uint32, 1<<idBits), long: make([]byte, 4<<idBits), count: utf8.RuneSelf,
	}
}

// keyOf returns the key of a word: its bytes, or a sum with the highest bit set, which no short word has.
func (w *words) keyOf(word string) uint64 {
	if len(word) > shortWord {
		return maphash.String(w.seed, word) | 1<<63
	}
	key := uint64(0)
	for i := range len(word) {
		key = key<<8 | uint64(word[i])
	}
	return key
}

// find returns the slot of a word, or the free one in which it would be.
func (w *words) find(key uint64, word string) *wordSlot {
	mask := uint64(len(w.slots) - 1)
	for i := spread(key); ; i++ {
		s := &w.slots[i&mask]
		switch atomic.LoadUint64(&s.key) {
		case 0:
			return s
		case key:
			if len(word) <= shortWord || string(w.long[w.from[s.number]:][:s.length]) == word {
				return s
			}
		}
	}
}

// number returns the number of a word, 0 for one that is too long or too new for the words.
func (l *Lexicon) number(w *words, word string) uint32 {
	if len(word) > longWord {
		return 0
	}
	key := w.keyOf(word)
	s := w.find(key, word)
	if atomic.LoadUint64(&s.key) == 0 {
		return l.add(w, key, word)
	}
	return s.number
}

// add gives a word a number. In a table that is full it gets none, and the next text has a new table.
func (l *Lexicon) add(w *words, key uint64, word string) uint32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.count == mostWords || w.used+len(word) > len(w.long) {
		if l.words.Load() == w {
			l.words.Store(newWords())
		}
		return 0
	}
	s := w.find(key, word)
	if s.key != 0 {
		return s.number
	}
	if len(word) > shortWord {
		w.from[w.count] = uint32(w.used)
		w.used += copy(w.long[w.used:], word)
	}
	s.number, s.length = w.count, uint32(len(word))
	w.count++
	atomic.StoreUint64(&s.key, key)
	return s.number
}

// spread scatters keys.
func spread(key uint64) uint64 {
	key *= 0x9e3779b97f4a7c15
	return key ^ key>>32
}
