package eval

import (
	"bytes"
	"fmt"
	"os"

	"inquest/normalizer"
)

// SameBytes reads a file with one finished case and returns an error when decoding and encoding it
// does not give the same bytes.
func SameBytes(path string) error {
	want, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	c, err := normalizer.DecodeCase(want)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	got, err := normalizer.Encode(c)
	if err != nil {
		return err
	}
	if want = bytes.TrimSpace(want); !bytes.Equal(want, got) {
		at := firstDifference(want, got)
		return fmt.Errorf("%s: encoded again it differs from byte %d: %.60q, want %.60q", path, at, got[at:], want[at:])
	}
	return nil
}

func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
