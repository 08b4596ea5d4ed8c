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

// leastBig is how many big blinds a call or all-in takes at least to be asked about once more (R29).
const leastBig = 20

// asksToConfirm asks the player once more before a call or all-in for four fifths of the stack or more, and says whether it
// did (R29). What the table would refuse is not asked about.
func asksToConfirm(t *table.Table, in *interaction.Interaction, act engine.Act) bool {
	v := t.State.Table.View(in.User)
	s := table.SeatOf(&v, in.User)
	cost := int64(0)
	switch {
	case act.Action == engine.Call:
		cost = v.Legal.Call
	case act.Action == engine.Raise && act.To == s.Bet+s.Stack:
		cost = s.Stack
	}
	if !big(t, cost, &v, s) {
		return false
	}
	if _, _, err := t.State.Table.Apply(act, nil); err != nil {
		return false
	}
	text := in.Lang.Say.SureCall
	if cost == s.Stack {
		text = in.Lang.Say.SureAllIn
	}
	channel.Of(t).Confirmations.Question(in, text, cost, s.Stack, render.VerbSure, act.To)
	return true
}

// asksToConfirmPlan asks the player once more before they plan a call that may become a big one (R29): when it is carried out,
// nobody is asked.
func asksToConfirmPlan(t *table.Table, in *interaction.Interaction, plan engine.PreAction) bool {
	v := t.State.Table.View(in.User)
	s, cost := table.SeatOf(&v, in.User), int64(0)
	switch plan {
	case engine.PlanCall:
		cost = s.Price
	case engine.PlanCallAny:
		cost = s.Stack
	}
	if !slices.Contains(s.Plans, plan) || !big(t, cost, &v, s) {
		return false
	}
	channel.Of(t).Confirmations.Question(in, in.Lang.Say.SurePlan, cost, s.Stack, render.VerbSurePlan, int64(plan))
	return true
}

// big says whether a wager takes so much that it is asked about.
func big(t *table.Table, cost int64, v *engine.View, s engine.SeatView) bool {
	return !t.State.Record.Manners.Unasked && 5*cost >= 4*s.Stack && cost >= leastBig*v.Rules.BigBlind
}

// Confirm carries out what the player was asked about.
func Confirm(t *table.Table, in *interaction.Interaction) {
	act := engine.Act{Player: in.User, Turn: in.CustomID.Turn, Action: engine.Call, At: engine.At(time.Now())}
	if in.CustomID.Total != 0 {
		act.Action, act.To = engine.Raise, in.CustomID.Total
	}
	confirmed(t, in, act)
}

// ConfirmPlan plans what the player was asked about. What was to be called must cost no more than it did then.
func ConfirmPlan(t *table.Table, in *interaction.Interaction) {
	plan := engine.PreAction(in.CustomID.Total)
	if in.CustomID.Total != int64(plan) || plan != engine.PlanCallAny && in.CustomID.Turn != t.View().Turn {
		channel.Of(t).RefuseStale(in)
		return
	}
	confirmed(t, in, engine.Plan{Player: in.User, Hand: in.CustomID.Turn.Hand, Plan: plan, At: engine.At(time.Now())})
}

// confirmed carries out what a question was about. The question becomes the panel.
func confirmed(t *table.Table, in *interaction.Interaction, c engine.Command) {
	was := channel.Of(t).PanelSet.Panels[in.User]
	delete(channel.Of(t).Confirmations.Questions, in.User) // it is a panel now
	if carryOut(t, in, c) {                                // or a second press on the question would take away the panel that the first has made of it
		channel.Of(t).PanelSet.RemovePanel(was)
	}
}
