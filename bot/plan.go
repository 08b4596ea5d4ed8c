package bot

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/engine"
	"cardroom/render"
)

// plan sets a pre-action, or takes it back (R28). A call is planned at the price that the button had, and no other.
func (a *actor) plan(k *interaction.Interaction) {
	plan := engine.PreAction(k.CustomID.Total)
	switch {
	case k.CustomID.Verb == render.VerbPlanCall:
		v := a.table.View(k.User)
		if k.CustomID.Total != seatOf(&v, k.User).Price {
			a.refuseStale(k)
			return
		}
		plan = engine.PlanCall
	case k.CustomID.Total < 0 || k.CustomID.Total > int64(engine.PlanCallAny) || plan == engine.PlanCall:
		a.refuseStale(k)
		return
	}
	if a.asksPlan(k, plan) {
		return
	}
	a.carry(k, engine.Plan{Player: k.User, Hand: k.CustomID.Turn.Hand, Plan: plan, At: engine.At(time.Now())})
}
