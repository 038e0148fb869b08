package eval

import (
	"slices"

	"inquest/normalizer"
)

// Public labels of cloud providers' entries name coarse classes instead of terms. These are the
// classes of our terms; every other symptom is classOther.
var symptomClasses = classes(map[string][]string{
	"ERROR": {
		"high-error-rate", "gateway-errors", "not-found-errors", "rate-limit-errors", "access-denied-errors", "tls-errors",
		"job-failure", "write-failure", "payment-failure", "search-failure", "lost-notifications",
	},
	"UNAVIL": {
		"service-outage", "partial-outage", "feature-unavailable", "connection-failures", "dropped-connections",
		"dns-resolution-failure", "network-unreachable", "packet-loss", "unresponsive-host", "console-unavailable",
		"login-failure", "page-load-failure", "crash-loop", "startup-failure", "io-errors",
	},
	"DELAY": {
		"high-latency", "intermittent-timeouts", "slow-queries", "processing-delay", "delayed-notifications",
		"queue-backlog", "replication-lag", "slow-propagation", "stuck-jobs",
	},
	"DEPERF": {"degraded-performance", "low-throughput", "network-congestion", "media-degradation", "cpu-saturation"},
})

var causeClasses = classes(map[string][]string{
	"CONFIG":   {"misconfiguration"},
	"OVERLOAD": {"overload", "limit-exhaustion", "database-contention"},
	"DEPLOY":   {"software-bug", "change-failure", "data-migration", "hardware-failure", "data-fault", "failover-fault"},
	"EXTERNAL": {"third-party-outage", "power-facility", "dns-network", "security-incident", "expired-credential"},
})

const (
	classOther    = "OTHERS"
	classUnknown  = "UNKNOWN"  // no symptom at all
	classMaintain = "MAINTAIN" // change-failure in a report that speaks of maintenance
)

// classes turns terms by class into the class by term.
func classes(terms map[string][]string) map[string]string {
	class := map[string]string{}
	for name, ids := range terms {
		for _, id := range ids {
			class[id] = name
		}
	}
	return class
}

// symptomClassesOf returns the classes of a draft's symptoms. degraded-performance counts only when
// nothing else is there.
func symptomClassesOf(symptoms []string) []string {
	var found []string
	for _, id := range symptoms {
		if id == "degraded-performance" && len(symptoms) > 1 {
			continue
		}
		class, ok := symptomClasses[id]
		if !ok {
			class = classOther
		}
		if !slices.Contains(found, class) {
			found = append(found, class)
		}
	}
	if found == nil {
		return []string{classUnknown}
	}
	return found
}

func causeClassOf(cause string, maintenance bool) string {
	if cause == "change-failure" && maintenance {
		return classMaintain
	}
	if class, ok := causeClasses[cause]; ok {
		return class
	}
	return classOther
}

// classTally counts classes and sentences of cloud providers' entries.
type classTally struct {
	vendors                map[string]*vendorClasses
	symptom, causeSentence share // the labelled sentence is among the evidence
}

// vendorClasses is the counts of one provider.
type vendorClasses struct {
	exact, cause share
	f1           float64 // sum over the entries
}

func newClassTally() classTally {
	t := classTally{vendors: map[string]*vendorClasses{}}
	for _, name := range vendors {
		t.vendors[name] = &vendorClasses{}
	}
	return t
}

func (t *tally) addClasses(r Result, d *normalizer.Draft) {
	l, c := r.Label, &t.classes
	if v := c.vendors[l.Vendor]; v != nil {
		v.add(l, symptomClassesOf(d.Case.Symptoms))
		if l.CauseClass != "" {
			v.cause.add(causeClassOf(d.Case.RootCause, r.Maintenance) == l.CauseClass)
		}
	}
	if l.SymptomSentence != "" {
		c.symptom.add(quotesFrom(d, "symptoms", l.SymptomSentence))
	}
	if l.CauseSentence != "" {
		c.causeSentence.add(quotesFrom(d, "root_cause", l.CauseSentence))
	}
}

func (v *vendorClasses) add(l *Label, got []string) {
	if len(l.SymptomClasses) == 0 {
		return
	}
	var o overlap
	o.add(l.SymptomClasses, got)
	v.exact.add(o.extra+o.missed == 0)
	v.f1 += 2 * float64(o.both) / float64(2*o.both+o.extra+o.missed)
}

// quotesFrom reports whether a quote for a value of the field has at least half of its words in the
// sentence.
func quotesFrom(d *normalizer.Draft, field, sentence string) bool {
	words := setOf(fields(sentence))
	return slices.ContainsFunc(d.Evidence, func(e normalizer.Evidence) bool {
		quote := fields(e.Quote)
		return e.Field == field && e.Role == "" && len(quote) > 0 && 2*countIn(words, quote) >= len(quote)
	})
}

func (c *classTally) figures() []Figure {
	var all []Figure
	for _, name := range vendors {
		v := c.vendors[name]
		f1 := Figure{Name: name + " symptom class F1", Value: -1, Count: v.exact.of}
		if v.exact.of > 0 {
			f1.Value = v.f1 / float64(v.exact.of)
		}
		all = append(all, f1, v.exact.figure(name+" symptom class exact"), v.cause.figure(name+" root cause class"))
	}
	return append(all, c.symptom.figure("symptom sentence"), c.causeSentence.figure("cause sentence"))
}
