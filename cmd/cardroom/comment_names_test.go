package main

import (
	"go/ast"
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
	known, said := map[string]bool{}, map[string][]string{}
	eachSource(t, func(name string, file *ast.File) {
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
	})
	if len(said) < 100 {
		t.Fatalf("%d names in comments", len(said))
	}
	for word, files := range said {
		if !known[word] && !slices.Contains(foreign, word) {
			t.Errorf("no code has %s, which a comment names in %s", word, strings.Join(files, ", "))
		}
	}
}
