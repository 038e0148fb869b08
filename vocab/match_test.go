package vocab

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// describe writes the hits of the chosen facets as "term: text", with ? for ambiguous hits.
func describe(text string, hits []Hit, facets string) []string {
	var lines []string
	for _, h := range hits {
		if !strings.Contains(facets, h.Term.Facet) {
			continue
		}
		mark := ""
		if h.Ambiguous {
			mark = "?"
		}
		lines = append(lines, fmt.Sprintf("%s%s: %s", h.Term.ID, mark, text[h.Start:h.End]))
	}
	return lines
}

type matchTest struct {
	name   string
	facets string // those looked at
	text   string
	want   []string
}

func runMatchTests(t *testing.T, lang string, tests []matchTest) {
	v := loadEmbedded(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, facet := range strings.Fields(tt.facets) {
				if v.Facet(facet) == nil {
					t.Fatalf("the row looks at %q, which is no facet", facet)
				}
			}
			got := describe(tt.text, v.Match(tt.text, lang), tt.facets)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Match(%q, %q) (-want +got):\n%s", tt.text, lang, diff)
			}
		})
	}
}

func TestMatchEnglish(t *testing.T) {
	runMatchTests(t, "en", []matchTest{
		// inflection
		{"a form as it is listed", "symptoms", "We saw packet loss.", []string{"packet-loss: packet loss"}},
		{"capitals do not matter", "symptoms", "PACKET LOSS in Frankfurt", []string{"packet-loss: PACKET LOSS"}},
		{"plural of the last word", "components", "Both load balancers failed.", []string{"cloud-load-balancer: load balancers"}},
		{"singular of a plural form", "symptoms", "a single slow response", []string{"high-latency: slow response"}},
		{"plural in -es", "symptoms", "Several latency spikes", []string{"high-latency: latency spikes"}},
		{"plural in -ies", "components", "the service registries", []string{"service-discovery: service registries"}},
		{"verb in -ing for one in -ed", "symptoms", "Many requests failing at once", []string{"high-error-rate: requests failing"}},
		{"verb without ending for one in -ed", "symptoms", "when connections drop", []string{"dropped-connections: connections drop"}},
		{"doubled consonant", "symptoms", "The throughput dropping to zero", []string{"low-throughput: throughput dropping"}},
		{"irregular verb as listed", "symptoms", "The site went down.", []string{"service-outage: went down"}},
		{"irregular verb in another tense", "symptoms", "The site goes down.", nil},
		{"plural form is no participle", "domain", "fire in the building", nil},
		{"a name in -ing is not its verb", "domain", "We report this incident.", nil},
		{"a name in -ing as listed", "domain", "Reporting was late.", []string{"data-processing: Reporting"}},
		{"inner words are not stemmed", "components", "load balancers pools", []string{"cloud-load-balancer: load balancers"}},
		{"words that end in s by nature", "components", "The DNS provider was slow.", []string{"dns-server: DNS provider"}},

		// hyphen, slash, space, quotes
		{"hyphen for space", "symptoms", "a packet-loss event", []string{"packet-loss: packet-loss"}},
		{"space for hyphen", "symptoms", "hot spotting of one shard", []string{"uneven-load: hot spotting"}},
		{"slash for space", "symptoms", "packet/loss", []string{"packet-loss: packet/loss"}},
		{"typographic hyphen", "symptoms", "packet\u2010loss and packet\u2011loss", []string{"packet-loss: packet\u2010loss", "packet-loss: packet\u2011loss"}},
		{"a dash is no hyphen", "symptoms", "one packet — loss", nil},
		{"line break and several spaces", "symptoms", "packet \n\t loss", []string{"packet-loss: packet \n\t loss"}},
		{"no-break space", "symptoms", "packet\u00a0loss", []string{"packet-loss: packet\u00a0loss"}},
		{"middle dot for space", "symptoms", "packet·loss", []string{"packet-loss: packet·loss"}},
		{"full-width letters", "symptoms", "ｐａｃｋｅｔ ｌｏｓｓ", []string{"packet-loss: ｐａｃｋｅｔ ｌｏｓｓ"}},
		{"ligature", "root_cause", "a ﬁber cut", []string{"dns-network: ﬁber cut"}},
		{"curly apostrophe", "components", "Let’s Encrypt was slow", []string{"certificate: Let’s Encrypt"}},
		{"curly quotes around a form", "symptoms", "the “bad gateway” page", []string{"gateway-errors: bad gateway"}},
		{"form with a colon", "severity", "Impact: major", []string{"major: Impact: major"}},
		{"form with brackets", "severity", "Critical (red)", []string{"critical: Critical (red)"}},
		{"form with dots", "components", "queries to 1.1.1.1 failed", []string{"dns-resolver: 1.1.1.1"}},
		{"form with a plus sign", "root_cause", "N+1 queries", []string{"database-contention: N+1 queries"}},

		// boundaries
		{"not inside a word", "components", "a walbum", nil},
		{"not at the beginning of a word", "components", "kongregation", nil},
		{"not at the end of a word", "components", "the subcdn", nil},
		{"not beside an underscore", "components", "the flag use_cdn", nil},
		{"not beside a digit", "symptoms", "1502 errors", nil},
		{"beside punctuation", "components", "(CDN), then \"ALB\".", []string{"cdn: CDN", "cloud-load-balancer: ALB"}},
		{"possessive", "components", "the load balancer's pool", []string{"cloud-load-balancer: load balancer"}},
		{"letter with an accent goes on the word", "components", "cdné and cdne\u0301", nil},
		{"a sentence end parts words", "symptoms", "each packet. Loss of data", nil},

		// longest hit
		{"inside a longer hit of the facet", "components", "the DNS resolver", []string{"dns-resolver: DNS resolver"}},
		{"longer hits of other facets do not count", "domain components", "the DNS resolver", []string{"dns-resolver: DNS resolver", "networking: DNS"}},
		{"overlapping hits both count", "symptoms", "elevated errors rate limited", []string{"high-error-rate: elevated errors", "rate-limit-errors: rate limited"}},

		// ambiguous forms
		{"partition of a network", "symptoms components", "A network partition split them: the partition isolated two zones.",
			[]string{"network-unreachable: network partition", "network-unreachable: partition"}},
		{"partition of Kafka", "symptoms components", "Kafka lost a partition.", []string{"event-stream: Kafka", "event-stream: partition"}},
		{"partition of a fleet is no term", "symptoms components", "the final partition was upgraded", nil},
		{"ambiguous word with nothing near, listed by no term", "symptoms components", "The partition was gone.", nil},
		{"ambiguous word with nothing near, listed by a term", "root_cause", "It was a bug.", []string{"software-bug?: bug"}},
		{"plural of an ambiguous word", "components", "Two switches went missing.", []string{"network-switch?: switches"}},
		{"listed plural of an ambiguous word", "domain", "Some instances.", []string{"compute?: instances"}},
		{"near word in another inflection", "root_cause", "This commit introduces a bug.", []string{"software-bug: bug"}},
		{"sense that a near word shows", "root_cause", "a bug was introduced", []string{"software-bug: bug"}},
		{"near phrase without a term", "root_cause", "see the bug report", nil},
		{"alert that fires", "root_cause", "An alert fired.", nil},
		{"fire in a building", "root_cause", "Fire spread through the building.", []string{"power-facility: Fire"}},
		{"scale-ups are no power supply", "components domain", "caused scale-ups of the fleet", nil},
		{"UPS beside a battery", "components", "The battery of the UPS failed.", []string{"power-supply: battery", "power-supply: UPS"}},
		{"nearest sense wins", "components symptoms root_cause", "Kubernetes was not part of it when the drain of the battery began.",
			[]string{"power-supply: drain", "power-supply: battery"}},
		{"nearest sense wins on the other side too", "components", "A drain in Kubernetes, not of the battery.",
			[]string{"kubernetes-node: drain", "power-supply: battery"}},
		{"verb that looks like a noun", "components", "Traffic was switched to the other site.", nil},
		{"downtime that was promised away", "symptoms", "a zero-downtime change", nil},
		{"downtime that happened", "symptoms", "This resulted in downtime.", []string{"service-outage: downtime"}},
		{"certificate that expired", "root_cause components", "The certificate on the edge had expired.", []string{"expired-credential: certificate"}},
		{"ambiguous word as part of a form", "components", "the load balancer", []string{"cloud-load-balancer: load balancer"}},
		{"lock of a row", "symptoms", "a lock on the row", []string{"lock-contention: lock"}},

		{"nothing to find", "symptoms components root_cause contributing", "Thank you for your patience.", nil},
		{"empty text", "symptoms", "", nil},
		{"invalid UTF-8 beside a form", "symptoms", "\xffpacket loss\xc3", []string{"packet-loss: packet loss"}},
		{"Korean forms are not English", "symptoms", "응답 지연", nil},
	})
}

