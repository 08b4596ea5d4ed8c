package play

import (
	"strconv"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render"
)

// Wagers completes the amount of a bet or raise that is legal now. /bet has none where a bet would be a raise.
func Wagers(t *table.Table, in *interaction.Interaction) []render.Choice {
	v := t.ViewOf(in.User)
	if s, seated := v.SeatOf(in.User); !seated || v.ToAct != s.Seat || in.Path == "bet" && !v.Legal.Bet {
		return nil
	}
	return render.Wagers(t.Scene(in.User, in.Lang))
}

// DrawChoices completes the cards to discard.
func DrawChoices(t *table.Table, in *interaction.Interaction) []render.Choice {
	v := t.ViewOf(in.User)
	s, seated := v.SeatOf(in.User)
	if !seated || v.ToAct != s.Seat || v.Phase != engine.Drawing {
		return nil
	}
	return discards(s)
}

// SitChoices completes a buy-in or a seat.
func SitChoices(t *table.Table, in *interaction.Interaction) []render.Choice {
	if in.Focus == "seat" {
		v := t.ViewOf(in.User)
		return freeSeats(&v)
	}
	return BuyIns(t, in)
}

// discards returns the choices for standing pat and for exchanging one card. Players type longer lists.
func discards(s engine.SeatView) []render.Choice {
	list := []render.Choice{{Label: "none", Value: "none"}}
	for _, c := range poker.FiveCardDraw.Sorted(s.Cards) {
		list = append(list, render.Choice{Label: c.String(), Value: c.String()})
	}
	return list
}

// freeSeats returns the numbers of the free seats, counted from 1.
func freeSeats(v *engine.View) []render.Choice {
	var taken [engine.MaxSeats]bool
	for _, s := range v.Seats {
		taken[s.Seat] = true
	}
	var list []render.Choice
	for seat := range v.Rules.Seats {
		if n := strconv.Itoa(seat + 1); !taken[seat] {
			list = append(list, render.Choice{Label: n, Value: n})
		}
	}
	return list
}

// BuyIns completes a buy-in: the legal minimum, the maximum and an amount between them, never more than the wallet. It offers
// a wallet that has less than the player must bring back (R7). Without a maximum, it offers a large stack as much as the default buy-in.
func BuyIns(t *table.Table, in *interaction.Interaction) []render.Choice {
	v := t.ViewOf(in.User)
	low, _ := t.Funds().BuyIns(in.User)
	full := max(low, options.DefaultBuyIn(v.Rules))
	high := full
	s, seated := v.SeatOf(in.User)
	if seated {
		low, high = 1, full-s.Stack-s.Pending
		if high <= 0 && v.Rules.MaxBuyIn == 0 {
			high = full
		}
		if s.Stack+s.Pending == 0 {
			low = v.Rules.MinBuyIn
		}
	}
	if !t.Funds().OffWallet(&v) {
		wallet, err := balanceOf(t, in.User)
		if err != nil {
			return nil
		}
		high = min(high, wallet)
		if !seated && high >= v.Rules.MinBuyIn {
			low = min(low, high)
		}
	}
	var list []render.Choice
	last := int64(0)
	for _, n := range []int64{low, (low + high) / 2, high} {
		if n < low || n > high || n <= last {
			continue
		}
		list, last = append(list, render.Choice{Label: in.Lang.Chips(n), Value: in.Lang.Chips(n)}), n
	}
	return list
}
