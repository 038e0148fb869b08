//go:build !linux

package private

import (
	"os/exec"
	"strconv"
	"strings"
)

// isPostmaster reports whether the process is a postgres that was started for the data folder (we name the folder on
// its command line), and not a zombie.
func isPostmaster(pid int, data string) bool {
	out, err := exec.Command("ps", "-ww", "-o", "stat=", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return false
	}
	state, command, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	return !strings.HasPrefix(state, "Z") && strings.Contains(command, "postgres -D "+data+" ")
}
