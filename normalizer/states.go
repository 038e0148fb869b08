package normalizer

import (
	"regexp"
	"strings"
)

// What a clause tells of a service is read from its make-up and not from a list of phrases: a word for
// harm that begins or ends, work that stops or goes on again, someone who comes to know. It is wider than
// the cues of [eventCues], so it counts only where no cue has found a time.

// harmNouns are things that do harm while they are there.
const harmNouns = `(?:errors?|error rates?|failures?|failure rates?|time-?outs?|[45](?:xx|\d\d)(?:s|-errors?)?|latenc(?:y|ies)|response times?|crash(?:es)?|disconnect(?:s|ions)?|outages?|packet loss|slowness|slowdowns?|degradation|disruptions?|impact|issues?|problems?|backlogs?|queues?(?: depth| length)?|(?:replication )?lag|load|symptoms?|delays?|impairment|interruptions?)`

// serviceNouns are what rows of a timeline call the thing that is down or back.
const serviceNouns = `(?:services?|site|api|sso|panel|portal|apps?|website|shop|checkout|logins?|mail|access|everything|all|traffic|power|network|servers?|cluster|database|links?|sessions?|assistant|search|data|payments?)`

// workVerbs are what a service does when all is well.
const workVerbs = `(?:work|respon|serv|accept|process|answer|receiv|send|sent|deliver|start|run|load|log|sign|connect|reach|access|resolv|us[ei]|read|writ|open|complet|creat|publish|updat|schedul|pick|deploy|build|push|pull|clon|authenticat|view|record|sync|replicat|reply|replies|listen|function|be\b|being)\w*`

