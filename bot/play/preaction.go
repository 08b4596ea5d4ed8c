package play

import (
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// Plan sets a pre-action, or takes it back (R28). A call is planned at the price that the button had, and no other.
func Plan(a *table.Table, k *interaction.Interaction) {
	plan := engine.PreAction(k.CustomID.Total)
	switch {
	case k.CustomID.Verb == render.VerbPlanCall:
		v := a.State.Table.View(k.User)
		if k.CustomID.Total != table.SeatOf(&v, k.User).Price {
			channel.Of(a).RefuseStale(k)
			return
		}
		plan = engine.PlanCall
	case k.CustomID.Total < 0 || k.CustomID.Total > int64(engine.PlanCallAny) || plan == engine.PlanCall:
		channel.Of(a).RefuseStale(k)
		return
	}
	if asksToConfirmPlan(a, k, plan) {
		return
	}
	carryOut(a, k, engine.Plan{Player: k.User, Hand: k.CustomID.Turn.Hand, Plan: plan, At: engine.At(time.Now())})
}
