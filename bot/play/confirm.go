package play

import (
	"slices"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// minConfirm is the least cost of a call or all-in, in big blinds, that a player has to confirm (R29).
const minConfirm = 20

// askToConfirm asks the player to confirm a call or all-in for four fifths of the stack or more, and reports whether it did
// (R29). It does not ask about an action that the table would refuse.
func askToConfirm(t *table.Table, in *interaction.Interaction, act engine.Act) bool {
	v := t.ViewOf(in.User)
	s := table.SeatOf(&v, in.User)
	cost := int64(0)
	switch {
	case act.Action == engine.Call:
		cost = v.Legal.Call
	case act.Action == engine.Raise && act.To == s.Bet+s.Stack:
		cost = s.Stack
	}
	if !needsConfirmation(t, cost, &v, s) {
		return false
	}
	if err := t.Try(act); err != nil {
		return false
	}
	text := in.Lang.Say.SureCall
	switch {
	case act.Action == engine.Raise && act.To != s.Stack: // its button has the total
		text = in.Lang.Say.SureTotal
	case cost == s.Stack:
		text = in.Lang.Say.SureAllIn
	}
	channel.Of(t).AskToConfirm(in, text, cost, s.Stack, render.VerbSure, act.To)
	return true
}

// askToConfirmPreAction asks the player to confirm a pre-action that may call a big bet, because nothing asks when it is
// carried out (R29).
func askToConfirmPreAction(t *table.Table, in *interaction.Interaction, action engine.PreAction) bool {
	v := t.ViewOf(in.User)
	s, cost := table.SeatOf(&v, in.User), int64(0)
	switch action {
	case engine.PlanCall:
		cost = s.Price
	case engine.PlanCallAny:
		cost = highestCall(&v, s)
	}
	if !slices.Contains(s.Plans, action) || !needsConfirmation(t, cost, &v, s) {
		return false
	}
	channel.Of(t).AskToConfirm(in, in.Lang.Say.SurePlan, cost, s.Stack, render.VerbSurePlan, int64(action))
	return true
}

// highestCall returns an amount that no call of a player in this betting round exceeds: what the largest opponent can bet, and in
// fixed limit a big bet more of each.
func highestCall(v *engine.View, s engine.SeatView) int64 {
	cost, fixed := s.Price, s.Price
	for _, other := range v.Seats {
		if other.InHand && !other.Folded && !other.Leaves && !other.Away && other.Seat != s.Seat {
			cost, fixed = max(cost, other.Stack+other.Bet-s.Bet), fixed+2*v.Rules.BigBlind
		}
	}
	if v.Rules.Limit.Fixed() {
		cost = min(cost, fixed)
	}
	return min(cost, s.Stack)
}

// needsConfirmation reports whether a wager is so large that the player has to confirm it.
func needsConfirmation(t *table.Table, cost int64, v *engine.View, s engine.SeatView) bool {
	return !t.Record().Extras.NoConfirm && 5*cost >= 4*s.Stack && cost >= minConfirm*v.Rules.BigBlind
}

// Confirm handles the confirmation of a call or all-in.
func Confirm(t *table.Table, in *interaction.Interaction) {
	act := engine.Act{Player: in.User, Turn: in.CustomID.Turn, Action: engine.Call, At: engine.At(time.Now())}
	if in.CustomID.Total != 0 {
		act.Action, act.To = engine.Raise, in.CustomID.Total
	}
	doConfirmed(t, in, act)
}

// ConfirmPreAction handles the confirmation of a pre-action. A planned call must not cost more than it did when the bot
// asked.
func ConfirmPreAction(t *table.Table, in *interaction.Interaction) {
	action := engine.PreAction(in.CustomID.Total)
	if in.CustomID.Total != int64(action) || action != engine.PlanCallAny && in.CustomID.Turn != t.View().Turn {
		channel.Of(t).RefuseStale(in)
		return
	}
	doConfirmed(t, in, engine.Plan{Player: in.User, Hand: in.CustomID.Turn.Hand, Plan: action, At: engine.At(time.Now())})
}

// doConfirmed carries out the confirmed command. The question becomes the panel.
func doConfirmed(t *table.Table, in *interaction.Interaction, c engine.Command) {
	channel.Of(t).Confirmed(in, func() bool { return carryOut(t, in, c) })
}
