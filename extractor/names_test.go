package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestComponentsAreCutOutsideOfParentheses(t *testing.T) {
	for _, c := range []struct {
		name, sentence string
		want           []string
	}{
		{"one name", "This incident affected: Search.", []string{"Search"}},
		{"and before the last of three", "This incident affected: Search, Billing, and Login.", []string{"Search", "Billing", "Login"}},
		{"a name that holds a list", "This incident affected: Lisbon (Web Services, Builds and Deploys, Cron Jobs).", []string{"Lisbon (Web Services, Builds and Deploys, Cron Jobs)"}},
		{"and between two names with lists", "This incident affected: Lisbon (Web, Cron) and Porto (Builds and Deploys).", []string{"Lisbon (Web, Cron)", "Porto (Builds and Deploys)"}},
		{"and before a name with a list", "This incident affected: API and Website (Docs, Login).", []string{"API", "Website (Docs, Login)"}},
		{"and inside of a name", "This incident affected: Builds and Deploys.", []string{"Builds and Deploys"}},
		{"a parenthesis that never closes", "This incident affected: Lisbon (Web, Cron", []string{"Lisbon (Web, Cron"}},
		{"no list", "This incident affected nobody", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, affected(c.sentence)); diff != "" {
				t.Errorf("components (-want +got):\n%s", diff)
			}
		})
	}
}