func TestMatchKorean(t *testing.T) {
	runMatchTests(t, "ko", []matchTest{
		// white space
		{"a form as it is listed", "symptoms", "응답 지연이 발생", []string{"high-latency: 응답 지연"}},
		{"written without space", "symptoms", "응답지연이 발생", []string{"high-latency: 응답지연"}},
		{"written with more space", "symptoms", "타임 아웃이 늘어", []string{"intermittent-timeouts: 타임 아웃"}},
		{"line break inside", "symptoms", "응답\n지연", []string{"high-latency: 응답\n지연"}},
		{"verb ending follows", "symptoms", "서비스가 다운되었습니다", []string{"service-outage: 서비스가 다운"}},
		{"particle follows a long form", "symptoms", "패킷 손실로 인해", []string{"packet-loss: 패킷 손실"}},
		{"long form inside a word", "symptoms", "대규모패킷손실", []string{"packet-loss: 패킷손실"}},
		{"decomposed syllables", "symptoms", "패\u1111\u1162킷 패킷 손\u1109\u1175ㄹ 패킷 유실", []string{"packet-loss: 패킷 유실"}},
		{"jamo that compose to a form", "symptoms", "\u1111\u1162\u110f\u1175\u11ba 손실", []string{"packet-loss: \u1111\u1162\u110f\u1175\u11ba 손실"}},
		{"middle dot inside", "symptoms", "패킷ㆍ손실, 패킷・손실, 패킷‧손실", []string{"packet-loss: 패킷ㆍ손실", "packet-loss: 패킷・손실", "packet-loss: 패킷‧손실"}},

		// Latin edge
		{"SAN is not in paralysant", "components", "paralysant", nil},
		{"SAN is not in excerpts and", "components", "excerpts and", nil},
		{"ALB is not in val b", "components", "val b", nil},
		{"IDC is not in void c", "components domain", "void c", nil},
		{"Latin form before a particle", "components", "ALB가 응답하지", []string{"cloud-load-balancer: ALB"}},
		{"Latin form after a syllable", "components", "신규ALB", []string{"cloud-load-balancer: ALB"}},
		{"number not inside a longer one", "symptoms", "1502 에러", nil},
		{"number after a space", "symptoms", "코드 502 에러", []string{"gateway-errors: 502 에러"}},
		{"Latin end of a form before a digit", "components", "신규 ALB2", nil},

		// short form
		{"정전 is not in 설정 전", "root_cause", "설정 전에 확인", nil},
		{"화재 is not in 초기화 재시작", "root_cause", "초기화 재시작", nil},
		{"버그 is not in 디버그", "root_cause", "디버그 로그", nil},
		{"정전 at the start of a word", "root_cause", "오전 정전으로", []string{"power-facility: 정전"}},
		{"정전 after a bracket", "root_cause", "(정전)", []string{"power-facility: 정전"}},
		{"화재 at the start of the text", "root_cause", "화재가 났다", []string{"power-facility: 화재"}},
		{"버그 after a Latin word", "root_cause", "API버그", []string{"software-bug: 버그"}},
		{"three syllables may follow one", "root_cause", "서버과부하", []string{"overload: 과부하"}},

		// particle inside
		{"이 inside", "symptoms", "오류율이 증가", []string{"high-error-rate: 오류율이 증가"}},
		{"에 inside", "symptoms", "결제에 실패", []string{"payment-failure: 결제에 실패"}},
		{"particle inside without space", "symptoms", "오류율이증가", []string{"high-error-rate: 오류율이증가"}},
		{"에서 inside", "root_cause", "설정에서 오류", []string{"misconfiguration: 설정에서 오류"}},
		{"과 inside", "symptoms", "패킷과 손실", []string{"packet-loss: 패킷과 손실"}},
		{"two particles in a row", "symptoms", "오류율에는 증가", nil},
		{"something else inside", "symptoms", "오류율만 증가", nil},

		// longest hit
		{"접근 제어 목록", "components", "접근 제어 목록", []string{"firewall: 접근 제어 목록"}},
		{"워커 노드", "components", "워커 노드", []string{"kubernetes-node: 워커 노드"}},
		{"백본 스위치", "components", "백본 스위치", []string{"network-switch: 백본 스위치"}},
		{"the shorter form alone", "components", "백본이 끊겨", []string{"backbone-network: 백본"}},

		// English words in Korean text
		{"English form with a particle", "symptoms", "간헐적 timeout이 발생", []string{"intermittent-timeouts: timeout"}},
		{"English form after a syllable", "symptoms", "간헐적timeout", []string{"intermittent-timeouts: timeout"}},
		{"English form in two words", "components", "load balancer를 교체", []string{"cloud-load-balancer: load balancer"}},
		{"a form of both languages is one hit", "components", "CDN 문제", []string{"cdn: CDN"}},
		{"English word that goes on", "components", "CDNs문제", []string{"cdn: CDNs"}},

		// ambiguous forms
		{"장애 of hardware", "root_cause symptoms", "장비 쪽 장애", []string{"hardware-failure: 장애"}},
		{"장애 in general", "root_cause symptoms", "장애 공지", nil},
		{"지연 of replication", "symptoms contributing", "복제가 계속 지연", []string{"replication-lag: 지연"}},
		{"부하 shown in the same word", "components", "부하분산", []string{"cloud-load-balancer: 부하"}},
		{"부하 of a test is no term", "components root_cause symptoms", "부하 테스트", nil},
		{"인스턴스 with nothing near", "components", "인스턴스 교체", []string{"virtual-machine?: 인스턴스"}},
		{"인스턴스 of EC2", "components", "EC2에서 새 인스턴스", []string{"virtual-machine: 인스턴스"}},
		{"인스턴스 of a database", "components", "RDS용 인스턴스", []string{"relational-database: RDS", "relational-database: 인스턴스"}},
		{"캐시 is not in 캐시백", "components", "캐시백 충전", nil},
		{"인증서 is not 인증", "domain symptoms root_cause components", "새 인증서의 만료일", []string{"expired-credential: 인증서의 만료"}},
		{"정기 점검", "root_cause", "정기 점검을 했다", []string{"change-failure: 점검"}},
		{"긴급 점검 is an announcement", "root_cause", "긴급 점검을 알린다", nil},
		{"English ambiguous word", "components", "Kafka의 partition이 사라짐", []string{"event-stream: Kafka", "event-stream: partition"}},
	})
}

