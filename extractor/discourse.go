package extractor

import (
	"context"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Topics of Discourse forums, in the forms in which they are served: /t/<slug>/<id>.json, the page
// with the same JSON for its script in an attribute, the page for readers without scripts and for
// printing, and a page saved after its script ran. (Discourse's API documentation and the templates
// of its pages.)

func isDiscourseJSON(p *page) bool { return isDiscourseTopic(object(p.json)) }

func isDiscourseTopic(m map[string]any) bool {
	posts, _ := object(m["post_stream"])["posts"].([]any)
	return len(posts) > 0
}

func readDiscourseJSON(ctx context.Context, p *page) (*Document, error) {
	return discourseTopic(ctx, p, object(p.json)), inTime(ctx, p.where())
}

// regularPost is the kind of posts that people write; the others are notes such as "closed".
const regularPost = "1"

func discourseTopic(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 0.95, Title: Maybe(cleanText(stringField(m, "title")))}
	var posts []post
	for _, e := range objects(object(m["post_stream"])["posts"]) {
		if kind := stringField(e, "post_type"); kind != "" && kind != regularPost {
			continue
		}
		posts = append(posts, post{
			author: stringField(e, "username"),
			staff:  e["staff"] == true || e["admin"] == true || e["moderator"] == true,
			at:     instantOf(e["created_at"]),
			raw:    Maybe(stringField(e, "created_at")),
			blocks: fragmentBlocks(ctx, p, stringField(e, "cooked")),
		})
	}
	d.appendThread(posts)
	if first := objects(object(m["post_stream"])["posts"]); len(first) > 0 {
		d.startsAt(stringField(first[0], "post_number"))
	}
	return d
}

// startsAt warns when a page begins in the middle of a topic: the report is the topic's first post.
func (d *Document) startsAt(number string) {
	if number != "" && number != "1" {
		d.Warnings = append(d.Warnings, "begins with post "+number+" of the topic: queue the topic's own address, where the report is the first post")
	}
}

func isDiscoursePage(p *page) bool {
	return p.has("crawler-post", "topic-post", "creator", "data-preloaded") && (p.opensWith(`content="Discourse `) || p.has("crawler-post")) &&
		(len(discoursePosts(p.root)) > 0 || preloadedTopic(p.root) != nil)
}

func readDiscoursePage(ctx context.Context, p *page) (*Document, error) {
	if m := preloadedTopic(p.root); m != nil {
		return discourseTopic(ctx, p, m), inTime(ctx, p.where())
	}
	d := &Document{Confidence: 0.95}
	if n := find(p.root, func(n *html.Node) bool { return attr(n, "id") == "topic-title" || hasClass("fancy-title")(n) }); n != nil {
		if h := find(n, isHeading); h != nil {
			n = h
		}
		d.Title = Maybe(cleanText(rawText(n)))
	}
	shown := discoursePosts(p.root)
	var posts []post
	for _, n := range shown {
		posts = append(posts, shownPost(ctx, p, n))
	}
	d.appendThread(posts)
	if number, ok := strings.CutPrefix(attr(shown[0], "id"), "post_"); ok {
		d.startsAt(number)
	}
	return d, inTime(ctx, p.where())
}

// preloadedTopic reads the attribute in which the page hands its data to its script: an object whose
// values are JSON texts, one of them named after the topic.
func preloadedTopic(root *html.Node) map[string]any {
	n := find(root, func(n *html.Node) bool { return attr(n, "data-preloaded") != "" })
	if n == nil {
		return nil
	}
	v, err := decodeJSON(attr(n, "data-preloaded"))
	if err != nil {
		return nil
	}
	for _, key := range sortedKeys(object(v)) {
		if !strings.HasPrefix(key, "topic_") {
			continue
		}
		topic, err := decodeJSON(stringField(object(v), key))
		if err == nil && isDiscourseTopic(object(topic)) {
			return object(topic)
		}
	}
	return nil
}

var (
	isCrawlerPost = hasClass("crawler-post")
	isTopicPost   = hasClass("topic-post")
	isCreator     = hasClass("creator")
	isCooked      = hasClass("cooked")
	isPostBody    = hasClass("post")
)

// discoursePosts finds the elements of the posts: with a head and a body in each, or, in print, with
// the head right before the body.
func discoursePosts(root *html.Node) []*html.Node {
	posts := findAll(root, func(n *html.Node) bool {
		return isCrawlerPost(n) && postBody(n) != nil || isTopicPost(n) && postBody(n) != nil
	})
	if len(posts) > 0 {
		return posts
	}
	return findAll(root, func(n *html.Node) bool {
		before := elementBefore(n)
		return isPostBody(n) && before != nil && isCreator(before)
	})
}

func elementBefore(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; {
		n = n.PrevSibling
	}
	return n
}

func postBody(n *html.Node) *html.Node {
	if body := find(n, isCooked); body != nil {
		return body
	}
	return find(n, isPostBody)
}

// shownPost reads one post as the page shows it. Who is of the staff shows only on pages with their
// script.
func shownPost(ctx context.Context, p *page, n *html.Node) post {
	body, head := postBody(n), n
	if body == nil {
		body, head = n, elementBefore(n)
	}
	who := post{author: shownAuthor(head), staff: hasClass("moderator")(n) || find(head, hasClass("staff")) != nil}
	if t := find(head, func(n *html.Node) bool { return n.DataAtom == atom.Time || attr(n, "data-time") != "" }); t != nil {
		who.at, who.raw = instantUTC(attr(t, "datetime")), Maybe(cleanText(rawText(t)))
		if who.at == "" {
			who.at = fromUnix(attr(t, "data-time"))
		}
	}
	who.blocks = readBlocks(ctx, body, p.url)
	return who
}

func shownAuthor(head *html.Node) string {
	for _, ok := range []func(*html.Node) bool{
		func(n *html.Node) bool { return attr(n, "data-user-card") != "" },
		func(n *html.Node) bool { return attr(n, "itemprop") == "name" },
		func(n *html.Node) bool { return n.DataAtom == atom.B },
	} {
		if n := find(head, ok); n != nil {
			return firstOf(attr(n, "data-user-card"), cleanText(rawText(n)))
		}
	}
	return ""
}
