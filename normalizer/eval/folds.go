package eval

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"inquest/normalizer/reader"
)

// FoldCount is into how many folds the operators are cut.
const FoldCount = 10

// Fold returns the fold of an operator, 0 to 9: bytes 1 to 4 of the SHA-256 of its name, modulo ten.
// Byte 0 chooses the blind third, so that every fold holds operators of both kinds.
func Fold(operator string) int {
	sum := sha256.Sum256([]byte(operator))
	return int(binary.BigEndian.Uint32(sum[1:5]) % FoldCount)
}

// Folds are readers that have each not seen the operators of one fold.
type Folds [FoldCount]*reader.Reader

// For returns the reader that has not seen the operator.
func (f *Folds) For(operator string) *reader.Reader { return f[Fold(operator)] }

// FitFolds fits a reader per fold to everything but the reports of the fold's operators. Readers that
// were fitted to the same rows before are taken from the folder cache, named by the sum of the rows.
func (m *Material) FitFolds(ctx context.Context, cache string, progress io.Writer) (*Folds, error) {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return nil, err
	}
	folds := &Folds{}
	for k := range folds {
		rows := m.rows(func(operator string) bool { return Fold(operator) != k })
		header := m.header
		header.LeftOut = fmt.Sprintf("operators of fold %d of %d", k, FoldCount)
		r, err := m.fitCached(ctx, rows, header, filepath.Join(cache, rowsSum(rows, header)+".bin"), progress)
		if err != nil {
			return nil, fmt.Errorf("fold %d: %w", k, err)
		}
		folds[k] = r
	}
	return folds, nil
}

func (m *Material) fitCached(ctx context.Context, rows []reader.Row, header reader.Header, path string, progress io.Writer) (*reader.Reader, error) {
	if b, err := os.ReadFile(path); err == nil {
		if r, err := reader.Decode(b); err == nil {
			return r, nil
		}
	}
	fmt.Fprintf(progress, "fitting without the %s\n", header.LeftOut)
	r, err := reader.Fit(ctx, m.vocab, rows, header, progress)
	if err != nil {
		return nil, err
	}
	return r, WriteFile(path, r)
}

// CacheDir is where fitted folds are kept: below the user's cache directory.
func CacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "inquest", "folds"), err
}

// rowsSum names what a reader is fitted to.
func rowsSum(rows []reader.Row, header reader.Header) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s %s\n", header.Format, header.Terms, reader.FitVersion)
	for _, r := range rows {
		fmt.Fprintf(h, "%q %q %q %q %v %q %q %x %x %x\n", r.Text, r.Marks, r.Said, r.Written, r.Coded, r.Is, r.Not, math.Float32bits(r.Weight), math.Float32bits(r.Elsewhere), math.Float32bits(r.Told))
	}
	return hex.EncodeToString(h.Sum(nil))
}
