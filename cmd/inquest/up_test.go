package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/testdata"
)

// interrupt is what Ctrl-C sends.
var interrupt = syscall.SIGINT

var upOnce = []string{"up", "--samples", "--once", "--listen", "127.0.0.1:0"}

func TestUpDraftsTheSamplesAndTheNextRunContinues(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	samples, err := testdata.Samples()
	if err != nil {
		t.Fatal(err)
	}
	first := output(t, dir, upOnce...)
	for _, stage := range []string{"fetched", "read", "drafted"} {
		if n := strings.Count(first, "  "+stage+" "); n < len(samples) {
			t.Errorf("%d lines say %s, want at least %d:\n%s", n, stage, len(samples), first)
		}
	}
	if !strings.Contains(first, "ROOT CAUSE") {
		t.Errorf("no table of drafts:\n%s", first)
	}
	second := output(t, dir, upOnce...)
	if strings.Contains(second, "fetched ") || !strings.Contains(second, "ROOT CAUSE") {
		t.Errorf("the second run does not continue where the first ended:\n%s", second)
	}
	gone := output(t, dir, "export", "--drafts")
	if n := strings.Count(gone, "http://"+sampleArchiveHost+"/web/"); n == 0 {
		t.Error("no draft names the archived copy of the sample that is gone")
	}
}

func TestKilledInTheMiddleUpEndsWithTheSameDrafts(t *testing.T) {
	t.Parallel()
	calm, killed := dataDir(t), dataDir(t)
	output(t, calm, upOnce...)
	cmd := command(t, killed, upOnce...)
	waitForLine(t, cmd, func(line string) bool { return strings.Contains(line, "  drafted ") })
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("it ended by itself before it was killed")
	}
	output(t, killed, upOnce...)
	want, got := drafts(t, calm), drafts(t, killed)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("drafts differ from those of an undisturbed run (-want +got):\n%s", diff)
	}
}

func TestOtherCommandsWorkWhileUpRuns(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	cmd := command(t, dir, "up", "--samples", "--listen", "127.0.0.1:0")
	lines := waitForLine(t, cmd, func(line string) bool { return strings.HasPrefix(line, "review page: ") })
	if status := output(t, dir, "status"); !strings.Contains(status, "normalize") {
		t.Errorf("status printed\n%s", status)
	}
	if receipt := output(t, dir, "add", "http://status.render.com"+sampleDomain+"/incidents/no-such"); !strings.HasPrefix(receipt, "queued\t") {
		t.Errorf("add printed %q", receipt)
	}
	waitIn(t, lines, func(line string) bool {
		return strings.Contains(line, "failed   fetch") && strings.Contains(line, "no-such")
	})
	if n := strings.Count(output(t, dir, "export", "--drafts"), "\n"); n < 12 {
		t.Errorf("export printed %d drafts, want at least 12", n)
	}
	if status := output(t, dir, "status"); !strings.Contains(status, "gone") || !strings.Contains(status, "attach a saved page; it counts as gone") {
		t.Errorf("status printed\n%s", status)
	}
	if dead := output(t, dir, "requeue", "--list"); !strings.Contains(dead, "no dead letters") {
		t.Errorf("requeue --list printed\n%s", dead)
	}
	second := command(t, dir, "up", "--samples", "--once")
	if out, err := second.CombinedOutput(); err == nil || !strings.Contains(string(out), "inquest up") {
		t.Errorf("a second up ended with %v and printed\n%s", err, out)
	}
	stopCleanly(t, cmd)
}

// dataDir returns an empty data directory that the user whom PostgreSQL runs as may reach.
func dataDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// waitForLine starts the process and reads its output up to a line that is wanted.
func waitForLine(t *testing.T, cmd *exec.Cmd, wanted func(string) bool) *bufio.Scanner {
	t.Helper()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stdout)
	waitIn(t, lines, wanted)
	return lines
}

func waitIn(t *testing.T, lines *bufio.Scanner, wanted func(string) bool) {
	t.Helper()
	var seen []string
	for lines.Scan() {
		seen = append(seen, lines.Text())
		if wanted(lines.Text()) {
			return
		}
	}
	t.Fatalf("the output ended (%v) without the line that was waited for:\n%s", lines.Err(), strings.Join(seen, "\n"))
}

func stopCleanly(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Signal(interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after Ctrl-C: %v\n%s", err, cmd.Stderr)
	}
}

// drafts returns the exported drafts of a data directory, sorted by their sources; what differs
// between two runs by nature is not in them.
func drafts(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	dec := json.NewDecoder(strings.NewReader(output(t, dir, "export", "--drafts")))
	for {
		var d json.RawMessage
		if err := dec.Decode(&d); err == io.EOF {
			slices.Sort(all)
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(d))
	}
}
