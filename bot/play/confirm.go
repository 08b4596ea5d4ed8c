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
func asksToConfirm(a *table.Table, k *interaction.Interaction, act engine.Act) bool {
	v := a.State.Table.View(k.User)
	s := table.SeatOf(&v, k.User)
	cost := int64(0)
	switch {
	case act.Action == engine.Call:
		cost = v.Legal.Call
	case act.Action == engine.Raise && act.To == s.Bet+s.Stack:
		cost = s.Stack
	}
	if !big(a, cost, &v, s) {
		return false
	}
	if _, _, err := a.State.Table.Apply(act, nil); err != nil {
		return false
	}
	text := k.Lang.Say.SureCall
	if cost == s.Stack {
		text = k.Lang.Say.SureAllIn
	}
	channel.Of(a).Confirmations.Question(k, text, cost, s.Stack, render.VerbSure, act.To)
	return true
}

// asksToConfirmPlan asks the player once more before they plan a call that may become a big one (R29): when it is carried out,
// nobody is asked.
func asksToConfirmPlan(a *table.Table, k *interaction.Interaction, plan engine.PreAction) bool {
	v := a.State.Table.View(k.User)
	s, cost := table.SeatOf(&v, k.User), int64(0)
	switch plan {
	case engine.PlanCall:
		cost = s.Price
	case engine.PlanCallAny:
		cost = s.Stack
	}
	if !slices.Contains(s.Plans, plan) || !big(a, cost, &v, s) {
		return false
	}
	channel.Of(a).Confirmations.Question(k, k.Lang.Say.SurePlan, cost, s.Stack, render.VerbSurePlan, int64(plan))
	return true
}

// big says whether a wager takes so much that it is asked about.
func big(a *table.Table, cost int64, v *engine.View, s engine.SeatView) bool {
	return !a.State.Record.Manners.Unasked && 5*cost >= 4*s.Stack && cost >= leastBig*v.Rules.BigBlind
}

// Confirm carries out what the player was asked about.
func Confirm(a *table.Table, k *interaction.Interaction) {
	act := engine.Act{Player: k.User, Turn: k.CustomID.Turn, Action: engine.Call, At: engine.At(time.Now())}
	if k.CustomID.Total != 0 {
		act.Action, act.To = engine.Raise, k.CustomID.Total
	}
	confirmed(a, k, act)
}

// ConfirmPlan plans what the player was asked about. What was to be called must cost no more than it did then.
func ConfirmPlan(a *table.Table, k *interaction.Interaction) {
	plan := engine.PreAction(k.CustomID.Total)
	if k.CustomID.Total != int64(plan) || plan != engine.PlanCallAny && k.CustomID.Turn != a.View().Turn {
		channel.Of(a).RefuseStale(k)
		return
	}
	confirmed(a, k, engine.Plan{Player: k.User, Hand: k.CustomID.Turn.Hand, Plan: plan, At: engine.At(time.Now())})
}

// confirmed carries out what a question was about. The question becomes the panel.
func confirmed(a *table.Table, k *interaction.Interaction, c engine.Command) {
	was := channel.Of(a).PanelSet.Panels[k.User]
	delete(channel.Of(a).Confirmations.Questions, k.User) // it is a panel now
	if carryOut(a, k, c) {                                // or a second press on the question would take away the panel that the first has made of it
		channel.Of(a).PanelSet.RemovePanel(was)
	}
}
