package options

import (
	"slices"
	"testing"

	"cardroom/engine/poker"
	"cardroom/render/locale"
)

// TestOptionsOfLooksHoldAtOnce changes each option of a table while a hand runs. Those that only change looks, questions or mentions hold
// at once, and the others from the next hand on.
func TestOptionsOfLooksHoldAtOnce(t *testing.T) {
	looks := []string{"confirm-big", "board", "theme", "language", "ping"}
	english := locale.Lookup(locale.English)
	was := Table{Rules: poker.DefaultRules()}
	tried := 0
	for _, s := range All {
		for _, value := range s.choices(was.Rules, english) {
			next, err := s.Apply(was, value, english)
			if !s.Has(was.Rules) || err != nil || s.Write(&next, english) == s.Write(&was, english) {
				continue
			}
			tried++
			now, planned := was.Postpone(next, nil)
			_, later := planned[s.Name]
			if holds := s.Write(&now, english) == s.Write(&next, english); holds == later || holds != slices.Contains(looks, s.Name) {
				t.Errorf("%s:%s holds at once: %t, is planned: %t", s.Name, value, holds, later)
			}
		}
	}
	if tried < 2*len(All)-8 {
		t.Errorf("only %d values were tried", tried)
	}
}
