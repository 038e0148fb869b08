package eval

import (
	"slices"
	"testing"

	"inquest/normalizer"
	"inquest/vocab"
)

func TestTermsThatKeepCompanySpeakForEachOther(t *testing.T) {
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	terms := normalizer.NewUnfitted(v).CompanyTerms()
	disk := slices.Index(terms, "symptoms/disk-full")
	sums := newCompanySums(len(terms))
	places := map[string]int{}
	for i, term := range terms {
		places[term] = i
	}
	report := func(label Label, spoken ...normalizer.Spoken) *judgedText {
		label.IsIncident = true
		return &judgedText{label: &label, weight: 1, Judged: &normalizer.Judged{Spoken: spoken}}
	}
	full := normalizer.Spoken{At: disk, Value: 1}
	for range 20 {
		sums.add(report(Label{Symptoms: []string{"write-failure"}}, full), places)
		sums.add(report(Label{Symptoms: []string{"high-latency"}}), places)
	}
	c := sums.company(terms)
	likely := func(term string, spoken ...normalizer.Spoken) float64 {
		list := c.Accompany("symptoms", spoken, []normalizer.Candidate{{Term: term}})
		return list[0].Features[0]
	}
	with, without := likely("write-failure", full), likely("write-failure")
	if with < without+.2 {
		t.Errorf("failed writes are %.2f likely beside a full disk and %.2f without, want much more", with, without)
	}
	if with, without := likely("high-latency", full), likely("high-latency"); with > without-.2 {
		t.Errorf("latency is %.2f likely beside a full disk and %.2f without, want much less", with, without)
	}
}
