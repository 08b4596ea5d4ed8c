package render

import (
	"testing"

	"cardroom/engine/card"
	"cardroom/render/rendertest"
)

func TestCardsAreWrittenAsPromised(t *testing.T) {
	if got := (Scene{}).Cards(append(rendertest.Cards(t, "As Td 2c Kh"), card.None)); got != "A♠ 10♦ 2♣ K♥" {
		t.Errorf("written %q", got)
	}
}
