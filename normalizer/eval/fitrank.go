package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"inquest/normalizer"
)

// How much a report counts when rankers are fitted.
const (
	twiceWeight    = 1.0 // coded twice
	onceWeight     = .5  // coded once
	inventedWeight = .25 // invented
)

// oneOfInvented is of how many invented reports one is fitted to: there are twice as many as others, and
// rankers need fewer than the sentence reader.
const oneOfInvented = 3

const (
	rankPenalty  = 30.0
	causePenalty = 120.0 // a report has one root cause: there are fewer right rows than in other facets
	doubtPenalty = 3.0
	quotePenalty = 300.0
	quoteTwice   = 4.0 // how often a report counts that is coded twice: its coders name one sentence where others mark all
	groupCount   = 3   // groups of folds, each judged by rankers fitted to the others, when cuts are chosen
)

var rankedFacets = [...]string{"symptoms", "components", "contributing", "root_cause"}

// judgedText is a report as the rankers see it, with what a reader says that has not seen its operator.
type judgedText struct {
	label  *Label
	fold   int
	weight float64
	*normalizer.Judged
	quotes      map[string][]example              // by facet: what may be quoted for its terms, and whether a reader would accept it
	accompanied map[string][]normalizer.Candidate // its candidates with what a company says that was not fitted to its operator
}

// judge returns the texts that rankers are fitted to.
func (m *Material) judge(ctx context.Context, folds *Folds) ([]judgedText, error) {
	var texts []*Text
	for _, set := range append(slices.Clone(m.Texts), m.pages) {
		for i := range set {
			if !set[i].Label.measuredOnly() {
				texts = append(texts, &set[i])
			}
		}
	}
	for i := 0; i < len(m.invented); i += oneOfInvented {
		texts = append(texts, &m.invented[i])
	}
	return m.judgeTexts(ctx, folds, texts)
}

