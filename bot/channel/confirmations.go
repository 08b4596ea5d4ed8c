package channel

import (
	"maps"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/interaction"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// confirmations holds the private messages that ask players to confirm a wager, or refuse a press or an input.
type confirmations struct {
	channel *Channel
	table   *table.Table
	open    map[engine.ID]confirmation // by player; nil before the first
}

// confirmation is a question with one button, or a refusal. The bot deletes it when the player gets another, and after its
// decision: an old one would name other chips than it would wager. The refusal of a press stands until the hand is over.
type confirmation struct {
	origin  *interaction.Origin // of the interaction it answered
	turn    engine.Turn
	callAny bool   // it confirms a plan to call any bet in this hand
	pressed bool   // it refuses a press
	typed   string // the amount that it refuses; "" for a question or a press
}

// expired reports whether it is too late for the bot to delete the message.
func (q confirmation) expired() bool { return time.Since(q.origin.Arrived) > editor.TokenLife }

// AskToConfirm answers with a question about the pending decision. A button with the verb says yes.
func (c *Channel) AskToConfirm(in *interaction.Interaction, text locale.Text, cost, stack int64, verb string, to int64) {
	c.confirmations.replace(confirmation{origin: in.Origin, turn: c.table.View().Turn, callAny: verb == render.VerbSurePlan && to == int64(engine.PlanCallAny)})
	said := text.Format("amount", in.Lang.Chips(cost), "stack", in.Lang.Chips(stack), "total", in.Lang.Chips(to))
	c.table.Env.Reply.Confirm(in, said, c.table.CustomID(), verb, "", to)
}

// RefuseAmount answers with the words for an error in a typed amount, in place of the player's former refusal or question.
func RefuseAmount(t *table.Table, in *interaction.Interaction, typed string, err error) {
	c := Of(t)
	c.confirmations.replace(confirmation{origin: in.Origin, turn: t.View().Turn, typed: typed})
	t.Refuse(in, err)
}

// Refuse answers a press or a command with the words for an error, in place of the player's former refusal. A question stands.
func Refuse(t *table.Table, in *interaction.Interaction, err error) {
	c := Of(t)
	if last, ok := c.confirmations.open[in.User]; !ok || last.pressed || last.expired() {
		c.confirmations.replace(confirmation{origin: in.Origin, turn: t.View().Turn, pressed: true})
	}
	t.Refuse(in, err)
}

// RefusedAmount returns an amount that a player typed for the pending decision and the table refused; "" without one.
func RefusedAmount(t *table.Table, who engine.ID) string {
	if last := Of(t).confirmations.open[who]; last.turn == t.View().Turn {
		return last.typed
	}
	return ""
}

// replace tracks a player's new message, and deletes their former one.
func (q *confirmations) replace(c confirmation) {
	q.remove(c.origin.User)
	if q.open == nil {
		q.open = map[engine.ID]confirmation{}
	}
	q.open[c.origin.User] = c
}

// Confirmed does the act that a question confirms. If do reports success, the question becomes the player's panel and replaces their
// former one. Otherwise a second press on the question would delete the panel that the first has made.
func (c *Channel) Confirmed(in *interaction.Interaction, do func() bool) {
	was := c.panels.open[in.User]
	delete(c.confirmations.open, in.User)
	if do() {
		c.panels.delete(was)
	}
}

// remove deletes a player's question if they may still see it. A question still being sent is deleted on arrival: a player
// who presses twice gets two.
func (q *confirmations) remove(who engine.ID) {
	old, ok := q.open[who]
	delete(q.open, who)
	if ok && !old.expired() {
		old.origin.WhenDelivered(func() { q.channel.messages.deletePrivate(old.origin.Ref, rest.Original) })
	}
}

// removeStale deletes the questions that are no longer valid.
func (q *confirmations) removeStale() {
	now := q.table.View().Turn
	for who, c := range q.open {
		stays := c.pressed || c.callAny && mayPlan(q.table, who)
		if c.turn != now && !(stays && c.turn.Hand == now.Hand) {
			q.remove(who)
		}
	}
}

// mayPlan reports whether a player may pre-select an action for a coming turn.
func mayPlan(t *table.Table, who engine.ID) bool {
	v := t.ViewOf(who)
	return len(table.SeatOf(&v, who).Plans) > 0
}

// any reports whether a question may still have to be deleted.
func (q *confirmations) any() bool {
	maps.DeleteFunc(q.open, func(_ engine.ID, c confirmation) bool { return c.expired() })
	return len(q.open) > 0
}