var (
	harmBegins = regexp.MustCompile(`\b` + harmNouns + `(?: \S+){0,4}? (?:ris(?:e|es|ing)|rose|increas(?:e|es|ed|ing)|goes? from|went from|steps? up|stepped up|doubl(?:es?|ed)|tripl(?:es?|ed)|passes|exceeds?|exceeded|spik(?:e|es|ed|ing)|jump(?:s|ed)?|climb(?:s|ed|ing)?|surg(?:es|ed)|grew|grow(?:s|ing)?|appear(?:s|ed)?|beg[aiu]ns?|start(?:s|ed)?|occur(?:s|red)?|went up|go(?:es)? up|shot up|ramp(?:s|ed) up|build(?:s|ing)? up|built up|happen(?:s|ed)|emerge[sd]?)\b`)
	harmSeen   = regexp.MustCompile(`\b(?:sees?|saw|seeing|experienc\w+|return(?:s|ed|ing)?|receiv\w+|gets?|got|getting|throw(?:s|ing)?|threw|serv(?:e|es|ed|ing)|(?:spike|increase|surge|rise|wave|burst|number) (?:of|in)|first|elevated|high|higher|increased|many|massive|show(?:s|ed|ing)?) (?:\S+ ){0,3}?` + harmNouns + `\b`)
	harmVerb   = regexp.MustCompile(`\b(?:fail(?:s|ed|ing)?|crash(?:es|ed|ing)?|(?:went|go|goes|going|is|are|was|were|all) (?:\w+ )?(?:down|offline|dark)|unavailable|unreachable|unresponsive|inaccessible|not (?:reachable|available|respond\w*|work\w*|accessible)|tim(?:e|es|ed|ing) out|broke|breaks?|broken|hung|hangs?|froze$|freezes$|r[au]ns? out|fill(?:s|ed) up|lock(?:s|ed) up|exhaust(?:s|ed)|expire[sd]?|los(?:t|es|ing) (?:\w+ ){0,2}(?:power|connect\w+|network\w*|quorum|leader\w*|contact|access|packets)|degrad(?:ed|es|ing)|stall(?:s|ed)|stuck|overload\w*|saturat\w+|refus(?:e|es|ed|ing)|reject(?:s|ed|ing)|gets? killed|\w+ (?:is|was|were|are|gets?|got)? ?lost$|(?:was|were|got|gets?) (?:\w+ )?(?:killed|deleted|wiped|corrupted)|out of (?:memory|disk|space|sync)|(?:table|disk|volume|pool|partition|heap|queue|memory|file ?system)s? (?:is |was |are |were )?full|d(?:ies|ied|ying)|dead|collaps\w+|g[ai]ves? (?:up|out)|fell (?:over|off|apart|behind)|falls? (?:over|off|apart|behind)|(?:goes|went|go|turns|turned|came out|come out) (?:\w+ )?(?:dark|blank|empty|wrong|red|stale|silent|quiet|read-only)|dark$|halt(?:s|ed)$|bounc(?:e|es|ed|ing)|garbled|frozen|cut off|thrown (?:out|back)|turned (?:away|down)|kicked out|logged out|knocked (?:out|over|off)|notready|not ready|disappear\w*|slow(?:s|ed)? down|too slow)\b`)
	workStops  = regexp.MustCompile(`\b(?:stop(?:s|ped)?|no longer|unable to|not able to|could(?: not|n't|n’t)|can(?:not|'t|’t| not)|did(?: not|n't|n’t)|does(?: not|n't|n’t)|do(?: not|n't|n’t)|ceased? to|would(?: not|n't)|won't) (?:\w+ly )?` + workVerbs)
	startsHarm = regexp.MustCompile(`\b(?:start|begin|began)(?:s|ed)? (?:to )?\w+ (?:\S+ ){0,2}?` + harmNouns + `\b`)
	notWork    = regexp.MustCompile(`(?:n't|n’t| not) (?:be )?(?:\w+ly )?` + workVerbs)
	downLast   = regexp.MustCompile(`^\W*(?:\w+ ){0,2}` + serviceNouns + ` (?:\w+ )?(?:down|dead|gone)$`)
	showsWrong = regexp.MustCompile(`\b(?:shows?|showed|showing|sees?|saw|gets?|got|returns?|returned|serves?|served|displays?|displayed) (?:only )?(?:an? |the )?(?:empty|blank|white|wrong|stale|outdated|old|incomplete|endless) `)
	stopsDead  = regexp.MustCompile(`\b(?:stop(?:s|ped)(?: \w+ing .*)?|ceas(?:es|ed)|neither \w+ nor|nothing \w+s|no longer)$`)
	goodFalls  = regexp.MustCompile(`\b(?:rates?|ratio|throughput|traffic|availability|success\w*|orders|sign-?ins|logins|requests|calls|volume|hits?|deliver\w+|sales|users|sessions|connections)(?: \S+){0,5}? (?:drop(?:s|ped)?|falls?|fell|collaps\w+|plung\w+|dips?|dipped|plummet\w*|(?:goes|went|go) to zero|at zero)\b`)
	noneWork   = regexp.MustCompile(`\bno (?:new |more )?(?:\w+ ){1,3}(?:was|were|are|is|could|can)\b|\bnobody (?:could|can)\b|\bno one (?:could|can)\b|\bnone of (?:\w+ ){1,4}(?:work|respon)`)

	byAttack  = regexp.MustCompile(`\b(?:published|pushed|uploaded|created|changed|replaced|encrypted|deleted|accessed|used|read) by (?:an? |the )?(?:attackers?|intruders?|unknown (?:person|party|actor))\b|\battackers? (?:\w+ )?(?:publish|push|upload|replac|encrypt|delet|access|log|gain|get|got|use|read)\w*`)
	firstHarm = regexp.MustCompile(`\bfirst (?:\S+ ){0,3}?(?:fail\w*|reject\w*|refus\w*|los[ts]\w*|missed|dropped|wrong|bad|duplicate\w*|drops?|symptoms?|affected|expir\w*)\b`)

	workAgain = regexp.MustCompile(`\b(?:work\w*|succe\w+|available|online|operational|up|reachable|healthy|runs?|running|respond\w*|serv\w+|accept\w*|flow\w*|accessible|functional|functioning|stable|process\w*|deliver\w*|load\w*|log(?:ging)? in|green|usable|pass\w*|behav\w+)(?: \S+){0,3}? (?:again|normally|as usual|as before|as expected|correctly|fine|properly)\b`)
	backTo    = regexp.MustCompile(`\bback (?:to (?:\w+ )?(?:normal|baseline|usual|healthy|100%|operation\w*|working|full|green|their)|up|online|in service|in operation|in business|with us)\b|\b(?:came|come|comes|is|are|was|were) (?:all )?back\b|\bnormal (?:service|operations?|levels?) (?:resum\w+|was|were|is|are)|\b(?:is|are|was|were) (?:all )?over\b|\ball (?:is |was )?(?:well|clear|green)\b`)
	restored  = regexp.MustCompile(`^\W*(?:fixed|solved)\b|\bit (?:was|is) (?:empty|gone|over|done|back|up)\b|\b(?:had|have) (?:rebuilt|restored|recovered|repaired|replaced|fixed|delivered|processed|resent) (?:all|every)\b|\b(?:restor(?:es|ed)|able to restore|managed to restore|recover(?:s|ed)|recovery (?:is |was )?complete\w*|resum(?:es|ed)|(?:was|were|is|are|been|got|issue|problem|bug|outage|everything) (?:\w+ly )?fixed|fix(?:es|ed) (?:the|this) (?:issue|problem|outage)|resolv(?:es|ed)|normali[sz](?:es|ed)|return(?:s|ed)? to (?:\w+ )?(?:normal|baseline|usual|expected|healthy|service)|(?:declared|marked|considered) (?:as )?over|at (?:normal|baseline|usual)|(?:queue|backlog)s? (?:was |were |is )?(?:\w+ )?(?:drained|cleared|empty|processed)|all (?:\S+ ){1,4}(?:succeed|work|pass)\w*|(?:pause|block|freeze|ban|limit|restriction|hold|throttle|embargo)s? (?:was |were |is |are |been )?(?:lifted|removed|released)|re-?open(?:s|ed)|delisted|reconnect(?:s|ed)|full(?:y)? (?:service|up|back|available|working)|in sync|up to date|up-to-date|caught up|stabili[sz](?:es|ed)|operational|(?:is|are|was|were) (?:now )?(?:up|healthy|fine|stable|green|working|available|reachable|accessible|functional))\b|\b(?:works?|succeeds?|succeeded)(?: fine| well)?$|\b(?:requests?|pulls?|jobs?|builds?|logins?|checks?|uploads?|calls?|connections?|sessions?) (?:all )?(?:succeed|(?:are|come|came) (?:up|back|through))\b`)
	wholeWell = regexp.MustCompile(`\b(?:all|every|each|everyone|everybody|everyone's|everything|both|the last|last|remaining|the rest)\b(?: \S+){0,6}? (?:green|ready|reconnected|connected|converged|current|synced|served|delivered|sent|done|back|fixed|restored|reachable|up|healthy|clean|recovered|online|passing|working|visible|correct|processed|ok|picked (?:it |that |this )?up|pick (?:it |that |this )?up)\b|\b(?:all|everyone|everybody|every \w+)\b(?: \S+){0,3}? (?:could|can) (?:\w+ )?(?:again )?` + workVerbs)
	greenNow  = regexp.MustCompile(`^\W*(?:all )?(?:green|ok|okay)\b|\b(?:is|are|was|were|went|go|goes|turn(?:s|ed)?|back|probes?|checks?|dashboards?|boards?|graphs?|tests?) (?:\w+ )?green\b`)
	backLast  = regexp.MustCompile(`^\W*(?:\w+ ){0,2}` + serviceNouns + ` (?:\w+ )?(?:back\b|(?:up|available)$)`)
	backUnder = regexp.MustCompile(`\b(?:p\d\d|latenc\w+|lag|error rates?|errors?|age|load|queue|backlog|depth|response times?|failure rate|wait\w*|delay|rate)\b(?: \S+){0,4}? (?:back )?(?:under|below|at zero|to zero|is zero|empty|gone|normal)\b`)
	takenDown = regexp.MustCompile(`\b(?:releases?|versions?|packages?|images?|extensions?)\b(?: \S+){0,3}? (?:removed|unpublished|yanked|taken down|pulled)\b`)
	onceMore  = regexp.MustCompile(`\b(?:again|once more)\b`)
	harmEnds  = regexp.MustCompile(`\b(?:` + harmNouns + `|alerts?|reports?)(?: \S+){0,3}? (?:stop(?:s|ped)?|ceas(?:e|es|ed)|subsid\w+|disappear\w*|vanish\w*|went away|go(?:es)? away|gone|clear(?:s|ed)?|dissipat\w+|end(?:s|ed)|(?:is|was|were|are) over|(?:drop(?:s|ped)?|fell|falls|goes|went|return(?:s|ed)) (?:back )?(?:down )?(?:to|below))\b`)
	noMore    = regexp.MustCompile(`\bno (?:more|further) ` + harmNouns)

	// koreanHarm matches what rows of a Korean timeline say when it goes wrong: "CRC 오류 급증", "결제 실패 시작".
	koreanHarm    = regexp.MustCompile(`(?:오류|에러|실패|지연|유실|손실|타임아웃|적체|대기|부하|사용률|응답 시간|5xx|50\d)[가-힣]{0,2} ?(?:\S+ ){0,2}?(?:급증|급등|증가|치솟|폭증|상승|시작|늘어|늘기|쌓이|쌓임|나기|나타|관측)|(?:접속|로그인|결제|조회|주문|연결|응답|처리|전송|발송|통신|서비스|전원)\S{0,2} ?(?:\S+ )?(?:불가|안 됨|안 되|두절|끊김|끊기|끊겼|중단|멈춤|멈추|멈췄|실패)|멈추었|멈췄|멈춤|멈춰|중단되|중단됐|끊겼|끊어졌|느려졌|느려지|지연되|사라졌|사라지는|응답하지 (?:않|못)|(?:열리|되|뜨|보이|표시되|전송되|처리되|저장되|접속되|연결되|들어가)지 (?:않|못)|수 없(?:었|는|게)|실패하|거부(?:하|되|됐)|튕기|튕겼|먹통|다운됨|다운$|내려감|정전`)
	koreanWell    = regexp.MustCompile(`정상|복구|해소|해결|재개|회복`)
	harmForms     = []*regexp.Regexp{koreanHarm, harmBegins, harmSeen, harmVerb, workStops, startsHarm, downLast, showsWrong, byAttack, stopsDead, goodFalls, firstHarm, noneWork}
	recoveryForms = []*regexp.Regexp{workAgain, backTo, restored, wholeWell, greenNow, backUnder, backLast, takenDown, harmEnds}

	someoneKnows = regexp.MustCompile(`\b(?:alert(?:s|ed|ing)?|alarm(?:s|ed)?|paged|pages \w+$|pages (?:the|on|our|us|me|out|for)|pagers?|(?:slo|alert|burn-?rate|rate|ratio|latency|availability|5xx|errors?|pagerduty|pingdom|opsgenie|monitoring|probe|\w+dog|got a|received a) pages?|first page|(?:zabbix|nagios|icinga|datadog|grafana|prometheus|sentry|alertmanager|pingdom|cloudwatch|newrelic|uptimerobot|statuscake|checkly) (?:trigger|fire|goes|went|e?mail|text|show|warn|raise|open)\w*|(?:tele)?phoned|phones? (?:us|the|in|rang)|rang|(?:alerts?|alarms?|phones?|pagers?) rings?|w[ao]kes?|woken|tweet\w*|pinged|notic(?:e|es|ed)|observ(?:e|es|ed)|detect(?:s|ed|ion)?|discover(?:s|ed)?|reali[sz](?:e|es|ed)|report(?:s|ed|ing)?|complain\w*|(?:told|called|calls|informed|notified|emailed|messaged|texts|texted|rings|contact(?:s|ed)|tells) (?:us|me|our|the)|ask(?:s|ed)? (?:us |me |the \w+ )?(?:in|why|whether|if|on|about|what)\b|aware|learn(?:s|ed|t) (?:of|about|that)|w(?:rites?|rote) (?:to|in|on)|(?:got|came|gets|comes) to know|knew|(?:we|i|he|she|they) saw|(?:called|seen|spotted|noticed|observed|caught) by|(?:sent|mailed|passed|reported|forwarded|escalated) (?:\w+ )?to us|(?:readers?|users?|customers?|members?|visitors?|students?|teachers?|tenants?|merchants?|subscribers?) (?:mails?|mailed|e-?mails?|wrote|writes?|asks?|asked|phones?|phoned|tells?|told)\b|(?:saw|seen|see|sees) (?:it|this|that) |(?:put|tipped) (?:us|me|them) (?:on|off)|first (?:tweets?|posts?|mail|e-?mail|user|customer)|spot(?:s|ted)|mention\w*|first (?:\w+ )?(?:messages?|calls?|contacts?|word|tickets?)|ticket|caught (?:the|it|this)|(?:users?|customers?|someone|somebody|colleagues?|players?|members?) posted (?:about|in|on|that|to)\b|receiv\w+ (?:a |an |the )?(?:pages?|alerts?)|(?:engineers?|operators?|on-?call|developers?|someone|somebody|staff|sres?|admins?|team) (?:sees?|saw)|(?:monitoring|monitors?|dashboards?|graphs?) (?:shows?|showed|indicat\w+|picks? up|picked up|flags?|flagged|caught|catch\w*)|(?:slack|chat|irc|discord) (?:message|post|ping)|hears?|heard|open(?:s|ed) (?:an? )?(?:\w+ )?(?:issue|request|case|ticket)|files? an issue|issue (?:is )?opened|says so|sees? that|we see)\b`)

	// pageComes matches the page of an alert where it begins a clause.
	pageComes = regexp.MustCompile(`^page(?:$|[:(]| \(| to| at| from| goes| went| comes| received)`)

	// peopleAct matches someone at work on the incident.
	peopleAct = regexp.MustCompile(`\b(?:we|i|they|he|she|team|teams|engineers?|on-?call|staff|operators?|everyone|somebody|someone|admins?|sres?|developers?)\b[^,;]{0,30}\b(?:investigat|work|deploy|roll|monitor|mitigat|restart|rebuild|migrat|upgrad|troubleshoot|test|look|review|prepar|implement|updat|fix|appl|diagnos|search|escalat|replac|clean|engag|revert|debug|analy|discuss|try|tried|attempt|add|chang|switch|run|ran|delet|remov|scal|drain|creat|set|turn|disabl|enabl|kill|follow|find|found|identif|determin|decid|join|learn|start|begin|began)`)
	// notYet matches words before a recovery that take it back.
	notYet = regexp.MustCompile(`(?:\bnot?|n't|n’t|\bnever|\bstill|\bwithout|\btry(?:ing)? to|\btried to|\battempt\w*|\bpartial\w*|\bpartly|\bsome\b[^,]*|\bmost\b[^,]*|\bshould|\bwould|\bwill|\bhope\w*|\bbriefly|\btemporarily|\buntil|\bto be|\bbeing|\b(?:begin|began|begins|start|starts|started) (?:\w+ing|to)|\bseem\w*(?: to)?|\bonce|\bas soon as|\bwhen(?:ever)?|\bif|\bfor a moment|\bshortly (?:after|following)\b[^,]*|\beventually|\bgradually|\blater)(?: \S+){0,2} ?$`)
	// notHarm matches words around harm that take it back.
	notHarm  = regexp.MustCompile(`(?:\bno|\bnot|\bwithout|\bwould|\bcould|\bmay|\bmight|\bprevent\w*|\bfewer|\bzero|\bfrom)(?: \S+)? ?$`)
	takeOver = regexp.MustCompile(`^(?: |-)?over\b`)
)

