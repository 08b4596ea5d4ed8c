package dotenv

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadNamesTheLineAndNotItsContent(t *testing.T) {
	for text, where := range map[string]string{
		"DISCORD_TOKEN secret\n":                        "line 1 of ",
		"A=b\r\n\r\nsecret\r\n":                         "line 3 of ",
		"A='secret\nB=c\n":                              "line 1 of ",
		"A=\"b\nsecret\nc\"\n# d\nB=c\nsecret\nC=d":     "line 6 of ",
		"\ufeffA=b # \" in a comment\nB='c\nB=secret\n": "line 2 of ",
	} {
		path := filepath.Join(t.TempDir(), ".env")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Read(path)
		if err == nil || !strings.Contains(err.Error(), where+path) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v; want %q", text, err, where)
		}
	}
}

func TestReadOfNoFileFindsNothing(t *testing.T) {
	if env, err := Read(filepath.Join(t.TempDir(), ".env")); err != nil || len(env) > 0 {
		t.Errorf("%v, %v", env, err)
	}
	if _, err := Read(t.TempDir()); err == nil || !strings.HasPrefix(err.Error(), "cannot read ") {
		t.Errorf("a folder: %v", err)
	}
}
