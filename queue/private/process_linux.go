package private

import (
	"fmt"
	"os"
	"strings"
)

// isPostmaster reports whether the process is a postgres at work in the data folder. A zombie is not: it still answers
// kill(pid, 0), but has no working directory.
func isPostmaster(pid int, data string) bool {
	cwd, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
	if err != nil || cwd != data {
		return false
	}
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	return err == nil && strings.TrimSpace(string(name)) == "postgres"
}