// toldState returns what a clause, in lower case, tells: that it is over, that someone knew, that harm
// was done, in this order; else "".
func toldState(clause string) string {
	clause = strings.TrimSpace(clause)
	switch {
	case tellsRecovery(clause):
		return kindResolved
	case tellsKnowledge(clause):
		return kindDetected
	case tellsHarm(clause):
		return kindStarted
	}
	return ""
}

func tellsRecovery(clause string) bool {
	for _, form := range recoveryForms {
		if at := form.FindStringIndex(clause); at != nil && !notYet.MatchString(clause[:at[0]]) && !notYet.MatchString(clause[at[0]:at[1]]) {
			return true
		}
	}
	if noMore.MatchString(clause) {
		return true
	}
	return onceMore.MatchString(clause) && !anyForm(clause, harmForms) && !someoneKnows.MatchString(clause) && !peopleAct.MatchString(clause) && !respondsFirst(clause)
}

func anyForm(clause string, forms []*regexp.Regexp) bool {
	for _, form := range forms {
		if form.MatchString(clause) {
			return true
		}
	}
	return false
}

func tellsKnowledge(clause string) bool {
	if pageComes.MatchString(clause) {
		return true
	}
	at := someoneKnows.FindStringIndex(clause)
	return at != nil && !machineSays.MatchString(clause) && !showsWrong.MatchString(clause) && !setsUpAlert.MatchString(clause) && !denied(clause[:at[0]]) && !happensLater(clause[at[1]:])
}

