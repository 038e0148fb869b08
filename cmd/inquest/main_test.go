package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"inquest/queue/private"
)

// asCommand makes the test binary behave as inquest, so that tests have real processes to kill.
const asCommand = "INQUEST_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	keeper := len(os.Args) > 1 && os.Args[1] == private.KeeperCommand
	if os.Getenv(asCommand) == "" && !keeper {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr))
}

// command prepares a child process that is inquest, on the data directory dir.
func command(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, append([]string{"--data", dir}, args...)...)
	cmd.Env = append(withoutServers(os.Environ()), asCommand+"=1")
	return cmd
}

// withoutServers drops the variables that would make inquest use servers of the machine's owner.
func withoutServers(env []string) []string {
	var kept []string
	for _, kv := range env {
		name, _, _ := strings.Cut(kv, "=")
		if name != databaseVariable && name != natsVariable && name != contactVariable {
			kept = append(kept, kv)
		}
	}
	return kept
}

// output runs inquest and returns what it printed; a failure ends the test.
func output(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := command(t, dir, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("inquest %s: %v\n%s%s", strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

// runHere runs the command in this process and returns its exit status and what it printed.
func runHere(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	getenv := func(name string) string {
		if name == "HOME" {
			return t.TempDir()
		}
		return ""
	}
	status = run(t.Context(), args, getenv, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

func TestMistakesOnTheCommandLineSayWhatToDo(t *testing.T) {
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"an unknown flag", []string{"draft", "--colour", "x"}, `unknown flag --colour`},
		{"an unknown command", []string{"fetchh"}, `unexpected argument fetchh`},
		{"no input", []string{"draft"}, `<input>`},
		{"no NATS server", []string{"schedule"}, "no NATS server: set NATS_URL"},
		{"a worker without a contact", []string{"work"}, "INQUEST_CONTACT is not set"},
		{"an unknown stage", []string{"work", "guess"}, `there is no stage "guess"; the stages are [fetch extract normalize]`},
		{"an unknown facet", []string{"vocab", "colours"}, "there is no facet colours"},
		{"a bad incident number", []string{"draft", "--incident", "zero", "x"}, `--incident "zero": a number from 1 up, or all`},
		{"an address of two files", []string{"draft", "--url", "https://a.example/", "x", "y"}, "--url is the address of one file"},
		{"a bad address of a file", []string{"draft", "--url", "file:///etc/passwd", "x"}, "--url: "},
		{"up without a contact", []string{"up"}, "INQUEST_CONTACT is not set"},
		{"nothing to add", []string{"add"}, "no address given; try: inquest add"},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, _, stderr := runHere(t, "", test.args...)
			if status != exitUsage || !strings.Contains(stderr, test.want) {
				t.Errorf("status %d, want %d; printed %q, want %q in it", status, exitUsage, stderr, test.want)
			}
		})
	}
}

func TestEveryCommandHasHelpWithAnExample(t *testing.T) {
	for _, name := range []string{"draft", "up", "add", "work", "schedule", "serve", "migrate", "status", "requeue", "rebuild", "export", "vocab", "schema", "lint", "eval"} {
		status, stdout, _ := runHere(t, "", name, "--help")
		if status != exitOK || !strings.Contains(stdout, "Example:\n") || !strings.Contains(stdout, "inquest "+name) {
			t.Errorf("%s --help: status %d, printed\n%s", name, status, stdout)
		}
	}
}

// brokenWriter has a mistake of ours in it.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { panic("a mistake") }

func TestAMistakeOfOursIsNotTakenForSuccess(t *testing.T) {
	defer func() {
		if r := recover(); r != "a mistake" {
			t.Errorf("the panic came out as %v", r)
		}
	}()
	status := run(t.Context(), []string{"vocab", "terms"}, func(string) string { return "" }, strings.NewReader(""), brokenWriter{}, io.Discard)
	t.Errorf("the command ended with status %d", status)
}
