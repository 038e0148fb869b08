package review

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"inquest/queue/store"
)

// mostForm is how many bytes a form of these pages may have.
const mostForm = 4 << 10

// claim makes the draft that the path names that of the person whom the form names.
func (s *Server) claim(w http.ResponseWriter, r *http.Request) {
	item, ok := s.number(w, r, "item")
	if !ok {
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	by := strings.TrimSpace(r.PostFormValue("by"))
	if by == "" {
		s.refuse(w, http.StatusBadRequest, "Who are you?", "Write your name beside the button, so that others see who reviews the draft.")
		return
	}
	err := s.rows.Claim(r.Context(), s.now(), item, by)
	var held *store.ClaimedError
	switch {
	case errors.As(err, &held):
		s.refuse(w, http.StatusConflict, "Somebody reviews it", held.By+" has claimed this draft until "+held.Until.Format(minute)+". It can be given back on its page.")
	case errors.Is(err, store.ErrDecided):
		s.refuse(w, http.StatusConflict, "It has been decided on", "This item is accepted, excluded or merged: there is nothing to claim.")
	case errors.Is(err, store.ErrNotFound):
		s.refuse(w, http.StatusNotFound, "No draft", "There is no such item, or it has no draft yet.")
	default:
		s.done(w, r, err, "/items/"+strconv.FormatInt(item, 10))
	}
}

// minute is how pages write a time.
const minute = "2006-01-02 15:04 UTC"

// release gives the draft that the path names back.
func (s *Server) release(w http.ResponseWriter, r *http.Request) {
	if item, ok := s.number(w, r, "item"); ok {
		s.done(w, r, s.rows.Release(r.Context(), item), "/items/"+strconv.FormatInt(item, 10))
	}
}

// number reads a row's number from the path, or answers that there is no such page.
func (s *Server) number(w http.ResponseWriter, r *http.Request, name string) (int64, bool) {
	n, err := strconv.ParseInt(r.PathValue(name), 10, 64)
	if err != nil {
		s.notFound(w, r)
	}
	return n, err == nil
}

// done shows the page on which a change is seen.
func (s *Server) done(w http.ResponseWriter, r *http.Request, err error, next string) {
	if err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther)
}
