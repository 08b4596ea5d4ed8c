package play

import (
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// SetPreAction sets or clears a pre-action (R28). A planned call is valid at the price on its button only.
func SetPreAction(t *table.Table, in *interaction.Interaction) {
	action := engine.PreAction(in.CustomID.Total)
	switch {
	case in.CustomID.Verb == render.VerbPlanCall:
		v := t.ViewOf(in.User)
		if in.CustomID.Total != table.SeatOf(&v, in.User).Price {
			channel.Of(t).RefuseStale(in)
			return
		}
		action = engine.PlanCall
	case in.CustomID.Total < 0 || in.CustomID.Total > int64(engine.PlanCallAny) || action == engine.PlanCall:
		channel.Of(t).RefuseStale(in)
		return
	}
	if askToConfirmPreAction(t, in, action) {
		return
	}
	carryOut(t, in, engine.Plan{Player: in.User, Hand: in.CustomID.Turn.Hand, Plan: action, At: engine.At(time.Now())})
}
