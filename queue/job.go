package queue

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Stage names one step of the pipeline with jobs of its own.
type Stage string

// The stages, each with the row that its jobs name.
const (
	Fetch     Stage = "fetch"     // of a source: gives a capture
	Extract   Stage = "extract"   // of a capture: gives a document
	Normalize Stage = "normalize" // of an item: gives a draft
)

// Stages returns all stages in the order in which a source passes them.
func Stages() []Stage { return []Stage{Fetch, Extract, Normalize} }

// ErrNotFound says that the row of a job is not there, or not there any more.
var ErrNotFound = errors.New("no such row")

// Job is a hint that a row waits for a stage. It says nothing else: the row is the truth, and a job
// may run twice.
type Job struct {
	Stage Stage
	Row   int64 // id of the source, capture or item
}

// String returns the job as people name it: "extract 12".
func (j Job) String() string { return string(j.Stage) + " " + strconv.FormatInt(j.Row, 10) }

func (j Job) subject() string { return prefix + string(j.Stage) + "." + strconv.FormatInt(j.Row, 10) }

// parseSubject reads what subject wrote.
func parseSubject(subject string) (Job, error) {
	stage, row, ok := strings.Cut(strings.TrimPrefix(subject, prefix), ".")
	id, err := strconv.ParseInt(row, 10, 64)
	if !ok || err != nil || id < 1 {
		return Job{}, fmt.Errorf("subject %q names no job", subject)
	}
	return Job{Stage(stage), id}, nil
}

// Source is what the stage fetch reads of a source's row.
type Source struct {
	ID     int64
	URL    string // as the curator gave it
	Host   string // lower case, without port; its pace is kept per host
	Wanted int64  // counter of changes at the time of reading; a save names it
	Due    bool   // no fetch has read the counter as it is

	ByClock bool      // the fetch was not asked for by a person
	Exempt  bool      // a person has decided, with a reason, that the clock may ask although robots.txt forbids it
	Capture int64     // the copy that counts; 0: there is none
	Missing time.Time // when its server first said that the page is missing, UTC; zero: it has not since it last gave it
}

// Part names one incident of a stored document.
type Part struct {
	Document int64
	Part     int // counted from 1 in page order
}

// Progress is how far an incident had come when its page was read.
type Progress struct {
	Open       bool      // it is not over: its page will say more
	Resolved   time.Time // UTC, when it was over; zero: it is open, or the page does not say
	Postmortem bool      // the page holds one
	Promised   bool      // the page says that one will follow
}

// Saved is what the save of a stage's result leaves to do.
type Saved struct {
	Row   int64 // of the capture, document or draft
	New   bool  // false: the same was stored already
	Next  []Job // rows that wait for the next stage now
	Again bool  // the row changed while the job ran: read it and run again
}

// Failure is how a job last ended without a result. It stands beside the row until the job succeeds
// or a person asks for another attempt.
type Failure struct {
	Job      Job
	Kind     string    // what lists are grouped by: gone, timeout, no-text, evidence, panic, ...
	Message  string    // a sentence that a curator can act on
	Actor    string    // who must act: curator, operator, or nobody
	Version  string    // rules that failed; other rules may read the row again
	Attempts int       // so far, this one included
	At       time.Time // UTC
	Next     time.Time // of the next attempt, UTC; zero: dead, nothing happens until somebody acts
}

// Dead reports whether no further attempt is planned.
func (f Failure) Dead() bool { return f.Next.IsZero() }

// Rules names the versions that the results of a stage depend on; a fetch depends on none. What failed
// under some rules is read again under others.
func (s Stage) Rules(extractor, normalizer, vocab string) string {
	switch s {
	case Extract:
		return extractor
	case Normalize:
		return extractor + "/" + normalizer + "/" + vocab
	}
	return ""
}
