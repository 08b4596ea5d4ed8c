package form

import (
	"strconv"
	"testing"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/engine"
	"cardroom/render/locale"
)

// The modal of /tournament create is accepted as it opens, with a name. It names as many players as the game seats (R2).
func TestTheModalOfEachGameIsAcceptedAsItOpens(t *testing.T) {
	for game, most := range map[string]int{"": 10, "holdem": 10, "omaha": 10, "draw": 6} {
		for typed, accepted := range map[string]bool{"": true, "2": true, strconv.Itoa(most): true, strconv.Itoa(most + 1): false, "1": false, "11": false} {
			in := &interaction.Interaction{Origin: new(interaction.Origin)}
			in.Lang, in.Options = locale.Lookup(locale.English), map[string]string{"game": game}
			kept, inputs, err := Modal(in)
			if err != nil {
				t.Fatal(err)
			}
			in.CustomID.Arg = kept
			in.Inputs = []string{"Friday"}
			for _, input := range inputs[1:] {
				in.Inputs = append(in.Inputs, input.Value)
			}
			if want := "2–" + strconv.Itoa(most); inputs[4].Placeholder != want {
				t.Errorf("%q: the placeholder is %q, want %q", game, inputs[4].Placeholder, want)
			}
			if typed != "" {
				in.Inputs[4] = typed
			}
			_, _, err = ReadFormat(in, time.UTC)
			if (err == nil) != accepted {
				t.Errorf("%q with %q players: %v", game, typed, err)
			}
			if e, ok := err.(*options.Error); ok && e.Want != in.Lang.Range(2, int64(most)) || err == ErrOneTable && most != engine.MaxSeats {
				t.Errorf("%q with %q players: %v", game, typed, err)
			}
		}
	}
}
