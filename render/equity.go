package render

import (
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/render/equity"
	"cardroom/render/locale"
)

// boardWon returns the winners of a complete board while a later one is dealt, as the end of its line; else "".
func (b board) boardWon(run int) string {
	var names []string
	for _, seat := range equity.Winners(b.View, run) {
		names = append(names, b.NameOf(b.Winner(seat)))
	}
	if len(names) == 0 {
		return ""
	}
	return locale.Dot + b.lang.Board.BoardWon.Format("players", strings.Join(names, ", "))
}

// chance returns a seat's chance to win in words, if it has one.
func (b board) chance(seat engine.SeatView) []string {
	i := slices.IndexFunc(b.Equities, func(c equity.Chance) bool { return c.Seat == seat.Seat })
	if i < 0 {
		return nil
	}
	return []string{b.lang.Board.Chance.Format("percent", b.lang.Percent(int64(b.Equities[i].Tenths)))}
}

// equityOf returns the pot or board of the chances, where that is not simply the pot: the main pot, or one of the boards.
func (b board) equityOf() (about []string) {
	run, runs := equity.Running(b.View)
	if !runs || len(b.Equities) == 0 {
		return nil
	}
	contested := slices.DeleteFunc(slices.Clone(b.View.Pots), func(p engine.Pot) bool { return len(p.Players) < 2 })
	if len(contested) > 1 {
		about = append(about, string(b.lang.Board.ChancesMain))
	}
	if len(b.View.Again) > 0 {
		about = append(about, b.lang.Board.ChancesBoard.Format("n", strconv.Itoa(run+1)))
	}
	return about
}
