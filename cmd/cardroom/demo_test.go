package main

import (
	"bytes"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/internal/file"
)

// TestTheDemoAsksForAFolderToWriteTo starts it where a file has the name of its folder.
func TestTheDemoAsksForAFolderToWriteTo(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := file.Write("data", "no folder"); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	code := run(t.Context(), []string{"demo", "--addr", "127.0.0.1:0"}, terminal{&said, &said})
	if code != exitUsage || !strings.HasPrefix(said.String(), "cardroom: the demo cannot open its files; start it in a folder that you can write to. The cause: ") {
		t.Errorf("exit code %d\n%s", code, &said)
	}
}

// An address that is none is not one that another program has.
func TestTheDemoTellsAnAddressFromAPortInUse(t *testing.T) {
	t.Chdir(t.TempDir())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for addr, want := range map[string]string{
		"foo": `--addr is "foo": set it to an address of this computer with a port, such as 127.0.0.1:8080`, "127.0.0.1:99999": `--addr is "127.0.0.1:99999": set it to an address of this computer with a port`,
		"127.0.0.1:x": `--addr is "127.0.0.1:x": set it to an address of this computer with a port`, l.Addr().String(): "another one may be free",
	} {
		var said bytes.Buffer
		code := run(t.Context(), []string{"demo", "--addr", addr}, terminal{&said, &said})
		if words := said.String(); code != exitUsage || !strings.Contains(words, want) || strings.Contains(words, "may be free") != (addr == l.Addr().String()) {
			t.Errorf("%s: exit code %d\n%s", addr, code, words)
		}
	}
}

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
