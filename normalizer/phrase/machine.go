package phrase

import (
	"hash/maphash"
	"regexp/syntax"
	"slices"
	"sync"
	"sync/atomic"
)

// task is what a machine is asked.
type task int

const (
	allFromHere   task = iota // which expressions match from the place on at which it starts
	firstFromHere             // how long the match of one expression is, as package regexp chooses it
	allAnywhere               // which expressions match from any place on
)

// machine is a deterministic automaton over classes of characters. Its states are made when a text
// first leads to them, under a lock; goroutines share them and read them without one.
type machine struct {
	program *program
	task    task
	again   []uint32               // the starts of expressions that can match from other places than the first
	states  atomic.Pointer[states] // the newest
	mu      sync.Mutex             // held while a state is made
	work    closure
}

// step is a state that has been reached: its number, and in the lowest bits what is to be done there. Zero
// is a step that has not been made yet.
type step uint32

const (
	matched step = 1 << iota // some expression matches up to the last symbol, which does not belong to the match
	dead                     // nothing more can match
)

func (s step) number() int { return int(s >> flagBits) }

// states are what a machine knows, in memory without pointers as far as it is large. A table that is
// full is copied to one of twice the size, and beyond the largest size the machine begins again with none.
type states struct {
	table  []step // by state, then by class of the next symbol
	starts []step // by expression and kind of the character before; see start
	found  [][]int32
	count  int
	runs   *memo // where runs lead
	making
}

// making is what only the making of states needs.
type making struct {
	generation int               // states of another one have other numbers
	numbers    map[uint64]uint32 // of the states, by their sum
	before     []kind            // by state: of the last symbol
	ends       []int             // by state: where its instructions end in insts
	insts      []uint32          // in order of preference for firstFromHere, else sorted
}

const (
	firstStates = 64
	largest     = 4 << 20 // steps in a table: 16 MB
)

func newMachine(p *program, t task) *machine {
	m := &machine{program: p, task: t, work: closure{seen: make([]bool, len(p.insts))}}
	for _, start := range p.starts {
		if m.work.fill(p, []uint32{start}, ^syntax.EmptyBeginText); m.work.takesPlace(p) {
			m.again = append(m.again, start)
		}
	}
	m.states.Store(m.newStates(firstStates))
	return m
}

func (m *machine) newStates(n int) *states {
	starts := int(kinds)
	if m.task == firstFromHere {
		starts *= len(m.program.starts)
	}
	return &states{
		table: make([]step, n*m.program.alphabet.size()), starts: make([]step, starts), found: make([][]int32, n), count: 1,
		runs: newMemo(), making: making{numbers: map[uint64]uint32{}, before: make([]kind, 1), ends: make([]int, 1)},
	}
}

// start returns the step to the beginning, for firstFromHere that of one expression.
func (m *machine) start(k *states, expr int, before kind) (*states, step) {
	place := expr*int(kinds) + int(before)
	if s := load(&k.starts[place]); s != 0 {
		return k, s
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	insts := m.program.starts
	if m.task == firstFromHere {
		insts = insts[expr : expr+1]
	}
	s := m.intern(before, slices.Clone(insts), nil)
	k = m.states.Load()
	store(&k.starts[place], s)
	return k, s
}

func load(s *step) step { return step(atomic.LoadUint32((*uint32)(s))) }

func store(s *step, to step) { atomic.StoreUint32((*uint32)(s), uint32(to)) }

// over returns the step from a state over a run of a text, and 1 + the offset in the run before which a
// match ends, 0 for none.
func (m *machine) over(k *states, from step, t *Text, i int) (*states, step, int) {
	if runs := k.runs.slots.Load(); runs.words == t.words {
		if to := runs.find(slotKey(from, t.runs[i].id)); to != 0 {
			return k, step(to & stepMask), int(to >> stepBits)
		}
	}
	return m.spell(k, from, t, i)
}

const (
	stepBits = stateBits + flagBits
	stepMask = 1<<stepBits - 1
)

// spell goes over a run character by character and keeps where it leads.
func (m *machine) spell(k *states, from step, t *Text, i int) (*states, step, int) {
	now, at, end := k, from, 0
	var found []int32
	see := func(c class, offset int) {
		if now, at = m.symbol(now, at, c); at&matched != 0 {
			end = offset + 1
			if m.task == allFromHere {
				found = append(found, now.found[at.number()]...)
			}
		}
	}
	if i+1 == len(t.runs) {
		see(m.program.alphabet.end, 0)
	} else {
		for offset, r := range t.text[t.runs[i].from:t.runs[i+1].from] {
			if at&dead == 0 {
				see(m.program.alphabet.classOf(r), offset)
			}
		}
	}
	return m.keep(k, from, t, i, now, at, found, end)
}

// keep keeps where a run leads: to a state that has found all that was found on the way.
func (m *machine) keep(k *states, from step, t *Text, i int, now *states, at step, found []int32, end int) (*states, step, int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := at.number()
	slices.Sort(found)
	to := m.intern(now.before[n], now.insts[now.ends[n-1]:now.ends[n]], slices.Compact(found))
	now = m.states.Load()
	if id := t.runs[i].id; id != 0 && now.generation == k.generation {
		now.runs.put(t.words, slotKey(from, id), uint64(to)|uint64(end)<<stepBits)
	}
	return now, to, end
}

// symbol returns the step from a state over a symbol.
func (m *machine) symbol(k *states, from step, c class) (*states, step) {
	if to := load(k.cell(m, from, c)); to != 0 {
		return k, to
	}
	return m.build(k, from, c)
}

// cell returns where the step from a state over a symbol is kept.
func (k *states) cell(m *machine, from step, c class) *step {
	return &k.table[from.number()*m.program.alphabet.size()+int(c)]
}

// build makes the step from a state over a symbol. It returns the states with it, which have the
// numbers of those given as long as no memory was given back.
func (m *machine) build(k *states, from step, c class) (*states, step) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := from.number()
	after := m.program.alphabet.kinds[c]
	insts, found := m.follow(k.insts[k.ends[n-1]:k.ends[n]], assertions(k.before[n], after), c)
	if m.task == allAnywhere && c != m.program.alphabet.end {
		insts = append(insts, m.again...)
	}
	if m.task == firstFromHere {
		insts = firstOfEach(insts)
	} else {
		slices.Sort(insts)
		insts = slices.Compact(insts)
	}
	to := m.intern(after, insts, found)
	now := m.states.Load()
	if now.generation == k.generation {
		store(now.cell(m, from, c), to)
	}
	return now, to
}

