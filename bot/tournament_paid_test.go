package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
)

// At most half of the entries have a paid place. Settings that name more places say how many are paid (T74).
func TestSettingsSayHowManyPlacesAreLeftToPay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Paid", "turbo", "5", "0", "50")
		const two = "With 5 players at most 2 places are paid."
		for _, x := range []struct{ option, typed, want string }{
			{"more", "paid 3", two}, {"more", "paid 50/30/20", two}, {"price", "60", two}, {"players", "3", "With 3 players at most 1 place is paid."},
			{"players", "6", ""}, {"players", "5", two}, {"more", "paid 2", ""}, {"more", "paid 30%", ""}, {"more", "paid usual", ""},
		} {
			a := s.settings(x.option, x.typed)
			if strings.Contains(a, "at most") != (x.want != "") || !strings.Contains(a, x.want) || !strings.Contains(a, "`"+x.option+"` **"+x.typed) && x.typed != "paid usual" {
				t.Errorf("%s:%s is answered\n%s", x.option, x.typed, a)
			}
		}
	})
}

// A share of the players out of its range is refused with its unit (T74).
func TestAShareOfPaidPlacesIsRefusedWithItsUnit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Paid", "turbo", "5", "0", "50")
		for typed, want := range map[string]string{"paid 40%": "5%–30%", "paid 4%": "5%–30%", "paid 20000": "0–10,000"} {
			if a := s.settings("more", typed); !strings.Contains(a, want) {
				t.Errorf("more:%s is answered %q", typed, a)
			}
		}
	})
}
