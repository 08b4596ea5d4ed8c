package bot

import (
	"strconv"
	"time"

	"cardroom/engine"
	"cardroom/render"
)

// choices is what an option may be completed to: amounts and seats that are legal now, and nothing where none is.
func (a *actor) choices(k *ask) []render.Choice {
	if a.version == 0 {
		return openChoices(k)
	}
	v := a.table.View(k.user)
	switch k.path + " " + k.focus {
	case "bet amount", "raise to":
		if s, seated := v.SeatOf(k.user); seated && v.ToAct == s.Seat {
			return render.Wagers(a.scene(k.user, k.lang))
		}
	case "draw discard":
		if s, seated := v.SeatOf(k.user); seated && v.ToAct == s.Seat && v.Phase == engine.Drawing {
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

// openChoices is amounts for a table that is about to be opened: usual blinds, then what fits them (R4).
func openChoices(k *ask) []render.Choice {
	if k.path != "table open" {
		return nil
	}
	r, _ := readRules(k) // whatever was typed so far; defaults for the rest
	var amounts []int64
	switch k.focus {
	case "small-blind":
		amounts = []int64{1, 2, 5, 10, 25, 50, 100, 500, 1000}
	case "big-blind":
		amounts = []int64{2 * r.SmallBlind, r.SmallBlind}
	case "ante":
		amounts = []int64{r.BigBlind / 10, r.BigBlind / 5, r.BigBlind / 2, r.BigBlind}
	case "min-buyin":
		amounts = []int64{usualLeast * r.BigBlind, 2 * usualLeast * r.BigBlind, shortBelow * r.BigBlind}
	case "max-buyin":
		amounts = []int64{usualMost * r.BigBlind, 2 * usualMost * r.BigBlind}
	}
	var list []render.Choice
	for _, n := range amounts {
		if n > 0 {
			list = append(list, render.Choice{Label: k.lang.Chips(n), Value: k.lang.Chips(n)})
		}
	}
	return list
}

// buyIns is the amounts a person could bring: the legal ends, what lies between them in round numbers, never more than
// the wallet.
func (a *actor) buyIns(k *ask) []render.Choice {
	v := a.table.View(k.user)
	low, _ := a.table.BuyIns(k.user, engine.At(time.Now()))
	high := max(low, fullBuyIn(v.Rules))
	if s := seatOf(&v, k.user); s.Player != 0 {
		low, high = 1, high-s.Stack-s.Pending
		if s.Stack+s.Pending == 0 {
			low = v.Rules.MinBuyIn
		}
	}
	if !a.unfelt(&v) {
		wallet, err := a.wallet(k.user)
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
		list, last = append(list, render.Choice{Label: k.lang.Chips(n), Value: k.lang.Chips(n)}), n
	}
	return list
}