// follow follows instructions over a symbol. It returns those behind it, and the expressions whose match
// ends before it. Where such a match ends that is preferred, the rest does not matter any more.
func (m *machine) follow(insts []uint32, holds syntax.EmptyOp, c class) (next []uint32, found []int32) {
	m.work.fill(m.program, insts, holds)
	for _, pc := range m.work.list {
		in := &m.program.insts[pc]
		switch in.op {
		case syntax.InstMatch:
			found = append(found, in.expr)
			if m.task == firstFromHere {
				return next, found
			}
		case syntax.InstRune:
			if m.program.sets[in.set][c] {
				next = append(next, in.out)
			}
		}
	}
	if m.task == allFromHere && found != nil { // that they match is all there is to know of them
		next = slices.DeleteFunc(next, func(pc uint32) bool { return slices.Contains(found, m.program.insts[pc].expr) })
	}
	return next, found
}

// firstOfEach drops repetitions from a short list.
func firstOfEach(list []uint32) []uint32 {
	kept := list[:0]
	for _, x := range list {
		if !slices.Contains(kept, x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// intern returns the step to the state with these instructions, the one that is there or a new one.
func (m *machine) intern(before kind, insts []uint32, found []int32) step {
	slices.Sort(found)
	k := m.states.Load()
	for sum := sumOf(before, insts, found); ; sum++ {
		n, ok := k.numbers[sum]
		switch {
		case !ok:
			return m.add(sum, before, insts, found)
		case k.before[n] == before && slices.Equal(k.insts[k.ends[n-1]:k.ends[n]], insts) && slices.Equal(k.found[n], found):
			return m.stepTo(k, int(n))
		}
	}
}

var seed = maphash.MakeSeed()

func sumOf(before kind, insts []uint32, found []int32) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	maphash.WriteComparable(&h, before)
	for _, pc := range insts {
		maphash.WriteComparable(&h, pc)
	}
	for _, expr := range found {
		maphash.WriteComparable(&h, expr)
	}
	return h.Sum64()
}

// add keeps a new state.
func (m *machine) add(sum uint64, before kind, insts []uint32, found []int32) step {
	k := m.roomy()
	n := k.count
	k.count++
	k.numbers[sum] = uint32(n)
	k.before, k.insts = append(k.before, before), append(k.insts, insts...)
	k.ends, k.found[n] = append(k.ends, len(k.insts)), found
	return m.stepTo(k, n)
}

func (m *machine) stepTo(k *states, n int) step {
	s := step(n) << flagBits
	if len(k.found[n]) > 0 {
		s |= matched
	}
	if k.ends[n] == k.ends[n-1] {
		s |= dead
	}
	return s
}

// roomy returns the states when there is room for one more, else a larger copy, or none but new ones.
func (m *machine) roomy() *states {
	k := m.states.Load()
	if k.count < len(k.found) {
		return k
	}
	var to *states
	if 2*len(k.table) > largest || 2*k.count > 1<<stateBits {
		to = m.newStates(firstStates)
		to.generation = k.generation + 1
	} else {
		to = m.newStates(2 * k.count)
		copy(to.table, k.table)
		copy(to.starts, k.starts)
		copy(to.found, k.found)
		to.count, to.making, to.runs = k.count, k.making, k.runs
	}
	m.states.Store(to)
	return to
}

// closure lists the instructions that can be reached without a symbol.
type closure struct {
	list []uint32
	seen []bool // by instruction
}

func (w *closure) fill(p *program, insts []uint32, holds syntax.EmptyOp) {
	for _, pc := range w.list {
		w.seen[pc] = false
	}
	w.list = w.list[:0]
	for _, pc := range insts {
		w.add(p, pc, holds)
	}
}

// takesPlace tells whether a character or the end of a match is reached.
func (w *closure) takesPlace(p *program) bool {
	return slices.ContainsFunc(w.list, func(pc uint32) bool {
		return p.insts[pc].op == syntax.InstRune || p.insts[pc].op == syntax.InstMatch
	})
}

// add lists an instruction and those that it leads to, the preferred ones first.
func (w *closure) add(p *program, pc uint32, holds syntax.EmptyOp) {
	if w.seen[pc] {
		return
	}
	w.seen[pc] = true
	w.list = append(w.list, pc)
	switch in := &p.insts[pc]; in.op {
	case syntax.InstAlt:
		w.add(p, in.out, holds)
		w.add(p, in.arg, holds)
	case syntax.InstEmptyWidth:
		if syntax.EmptyOp(in.arg)&^holds == 0 {
			w.add(p, in.out, holds)
		}
	}
}
