package vocab_test

import (
	"fmt"
	"log"

	"inquest/vocab"
)

func ExampleVocabulary_Match() {
	v, err := vocab.Load()
	if err != nil {
		log.Fatal(err)
	}
	text := "The load-balancers’ certificate had expired; a bug in the job queue hid it."
	for _, h := range v.Match(text, "en") {
		fmt.Printf("%-32s %2d-%2d %-14s %t\n", h.Term, h.Start, h.End, text[h.Start:h.End], h.Ambiguous)
	}
	// Output:
	// components/cloud-load-balancer    4-18 load-balancers false
	// root_cause/expired-credential    22-33 certificate    false
	// root_cause/software-bug          49-52 bug            true
	// components/job-queue             60-69 job queue      false
}
