package sealkey

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/internal/stranger"
)

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
	stranger.As(t, func() {
		_, err := For(t.Context(), fileStore(db), "")
		if err == nil || !strings.Contains(err.Error(), "give it to the user that runs this program (chown)") || strings.Contains(err.Error(), "name a file") {
			t.Errorf("it says %v", err)
		}
	})
}
