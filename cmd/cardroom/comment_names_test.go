package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// camelCase finds the words of a comment that can only be names of Go.
var camelCase = regexp.MustCompile(`\b[a-z][a-z0-9]*[A-Z]\w*\b`)

// foreign lists names of others in comments.
var foreign = []string{"gRPC", "vN"}

// TestACommentNamesWhatExists finds comments that kept a name which the code has no longer.
func TestACommentNamesWhatExists(t *testing.T) {
	if testing.Short() {
		t.Skip("reads source: not for the race detector")
	}
	const root = "../.."
	known, said := map[string]bool{}, map[string][]string{}
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
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				known[id.Name] = true
			}
			return true
		})
		for _, c := range file.Comments {
			for _, word := range camelCase.FindAllString(c.Text(), -1) {
				said[word] = append(said[word], name)
			}
		}
		return nil
	})
	if err != nil || len(said) < 100 {
		t.Fatalf("%d names in comments: %v", len(said), err)
	}
	for word, files := range said {
		if !known[word] && !slices.Contains(foreign, word) {
			t.Errorf("no code has %s, which a comment names in %s", word, strings.Join(files, ", "))
		}
	}
}
