package failpoint_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardroom/bot/failpoint"
)

// outward lists the methods that change something outside the program, by the name of the variable or field they are
// called on.
var outward = map[string][]string{
	"store":  {"Commit", "Pay", "Forget", "SetNote"},
	"rest":   {"Create", "MakeThread", "Edit", "EditReply", "Delete", "DeleteReply", "FollowUp", "Answer", "SetCommands", "CreateEmoji", "DeleteEmoji"},
	"client": {"SetCommands", "CreateEmoji", "DeleteEmoji"},
}

// Every effect has one place in the code, and the bot changes nothing outside except between the two points of an effect.
func TestEveryEffectIsBetweenTwoPoints(t *testing.T) {
	files, done := token.NewFileSet(), map[string]int{}
	calls := 0
	for _, f := range sources(t, files) {
		depth := 0 // the calls of Hook.Do around the current node
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
			inside := method == "Do" && strings.EqualFold(whose, "hook")
			if inside {
				depth++
			}
			open = append(open, inside)
			if slices.Contains(outward[strings.ToLower(whose)], method) {
				calls++
				if depth == 0 {
					t.Errorf("%v: %s.%s is outside of Hook.Do", files.Position(n.Pos()), whose, method)
				}
			}
			var values []ast.Expr
			switch n := n.(type) {
			case *ast.CallExpr:
				values = n.Args
			case *ast.KeyValueExpr: // of a message that is yet to be sent
				values = []ast.Expr{n.Value}
			}
			for _, v := range values {
				if name := effectNamed(v); name != "" {
					done[name]++
				}
			}
			return true
		})
	}
	effects := constants(t, files)
	for name, e := range effects {
		if done[name] != 1 || !slices.Contains(failpoint.Effects[:], failpoint.Effect(e)) {
			t.Errorf("%s is done at %d places, want one; listed %t", name, done[name], slices.Contains(failpoint.Effects[:], failpoint.Effect(e)))
		}
	}
	if len(effects) != len(failpoint.Effects) || calls < 20 {
		t.Errorf("%d effects are named and %d listed; %d calls reach outside", len(effects), len(failpoint.Effects), calls)
	}
}

// sources parses every file of the bot outside tests, except the packages that wrap the store and Discord.
func sources(t *testing.T, files *token.FileSet) (list []*ast.File) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if slices.Contains([]string{"../rest", "../gateway", "../discordtest", "../invariant"}, filepath.ToSlash(path)) {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(files, path, nil, 0)
		list = append(list, f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// callOf returns the method that a node calls, and the name of the variable or field it is called on.
func callOf(n ast.Node) (whose, method string) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return "", ""
	}
	field, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	switch x := field.X.(type) {
	case *ast.Ident:
		whose = x.Name
	case *ast.SelectorExpr:
		whose = x.Sel.Name
	}
	return whose, field.Sel.Name
}

// effectNamed returns the constant of this package that an argument is, or "".
func effectNamed(arg ast.Expr) string {
	s, ok := arg.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if pkg, ok := s.X.(*ast.Ident); !ok || pkg.Name != "failpoint" {
		return ""
	}
	return s.Sel.Name
}

// constants returns the constants of type Effect with their values.
func constants(t *testing.T, files *token.FileSet) map[string]string {
	t.Helper()
	f, err := parser.ParseFile(files, "failpoint.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if typ, ok := v.Type.(*ast.Ident); ok && typ.Name == "Effect" {
				values[v.Names[0].Name] = strings.Trim(v.Values[0].(*ast.BasicLit).Value, `"`)
			}
		}
	}
	return values
}
