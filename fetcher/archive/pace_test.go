package archive_test

import (
	"context"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
	"inquest/fetcher/archive"
	"inquest/fetcher/archive/archivetest"
)

// recorder is a pacer that lets all through and keeps the budgets.
type recorder struct{ budgets []fetcher.Budget }

func (r *recorder) Take(_ context.Context, v fetcher.Visit) (func(fetcher.Report) error, error) {
	r.budgets = append(r.budgets, v.Budget)
	return func(fetcher.Report) error { return nil }, nil
}

func TestLookupsAndReplaysHaveTheirBudgets(t *testing.T) {
	lookup, replay := fetcher.Budget{Name: "look-up", Every: 2500 * time.Millisecond}, fetcher.Budget{Name: "replay", Every: 125 * time.Millisecond}
	slow := fetcher.Budget{Name: "replay", Every: time.Second}
	for name, row := range map[string]struct {
		pace   archive.Pace
		faults archivetest.Faults
		want   []fetcher.Budget
	}{
		"by CDX":                       {archive.Pace{}, archivetest.Faults{}, []fetcher.Budget{lookup, replay}},
		"by TimeMap, on the same one":  {archive.Pace{}, archivetest.Faults{NoCDX: true}, []fetcher.Budget{lookup, lookup, replay}},
		"with a pace of the archive's": {archive.Pace{Replay: time.Second}, archivetest.Faults{}, []fetcher.Budget{lookup, slow}},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(&archivetest.Handler{Copies: copies, Faults: row.faults})
			defer s.Close()
			var got recorder
			a := &archive.Archive{Base: "http://archive.test", Pace: row.pace, Client: fetcher.New(fetcher.Options{
				Pacer:  &got,
				Sample: &fetcher.Sample{Addr: netip.MustParseAddrPort(s.Listener.Addr().String()), Hosts: []string{"archive.test"}},
			})}
			if _, err := a.Read(t.Context(), page, published); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, got.budgets); diff != "" {
				t.Errorf("budgets (-want +got):\n%s", diff)
			}
		})
	}
}
