package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/internal/file"
)

// TestTheDemoSaysHowToBeginAnew starts it on damaged files. It has neither a backup nor CARDROOM_SEAL_KEY.
func TestTheDemoSaysHowToBeginAnew(t *testing.T) {
	const key = "cardroom.db.key"
	for name, text := range map[string]string{key: "no key", key + " ": "", "cardroom.db": "SQLite format 3\x00 no more", "discord.json": "go"} {
		t.Chdir(t.TempDir())
		name, missing := strings.CutSuffix(name, " ")
		err := file.Write(filepath.Join(demoDir, key), strings.Repeat("ab", 32))
		if err := errors.Join(err, file.Write(filepath.Join(demoDir, name), text)); err != nil {
			t.Fatal(err)
		}
		if missing {
			data := file.Write(filepath.Join(demoDir, "cardroom.db"), "SQLite format 3\x00")
			if err := errors.Join(data, os.Remove(filepath.Join(demoDir, key))); err != nil {
				t.Fatal(err)
			}
		}
		var said bytes.Buffer
		code := run(t.Context(), []string{"demo", "--addr", "127.0.0.1:0"}, terminal{&said, &said})
		words, begins := said.String(), "cardroom: the demo cannot open its files; delete data/demo to begin anew. The cause: "
		if code != exitUsage || !strings.Contains(words, name) || !strings.HasPrefix(words, begins) || strings.Contains(words, "CARDROOM_") {
			t.Errorf("with a damaged %s: exit code %d\n%s", name, code, &said)
		}
	}
}
