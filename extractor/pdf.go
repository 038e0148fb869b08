package extractor

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/responses"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

const (
	maxPDFPages       = 200
	maxPDFMemoryPages = 8192 // of 64 KiB: 512 MiB for the whole engine
)

// pdfEngine starts PDFium on the first PDF of the process and hands out the same pool from then on.
// It is a function that remembers and not a field, because compiling the engine costs seconds and
// 100 MB: every reader in the process must share it, and most processes never meet a PDF.
var pdfEngine = sync.OnceValues(startPDFium)

// startPDFium compiles PDFium, or loads it as compiled by an earlier process from the user's cache
// directory. It gets no file system, and one PDF at a time; each has an instance of its own, which
// is gone with the PDF.
func startPDFium() (pdfium.Pool, error) {
	config := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithMemoryLimitPages(maxPDFMemoryPages).
		WithCloseOnContextDone(true)
	if cache := compilationCache(); cache != nil {
		if pool, err := openPool(config.WithCompilationCache(cache)); err == nil {
			return pool, nil
		}
		// The cache may be damaged or its disk full: compile without it.
	}
	return openPool(config)
}

func openPool(config wazero.RuntimeConfig) (pdfium.Pool, error) {
	return webassembly.Init(webassembly.Config{
		MaxIdle: 1, MaxTotal: 1,
		FSConfig:      wazero.NewFSConfig(),
		RuntimeConfig: config,
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
}

// compilationCache returns nil where the user has no cache directory that can be written.
func compilationCache() wazero.CompilationCache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(dir, "inquest", "wazero"))
	if err != nil {
		return nil
	}
	return cache
}

// readPDF reads the text of a PDF with its layout.
func readPDF(ctx context.Context, p *page) (*Document, error) {
	pages, err := readBoxes(ctx, p)
	if err != nil {
		return nil, err
	}
	d := &Document{Blocks: layoutBlocks(pages)}
	if len(d.Blocks) == 0 {
		return nil, errorf(NoText, p.where(), "is a PDF without text, perhaps scanned; attach a version with text")
	}
	d.Title = largestHeading(d.Blocks)
	d.datePDF()
	return d, nil
}

// largestHeading returns the first heading of the highest level on the first pages, "" when
// nothing there stands out.
func largestHeading(blocks []Block) Maybe {
	best := Block{Level: 7}
	for _, b := range blocks[:min(len(blocks), 12)] {
		if b.Kind == Heading && b.Level < best.Level && !sectionName.MatchString(b.Text) {
			best = b
		}
	}
	return Maybe(best.Text)
}

// datePDF takes the date that a line near the beginning states.
func (d *Document) datePDF() {
	for _, b := range d.Blocks[:min(len(d.Blocks), 12)] {
		if m := publishedLine.FindStringSubmatch(b.Text); m != nil {
			d.statePublished(m[1], m[2])
		}
	}
}

// readBoxes asks the engine for the text of every page. When ctx ends the engine is killed in the
// middle of its work.
func readBoxes(ctx context.Context, p *page) ([]boxPage, error) {
	pool, err := pdfEngine()
	if err != nil {
		return nil, &Error{Kind: UnknownType, Where: p.where(), Err: err,
			Detail: "is a PDF, and the engine that reads PDF does not start on this machine"}
	}
	engine, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return nil, cmp.Or(inTime(ctx, p.where()), brokenPDF(p, err))
	}
	stop := context.AfterFunc(ctx, func() { engine.Kill() })
	pages, err := documentBoxes(ctx, engine, p)
	if !stop() {
		return nil, inTime(ctx, p.where())
	}
	if closeErr := engine.Close(); err == nil && closeErr != nil {
		err = brokenPDF(p, closeErr)
	}
	return pages, err
}

func brokenPDF(p *page, err error) error {
	return &Error{Kind: UnknownType, Where: p.where(), Err: err, Detail: "is a PDF that cannot be read; save it again or attach another version"}
}

func documentBoxes(ctx context.Context, engine pdfium.Pdfium, p *page) ([]boxPage, error) {
	opened, err := engine.OpenDocument(&requests.OpenDocument{File: &p.body})
	switch {
	case errors.Is(err, pdferrors.ErrPassword), errors.Is(err, pdferrors.ErrSecurity):
		return nil, errorf(Encrypted, p.where(), "is a PDF behind a password; attach a version without one")
	case err != nil:
		return nil, brokenPDF(p, err)
	}
	count, err := engine.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: opened.Document})
	if err != nil {
		return nil, brokenPDF(p, err)
	}
	if count.PageCount > maxPDFPages {
		return nil, errorf(TooLarge, p.where(), "has %d pages, more than the %d that are read; attach the pages of the report", count.PageCount, maxPDFPages)
	}
	pages := make([]boxPage, 0, count.PageCount)
	for i := range count.PageCount {
		if err := inTime(ctx, p.where()); err != nil {
			return nil, err
		}
		one, err := pageBoxes(engine, opened.Document, i)
		if err != nil {
			return nil, brokenPDF(p, err)
		}
		pages = append(pages, one)
	}
	return pages, nil
}

func pageBoxes(engine pdfium.Pdfium, doc references.FPDF_DOCUMENT, index int) (boxPage, error) {
	at := requests.Page{ByIndex: &requests.PageByIndex{Document: doc, Index: index}}
	size, err := engine.GetPageSize(&requests.GetPageSize{Page: at})
	if err != nil {
		return boxPage{}, err
	}
	text, err := engine.GetPageTextStructured(&requests.GetPageTextStructured{
		Page: at, Mode: requests.GetPageTextStructuredModeRects, CollectFontInformation: true,
	})
	if err != nil {
		return boxPage{}, err
	}
	one := boxPage{width: size.Width, height: size.Height}
	for _, rect := range text.Rects {
		one.boxes = append(one.boxes, boxOf(rect))
	}
	return one, nil
}

// hyphenSign undoes the engine's marks for a hyphen at the end of a line.
var hyphenSign = strings.NewReplacer("\x02", "-", "\ufffe", "-", "\u00ad", "-", "\u2010", "-")

func boxOf(rect *responses.GetPageTextStructuredRect) textBox {
	at, font := rect.PointPosition, rect.FontInformation
	name := strings.ToLower(font.Name)
	return textBox{
		text: hyphenSign.Replace(rect.Text),
		left: at.Left, right: at.Right, top: at.Top, bottom: at.Bottom,
		size: font.RenderedSize,
		bold: font.Weight >= 600 || strings.Contains(name, "bold") || strings.Contains(name, "black"),
	}
}
