package eval

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"inquest/normalizer"
	"inquest/normalizer/reader"
	"inquest/vocab"
)

// Material is what the sentence reader is fitted to: the example sentences, and the coded reports if
// there are any.
type Material struct {
	vocab    *vocab.Vocabulary
	header   reader.Header
	examples []reader.Row
	Sets     []*Set   // of coded reports, in the order of their names
	Texts    [][]Text // by set
	pages    []Text   // of which only is coded whether they report an incident
	invented []Text   // coded reports that are only fitted to
}

// ReadMaterial reads the example sentences, and the coded reports below labels: dev/*/labels.jsonl and
// silver/labels.jsonl. labels is "" for the example sentences and the invented reports alone. progress takes a line per set.
func ReadMaterial(ctx context.Context, v *vocab.Vocabulary, sentences fs.FS, labels string, progress io.Writer) (*Material, error) {
	examples, err := reader.Examples(sentences, v)
	if err != nil {
		return nil, err
	}
	sum, err := reader.SentencesSum(sentences)
	if err != nil {
		return nil, err
	}
	m := &Material{vocab: v, examples: examples}
	m.header = reader.Header{Format: reader.Format, Vocab: v.Version, Terms: reader.TermsSum(v), Sentences: sum, Patterns: normalizer.PatternsSum(), FittedTo: "sentences alone"}
	fmt.Fprintf(progress, "%d example sentences\n", len(examples))
	if m.invented, err = readInvented(ctx, normalizer.NewUnfitted(v), sentences, v); err != nil {
		return nil, err
	}
	if len(m.invented) > 0 {
		m.header.FittedTo = "sentences and invented reports alone"
	}
	fmt.Fprintf(progress, "%d invented reports, %d sentences\n", len(m.invented), countRows(m.invented))
	if labels == "" {
		return m, m.say(ctx)
	}
	if err := m.readSets(ctx, labels, progress); err != nil {
		return nil, err
	}
	m.header.FittedTo = "sentences and coded reports"
	return m, m.say(ctx)
}

// say notes in all rows what their words say of terms.
func (m *Material) say(ctx context.Context) error {
	n := normalizer.NewUnfitted(m.vocab)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, rows := range m.allRows() {
		group.Go(func() error {
			for i := range rows {
				rows[i].Said = n.Said(rows[i].Text)
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// allRows returns the example sentences, in parts, and the rows of each text.
func (m *Material) allRows() [][]reader.Row {
	list := slices.Collect(slices.Chunk(m.examples, 256))
	for _, texts := range append(slices.Clone(m.Texts), m.pages, m.invented) {
		for _, t := range texts {
			list = append(list, t.Rows)
		}
	}
	return list
}

func (m *Material) readSets(ctx context.Context, labels string, progress io.Writer) (err error) {
	var dev, silver []string
	if dev, err = filepath.Glob(filepath.Join(labels, "dev", "*", "labels.jsonl")); err != nil {
		return err
	}
	if silver, err = filepath.Glob(filepath.Join(labels, "silver", "labels.jsonl")); err != nil {
		return err
	}
	if len(dev)+len(silver) == 0 {
		return fmt.Errorf("there are no dev/*/labels.jsonl and no silver/labels.jsonl below %s; name the folder that holds them", labels)
	}
	if m.header.Dev, err = filesSum(dev); err != nil {
		return err
	}
	if m.header.Silver, err = filesSum(silver); err != nil {
		return err
	}
	n := normalizer.NewUnfitted(m.vocab)
	if m.pages, err = readPages(ctx, n); err != nil {
		return err
	}
	for _, path := range append(dev, silver...) {
		if err := m.readSet(ctx, n, path, filepath.Dir(filepath.Clean(labels)), progress); err != nil {
			return err
		}
	}
	return nil
}

func (m *Material) readSet(ctx context.Context, n *normalizer.Normalizer, path, root string, progress io.Writer) error {
	s, err := Load(path, root)
	if err != nil {
		return err
	}
	texts, err := s.Texts(ctx, n)
	if err != nil {
		return err
	}
	fmt.Fprintf(progress, "%s: %d reports, %d sentences\n", s.Name, len(texts), countRows(texts))
	m.Sets, m.Texts = append(m.Sets, s), append(m.Texts, texts)
	return nil
}

func countRows(texts []Text) (n int) {
	for _, t := range texts {
		n += len(t.Rows)
	}
	return n
}

// filesSum returns the SHA-256 of the files, or "" if there is none.
func filesSum(paths []string) (string, error) {
	if len(paths) == 0 {
		return "", nil
	}
	h := sha256.New()
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%d\n", len(b))
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Fit fits the reader to all of the material, and the rankers beside it to the coded reports, on what
// readers say of them that have not seen their operators; these are kept in the folder cache. Without
// reports the rankers are those of the program.
func (m *Material) Fit(ctx context.Context, cache string, progress io.Writer) (*reader.Reader, error) {
	r, err := reader.Fit(ctx, m.vocab, m.rows(func(string) bool { return true }), m.header, progress)
	if err != nil {
		return nil, err
	}
	if len(m.Texts) == 0 {
		embedded, err := reader.Load()
		if err != nil {
			return nil, err
		}
		r.Rankers = embedded.Rankers
		return r, nil
	}
	folds, err := m.FitFolds(ctx, cache, progress)
	if err != nil {
		return nil, err
	}
	r.Rankers, err = m.FitRankers(ctx, folds, progress)
	return r, err
}

// rows returns the example sentences and those of the reports whose operator keep chooses.
func (m *Material) rows(keep func(operator string) bool) []reader.Row {
	rows := append([]reader.Row(nil), m.examples...)
	for _, texts := range append(slices.Clone(m.Texts), m.pages, m.invented) {
		for _, t := range texts {
			if keep(t.Label.Operator) {
				rows = append(rows, distinct(t.Rows)...)
			}
		}
	}
	return rows
}

// WriteFile writes the reader to a file. The file is whole at any moment: it is written beside its
// place and then moved there.
func WriteFile(path string, r *reader.Reader) error {
	b, err := r.Encode()
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+strings.TrimSuffix(filepath.Base(path), ".bin")+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails when the file has been moved
	_, err = f.Write(b)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Rename(f.Name(), path)
}