func TestMatchOtherLanguages(t *testing.T) {
	v := loadEmbedded(t)
	tests := []struct {
		name, lang, text string
		want             []string
	}{
		{"German has no forms", "de", "timeouts und packet loss", nil},
		{"unknown language without Hangul is read as English", "", "packet loss", []string{"packet-loss: packet loss"}},
		{"unknown language with Hangul is read as Korean", "", "패킷 손실과 packet loss", []string{"packet-loss: 패킷 손실", "packet-loss: packet loss"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := describe(tt.text, v.Match(tt.text, tt.lang), "symptoms")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Match(%q, %q) (-want +got):\n%s", tt.text, tt.lang, diff)
			}
		})
	}
}

func TestMatchReturnsWholeHits(t *testing.T) {
	v := loadEmbedded(t)
	text := "“Überlast” – DNS resolvers"
	want := []Hit{
		{Term: v.Term("components", "dns-resolver"), Start: 20, End: 33, Form: "dns resolver"},
		{Term: v.Term("domain", "networking"), Start: 20, End: 23, Form: "dns"},
	}
	if diff := cmp.Diff(want, v.Match(text, "en")); diff != "" {
		t.Errorf("Match(%q) (-want +got):\n%s", text, diff)
	}
}

func TestGoroutinesGetTheSameHits(t *testing.T) {
	v := loadEmbedded(t)
	texts := []string{koreanText, englishText, koreanText + englishText}
	var wg sync.WaitGroup
	for _, text := range texts {
		want := v.Match(text, "ko")
		for range 4 {
			wg.Go(func() {
				if diff := cmp.Diff(want, v.Match(text, "ko")); diff != "" {
					t.Errorf("Match(%.20q...) (-alone +beside others):\n%s", text, diff)
				}
			})
		}
	}
	wg.Wait()
}

