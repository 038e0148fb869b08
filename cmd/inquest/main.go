package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

// Exit statuses of the command.
const (
	exitOK     = 0
	exitFailed = 1 // something did not work
	exitUsage  = 2 // the command was not understood
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// commands is the command line: one field per subcommand, each in a file of its own.
type commands struct {
	Data    string `help:"Data directory (default: ${data_default})." placeholder:"DIR"`
	Verbose bool   `short:"v" help:"Log what the machinery does."`

	Draft    draftCmd    `cmd:"" help:"Draft cases from files and addresses, as JSON on stdout."`
	Up       upCmd       `cmd:"" help:"Run everything in one process, on an embedded NATS server and a private PostgreSQL."`
	Add      addCmd      `cmd:"" help:"Queue addresses; one receipt line each."`
	Work     workCmd     `cmd:"" help:"Run workers."`
	Schedule scheduleCmd `cmd:"" help:"Put what is due."`
	Serve    serveCmd    `cmd:"" help:"Serve the review pages."`
	Migrate  migrateCmd  `cmd:"" help:"Bring the database up to date."`
	Attach   attachCmd   `cmd:"" help:"Take in a saved page, PDF or MHTML file for a source that blocks us."`
	Status   statusCmd   `cmd:"" help:"Show what waits, since when and why."`
	Requeue  requeueCmd  `cmd:"" help:"List dead letters, or put them back to work."`
	Rebuild  rebuildCmd  `cmd:"" help:"Read stored captures again, without fetching."`
	Export   exportCmd   `cmd:"" help:"Print accepted cases as JSON Lines."`
	Vocab    vocabCmd    `cmd:"" help:"Print the terms of the vocabulary."`
	Schema   schemaCmd   `cmd:"" help:"Print a published schema, or the list of problems."`
	Lint     lintCmd     `cmd:"" help:"Check case files, field by field."`
	Eval     evalCmd     `cmd:"" help:"Measure against gold labels."`
	Fit      fitCmd      `cmd:"" help:"Fit the sentence reader again (for maintainers)."`

	Postgres postgresCmd `cmd:"" hidden:"" help:"Say where PostgreSQL's server programs are."`
	Keeper   keeperCmd   `cmd:"" hidden:"" help:"Keep the private PostgreSQL while somebody uses it."`
}

// session is what every subcommand is given: the outside world, and the settings.
type session struct {
	ctx      context.Context
	settings settings
	stdin    io.Reader
	stdout   io.Writer
	stderr   io.Writer
	lg       *slog.Logger
	now      func() time.Time
}

// usageError is a mistake on the command line: exit status 2.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

// errReported ends the command with status 1 after the failures have been printed.
var errReported = errors.New("some inputs failed")

// run is the whole command: it parses args, runs the subcommand and returns the exit status.
func run(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	var cli commands
	parser, err := newParser(&cli, getenv, stdout, stderr)
	if err != nil {
		fmt.Fprintln(stderr, "inquest:", err)
		return exitFailed
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case exitCode:
			status = int(r)
		default:
			panic(r)
		}
	}()
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(stderr, "inquest: %v\nRun \"inquest --help\", or \"inquest COMMAND --help\" for an example.\n", err)
		return exitUsage
	}
	s, err := newSession(ctx, &cli, getenv, stdin, stdout, stderr)
	if err == nil {
		err = parsed.Run(s)
	}
	return report(stderr, err)
}

// exitCode carries the status out of the parser when --help has been printed.
type exitCode int

func newParser(cli *commands, getenv func(string) string, stdout, stderr io.Writer) (*kong.Kong, error) {
	return kong.New(cli,
		kong.Name("inquest"),
		kong.Description("inquest turns published incident reports into draft cases with evidence."),
		kong.Vars{"data_default": dataDefault(getenv), "listen": defaultListen},
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { panic(exitCode(code)) }),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
	)
}

func newSession(ctx context.Context, cli *commands, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) (*session, error) {
	st, err := readSettings(getenv, cli.Data)
	if err != nil {
		return nil, err
	}
	level := slog.LevelWarn
	if cli.Verbose {
		level = slog.LevelInfo
	}
	return &session{
		ctx:      ctx,
		settings: st,
		stdin:    stdin,
		stdout:   stdout,
		stderr:   stderr,
		lg:       slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level})),
		now:      func() time.Time { return time.Now().UTC() },
	}, nil
}

// report prints what went wrong and returns the exit status.
func report(stderr io.Writer, err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitFailed
	case errors.As(err, &usage):
		fmt.Fprintln(stderr, "inquest:", err)
		return exitUsage
	}
	fmt.Fprintln(stderr, "inquest:", err)
	return exitFailed
}
