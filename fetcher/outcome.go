package fetcher

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind names how a fetch ended when it did not end with a usable capture. It is
// what rows store and what lists are grouped by.
type Kind string

// The kinds of outcome. Whether one is worth another attempt and who has to act
// is said by [Kind.Permanent] and [Kind.Actor].
const (
	Gone           Kind = "gone"            // 404 or 410
	SoftNotFound   Kind = "soft-404"        // a "not found" page served as a success
	Blocked        Kind = "challenge"       // a test for browsers or an access-denied page of a bot filter
	LoginWall      Kind = "login-wall"      // 401, 403, 407, or a page that asks to sign in
	JSOnly         Kind = "js-only"         // a page whose text only a browser's script would fetch
	Refused        Kind = "refused"         // any other 4xx, such as 400, 405, 451
	WrongType      Kind = "wrong-type"      // an image, an archive, HTML where JSON was asked for
	TooLarge       Kind = "too-large"       // over one of [Limits]
	Truncated      Kind = "truncated"       // the body ended before its end
	BadEncoding    Kind = "bad-encoding"    // the Content-Encoding cannot be taken off
	RefusedAddress Kind = "refused-address" // not a public address, or not port 80 or 443
	BadAddress     Kind = "bad-address"     // not an http or https address
	Robots         Kind = "robots"          // robots.txt forbids it
	Busy           Kind = "busy"            // 408, 425, 429, or 503 with Retry-After
	Timeout        Kind = "timeout"         // no answer, or too slow a one
	NoHost         Kind = "no-such-host"    // the name servers say that there is no such name
	DNS            Kind = "dns"             // the name servers do not answer
	TLS            Kind = "tls"             // no valid certificate, no common protocol
	Reset          Kind = "reset"           // the connection was refused or broke off
	ServerError    Kind = "server-error"    // 5xx, or an answer that is not HTTP
	RedirectLoop   Kind = "redirect-loop"   // a circle, or more than five redirects
	Empty          Kind = "empty"           // a success without any content
	Unchanged      Kind = "unchanged"       // not a failure: see [ErrUnchanged]
)

// Who has to act on a failure, as [Kind.Actor] answers it.
const (
	curator  = "curator"
	operator = "operator"
	nobody   = "nobody: it heals by itself"
)

// outcome is one line of the table below.
type outcome struct {
	permanent bool
	actor     string
	advice    string // what the actor can do
}

const (
	useCopy    = "look for an archived copy, or " + attachPage
	attachPage = "attach a saved page"
	waitForIt  = "it is tried again by itself"
	fixAddress = "correct the address"
)

func (k Kind) outcome() outcome {
	switch k {
	case Gone, SoftNotFound, Blocked, LoginWall, JSOnly, Refused, BadEncoding, Empty:
		return outcome{true, curator, useCopy}
	case WrongType:
		return outcome{true, curator, "queue the address of the report itself, or attach a file"}
	case RefusedAddress, BadAddress, RedirectLoop:
		return outcome{true, curator, fixAddress}
	case Robots:
		return outcome{true, curator, "override it for this source with a reason, or attach a saved page"}
	case TooLarge:
		return outcome{true, operator, "attach the part that holds the report, or raise the limit"}
	case NoHost:
		return outcome{false, curator, "correct the address, or " + useCopy + "; meanwhile " + waitForIt}
	case TLS:
		return outcome{false, operator, "check this machine's clock and certificates; otherwise " + waitForIt}
	case Truncated, Busy, Timeout, DNS, Reset, ServerError, Unchanged:
		return outcome{false, nobody, waitForIt}
	}
	// A kind that this table does not know is never tried for ever.
	return outcome{true, operator, "look at it by hand"}
}

// Permanent reports whether another attempt can be expected to end the same
// way. Unknown kinds are permanent, so that nothing is tried for ever.
func (k Kind) Permanent() bool { return k.outcome().permanent }

// NeedsCopy reports whether the page is not to be had from its server, so that
// an archived copy, or one that a person has saved, is what helps.
func (k Kind) NeedsCopy() bool { return k == NoHost || k.outcome().advice == useCopy }

// Actor says who has to act: "curator", "operator" or "nobody: it heals by
// itself".
func (k Kind) Actor() string { return k.outcome().actor }

// Error is the outcome of a fetch that gave no usable capture.
type Error struct {
	Kind   Kind
	URL    string         // the address that answered so: the one asked for, or one it redirects to
	Detail string         // what happened, as the middle of a sentence
	After  time.Duration  // when the server said to try again; 0: decide yourself
	Robots *RobotsVerdict // what robots.txt said, when that was the reason; else nil
	NoCopy bool           // an archive was asked for a copy, and has none
	Err    error          // cause, or nil
}

// Error returns a sentence that a curator can act on: the address, what
// happened, what to do, and when where the server has named a time.
func (e *Error) Error() string {
	where := e.URL
	if where == "" {
		where = "the file"
	}
	advice := e.Kind.outcome().advice
	if e.NoCopy {
		advice = strings.Replace(advice, useCopy, attachPage, 1)
	}
	said := fmt.Sprintf("%s: %s; %s", where, e.Detail, advice)
	if e.After > 0 {
		said += fmt.Sprintf(", not before %v have passed", e.After)
	}
	return said
}

// KindOf returns the outcome of a fetch: of an [Error] its kind, of
// [ErrUnchanged] [Unchanged], and "" of nil and of whatever says nothing about
// the page.
func KindOf(err error) Kind {
	var e *Error
	switch {
	case errors.Is(err, ErrUnchanged):
		return Unchanged
	case errors.As(err, &e):
		return e.Kind
	}
	return ""
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// at completes an error that was made where the address is not known.
func (e *Error) at(url string) *Error {
	e.URL = url
	return e
}

func errorf(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Detail: fmt.Sprintf(format, args...)}
}
