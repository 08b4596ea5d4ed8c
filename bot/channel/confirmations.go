package channel

import (
	"maps"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// confirmations is the private messages that ask players to confirm a wager.
type confirmations struct {
	channel *Channel
	table   *table.Table
	open    map[engine.ID]confirmation // one a player; nil before the first
}

// confirmation is a question with one button. It goes when the player gets another, and with the decision it was for: an
// old one would name other chips than it would wager.
type confirmation struct {
	in      *interaction.Interaction // that it answered
	turn    engine.Turn
	callAny bool // it is about a plan to call any bet in this hand
}

// expired reports whether Discord does not let the bot delete the message any more.
func (q confirmation) expired() bool { return time.Since(q.in.Arrived) > editor.TokenLife }

// AskToConfirm answers with a question and a button of that verb that says yes. It is for the pending decision.
func (c *Channel) AskToConfirm(in *interaction.Interaction, text locale.Text, cost, stack int64, verb string, to int64) {
	c.confirmations.remove(in.User)
	if c.confirmations.open == nil {
		c.confirmations.open = map[engine.ID]confirmation{}
	}
	c.confirmations.open[in.User] = confirmation{in, c.table.View().Turn, verb == render.VerbSurePlan && to == int64(engine.PlanCallAny)}
	yes := render.Button{Label: string(in.Lang.Button.Confirm), Verb: verb, To: to, Style: render.Danger}
	c.table.Env.Reply.Send(in, message.Ephemeral(message.Content{
		Text: text.Format("amount", in.Lang.Chips(cost), "stack", in.Lang.Chips(stack)),
		Rows: [][]render.Button{{yes}}, IDs: c.table.CustomID(),
	}))
}

// Confirmed does what a question was about. Where do reports that it was done, the question has become the player's panel,
// and the panel before it goes. Otherwise a second press on the question would delete the panel that the first has made.
func (c *Channel) Confirmed(in *interaction.Interaction, do func() bool) {
	was := c.panels.open[in.User]
	delete(c.confirmations.open, in.User)
	if do() {
		c.panels.delete(was)
	}
}

// remove deletes a player's question, if they may still see it. One that is on its way is deleted when it has arrived: a
// player who presses twice gets two.
func (q *confirmations) remove(who engine.ID) {
	old, ok := q.open[who]
	delete(q.open, who)
	switch {
	case !ok || old.expired():
	case old.in.Delivered():
		q.channel.messages.deletePrivate(old.in.Ref)
	default:
		time.AfterFunc(message.AnswerTimeout, func() {
			if old.in.Delivered() {
				q.channel.messages.deletePrivate(old.in.Ref)
			}
		})
	}
}

// removeStale deletes the questions that no player can answer any more.
func (q *confirmations) removeStale() {
	now := q.table.View().Turn
	for who, c := range q.open {
		if c.turn != now && !(c.callAny && c.turn.Hand == now.Hand && mayPlan(q.table, who)) {
			q.remove(who)
		}
	}
}

// mayPlan reports whether a player may plan a turn that is still to come.
func mayPlan(t *table.Table, who engine.ID) bool {
	v := t.ViewOf(who)
	return len(table.SeatOf(&v, who).Plans) > 0
}

// any reports whether there is a question that may yet have to be deleted.
func (q *confirmations) any() bool {
	maps.DeleteFunc(q.open, func(_ engine.ID, c confirmation) bool { return c.expired() })
	return len(q.open) > 0
}
