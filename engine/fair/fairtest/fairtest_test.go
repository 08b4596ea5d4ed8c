package fairtest_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cardroom/engine/fair"
	"cardroom/engine/fair/fairtest"
)

// result returns the findings of package fair: the grade of a good receipt, or the steps that found a fault.
func result(c fairtest.Case) (grade string, steps []fair.Step) {
	p, err := fair.ReadProof([]byte(c.Receipt))
	if err != nil {
		return "", []fair.Step{fair.StepForm}
	}
	var ownProofs []*fair.OwnProof
	if c.OwnProof != "" {
		o, err := fair.ReadOwn([]byte(c.OwnProof))
		if err != nil {
			return "", []fair.Step{fair.StepForm}
		}
		ownProofs = append(ownProofs, o)
	}
	report := fair.Verify(p, ownProofs...)
	for _, f := range report.Faults {
		if !slices.Contains(steps, f.Step) {
			steps = append(steps, f.Step)
		}
	}
	return report.Grade.String(), steps
}

func TestEveryGoodReceiptHasItsGrade(t *testing.T) {
	t.Parallel()
	m, seen := fairtest.New(1), map[string]int{}
	for range 600 {
		c := m.Good()
		grade, steps := result(c)
		if seen[grade]++; grade != c.Grade || steps != nil {
			t.Fatalf("grade %s, want %s, faults in %v of\n%s\n%s", grade, c.Grade, steps, c.Receipt, c.OwnProof)
		}
	}
	t.Logf("by grade: %v", seen)
	for _, grade := range []string{"A", "B", "C", "D"} {
		if seen[grade] < 50 {
			t.Errorf("only %d receipts of grade %s", seen[grade], grade)
		}
	}
}

// Only the step that a forgery is for finds it: with its check taken out, the forged receipt passes.
func TestEveryForgeryIsFoundByItsStepAlone(t *testing.T) {
	t.Parallel()
	m := fairtest.New(2)
	for _, fault := range fairtest.Faults() {
		for range 15 {
			c := m.Forged(fault)
			if _, steps := result(c); !slices.Equal(steps, []fair.Step{c.Step}) {
				t.Errorf("%s: faults in %v, want %s alone, of\n%s\n%s", fault, steps, c.Step, c.Receipt, c.OwnProof)
				break
			}
		}
	}
}

var receiptsFlag = flag.String("receipts", "", "a folder for random receipts, for verifiers in other languages")

// TestWriteReceipts writes receipts for other verifiers, one a line:
//
//	go test ./engine/fair/fairtest -run TestWriteReceipts -receipts DIR
func TestWriteReceipts(t *testing.T) {
	if *receiptsFlag == "" {
		t.Skip("no folder is given: -receipts DIR")
	}
	m := fairtest.New(3)
	var good, forged []fairtest.Case
	for range 2000 {
		good = append(good, m.Good())
	}
	for range 40 {
		for _, fault := range fairtest.Faults() {
			forged = append(forged, m.Forged(fault))
		}
	}
	writeLines(t, "good.jsonl", good)
	writeLines(t, "forged.jsonl", forged)
}

// line is a case as others read it. The receipt and the own part are texts, because some cannot be read.
type line struct {
	Text     string    `json:"text"`
	OwnProof string    `json:"own,omitempty"`
	Grade    string    `json:"grade,omitempty"`
	Step     fair.Step `json:"step,omitempty"`
	Fault    string    `json:"fault,omitempty"`
}

// writeLines writes cases to a file of the folder.
func writeLines(t *testing.T, name string, cases []fairtest.Case) {
	t.Helper()
	f, err := os.Create(filepath.Join(*receiptsFlag, name))
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for _, c := range cases {
		if err := json.NewEncoder(w).Encode(line{c.Receipt, c.OwnProof, c.Grade, c.Step, c.Fault}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
