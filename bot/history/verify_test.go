package history

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"cardroom/engine/fair"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// TestEveryStepOfTheCheckHasItsWords reads the steps where they are declared. Three of them find no fault of a single receipt.
func TestEveryStepOfTheCheckHasItsWords(t *testing.T) {
	source, err := os.ReadFile("../../engine/fair/report.go")
	if err != nil {
		t.Fatal(err)
	}
	silent := []string{string(fair.StepSeries), string(fair.StepGrade), string(fair.StepLimit)}
	declared := regexp.MustCompile(`\tStep[A-Z]\w+ +Step = "(\w+)"`).FindAllSubmatch(source, -1)
	if len(declared) < 15 {
		t.Fatalf("found %d steps", len(declared))
	}
	seen := map[string]string{}
	for _, m := range declared {
		step := string(m[1])
		content := text.FaultOf(locale.Lookup(""), step)
		if (content == "") != slices.Contains(silent, step) || content != "" && seen[content] != "" {
			t.Errorf("step %s has the words %q, as has %s", step, content, seen[content])
		}
		seen[content] = step
	}
}
