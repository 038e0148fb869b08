// Package storetest turns a PostgreSQL server into an empty store for each test: a schema of its own,
// with all tables, dropped when the test ends.
package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"inquest/migrations"
	"inquest/queue/private"
	"inquest/queue/store"
)

// Variable names the environment variable that holds the connection string of the server. [Main] sets
// it to a private server for the tests of a package when it is empty.
const Variable = "INQUEST_TEST_DATABASE_URL"

// Main is the TestMain of a package whose tests use [New]. It runs the tests against the server that
// [Variable] names, else against a private one that lives as long as they do. A machine without
// PostgreSQL fails, with the lines that install it.
func Main(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == private.KeeperCommand {
		os.Exit(keep(os.Args[2]))
	}
	if os.Getenv(Variable) != "" {
		os.Exit(m.Run())
	}
	status, err := runPrivate(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

// keep is the process that looks after the private server.
func keep(dir string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	lg := slog.New(slog.NewTextHandler(os.Stderr, nil))
	if err := private.RunKeeper(ctx, lg, dir, private.Options{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func runPrivate(m *testing.M) (status int, err error) {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "inquest-test-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := os.Chmod(dir, 0o755); err != nil { // the server may run as another user
		return 0, err
	}
	server, err := private.Open(ctx, slog.New(slog.DiscardHandler), dir, private.Options{})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, server.Close(), server.AwaitStop(ctx)) }()
	if err := os.Setenv(Variable, server.ConnString()); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

// Database is an empty schema with all tables.
type Database struct {
	URL    string // connection string of the server
	Schema string
}

// Config opens another store on the same rows, as another process would.
func (d Database) Config() store.Config { return store.Config{URL: d.URL, Schema: d.Schema} }

// New returns a store with no rows.
func New(t testing.TB) *store.Store {
	t.Helper()
	return Open(t, NewDatabase(t))
}

// Open returns a store on a schema; it is closed when the test ends.
func Open(t testing.TB, d Database) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), d.Config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// NewDatabase returns a schema that has seen all migrations.
func NewDatabase(t testing.TB) Database {
	t.Helper()
	d := NewSchema(t)
	if _, _, err := migrations.Up(t.Context(), d.Connect(t)); err != nil {
		t.Fatal(err)
	}
	return d
}

// NewSchema returns a schema without tables.
func NewSchema(t testing.TB) Database {
	t.Helper()
	url := os.Getenv(Variable)
	if url == "" {
		t.Fatalf("%s is not set and the package's TestMain does not call storetest.Main", Variable)
	}
	d := Database{URL: url, Schema: "test_" + strings.ToLower(rand.Text())}
	d.exec(t, t.Context(), "CREATE SCHEMA "+d.Schema)
	t.Cleanup(func() { d.exec(t, context.Background(), "DROP SCHEMA "+d.Schema+" CASCADE") })
	return d
}

// exec uses a connection of its own: the schema may not be there yet, or a test may have broken its own.
func (d Database) exec(t testing.TB, ctx context.Context, sql string) {
	t.Helper()
	conn, err := pgx.Connect(ctx, d.URL)
	if err != nil {
		t.Fatalf("%v\n%s names a server that does not answer; unset it and install PostgreSQL for a private one: apt-get install postgresql", err, Variable)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Fatal(err)
	}
}

// Connect returns a connection that sees the schema alone, for what a store has no method for; it is
// closed when the test ends.
func (d Database) Connect(t testing.TB) *pgx.Conn {
	t.Helper()
	config, err := pgx.ParseConfig(d.URL)
	if err != nil {
		t.Fatal(err)
	}
	config.RuntimeParams["search_path"] = d.Schema
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}
