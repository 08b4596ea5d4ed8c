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

// docLink finds the names in brackets that go doc links: of a type, of its member, of either in another package.
var docLink = regexp.MustCompile(`\[\*?((?:\w+\.)*[A-Z]\w*)\]`)

// example finds the lines of a comment that are code, in which go doc links nothing.
var example = regexp.MustCompile(`(?m)^\t.*$`)

// TestADocLinkHasATarget finds links in comments to names that no package of that name declares.
func TestADocLinkHasATarget(t *testing.T) {
	if testing.Short() {
		t.Skip("reads source: not for the race detector")
	}
	targets, said := map[string]bool{}, map[string][]string{}
	eachSource(t, func(name string, file *ast.File) {
		own := strings.TrimSuffix(file.Name.Name, "_test")
		targets[own] = true
		for _, d := range file.Decls {
			for _, declared := range declaredBy(d) {
				targets[own+"."+declared] = true
			}
		}
		for _, c := range file.Comments {
			for _, link := range docLink.FindAllStringSubmatch(example.ReplaceAllString(c.Text(), ""), -1) {
				first, _, qualified := strings.Cut(link[1], ".")
				if !qualified || ast.IsExported(first) {
					link[1] = own + "." + link[1]
				}
				said[link[1]] = append(said[link[1]], name)
			}
		}
	})
	if len(said) < 100 {
		t.Fatalf("%d links in comments", len(said))
	}
	for link, files := range said {
		pkg, _, _ := strings.Cut(link, ".")
		if targets[pkg] && !targets[link] { // the other packages are not ours
			t.Errorf("no code has %s, to which a comment links in %s", link, strings.Join(files, ", "))
		}
	}
}

// declaredBy returns the names that a declaration declares, with the members of a type behind its name and a dot.
func declaredBy(d ast.Decl) (names []string) {
	if f, ok := d.(*ast.FuncDecl); ok {
		return []string{strings.TrimPrefix(receiver(f)+"."+f.Name.Name, ".")}
	}
	for _, spec := range d.(*ast.GenDecl).Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			for _, id := range spec.Names {
				names = append(names, id.Name)
			}
		case *ast.TypeSpec:
			names = append(names, spec.Name.Name)
			ast.Inspect(spec.Type, func(n ast.Node) bool {
				if field, ok := n.(*ast.Field); ok {
					for _, id := range field.Names {
						names = append(names, spec.Name.Name+"."+id.Name)
					}
				}
				return true
			})
		}
	}
	return names
}
