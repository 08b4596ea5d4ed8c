package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/internal/file"
)

// TestTheDemoSaysHowToBeginAnew starts it on damaged files. It has neither a backup nor CARDROOM_SEAL_KEY.
func TestTheDemoSaysHowToBeginAnew(t *testing.T) {
	for name, text := range map[string]string{"cardroom.db.key": "no key", "cardroom.db": "SQLite format 3\x00 no more", "discord.json": "go"} {
		t.Chdir(t.TempDir())
		err := file.Write(filepath.Join(demoDir, "cardroom.db.key"), strings.Repeat("ab", 32))
		if err := errors.Join(err, file.Write(filepath.Join(demoDir, name), text)); err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		code := run(t.Context(), []string{"demo", "--addr", "127.0.0.1:0"}, terminal{&said, &said})
		if code != exitUsage || !strings.Contains(said.String(), name) || !strings.HasSuffix(said.String(), "; delete data/demo to begin anew\n") {
			t.Errorf("with a damaged %s: exit code %d\n%s", name, code, &said)
		}
	}
}
