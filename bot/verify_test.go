package bot

import (
	"testing"

	"cardroom/engine/fair"
)

func TestEveryStepOfTheCheckHasItsWords(t *testing.T) {
	b, seen := newSealing(t, 1), map[string]fair.Step{}
	for _, step := range fair.Steps() {
		text := b.public.FaultOf(string(step))
		if text == "" || seen[text] != "" {
			t.Errorf("step %s has the words %q, as has %s", step, text, seen[text])
		}
		seen[text] = step
	}
}
