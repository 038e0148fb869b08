package reader

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// Header says what a reader was fitted to, so that one that is out of date is noticed. Sums are
// SHA-256 in hexadecimal.
type Header struct {
	Format    int    `json:"format"`    // of the file and of the way from sentences to numbers
	Vocab     int    `json:"vocab"`     // version of the vocabulary
	Terms     string `json:"terms"`     // sum of its terms, see [TermsSum]
	Sentences string `json:"sentences"` // sum of the example sentences and the invented reports, see [SentencesSum]
	Patterns  string `json:"patterns"`  // sum of the patterns by which it hears what words name
	Dev       string `json:"dev"`       // sum of the labels coded twice; "": fitted without
	Silver    string `json:"silver"`    // sum of the labels coded once; "": fitted without
	FittedTo  string `json:"fitted_to"` // the same in words
	LeftOut   string `json:"left_out"`  // fold whose operators were kept out; "": none
}

// Format is the version of the file and of the tokenising that it belongs to.
const Format = 3

const magic = "inquest reader\n"

// envelope is what stands before the numbers in a file.
type envelope struct {
	Header    Header          `json:"header"`
	Columns   []column        `json:"columns"`
	Texts     int             `json:"texts"`
	Pairs     int             `json:"pairs"`
	Sentences int             `json:"sentences"`
	Korean    int             `json:"korean"`
	Rankers   json.RawMessage `json:"rankers,omitempty"`
}

// Encode returns the reader as a file: magic, a line of JSON, then unsigned varints: each word as
// length and bytes; each pair as the distance of its first word from the one before, and its second
// word; for each feature in how many sentences it stood; for each feature the number of its weights,
// and each weight as the distance of its column from the one before and a signed byte.
func (r *Reader) Encode() ([]byte, error) {
	f := r.features
	head, err := json.Marshal(envelope{r.Header, r.columns, len(f.texts), len(f.pairs), f.sentences, f.korean, r.Rankers})
	if err != nil {
		return nil, err
	}
	b := append(append([]byte(magic), head...), '\n')
	for _, t := range f.texts {
		b = append(binary.AppendUvarint(b, uint64(len(t))), t...)
	}
	last := uint64(0)
	for _, p := range f.pairs {
		b = binary.AppendUvarint(b, p>>32-last)
		b = binary.AppendUvarint(b, p&0xffffffff)
		last = p >> 32
	}
	for _, n := range f.seen {
		b = binary.AppendUvarint(b, uint64(n))
	}
	var list []weight
	for i := range f.seen {
		list = r.appendWeights(list[:0], i)
		b = encodeWeights(b, list)
	}
	return b, nil
}

func encodeWeights(b []byte, list []weight) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	last := uint16(0)
	for _, w := range list {
		b = binary.AppendUvarint(b, uint64(w.column-last))
		b = append(b, byte(w.value))
		last = w.column
	}
	return b
}

// Decode reads a file that [Reader.Encode] made.
func Decode(file []byte) (*Reader, error) {
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok {
		return nil, errors.New("the reader's file does not begin with its name; make it again with inquest fit")
	}
	line, body, _ := bytes.Cut(rest, []byte("\n"))
	var e envelope
	if err := json.Unmarshal(line, &e); err != nil {
		return nil, fmt.Errorf("first line of the reader's file: %w", err)
	}
	if e.Header.Format != Format {
		return nil, fmt.Errorf("the reader's file has format %d, the program reads %d; make it again with inquest fit", e.Header.Format, Format)
	}
	d := &decoder{rest: body}
	r := &Reader{Header: e.Header, Rankers: e.Rankers, columns: e.Columns, features: d.features(&e)}
	r.features.index()
	d.cells(r)
	r.index()
	if d.short || len(d.rest) > 0 || !r.whole() {
		return nil, errors.New("the reader's file is damaged; make it again with inquest fit")
	}
	sum := sha256.Sum256(file)
	r.sum = hex.EncodeToString(sum[:])
	return r, nil
}

// whole reports whether every facet has its columns, and there are no more than there is room for.
func (r *Reader) whole() bool {
	if len(r.columns) > mostColumns {
		return false
	}
	for _, at := range r.spans {
		if at.from < 0 || at.to < at.from || at.carries < 0 {
			return false
		}
	}
	return r.told >= 0 && r.written >= 0
}

// decoder reads the numbers of a file; short is set when it ends too early.
type decoder struct {
	rest  []byte
	short bool
}

func (d *decoder) uvarint() uint64 {
	x, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.short, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[n:]
	return x
}

func (d *decoder) bytes(n uint64) []byte {
	if n > uint64(len(d.rest)) {
		d.short, d.rest = true, nil
		return nil
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

func (d *decoder) features(e *envelope) *features {
	f := &features{sentences: e.Sentences, korean: e.Korean}
	for i := 0; i < e.Texts && !d.short; i++ {
		f.texts = append(f.texts, string(d.bytes(d.uvarint())))
	}
	first := uint64(0)
	for i := 0; i < e.Pairs && !d.short; i++ {
		first += d.uvarint()
		f.pairs = append(f.pairs, pair(int32(first), int32(d.uvarint())))
	}
	for i := 0; i < e.Texts+e.Pairs && !d.short; i++ {
		f.seen = append(f.seen, uint32(d.uvarint()))
	}
	return f
}

// cells reads the weights of all features.
func (d *decoder) cells(r *Reader) {
	r.cells = make([]cell, 0, len(d.rest)/2)
	var list []weight
	for feature := range r.features.infos {
		list = list[:0]
		last := uint64(0)
		for n := d.uvarint(); n > 0 && !d.short; n-- {
			last += d.uvarint()
			w := d.bytes(1)
			if d.short || last >= uint64(len(r.columns)) {
				d.short = true
				break
			}
			list = append(list, weight{uint16(last), int8(w[0])})
		}
		r.addCells(feature, list)
	}
}
