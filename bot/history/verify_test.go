package history

import (
	"testing"

	"cardroom/engine/fair"
	"cardroom/render/locale"
	"cardroom/render/text"
)

func TestEveryStepOfTheCheckHasItsWords(t *testing.T) {
	seen := map[string]fair.Step{}
	for _, step := range fair.Steps1() {
		content := text.FaultOf(locale.Lookup(""), string(step))
		if content == "" || seen[content] != "" {
			t.Errorf("step %s has the words %q, as has %s", step, content, seen[content])
		}
		seen[content] = step
	}
}
