package private

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestSecondHolderLearnsWhoTheFirstIs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	began := time.Now()
	first := start(t, "holder", dir)
	first.says(t)
	_, err := Hold(dir, "inquest up")
	var held *HeldError
	if !errors.As(err, &held) {
		t.Fatalf("got %v, want a HeldError", err)
	}
	if held.PID != first.Process.Pid || held.Since.Before(began.Add(-time.Second)) || held.Since.After(time.Now().Add(time.Second)) {
		t.Errorf("held by %d since %s, want %d since about %s", held.PID, held.Since, first.Process.Pid, began)
	}
	want := fmt.Sprintf("held by inquest up (process %d, since %s)", held.PID, held.Since.Format(time.RFC3339))
	if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--data DIR") {
		t.Errorf("text %q, want %q and the way out", err, want)
	}
	kill(t, first.Process.Pid, syscall.SIGKILL)
	first.Wait()
	h, err := Hold(dir, "inquest up")
	if err != nil {
		t.Fatalf("after kill -9 of the holder: %v", err)
	}
	if err := h.Release(); err != nil {
		t.Fatal(err)
	}
	if h, err = Hold(dir, "inquest up"); err != nil {
		t.Fatalf("after Release: %v", err)
	}
	h.Release()
}
