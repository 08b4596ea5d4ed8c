package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// outward are the methods by which the bot changes something outside of it, by whose they are.
var outward = map[string][]string{
	"store":  {"Commit", "Pay", "Forget", "SetNote"},
	"rest":   {"Create", "Edit", "EditOriginal", "Delete", "DeleteOriginal", "Follow", "Answer", "SetCommands", "CreateEmoji", "DeleteEmoji"},
	"client": {"SetCommands", "CreateEmoji", "DeleteEmoji"},
}

// Every effect has one place in the code, and nothing changes the world outside but between the two points of an effect.
func TestEveryEffectIsBetweenTwoPoints(t *testing.T) {
	files, named, done := token.NewFileSet(), map[string]string{}, map[string]int{}
	for _, f := range sources(t, files) {
		for _, d := range f.Decls {
			for name, e := range effectsNamed(d) {
				named[name] = e
			}
		}
		depth := 0 // how many calls of effect the walk is inside of
		var open []bool
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				last := len(open) - 1
				if open[last] {
					depth--
				}
				open = open[:last]
				return false
			}
			whose, method := callOf(n)
			inside := method == "effect"
			if inside {
				depth++
			}
			open = append(open, inside)
			if slices.Contains(outward[whose], method) && depth == 0 {
				t.Errorf("%v: %s.%s is between no points", files.Position(n.Pos()), whose, method)
			}
			if method == "effect" || method == "create" {
				for _, arg := range n.(*ast.CallExpr).Args {
					if e, ok := arg.(*ast.Ident); ok {
						done[e.Name]++
					}
				}
			}
			return true
		})
	}
	for name, e := range named {
		if done[name] != 1 || !slices.Contains(Effects[:], Effect(e)) {
			t.Errorf("%s is done at %d places, want one; listed %t", name, done[name], slices.Contains(Effects[:], Effect(e)))
		}
	}
	if len(named) != len(Effects) {
		t.Errorf("%d effects are named, %d listed", len(named), len(Effects))
	}
}

// sources are the files of the package.
func sources(t *testing.T, files *token.FileSet) (list []*ast.File) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

// callOf is the method that is called, and by what name the code knows whose it is.
func callOf(n ast.Node) (whose, method string) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return "", ""
	}
	of, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	switch x := of.X.(type) {
	case *ast.Ident:
		whose = x.Name
	case *ast.SelectorExpr:
		whose = x.Sel.Name
	}
	return whose, of.Sel.Name
}

// effectsNamed is the constants of type Effect that a declaration makes, with what they say.
func effectsNamed(d ast.Decl) map[string]string {
	named := map[string]string{}
	g, ok := d.(*ast.GenDecl)
	if !ok || g.Tok != token.CONST {
		return named
	}
	for _, s := range g.Specs {
		v := s.(*ast.ValueSpec)
		if is, ok := v.Type.(*ast.Ident); ok && is.Name == "Effect" {
			named[v.Names[0].Name] = strings.Trim(v.Values[0].(*ast.BasicLit).Value, `"`)
		}
	}
	return named
}
