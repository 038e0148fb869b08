package extractor

// A thread is a report with what was written under it: a forum's topic, an issue with comments, mail
// with answers. The first post is the report. Later posts of its author, or of others who speak for
// the publisher, are updates; what anybody else wrote is no part of the report.

// post is one contribution to a thread.
type post struct {
	author string
	staff  bool  // speaks for the publisher
	at     Maybe // RFC 3339, UTC
	raw    Maybe // as the page writes it
	blocks []Block
}

// appendThread appends the blocks of the posts in the order of the thread.
func (d *Document) appendThread(posts []post) {
	for i, p := range posts {
		switch {
		case i == 0:
			d.PublishedAt = p.at
			d.Blocks = append(d.Blocks, p.blocks...)
		case p.staff || p.author != "" && p.author == posts[0].author:
			d.UpdatedAt = max(d.UpdatedAt, p.at)
			d.Blocks = append(d.Blocks, stamped(p.blocks, "Update", p.at, p.raw)...)
		default:
			d.Blocks = append(d.Blocks, asideBlocks(p)...)
		}
	}
}

// asideBlocks keeps the place of a comment in the thread, marked as no part of the report. It has no
// instant, because a comment is no event of the incident.
func asideBlocks(p post) []Block {
	for i := range p.blocks {
		p.blocks[i].Section, p.blocks[i].Label, p.blocks[i].Time, p.blocks[i].RawTime = SectionBoilerplate, "Comment", "", p.raw
	}
	return p.blocks
}
