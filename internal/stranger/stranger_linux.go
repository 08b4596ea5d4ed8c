package stranger

import (
	"os"
	"runtime"
	"syscall"
	"testing"
)

// As calls do as a user that owns nothing, if this one may do everything.
func As(t *testing.T, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // until the goroutine ends, and the thread with it
		if os.Geteuid() == 0 {
			if err := syscall.Setfsuid(65534); err != nil {
				t.Error(err)
			}
		}
		do()
	}()
	<-done
}
