package render

import (
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render/locale"
)

// StreetName returns the name of a street.
func StreetName(l *locale.Lang, street poker.Street) locale.Text {
	return l.Board.Streets[min(int(street), len(l.Board.Streets)-1)]
}

// Game returns the game of a table, "NL hold'em 5/10". With antes alone it names the big blind, which is then the unit
// (R51).
func Game(l *locale.Lang, r poker.Rules) string {
	t := l.Board
	blinds := l.Chips(r.SmallBlind) + "/" + l.Chips(r.BigBlind)
	if r.NoBlinds {
		blinds = l.Chips(r.BigBlind)
	}
	words := []string{game(l, r.Variant, r.Limit, blinds)}
	say := func(when bool, text string) {
		if when {
			words = append(words, text)
		}
	}
	say(r.BigBlindAnte, string(t.BigAnte))
	say(r.Ante > 0, t.Ante.Format("amount", l.Chips(r.Ante)))
	say(r.NoBlinds, string(t.NoBlinds))
	say(r.Straddle, string(t.Straddle))
	return strings.Join(words, locale.Dot)
}

// GameName returns the game without the blinds, "NL hold'em".
func GameName(l *locale.Lang, v poker.Variant, limit poker.Limit) string {
	return strings.Join(strings.Fields(game(l, v, limit, "")), " ")
}

// game returns a game with its limit and blinds.
func game(l *locale.Lang, v poker.Variant, limit poker.Limit, blinds string) string {
	t := l.Board
	short := map[poker.Limit]locale.Text{poker.NoLimit: t.NoLimit, poker.PotLimit: t.PotLimit, poker.FixedLimit: t.Fixed}[limit]
	variant := map[poker.Variant]locale.Text{poker.Holdem: t.Holdem, poker.Omaha: t.Omaha, poker.FiveCardDraw: t.Draw}[v]
	return t.Game.Format("limit", string(short), "variant", string(variant), "blinds", blinds)
}

// BuyIn returns the range of buy-ins, "buy-in 200–1,000".
func BuyIn(l *locale.Lang, r poker.Rules) string {
	if r.MaxBuyIn == 0 {
		return l.Board.BuyInMin.Format("amount", l.Chips(r.MinBuyIn))
	}
	return l.Board.BuyIn.Format("range", l.Range(r.MinBuyIn, r.MaxBuyIn))
}

// RunoutText tells that the rest of the board is coming, and how often; runs is 0 where no player was asked (R36, R37).
func RunoutText(l *locale.Lang, runs int) string {
	return string([...]locale.Text{l.Board.Runout, l.Board.RunoutOnce, l.Board.RunoutTwice, l.Board.RunoutThree}[min(runs, 3)])
}

// CostText returns the price to stay in, or the other decision that is due.
func CostText(l *locale.Lang, v engine.View) string {
	switch legal := v.Legal; {
	case v.Phase == engine.Drawing:
		return l.Board.ToDraw.Format("n", strconv.Itoa(v.Discards))
	case v.Phase == engine.Showing:
		return string(l.Board.ToShow)
	case legal.Call > 0:
		return l.Board.ToCall.Format("amount", l.Chips(legal.Call))
	case legal.Min == 0:
		return string(l.Board.OnlyCheck)
	case legal.Bet:
		return string(l.Board.NoBet)
	}
	return string(l.Board.NoRaise)
}
