package render

import (
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/stats"
)

// StatsText is what a person has done in the hands of a server. Shares are written by Percent, "24.5%", with what they are
// of behind them.
type StatsText struct {
	Head       Text   `json:"head" args:"player"`
	None       Text   `json:"none" args:"player"`
	Hands      Plural `json:"hands" args:"n net"`
	VPIP       Text   `json:"vpip" args:"share"`
	PFR        Text   `json:"pfr" args:"share"`
	ThreeBet   Text   `json:"three_bet" args:"share"`
	Aggression Text   `json:"aggression" args:"factor bets calls"`
	Showdown   Text   `json:"showdown" args:"share"`
	Won        Text   `json:"won" args:"share"`
	Share      Text   `json:"share" args:"percent n of"`
	Practice   Text   `json:"practice"`
}

// Played is what a person has done in all hands of a server; nobody's cards have a part in it.
func (l *Lang) Played(who engine.ID, c stats.Counts) string {
	t, player := l.Stats, Mention(who)
	if c.Hands == 0 {
		return t.None.Format("player", player) + "\n-# " + string(t.Practice)
	}
	lines := []string{
		t.Head.Format("player", player),
		l.Count(t.Hands, c.Hands, "net", l.signed(c.Net)),
		"- " + t.VPIP.Format("share", l.share(c.VPIP, c.Hands)),
		"- " + t.PFR.Format("share", l.share(c.PFR, c.Hands)),
		"- " + t.ThreeBet.Format("share", l.share(c.ThreeBets, c.ThreeBetSpots)),
		"- " + l.aggression(c),
		"- " + t.Showdown.Format("share", l.share(c.Showdowns, c.Seen)),
		"- " + t.Won.Format("share", l.share(c.ShowdownsWon, c.Showdowns)),
		"-# " + string(t.Practice),
	}
	return strings.Join(lines, "\n")
}

// share is "24.5% (12 of 49)"; a dash where there was no chance.
func (l *Lang) share(n, of int64) string {
	if of == 0 {
		return "–"
	}
	tenths := (n*1000 + of/2) / of
	percent := l.Board.Percent.Format("n", l.decimal(tenths))
	return l.Stats.Share.Format("percent", percent, "n", l.Chips(n), "of", l.Chips(of))
}

// aggression is bets and raises for each call; a dash where there was none.
func (l *Lang) aggression(c stats.Counts) string {
	factor := "–"
	if c.Calls > 0 {
		factor = l.decimal((c.Aggressive*10 + c.Calls/2) / c.Calls)
	}
	return l.Stats.Aggression.Format("factor", factor, "bets", l.Chips(c.Aggressive), "calls", l.Chips(c.Calls))
}

// decimal is a number of tenths, "24.5" or "24".
func (l *Lang) decimal(tenths int64) string {
	if tenths%10 == 0 {
		return l.Chips(tenths / 10)
	}
	return l.Chips(tenths/10) + l.Point() + strconv.FormatInt(tenths%10, 10)
}

// signed is chips with a sign, "+1,000".
func (l *Lang) signed(n int64) string {
	if n > 0 {
		return "+" + l.Chips(n)
	}
	return l.Chips(n)
}
