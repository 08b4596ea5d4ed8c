package program

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Waited returns for how long the threads of a process were ready to run and waited for a core, together. Where the system does
// not tell, it is 0.
func Waited(pid int) (sum time.Duration) {
	dir := fmt.Sprintf("/proc/%d/task", pid)
	threads, err := os.ReadDir(dir)
	if err != nil {
		return 0
	}
	for _, thread := range threads {
		text, err := os.ReadFile(filepath.Join(dir, thread.Name(), "schedstat"))
		if err != nil {
			continue // the thread has ended
		}
		var ran, waited time.Duration
		if _, err := fmt.Sscan(string(text), &ran, &waited); err == nil {
			sum += waited
		}
	}
	return sum
}
