package queue

import "time"

// Beat makes jobs give signs of life more often than a test would like to wait for.
func (q *Queue) Beat(every time.Duration) { q.beat = every }
