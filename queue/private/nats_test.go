package private

import (
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func startNATS(t *testing.T, dir, listen string) *NATS {
	t.Helper()
	n, err := StartNATS(t.Context(), slog.New(slog.NewTextHandler(t.Output(), nil)), dir, listen)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Shutdown)
	return n
}

func connect(t *testing.T, n *NATS) (*nats.Conn, jetstream.JetStream) {
	t.Helper()
	nc, err := n.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return nc, js
}

func TestMessagesSurviveShutdownAndStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	n := startNATS(t, dir, "")
	nc, js := connect(t, n)
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "JOBS", Subjects: []string{"jobs.>"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), "jobs.fetch.1", []byte("first")); err != nil {
		t.Fatal(err)
	}
	nc.Close()
	n.Shutdown()

	n = startNATS(t, dir, "")
	_, js = connect(t, n)
	s, err := js.Stream(t.Context(), "JOBS")
	if err != nil {
		t.Fatal(err)
	}
	msg, err := s.GetMsg(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := msg.Subject + " " + string(msg.Data); got != "jobs.fetch.1 first" {
		t.Errorf("message 1 is %q", got)
	}
	if config := s.CachedInfo().Config; config.Storage != jetstream.FileStorage {
		t.Errorf("stream is stored in %s", config.Storage)
	}
	if err := n.Healthy(); err != nil {
		t.Error(err)
	}
}

func TestNATSOpensNoPortUnlessAsked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	n := startNATS(t, dir, "")
	if addr := n.server.Addr(); addr != nil {
		t.Errorf("listens on %s", addr)
	}
	if n.URL() != "" {
		t.Errorf("URL %q, want none", n.URL())
	}
	if _, err := os.Stat(filepath.Join(dir, tokenName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("token: %v, want none", err)
	}
}

func TestNATSPortAsksForTheToken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	n := startNATS(t, dir, "127.0.0.1:0")
	nc, err := nats.Connect(n.URL())
	if err != nil {
		t.Fatalf("with the token: %v", err)
	}
	nc.Close()
	for name, url := range map[string]string{"no token": "nats://" + n.server.Addr().String(), "another token": "nats://guess@" + n.server.Addr().String()} {
		if _, err := nats.Connect(url); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%s: %v, want %v", name, err, nats.ErrAuthorization)
		}
	}
	if nc, _ := connect(t, n); !nc.IsConnected() {
		t.Error("the process itself is not connected")
	}
	info, err := os.Stat(filepath.Join(dir, tokenName))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("token has mode %o, want 600", info.Mode().Perm())
	}
	before := n.token
	n.Shutdown()
	if n = startNATS(t, dir, "127.0.0.1:0"); n.token != before || len(before) < 26 {
		t.Errorf("token %q after a restart, want %q", n.token, before)
	}
}

func TestNATSOnAllInterfacesGoesByTheMachinesName(t *testing.T) {
	t.Parallel()
	n := startNATS(t, t.TempDir(), ":0")
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(n.URL(), "nats://"+n.token+"@"+host+":") {
		t.Errorf("URL %s, want host %s", n.URL(), host)
	}
}

func TestStartNATSSaysWhyNot(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	for listen, want := range map[string]string{
		"4222":               "NATS listens on HOST:PORT, as 0.0.0.0:4222",
		"127.0.0.1:nats":     `port "nats"`,
		"127.0.0.1:70000":    `port "70000"`,
		busy.Addr().String(): "address already in use",
	} {
		_, err := StartNATS(t.Context(), slog.New(slog.DiscardHandler), t.TempDir(), listen)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("listen %s: %v, want %q", listen, err, want)
		}
	}
}
