package options

import (
	"cardroom/bot/interaction"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
)

// OpenChoices returns amounts that complete an option of /table open: common blinds first, then amounts that fit them (R4).
func OpenChoices(in *interaction.Interaction) []render.Choice {
	if in.Path != "table open" {
		return nil
	}
	r, _ := ReadRules(in) // the options typed so far, with defaults for the rest
	var amounts []int64
	switch in.Focus {
	case "small-blind":
		amounts = []int64{1, 2, 5, 10, 25, 50, 100, 500, 1000}
	case "big-blind":
		amounts = []int64{2 * r.SmallBlind, r.SmallBlind}
	case "ante":
		amounts = []int64{r.BigBlind / 10, r.BigBlind / 5, r.BigBlind / 2, r.BigBlind}
	case "min-buyin":
		amounts = []int64{DefaultMinBuyIn * r.BigBlind, 2 * DefaultMinBuyIn * r.BigBlind, ShortBuyIn * r.BigBlind}
	case "max-buyin":
		amounts = []int64{DefaultMaxBuyIn * r.BigBlind, 2 * DefaultMaxBuyIn * r.BigBlind}
	}
	var list []render.Choice
	for _, n := range amounts {
		if n > 0 && n <= locale.MaxChips {
			list = append(list, render.Choice{Label: in.Lang.Chips(n), Value: in.Lang.Chips(n)})
		}
	}
	return list
}

// DefaultBuyIn returns the buy-in of a player who names no amount: the maximum, or 100 big blinds if there is none.
func DefaultBuyIn(r poker.Rules) int64 {
	if r.MaxBuyIn > 0 {
		return r.MaxBuyIn
	}
	return max(min(DefaultMaxBuyIn*r.BigBlind, locale.MaxChips), r.MinBuyIn)
}
