package fetcher

import "time"

// Limits bounds what one exchange may cost. A field that is zero has the value
// of [DefaultLimits]. Every overflow is an [Error]; nothing is cut in silence.
type Limits struct {
	Encoded   int64         // bytes of a body with a Content-Encoding
	Decoded   int64         // bytes of a body without one, or with it taken off
	PDF       int64         // bytes of a PDF, in place of both
	Ratio     int64         // decoded bytes per served byte, once past 1 MiB
	Header    int64         // bytes of all response headers
	Redirects int           // redirects that are followed
	Total     time.Duration // one exchange, from dialling to the last byte
	Answer    time.Duration // from the request sent to the response's headers
	Dial      time.Duration // DNS and connect
	Handshake time.Duration // TLS
	Progress  time.Duration // in which at least 1 KiB has to come
	Gap       time.Duration // between the end of one request to a host and the next

	beginning bool // also of a body that says it is too large the beginning is read
}

// DefaultLimits returns the limits that fit incident reports: pages are small,
// the largest bodies are PDFs and JSON histories.
func DefaultLimits() Limits {
	return Limits{
		Encoded:   8 << 20,
		Decoded:   32 << 20,
		PDF:       64 << 20,
		Ratio:     200,
		Header:    256 << 10,
		Redirects: 5,
		Total:     60 * time.Second,
		Answer:    15 * time.Second,
		Dial:      10 * time.Second,
		Handshake: 10 * time.Second,
		Progress:  10 * time.Second,
		Gap:       time.Second,
	}
}

// orDefault fills in what the caller left out.
func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	fill(&l.Encoded, d.Encoded)
	fill(&l.Decoded, d.Decoded)
	fill(&l.PDF, d.PDF)
	fill(&l.Ratio, d.Ratio)
	fill(&l.Header, d.Header)
	fill(&l.Redirects, d.Redirects)
	fill(&l.Total, d.Total)
	fill(&l.Answer, d.Answer)
	fill(&l.Dial, d.Dial)
	fill(&l.Handshake, d.Handshake)
	fill(&l.Progress, d.Progress)
	fill(&l.Gap, d.Gap)
	return l
}

func fill[T int | int64 | time.Duration](field *T, value T) {
	if *field == 0 {
		*field = value
	}
}

// forType returns how many bytes a body of a declared type may have as served.
func (l Limits) forType(mediaType string, encoded bool) int64 {
	switch {
	case mediaType == "application/pdf":
		return l.PDF
	case encoded:
		return l.Encoded
	}
	return l.Decoded
}
