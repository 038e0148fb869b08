package main

import (
	"os"
	"strings"

	"inquest/queue/private"
)

// settings are the values that come from the environment and from --data. The README's table
// explains each to people.
type settings struct {
	getenv func(string) string

	dataDir     string // where the private PostgreSQL and the embedded NATS server keep their files
	databaseURL string // a PostgreSQL of the user's, instead of the private one
	natsURL     string // a NATS server of the user's, instead of the embedded one
	contact     string // how a site's operator reaches whoever runs this inquest
	caseURL     string // public address of a case, with {id}
	chromium    string // program that renders pages which only a browser's script fills; "": none does
}

// Names of the environment variables.
const (
	databaseVariable = "DATABASE_URL"
	natsVariable     = "NATS_URL"
	contactVariable  = "INQUEST_CONTACT"
	caseURLVariable  = "INQUEST_CASE_URL"
	chromiumVariable = "INQUEST_CHROMIUM"
)

func readSettings(getenv func(string) string, dataFlag string) (settings, error) {
	st := settings{
		getenv:      getenv,
		dataDir:     dataFlag,
		databaseURL: getenv(databaseVariable),
		natsURL:     getenv(natsVariable),
		contact:     strings.TrimSpace(getenv(contactVariable)),
		caseURL:     getenv(caseURLVariable),
		chromium:    getenv(chromiumVariable),
	}
	if st.dataDir != "" {
		return st, nil
	}
	var err error
	st.dataDir, err = private.DataDir(getenv, os.Getuid())
	return st, err
}

// dataDefault names the default data directory for the help text.
func dataDefault(getenv func(string) string) string {
	dir, err := private.DataDir(getenv, os.Getuid())
	if err != nil {
		return "none: " + err.Error()
	}
	return dir
}

// userAgent names the product and, where it is set, whom to write to.
func (st settings) userAgent() string {
	const product = "inquest/1"
	if st.contact == "" {
		return product
	}
	return product + " (+" + st.contact + ")"
}
