package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestAllAddressesOfOneIncidentAreOneSource(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	got := output(t, dir, "add",
		"https://www.githubstatus.com/incidents/abcdefghijkl",
		"https://githubstatus.com/incidents/abcdefghijkl.json?utm_source=mail",
		"https://kctbh9vrtdwd.statuspage.io/incidents/abcdefghijkl",
		"https://www.githubstatus.com/incidents/bcdefghijklm")
	var receipts []string
	for line := range strings.Lines(got) {
		what, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		_, item, _ := strings.Cut(rest, ", ")
		receipts = append(receipts, fmt.Sprint(what, " ", item))
	}
	want := "queued item 1; known item 1; known item 1; queued item 2"
	if got := strings.Join(receipts, "; "); got != want {
		t.Errorf("receipts %s\nwant     %s", got, want)
	}
	status := output(t, dir, "status", "https://kctbh9vrtdwd.statuspage.io/incidents/abcdefghijkl")
	if !strings.Contains(status, "https://www.githubstatus.com/incidents/abcdefghijkl") {
		t.Errorf("status by another address printed\n%s", status)
	}
}

func TestWhatACuratorDecidesAboutASourceStandsInItsStatus(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	url := "https://status.example.com/incidents/1"
	output(t, dir, "add", url)
	if got := output(t, dir, "add", "--ignore-robots", "allowed by mail", "--review", url); !strings.HasPrefix(got, "known\t") {
		t.Errorf("receipt %q", got)
	}
	if status := output(t, dir, "status", url); !strings.Contains(status, "robots.txt ignored  allowed by mail") {
		t.Errorf("status lacks the decision:\n%s", status)
	}
}
