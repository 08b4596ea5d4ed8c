package dotenv

import (
	"maps"
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
		"A=b\nLOG LEVEL=secret\n":                       "line 2 of ",
		"A=b\n\nLOG\tLEVEL=secret":                      "line 3 of ",
		"export LOG LEVEL=secret":                       "line 1 of ",
		"A=\"b\nc\"\n=secret\nB=c":                      "line 3 of ",
		"A=b\n: secret":                                 "line 2 of ",
		"A=b\nÄ=secret":                                 "line 2 of ",
		"\ufeffA=b # \" in a comment\nB='c\nB=secret\n": "line 2 of ",
	} {
		path := filepath.Join(t.TempDir(), ".env")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := Read(t.Context(), path)
		if err == nil || !strings.Contains(err.Error(), where+path) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v; want %q", text, err, where)
		}
	}
}

func TestReadTakesEveryProperName(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".env")
	if err := os.WriteFile(path, []byte("A=1\n B_2 = 2 # two words = three\nexport C.d=\"3 4\"\n\texport\tE : 5\n# A B=6\nF='\nG H=7\n'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env, _, err := Read(t.Context(), path)
	if want := map[string]string{"A": "1", "B_2": "2", "C.d": "3 4", "E": "5", "F": "\nG H=7\n"}; err != nil || !maps.Equal(env, want) {
		t.Errorf("%q, %v; want %q", env, err, want)
	}
}

func TestReadOfNoFileFindsNothing(t *testing.T) {
	if env, _, err := Read(t.Context(), filepath.Join(t.TempDir(), ".env")); err != nil || len(env) > 0 {
		t.Errorf("%v, %v", env, err)
	}
	if _, _, err := Read(t.Context(), t.TempDir()); err == nil || !strings.HasPrefix(err.Error(), "cannot read ") {
		t.Errorf("a folder: %v", err)
	}
}

// A link to a file on a disk that is away is a .env, which holds the token and the store.
func TestReadNamesALinkToNoFile(t *testing.T) {
	dir := t.TempDir()
	path, named := filepath.Join(dir, ".env"), filepath.Join(dir, "disk", "env")
	if err := os.Symlink(named, path); err != nil {
		t.Skip(err)
	}
	if _, _, err := Read(t.Context(), path); err == nil || err.Error() != path+" is a link to "+named+", which is missing: put that file back, or remove the link" {
		t.Error(err)
	}
}

// The library takes a $ and the capitals and digits behind it out of a value, unless a line above sets that name. Read names
// such values; the others stay as they are today.
func TestReadNamesValuesThatLoseAPart(t *testing.T) {
	for text, want := range map[string]struct {
		value string
		where string // "": nothing is lost
	}{
		"A=pa$word1":                            {"pa$word1", ""},
		"A='pa$WORD1$(x)${Y}'":                  {"pa$WORD1$(x)${Y}", ""},
		"W=1\nA=pa${W}x$W":                      {"pa1x1", ""},
		`A=pa\$WORD`:                            {"pa$WORD", ""},
		`A="pa\$WORD\$(x"`:                      {"pa$WORD$(x", ""},
		"A=pa${word}$":                          {"pa${word}$", ""},
		"A=$X\nX=1\nA=3":                        {"3", ""},
		"A=b # costs $X":                        {"b", ""},
		"# B=$X\nA=b":                           {"b", ""},
		"B=$X\nA=b":                             {"b", ""},
		"A=pa$WORD1":                            {"pa", "line 1 of "},
		"\nexport A=pa${W}x":                    {"pax", "line 2 of "},
		"A=x$9y":                                {"xy", "line 1 of "},
		"A=pa$$WORD":                            {"pa$", "line 1 of "},
		"A=pa$(word)":                           {"pa$(word)", ""},
		"A=pa$(WORD)":                           {"pa)", "line 1 of "},
		"B=\"x\ny\" # z\n\nA=\"b\n$WORD\"\nC=d": {"b\n", "line 4 of "},
		"A=pa$WORD\nWORD=1":                     {"pa", "line 1 of "},
		"B=$X\nA=$B":                            {"", "line 1 of "},
		"B=$X\nC=$B\nB=1\nA=x$C":                {"x", "line 1 of "},
		"B=$X\nB=1\nA=$B":                       {"1", ""},
		"A=$A":                                  {"", "line 1 of "},
		"A=1\nA=$X":                             {"", "line 2 of "},
	} {
		path := filepath.Join(t.TempDir(), ".env")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		env, lost, err := Read(t.Context(), path)
		if err != nil || env["A"] != want.value {
			t.Errorf("%q: A is %q, %v; want %q", text, env["A"], err, want.value)
		}
		switch found := lost["A"]; {
		case want.where == "" && found != nil:
			t.Errorf("%q: %v", text, found)
		case want.where != "" && (found == nil || !strings.Contains(found.Error(), want.where+path) || !strings.Contains(found.Error(), "single quotes")):
			t.Errorf("%q: %v; want %q", text, found, want.where)
		}
	}
}
