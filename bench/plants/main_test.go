package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestFaultsAreFoundOrNot plants three faults in a small module: one that its test finds, one that it does not, and one that
// cannot be planted any more.
func TestFaultsAreFoundOrNot(t *testing.T) {
	root := t.TempDir()
	write(t, root, "go.mod", "module sample\n\ngo 1.26\n")
	write(t, root, "deep/sum.go", "package deep\n\nfunc sum(a, b int) int {\n\treturn a + b\n}\n\nfunc idle() int {\n\treturn 1\n}\n")
	write(t, root, "deep/sum_test.go", "package deep\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif sum(1, 2) != 3 {\n\t\tt.Error(\"no sum\")\n\t}\n\tidle()\n}\n")
	const head = "A fault.\nbelow: deep\nfinds: TestSum no sum\n@@\n"
	write(t, root, "p/found.patch", head+" func sum(a, b int) int {\n-\treturn a + b\n+\treturn a - b\n")
	write(t, root, "p/unseen.patch", head+"-\treturn 1\n+\treturn 2\n")
	write(t, root, "p/words.patch", strings.Replace(head, "no sum", "no product", 1)+"-\treturn a + b\n+\treturn a - b\n")
	write(t, root, "p/gone.patch", head+"-\treturn a * b\n+\treturn a\n")
	write(t, root, "p/absent.patch", strings.Replace(head, "TestSum", "TestProduct", 1)+"-\treturn a + b\n+\treturn a - b\n")
	write(t, root, "p/broken.patch", head+"-\treturn a + b\n+\treturn a +\n")
	write(t, root, "p/ambiguous.patch", head+"-}\n+}}\n")
	write(t, root, "other/sum_test.go", "package other\n\nimport \"testing\"\n\nfunc TestTwice(*testing.T) {}\n")
	write(t, root, "deep/twice_test.go", "package deep\n\nimport \"testing\"\n\nfunc TestTwice(t *testing.T) { TestSum(t) }\n")
	for in, name := range map[string]string{"": "twice", "./deep ": "named", "./other ": "elsewhere", "./third ": "nowhere"} {
		write(t, root, "p/"+name+".patch", strings.Replace(head, "TestSum", in+"TestTwice", 1)+"-\treturn a + b\n+\treturn a - b\n")
	}
	for name, want := range map[string]string{
		"twice": "in each of ./deep, ./other", "named": "found", "elsewhere": "the test passes", "nowhere": "no test ./third TestTwice", "found": "found", "unseen": "the test passes", "words": "without the words", "gone": "0 places", "absent": "no test TestProduct",
		"broken": "did not run to a failure", "ambiguous": "2 places",
	} {
		all := plant(root, filepath.Join(root, "p", name+".patch"), time.Minute)
		if len(all) != 1 || !strings.Contains(all[0].verdict(), want) {
			t.Errorf("%s: %+v, want %q", name, all, want)
		}
	}
	if err := run(root, filepath.Join(root, "p"), time.Minute, []string{"found"}); err != nil {
		t.Error(err)
	}
	for _, names := range [][]string{{"found", "unseen"}, {"found", "nothing"}, {"nothing"}} {
		if err := run(root, filepath.Join(root, "p"), time.Minute, names); err == nil {
			t.Errorf("%v: no error", names)
		}
	}
	if text, err := os.ReadFile(filepath.Join(root, "deep", "sum.go")); err != nil || !strings.Contains(string(text), "a + b") {
		t.Errorf("the tree was touched (%v):\n%s", err, text)
	}
}

// TestEveryFaultCanBePlanted finds the place of every patch in the program of today, and its tests.
func TestEveryFaultCanBePlanted(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.patch")
	if err != nil || len(files) < 5 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		p, err := readPatch(file)
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := p.overlay(root, t.TempDir()); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for _, f := range p.finders {
			if _, err := f.in(root); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	file := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
