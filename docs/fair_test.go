package docs

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/fair"
	"cardroom/engine/fair/fairtest"
)

// pythonPath returns the path of a Python 3. It skips the test where there is none.
func pythonPath(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is missing: the verifier in docs/fair is not checked here")
	}
	return path
}

// python runs a program of docs/fair with an input and returns its output.
func python(t *testing.T, input []byte, args ...string) []byte {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), pythonPath(t), append([]string{"-B"}, args...)...)
	cmd.Dir, cmd.Stdin, cmd.Stderr = "fair", bytes.NewReader(input), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", args, err, out, stderr.Bytes())
	}
	return out
}

// The program in Python reproduces every test vector of the shuffle and judges the receipts among them.
func TestTheVectorsOfTheShuffle(t *testing.T) {
	python(t, nil, "test_verify.py")
}

// verdict is an answer of verify.py --lines.
type verdict struct {
	Grade         string
	Steps, Checks []string
	Counts        map[string]int
}

// without is a case that verify.py judges with one check switched off.
type without struct {
	Check string `json:"without"`
	Texts any    `json:"texts"`
}

// judge has one run of verify.py judge many cases: each is a list of texts, or a list in a list for a series.
func judge(t *testing.T, cases []any) (all []verdict) {
	t.Helper()
	var input bytes.Buffer
	for _, c := range cases {
		if err := json.NewEncoder(&input).Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	d := json.NewDecoder(bytes.NewReader(python(t, input.Bytes(), "verify.py", "--lines")))
	for d.More() {
		var v verdict
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if len(all) != len(cases) {
		t.Fatalf("%d answers to %d cases", len(all), len(cases))
	}
	return all
}

// texts returns a case as verify.py reads it.
func texts(c fairtest.Case) []string {
	if c.OwnProof == "" {
		return []string{c.Receipt}
	}
	return []string{c.Receipt, c.OwnProof}
}

// inGo returns the verdict of package fair, in the words of verify.py.
func inGo(c fairtest.Case) (v verdict) {
	r, err := fair.ReadProof([]byte(c.Receipt))
	var own []*fair.OwnProof
	if err == nil && c.OwnProof != "" {
		own = make([]*fair.OwnProof, 1)
		own[0], err = fair.ReadOwn([]byte(c.OwnProof))
	}
	if err != nil {
		return verdict{Grade: "-", Steps: []string{"form"}}
	}
	report := fair.Verify(r, own...)
	for _, f := range report.Faults {
		v.Steps = append(v.Steps, string(f.Step))
	}
	slices.Sort(v.Steps)
	v.Steps = slices.Compact(v.Steps)
	switch {
	case len(v.Steps) > 0:
		v.Grade = "-"
	case len(report.Cutters) > 0:
		v.Grade = strings.Join(strings.Fields(fmt.Sprint("B for ", report.Cutters, ", ", report.Others, " for others")), " ")
	case report.Unchecked:
		v.Grade = "A if the signature is good: not checked here"
	default:
		v.Grade = report.Grade.String()
	}
	return v
}

// verify.py ends with 0 where all fits, with 1 where something does not, and with 2 where it cannot read a file.
func TestTheExitCodesOfPython(t *testing.T) {
	t.Parallel()
	m := fairtest.New(23)
	good := m.Good()
	for good.OwnProof == "" {
		good = m.Good()
	}
	dir := t.TempDir()
	files := map[string]string{
		"good": good.Receipt, "own": good.OwnProof, "forged": m.Forged("seal").Receipt, "list": "[\n" + good.Receipt + "\n]", "line": good.Receipt + "\n",
		"gap": strings.Join(slices.Delete(series(t, plans()), 3, 4), "\n"), "series": strings.Join(series(t, plans()), "\n"), "broken": good.Receipt[:100],
		"cut": "[" + good.Receipt, "empty": "", "none": "[]", "endless": "[" + strings.Repeat("1,", 100_000) + "1]",
		"huge": good.Receipt + strings.Repeat(" ", 1<<16), "comma": good.Receipt + ",\n" + good.Receipt, "wide": good.Receipt + "\u00a0\n" + good.Receipt,
		"bracket": good.Receipt + "\n]",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for names, want := range map[string]int{
		"good": 0, "good own": 0, "list": 0, "line": 0, "series": 0, "forged": 1, "own": 1, "good good": 1, "gap": 1, "broken": 2, "cut": 2, "missing": 2, "": 2,
		"empty": 2, "none": 2, "endless": 2, "huge": 1, "comma": 2, "wide": 2, "bracket": 2,
	} {
		args := []string{"-B", filepath.Join("fair", "verify.py")}
		for name := range strings.FieldsSeq(names) {
			args = append(args, filepath.Join(dir, name))
		}
		out, err := exec.CommandContext(t.Context(), pythonPath(t), args...).CombinedOutput()
		code := 0
		if e := (*exec.ExitError)(nil); errors.As(err, &e) {
			code = e.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		if code != want {
			t.Errorf("verify.py %s ends with %d, want %d\n%s", names, code, want, out)
		}
	}
}

// verify.py names a hand without a receipt, also where it is alone. Of a file with a byte order mark it says what to do.
func TestPythonNamesOtherFiles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"table":"7","hand":13,"unprovable":true}` + "\n": "fault: series (unprovable): hand 13 has no receipt",
		`{"table":"07","hand":13,"unprovable":true}`:       "fault: form", `{"table":"7","hand":0,"unprovable":true}`: "fault: form",
		`{"ta ble":"7","hand":13,"unprovable":true}`: "fault: form", `{"table":"7","hand":9007199254740993,"unprovable":true}`: "fault: form",
		`[{"text":"` + strings.Repeat("♠", 22_000) + `"}]`: "longer than any receipt", // in bytes
		"\ufeff{}":                 "begins with a byte order mark: save it as UTF-8 without one",
		"\xff\xfe{\x00}\x00\n\x00": "begins with a byte order mark: save it as UTF-8 without one",
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), pythonPath(t), "-B", filepath.Join("fair", "verify.py"), path).CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("of %q it says %q, want %q", text, out, want)
		}
	}
}

// verify.py prints some faults of a forged series, and the number of the others.
func TestPythonPrintsSomeFaults(t *testing.T) {
	var text strings.Builder
	for hand := range 1000 {
		fmt.Fprintf(&text, `{"table":"7","hand":%d,"unprovable":true}`+"\n", hand+1)
	}
	path := filepath.Join(t.TempDir(), "forged")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := exec.CommandContext(t.Context(), pythonPath(t), "-B", filepath.Join("fair", "verify.py"), path).Output() // it ends with 1
	if n := strings.Count(string(out), "\n"); n < 200 || n > 220 || strings.Count(string(out), "and 800 more") != 2 || !strings.HasSuffix(string(out), "faults: 1000\n") {
		t.Errorf("it prints %d lines:\n%.500s", n, out)
	}
}

// short returns the first number, or the second with -short.
func short(n, short int) int {
	if testing.Short() {
		return short
	}
	return n
}

var receipts = flag.Int("receipts", 400, "how many receipts Python and Go judge in TestPythonAgreesWithGo, with half as many forged ones")

// Package fair and the program in Python judge receipts of all games, modes and grades alike. Both find the fault of each
// forged one. The program was written from the specification alone.
func TestPythonAgreesWithGo(t *testing.T) {
	t.Parallel()
	m := fairtest.New(21)
	var made []fairtest.Case
	for range *receipts {
		made = append(made, m.Good())
	}
	good := len(made)
	for _, fault := range fairtest.Faults() {
		for range max(1, *receipts/50) {
			made = append(made, m.Forged(fault))
		}
	}
	if n := len(made) - good; n < *receipts/2 {
		t.Errorf("only %d forged receipts", n)
	}
	var cases []any
	for _, c := range made {
		cases = append(cases, texts(c))
	}
	grades := map[string]int{}
	for i, got := range judge(t, cases) {
		c, want := made[i], inGo(made[i])
		grades[got.Grade[:1]]++
		grade := strings.NewReplacer("[", "", "]", "", ",", "").Replace
		if !slices.Equal(got.Steps, want.Steps) || !strings.HasPrefix(grade(got.Grade), grade(want.Grade)) {
			t.Errorf("%s: Python says %v, %s (%v), Go %v, %s\n%s", c.Fault, got.Steps, got.Grade, got.Checks, want.Steps, want.Grade, c.Receipt)
		}
		if i < good && (len(got.Steps) > 0 || got.Grade[:1] != c.Grade) || i >= good && !slices.Equal(got.Steps, []string{string(c.Step)}) {
			t.Errorf("%s: Python says %v, %s, want %s%s\n%s", c.Fault, got.Steps, got.Grade, c.Step, c.Grade, c.Receipt)
		}
	}
	for _, grade := range []string{"A", "B", "C", "D"} {
		if grades[grade] < good/20 {
			t.Errorf("grade %s only %d times in %d receipts", grade, grades[grade], good)
		}
	}
}

// checkOf has the check of verify.py that finds each forgery.
var checkOf = map[string]string{
	"form": "form", "seal": "seal", "outside the batch": "published", "B": "published", "channel": "channel", "seals not older": "age",
	"fair/1: index": "index", "start": "start", "cut outside": "window", "cut of a stranger": "stranger", "cut beside a chain": "beside",
	"fair/1: message": "message", "beacon against batch": "beacon", "chain": "chain", "round": "round", "signature": "length",
	"late and dealt": "late", "closed deck": "closed", "roots": "roots", "order": "order", "board closed": "board", "leaf": "leaf",
	"card twice": "twice", "own": "own", "transcript": "transcript",
}

// A forged receipt passes where the check of its fault is switched off: no other check finds it, and every check is needed.
func TestEveryCheckInPythonIsNeeded(t *testing.T) {
	t.Parallel()
	m := fairtest.New(22)
	var used, faults []string
	var cases []any
	for _, fault := range fairtest.Faults() {
		used = append(used, checkOf[fault])
		for range short(8, 2) {
			faults = append(faults, fault)
			cases = append(cases, without{checkOf[fault], texts(m.Forged(fault))})
		}
	}
	for i, v := range judge(t, cases) {
		if len(v.Steps) > 0 {
			t.Errorf("%s: without its check verify.py still finds %v\n%s", faults[i], v.Checks, cases[i])
		}
	}
	for _, check := range checksOf(t, "") {
		if !slices.Contains(used, check) {
			t.Errorf("no forgery needs the check %q of verify.py", check)
		}
	}
}

// checksOf returns the names of verify.py's checks, either those of a series or the others.
func checksOf(t *testing.T, step string) []string {
	t.Helper()
	program := "import verify; print(*[c for c, s in verify.STEPS.items() if (s == 'series') == bool('" + step + "')])"
	return strings.Fields(string(python(t, nil, "-c", program)))
}
