package play

import (
	"strconv"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// Wagers completes the amount of a bet or raise that is legal now.
func Wagers(a *table.Table, k *interaction.Interaction) []render.Choice {
	v := a.ViewOf(k.User)
	if s, seated := v.SeatOf(k.User); !seated || v.ToAct != s.Seat {
		return nil
	}
	return render.Wagers(a.Scene(k.User, k.Lang))
}

// DrawChoices completes what is discarded.
func DrawChoices(a *table.Table, k *interaction.Interaction) []render.Choice {
	v := a.ViewOf(k.User)
	s, seated := v.SeatOf(k.User)
	if !seated || v.ToAct != s.Seat || v.Phase != engine.Drawing {
		return nil
	}
	return discards(s)
}

// SitChoices completes a buy-in or a seat.
func SitChoices(a *table.Table, k *interaction.Interaction) []render.Choice {
	if k.Focus == "seat" {
		v := a.ViewOf(k.User)
		return freeSeats(&v)
	}
	return BuyIns(a, k)
}

// discards is to stand pat, or to exchange one card: what more there is, people type.
func discards(s engine.SeatView) []render.Choice {
	list := []render.Choice{{Label: "none", Value: "none"}}
	for _, c := range s.Cards {
		list = append(list, render.Choice{Label: c.String(), Value: c.String()})
	}
	return list
}

// freeSeats is the seats nobody has, as people count.
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

// BuyIns is the amounts a person could bring: the legal ends, what lies between them in round numbers, never more than
// the wallet.
func BuyIns(a *table.Table, k *interaction.Interaction) []render.Choice {
	v := a.State.Table.View(k.User)
	low, _ := a.State.Table.BuyIns(k.User, engine.At(time.Now()))
	high := max(low, table.FullBuyIn(v.Rules))
	if s := table.SeatOf(&v, k.User); s.Player != 0 {
		low, high = 1, high-s.Stack-s.Pending
		if s.Stack+s.Pending == 0 {
			low = v.Rules.MinBuyIn
		}
	}
	if !a.OffWallet(&v) {
		wallet, err := balanceOf(a, k.User)
		if err != nil {
			return nil
		}
		high = min(high, wallet)
	}
	var list []render.Choice
	last := int64(0)
	for _, n := range []int64{low, (low + high) / 2, high} {
		if n < low || n > high || n <= last {
			continue
		}
		list, last = append(list, render.Choice{Label: k.Lang.Chips(n), Value: k.Lang.Chips(n)}), n
	}
	return list
}
