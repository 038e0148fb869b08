package phrase

import "sync/atomic"

// memo keeps where runs lead, so that they need not be spelled out again. Whoever holds the lock of the
// machine writes it, everybody reads it.
type memo struct {
	slots atomic.Pointer[slots]
	count int
}

// slots is a hash table: of each entry the upper bits are its key, the others what is kept for it. Zero is
// a free one.
type slots struct {
	words   *words // by which the runs are numbered
	entries []uint64
}

const (
	keyBits   = stateBits + idBits
	stateBits = 17
	flagBits  = 2 // of a step
	valueBits = 64 - keyBits

	firstSlots = 1 << 8
	mostSlots  = 1 << 18
)

func newMemo() *memo {
	o := &memo{}
	o.clear(nil, firstSlots)
	return o
}

func (o *memo) clear(w *words, n int) {
	o.slots.Store(&slots{w, make([]uint64, n)})
	o.count = 0
}

// slotKey is different for each state and run, and scattered.
func slotKey(from step, id uint32) uint64 {
	return (uint64(from.number())<<idBits | uint64(id)) * 0x9e3779b97f4a7c15 & (1<<keyBits - 1)
}

// find returns what is kept for a key, 0 when nothing is.
func (k *slots) find(key uint64) uint64 {
	mask := uint64(len(k.entries) - 1)
	for i := key >> 12; ; i++ {
		e := atomic.LoadUint64(&k.entries[i&mask])
		if e>>valueBits == key || e == 0 {
			return e & (1<<valueBits - 1)
		}
	}
}

// put keeps a value. A table that is half full is copied to one of twice the size, the largest one and one
// with the numbers of other words are thrown away.
func (o *memo) put(w *words, key, value uint64) {
	k := o.slots.Load()
	switch {
	case w != k.words || o.count == mostSlots/2:
		o.clear(w, firstSlots)
	case 2*o.count == len(k.entries):
		o.clear(w, 2*len(k.entries))
		for _, e := range k.entries {
			if e != 0 {
				o.insert(e>>valueBits, e)
			}
		}
	}
	if o.slots.Load().find(key) == 0 {
		o.insert(key, key<<valueBits|value)
	}
}

func (o *memo) insert(key, entry uint64) {
	k := o.slots.Load()
	mask := uint64(len(k.entries) - 1)
	i := key >> 12 & mask
	for k.entries[i] != 0 {
		i = (i + 1) & mask
	}
	atomic.StoreUint64(&k.entries[i], entry)
	o.count++
}
