package bot

import (
	"testing"

	"cardroom/engine/fair"
	"cardroom/render"
)

func TestEveryStepOfTheCheckHasItsWords(t *testing.T) {
	seen := map[string]fair.Step{}
	for _, step := range fair.Steps() {
		text := render.Lookup("").FaultOf(string(step))
		if text == "" || seen[text] != "" {
			t.Errorf("step %s has the words %q, as has %s", step, text, seen[text])
		}
		seen[text] = step
	}
}
