// Package queue hands jobs to the workers of a stage over NATS JetStream: it turns a job that is put
// into one call of a handler at a time, again after a failure, never lost before it is done.
package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	streamName = "INQUEST"
	prefix     = "inquest."

	// ackWait is how long a job may go without a sign of life before another worker gets it: so long
	// does a job wait whose worker was killed. Workers give a sign three times in that span.
	ackWait = 10 * time.Second
)

// Queue is the work-queue stream with a consumer for each stage.
type Queue struct {
	lg        *slog.Logger
	js        jetstream.JetStream
	beat      time.Duration // between two signs of life of a job
	mu        sync.Mutex
	consumers map[Stage]jetstream.Consumer
}

// Open makes or updates the stream and the consumers on the server that nc is connected to.
func Open(ctx context.Context, lg *slog.Logger, nc *nats.Conn) (*Queue, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("open queue: %w", err)
	}
	q := &Queue{lg: lg, js: js, beat: ackWait / 3, consumers: make(map[Stage]jetstream.Consumer)}
	if err := q.create(ctx); err != nil {
		return nil, fmt.Errorf("open queue: %w", err)
	}
	return q, nil
}

// create is run again when the server has lost the stream: the rows fill it anew.
func (q *Queue) create(ctx context.Context) error {
	stream, err := q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:                 streamName,
		Description:          "hints that a row waits for a stage; the rows are in PostgreSQL",
		Subjects:             subjects(),
		Retention:            jetstream.WorkQueuePolicy,
		Storage:              jetstream.FileStorage,
		Discard:              jetstream.DiscardNew,
		DiscardNewPerSubject: true,
		MaxMsgsPerSubject:    1,
		MaxMsgSize:           1 << 10,
	})
	if err != nil {
		return fmt.Errorf("stream %s: %w", streamName, err)
	}
	for _, stage := range Stages() {
		if err := q.createConsumer(ctx, stream, stage); err != nil {
			return err
		}
	}
	return nil
}

// subjects is one subject per stage and row.
func subjects() []string {
	var all []string
	for _, stage := range Stages() {
		all = append(all, stage.filter())
	}
	return all
}

func (s Stage) filter() string { return prefix + string(s) + ".*" }

func (q *Queue) createConsumer(ctx context.Context, stream jetstream.Stream, stage Stage) error {
	consumer, err := stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable:       string(stage),
		FilterSubject: stage.filter(),
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       ackWait,
		MaxDeliver:    -1, // attempts are bounded by Work, which can mark the row
		MaxAckPending: -1, // jobs that wait for a later attempt count here: they must not block the others
	})
	if err != nil {
		return fmt.Errorf("consumer %s: %w", stage, err)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.consumers[stage] = consumer
	return nil
}

func (q *Queue) consumer(stage Stage) (jetstream.Consumer, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	consumer, ok := q.consumers[stage]
	if !ok {
		return nil, fmt.Errorf("no stage %q; there are %v", stage, Stages())
	}
	return consumer, nil
}

// perSubject is how the server says that a subject has its one message.
const perSubject = "maximum messages per subject exceeded"

// Put adds a job. It reports false, without an error, when the same job waits or runs already: what
// has changed on the row since then is found by the job, or by the scheduler.
func (q *Queue) Put(ctx context.Context, job Job) (added bool, err error) {
	_, err = q.js.Publish(ctx, job.subject(), nil, jetstream.WithExpectStream(streamName))
	var refused *jetstream.APIError
	switch {
	case err == nil:
		return true, nil
	case errors.As(err, &refused) && strings.Contains(refused.Description, perSubject):
		return false, nil
	}
	return false, fmt.Errorf("put %s: %w", job, err)
}

// Waiting returns the rows whose jobs of a stage are in the stream, those that run included.
func (q *Queue) Waiting(ctx context.Context, stage Stage) (map[int64]bool, error) {
	stream, err := q.js.Stream(ctx, streamName)
	if err != nil {
		return nil, fmt.Errorf("waiting jobs of %s: %w", stage, err)
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(stage.filter()))
	if err != nil {
		return nil, fmt.Errorf("waiting jobs of %s: %w", stage, err)
	}
	rows := make(map[int64]bool, len(info.State.Subjects))
	for subject := range info.State.Subjects {
		if job, err := parseSubject(subject); err == nil {
			rows[job.Row] = true
		}
	}
	return rows, nil
}

// Restore makes the stream and its consumers again where the server has lost them.
func (q *Queue) Restore(ctx context.Context) error {
	if err := q.create(ctx); err != nil {
		return fmt.Errorf("restore queue: %w", err)
	}
	return nil
}
