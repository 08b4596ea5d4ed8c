// Package prose holds comments, pages and the texts of the product to plain English. It is a module of its own because Vale,
// which knows the rules, has many dependencies. The rules lie in styles/Plain.
package prose

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// prose is the English of one file, a paragraph for each comment, message or text, with the line in the file of each line.
type prose struct {
	text  strings.Builder
	lines []int
}

// ofTexts returns the texts of a language file: strings that are values, or stand in a list.
func ofTexts(source []byte) *prose {
	p, n := new(prose), 0
	for line := range strings.Lines(string(source)) {
		n++
		for _, quoted := range value.FindAllStringSubmatch(line, -1) {
			if text, err := strconv.Unquote(quoted[1]); err == nil {
				p.paragraph(n, text)
			}
		}
	}
	return p
}

// value matches a JSON string that is no key.
var value = regexp.MustCompile(`("(?:[^"\\]|\\.)*")\s*(?:[,}\]]|$)`)

// ofGo returns the comments of a Go file, and the messages of its errors and log lines.
func ofGo(name string, source []byte) (*prose, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	p := new(prose)
	for _, group := range file.Comments {
		if strings.HasPrefix(group.Text(), "Output:") { // of an example
			continue
		}
		p.paragraph(files.Position(group.Pos()).Line, group.Text())
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if text, pos := messageOf(call); text != "" {
				p.paragraph(files.Position(pos).Line, text)
			}
		}
		return true
	})
	return p, nil
}

// paragraph adds a text that begins at a line of the file. It leaves out examples of code, which begin with a tab.
func (p *prose) paragraph(line int, text string) {
	for i, l := range strings.Split(strings.TrimRight(text, "\n")+"\n", "\n") {
		if strings.HasPrefix(l, "\t") {
			l = ""
		}
		p.text.WriteString(l + "\n")
		p.lines = append(p.lines, line+i)
	}
}

// says matches the functions whose first text is an error's or a log line's.
var says = regexp.MustCompile(`^(errors\.New|fmt\.Errorf|.*\.(Debug|Info|Warn|Error|Log))$`)

// messageOf returns the text of an error or log line that a call makes, with its place; "" if it makes none.
func messageOf(call *ast.CallExpr) (text string, pos token.Pos) {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", token.NoPos
	}
	args, name := call.Args, "."+selector.Sel.Name
	if pkg, ok := selector.X.(*ast.Ident); ok {
		name = pkg.Name + name
	}
	if selector.Sel.Name == "Log" && len(args) > 2 { // behind a context and a level
		args = args[2:]
	}
	if len(args) == 0 || !says.MatchString(name) {
		return "", token.NoPos
	}
	return literal(args[0]), args[0].Pos()
}

// literal returns the text of a string in quotes, or of several joined with +, where %s stands for the other parts; "" if
// an expression has none in quotes.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, _ := strconv.Unquote(e.Value)
			return text
		}
	case *ast.BinaryExpr:
		left, right := literal(e.X), literal(e.Y)
		if e.Op == token.ADD && left+right != "" {
			return cmp.Or(left, "%s") + cmp.Or(right, "%s")
		}
	}
	return ""
}
