package extractor

import "context"

// recipe reads one kind of page. A new platform is one file with a recipe and one line in the table.
type recipe struct {
	name  string
	match func(*page) bool
	read  func(context.Context, *page) (*Document, error)
}

// recipes is asked from the top; the first that matches reads the page. Platforms come first, then
// what reads any page of a type.
var recipes = append(jsonRecipes,
	recipe{"statuspage-summary", isStatuspageSummary, refuseSummary},
	recipe{"json", ofType(typeJSON), refuseJSON},
	recipe{"statuspage", isStatuspage, readStatuspage},
	recipe{"statuspage-history", isStatuspageHistoryPage, readStatuspageHistoryPage},
	recipe{"statuspage-index", isStatuspageIndex, readStatuspageIndex},
	recipe{"google-cloud", isGooglePage, readGooglePage},
	recipe{"azure-history", isAzureHistory, readAzureHistory},
	recipe{"instatus", isInstatusPage, readInstatusPage},
	recipe{"pagerduty", isPagerDutyPage, readPagerDutyPage},
	recipe{"cachet", isCachetPage, readCachetPage},
	recipe{"cstate", isCStatePage, readCStatePage},
	recipe{"discourse", isDiscoursePage, readDiscoursePage},
	recipe{"github-issue", isGitHubPage, readGitHubPage},
	recipe{"postmortem-io", isPostmortemIO, readPostmortemIO},
	recipe{"incident-library", isCasePage, readCasePage},
	recipe{"mail", isMail, readMail},
	recipe{"mail-archive", isMailArchive, readMailArchive},
	recipe{"aws-entry", isAWSEntry, readAWSEntry},
	recipe{"aws-summary", isAWSMessage, readAWSMessage},
	recipe{"heroku", isHerokuPage, readHerokuPage},
	recipe{"incident-io", isIncidentIOPage, readIncidentIOPage},
	recipe{"script-data", isScriptPage, readScriptPage},
	recipe{"incident-page", isIncidentPage, readIncidentPage},
	recipe{"article", ofType(typeHTML), readArticle},
	recipe{"pdf", ofType(typePDF), readPDF},
	recipe{"markdown", ofType(typeMarkdown), readMarkdown},
	recipe{"text", ofType(typeText), readPlainText},
	recipe{"feed", ofType(typeFeed), readFeed},
)

// jsonRecipes read the JSON of platforms, served as such or inside of a page.
var jsonRecipes = []recipe{
	{"statuspage-json", isStatuspageJSON, readStatuspageJSON},
	{"statuspage-history", isStatuspageHistory, readStatuspageHistory},
	{"google-cloud", isGoogleCloud, readGoogleCloud},
	{"aws-events", isAWSEvents, readAWSEvents},
	{"heroku", isHeroku, readHeroku},
	{"incident-io", isWidgetAPI, readWidgetAPI},
	{"instatus", isInstatus, readInstatus},
	{"better-stack", isBetterStack, readBetterStack},
	{"pagerduty", isPagerDuty, readPagerDuty},
	{"salesforce-trust", isSalesforceTrust, readSalesforceTrust},
	{"slack", isSlackStatus, readSlackStatus},
	{"status-io", isStatusIO, readStatusIO},
	{"cachet", isCachet, readCachet},
	{"cstate", isCState, readCState},
	{"discourse", isDiscourseJSON, readDiscourseJSON},
	{"github-issue", isGitHubIssue, readGitHubIssue},
	{"incident-library", isCaseRecord, readCaseRecord},
}

// ofType matches pages of one type.
func ofType(t mediaType) func(*page) bool {
	return func(p *page) bool { return p.kind == t }
}

func refuseJSON(_ context.Context, p *page) (*Document, error) {
	return nil, errorf(NotAReport, p.where(), "is JSON without an incident of a known shape; queue the incident's page or its own JSON")
}
