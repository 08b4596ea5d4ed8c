package channel

import (
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// confirmations is what the channel has of it.
type confirmations struct {
	channel   *Channel
	Questions map[engine.ID]Question // that are in sight; nil before the first
}

// Question is what a person was asked once more. It goes when they are asked anew, and with the decision it was for: one
// that says less than it did would be read twice.
type Question struct {
	Ask  *interaction.Interaction // that it answered
	turn engine.Turn
	any  bool // it plans to call whatever comes in this hand
}

// dropQuestion takes back what a person was asked, if that is still to be seen. What is on its way there is taken back when it
// has arrived: who presses twice is asked twice.
func (a *confirmations) dropQuestion(who engine.ID) {
	q, asked := a.Questions[who]
	delete(a.Questions, who)
	switch {
	case !asked || time.Since(q.Ask.Arrived) > editor.TokenLife:
	case q.Ask.Delivered():
		a.channel.takeBack(q.Ask.Ref)
	default:
		time.AfterFunc(message.AnswerTimeout, func() {
			if q.Ask.Delivered() {
				a.channel.takeBack(q.Ask.Ref)
			}
		})
	}
}

// dropQuestions takes back what nobody can answer any more.
func (a *confirmations) dropQuestions() {
	now := a.channel.table.View().Turn
	for who, q := range a.Questions {
		if q.turn != now && !(q.any && q.turn.Hand == now.Hand && plans(a.channel.table, who)) {
			a.dropQuestion(who)
		}
	}
}

// plans says whether a player may plan a turn that is still to come.
func plans(a *table.Table, who engine.ID) bool {
	v := a.ViewOf(who)
	return len(table.SeatOf(&v, who).Plans) > 0
}

// Question asks with a button that says yes. It is for the decision that is awaited now.
func (a *confirmations) Question(k *interaction.Interaction, text locale.Text, cost, stack int64, verb string, to int64) {
	a.dropQuestion(k.User)
	if a.Questions == nil {
		a.Questions = map[engine.ID]Question{}
	}
	a.Questions[k.User] = Question{k, a.channel.table.View().Turn, verb == render.VerbSurePlan && to == int64(engine.PlanCallAny)}
	confirm := render.Button{Label: string(k.Lang.Button.Confirm), Verb: verb, To: to, Style: render.Danger}
	a.channel.table.Env.Reply.Send(k, message.Ephemeral(message.Content{
		Text: text.Format("amount", k.Lang.Chips(cost), "stack", k.Lang.Chips(stack)),
		Rows: [][]render.Button{{confirm}}, IDs: a.channel.table.CustomID(),
	}))
}
