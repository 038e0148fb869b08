package fetcher

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

// Reasons for which an exchange is ended from our side.
var (
	errTotal = errors.New("the exchange took too long")
	errSlow  = errors.New("the body came too slowly")
)

// fault turns what the network said before there was an answer into an outcome.
// The order matters: a refused address is also a failed dial, a name that does
// not resolve in time is also a timeout.
func fault(ctx context.Context, err error) *Error {
	e := faultKind(ctx, err)
	e.Err = err
	return e
}

func faultKind(ctx context.Context, err error) *Error {
	var name *net.DNSError
	var timeout net.Error
	switch {
	case errors.Is(context.Cause(ctx), errTotal):
		return errorf(Timeout, "it did not answer in full in time")
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedPort), errors.Is(err, ssrf.ErrProhibitedNetwork):
		return errorf(RefusedAddress, "its name leads to an address that is not public")
	case errors.As(err, &name) && name.IsNotFound:
		return errorf(NoHost, "there is no host of the name %s", name.Name)
	case errors.As(err, &name):
		return errorf(DNS, "no name server says where %s is", name.Name)
	case errors.As(err, &timeout) && timeout.Timeout():
		return errorf(Timeout, "the server does not answer")
	case isTLS(err):
		return errorf(TLS, "no trusted connection can be made (%v)", err)
	case strings.Contains(err.Error(), "response headers exceeded"):
		// net/http has no exported error for this.
		return errorf(TooLarge, "its headers are too large")
	case isReset(err):
		return errorf(Reset, "the connection broke off before an answer")
	}
	return errorf(ServerError, "its answer is not valid HTTP (%v)", err)
}

// NoNetwork reports whether a failure looks like one of our own network: no
// name server answers, no route leads anywhere. A name that does not exist is
// the address's fault.
func (e *Error) NoNetwork() bool {
	return e.Kind == DNS || errors.Is(e.Err, syscall.ENETUNREACH) || errors.Is(e.Err, syscall.EHOSTUNREACH) || errors.Is(e.Err, syscall.ENETDOWN)
}

// bodyFault is fault for an error that came while the body was read.
func bodyFault(ctx context.Context, err error) *Error {
	e := bodyFaultKind(ctx, err)
	e.Err = err
	return e
}

func bodyFaultKind(ctx context.Context, err error) *Error {
	switch {
	case errors.Is(context.Cause(ctx), errSlow):
		return errorf(Timeout, "its body comes too slowly")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errorf(Truncated, "its body ends before its end")
	case isReset(err):
		return errorf(Reset, "the connection broke off in the middle of its body")
	}
	return faultKind(ctx, err)
}

func isTLS(err error) bool {
	var (
		verify *tls.CertificateVerificationError
		record tls.RecordHeaderError
		host   x509.HostnameError
		op     *net.OpError
	)
	if errors.As(err, &verify) || errors.As(err, &record) || errors.As(err, &host) {
		return true
	}
	// Alerts: "remote error" is theirs, "local error" is ours.
	return errors.As(err, &op) && (op.Op == "remote error" || op.Op == "local error") || strings.Contains(err.Error(), "tls: ")
}

func isReset(err error) bool {
	for _, broken := range []error{
		io.EOF, io.ErrUnexpectedEOF, syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.EPIPE,
		syscall.EHOSTUNREACH, syscall.ENETUNREACH, syscall.ENETDOWN,
	} {
		if errors.Is(err, broken) {
			return true
		}
	}
	// HTTP/2 keeps its error types to itself.
	return strings.HasPrefix(err.Error(), "stream error:") || strings.HasPrefix(err.Error(), "http2: ")
}
