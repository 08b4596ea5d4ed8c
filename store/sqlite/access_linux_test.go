package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/internal/stranger"
	"cardroom/store"
)

// TestAFileOfAnotherUserIsToBeGivenOver opens and inspects one as another user, as after a backup that root has put back. To name another
// file would begin a new store.
func TestAFileOfAnotherUserIsToBeGivenOver(t *testing.T) {
	dir := t.TempDir()
	path, closed := filepath.Join(dir, "cardroom.db"), filepath.Join(dir, "closed")
	if err := os.WriteFile(path, []byte("SQLite format 3\x00"), 0); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(closed, 0); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(dir), 0o711); err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		"file:" + path:                          "give it to the user that runs this program (chown), with mode 600",
		"file:" + filepath.Join(closed, "x.db"): "let the user that runs this program into its folder",
	} {
		stranger.As(t, func() {
			_, err := Open(t.Context(), url, store.Options{})
			_, seen := Inspect(t.Context(), url, store.Options{})
			for _, err := range []error{err, seen} {
				if err == nil || !strings.HasPrefix(err.Error(), url+": ") || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "name a file") {
					t.Errorf("%s: %v, want %q", url, err, want)
				}
			}
		})
	}
	stranger.As(t, func() {
		if _, err := Open(t.Context(), "file:"+filepath.Join(dir, "new.db"), store.Options{}); os.Geteuid() == 0 && (err == nil || !strings.Contains(err.Error(), "name a file that can be written")) {
			t.Errorf("of a new file in a folder of another user: %v", err)
		}
	})
	link := filepath.Join(dir, "link.db")
	if err := os.Symlink(filepath.Join(dir, "disk", "x.db"), link); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), "file:"+link, store.Options{}); err == nil || !strings.Contains(err.Error(), "mount the disk") || strings.Contains(err.Error(), "name a file") {
		t.Errorf("of a link to a disk that is away: %v", err)
	}
	readable := filepath.Join(dir, "readable.db")
	if err := errors.Join(os.WriteFile(readable, nil, 0o600), os.Chmod(readable, 0o666)); err != nil {
		t.Fatal(err)
	}
	stranger.As(t, func() {
		if _, err := Open(t.Context(), "file:"+readable, store.Options{}); os.Geteuid() == 0 && (err == nil || !strings.Contains(err.Error(), "write to the folder of the file")) {
			t.Errorf("in a folder of another user: %v", err)
		}
	})
	if err := os.Chmod(closed, 0o700); err != nil {
		t.Fatal(err)
	}
}
