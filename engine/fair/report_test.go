package fair_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"cardroom/engine/fair"
)

// TestEveryStepIsListed reads the steps where they are declared: those of limits find no faults.
func TestEveryStepIsListed(t *testing.T) {
	source, err := os.ReadFile("report.go")
	if err != nil {
		t.Fatal(err)
	}
	limits := []fair.Step{fair.StepSeries, fair.StepGrade, fair.StepLimit} // of no single receipt
	finds := func(s fair.Step) bool { return slices.Contains(fair.Steps1(), s) || slices.Contains(fair.Steps(), s) }
	found := 0
	for _, m := range regexp.MustCompile(`\tStep[A-Z]\w+ +Step = "(\w+)"`).FindAllSubmatch(source, -1) {
		found++
		if step := fair.Step(m[1]); finds(step) == slices.Contains(limits, step) {
			t.Errorf("step %s is not listed, or should not be", step)
		}
	}
	known := map[fair.Step]bool{}
	for _, s := range slices.Concat(fair.Steps1(), fair.Steps(), limits) {
		known[s] = true
	}
	if want := len(known); found != want {
		t.Errorf("%d steps are declared, %d are known", found, want)
	}
}
