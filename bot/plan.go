package bot

import (
	"time"

	"cardroom/engine"
	"cardroom/render"
)

// plan sets a pre-action, or takes it back (R28). A call is planned at the price that the button had, and no other.
func (a *actor) plan(k *ask) {
	plan := engine.PreAction(k.button.total)
	switch {
	case k.button.verb == render.VerbPlanCall:
		v := a.table.View(k.user)
		if k.button.total != seatOf(&v, k.user).Price {
			a.refuseStale(k)
			return
		}
		plan = engine.PlanCall
	case k.button.total < 0 || k.button.total > int64(engine.PlanCallAny) || plan == engine.PlanCall:
		a.refuseStale(k)
		return
	}
	if a.asksPlan(k, plan) {
		return
	}
	a.carry(k, engine.Plan{Player: k.user, Hand: k.button.turn.Hand, Plan: plan, At: engine.At(time.Now())})
}
