package main

import (
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
)

// These are the limits above which code cannot be read in one sitting. Tests do not count.
const (
	packageLines  = 3000
	packageFiles  = 20
	typeFields    = 15 // of a type with manyMethods or more
	manyMethods   = 5
	typeMethods   = 60
	functionLines = 60
)

// largerPackages lists the packages with higher limits of lines and files.
var largerPackages = map[string]struct {
	lines, files int
	why          string
}{
	"engine": {4500, 24, "a table is one value whose cards no other package can see"},
}

// moreFields lists the types with a higher limit of fields: each mirrors something written down elsewhere.
var moreFields = map[string]string{
	"engine/poker.Rules": "what a table can be asked for, as the rules and the stored record have it",
	"engine.seat":        "the stored state of a seat",
	"engine/phh.Hand":    "the fields of the PHH file format",
	"render/locale.Lang": "the sections of a language file",
	"bot/record.Table":   "a record as it is stored",
}

// oversized is something above its limit.
type oversized struct {
	name   string // "fields bot/table.Table"
	is, of int
}

func TestNothingIsTooLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("reads source: not for the race detector")
	}
	measured, seen, err := oversizedIn("../..")
	if err != nil {
		t.Fatal(err)
	}
	if seen < 15 {
		t.Fatalf("only %d packages seen", seen)
	}
	for _, o := range measured {
		t.Errorf("%s: %d, at most %d", o.name, o.is, o.of)
	}
}

// TestTheMeasureSeesEachKindOfSize plants one thing of each kind just above its limit, and one at it.
func TestTheMeasureSeesEachKindOfSize(t *testing.T) {
	method := func(of string, n int) (b string) {
		for i := range n {
			b += fmt.Sprintf("func (%s) m%d() {}\n", of, i)
		}
		return b
	}
	fields := func(n int) (b string) {
		for i := range n {
			b += fmt.Sprintf("\tf%d int\n", i)
		}
		return b
	}
	wide := func(n int) string { return "type wide struct {\n" + fields(n) + "}\n\n" }
	body := func(n int) string { return "func long() {\n" + strings.Repeat("\t_ = 1\n", n-2) + "}\n" }
	for what, tt := range map[string]struct {
		dir, text string
		files     int
		want      string
	}{
		"lines":                {"a", strings.Repeat("\n", packageLines), 1, "[lines a]"},
		"as many lines":        {"a", strings.Repeat("\n", packageLines-1), 1, "[]"},
		"files":                {"a/b", "", packageFiles + 1, "[files a/b]"},
		"as many files":        {"a/b", "", packageFiles, "[]"},
		"engine's lines":       {"engine", strings.Repeat("\n", 4500), 1, "[lines engine]"},
		"as many of engine":    {"engine", "", 24, "[]"},
		"fields":               {"a", wide(16) + method("wide", 5), 1, "[fields a.wide]"},
		"as many fields":       {"a", wide(15) + method("wide", 5), 1, "[]"},
		"few methods":          {"a", wide(16) + method("*wide", 4), 1, "[]"},
		"embedded and grouped": {"a", "type wide struct {\n\tx\n\ta, b, c, d, e, f, g, h, i, j, k, l, m, n, o int\n}\n" + method("x *wide", 5), 1, "[fields a.wide]"},
		"an exception":         {"engine/poker", strings.Replace(wide(30), "wide", "Rules", 1) + method("Rules", 5), 1, "[]"},
		"methods":              {"a", method("x", 61), 1, "[methods a.x]"},
		"methods of a generic": {"a", method("x *x[T]", 61), 1, "[methods a.x]"},
		"of two parameters":    {"a", method("x x[T, U]", 61), 1, "[methods a.x]"},
		"as many methods":      {"a", method("x", 60), 1, "[]"},
		"a function":           {"a", body(61), 1, "[function a.long]"},
		"a method":             {"a", strings.Replace(body(61), "long", "(x *x) long", 1), 1, "[function a.x.long]"},
		"as long a function":   {"a", body(60), 1, "[]"},
		"a test":               {"a_test", body(61), 1, "[]"},
	} {
		root := t.TempDir()
		for i := range tt.files {
			name := filepath.Join(root, filepath.FromSlash(tt.dir), fmt.Sprintf("f%d.go", i))
			if what == "a test" {
				name = filepath.Join(root, "f_test.go")
			}
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte("package p\n"+tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		found, _, err := oversizedIn(root)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, o := range found {
			names = append(names, o.name)
		}
		if fmt.Sprint(names) != tt.want {
			t.Errorf("%s: %v, want %s", what, names, tt.want)
		}
	}
}

// packageSize holds the sizes in a package.
type packageSize struct {
	lines, files int
	fields       map[string]int
	methods      map[string]int
	functions    map[string]int // lines
}

// oversizedIn returns everything below root above its limit, and the number of packages.
func oversizedIn(root string) ([]oversized, int, error) {
	packages := map[string]*packageSize{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && file != root {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		dir := path.Dir(filepath.ToSlash(rel))
		if packages[dir] == nil {
			packages[dir] = &packageSize{fields: map[string]int{}, methods: map[string]int{}, functions: map[string]int{}}
		}
		return packages[dir].add(file)
	})
	var all []oversized
	for _, dir := range slices.Sorted(maps.Keys(packages)) {
		all = append(all, packages[dir].oversized(dir)...)
	}
	return all, len(packages), err
}

func (p *packageSize) add(file string) error {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	p.files++
	p.lines += fset.File(parsed.Pos()).LineCount()
	for _, decl := range parsed.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			name := decl.Name.Name
			if of := receiver(decl); of != "" {
				p.methods[of]++
				name = of + "." + name
			}
			p.functions[name] = max(p.functions[name], fset.Position(decl.End()).Line-fset.Position(decl.Pos()).Line+1)
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok {
					p.fields[spec.Name.Name] = fieldsOf(spec.Type)
				}
			}
		}
	}
	return nil
}

// receiver returns the name of the type that a method is of.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	for {
		switch x := of.(type) {
		case *ast.StarExpr:
			of = x.X
		case *ast.IndexExpr:
			of = x.X
		case *ast.IndexListExpr:
			of = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

func fieldsOf(e ast.Expr) (n int) {
	s, ok := e.(*ast.StructType)
	if !ok {
		return 0
	}
	for _, f := range s.Fields.List {
		n += max(1, len(f.Names))
	}
	return n
}

func (p *packageSize) oversized(dir string) (all []oversized) {
	add := func(kind, name string, is, of int) {
		if is > of {
			all = append(all, oversized{kind + " " + name, is, of})
		}
	}
	lines, files := packageLines, packageFiles
	if larger, ok := largerPackages[dir]; ok {
		lines, files = larger.lines, larger.files
	}
	add("lines", dir, p.lines, lines)
	add("files", dir, p.files, files)
	for _, name := range slices.Sorted(maps.Keys(p.fields)) {
		if _, ok := moreFields[dir+"."+name]; !ok && p.methods[name] >= manyMethods {
			add("fields", dir+"."+name, p.fields[name], typeFields)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.methods)) {
		add("methods", dir+"."+name, p.methods[name], typeMethods)
	}
	for _, name := range slices.Sorted(maps.Keys(p.functions)) {
		add("function", dir+"."+name, p.functions[name], functionLines)
	}
	return all
}
