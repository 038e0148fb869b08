package reader

import (
	"cmp"
	"math"
	"slices"
)

// matrix holds a sentence a row; values that are zero are left out. Its columns are the features, in an
// order of its own.
type matrix struct {
	start    []int // start[i]: where row i begins in ids and values; one more for the end
	ids      []int32
	values   []float32
	features []int32   // by column: which feature it is
	scale    []float32 // by column: by what its values were multiplied
}

// matrix returns the rows as numbers, with or without their marks.
func (f *features) matrix(rows []Row, marks bool) *matrix {
	m := &matrix{start: []int{0}}
	v := f.newVector()
	for _, row := range rows {
		v.read(row.Text)
		v.mark(MarksOf(row.Said))
		if marks {
			v.mark(MarksOf(row.Marks))
		}
		m.ids = append(m.ids, v.ids...)
		m.values = append(m.values, v.values...)
		m.start = append(m.start, len(m.ids))
	}
	m.order(len(f.seen))
	m.even()
	return m
}

// often is in how many rows a feature stands that is kept near at all times.
const often = 60

// order turns the ids of n features into columns: first those that stand in many rows, the others as they
// come up. What is met together then lies together in memory, which is what solving waits for.
func (m *matrix) order(n int) {
	counts, firsts := make([]int, n), make([]int, n)
	for i, id := range m.ids {
		if counts[id] == 0 {
			firsts[id] = i
		}
		counts[id]++
	}
	place := func(id int32) int {
		if counts[id] > often {
			return -counts[id]
		}
		return firsts[id]
	}
	m.features = make([]int32, n)
	for i := range m.features {
		m.features[i] = int32(i)
	}
	slices.SortStableFunc(m.features, func(a, b int32) int { return cmp.Compare(place(a), place(b)) })
	columns := make([]int32, n)
	for i, id := range m.features {
		columns[id] = int32(i)
	}
	for i, id := range m.ids {
		m.ids[i] = columns[id]
	}
}

// usualWeight is about how much a row counts in a column of terms.
const usualWeight = .3

// even scales the columns so that their normal equations are of about one size: conjugate gradients take
// half the steps then (Jacobi's preconditioner).
func (m *matrix) even() {
	m.scale = make([]float32, len(m.features))
	for i, id := range m.ids {
		m.scale[id] += m.values[i] * m.values[i]
	}
	for i, squares := range m.scale {
		m.scale[i] = float32(1 / math.Sqrt(float64(penalty+usualWeight*squares)))
	}
	for i, id := range m.ids {
		m.values[i] *= m.scale[id]
	}
}

// width is how many targets are solved side by side: a pass over the matrix serves all of them.
const width = 16

type lane [width]float32

// half is how many sums of a lane are kept in registers.
const half = width / 2

// times sets rows to m times v.
func (m *matrix) times(v, rows []lane) {
	for i := range rows {
		ids, values := m.row(i)
		for h := 0; h < width; h += half {
			var s0, s1, s2, s3, s4, s5, s6, s7 float32
			for j, x := range values {
				w := (*[half]float32)(v[ids[j]][h:])
				s0 += x * w[0]
				s1 += x * w[1]
				s2 += x * w[2]
				s3 += x * w[3]
				s4 += x * w[4]
				s5 += x * w[5]
				s6 += x * w[6]
				s7 += x * w[7]
			}
			*(*[half]float32)(rows[i][h:]) = [half]float32{s0, s1, s2, s3, s4, s5, s6, s7}
		}
	}
}

// row returns the columns and the values of a row.
func (m *matrix) row(i int) ([]int32, []float32) {
	ids, values := m.ids[m.start[i]:m.start[i+1]], m.values[m.start[i]:m.start[i+1]]
	return ids[:len(values)], values
}

// transposed sets out to the transpose of m times rows.
func (m *matrix) transposed(rows, out []lane) {
	clear(out)
	for i := range rows {
		ids, values := m.row(i)
		for h := 0; h < width; h += half {
			q := (*[half]float32)(rows[i][h:])
			q0, q1, q2, q3, q4, q5, q6, q7 := q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7] // in registers
			for j, x := range values {
				w := (*[half]float32)(out[ids[j]][h:])
				w[0] += x * q0
				w[1] += x * q1
				w[2] += x * q2
				w[3] += x * q3
				w[4] += x * q4
				w[5] += x * q5
				w[6] += x * q6
				w[7] += x * q7
			}
		}
	}
}

// byFeature returns the weights of the columns as those of the features.
func (m *matrix) byFeature(x []lane) []lane {
	weights := make([]lane, len(x))
	for i, id := range m.features {
		for k := range width {
			weights[id][k] = x[i][k] * m.scale[i]
		}
	}
	return weights
}
