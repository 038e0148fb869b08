package normalizer

import (
	"inquest/extractor"
)

// roleWeights say how likely a hit of a facet in a sentence of a role is evidence.
var roleWeights = map[string]map[role]float64{
	facetSymptoms: {
		roleImpact: .55, roleNone: .35, roleDetection: .4, roleCause: .3, roleTrigger: .3, roleRemediation: .15, roleBackground: .05,
	},
	facetComponents: {
		roleCause: .5, roleTrigger: .45, roleImpact: .4, roleDetection: .3, roleNone: .3, roleRemediation: .2, roleBackground: .15,
	},
	facetRootCause: {
		roleCause: .5, roleTrigger: .35, roleNone: .15, roleImpact: .15, roleDetection: .12, roleRemediation: .12, roleBackground: .05,
	},
	facetContributing: {
		roleCause: .4, roleTrigger: .25, roleDetection: .3, roleNone: .2, roleImpact: .2, roleRemediation: .2, roleBackground: .1,
	},
}

// weigh returns the score of a hit from the role of its sentence, where it stands and how it is said.
func (rd *reading) weigh(h hit) float64 {
	s := roleWeights[h.facet][rd.role]
	if h.ambiguous && !h.shape {
		s *= .4
	}
	if h.form && h.shape {
		s *= 1.15
	}
	if rd.block.Kind == extractor.Heading && rd.section != extractor.SectionTitle {
		s *= .4
	}
	if rd.cues.has(cueHypothesis) {
		s *= .6
	}
	switch h.facet {
	case facetSymptoms:
		s *= rd.symptomFactor(h)
	case facetComponents:
		s *= rd.componentFactor()
	case facetRootCause:
		s *= rd.causeFactor(h)
	case facetContributing:
		s *= rd.contributingFactor()
	}
	return min(s, .99)
}

func (rd *reading) symptomFactor(h hit) float64 {
	f := 1.0
	if rd.section == extractor.SectionTitle || rd.section == extractor.SectionSummary {
		f *= 1.25
	}
	if rd.cues.has(cueEffect) && rd.role != roleRemediation {
		f *= 1.15
	}
	if end, ok := rd.cues.endOf(cueStrongCause); ok && int(rd.folded.at[end]) <= h.start && rd.role == roleCause {
		f *= .6 // what follows "was caused by" is the cause
	}
	if h.form {
		f *= 1.15
	}
	return f
}

func (rd *reading) componentFactor() float64 {
	switch {
	case rd.section == extractor.SectionTitle:
		return 1.5
	case rd.section == extractor.SectionSummary, rd.cues.has(cueStrongCause):
		return 1.25
	}
	return 1
}

// causeWeights correct for how readily the words of a class fall in sentences that state no cause:
// every report speaks of load, changes and the network.
var causeWeights = map[string]float64{
	"overload": .8, "change-failure": .7, "dns-network": .8, "security-incident": .85, "operator-error": .9,
	"software-bug": 1.1, "power-facility": 1.2, "hardware-failure": 1.1, "expired-credential": 1.2,
}

func (rd *reading) causeFactor(h hit) float64 {
	f := 1.0
	if w, ok := causeWeights[h.term]; ok {
		f = w
	}
	if rd.cues.has(cueStrongCause) {
		f *= 1.6
	}
	if rd.cues.has(cueNamedCause) {
		f *= 1.5
	}
	if h.form {
		f *= 1.3
	}
	if rd.section == extractor.SectionTitle || rd.section == extractor.SectionSummary {
		f *= 1.3
	}
	return f
}

func (rd *reading) contributingFactor() float64 {
	f := 1.0
	if !rd.cues.has(cueContributing) {
		f *= .5
	}
	if rd.section == extractor.SectionLessons {
		f *= 1.3
	}
	return f
}
