package extractor

// zones maps the short names of zones, in capitals, to what they mean: hours east of UTC, taken literally
// in every season; the place whose season they follow; "?" for those with several meanings.
var zones = map[string]string{
	"UTC": "0", "GMT": "0", "Z": "0", "ZULU": "0", "WET": "0", "WEST": "1",
	"PST": "-8", "PDT": "-7", "MST": "-7", "MDT": "-6", "CDT": "-5", "EST": "-5", "EDT": "-4",
	"AKST": "-9", "AKDT": "-8", "HST": "-10", "CET": "1", "CEST": "2", "EET": "2", "EEST": "3", "MEZ": "1", "MESZ": "2", "MSK": "3",
	"KST": "9", "JST": "9", "SGT": "8", "HKT": "8", "AEST": "10", "AEDT": "11", "ACST": "9.5", "AWST": "8", "NZST": "12", "NZDT": "13", "BRT": "-3", "SAST": "2", "PKT": "5",
	"PT": "America/Los_Angeles", "ET": "America/New_York", "MT": "America/Denver", "CT": "America/Chicago", "US/PACIFIC": "America/Los_Angeles",
	"IST": "?", "BST": "?", "CST": "?",
}

// ZoneMeaning returns what the short name of a zone, in capitals, means: hours east of UTC ("-8", "9.5"),
// an IANA name, or "?" when it has several meanings; false for other words.
func ZoneMeaning(name string) (string, bool) {
	meaning, ok := zones[name]
	return meaning, ok
}
