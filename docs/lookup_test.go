package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

const root = ".."

// flaws returns the faults of an entry of the rule or promise of that name.
func flaws(name, tests string) (all []string) {
	for test := range strings.SplitSeq(tests, ", ") {
		source, err := sourceOf(test)
		switch {
		case err != "":
			all = append(all, name+": "+test+": "+err)
		case !regexp.MustCompile(`\b` + name + `\b`).MatchString(source):
			all = append(all, name+": "+test+" does not name it")
		}
	}
	return all
}

// sourceOf returns the text in which a test has to name its rule: the function with its comments, or the comments of a script.
func sourceOf(test string) (source, flaw string) {
	folder, name, _ := strings.Cut(test, " ")
	name, script, scripted := strings.Cut(name, "/")
	found := testFunctions(folder, name)
	if len(found) == 0 {
		return "", "there is no such test"
	}
	if !scripted {
		for _, f := range found {
			source += f.source + "\n"
		}
		return source, ""
	}
	flaw = "there is no such script"
	for _, f := range found {
		text, err := scriptOf(f, script)
		if err != nil {
			continue
		}
		flaw = ""
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "#") {
				source += line
			}
		}
	}
	return source, flaw
}

// scripts says in which folder of its package's testdata a test has its cases.
var scripts = map[string]string{"TestHands": "hands", "TestTalk": "talk"}

func scriptOf(f testFunction, script string) (string, error) {
	dir, ok := scripts[f.name]
	if !ok {
		return "", fs.ErrNotExist
	}
	text, err := os.ReadFile(filepath.Join(root, f.folder, "testdata", dir, script+".txt"))
	return string(text), err
}

// testFunction is a test as the source has it.
type testFunction struct {
	folder, name string
	source       string // from its comment to the end of its last line
}

// testFunctions returns the tests of that name in the folder of a package or anywhere below it.
func testFunctions(folder, name string) (found []testFunction) {
	for _, f := range allTests() {
		if f.name == name && (f.folder == folder || strings.HasPrefix(f.folder, folder+"/")) {
			found = append(found, f)
		}
	}
	return found
}

// allTests returns every test of the module, read once.
var allTests = sync.OnceValue(func() (all []testFunction) {
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case !strings.HasSuffix(file, "_test.go"):
			return nil
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		return readTests(file, filepath.ToSlash(folder), &all)
	})
	if err != nil {
		panic(err) // a test file that cannot be read is no test file
	}
	return all
})

// readTests adds the tests of a file.
func readTests(file, folder string, all *[]testFunction) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Test") {
			continue
		}
		start := positions.Position(f.Pos()).Offset
		if f.Doc != nil {
			start = positions.Position(f.Doc.Pos()).Offset
		}
		end := positions.Position(f.End()).Offset
		rest, _, _ := strings.Cut(string(text[end:]), "\n")
		*all = append(*all, testFunction{folder: folder, name: f.Name.Name, source: string(text[start:end]) + rest})
	}
	return nil
}
