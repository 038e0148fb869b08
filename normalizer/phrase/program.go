package phrase

import (
	"fmt"
	"regexp/syntax"
	"unicode"
)

// program is the instructions of all expressions in one list.
type program struct {
	alphabet   *alphabet
	insts      []inst
	starts     []uint32 // by expression: its first instruction
	atBoundary bool     // every expression begins with \b
	sets       [][]bool // by set of characters, then by class: it belongs to the set
}

// inst is an instruction: that of a [syntax.Prog], numbered for the whole program.
type inst struct {
	op       syntax.InstOp
	out, arg uint32 // as in [syntax.Inst]; arg of an assertion is what it asserts
	set      int    // of the characters that InstRune takes
	expr     int32  // that InstMatch ends
}

func compile(exprs []string) (*program, error) {
	p := &program{atBoundary: true}
	sets := setList{numbers: map[string]int{}}
	for i, expr := range exprs {
		tree, err := syntax.Parse(expr, syntax.Perl)
		if err != nil {
			return nil, err
		}
		one, err := syntax.Compile(tree.Simplify())
		if err != nil {
			return nil, fmt.Errorf("compile %s: %w", expr, err)
		}
		p.add(int32(i), one, &sets)
	}
	p.alphabet = newAlphabet(sets.list)
	for _, set := range sets.list {
		p.sets = append(p.sets, p.alphabet.members(set))
	}
	return p, nil
}

// add appends the instructions of an expression.
func (p *program) add(expr int32, one *syntax.Prog, sets *setList) {
	base := uint32(len(p.insts))
	for _, in := range one.Inst {
		next := inst{op: in.Op, out: base + skipped(one, in.Out), expr: expr}
		switch in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			next.op, next.arg = syntax.InstAlt, base+skipped(one, in.Arg)
		case syntax.InstEmptyWidth:
			next.arg = in.Arg
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			next.op, next.set = syntax.InstRune, sets.number(&in)
		}
		p.insts = append(p.insts, next)
	}
	first := base + skipped(one, uint32(one.Start))
	p.starts = append(p.starts, first)
	begin := p.insts[first]
	p.atBoundary = p.atBoundary && begin.op == syntax.InstEmptyWidth && syntax.EmptyOp(begin.arg)&syntax.EmptyWordBoundary != 0
}

// skipped returns the instruction at pc or, when that does nothing, the first one behind it that does.
func skipped(one *syntax.Prog, pc uint32) uint32 {
	for one.Inst[pc].Op == syntax.InstNop || one.Inst[pc].Op == syntax.InstCapture {
		pc = one.Inst[pc].Out
	}
	return pc
}

// setList numbers different sets of characters.
type setList struct {
	list    [][]rune
	numbers map[string]int
}

func (l *setList) number(in *syntax.Inst) int {
	set := charactersOf(in)
	key := string(set)
	n, ok := l.numbers[key]
	if !ok {
		n = len(l.list)
		l.numbers[key], l.list = n, append(l.list, set)
	}
	return n
}

// charactersOf returns what an instruction takes, as pairs of first and last character.
func charactersOf(in *syntax.Inst) []rune {
	switch {
	case in.Op == syntax.InstRuneAny:
		return []rune{0, unicode.MaxRune}
	case in.Op == syntax.InstRuneAnyNotNL:
		return []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}
	case len(in.Rune) != 1:
		return in.Rune
	}
	set := []rune{in.Rune[0], in.Rune[0]}
	if syntax.Flags(in.Arg)&syntax.FoldCase == 0 {
		return set
	}
	for r := unicode.SimpleFold(in.Rune[0]); r != in.Rune[0]; r = unicode.SimpleFold(r) {
		set = append(set, r, r)
	}
	return set
}

// members tells for each class whether it belongs to a set.
func (a *alphabet) members(set []rune) []bool {
	list := make([]bool, len(a.kinds))
	for i, r := range a.from {
		list[a.of[i]] = holds(set, r)
	}
	return list
}

// assertions returns what holds between two characters.
func assertions(before, after kind) syntax.EmptyOp {
	var holds syntax.EmptyOp
	if before == noChar {
		holds |= syntax.EmptyBeginText | syntax.EmptyBeginLine
	}
	if before == newline {
		holds |= syntax.EmptyBeginLine
	}
	if after == noChar {
		holds |= syntax.EmptyEndText | syntax.EmptyEndLine
	}
	if after == newline {
		holds |= syntax.EmptyEndLine
	}
	if (before == wordChar) != (after == wordChar) {
		return holds | syntax.EmptyWordBoundary
	}
	return holds | syntax.EmptyNoWordBoundary
}
