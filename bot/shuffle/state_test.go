package shuffle

import (
	"testing"

	"cardroom/engine/fair"
)

// A channel's new table goes on under the batch of the last one, or its own seals say which ones they replace, and why.
func TestANewTableNamesTheSealsThatItDoesNotGoOnUnder(t *testing.T) {
	under := func(first, message, root byte) *Proof {
		return &Proof{Setup: &fair.Setup{Batch: fair.Batch{First: uint64(first), Size: 8, Message: fair.ID(message), Published: fair.Hash{root}}}}
	}
	left := State{Seals: Seals{First: 1, Size: 8, Root: fair.Hash{1}, Message: 10}}
	unread := State{Seals: Seals{First: 1, Size: 8, Root: fair.Hash{1}}}
	unplayed := State{}.Inherit(unread, nil, 5, KeyLost)
	for name, tt := range map[string]struct {
		was    State
		before *Proof
		next   int64
		why    Reason
		former Former
		found  bool // in the channel, by its root
	}{
		"goes on":                        {was: left, before: under(1, 10, 1), next: 5},
		"none was left":                  {before: under(1, 10, 1), next: 5},
		"used up":                        {was: left, before: under(1, 10, 1), next: 9},
		"the store lost hands":           {was: left, before: under(1, 10, 1), next: 5, why: StoreLost, former: Former{10, StoreLost}},
		"lost hands, used up":            {was: left, before: under(1, 10, 1), next: 9, why: StoreLost},
		"the last hand cannot be read":   {was: left, next: 5, former: Former{10, StoreLost}},
		"the note is of an older batch":  {was: left, before: under(3, 11, 2), next: 5, former: Former{11, StoreLost}},
		"another key":                    {was: unread, next: 5, why: KeyLost, former: Former{0, KeyLost}, found: true},
		"another key, used up":           {was: unread, next: 9, why: KeyLost},
		"a note that no program can use": {next: 5, why: KeyLost},
		"another key, without play":      {was: unplayed, next: 5, former: Former{0, KeyLost}, found: true},
		"lost hands, without play":       {was: left.Drop(StoreLost), before: under(1, 10, 1), next: 5, former: Former{10, StoreLost}},
		"lost hands again, without play": {was: left.Drop(KeyLost), before: under(3, 11, 2), next: 5, why: StoreLost, former: Former{11, StoreLost}},
	} {
		got := State{Used: 4}.Inherit(tt.was, tt.before, tt.next, tt.why)
		if took := got.Message != 0; took != (name == "goes on") || got.Former != tt.former || got.MayBePosted() != tt.found || got.Used != 4 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
