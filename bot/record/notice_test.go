package record

import (
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/poker"
)

// Followers get a notice of a pot over 50 big blinds, and none of exactly 50.
func TestABigPotIsOverFiftyBigBlinds(t *testing.T) {
	for pot, want := range map[int64]bool{1000: false, 1001: true} {
		r := Table{Followers: []engine.ID{9}}
		v := engine.View{Hand: 3, Rules: poker.Rules{BigBlind: 20}, Pots: []engine.Pot{{Amount: pot}}}
		r.NoteForFollowers(v, []engine.Event{{Kind: engine.Acted}}, time.Now())
		if r.Notice.Hand != 0 != want {
			t.Errorf("with a pot of %d the notice is %+v", pot, r.Notice)
		}
	}
}
