package normalizer

// Code is a kind of problem with a sentence for people.
type Code struct {
	Code     string `json:"code"`
	Sentence string `json:"sentence"`
}

// The codes of problems, also those of the lint. Each stands in [Codes] with its sentence.
const (
	CodeNotAnIncident     = "not-an-incident"
	CodeSeveralIncidents  = "several-incidents"
	CodeNoRootCause       = "no-root-cause"
	CodeNoSymptoms        = "no-symptoms"
	CodeLowConfidence     = "low-confidence"
	CodeLanguageNotMapped = "language-not-mapped"
	CodeNoOrg             = "no-org"
	CodeSourcesDiffer     = "sources-differ"
	CodeUnknownTerm       = "unknown-term"
	CodeWrongFormat       = "wrong-format"
	CodeMissingValue      = "missing-value"
	CodeTooMany           = "too-many"
	CodeRepeatedValue     = "repeated-value"
	CodeMachineReview     = "machine-review"
	CodeMissingEvidence   = "missing-evidence"

	CodeAmbiguousDate         = "ambiguous-date"
	CodeImpossibleInterval    = "impossible-interval"
	CodeZoneSeason            = "zone-season"
	CodeZonesClash            = "zones-clash"
	CodeTotalDiffers          = "total-differs"
	CodeDatesDiffer           = "dates-differ"
	CodeTimesDiffer           = "times-differ"
	CodeInvestigationTimeline = "investigation-timeline"
)

// Codes returns every code that a problem may have.
func Codes() []Code {
	return []Code{
		{CodeNotAnIncident, "The text is no report of an incident; the quote shows what it is instead."},
		{CodeSeveralIncidents, "The page tells of several incidents; one is drafted, the message lists the others."},
		{CodeNoRootCause, "No sentence states a cause, or the source says that it is not known."},
		{CodeNoSymptoms, "No sentence was found that says what customers or operators observed."},
		{CodeLowConfidence, "The page was read with doubt: text may be missing or foreign text may be among it."},
		{CodeLanguageNotMapped, "Terms and sentences are read from English and Korean only; this text is in another language."},
		{CodeNoOrg, "The page does not say whose incident it is."},
		{CodeSourcesDiffer, "Two sources of the item state different values."},
		{CodeUnknownTerm, "The value is no term of the vocabulary's facet."},
		{CodeWrongFormat, "The value is not written in the form that the field needs."},
		{CodeMissingValue, "A field that every case must have is empty."},
		{CodeTooMany, "The list is longer than the coding guidelines allow."},
		{CodeRepeatedValue, "The list holds a value twice."},
		{CodeMachineReview, "A field that only an editor may fill is filled in a case that no editor has reviewed."},
		{CodeMissingEvidence, "No quote supports the value."},
		{CodeAmbiguousDate, "A date of numbers can be read with day and month either way round."},
		{CodeImpossibleInterval, "An end lies before its start; the duration stays empty."},
		{CodeZoneSeason, "The zone's abbreviation does not belong to that part of the year; it is taken as written."},
		{CodeZonesClash, "One time is written in two zones that name different moments."},
		{CodeTotalDiffers, "A stated total differs from what the clock times give."},
		{CodeTimesDiffer, "Two parts of the report give times that do not go together."},
		{CodeDatesDiffer, "The title and the text date the incident differently."},
		{CodeInvestigationTimeline, "The source says that its timeline is that of the investigation; the impact may have been shorter."},
	}
}
