package bot

import (
	"strconv"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/engine"
	"cardroom/render"
)

// choices is what an option may be completed to: amounts and seats that are legal now, and nothing where none is.
func (a *actor) choices(k *interaction.Interaction) []render.Choice {
	if a.version == 0 {
		return options.OpenChoices(k)
	}
	v := a.table.View(k.User)
	switch k.Path + " " + k.Focus {
	case "bet amount", "raise to":
		if s, seated := v.SeatOf(k.User); seated && v.ToAct == s.Seat {
			return render.Wagers(a.scene(k.User, k.Lang))
		}
	case "draw discard":
		if s, seated := v.SeatOf(k.User); seated && v.ToAct == s.Seat && v.Phase == engine.Drawing {
			return discards(s)
		}
	case "sit buyin", "topup amount":
		return a.buyIns(k)
	case "table preset name":
		return a.presetChoices(k)
	case "sit seat":
		return freeSeats(&v)
	}
	return nil
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

// buyIns is the amounts a person could bring: the legal ends, what lies between them in round numbers, never more than
// the wallet.
func (a *actor) buyIns(k *interaction.Interaction) []render.Choice {
	v := a.table.View(k.User)
	low, _ := a.table.BuyIns(k.User, engine.At(time.Now()))
	high := max(low, fullBuyIn(v.Rules))
	if s := seatOf(&v, k.User); s.Player != 0 {
		low, high = 1, high-s.Stack-s.Pending
		if s.Stack+s.Pending == 0 {
			low = v.Rules.MinBuyIn
		}
	}
	if !a.unfelt(&v) {
		wallet, err := a.wallet(k.User)
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
