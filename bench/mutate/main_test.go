package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const sample = `package sample

func clamp(n, low, high int) int {
	if n < low && low != 0 {
		n = low
	}
	for n > high {
		n -= 1
	}
	return n
}

func twice(n int) int {
	switch {
	case n == 7:
		return clamp(n, 0, 20)
	}
	return max(idle(n), n) + min(n, 1)
}

func idle(n int) int {
	println(n)
	return n
}
`

// TestMutants finds every mutant of a small package, and no other.
func TestMutants(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "sample.go", sample)
	write(t, folder, "sample_test.go", "package sample\n\nvar left = 1 + 1\n")
	all, err := find(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		got = append(got, strings.TrimPrefix(m.String(), "sample.go:"))
	}
	want := []string{
		"4 negate: n < low && low != 0 becomes !(n < low && low != 0)",
		"4 shift: && becomes ||",
		"4 shift: < becomes <=",
		"4 constant: 0 becomes 1",
		"4 constant: 0 becomes (-1)",
		"5 drop: n = low becomes nothing",
		"7 negate: n > high becomes !(n > high)",
		"7 shift: > becomes >=",
		"8 drop: n -= 1 becomes nothing",
		"8 constant: 1 becomes 2",
		"8 constant: 1 becomes 0",
		"15 negate: n == 7 becomes !(n == 7)",
		"15 constant: 7 becomes 8",
		"15 constant: 7 becomes 6",
		"16 swap: n, 0 becomes 0, n",
		"16 swap: 0, 20 becomes 20, 0",
		"16 constant: 0 becomes 1",
		"16 constant: 0 becomes (-1)",
		"16 constant: 20 becomes 21",
		"16 constant: 20 becomes 19",
		"18 constant: 1 becomes 2",
		"18 constant: 1 becomes 0",
		"22 drop: println(n) becomes nothing",
	}
	if text := strings.Join(got, "\n"); text != strings.Join(want, "\n") {
		t.Errorf("the mutants are\n%s\nwant\n%s", text, strings.Join(want, "\n"))
	}
}

// TestParts finds the mutants of the package and of each of its parts, and refuses a part that is not there.
func TestParts(t *testing.T) {
	root := t.TempDir()
	for _, folder := range []string{"a", "a/b"} {
		if err := os.Mkdir(filepath.Join(root, folder), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, root, folder+"/sample.go", sample)
	}
	alone, err := options{folder: "a"}.find(root)
	if err != nil {
		t.Fatal(err)
	}
	both, err := options{folder: "a", parts: "a/b"}.find(root)
	if err != nil || len(both) != 2*len(alone) || !strings.HasSuffix(both[len(both)-1].file, "a/b/sample.go") {
		t.Errorf("%d mutants with the part, %d without, %v; want twice as many", len(both), len(alone), err)
	}
	if _, err := (options{folder: "a", parts: "c"}).find(root); err == nil {
		t.Error("a part that is not there is no error")
	}
}

// TestVerdicts tries mutants that a test notices, that none does, that do not end, and that do not compile.
func TestVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a small module several times")
	}
	root := t.TempDir()
	write(t, root, "go.mod", "module sample\n\ngo 1.26\n")
	write(t, root, "sample.go", sample)
	write(t, root, "sample_test.go", `package sample

import "testing"

func TestTwice(t *testing.T) {
	if twice(3) != 4 || twice(7) != 7 || clamp(9, 1, 8) != 8 || clamp(1, 3, 8) != 3 {
		t.Error("wrong")
	}
}
`)
	b := bench{root: root, folder: ".", dir: t.TempDir(), log: &verdicts{}}
	if err := b.measure(); err != nil {
		t.Fatal(err)
	}
	b.limit = 2 * time.Second
	all, err := find(root)
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]verdict{
		"5 drop: n = low": killed, "22 drop: println": survives, "8 drop: n -= 1": tooLong, "16 constant: 20 becomes 21": survives,
	} {
		at := slices.IndexFunc(all, func(m mutant) bool { return strings.Contains(m.String(), what) })
		if at < 0 {
			t.Fatalf("there is no mutant %q", what)
		}
		if v, err := b.try(all[at]); v != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", all[at], v, err, want)
		}
	}
	broken := all[0]
	broken.text = "n +"
	if v, err := b.try(broken); v != doesNotCompile || err != nil {
		t.Errorf("what does not compile is %q, %v", v, err)
	}
	write(t, root, "sample_test.go", "package sample\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) { t.Error(\"always\") }\n")
	if err := b.measure(); err == nil || !strings.Contains(err.Error(), "always") {
		t.Errorf("tests that fail without a mutant: %v", err)
	}
}

// TestVerdictsOfEarlierRuns goes on from a log whose last line was cut. Only a mutant that survived is tried again, and one that
// stands elsewhere now.
func TestVerdictsOfEarlierRuns(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	mutants := make([]mutant, 5)
	for i := range mutants {
		mutants[i] = mutant{file: "sample.go", line: i, operator: "drop", was: "n++"}
	}
	first, err := openVerdicts(name)
	if err != nil {
		t.Fatal(err)
	}
	for n, v := range []verdict{killed, survives, tooLong, doesNotCompile} {
		if err := first.add(n, mutants[n], v); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Dir(name), "log", string(whole)+string(killed)+"\t"+key(4, mutants[4]))
	l, err := openVerdicts(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.close() }()
	for n, want := range []verdict{killed, survives, tooLong, doesNotCompile, ""} {
		if v, ok := l.of(n, mutants[n]); ok != (n != 1 && n != 4) || v != want {
			t.Errorf("mutant %d: %q, %t; it was %q", n, v, ok, want)
		}
	}
	if _, ok := l.of(0, mutants[2]); ok {
		t.Error("a mutant of another line has the verdict of an earlier one")
	}
}

// TestNumbers draws mutants by their numbers, and refuses numbers that there are not.
func TestNumbers(t *testing.T) {
	all := make([]mutant, 9)
	for only, want := range map[string]bool{"0,8": true, " 3": true, "9": false, "-1": false, "x": false} {
		if _, err := (options{only: only}).draw(all); (err == nil) != want {
			t.Errorf("-only %q: %v", only, err)
		}
	}
	for _, o := range []options{{from: -1}, {count: -1}} {
		if _, err := o.draw(all); err == nil {
			t.Errorf("-from %d -n %d: no error", o.from, o.count)
		}
	}
	one, _ := options{seed: 1}.draw(all)
	two, _ := options{seed: 1, from: 4}.draw(all)
	if len(one) != 9 || len(two) != 5 || one[4] != two[0] {
		t.Errorf("the draws are %v and %v, want the second to go on at the fifth", one, two)
	}
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
