package golden

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// recorder keeps what a test would have said of a failure.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func TestEqualPassesForTheSameText(t *testing.T) {
	t.Chdir(t.TempDir())
	approve(t, "deep/board.txt", "one\ntwo\n")
	r := &recorder{TB: t}
	if Equal(r, "deep/board.txt", []byte("one\ntwo\n")); len(r.errors) > 0 {
		t.Error(r.errors)
	}
}

func TestEqualShowsTheFirstLineThatDiffers(t *testing.T) {
	t.Chdir(t.TempDir())
	approve(t, "board.txt", "one\ntwo\nthree\n")
	for got, line := range map[string]int{"one\n2\nthree\n": 2, "one\ntwo\nthree": 4, "one\ntwo\nthree\n\n": 5, "": 1, "one\ntwo": 3} {
		r := &recorder{TB: t}
		Equal(r, "board.txt", []byte(got))
		said := strings.Join(r.errors, "\n")
		for _, want := range []string{"board.txt differs from line", fmt.Sprintf("line %d on", line), "-update", "--- got", "--- want"} {
			if !strings.Contains(said, want) {
				t.Errorf("%q: %q lacks %q", got, said, want)
			}
		}
	}
	r := &recorder{TB: t}
	Equal(r, "board.txt", []byte("one\n2\nthree\n"))
	const want = "--- got\n     1  one\n>    2  2\n     3  three\n     4  \n--- want\n     1  one\n>    2  two\n     3  three\n     4  \n"
	if len(r.errors) != 1 || !strings.HasSuffix(r.errors[0], want) {
		t.Errorf("%q does not end with %q", r.errors, want)
	}
}

func TestEqualFailsWithoutAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	r := &recorder{TB: t}
	Equal(r, "absent.txt", []byte("new"))
	if len(r.errors) != 1 || !strings.Contains(r.errors[0], "-update writes it") || !strings.Contains(r.errors[0], "new") {
		t.Error(r.errors)
	}
}

func TestEqualFuncComparesLines(t *testing.T) {
	t.Chdir(t.TempDir())
	approve(t, "times.txt", "at 1\nat 2\n")
	alike := func(got, want string) bool { return got == want || got[:2] == want[:2] }
	r := &recorder{TB: t}
	if EqualFunc(r, "times.txt", []byte("at 7\nat 8\n"), alike); len(r.errors) > 0 {
		t.Error(r.errors)
	}
	if EqualFunc(r, "times.txt", []byte("at 7\nin 8\n"), alike); len(r.errors) != 1 || !strings.Contains(r.errors[0], "line 2 on") {
		t.Error(r.errors)
	}
}

func TestUpdateWritesTheFile(t *testing.T) {
	t.Chdir(t.TempDir())
	approve(t, "new/board.txt", "first\n")
	approve(t, "new/board.txt", "second\n")
	if b, err := os.ReadFile(File("new/board.txt")); err != nil || string(b) != "second\n" {
		t.Errorf("%q, %v", b, err)
	}
}

// approve writes a golden file as -update does.
func approve(t *testing.T, name, text string) {
	t.Helper()
	was := *update
	*update = true
	defer func() { *update = was }()
	Equal(t, name, []byte(text))
}
