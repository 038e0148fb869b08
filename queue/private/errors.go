package private

import (
	"fmt"
	"strings"
)

// NoBinariesError says that no PostgreSQL server is installed where FindBinaries looks. Its text is the way out.
type NoBinariesError struct {
	Named  string     // what BinariesVariable named; empty: the usual places were searched
	Major  int        // the version that the database needs; 0: any
	TooOld []Binaries // what was found and is too old
}

// Error is one screen: what is missing, and the exact lines that install it.
func (e *NoBinariesError) Error() string {
	if e.Named != "" {
		return fmt.Sprintf("%s=%s: no initdb and postgres that run in that folder; correct it, or unset it to have the usual places searched",
			BinariesVariable, e.Named)
	}
	pkg, formula := "postgresql", "postgresql@17"
	if e.Major != 0 {
		pkg, formula = fmt.Sprintf("postgresql-%d", e.Major), fmt.Sprintf("postgresql@%d", e.Major)
	}
	return fmt.Sprintf(noBinariesText, oldestMajor, e.tooOld(), pkg, formula, BinariesVariable)
}

const noBinariesText = `no PostgreSQL server found (initdb and postgres, version %d or newer)%s

inquest starts a private PostgreSQL of its own; it needs the programs, not a running server.

Debian, Ubuntu (the second and third line keep the package from starting a server for the whole machine):

    sudo apt-get update
    sudo apt-get install -y postgresql-common
    echo 'create_main_cluster = false' | sudo tee -a /etc/postgresql-common/createcluster.conf
    sudo apt-get install -y %s

macOS:

    brew install %s

Installed elsewhere? Name the folder that holds initdb and postgres:

    export %s=/path/to/bin

Or use a PostgreSQL that is running already:

    export DATABASE_URL=postgres://user:password@host:5432/database`

func (e *NoBinariesError) tooOld() string {
	if len(e.TooOld) == 0 {
		return ""
	}
	return "; too old: " + list(e.TooOld)
}

// VersionError says that the database was made by a PostgreSQL of a major version that is not installed. A server
// cannot read the files of another major version.
type VersionError struct {
	Data  string     // the database's folder
	Major int        // the version that made it
	Found []Binaries // what is installed instead
}

// Error names the two ways to another version. Nothing has been changed and nothing must be deleted.
func (e *VersionError) Error() string {
	return fmt.Sprintf(`the database in %[1]s was made by PostgreSQL %[2]d; found: %[3]s

Nothing was changed. Either install PostgreSQL %[2]d again beside the other (postgresql-%[2]d, postgresql@%[2]d, or name its folder in %[4]s), or bring
the data to the newer version: dump and restore (pg_dumpall of the old version, psql of the new), or pg_upgrade --old-datadir %[1]s`,
		e.Data, e.Major, list(e.Found), BinariesVariable)
}

func list(found []Binaries) string {
	var texts []string
	for _, b := range found {
		texts = append(texts, fmt.Sprintf("PostgreSQL %d (%s)", b.Major, b.Dir))
	}
	return strings.Join(texts, ", ")
}

// BlockedDirError says that the user whom the server runs as cannot reach a directory.
type BlockedDirError struct {
	Dir    string // where it has to go
	Parent string // the outermost directory on the way that it may not enter
	User   string // who the server runs as
}

// Error names the directory that blocks the way.
func (e *BlockedDirError) Error() string {
	return fmt.Sprintf("PostgreSQL refuses to run as root, so it runs as user %s, who may not enter %s on the way to %s: choose another place (--data DIR; /var/lib/inquest is the default for root), or let others pass (chmod o+x %s)",
		e.User, e.Parent, e.Dir, e.Parent)
}

// NoAccountError says that the user is unknown to the system, and initdb refuses such a user.
type NoAccountError struct {
	User string // name, or number, that has no entry
}

// Error says how to become a known user.
func (e *NoAccountError) Error() string {
	return fmt.Sprintf("make a database: user %s has no entry in /etc/passwd, and initdb refuses such a user: add one (useradd --system postgres, or in a container a line in /etc/passwd), run as another user, or set DATABASE_URL", e.User)
}

// KeeperError says that the process that looks after the server gave up. Log names the file with the whole story.
type KeeperError struct {
	Text string // what the keeper said last
	Log  string // path of its log
}

// Error is the keeper's own text and where to read more.
func (e *KeeperError) Error() string {
	return fmt.Sprintf("start the private PostgreSQL: %s (see %s)", e.Text, e.Log)
}
