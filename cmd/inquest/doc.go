// Command inquest turns published incident reports into draft cases for an incident library.
//
// This page is a tour of the code, from the bottom up.
//
// # Words as data
//
// [inquest/vocab] holds the terms that cases are coded with, one YAML file per facet, and finds their
// surface forms in a text. Terms are data, not code, because editors change them.
//
// # The three stages
//
// Each stage owns the type that it makes, returns values, and never logs.
//
// [inquest/fetcher] turns a request for a page into a Capture, the bytes as served. One constructor
// makes every outgoing client, so that no request escapes the address guard, the pace and the limits.
// [inquest/fetcher/archive] finds copies of pages that are gone, and reads those that people name.
//
// [inquest/extractor] turns a capture into a Document: ordered blocks with section, state and the
// label and instant of their update. One ordered table of recipes reads what platforms differ in; the
// article engine only proposes a root, since it drops the timelines that cases are made of.
//
// [inquest/normalizer] turns documents into a Draft: the case record, the evidence for each of its
// values, events, notes and problems. One file per field; no evidence, no value.
//
// [inquest/normalizer/phrase] finds in one pass which of some two thousand wordings stand in a sentence.
// [inquest/normalizer/reader] is the sentence reader: a linear model that says which terms a sentence is
// evidence for, fitted to example sentences and coded reports, its weights embedded. Rankers (ranker.go)
// weigh what it says, what wordings say and what else the report speaks of (company.go) into the terms of
// the case, and choose the quotes (quotes.go). Beside each stage
// stands a package that measures it against gold labels: [inquest/extractor/eval] and
// [inquest/normalizer/eval], where the reader and the rankers are fitted too.
//
// # Where things wait
//
// [inquest/queue] runs jobs over NATS JetStream. A job is a hint: a stage and the id of a row.
// [inquest/queue/store] is the rows in PostgreSQL, which are the truth; it refuses evidence that is
// not in the stored text. [inquest/queue/worker] shows the whole flow on one screen: load the rows,
// run the stage, save, put the next job. [inquest/queue/schedule] finds rows that nothing has read
// and puts them, so that losing the queue costs time, never data. [inquest/queue/review] shows drafts
// beside their sources, and lets an editor claim one. [inquest/queue/private] starts the two servers when the user names none.
// [inquest/migrations] is the tables.
//
// # The command
//
// main.go parses and dispatches, config.go reads the environment, and each subcommand is a file of its
// name: flags, one call, print. pipeline.go puts the stages together, samples.go serves the reports of
// [inquest/testdata] on loopback for "inquest up --samples".
package main
