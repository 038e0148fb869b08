package extractor

import (
	"context"
	"net/url"
	"slices"
	"strings"
)

// Issues of GitHub in which projects report incidents, among them those of Upptime, whose monitor
// opens an issue when a site is down, closes it when it is up again, and locks it so that comments
// are updates. Read are the JSON of the REST API with comments in it, that of the command "gh issue
// view --json", and the JSON in the issue's page. (GitHub's documentation; Upptime's documentation of
// incidents as issues.)

func isGitHubIssue(p *page) bool { return isIssue(object(p.json)) }

// isIssue knows the names of an issue's fields in all three spellings.
func isIssue(m map[string]any) bool {
	return stringField(m, "title") != "" && (stringField(m, "body") != "" || stringField(m, "bodyHTML") != "") &&
		firstTime(m, "created_at", "createdAt") != nil && issueAuthor(m) != "" && (m["state"] != nil || m["stateReason"] != nil || m["closed"] != nil)
}

func issueAuthor(m map[string]any) string {
	return firstOf(stringField(object(m["user"]), "login"), stringField(object(m["author"]), "login"))
}

func readGitHubIssue(ctx context.Context, p *page) (*Document, error) {
	m := object(p.json)
	d := &Document{Confidence: 0.95, Title: Maybe(cleanText(stringField(m, "title"))), Org: repositoryOwner(p, m)}
	opened, closed := firstTime(m, "created_at", "createdAt"), firstTime(m, "closed_at", "closedAt")
	if isUpptime(m) {
		d.Window = Window{StartedAt: instantOf(opened), ResolvedAt: instantOf(closed)}
		d.Blocks = windowFacts(d.Window)
	} else {
		d.fact("created_at", string(instantOf(opened)))
		d.fact("closed_at", string(instantOf(closed)))
	}
	for _, label := range issueLabels(m) {
		d.fact("label", label)
	}
	posts := []post{issuePost(ctx, p, m)}
	for _, c := range issueComments(m) {
		posts = append(posts, issuePost(ctx, p, c))
	}
	d.appendThread(posts)
	return d, inTime(ctx, p.where())
}

// isUpptime knows the issues that the monitor of Upptime opens by its label and the sign before the
// title.
func isUpptime(m map[string]any) bool {
	return slices.Contains(issueLabels(m), "status") && strings.HasPrefix(stringField(m, "title"), "🛑") ||
		issueAuthor(m) == "upptime-bot"
}

// issueLabels reads a list of labels, plain or as the edges of a query's answer.
func issueLabels(m map[string]any) []string {
	names := namesIn(m["labels"], "name")
	for _, node := range edgeNodes(m["labels"]) {
		names = append(names, stringField(node, "name"))
	}
	return names
}

// issueComments reads the comments: in the page they stand among other items of a timeline, the
// first of them before the last.
func issueComments(m map[string]any) []map[string]any {
	comments := objects(m["comments"])
	for _, list := range []string{"frontTimelineItems", "backTimelineItems"} {
		for _, node := range edgeNodes(m[list]) {
			if stringField(node, "__typename") == "IssueComment" {
				comments = append(comments, node)
			}
		}
	}
	return comments
}

func edgeNodes(v any) []map[string]any {
	var nodes []map[string]any
	for _, e := range objects(object(v)["edges"]) {
		if node := object(e["node"]); node != nil {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// issuePost reads the issue or a comment. Owners, members and collaborators of the repository speak
// for it, and so does its monitor.
func issuePost(ctx context.Context, p *page, m map[string]any) post {
	at := firstTime(m, "created_at", "createdAt")
	raw, _ := at.(string)
	role := firstOf(stringField(m, "author_association"), stringField(m, "authorAssociation"))
	return post{
		author: issueAuthor(m),
		staff:  role == "OWNER" || role == "MEMBER" || role == "COLLABORATOR" || strings.HasSuffix(issueAuthor(m), "-bot"),
		at:     instantOf(at),
		raw:    Maybe(raw),
		blocks: bodyBlocks(ctx, p, firstOf(stringField(m, "body"), stringField(m, "bodyHTML"))),
	}
}

// repositoryOwner reads the owner in the address of the issue.
func repositoryOwner(p *page, m map[string]any) Maybe {
	for _, s := range []string{stringField(m, "html_url"), stringField(m, "url"), addressOf(p)} {
		u, err := url.Parse(s)
		if err != nil || u.Hostname() != "github.com" {
			continue
		}
		owner, _, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/")
		return Maybe(owner)
	}
	return ""
}

func isGitHubPage(p *page) bool {
	return p.opensWith("GitHub") && strings.Contains(p.text, "react-app.embeddedData")
}

func readGitHubPage(ctx context.Context, p *page) (*Document, error) {
	if d, err := embeddedIncidents(ctx, p, isGitHubIssue, readGitHubIssue); d != nil || err != nil {
		return d, err
	}
	return readAnyPage(ctx, p)
}
