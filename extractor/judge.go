package extractor

import (
	"errors"

	"inquest/fetcher"
)

// judge refuses pages that stand in the place of a report: bot checks, login walls, pages that say
// that nothing was found. A page whose text a script would bring may carry it as data, so that it
// is judged by what the recipes find in it.
func (p *page) judge() error {
	var f *fetcher.Error
	if p.kind != typeHTML || !errors.As(fetcher.Judge(p.capture), &f) {
		return nil
	}
	switch f.Kind {
	case fetcher.Blocked, fetcher.LoginWall:
		return &Error{Kind: Challenge, Where: p.where(), Err: f,
			Detail: "shows a test for browsers or a login in place of the report; queue an archived copy or attach the saved page"}
	case fetcher.SoftNotFound, fetcher.Gone:
		return &Error{Kind: NotAReport, Where: p.where(), Err: f,
			Detail: "says that there is no such page; queue an archived copy"}
	}
	return nil
}
