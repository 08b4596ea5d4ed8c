package shuffle

import "testing"

// The answers to two cuts of a player may become known in another order than the channel saw them.
func TestThePlayersLastCutCounts(t *testing.T) {
	first, last, other := Cut{By: 1, Message: 10, Text: "a"}, Cut{By: 1, Message: 12, Text: "b"}, Cut{By: 2, Message: 11, Text: "c"}
	for _, order := range [][]Cut{{first, last, other}, {last, first, other}, {other, last, first}} {
		var s State
		for _, c := range order {
			s = s.WithCut(c)
		}
		for _, c := range s.Cuts {
			if len(s.Cuts) != 2 || c != last && c != other {
				t.Errorf("after %v the cuts are %v", order, s.Cuts)
			}
		}
	}
}