// checkSpans fails when a span does not cut the text between characters, in order, or does not
// normalise to a text in which the hit is found again.
func checkSpans(t *testing.T, v *Vocabulary, text, lang string) {
	t.Helper()
	boundary := map[int]bool{len(text): true}
	for i := range text {
		boundary[i] = true
	}
	last := 0
	for _, h := range v.Match(text, lang) {
		if h.Start < last || h.End <= h.Start || h.End > len(text) {
			t.Fatalf("%s at [%d:%d] after a hit at %d in %d bytes of %q", h.Term, h.Start, h.End, last, len(text), text)
		}
		last = h.Start
		part := text[h.Start:h.End]
		if !boundary[h.Start] || !boundary[h.End] {
			t.Fatalf("%s at [%d:%d] cuts a character of %q", h.Term, h.Start, h.End, text)
		}
		if !v.namedBy(h, part, lang) {
			t.Fatalf("%s at [%d:%d]: form %q is not found in %q alone", h.Term, h.Start, h.End, h.Form, part)
		}
	}
}

// namedBy reports whether the matcher finds the form of the hit in part, whatever it decides.
func (v *Vocabulary) namedBy(h Hit, part, lang string) bool {
	var s scratch
	s.set(part)
	v.matcher.english.scan(&s)
	if lang == "ko" {
		v.matcher.korean.scan(&s)
	}
	for _, o := range s.found {
		if o.form == h.Form {
			return true
		}
	}
	return false
}

