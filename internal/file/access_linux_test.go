package file

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/internal/stranger"
)

// TestAccessNamesTheRemedyOfAFileThatExists opens a file of another user, one in a folder of another user, and one that is missing.
func TestAccessNamesTheRemedyOfAFileThatExists(t *testing.T) {
	dir := t.TempDir()
	other, closed := filepath.Join(dir, "x.db"), filepath.Join(dir, "closed")
	for name, make := range map[string]func(string) error{
		other:  func(name string) error { return os.WriteFile(name, nil, 0) },
		closed: func(name string) error { return os.Mkdir(name, 0) },
	} {
		if err := make(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Dir(dir), 0o711); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		other:                         "permission denied; give it to the user that runs this program (chown), with mode 600",
		filepath.Join(closed, "x.db"): "permission denied; let the user that runs this program into its folder",
		filepath.Join(dir, "none.db"): "no such file or directory",
	} {
		stranger.As(t, func() {
			_, err := os.Open(path)
			if got := Access(path, err); !strings.HasSuffix(got.Error(), want) {
				t.Errorf("%s: %v, want %q", path, got, want)
			}
		})
	}
	stranger.As(t, func() {
		if err := CheckTarget(filepath.Join(closed, "x.db")); err == nil || !strings.HasSuffix(err.Error(), "permission denied; let the user that runs this program into its folder") {
			t.Errorf("whether it has a file, cannot be seen: %v", err)
		}
		if err := CheckFolder(filepath.Join(dir, "x.key")); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("a folder of another user: %v", err)
		}
	})
	if err := os.Chmod(closed, 0o733); err != nil { // a file can be made there, and the folder cannot be synced
		t.Fatal(err)
	}
	stranger.As(t, func() {
		if err := Write(filepath.Join(closed, "x.key"), "key"); err != nil {
			t.Error(err)
		}
	})
	if err := os.Chmod(closed, 0o700); err != nil {
		t.Fatal(err)
	}
}
