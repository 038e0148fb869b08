package reader

import "math"

// keep adds the largest weights of the columns from first on to the list of each feature, as bytes; kept
// is their share.
func keep(list [][]weight, weights [][]lane, columns []column, first int, kept float64) {
	n := len(columns)
	floor := floorOf(weights, n, kept)
	scales := make([]float32, n)
	each(weights, n, func(_, k int, w float32) { scales[k] = max(scales[k], abs(w)) })
	for k := range scales {
		scales[k] /= math.MaxInt8
		columns[k].Scale = scales[k]
	}
	each(weights, n, func(feature, k int, w float32) {
		if abs(w) < floor || scales[k] == 0 {
			return
		}
		if q := int8(math.Round(float64(w / scales[k]))); q != 0 {
			list[feature] = append(list[feature], weight{column: uint16(first + k), value: q})
		}
	})
}

// each calls see with every weight of n columns, feature by feature.
func each(weights [][]lane, n int, see func(feature, column int, w float32)) {
	if len(weights) == 0 {
		return
	}
	for i := range weights[0] {
		for k := range n {
			see(i, k, weights[k/width][i][k%width])
		}
	}
}

// floorOf returns the size from which on weights are kept. It counts sizes by the upper half of their
// bits, whose order is that of the numbers.
func floorOf(weights [][]lane, n int, kept float64) float32 {
	counts := make([]int, 1<<16)
	total := 0
	each(weights, n, func(_, _ int, w float32) {
		counts[math.Float32bits(abs(w))>>16]++
		total++
	})
	want := int(kept * float64(total))
	for i := len(counts) - 1; i > 0; i-- {
		if want -= counts[i]; want < 0 {
			return math.Float32frombits(uint32(i+1) << 16)
		}
	}
	return 0
}

func abs(w float32) float32 { return float32(math.Abs(float64(w))) }
