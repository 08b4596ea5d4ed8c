package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestACommentOnAFunctionBeginsWithItsNameAndAVerb covers unexported functions too, and those of tests. Tests, benchmarks
// and fuzz targets are exempt: their comments state a law.
func TestACommentOnAFunctionBeginsWithItsNameAndAVerb(t *testing.T) {
	if testing.Short() {
		t.Skip("reads source: not for the race detector")
	}
	checked := 0
	eachSource(t, func(name string, file *ast.File) {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Doc == nil || hasPrefix(f.Name.Name, "Test", "Benchmark", "Fuzz", "Example") {
				continue
			}
			checked++
			if flaw := commentFlaw(f.Name.Name, f.Doc.Text()); flaw != "" {
				t.Errorf("%s: %s: %s", name, flaw, strings.SplitN(f.Doc.Text(), "\n", 2)[0])
			}
		}
	})
	if checked < 1000 {
		t.Fatalf("%d comments were checked", checked)
	}
}

// eachSource calls do with every file of Go code, its comments included.
func eachSource(t *testing.T, do func(name string, file *ast.File)) {
	t.Helper()
	const root = "../.."
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name != "." && strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case filepath.Ext(name) != ".go":
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.ParseComments)
		if err == nil {
			do(name, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestEachFlawOfACommentIsFound(t *testing.T) {
	for comment, flaw := range map[string]string{
		"f returns one.":                 "",
		"f, like g, returns one.":        "",
		"f does not wait.":               "",
		"f never waits.":                 "",
		"One is returned by f.":          "does not begin with the function's name",
		"f is the number of players.":    "does not say what the function does",
		"f says whether a seat is free.": "does not say what the function does",
		"f a number.":                    "does not say what the function does",
		"f":                              "does not say what the function does",
	} {
		if got := commentFlaw("f", comment); got != flaw {
			t.Errorf("%q: %q, want %q", comment, got, flaw)
		}
	}
}

// commentFlaw returns the flaw of a function's comment, or "".
func commentFlaw(name, comment string) string {
	words := strings.Fields(comment)
	if words[0] != name && words[0] != name+"," {
		return "does not begin with the function's name"
	}
	if strings.HasSuffix(words[0], ",") { // "f, like g, returns …"
		end := slices.IndexFunc(words[1:], func(w string) bool { return strings.HasSuffix(w, ",") })
		words = words[end+1:]
	}
	verb := ""
	if words = slices.DeleteFunc(words[1:], func(w string) bool { return w == "never" || w == "also" }); len(words) > 0 {
		verb = strings.Trim(words[0], ".,")
	}
	if !strings.HasSuffix(verb, "s") || slices.Contains([]string{"is", "was", "says", "this"}, verb) {
		return "does not say what the function does"
	}
	return ""
}

func hasPrefix(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}
