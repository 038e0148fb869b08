package main

import (
	"iter"
	"runtime"
)

// inOrder works on several inputs at a time, jobs of them (0: one per core), and yields the results in
// the order of the inputs. When the caller stops early, inputs that nobody has begun are left.
func inOrder[In, Out any](inputs []In, jobs int, work func(In) Out) iter.Seq[Out] {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	return func(yield func(Out) bool) {
		results := make(chan chan Out, jobs-1) // bounds how far the work runs ahead
		stop := make(chan struct{})
		defer close(stop)
		go func() {
			defer close(results)
			for _, in := range inputs {
				one := make(chan Out, 1)
				select {
				case results <- one:
				case <-stop:
					return
				}
				go func() { one <- work(in) }()
			}
		}()
		for one := range results {
			if !yield(<-one) {
				return
			}
		}
	}
}