func TestSpansOfMultiByteText(t *testing.T) {
	v := loadEmbedded(t)
	for _, text := range []string{
		"Ünïcödé “packet‑loss” — then ５０２ ｅｒｒｏｒｓ… and a ﬁber cut ①.",
		"e\u0301a\u0308 packet\u3000loss\u200a\u2028 timed\u00a0out 😀 service’s DNS-resolver 😀",
		"간헐적 timeout이 — 오류율ㆍ증가, 결제에 실패😀 응답\u3000지연 ㈜ 패킷・손실 인증서·만료",
		"\u1111\u1162\u110f\u1175\u11ba 손실과 ＣＤＮ 장애 \xff\xfe DNS\xc3 조회 실패",
		"İSTANBUL packet loss ſlow responses Å",
	} {
		for _, lang := range []string{"en", "ko"} {
			if len(v.Match(text, lang)) == 0 {
				t.Errorf("no hits in %q as %s", text, lang)
			}
			checkSpans(t, v, text, lang)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add(englishText)
	f.Add(koreanText)
	f.Add("“packet‑loss” ﬁber cut ５０２ ｅｒｒｏｒｓ\xff")
	f.Add("패킷ㆍ손실 \u1111\u1162\u110f\u1175\u11ba 손실 e\u0301\u0301\u0301 CDN\u0301")
	v := loadEmbedded(f)
	f.Fuzz(func(t *testing.T, text string) {
		checkSpans(t, v, text, "en")
		checkSpans(t, v, text, "ko")
	})
}

const (
	englishText = "At 14:02 UTC a configuration change removed the routes of two of our load balancers, and a subset of " +
		"customers received 503 errors or timed out. Engineers noticed elevated latency on the database replica, " +
		"drained the affected nodes and restarted the job queue; the certificate of the API gateway was not involved. "
	koreanText = "오후 2시경 설정 변경 작업 중 로드 밸런서에 오류가 발생하여 일부 이용자의 결제가 실패하고 응답 지연이 이어졌습니다. " +
		"DB 커넥션 풀이 고갈되었고 간헐적 timeout이 관측되어 인스턴스를 재시작했습니다. "
)

func benchmarkMatch(b *testing.B, text, lang string) {
	v := loadEmbedded(b)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		v.Match(text, lang)
	}
}

func BenchmarkMatchEnglishSentences(b *testing.B) { benchmarkMatch(b, englishText, "en") }
func BenchmarkMatchEnglishDocument(b *testing.B) {
	benchmarkMatch(b, strings.Repeat(englishText, 1000), "en")
}
func BenchmarkMatchKoreanSentences(b *testing.B) { benchmarkMatch(b, koreanText, "ko") }
func BenchmarkMatchKoreanDocument(b *testing.B) {
	benchmarkMatch(b, strings.Repeat(koreanText, 1000), "ko")
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		loadEmbedded(b)
	}
}
