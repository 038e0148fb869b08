package fetcher

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// maxLayers is how many encodings a body may wear. Servers that compress what
// an application has compressed already reach two.
const maxLayers = 3

// errOverflow ends a decoder at the limit.
var errOverflow = errors.New("more bytes than allowed")

// decode takes the encodings off a body, the one named last first (RFC 9110,
// section 8.4). Labels are hints: see [Capture.Content].
func decode(body []byte, declared []string, l Limits) ([]byte, *Error) {
	layers := encodings(declared)
	if len(layers) > maxLayers {
		return nil, errorf(BadEncoding, "its body wears %d encodings, of which %d are taken off", len(layers), maxLayers)
	}
	limit := decodedLimit(body, l)
	for i := len(layers) - 1; i >= 0; i-- {
		out, err := unwrap(layers[i], body, limit)
		if err != nil {
			return nil, err
		}
		body = out
	}
	// Archives send the header empty and leave the bytes compressed, and some
	// servers compress twice and say so once.
	if isGzip(body) && len(layers) < maxLayers {
		return unwrap("gzip", body, limit)
	}
	if int64(len(body)) > l.forType(pdfType(body), false) {
		return nil, tooLarge(l.forType(pdfType(body), false))
	}
	return body, nil
}

// encodings splits the header's values into the encodings to take off.
func encodings(declared []string) []string {
	var layers []string
	for token := range strings.SplitSeq(strings.Join(declared, ","), ",") {
		token = strings.ToLower(strings.TrimSpace(token))
		if token != "" && token != "identity" && token != "none" {
			layers = append(layers, token)
		}
	}
	return layers
}

// decodedLimit allows Ratio times what was served, at least 1 MiB and at most
// the limit for decoded bodies.
func decodedLimit(body []byte, l Limits) int64 {
	return min(l.Decoded, max(1<<20, l.Ratio*int64(len(body))))
}

func pdfType(body []byte) string {
	if bytes.HasPrefix(body, []byte("%PDF-")) {
		return "application/pdf"
	}
	return ""
}

func tooLarge(limit int64) *Error {
	return errorf(TooLarge, "its body has more than %d bytes", limit)
}

// unwrap takes one encoding off. A body that does not open but reads as text
// never had the encoding: browsers show it, so it is kept as it is.
func unwrap(encoding string, body []byte, limit int64) ([]byte, *Error) {
	out, err := open(encoding, body, limit)
	switch {
	case err == nil:
		return out, nil
	case errors.Is(err, errOverflow), errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, zstd.ErrWindowSizeExceeded):
		return nil, tooLarge(limit)
	case isText(body):
		return body, nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errorf(Truncated, "its %s body ends before its end", encoding)
	}
	e := errorf(BadEncoding, "its body is labelled %s and does not open as that (%v)", encoding, err)
	e.Err = err
	return nil, e
}

func isGzip(body []byte) bool { return bytes.HasPrefix(body, []byte{0x1f, 0x8b}) }

func isText(body []byte) bool {
	return strings.HasPrefix(http.DetectContentType(body), "text/")
}

func open(encoding string, body []byte, limit int64) ([]byte, error) {
	switch encoding {
	case "gzip", "x-gzip":
		return gunzip(body, limit)
	case "deflate":
		return inflate(body, limit)
	case "br":
		return readAll(brotli.NewReader(bytes.NewReader(body)), limit)
	case "zstd":
		return unzstd(body, limit)
	}
	return nil, fmt.Errorf("unknown encoding %q", encoding)
}

// gunzip reads all members of a gzip file and ignores what follows the last
// one, as browsers do.
func gunzip(body []byte, limit int64) ([]byte, error) {
	in := bytes.NewReader(body)
	zr, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	var out []byte
	for {
		zr.Multistream(false)
		member, err := readAll(zr, limit-int64(len(out)))
		if errors.Is(err, gzip.ErrChecksum) && sumAgrees(member, body[:len(body)-in.Len()]) {
			err = nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, member...)
		if zr.Reset(in) != nil {
			return out, nil
		}
	}
}

// sumAgrees looks at the checksum alone. A trailer whose size is wrong and
// whose checksum is right is a fault of the writer, not of the data (RFC 1952,
// section 2.3.1).
func sumAgrees(member, read []byte) bool {
	trailer := read[len(read)-8:]
	return crc32.ChecksumIEEE(member) == binary.LittleEndian.Uint32(trailer)
}

// inflate reads "deflate" as the RFC means it (zlib), then as some servers send
// it (raw).
func inflate(body []byte, limit int64) ([]byte, error) {
	zr, err := zlib.NewReader(bytes.NewReader(body))
	if err != nil {
		return readAll(flate.NewReader(bytes.NewReader(body)), limit)
	}
	return readAll(zr, limit)
}

func unzstd(body []byte, limit int64) ([]byte, error) {
	zr, err := zstd.NewReader(bytes.NewReader(body),
		zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(max(limit, 8<<20))))
	if err != nil {
		return nil, err
	}
	defer zr.Close()
	return readAll(zr, limit)
}

// readAll returns what it read together with the error, so that a caller can
// judge how bad the error is.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	out, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(out)) > limit {
		return nil, errOverflow
	}
	return out, err
}
