package extractor

import (
	"context"
	"fmt"
)

// ErrorKind names why a capture gave no document.
type ErrorKind string

// The kinds of errors of this package.
const (
	Empty        ErrorKind = "empty"        // no bytes, or white space only
	NoText       ErrorKind = "no-text"      // a page or PDF without readable text
	TooLarge     ErrorKind = "too-large"    // more bytes or nodes than are read
	TooDeep      ErrorKind = "too-deep"     // nested deeper than is read
	UnknownType  ErrorKind = "unknown-type" // neither a page nor JSON, a feed, PDF, Markdown or text
	WrongType    ErrorKind = "wrong-type"   // declared as one thing and another in its bytes
	BadEncoding  ErrorKind = "bad-encoding" // the content encoding or the charset cannot be read
	Encrypted    ErrorKind = "encrypted"    // a PDF behind a password
	NotAReport   ErrorKind = "not-a-report" // readable, and no incident in it
	Challenge    ErrorKind = "challenge"    // a bot check, a login wall or an error page in place of the report
	ScriptNeeded ErrorKind = "js-only"      // the text comes only when scripts run
	Timeout      ErrorKind = "timeout"      // reading took longer than allowed
)

// Error says what is wrong with a capture and what a curator can do about it.
type Error struct {
	Kind   ErrorKind
	Where  string // address or file name of the capture
	Detail string // a sentence without its subject: what is wrong, and the way out
	Err    error  // cause, may be nil
}

// Error returns the sentence that a curator reads.
func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s %s: %v", e.Where, e.Detail, e.Err)
	}
	return e.Where + " " + e.Detail
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// errorf makes an error whose detail continues the sentence that where begins.
func errorf(kind ErrorKind, where, format string, args ...any) *Error {
	return &Error{Kind: kind, Where: where, Detail: fmt.Sprintf(format, args...)}
}

// inTime returns a timeout error once ctx has ended.
func inTime(ctx context.Context, where string) error {
	if ctx.Err() == nil {
		return nil
	}
	return &Error{Kind: Timeout, Where: where, Err: context.Cause(ctx),
		Detail: "took longer to read than allowed; try again, or save the report's part of the page and attach it"}
}