// judgeTexts returns the texts that can be read as rankers see them.
func (m *Material) judgeTexts(ctx context.Context, folds *Folds, texts []*Text) ([]judgedText, error) {
	base := normalizer.NewUnfitted(m.vocab)
	texts = slices.DeleteFunc(texts, func(t *Text) bool { return t.Source.Document == nil })
	list := make([]judgedText, len(texts))
	for i, t := range texts {
		list[i] = judgedText{label: t.Label, fold: Fold(t.Label.Operator), weight: weightOf(t.Label)}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for k, r := range folds {
		n, err := base.With(r)
		if err != nil {
			return nil, err
		}
		group.Go(func() error {
			for i := range list {
				if list[i].fold == k {
					list[i].Judged = n.Judge(texts[i].Source)
					list[i].judgeQuotes()
				}
			}
			return ctx.Err()
		})
	}
	return list, group.Wait()
}

func weightOf(l *Label) float64 {
	switch {
	case l.Invented:
		return inventedWeight
	case l.Mention != nil:
		return onceWeight
	}
	return twiceWeight
}

// fitting fits rankers to some of the reports.
type fitting struct {
	n       *normalizer.Normalizer
	texts   []judgedText // reports of incidents
	pages   []judgedText // these and pages that tell of none
	company *normalizer.Company
}

// fittingTo prepares the fit to some of the texts.
func fittingTo(n *normalizer.Normalizer, pages []judgedText) *fitting {
	other := func(t judgedText) bool { return !t.label.IsIncident || !t.label.codesTerms() }
	foreign := func(t judgedText) bool { return t.Signs == nil }
	return &fitting{n: n, texts: slices.DeleteFunc(slices.Clone(pages), other), pages: slices.DeleteFunc(slices.Clone(pages), foreign)}
}

// rankers fits rankers to the reports and chooses where to cut on scores from rankers that were
// fitted to the reports of other operators.
func (f *fitting) rankers(progress io.Writer) *normalizer.Rankers {
	k := f.weights()
	scored := f.scoredApart()
	for _, facet := range rankedFacets {
		r := k.Facets[facet]
		r.Cut = f.chooseCut(facet, scored)
		k.Facets[facet] = r
	}
	doubts := f.doubts(scored)
	k.Unknown.Weights = fitLogistic(doubts, doubtPenalty)
	for i := range scored {
		scored[i].doubt = k.Unknown.Probability(doubts[i].x)
	}
	k.Unknown.Cut.Floor = f.chooseDoubt(k, scored)
	k.Incident = f.incident()
	k.Passages, k.Quotes = normalizer.PassageNames(), map[string]normalizer.Ranker{}
	for _, facet := range rankedFacets {
		k.Quotes[facet] = normalizer.Ranker{Weights: fitLogistic(f.quotes(facet), quotePenalty)}
	}
	for _, facet := range rankedFacets {
		fmt.Fprintf(progress, "%s: cut %+v\n", facet, k.Facets[facet].Cut)
	}
	return k
}

func (f *fitting) weights() *normalizer.Rankers {
	f.keepCompany()
	k := &normalizer.Rankers{Company: f.company, Features: normalizer.FeatureNames(), Doubts: normalizer.DoubtNames(), Signs: normalizer.SignNames(), Facets: map[string]normalizer.Ranker{}}
	for _, facet := range rankedFacets {
		r := regression{own: normalizer.OwnFeatures(facet), penalty: rankPenalty}
		if facet == "root_cause" {
			r.penalty, r.oneRight = causePenalty, true
		}
		k.Facets[facet] = r.ranker(f.examples(facet))
	}
	return k
}

// quotes returns the sentences that may be quoted for the coded terms of a facet.
func (f *fitting) quotes(facet string) []example {
	var list []example
	for _, t := range f.texts {
		if !t.label.Invented {
			list = append(list, t.quotes[facet]...)
		}
	}
	return list
}

// judgeQuotes notes of each sentence that may be quoted for a coded term whether a reader would accept
// it, for terms of which he would accept some.
func (t *judgedText) judgeQuotes() {
	t.quotes = map[string][]example{}
	for _, facet := range rankedFacets {
		want, _ := t.label.wanted(facet)
		for _, id := range want {
			var of []example
			accepted := false
			support := t.label.support(facet, id)
			for _, p := range t.Passages(facet, id) {
				is := len(support) > 0 && t.label.accepts(p.Quote, support)
				of = append(of, example{x: p.Features, right: is, weight: t.quoteWeight()})
				accepted = accepted || is
			}
			if accepted {
				t.quotes[facet] = append(t.quotes[facet], of...)
			}
		}
	}
}

func (t *judgedText) quoteWeight() float64 {
	if t.weight == twiceWeight {
		return t.weight * quoteTwice
	}
	return t.weight
}

// doubts returns whether the root causes are known, with what causes scored apart tell of it.
func (f *fitting) doubts(scored []scoredText) []example {
	var list []example
	for i, t := range f.texts {
		list = append(list, example{x: t.Doubts(scored[i].candidates["root_cause"], scored[i].open), right: t.label.RootCause == "unknown", weight: t.weight})
	}
	return list
}

// examples returns the candidates of a facet. Where the root cause is not known, no class is wrong.
func (f *fitting) examples(facet string) []example {
	var list []example
	for i, t := range f.texts {
		want, _ := t.label.wanted(facet)
		if facet == "root_cause" && t.label.RootCause == "unknown" {
			continue
		}
		for _, c := range t.accompanied[facet] {
			list = append(list, example{x: c.Features, term: c.Term, of: i, right: slices.Contains(want, c.Term), weight: t.weight})
		}
	}
	return list
}

// scoredText is what rankers say of a report that were not fitted to its operator.
type scoredText struct {
	candidates map[string][]normalizer.Candidate
	open       float64 // what [normalizer.Company.Open] says
	doubt      float64
}

// scoredApart scores each report with rankers that were fitted to the reports of other folds.
func (f *fitting) scoredApart() []scoredText {
	scored := make([]scoredText, len(f.texts))
	for g := range groupCount {
		in := func(t judgedText) bool { return t.fold%groupCount == g }
		k := fittingTo(f.n, slices.DeleteFunc(slices.Clone(f.texts), in)).weights()
		for i, t := range f.texts {
			if in(t) {
				scored[i] = score(t, k)
			}
		}
	}
	return scored
}

func score(t judgedText, k *normalizer.Rankers) scoredText {
	s := scoredText{candidates: map[string][]normalizer.Candidate{}}
	for facet, list := range t.with(k.Company) {
		k.Facets[facet].Rank(facet, list)
		s.candidates[facet] = list
	}
	s.open = k.Company.Open(t.Spoken)
	if k.Unknown.Weights != nil {
		s.doubt = k.Unknown.Probability(t.Doubts(s.candidates["root_cause"], s.open))
	}
	return s
}

// chooseCut returns the cut with the most right terms: the best F1, for the root cause the most right. It
// is the mean with the floors around it that counts, as the best single one is best by chance.
func (f *fitting) chooseCut(facet string, scored []scoredText) normalizer.Cut {
	values := map[normalizer.Cut]float64{}
	value := func(cut normalizer.Cut) float64 {
		if _, ok := values[cut]; !ok {
			values[cut] = f.value(facet, scored, cut)
		}
		return values[cut]
	}
	var best normalizer.Cut
	top := -1.0
	for _, cut := range cutsOf(facet) {
		v := 0.0
		for step := -smoothing; step <= smoothing; step++ {
			near := cut
			near.Floor += float64(step) * floorStep
			v += value(near)
		}
		if v > top {
			top, best = v, cut
		}
	}
	return best
}

// The floors that are tried: nothing is drafted that is right less often than once in five times.
const (
	leastFloor = .2
	floorStep  = .025
	floorSteps = 12
	smoothing  = 2 // floors on each side that count beside one
)

// cutsOf lists the cuts that are tried.
func cutsOf(facet string) []normalizer.Cut {
	var list []normalizer.Cut
	if facet == "root_cause" {
		for _, share := range []float64{.6, .7, .8, .9, .95} {
			list = append(list, normalizer.Cut{Floor: .1, Share: share, Most: 1})
		}
		return list
	}
	for most := 3; most <= normalizer.MostOf(facet); most++ {
		for _, share := range []float64{0, .3, .45, .6} {
			for step := range floorSteps {
				list = append(list, normalizer.Cut{Floor: leastFloor + float64(step)*floorStep, Share: share, Most: most})
			}
		}
	}
	return list
}

func (f *fitting) value(facet string, scored []scoredText, cut normalizer.Cut) float64 {
	both, got, wanted := 0.0, 0.0, 0.0
	for i, t := range f.texts {
		want, _ := t.label.wanted(facet)
		if facet == "root_cause" && t.label.RootCause == "unknown" || t.label.Invented {
			continue
		}
		taken := f.n.Take(facet, scored[i].candidates[facet], cut)
		for _, id := range taken {
			if slices.Contains(want, id) {
				both += t.weight
			}
		}
		got += t.weight * float64(len(taken))
		wanted += t.weight * float64(len(want))
	}
	return 2 * both / max(1, got+wanted)
}

// unknownWorth is how much a right unknown counts beside a right cause, as shares of their kind: an
// editor adds a cause that is missing sooner than he finds that one is made up.
const unknownWorth = .3

// chooseDoubt returns from which doubt on the root cause is best left unknown.
func (f *fitting) chooseDoubt(k *normalizer.Rankers, scored []scoredText) float64 {
	best, top := 1.0, -1.0
	for floor := .2; floor < .95; floor += .025 {
		var known, unknown, right, left float64
		for i, t := range f.texts {
			if t.label.Invented {
				continue
			}
			taken := f.n.Take("root_cause", scored[i].candidates["root_cause"], k.Facets["root_cause"].Cut)
			open := scored[i].doubt >= floor || len(taken) == 0
			if t.label.RootCause == "unknown" {
				unknown += t.weight
				if open {
					left += t.weight
				}
				continue
			}
			known += t.weight
			if !open && taken[0] == t.label.RootCause {
				right += t.weight
			}
		}
		if v := right/max(1, known) + unknownWorth*left/max(1, unknown); v > top {
			top, best = v, floor
		}
	}
	return best
}

// FitRankers fits the rankers to all of the reports, with what the fold readers say of them.
func (m *Material) FitRankers(ctx context.Context, folds *Folds, progress io.Writer) (json.RawMessage, error) {
	texts, err := m.judge(ctx, folds)
	if err != nil {
		return nil, err
	}
	return json.Marshal(fittingTo(normalizer.NewUnfitted(m.vocab), texts).rankers(progress))
}

// Normalizers draft the reports of each fold with weights of their own.
type Normalizers [FoldCount]*normalizer.Normalizer

// Same returns a normalizer for the reports of all folds.
func Same(n *normalizer.Normalizer) *Normalizers {
	all := &Normalizers{}
	for k := range all {
		all[k] = n
	}
	return all
}

// For returns the normalizer for the reports of an operator.
func (n *Normalizers) For(operator string) *normalizer.Normalizer { return n[Fold(operator)] }

// FoldNormalizers fits rankers beside each fold's reader, without the reports of the fold: what drafts
// a report is fitted to nothing of its operator.
func (m *Material) FoldNormalizers(ctx context.Context, folds *Folds) (*Normalizers, error) {
	texts, err := m.judge(ctx, folds)
	if err != nil {
		return nil, err
	}
	base := normalizer.NewUnfitted(m.vocab)
	list := &Normalizers{}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for k, r := range folds {
		group.Go(func() error {
			others := slices.DeleteFunc(slices.Clone(texts), func(t judgedText) bool { return t.fold == k })
			weights, err := json.Marshal(fittingTo(base, others).rankers(io.Discard))
			if err != nil {
				return err
			}
			with := *r
			with.Rankers = weights
			list[k], err = base.With(&with)
			return errors.Join(err, ctx.Err())
		})
	}
	return list, group.Wait()
}
