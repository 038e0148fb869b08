package review

import (
	"net/http"
	"slices"

	"inquest/queue/store"
)

// listPage is the review queue, all of it or the items in one state.
type listPage struct {
	State  string           // the only one shown, or "" for all
	States []stateCount     // that occur, in the order of an item's life
	Total  int              // items in any state
	Rows   []store.DraftRow // in the store's order
}

// stateCount is a choice of the filter.
type stateCount struct {
	State string
	Count int
}

// list shows the review queue. The query parameter state names the only state to show.
func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	rows, err := s.rows.Drafts(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, http.StatusOK, "list", newListPage(rows, r.URL.Query().Get("state")))
}

func newListPage(rows []store.DraftRow, state string) listPage {
	page := listPage{State: state, States: countStates(rows), Total: len(rows)}
	for _, row := range rows {
		if state == "" || row.State == state {
			page.Rows = append(page.Rows, row)
		}
	}
	return page
}

// countStates puts the states in the order of an item's life, those it does not know last.
func countStates(rows []store.DraftRow) []stateCount {
	var counts []stateCount
	for _, state := range []string{"waiting", "drafted", "in-review", "accepted", "excluded", "merged"} {
		counts = append(counts, stateCount{State: state})
	}
	for _, row := range rows {
		i := slices.IndexFunc(counts, func(c stateCount) bool { return c.State == row.State })
		if i < 0 {
			i = len(counts)
			counts = append(counts, stateCount{State: row.State})
		}
		counts[i].Count++
	}
	return slices.DeleteFunc(counts, func(c stateCount) bool { return c.Count == 0 })
}
