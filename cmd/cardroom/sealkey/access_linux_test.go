package sealkey

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// asStranger calls do as a user that owns nothing, if this one may do everything.
func asStranger(t *testing.T, do func()) {
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

// TestAKeyFileOfAnotherUserIsToBeGivenOver reads one as another user, as after a backup that root has put back. To name another file would
// begin a new store.
func TestAKeyFileOfAnotherUserIsToBeGivenOver(t *testing.T) {
	db := filepath.Join(t.TempDir(), "cardroom.db")
	if err := os.WriteFile(db+".key", []byte(strings.Repeat("ab", 32)), 0); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(filepath.Dir(db)), 0o711); err != nil {
		t.Fatal(err)
	}
	asStranger(t, func() {
		_, err := For(t.Context(), fileStore(db), "")
		if err == nil || !strings.Contains(err.Error(), "give it to the user that runs this program (chown)") || strings.Contains(err.Error(), "name a file") {
			t.Errorf("it says %v", err)
		}
	})
}
