package render

import (
	"math/bits"
	"slices"
	"strconv"

	"cardroom/engine"
	"cardroom/render/phone"
)

// plans returns the pre-actions (R28) as boxes to tick, unlike the buttons of a decision. Pressing the chosen one again
// clears it. Folding comes after checking.
func (p panel) plans() (row []Button) {
	for _, plan := range []engine.PreAction{engine.PlanCheck, engine.PlanCheckFold, engine.PlanCall, engine.PlanCallAny} {
		if !slices.Contains(p.seat.Plans, plan) {
			continue
		}
		b := Button{Label: "☐ " + p.planned(plan), Verb: VerbPlan, To: int64(plan)}
		if plan == engine.PlanCall {
			b.Verb, b.To = VerbPlanCall, p.seat.Price
		}
		if plan == p.seat.Plan {
			b.Label, b.Verb, b.To, b.Style = "☑ "+p.planned(plan), VerbPlan, 0, Primary
		}
		row = append(row, b)
	}
	return row
}

// planned returns a pre-action in words.
func (p panel) planned(plan engine.PreAction) string {
	switch t := p.lang.Button.Plans; {
	case plan == engine.PlanCheckFold && p.seat.Price > 0:
		return string(t.Fold)
	case plan == engine.PlanCheckFold:
		return string(t.CheckFold)
	case plan == engine.PlanCheck:
		return string(t.Check)
	case plan == engine.PlanCall:
		return t.Call.Format("amount", p.lang.Chips(p.seat.Price))
	default:
		return string(t.CallAny)
	}
}

// unseen returns the buttons that show cards of a finished hand: each, and all of them (R40).
func (p panel) unseen() [][]Button {
	if !p.seat.MayShow {
		return nil
	}
	text, left := p.lang.Button.ShowOne, len(p.seat.Cards)-len(p.seat.Shown)
	all := Button{Label: string(p.lang.Button.ShowAll), Verb: VerbShow, To: int64(1)<<len(p.seat.Cards) - 1}
	switch {
	case p.Low && left > phone.MostCards:
		return [][]Button{{all}}
	case p.Low && left >= phone.MostInRow:
		text = "{card}"
	}
	var row []Button
	for _, c := range p.View.Rules.Variant.Sorted(p.seat.Cards) {
		if !slices.Contains(p.seat.Shown, c) {
			bit := int64(1) << slices.Index(p.seat.Cards, c)
			row = append(row, Button{Label: text.Format("card", c.String()), Verb: VerbShow, To: bit})
		}
	}
	if p.Low || len(row) < 2 { // the board has a button that shows all
		return appendRow(nil, row)
	}
	return [][]Button{row, {all}}
}

// discards returns the player's own cards as boxes to tick, and the buttons to exchange the ticked ones and to stand pat. A
// box has the cards that are ticked after a press on it.
func (p panel) discards() [][]Button {
	t, held := p.lang.Button, p.seat.Cards
	p.Discard &= 1<<len(held) - 1
	ticked := int64(bits.OnesCount8(p.Discard))
	var boxes []Button
	for _, c := range p.View.Rules.Variant.Sorted(held) {
		bit := uint8(1) << slices.Index(held, c)
		box := Button{Label: "☐ " + c.String(), Verb: VerbTick, To: int64(p.Discard ^ bit)}
		switch {
		case p.Discard&bit != 0:
			box.Label, box.Style = "☑ "+c.String(), Primary
		case int(ticked) >= p.View.Discards:
			box.Disabled = true
		}
		boxes = append(boxes, box)
	}
	var row []Button
	if ticked > 0 {
		row = append(row, Button{Label: t.DrawN.Format("n", strconv.FormatInt(ticked, 10)), Verb: VerbDraw, To: int64(p.Discard), Style: Success})
	}
	return append(appendRow(nil, boxes), append(row, Button{Label: string(t.Pat), Verb: VerbPat}))
}

