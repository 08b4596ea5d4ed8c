// Package golden compares the output of a test with a file that was read and approved before. The files stand in the
// folder testdata of the package under test. Only tests import it.
//
//	golden.Equal(t, "board.txt", []byte(text))
//
// A test that fails names the file, the first line that differs and the command that accepts the new content:
//
//	go test ./render -update
//
// Read the difference before you commit it. A test with files that are not text uses File and Updating.
package golden

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files under testdata")

// Updating reports whether the golden files are to be rewritten. A test needs it only for files that are not text.
func Updating() bool { return *update }

// File returns the path of a golden file, as the test of its package sees it.
func File(name string) string { return filepath.Join("testdata", filepath.FromSlash(name)) }

// Equal fails the test unless got is the content of testdata/name. With -update it writes got there first.
func Equal(t testing.TB, name string, got []byte) {
	t.Helper()
	EqualFunc(t, name, got, func(got, want string) bool { return got == want })
}

// EqualFunc works like Equal, with the caller's idea of which lines are the same, for lines that hold a time.
func EqualFunc(t testing.TB, name string, got []byte, same func(got, want string) bool) {
	t.Helper()
	file := File(name)
	if *update {
		write(t, file, got)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("cannot read the golden file: %v; -update writes it. It would be\n%s", err, got)
		return
	}
	if line := differs(got, want, same); line >= 0 {
		t.Errorf("%s differs from line %d on; -update rewrites it\n%s", file, line+1, excerpts(got, want, line))
	}
}

func write(t testing.TB, file string, got []byte) {
	t.Helper()
	if before, err := os.ReadFile(file); err == nil && bytes.Equal(before, got) {
		return // the time of the file stays
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, got, 0o644); err != nil {
		t.Fatal(err)
	}
}

// differs returns the first line that is not the same, from 0, or -1.
func differs(got, want []byte, same func(got, want string) bool) int {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || !same(g[i], w[i]) {
			return i
		}
	}
	return -1
}

// The lines of context that a failure shows before and after the first line that differs.
const (
	before = 3
	after  = 12
)

func excerpts(got, want []byte, line int) string {
	return fmt.Sprintf("--- got\n%s--- want\n%s", excerpt(got, line), excerpt(want, line))
}

// excerpt numbers the lines around one of them and marks it. A text that ends before it ends with a mark.
func excerpt(text []byte, line int) string {
	lines := strings.Split(string(text), "\n")
	var b strings.Builder
	for i := max(0, line-before); i < min(len(lines), line+after); i++ {
		mark := " "
		if i == line {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s%5d  %s\n", mark, i+1, lines[i])
	}
	if line >= len(lines) {
		b.WriteString(">       (the text ends here)\n")
	}
	return b.String()
}
