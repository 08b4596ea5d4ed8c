package text

import (
	"strings"
	"testing"

	"cardroom/render/locale"
)

// TestEqualWalletsShareAPlace: the place of a wallet is one more than the number of fuller ones.
func TestEqualWalletsShareAPlace(t *testing.T) {
	rich := []LeaderboardEntry{{11, 900}, {12, 700}, {13, 700}, {14, 300}}
	got := Leaderboard(locale.Lookup(""), rich, 700, 2)
	for _, want := range []string{"`1` <@11> 900\n", "`2` <@12> 700\n", "`2` <@13> 700\n", "`4` <@14> 300\n", "number 2 with 700."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}
