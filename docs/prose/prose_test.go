package prose

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// finding is one alert of Vale.
type finding struct {
	Check, Message, Match string
	Line                  int
}

// lint runs Vale over the files below a directory and returns its findings by file.
func lint(t *testing.T, root string, skip func(name string) bool) map[string][]finding {
	t.Helper()
	copies := t.TempDir()
	lines := map[string][]int{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if name != "." && (strings.HasPrefix(name, ".") || skip(name)) {
				return fs.SkipDir
			}
			return err
		}
		source, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		var p *prose
		switch {
		case filepath.Ext(name) == ".go":
			p, err = ofGo(name, source)
		case path.Base(name) == "en.json" || strings.HasSuffix(name, "_text.json"):
			p = ofTexts(source)
		case filepath.Ext(name) == ".md":
			return write(copies, name, source)
		}
		if p == nil || err != nil {
			return err
		}
		lines[name+".txt"] = p.lines
		return write(copies, name+".txt", []byte(p.text.String()))
	})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]finding{}
	for name, findings := range vale(t, copies) {
		name, _ = filepath.Rel(copies, name)
		for _, f := range findings {
			if of := lines[name]; of != nil {
				f.Line = of[f.Line-1]
			}
			file := strings.TrimSuffix(name, ".txt")
			found[file] = append(found[file], f)
		}
	}
	return found
}

func write(dir, name string, data []byte) error {
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// vale runs Vale over a directory.
func vale(t *testing.T, dir string) map[string][]finding {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := exec.Command("go", "tool", "vale", "--config=.vale.ini", "--output=JSON", dir)
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // 1 says that there are findings
		t.Fatalf("vale: %v\n%s%s", err, stdout.Bytes(), stderr.Bytes())
	}
	var found map[string][]finding
	if err := json.Unmarshal(stdout.Bytes(), &found); err != nil {
		t.Fatalf("vale's answer: %v\n%s%s", err, stdout.Bytes(), stderr.Bytes())
	}
	return found
}

func TestTheProseIsPlain(t *testing.T) {
	found := lint(t, "../..", func(dir string) bool { return dir == "docs/prose/testdata" })
	for _, file := range slices.Sorted(maps.Keys(found)) {
		for _, f := range found[file] {
			t.Errorf("%s:%d: %s: %s", file, f.Line, f.Check, f.Message)
		}
	}
}

// Each file of testdata is named after the rule that it breaks, and breaks it once on the fifth line: in a comment, in an error,
// on a page or in a text.
func TestEveryRuleFindsItsPlant(t *testing.T) {
	rules, err := filepath.Glob("styles/Plain/*.yml")
	if err != nil || len(rules) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	found := lint(t, "testdata", func(string) bool { return false })
	for _, rule := range rules {
		name := strings.TrimSuffix(filepath.Base(rule), ".yml")
		for _, plant := range []string{"comment.go", "error.go", "page.md", "text.json"} {
			plant = name + "_" + plant
			if f := found[plant]; len(f) != 1 || f[0].Check != "Plain."+name || f[0].Line != 5 {
				t.Errorf("testdata/%s: %+v, want one finding of Plain.%s on line 5", plant, f, name)
			}
		}
	}
}

// TestEveryMessageIsRead checks the texts that are read from calls, one by one.
func TestEveryMessageIsRead(t *testing.T) {
	for call, want := range map[string]string{
		`errors.New("one")`:                              "one",
		"fmt.Errorf(`two %w`, err)":                      "two %w",
		`fmt.Errorf("three "+"parts "+` + "`%d`, n)":     "three parts %d",
		`log.Warn("could not "+verb+" it", "err", err)`:  "could not %s it",
		`t.Log.Log(t.Ctx, level, "could not edit", "a")`: "could not edit",
		`log.Log(ctx, level, "not "+what, "err", err)`:   "not %s",
		`errors.New(a + b)`:                              "",
		`log.Log(ctx, level, text)`:                      "",
		`log.Info(text)`:                                 "",
		`fmt.Println("five")`:                            "",
		`print("six")`:                                   "",
	} {
		e, err := parser.ParseExpr(call)
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := messageOf(e.(*ast.CallExpr)); text != want {
			t.Errorf("%s: %q, want %q", call, text, want)
		}
	}
}
