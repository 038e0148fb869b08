package private

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

const (
	natsName  = "nats"
	tokenName = "nats.token"
)

// NATS is a NATS server inside this process, with JetStream on files. Its default sync is enough: the rows in
// PostgreSQL are the truth, and what a power cut takes from a stream is put there again.
type NATS struct {
	server *server.Server
	token  string // empty: no port
}

// StartNATS starts a NATS server on the files in dir/nats and returns when it is ready. Without listen it opens no
// port. Listen (HOST:PORT; no host: all interfaces, port 0: any free one) opens one that asks for a token, which is
// made once and kept in dir/nats.token, readable by the owner only; traffic is not encrypted. Only one server may run
// on a directory: the caller holds it (see [Hold]).
func StartNATS(ctx context.Context, lg *slog.Logger, dir, listen string) (*NATS, error) {
	dir, err := makeDir(dir)
	if err != nil {
		return nil, err
	}
	opts, err := natsOptions(dir, listen)
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(opts)
	if err != nil {
		return nil, fmt.Errorf("start NATS server: %w", err)
	}
	fatal := make(chan error, 1)
	s.SetLoggerV2(natsLog{lg: lg, fatal: fatal}, false, false, false)
	ready := make(chan bool, 1)
	go func() {
		s.Start()
		ready <- s.ReadyForConnections(patience)
	}()
	if err := natsReady(ctx, ready, fatal); err != nil {
		s.Shutdown()
		return nil, fmt.Errorf("start NATS server: %w", err)
	}
	return &NATS{server: s, token: opts.Authorization}, nil
}

func natsOptions(dir, listen string) (*server.Options, error) {
	opts := &server.Options{
		ServerName: "inquest",
		JetStream:  true,
		StoreDir:   filepath.Join(dir, natsName),
		NoSigs:     true,
		DontListen: listen == "",
	}
	if listen == "" {
		return opts, nil
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, fmt.Errorf("NATS listens on HOST:PORT, as 0.0.0.0:4222: %w", err)
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("NATS listens on HOST:PORT, as 0.0.0.0:4222: port %q: %w", port, err)
	}
	opts.Host, opts.Port = host, int(number)
	if number == 0 {
		opts.Port = server.RANDOM_PORT
	}
	opts.Authorization, err = token(dir)
	return opts, err
}

// token returns the token of dir and makes it the first time.
func token(dir string) (string, error) {
	path := filepath.Join(dir, tokenName)
	text, err := os.ReadFile(path)
	if err == nil && len(strings.TrimSpace(string(text))) > 0 {
		return strings.TrimSpace(string(text)), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read NATS token: %w", err)
	}
	made := rand.Text()
	if err := os.WriteFile(path, []byte(made+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("write NATS token: %w", err)
	}
	return made, nil
}

func natsReady(ctx context.Context, ready <-chan bool, fatal <-chan error) error {
	select {
	case err := <-fatal:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	case ok := <-ready:
		if ok {
			return nil
		}
	}
	select {
	case err := <-fatal:
		return err
	default:
		return fmt.Errorf("not ready within %s", patience)
	}
}

// Connect connects without a port. The caller closes the connection before Shutdown.
func (n *NATS) Connect(opts ...nats.Option) (*nats.Conn, error) {
	ours := []nats.Option{nats.InProcessServer(n.server), nats.MaxReconnects(-1)}
	if n.token != "" {
		ours = append(ours, nats.Token(n.token))
	}
	nc, err := nats.Connect("", append(ours, opts...)...)
	if err != nil {
		return nil, fmt.Errorf("connect to the embedded NATS server: %w", err)
	}
	return nc, nil
}

// URL is the address, with the token, for NATS_URL on other machines; empty when the server opens no port. A server on
// all interfaces goes by the name of this machine.
func (n *NATS) URL() string {
	if n.token == "" {
		return ""
	}
	addr := n.server.Addr().(*net.TCPAddr)
	host := addr.IP.String()
	if addr.IP.IsUnspecified() {
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	u := url.URL{Scheme: "nats", User: url.User(n.token), Host: net.JoinHostPort(host, strconv.Itoa(addr.Port))}
	return u.String()
}

// Healthy returns what is wrong with the server: after an error of the disk a stream stands still until a restart.
func (n *NATS) Healthy() error {
	if h := n.server.Healthz(nil); h.StatusCode != 200 {
		return fmt.Errorf("embedded NATS server: %s: %s", h.Status, h.Error)
	}
	return nil
}

// Shutdown stops the server and returns when its files are closed.
func (n *NATS) Shutdown() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

// natsLog passes on what the server says. Its notices are for people who run nothing but NATS.
type natsLog struct {
	lg    *slog.Logger
	fatal chan<- error
}

func (l natsLog) Noticef(format string, v ...any) { l.log(slog.LevelDebug, format, v) }
func (l natsLog) Debugf(format string, v ...any)  { l.log(slog.LevelDebug, format, v) }
func (l natsLog) Tracef(format string, v ...any)  { l.log(slog.LevelDebug, format, v) }
func (l natsLog) Warnf(format string, v ...any)   { l.log(slog.LevelWarn, format, v) }
func (l natsLog) Errorf(format string, v ...any)  { l.log(slog.LevelError, format, v) }

// Fatalf keeps the first reason why the server cannot start; the program does not end.
func (l natsLog) Fatalf(format string, v ...any) {
	l.log(slog.LevelError, format, v)
	select {
	case l.fatal <- fmt.Errorf(format, v...):
	default: // the first one is the cause
	}
}

func (l natsLog) log(level slog.Level, format string, v []any) {
	l.lg.Log(context.Background(), level, "nats", "text", fmt.Sprintf(format, v...))
}
