package normalizer

import (
	"regexp"
	"strings"

	"inquest/extractor"
)

// changeStart returns the time of the change that the report says did the harm at once, for a report that
// gives the harm no time of its own: "At 13:30 we upgraded the cluster. The upgrade broke one index in ten."
func (c *chronicler) changeStart() *moment {
	for i := range c.moments {
		m := &c.moments[i]
		b := &c.doc.Blocks[m.block]
		if !m.timed() || m.dayless || m.until || m.row || skippedSection(b.Section) || b.Kind != extractor.Para || b.Time != "" {
			continue
		}
		here, next := c.sentencePair(m)
		if changeMade.MatchString(here) && !announces(here) && (harmInClause(here) || byTheChange.MatchString(next) && tellsHarmAnywhere(next)) {
			if c.detected != nil && earlier(c.detected, m) {
				return nil
			}
			return m
		}
	}
	return nil
}

// sentencePair returns the sentence of a moment and the one behind it, in lower case; the second is empty when
// it has a clock time of its own.
func (c *chronicler) sentencePair(m *moment) (here, next string) {
	for i := range c.sents {
		s := &c.sents[i]
		if s.block != m.block || s.start > m.start || m.start >= s.end {
			continue
		}
		if i+1 < len(c.sents) && c.sents[i+1].block <= m.block+1 && !c.timedWithin(&c.sents[i+1]) {
			next = strings.ToLower(c.sents[i+1].text)
		}
		return strings.ToLower(s.text), next
	}
	return "", ""
}

func (c *chronicler) timedWithin(s *sentence) bool {
	for i := range c.moments {
		if m := &c.moments[i]; m.timed() && m.block == s.block && m.start >= s.start && m.start < s.end {
			return true
		}
	}
	return false
}

// harmInClause reports whether a clause that follows the change in its sentence tells of harm.
func harmInClause(sentence string) bool {
	at := changeMade.FindStringIndex(sentence)
	if at == nil {
		return false
	}
	clauses := clauseBreak.Split(sentence[at[1]:], 12)
	for _, clause := range clauses[1:] {
		if toldState(clause) == kindStarted {
			return true
		}
	}
	return false
}

func tellsHarmAnywhere(sentence string) bool {
	return contains(toldStates(sentence), kindStarted) || brokeIt.MatchString(sentence)
}

var (
	// changeMade matches a change to the system that is told as a fact.
	changeMade = regexp.MustCompile(`\b(?:deployed|rolled out|released|upgraded|updated|migrated|changed|pushed|enabled|disabled|merged|switched|shipped|applied|rotated|removed|deleted|renamed|moved|(?:change|release|deployment|update|upgrade|migration|rollout|version|configuration|script|job|flag|rule)\b[^.;]{0,60}\b(?:went (?:live|out)|was (?:made|run|pushed|enabled|merged|released|deployed|applied)|made|ran|started|began))\b`)
	// byTheChange matches the beginning of a sentence that tells what the change before it did.
	byTheChange = regexp.MustCompile(`^\W*(?:this|that|these|it|as a (?:result|consequence)|(?:almost )?(?:immediately|instantly|at once|right away)|within (?:seconds|minutes|a (?:few )?(?:minutes?|seconds?))|from (?:then|that (?:moment|point|time))|unfortunately|(?:the|our) (?:\w+ ){0,2}(?:change|release|deploy\w*|update|upgrade|migration|rollout|version|script|job|rule|flag|setting|move|switch|removal|rotation))\b`)
	brokeIt     = regexp.MustCompile(`\b(?:broke|corrupted|took (?:\w+ )?down|brought (?:\w+ ){1,3}down|caused|dropped|blocked|locked out|prevented|emptied|deleted|wiped)\b`)
)