// entry returns the buttons of a reader without a seat: to take one, or to join the waitlist (R63).
func (p panel) entry() (row []Button) {
	if p.View.Closed || p.View.Closing || p.View.Rules.Tournament {
		return nil
	}
	waits := slices.Contains(p.View.Waitlist, p.View.Viewer)
	switch taken := p.SeatsTaken(); {
	case taken && !waits:
		row = []Button{{Label: string(p.lang.Button.Line), Verb: VerbLine}}
	case !taken && p.Short.Need == 0 && p.Asked() == "":
		row = p.sitDown()
	}
	if waits {
		row = append(row, Button{Label: string(p.lang.Button.Unline), Verb: VerbUnline})
	}
	return row
}

// post returns the button that posts the result.
func (p panel) post() []Button {
	if !p.View.Ended() {
		return nil
	}
	return []Button{{Label: string(p.lang.Button.Post), Verb: VerbPostHand, What: FromResult, To: p.View.Hand}}
}

// seated returns the buttons of a player who is not in a hand. A low panel leaves most to the menu of the seat: a late press
// on a decision that stood there must not leave the table.
func (p panel) seated() []Button {
	t := p.lang.Button
	switch {
	case p.View.Closed:
		return nil
	case p.View.Rules.Tournament && (p.broke() || p.Tournament != nil && p.Tournament.Own.Struck):
		return p.offers()
	case p.View.Rules.Tournament:
		return []Button{p.presence()}
	}
	stay, bust := []Button{{Label: string(t.SitOut), Verb: VerbSitOut}}, p.seat.RebuyBy != 0
	switch {
	case p.seat.Out && !bust:
		stay = []Button{{Label: string(t.SitIn), Verb: VerbSitIn, Style: Success}}
	case bust, p.Low:
		stay = nil
	}
	row := append(stay, Button{Label: string(t.Leave), Verb: VerbLeave})
	if p.Low {
		row[len(row)-1] = p.Scene.seat()
	}
	if p.Wallet != nil && !p.View.Closing {
		row = slices.Insert(row, 0, Button{Label: string(t.OtherBuyIn), Verb: VerbBuyIn})
	}
	if bust && p.Rebuy > 0 {
		rebuy := Button{Label: t.Rebuy.Format("amount", p.lang.Chips(p.Rebuy)), Verb: VerbRebuy, To: p.Rebuy, Style: Success}
		row = slices.Insert(row, 0, rebuy)
	}
	return row
}

// offers returns the buttons of a player at a tournament's table: to rebuy or not, to be away or back, to buy the add-on, and to
// ask for a deal (T122).
func (p panel) offers() (row []Button) {
	if p.Tournament == nil {
		return []Button{p.presence()}
	}
	o, t, busted := p.Tournament.Own, p.lang.Tournament.Rebuys, p.seat.RebuyBy != 0
	add := func(when bool, b Button) {
		if when {
			row = append(row, b)
		}
	}
	add(!p.broke() && !o.Struck, p.presence())
	style := map[bool]Style{true: Success}[busted]
	add(o.Rebuy, Button{Label: p.lang.Button.Rebuy.Format("amount", p.lang.Chips(o.Price)), Verb: VerbRebuy, Style: style})
	add(o.Twice, Button{Label: t.Twice.Format("amount", p.lang.Chips(2*o.Price)), Verb: VerbRebuy, To: 2})
	add(busted, Button{Label: string(t.No), Verb: VerbNoRebuy})
	add(o.AddOn, Button{Label: t.Buy.Format("amount", p.lang.Chips(o.AddOnPrice)), Verb: VerbAddOn, Style: Success})
	add(o.Restart, Button{Label: t.Restart.Format("amount", p.lang.Chips(o.Price)), Verb: VerbRestart})
	add(o.Deal, Button{Label: string(p.lang.Tournament.Deals.Ask), Verb: VerbAskDeal})
	return row
}

// presence returns the button that makes a player of a tournament absent, or present again (T36, T38).
func (p panel) presence() Button {
	t := p.lang.Tournament.Buttons
	if p.seat.Away {
		return Button{Label: string(t.Back), Verb: VerbSitIn, Style: Success}
	}
	return Button{Label: string(t.Away), Verb: VerbSitOut}
}
