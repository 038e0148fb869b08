package main

import (
	"context"
	"fmt"
	"time"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/fetcher/archive"
	"inquest/normalizer"
	"inquest/queue"
	"inquest/queue/store"
	"inquest/queue/worker"
	"inquest/vocab"
)

// waybackMachine is the archive that is asked for copies of pages that are gone.
const waybackMachine = "https://web.archive.org"

// pipeline is the three stages, ready to run in this process.
type pipeline struct {
	client     *fetcher.Client
	archive    *archive.Archive
	normalizer *normalizer.Normalizer
	vocabulary *vocab.Vocabulary
	render     func(context.Context, fetcher.Request) (*fetcher.Capture, error) // nil: no browser is set
}

// newPipeline loads the vocabulary and makes the one client for outgoing requests, for a process that
// keeps a pace of its own. With a sample site its archive is asked for copies, and nothing else.
func (s *session) newPipeline(site *sampleSite) (*pipeline, error) {
	return s.buildPipeline(site, fetcher.Options{OnOutage: s.tellOutage})
}

// newSharedPipeline is newPipeline for a process that fetches together with others: pauses, breakers, the
// budgets of archives and what robots.txt files say are those of the database.
func (s *session) newSharedPipeline(site *sampleSite, db *database) (*pipeline, error) {
	pace := store.NewPace(s.lg, db.Store)
	pace.Now = s.now
	return s.buildPipeline(site, fetcher.Options{Pacer: pace, Robots: db.Store})
}

func (s *session) buildPipeline(site *sampleSite, o fetcher.Options) (*pipeline, error) {
	v, err := vocab.Load()
	if err != nil {
		return nil, err
	}
	o.UserAgent, o.Now, o.Chromium = s.settings.userAgent(), s.now, s.settings.chromium
	base := waybackMachine
	if site != nil {
		o.Sample, base = site.exception(), "http://"+sampleArchiveHost
	}
	client := fetcher.New(o)
	p := &pipeline{
		client:     client,
		archive:    &archive.Archive{Base: base, Client: client},
		normalizer: normalizer.New(v),
		vocabulary: v,
	}
	if o.Chromium != "" {
		p.render = client.Render
	}
	return p, nil
}

// tellOutage says that it is our own network that is gone, once, and not every host's.
func (s *session) tellOutage(change fetcher.OutageChange) {
	if change.Began {
		s.lg.Warn("no host can be reached: nothing is charged to any host until our own network is back", "hosts", change.Forgive)
	}
}

// versions names the rules of the stages.
func (p *pipeline) versions() normalizer.Versions {
	return normalizer.Versions{
		Extractor:  extractor.Version,
		Normalizer: p.normalizer.Version(),
		Vocab:      fmt.Sprint(p.vocabulary.Version),
	}
}

// stages gives the pipeline to a worker.
func (p *pipeline) stages() worker.Stages {
	return worker.Stages{
		Fetch:     p.archive.Fetch,
		Archived:  p.archive.Read,
		Render:    p.render,
		Extract:   extractor.Extract,
		Progress:  progressOf,
		Normalize: p.normalizer.Normalize,
		Versions:  p.versions(),
	}
}

// progressOf says of each incident of a page how far it had come when the page was fetched.
func progressOf(doc *extractor.Document, at time.Time) []queue.Progress {
	var parts []queue.Progress
	for n := range doc.Incidents() {
		parts = append(parts, queue.Progress(doc.Part(n+1).Progress(at)))
	}
	return parts
}
