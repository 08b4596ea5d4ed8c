package text

import (
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// LeaderboardEntry is a person's wallet, in chips.
type LeaderboardEntry struct {
	Person engine.ID
	Chips  int64
}

// Leaderboard returns the fullest wallets of a server, the fullest first, and the reader's own chips and place among all
// wallets. The place is 0 while they have exactly the chips that all begin with.
func Leaderboard(l *locale.Lang, rich []LeaderboardEntry, own, place int64) string {
	t := &l.Money
	said := locale.Either(place == 0, t.NoPlace, t.Place).Format("place", l.Chips(place), "amount", l.Chips(own))
	return strings.Join(append(wallets(l, rich), said, "-# "+string(t.Uncounted)), "\n")
}

// PublicLeaderboard returns the fullest wallets of a server without those of a reader.
func PublicLeaderboard(l *locale.Lang, rich []LeaderboardEntry) string {
	return strings.Join(append(wallets(l, rich), "-# "+string(l.Money.Uncounted)), "\n")
}

// wallets returns a line for each wallet, below a heading. Equal wallets share a place.
func wallets(l *locale.Lang, rich []LeaderboardEntry) []string {
	t := &l.Money
	lines := []string{"**" + string(t.Head) + "**"}
	for _, r := range rich {
		fuller := slices.IndexFunc(rich, func(o LeaderboardEntry) bool { return o.Chips == r.Chips })
		lines = append(lines, render.Code(strconv.Itoa(fuller+1))+" "+person(l, r.Person)+" "+l.Chips(r.Chips))
	}
	if len(rich) == 0 {
		lines = append(lines, string(t.Nobody))
	}
	return lines
}
