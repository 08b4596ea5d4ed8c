package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mutant is one change of one file: the bytes from start to end become text.
type mutant struct {
	file       string
	start, end int
	text       string
	operator   string
	line       int
	was        string
}

// String returns the place and the change in a line.
func (m mutant) String() string {
	text := m.text
	if m.operator == "drop" {
		text = "nothing"
	}
	return fmt.Sprintf("%s:%d %s: %s becomes %s", filepath.Base(m.file), m.line, m.operator, oneLine(m.was), oneLine(text))
}

// oneLine returns a text in one line, cut where it is long.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 70 {
		return string(r[:70]) + "…"
	}
	return text
}

// apply returns the file with the change.
func (m mutant) apply() ([]byte, error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return nil, err
	}
	return slices.Concat(source[:m.start], []byte(m.text), source[m.end:]), nil
}

// find returns all mutants of the package in a folder, its tests left alone.
func find(folder string) (all []mutant, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		f := finder{set: set, file: file, source: source}
		ast.Inspect(tree, f.visit)
		all = append(all, f.found...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no Go file that can be changed", folder)
	}
	return all, nil
}

// finder collects the mutants of a file.
type finder struct {
	set    *token.FileSet
	file   string
	source []byte
	found  []mutant
}

// add notes the change of the text between two places.
func (f *finder) add(operator string, from, to token.Pos, text string) {
	start, end := f.set.Position(from), f.set.Position(to)
	f.found = append(f.found, mutant{
		file: f.file, start: start.Offset, end: end.Offset, text: text, operator: operator, line: start.Line,
		was: string(f.source[start.Offset:end.Offset]),
	})
}

// text returns the source of a node.
func (f *finder) text(n ast.Node) string {
	return string(f.source[f.set.Position(n.Pos()).Offset:f.set.Position(n.End()).Offset])
}

// visit notes the mutants of a node.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.IfStmt:
		f.negate(n.Cond)
	case *ast.ForStmt:
		f.negate(n.Cond)
	case *ast.SwitchStmt:
		if n.Tag == nil {
			f.negateCases(n.Body)
		}
	case *ast.BinaryExpr:
		f.shift(n)
	case *ast.ExprStmt, *ast.IncDecStmt:
		f.add("drop", n.Pos(), n.End(), "{}")
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			f.add("drop", n.Pos(), n.End(), "{}")
		}
	case *ast.BasicLit:
		f.constant(n)
	case *ast.CallExpr:
		f.swap(n)
	}
	return true
}

// negate turns a condition round.
func (f *finder) negate(condition ast.Expr) {
	if condition != nil {
		f.add("negate", condition.Pos(), condition.End(), "!("+f.text(condition)+")")
	}
}

// negateCases turns the conditions of a switch without a tag round, one at a time.
func (f *finder) negateCases(body *ast.BlockStmt) {
	for _, s := range body.List {
		for _, condition := range s.(*ast.CaseClause).List {
			f.negate(condition)
		}
	}
}

// shifted are the operators next to others.
var shifted = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.LAND: token.LOR, token.LOR: token.LAND,
}

// shift puts another operator in place of a comparison, of "and" or of "or".
func (f *finder) shift(e *ast.BinaryExpr) {
	if next, ok := shifted[e.Op]; ok {
		f.add("shift", e.OpPos, e.OpPos+token.Pos(len(e.Op.String())), next.String())
	}
}

// constant makes a whole number one more and one less.
func (f *finder) constant(l *ast.BasicLit) {
	if l.Kind != token.INT {
		return
	}
	n, err := strconv.ParseInt(l.Value, 0, 64)
	if err != nil {
		return
	}
	f.add("constant", l.Pos(), l.End(), strconv.FormatInt(n+1, 10))
	less := strconv.FormatInt(n-1, 10)
	if n == 0 {
		less = "(-1)"
	}
	f.add("constant", l.Pos(), l.End(), less)
}

// swap lets two arguments that stand side by side change places. The order of those of min and max means nothing.
func (f *finder) swap(c *ast.CallExpr) {
	if name, ok := c.Fun.(*ast.Ident); ok && (name.Name == "min" || name.Name == "max") {
		return
	}
	for i := 1; i < len(c.Args); i++ {
		a, b := c.Args[i-1], c.Args[i]
		if f.text(a) != f.text(b) {
			f.add("swap", a.Pos(), b.End(), f.text(b)+", "+f.text(a))
		}
	}
}
