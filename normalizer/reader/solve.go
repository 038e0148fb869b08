package reader

import (
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// problem is a regression of up to sixteen targets, each 0 or 1: weights that make the rows of m come near
// target, each row as much as its weight says, while the penalty keeps them small.
type problem struct {
	m      *matrix
	target []lane // by row
	weight []lane // by row
}

// mostSteps is how many steps a round takes at most.
const mostSteps = 60

// rounds are how exactly each round is solved: how small the residual becomes against the right side. The
// first ones only show which rows count.
var rounds = [...]float64{.2, .1, .05}

// solve returns the weights by feature. Rows that lie beyond their target, above 1 or below 0, cost
// nothing: their weights are found in rounds, each a ridge regression of the rows that did not lie there
// after the one before (Newton's method for the squared hinge loss: Keerthi and DeCoste, JMLR 6, 2005).
func (p *problem) solve(ctx context.Context) ([]lane, error) {
	x := make([]lane, len(p.m.features))
	counts, rows := slices.Clone(p.weight), make([]lane, len(p.target))
	for round, tolerance := range rounds {
		if round > 0 {
			p.m.times(x, rows)
			p.short(rows, counts)
		}
		if err := p.descend(ctx, x, counts, rows, tolerance); err != nil {
			return nil, err
		}
	}
	return p.m.byFeature(x), nil
}

// short sets counts to the weights of the rows that got does not carry beyond their target, others to 0.
func (p *problem) short(got, counts []lane) {
	for i := range got {
		for k := range width {
			counts[i][k] = p.weight[i][k]
			if y, x := p.target[i][k], got[i][k]; y == 0 && x < 0 || y == 1 && x > 1 {
				counts[i][k] = 0
			}
		}
	}
}

// descend moves x to where the rows come near their targets, each as much as counts says, by conjugate
// gradients on the normal equations; rows is scratch memory. Every sum is made in the order of the rows,
// so the result is the same on every run.
func (p *problem) descend(ctx context.Context, x, counts, rows []lane, tolerance float64) error {
	n := len(x)
	r, d, a := make([]lane, n), make([]lane, n), make([]lane, n)
	for i := range rows {
		for k := range width {
			rows[i][k] = p.target[i][k] * counts[i][k]
		}
	}
	p.m.transposed(rows, r)
	first := dots(r, r)
	p.apply(x, counts, rows, a)
	for i := range r {
		for k := range width {
			r[i][k] -= a[i][k]
		}
	}
	copy(d, r)
	size := dots(r, r)
	for step := 0; step < mostSteps && !solved(size, first, tolerance); step++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.apply(d, counts, rows, a)
		size = advance(x, r, d, a, size)
	}
	return nil
}

// solved tells whether residuals of these squares are small enough against those of the right side.
func solved(size, first [width]float64, tolerance float64) bool {
	for k := range width {
		if size[k] > tolerance*tolerance*first[k] {
			return false
		}
	}
	return true
}

// apply sets out to what the normal equations of the rows that count make of v; rows is scratch memory.
func (p *problem) apply(v, counts, rows, out []lane) {
	p.m.times(v, rows)
	for i := range rows {
		for k := range width {
			rows[i][k] *= counts[i][k]
		}
	}
	p.m.transposed(rows, out)
	for i := range out {
		own := penalty * p.m.scale[i] * p.m.scale[i]
		for k := range width {
			out[i][k] += own * v[i][k]
		}
	}
}

// advance takes one step of the method: it moves x along d, the residual r with it, and turns d. It
// returns the square size of the residual. A target that is solved exactly stays where it is.
func advance(x, r, d, a []lane, size [width]float64) [width]float64 {
	curve := dots(d, a)
	var along, turn lane
	for k := range width {
		if curve[k] > 0 {
			along[k] = float32(size[k] / curve[k])
		}
	}
	for i := range x {
		for k := range width {
			x[i][k] += along[k] * d[i][k]
			r[i][k] -= along[k] * a[i][k]
		}
	}
	next := dots(r, r)
	for k := range width {
		if size[k] > 0 {
			turn[k] = float32(next[k] / size[k])
		}
	}
	for i := range d {
		for k := range width {
			d[i][k] = r[i][k] + turn[k]*d[i][k]
		}
	}
	return next
}

func dots(a, b []lane) (sum [width]float64) {
	for i := range a {
		for k := range width {
			sum[k] += float64(a[i][k] * b[i][k])
		}
	}
	return sum
}

// solveAll solves the problems that pose makes, side by side on all processors, and returns the
// weights in their order. Which processor solves which changes nothing.
func solveAll(ctx context.Context, n int, pose func(int) *problem) ([][]lane, error) {
	results := make([][]lane, n)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		group.Go(func() error {
			x, err := pose(i).solve(ctx)
			results[i] = x
			return err
		})
	}
	return results, group.Wait()
}
