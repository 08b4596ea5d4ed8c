package sealkey

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/internal/file"
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

// TestAMoveFindsBeforeTheCopyThatItCannotWriteTheKey moves to a file whose key file is a link into a folder of another user.
func TestAMoveFindsBeforeTheCopyThatItCannotWriteTheKey(t *testing.T) {
	dir := t.TempDir()
	old, to, secrets := filepath.Join(dir, "old.db"), filepath.Join(dir, "new.db"), filepath.Join(dir, "secrets")
	if err := errors.Join(file.Write(old, "data"), file.Write(old+".key", strings.Repeat("ab", 32)), os.Mkdir(secrets, 0o755), os.Symlink(filepath.Join(secrets, "seal"), to+".key"),
		os.Chmod(old+".key", 0o644), os.Chmod(secrets, 0o555), os.Chmod(filepath.Dir(dir), 0o711)); err != nil {
		t.Fatal(err)
	}
	stranger.As(t, func() {
		_, err := Along(t.Context(), nil, fileStore(old), "file:"+to)
		if !errors.Is(err, fs.ErrPermission) || !strings.HasPrefix(err.Error(), "the key file "+to+".key cannot be written: ") || !strings.HasSuffix(err.Error(), "; name a file in a directory that can be written") {
			t.Errorf("it says %v", err)
		}
	})
}
