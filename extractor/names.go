package extractor

import "strings"

// affected reads the names in "This incident affected: API and Website (Docs, Login)."
func affected(sentence string) []string {
	_, list, found := strings.Cut(sentence, ":")
	if !found {
		return nil
	}
	var names []string
	for _, name := range splitNames(strings.TrimSuffix(strings.TrimSpace(list), ".")) {
		names = append(names, splitLast(name)...)
	}
	return names
}

// splitNames cuts a list at the commas that stand outside of parentheses.
func splitNames(list string) []string {
	var names []string
	depth, start := 0, 0
	for i, r := range list + "," {
		switch r {
		case '(':
			depth++
		case ')':
			depth = max(0, depth-1)
		case ',':
			if depth > 0 && i < len(list) {
				continue
			}
			if name := strings.TrimSpace(list[start:i]); name != "" {
				names = append(names, name)
			}
			start = i + 1
		}
	}
	return names
}

// splitLast undoes the "and" before the last name of a list. Between two names it is told from the
// "and" of one name only where a name with parentheses stands beside it.
func splitLast(s string) []string {
	s = strings.TrimPrefix(s, "and ")
	depth := 0
	for i, r := range s {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth == 0 && strings.HasPrefix(s[i:], " and "):
			if before, after := s[:i], s[i+len(" and "):]; strings.HasSuffix(before, ")") || strings.HasSuffix(after, ")") {
				return append(splitLast(before), splitLast(after)...)
			}
		}
	}
	return []string{s}
}
