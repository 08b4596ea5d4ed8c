package phh

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readText reads a file of this name and text.
func readText(t *testing.T, name, text string) (hands int, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	content := []byte(text)
	if strings.HasSuffix(name, ".gz") {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		content = b.Bytes()
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, e := range Read(path) {
		if err = e; err == nil {
			hands++
		}
	}
	return hands, err
}

// TestNoFileTakesAllMemory reads files that a stranger could send (S10): each is refused by a sentence that says why.
func TestNoFileTakesAllMemory(t *testing.T) {
	const mb = 1 << 20
	many := func(text string, n int) string { return strings.Repeat(text, n) }
	const full = "more than 1048576 values"
	const deep, long, wide = "nested deeper than 16", "it is longer than", "more than 262144 arrays, tables and keys"
	for name, tt := range map[string]struct{ file, text, want string }{
		"nested arrays":               {"a.phhs", "a = " + many("[", 3*mb), deep},
		"nested tables":               {"a.phhs", "a = " + many("{a=", 3*mb), deep},
		"a dotted key":                {"a.phhs", many("a.", 4*mb) + "a = 1", deep},
		"a dotted key of texts":       {"a.phhs", many(`"".`, 4*mb) + "a = 1", deep},
		"a dotted key with spaces":    {"a.phhs", many("a . ", 3*mb) + "a = 1", deep},
		"a dotted header":             {"a.phhs", "[" + many("a.", 4*mb) + "a]", deep},
		"a dotted key in a table":     {"a.phhs", "a = {b = 1, " + many("a.", 4*mb) + "a = 1}", deep},
		"behind a text with quotes":   {"a.phhs", "a = [\"\"\"x\"\"\"\"\", " + many("[", 3*mb), deep},
		"behind a text with a quote":  {"a.phhs", "a = ['''x'''', " + many("[", 3*mb), deep},
		"behind an escaped quote":     {"a.phhs", `a = ["\"", ` + many("[", 3*mb), deep},
		"behind a literal backslash":  {"a.phhs", `a = ['\', ` + many("[", 3*mb), deep},
		"behind a comment":            {"a.phhs", "# it's\na = " + many("[", 3*mb), deep},
		"in one hand":                 {"a.phh", "a = " + many("[", mb/2), deep},
		"on its line":                 {"a.phh", "# one\n\na = '''\n'''\nb = " + many("[", 99), "line 5: " + deep},
		"many tables":                 {"a.phhs", many("[1]\n", 4*mb-1), wide},
		"many tables of dots":         {"a.phhs", many("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o=1\n", mb/2), wide},
		"many arrays":                 {"a.phhs", "a = [" + many("[],", 5*mb), wide},
		"many keys":                   {"a.phhs", many("a=1\n", mb), wide},
		"many keys of a table":        {"a.phhs", "a = {" + many("b=1,", mb) + "b=1}", wide},
		"many numbers":                {"a.phhs", "a = [" + many("1,", 2*mb) + "1]", full},
		"many texts":                  {"a.phhs", "a = [" + many("'',", 2*mb) + "1]", full},
		"a long hand":                 {"a.phh", many("#", mb) + "\n", long + " 1 MiB"},
		"a long file":                 {"a.phhs", many("#", 16*mb) + "\n", long + " 16 MiB"},
		"a small file that is long":   {"a.phhs.gz", many("#", 16*mb) + "\n", long + " 16 MiB"},
		"a long line":                 {"a.jsonl", `{"id": "` + many("x", mb) + `"}`, long + " 1 MiB"},
		"a long space":                {"a.jsonl", "{}" + many(" ", 3*mb) + "{}", long + " 1 MiB"},
		"a small line that is long":   {"a.jsonl.gz", `{"id": "` + many("x", 8*mb) + `"}`, long + " 1 MiB"},
		"nested lines":                {"a.jsonl", `{"id": ` + many("[", mb/2), "exceeded max depth"},
		"as deep as it may be":        {"a.phh", "x = " + many("[", 16) + many("]", 16) + "\n" + many("a.", 15) + "a = 1", ""},
		"texts that look deep":        {"a.phh", "# " + many("[", 99) + "\nx = '" + many("[", 99) + "'\ny = \"" + many("a.", 99) + "\"\nz = \"\"\"" + many("{", 99) + "\"\"\"", ""},
		"many numbers with points":    {"a.phh", "x = [" + many("1.5, ", 99) + "]", ""},
		"many lines with points":      {"a.phh", many("# a\n", 99) + "a.b = 1\na.c = 1\n", ""},
		"as many hands as there were": {"a.jsonl", many(`{"id": "`+many("x", 999)+`"}`+"\n", 5*mb/999), ""},
	} {
		t.Run(name, func(t *testing.T) {
			hands, err := readText(t, tt.file, tt.text)
			said := fmt.Sprint(err)
			if tt.want == "" && (err != nil || hands == 0) || tt.want != "" && (!strings.Contains(said, tt.want) || !strings.Contains(said, tt.file)) {
				t.Errorf("%d hands, %.300q, want %q", hands, said, tt.want)
			}
		})
	}
}
