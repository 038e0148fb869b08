package reader

import (
	"math"
	"slices"
)

// features numbers the words, word pairs and Korean character runs that the reader knows: first the
// words and runs, then the pairs.
type features struct {
	texts []string // words and runs, sorted
	pairs []uint64 // of words: the number of the first one above 32 bits, of the second one below; sorted
	seen  []uint32 // by feature: in how many sentences it stood

	sentences int // how many sentences were read, by which the others are measured
	korean    int // how many of them were Korean

	words *wordTable
	joint *pairTable // numbers from 0 on, behind those of the words
	infos []info     // by feature
}

// info is what is needed of a feature at a time, side by side, as one look into memory takes longer than to
// work with what is there.
type info struct {
	idf             float32
	first, far, end int32 // where its cells begin, those of far columns among them, and end; see [Reader]
}

func pair(first, second int32) uint64 { return uint64(first)<<32 | uint64(second) }

// index makes what is looked up while sentences are read.
func (f *features) index() {
	f.words = newWordTable(f.texts)
	f.joint = newPairTable(f.pairs, len(f.texts))
	f.infos = make([]info, len(f.seen))
	for i, n := range f.seen {
		of := f.sentences
		if i < len(f.texts) && hasHangul(f.texts[i]) {
			of = f.korean
		}
		f.infos[i].idf = float32(1 + math.Log(float64(1+of)/float64(1+n)))
	}
}

// fewest is in how many sentences a feature stands at least.
const fewest = 2

// newFeatures numbers what stands in two of the rows at least, their marks included: these hold a
// colon, which no word does.
func newFeatures(rows []Row) *features {
	f := &features{sentences: len(rows)}
	counts := map[string]uint32{}
	eachSet(rows, func(set map[string]bool, _ map[uint64]bool) {
		for w := range set {
			counts[w]++
		}
	}, nil)
	for w, n := range counts {
		if n >= fewest {
			f.texts = append(f.texts, w)
		}
	}
	slices.Sort(f.texts)
	for _, w := range f.texts {
		f.seen = append(f.seen, counts[w])
	}
	for _, row := range rows {
		if hasHangul(row.Text) {
			f.korean++
		}
	}
	f.index()
	f.addPairs(rows)
	f.index()
	return f
}

func (f *features) addPairs(rows []Row) {
	counts := map[uint64]uint32{}
	eachSet(rows, func(_ map[string]bool, set map[uint64]bool) {
		for p := range set {
			counts[p]++
		}
	}, f.words)
	for p, n := range counts {
		if n >= fewest {
			f.pairs = append(f.pairs, p)
		}
	}
	slices.Sort(f.pairs)
	for _, p := range f.pairs {
		f.seen = append(f.seen, counts[p])
	}
}

// eachSet calls see with the different tokens of each sentence, and the pairs of those that words numbers.
func eachSet(rows []Row, see func(map[string]bool, map[uint64]bool), words *wordTable) {
	set, pairs := map[string]bool{}, map[uint64]bool{}
	var t tokens
	for _, row := range rows {
		clear(set)
		clear(pairs)
		last := int32(-1)
		t.emit = func(token []byte, pairing bool) {
			set[string(token)] = true
			id := int32(-1)
			if words != nil && pairing {
				id = words.find(token)
			}
			if last >= 0 && id >= 0 {
				pairs[pair(last, id)] = true
			}
			last = id
		}
		t.read(row.Text)
		for _, m := range row.Marks {
			set[m] = true
		}
		for _, m := range row.Said {
			set[m] = true
		}
		see(set, pairs)
	}
}

// vector is a sentence as numbers: for each feature in it the share of the whole, of length 1.
type vector struct {
	ids    []int32
	values []float32
	counts []uint16 // by feature; zero between sentences
	last   int32    // the word before, -1 if there is none
	text   []byte   // a mark, kept for its memory
	f      *features
	tokens tokens
}

func (f *features) newVector() *vector {
	v := &vector{f: f, counts: make([]uint16, len(f.seen))}
	v.tokens.emit = v.add
	return v
}

// read fills v from a sentence. Values are (1 + log count) x idf, then scaled to length 1.
func (v *vector) read(sentence string) {
	v.ids, v.values, v.last = v.ids[:0], v.values[:0], -1
	v.tokens.read(sentence)
	sum := 0.0
	for _, id := range v.ids {
		x := v.f.infos[id].idf
		if n := v.counts[id]; n > 1 {
			x *= float32(1 + math.Log(float64(n)))
		}
		v.counts[id] = 0
		v.values = append(v.values, x)
		sum += float64(x) * float64(x)
	}
	scale := float32(1 / math.Sqrt(max(sum, 1e-12)))
	for i := range v.values {
		v.values[i] *= scale
	}
}

// markValue is what a mark counts beside words, whose squares sum up to 1.
const markValue = .3

// mark adds what is known of the place of the sentence that was read.
func (v *vector) mark(marks []Mark) {
	for _, m := range marks {
		v.text = append(append(append(v.text[:0], m.Kind...), ':'), m.Value...)
		if id := v.f.words.find(v.text); id >= 0 {
			v.ids = append(v.ids, id)
			v.values = append(v.values, markValue)
		}
	}
}

func (v *vector) add(token []byte, pairing bool) {
	id := v.f.words.find(token)
	if id >= 0 {
		v.count(id)
	}
	if !pairing {
		id = -1
	}
	if v.last >= 0 && id >= 0 {
		if joint := v.f.joint.find(v.last, id); joint >= 0 {
			v.count(int32(len(v.f.texts)) + joint)
		}
	}
	v.last = id
}

func (v *vector) count(id int32) {
	if v.counts[id] == 0 {
		v.ids = append(v.ids, id)
	}
	v.counts[id]++
}
