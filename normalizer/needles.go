package normalizer

import (
	"regexp/syntax"
	"slices"
)

// needed returns literals of at least three bytes of which one occurs in every text that re matches,
// nil when there is no such set. Patterns are matched with case, so a literal is looked for as it is.
func needed(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if s := string(re.Rune); len(s) >= 3 {
			return []string{s}
		}
		return nil
	case syntax.OpCapture, syntax.OpPlus:
		return needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needed(re.Sub[0])
		}
		return nil
	case syntax.OpConcat:
		return neededOfConcat(re.Sub)
	case syntax.OpAlternate:
		return neededOfAlternate(re.Sub)
	}
	return nil
}

// neededOfConcat takes the part that is rarest in text: the one whose shortest literal is longest.
func neededOfConcat(parts []*syntax.Regexp) []string {
	var best []string
	for _, part := range parts {
		set := needed(part)
		if set != nil && (best == nil || shortest(set) > shortest(best) ||
			shortest(set) == shortest(best) && len(set) < len(best)) {
			best = set
		}
	}
	return best
}

func neededOfAlternate(branches []*syntax.Regexp) []string {
	var all []string
	for _, b := range branches {
		set := needed(b)
		if set == nil {
			return nil
		}
		all = append(all, set...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func shortest(set []string) int {
	n := len(set[0])
	for _, s := range set {
		n = min(n, len(s))
	}
	return n
}
