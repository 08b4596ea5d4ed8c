package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestNoPrivateWords(t *testing.T) {
	if testing.Short() {
		t.Skip("reads source: not for the race detector")
	}
	words, err := readWords()
	if err != nil {
		t.Fatal(err)
	}
	found, allowed, files, err := words.search("../..")
	if err != nil {
		t.Fatal(err)
	}
	if files < 300 {
		t.Fatalf("only %d files seen", files)
	}
	for _, area := range slices.Sorted(maps.Keys(found)) {
		t.Errorf("%s has names that are refused there; where one means another thing than its term, choose another name:\n%s", area, strings.Join(found[area], "\n"))
	}
	for i, s := range stays {
		for word := range strings.FieldsSeq(s.words) {
			if !allowed[fmt.Sprint(i, word)] {
				t.Errorf("%q stays below %s as %s, but nothing has this name: remove it from stays", word, s.below, s.kinds)
			}
		}
	}
}

// TestTheSearchSeesEachKindOfName plants a private word as each kind of name.
func TestTheSearchSeesEachKindOfName(t *testing.T) {
	words, err := readWords()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"func tongue() {}":                           "func tongue",
		"func Tongue() {}":                           "func Tongue",
		"type x int\nfunc (x) tongue() {}":           "method tongue",
		"func (tongue x) f() {}":                     "local tongue",
		"func f(tongue int) {}":                      "local tongue",
		"func f() (tongue int) { return }":           "local tongue",
		"func f[tongue any]() {}":                    "local tongue",
		"type tongue int":                            "type tongue",
		"type tongue = int":                          "type tongue",
		"type x struct { a, tongue int }":            "field tongue",
		"type x struct { a struct { tongue int } }":  "field tongue",
		"type x interface { tongue() }":              "method tongue",
		"type x func(tongue int)":                    "local tongue",
		"var a, tongue = 1, 2":                       "var tongue",
		"const tongue = 1":                           "var tongue",
		"import tongue \"fmt\"":                      "import tongue",
		"func f() { var tongue int }":                "local tongue",
		"func f() { const tongue = 1 }":              "local tongue",
		"func f() { type tongue int }":               "type tongue",
		"func f() { a, tongue := 1, 2 }":             "local tongue",
		"func f() { for tongue := range 3 {} }":      "local tongue",
		"func f() { for _, tongue := range x {} }":   "local tongue",
		"func f() { if tongue := 1; true {} }":       "local tongue",
		"func f() { switch tongue := x.(type) {} }":  "local tongue",
		"func f() { _ = func(tongue int) {} }":       "local tongue",
		"func f() { tongue: for { break tongue } }":  "label tongue",
		"func f() { select { case tongue := <-x: }}": "local tongue",
		"func f() { tongue = 1; tongue() }":          "", // a use is no declaration
		"func f() { x.tongue = 1 }":                  "",
		"// tongue":                                  "",
		"func mothertongue() {}":                     "",
		"func hand() {}":                             "func hand",
		"func f(hand int) {}":                        "", // allowed
		"func f(held int) {}":                        "local held",
	} {
		if got := plant(t, words, "bot/some/a.go", "package some\n"+text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for file, want := range map[string]string{
		"bot/a_test.go":           "", // allowed in tests
		"bot/a.go":                "local held",
		"bot/invariant/a.go":      "local held",
		"bot/invariant/a_test.go": "",
		"bottom/a.go":             "",
		"engine/a.go":             "",
	} {
		if got := plant(t, words, file, "package some\nfunc f(held int) {}"); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	for file, want := range map[string]string{
		"engine/line.go":   "file line.go",
		"engine/liner.go":  "",
		"bot/line.go":      "",
		"store/x/carry.go": "file carry.go",
	} {
		if got := plant(t, words, file, "package some"); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	for routes, want := range map[string]string{
		`{Path: "ping", Beside: account.Ping}`:       "",
		`{Path: "chips ping", Beside: account.Ping}`: "func Ping",
		`{Path: "ping", Beside: play.Ping}`:          "func Ping",
	} {
		got := plantAll(t, words, map[string]string{
			"bot/routes.go":         "package bot\nvar rows = []command.Route{" + routes + "}",
			"bot/account/wallet.go": "package account\nfunc Ping() {}",
		})
		if got != want {
			t.Errorf("%s: %q, want %q", routes, got, want)
		}
	}
	if got := plant(t, words, "engine/x/x.go", "package house\nvar house int"); got != "package house" {
		t.Errorf("package house: %q", got)
	}
}

// plant returns the result of the search in a program of one file.
func plant(t *testing.T, words wordList, name, text string) string {
	t.Helper()
	return plantAll(t, words, map[string]string{name: text})
}

// plantAll returns the result of the search in a program of these files.
func plantAll(t *testing.T, words wordList, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, _, _, err := words.search(root)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, list := range found {
		for _, f := range list {
			_, f, _ = strings.Cut(f, ": ")
			f, _, _ = strings.Cut(f, ", ")
			all = append(all, f)
		}
	}
	return strings.Join(all, "; ")
}

// wordList holds the private words of each area in small letters, with the term for each.
type wordList map[string]map[string]string

func readWords() (wordList, error) {
	list := wordList{}
	for _, area := range privateWords {
		words := map[string]string{}
		for line := range strings.Lines(strings.TrimSpace(area.words)) {
			left, term, ok := strings.Cut(strings.TrimSpace(line), "  ")
			if !ok {
				return nil, fmt.Errorf("%s: %q lacks the standard term", area.area, line)
			}
			for _, word := range strings.Split(left, ", ") {
				if words[word] != "" {
					return nil, fmt.Errorf("%s: %s comes twice", area.area, word)
				}
				words[word] = strings.TrimSpace(term)
			}
		}
		list[area.area] = words
	}
	return list, nil
}

// search returns the private words declared below root, by area, and the used entries of stays.
func (w wordList) search(root string) (found map[string][]string, allowed map[string]bool, files int, err error) {
	found, allowed = map[string][]string{}, map[string]bool{}
	commands, err := namesakes(filepath.Join(root, "bot", "routes.go"))
	if err != nil {
		return nil, nil, 0, err
	}
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && file != root {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		files++
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, n := range declared(parsed, path.Base(rel)) {
			area, term := w.refuses(path.Dir(rel), n)
			if area == "" {
				continue
			}
			if i := whyStays(rel, n); i >= 0 {
				allowed[fmt.Sprint(i, small(n.name))] = true
				continue
			}
			if n.kind == "func" && commands[path.Base(path.Dir(rel))+"."+n.name] {
				continue
			}
			found[area] = append(found[area], fmt.Sprintf("%s:%d: %s %s, say %s", rel, fset.Position(n.at).Line, n.kind, n.name, term))
		}
		return nil
	})
	return found, allowed, files, err
}

// namesakes returns the handlers that have their command's name, such as account.Ping for /ping. It reads the table of routes.
func namesakes(routes string) (map[string]bool, error) {
	names := map[string]bool{}
	file, err := parser.ParseFile(token.NewFileSet(), routes, nil, parser.SkipObjectResolution)
	if errors.Is(err, fs.ErrNotExist) {
		return names, nil
	}
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		row, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		command := ""
		for _, e := range row.Elts {
			field, _ := e.(*ast.KeyValueExpr)
			if field == nil {
				continue
			}
			switch value := field.Value.(type) {
			case *ast.BasicLit:
				if fmt.Sprint(field.Key) == "Path" {
					command = strings.ReplaceAll(strings.Trim(value.Value, `"`), " ", "")
				}
			case *ast.SelectorExpr:
				if strings.EqualFold(value.Sel.Name, command) {
					names[fmt.Sprint(value.X)+"."+value.Sel.Name] = true
				}
			}
		}
		return true
	})
	return names, nil
}