// machineSays matches a part of the system that reports what is wrong with it, which nobody has to have read.
var machineSays = regexp.MustCompile(`\b(?:brokers?|nodes?|hosts?|servers?|disks?|drives?|controllers?|switch(?:es)?|routers?|databases?|replicas?|primary|volumes?|pods?|clients?|workers?|kernel|firmware|shelf|arrays?)(?: [\w-]+)? (?:reports?|reported|logs|logged) (?:\S+ ){0,3}?(?:errors?|failures?|loss|timeouts?|full|faults?)\b`)

func tellsHarm(clause string) bool {
	if respondsFirst(clause) || peopleAct.MatchString(clause) {
		return false
	}
	if koreanWell.MatchString(clause) && !notWell.MatchString(clause) {
		return false
	}
	if machineSays.MatchString(clause) {
		return true
	}
	for _, form := range harmForms {
		at := form.FindStringIndex(clause)
		if at != nil && !notHarm.MatchString(clause[:at[0]]) && !takeOver.MatchString(clause[at[1]:]) && !betterForm.MatchString(strings.TrimLeft(clause[at[1]:], " ")) {
			return true
		}
	}
	return false
}

// respondsFirst reports whether a clause begins with a word of the work on the incident.
func respondsFirst(clause string) bool {
	clause = strings.TrimLeft(clause, " ")
	for _, r := range responses {
		if strings.HasPrefix(clause, r) {
			return true
		}
	}
	return false
}

// clauseBreak separates the clauses of a sentence that may tell of different things.
var clauseBreak = regexp.MustCompile(`[,;:.!?|](?:\s+|$)|\s[-–—]+\s|\s*→\s*|\b(?:and|but|while|which|when|because|causing|since|so that|leading to|resulting in|at which point|where)\b`)

// toldStates returns what the clauses of a text, in lower case, tell, each kind once, in order.
func toldStates(text string) []string {
	var kinds []string
	for _, clause := range clauseBreak.Split(text, 12) {
		if kind := toldState(clause); kind != "" && !contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
