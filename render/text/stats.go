package text

import (
	"strings"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/render"
	"cardroom/render/locale"
)

// Stats returns a person's record in all hands and tournaments of a server, without lines for acts that they had no opportunity for.
// It depends on no player's cards.
func Stats(l *locale.Lang, who engine.ID, c stats.Counts) string {
	t, player := l.Stats, render.Mention(who)
	if c.Hands == 0 && c.Tournaments == 0 {
		return t.None.Format("player", player) + "\n-# " + string(t.Practice)
	}
	lines := []string{t.Head.Format("player", player), l.Count(t.Hands, c.Hands, "net", l.Signed(c.Net))}
	for _, line := range []struct {
		text          string
		opportunities int64
	}{
		{t.VPIP.Format("share", share(l, c.VPIP, c.Hands)), c.Hands},
		{t.PFR.Format("share", share(l, c.PFR, c.Hands)), c.Hands},
		{t.ThreeBet.Format("share", share(l, c.ThreeBets, c.ThreeBetSpots)), c.ThreeBetSpots},
		{aggression(l, c), c.Aggressive + c.Calls},
		{t.Showdown.Format("share", share(l, c.Showdowns, c.Seen)), c.Seen},
		{t.Won.Format("share", share(l, c.ShowdownsWon, c.Showdowns)), c.Showdowns},
	} {
		if line.opportunities > 0 {
			lines = append(lines, "- "+line.text)
		}
	}
	if c.Tournaments > 0 {
		lines = append(lines, l.Count(t.Events, c.Tournaments, "places", l.Chips(c.Cashes), "won", l.Chips(c.Won), "paid", l.Chips(c.PaidIn)))
	}
	return strings.Join(append(lines, "-# "+string(t.Terms), "-# "+string(t.Practice)), "\n")
}

// share returns "24.5% (12 of 49)", and "" without an opportunity.
func share(l *locale.Lang, n, of int64) string {
	if of == 0 {
		return ""
	}
	tenths := (n*1000 + of/2) / of
	return l.Stats.Share.Format("percent", l.Percent(tenths), "n", l.Chips(n), "of", l.Chips(of))
}

// aggression returns bets and raises for each call, and a dash without a call.
func aggression(l *locale.Lang, c stats.Counts) string {
	factor := "–"
	if c.Calls > 0 {
		factor = l.Decimal((c.Aggressive*10 + c.Calls/2) / c.Calls)
	}
	return l.Stats.Aggression.Format("factor", factor, "bets", l.Chips(c.Aggressive), "calls", l.Chips(c.Calls))
}