// refuses returns the area in which a name is a private word, and the term for it; or nothing.
func (w wordList) refuses(dir string, n name) (area, term string) {
	word := small(n.name)
	if n.kind == "package" || n.kind == "file" {
		word = n.kind + " " + word
	}
	for _, area := range slices.Sorted(maps.Keys(w)) {
		if term := w[area][word]; term != "" && within(dir, area) {
			return area, term
		}
	}
	return "", ""
}

func within(dir, area string) bool { return dir == area || strings.HasPrefix(dir, area+"/") }

// whyStays returns the index of the entry of stays that allows a name, or -1.
func whyStays(file string, n name) int {
	return slices.IndexFunc(stays, func(s struct {
		words, below, kinds string
		tests               bool
		why                 string
	},
	) bool {
		return slices.Contains(strings.Fields(s.words), small(n.name)) && slices.Contains(strings.Fields(s.kinds), n.kind) &&
			within(path.Dir(file), s.below) && (!s.tests || strings.HasSuffix(file, "_test.go"))
	})
}

func small(word string) string {
	r, n := utf8.DecodeRuneInString(word)
	return string(unicode.ToLower(r)) + word[n:]
}

// name is a declared name.
type name struct {
	name, kind string
	at         token.Pos
}

// declared returns every name that a file declares, with its own and its package's.
func declared(file *ast.File, base string) []name {
	d := &declarations{global: map[ast.Node]bool{}}
	d.add("file", &ast.Ident{Name: base, NamePos: file.Name.Pos()})
	d.add("package", file.Name)
	for _, decl := range file.Decls {
		if g, ok := decl.(*ast.GenDecl); ok {
			for _, spec := range g.Specs {
				d.global[spec] = true
			}
		}
	}
	ast.Inspect(file, d.visit)
	return d.all
}

type declarations struct {
	all    []name
	global map[ast.Node]bool
}

func (d *declarations) add(kind string, ids ...*ast.Ident) {
	for _, id := range ids {
		if id != nil {
			d.all = append(d.all, name{id.Name, kind, id.Pos()})
		}
	}
}

func (d *declarations) fields(kind string, lists ...*ast.FieldList) {
	for _, list := range lists {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			d.add(kind, f.Names...)
		}
	}
}

// defined adds the names that := declares. A name on its left may already be declared in the same scope; then that place
// counts.
func (d *declarations) defined(tok token.Token, left ...ast.Expr) {
	for _, e := range left {
		if id, ok := e.(*ast.Ident); ok && tok == token.DEFINE {
			d.add("local", id)
		}
	}
}

func (d *declarations) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		d.add("import", n.Name)
	case *ast.FuncDecl:
		kind := "func"
		if n.Recv != nil {
			kind = "method"
		}
		d.add(kind, n.Name)
		d.fields("local", n.Recv)
	case *ast.FuncType:
		d.fields("local", n.TypeParams, n.Params, n.Results)
	case *ast.StructType:
		d.fields("field", n.Fields)
	case *ast.InterfaceType:
		d.fields("method", n.Methods)
	case *ast.TypeSpec:
		d.add("type", n.Name)
		d.fields("local", n.TypeParams)
	case *ast.ValueSpec:
		kind := "local"
		if d.global[n] {
			kind = "var"
		}
		d.add(kind, n.Names...)
	case *ast.AssignStmt:
		d.defined(n.Tok, n.Lhs...)
	case *ast.RangeStmt:
		d.defined(n.Tok, n.Key, n.Value)
	case *ast.LabeledStmt:
		d.add("label", n.Label)
	}
	return true
}
