package message

import (
	"testing"

	"cardroom/engine"
)

func TestButtonsComeBackAsTheyWent(t *testing.T) {
	for _, b := range []CustomID{
		{Table: 1, Verb: "sit"},
		{Table: 1<<64 - 1, Turn: engine.Turn{Hand: 12, Action: 3}, Verb: "raise", Total: 1_000_000_000_000},
		{Table: 1, Verb: "set", Arg: "clock"},
		{Table: 1<<64 - 1, Verb: "set", Arg: "return-window 1,000,000,000,000"},
	} {
		id := b.String()
		if got, ok := ParseCustomID(id); !ok || got != b {
			t.Errorf("%q is read as %+v, %t", id, got, ok)
		}
		if len(id) > 100 {
			t.Errorf("%q is longer than Discord allows", id)
		}
	}
}

func TestButtonsOfAnotherFormAreNotRead(t *testing.T) {
	for _, id := range []string{
		"", "v1", "v1:1:2:3", "v2:1:2:3:fold", "v1:1:2:3:fold:", "v1:1:2:3:raise:0", "v1:01:2:3:fold", "v1:1:2:3:raise:+5", "v1:1:+2:3:fold",
		"v1:1:2:3:raise:1e9", "v1:-1:2:3:fold", "v1:1:2:3:fold:4:5", "v1:18446744073709551616:1:1:fold", " v1:1:2:3:fold",
		"v1:1:2:3:set ",
	} {
		if b, ok := ParseCustomID(id); ok || b != (CustomID{}) {
			t.Errorf("%q is read as %+v, %t", id, b, ok)
		}
	}
}

func FuzzParseButton(f *testing.F) {
	f.Add("v1:1500000000000000001:12:3:raise:120")
	f.Add("v1:1:0:0:sit")
	f.Add("v1:1:0:0:set ante bb")
	f.Fuzz(func(t *testing.T, id string) {
		b, ok := ParseCustomID(id)
		if ok && b.String() != id {
			t.Errorf("%q is read as %q", id, b)
		}
		if !ok && b != (CustomID{}) {
			t.Errorf("%q is not read, and gives %+v", id, b)
		}
	})
}
