package review

import (
	"net/http"

	"inquest/queue/store"
)

// openPage lists what is expected to say more, each list oldest first.
type openPage struct {
	Ongoing  []store.OpenSource // their incident is not over
	Promised []store.OpenSource // a postmortem was promised and is not there
}

// open shows what is kept out of the review queue, or may change there, because more is to come.
func (s *Server) open(w http.ResponseWriter, r *http.Request) {
	sources, err := s.rows.OpenSources(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	var page openPage
	for _, source := range sources {
		if source.Ongoing {
			page.Ongoing = append(page.Ongoing, source)
		}
		if source.Promised {
			page.Promised = append(page.Promised, source)
		}
	}
	s.render(w, http.StatusOK, "open", page)
}

// pullIn lets the drafts of the source that the path names into the review queue.
func (s *Server) pullIn(w http.ResponseWriter, r *http.Request) {
	if source, ok := s.number(w, r, "source"); ok {
		s.done(w, r, s.rows.PullIn(r.Context(), s.now(), source), "/")
	}
}
