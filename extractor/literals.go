package extractor

import "regexp/syntax"

// literalsOf returns texts of which at least one stands in whatever a pattern matches, nil when it
// names none. Looking for them first spares most texts the pattern, which costs many times more. The
// pattern is known to compile.
func literalsOf(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil // unreachable: the pattern has been compiled
	}
	return literals(re.Simplify())
}

func literals(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return literals(re.Sub[0])
	case syntax.OpAlternate:
		return literalsOfEach(re.Sub)
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if found := literals(sub); shortest(found) > shortest(best) {
				best = found
			}
		}
		return best
	}
	return nil
}

// literalsOfEach joins the texts of alternatives; one without any makes all of them useless.
func literalsOfEach(subs []*syntax.Regexp) []string {
	var all []string
	for _, sub := range subs {
		found := literals(sub)
		if found == nil {
			return nil
		}
		all = append(all, found...)
	}
	return all
}

// shortest is the length of the shortest text: a long one is in few texts by chance.
func shortest(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	least := len(texts[0])
	for _, s := range texts {
		least = min(least, len(s))
	}
	return least
}
