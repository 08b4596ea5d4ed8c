//go:build unix

package enginetest

import (
	"syscall"
	"testing"
	"time"
)

// CPUTime returns the processor time that this process has used. Other programs on the machine do not change it, as they do the
// time of a clock.
func CPUTime(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
