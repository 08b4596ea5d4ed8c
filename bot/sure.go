package bot

import (
	"slices"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// leastBig is how many big blinds a call or all-in takes at least to be asked about once more (R29).
const leastBig = 20

// asksAgain asks the player once more before a call or all-in for four fifths of the stack or more, and says whether it
// did (R29). What the table would refuse is not asked about.
func (a *actor) asksAgain(k *interaction.Interaction, act engine.Act) bool {
	v := a.table.View(k.User)
	s := seatOf(&v, k.User)
	cost := int64(0)
	switch {
	case act.Action == engine.Call:
		cost = v.Legal.Call
	case act.Action == engine.Raise && act.To == s.Bet+s.Stack:
		cost = s.Stack
	}
	if !a.big(cost, &v, s) {
		return false
	}
	if _, _, err := a.table.Apply(act, nil); err != nil {
		return false
	}
	text := k.Lang.Say.SureCall
	if cost == s.Stack {
		text = k.Lang.Say.SureAllIn
	}
	a.question(k, text, cost, s.Stack, render.VerbSure, act.To)
	return true
}

// asksPlan asks the player once more before they plan a call that may become a big one (R29): when it is carried out,
// nobody is asked.
func (a *actor) asksPlan(k *interaction.Interaction, plan engine.PreAction) bool {
	v := a.table.View(k.User)
	s, cost := seatOf(&v, k.User), int64(0)
	switch plan {
	case engine.PlanCall:
		cost = s.Price
	case engine.PlanCallAny:
		cost = s.Stack
	}
	if !slices.Contains(s.Plans, plan) || !a.big(cost, &v, s) {
		return false
	}
	a.question(k, k.Lang.Say.SurePlan, cost, s.Stack, render.VerbSurePlan, int64(plan))
	return true
}

// big says whether a wager takes so much that it is asked about.
func (a *actor) big(cost int64, v *engine.View, s engine.SeatView) bool {
	return !a.record.Manners.Unasked && 5*cost >= 4*s.Stack && cost >= leastBig*v.Rules.BigBlind
}

// question is what a person was asked once more. It goes when they are asked anew, and with the decision it was for: one
// that says less than it did would be read twice.
type question struct {
	ask  *interaction.Interaction // that it answered
	turn engine.Turn
	any  bool // it plans to call whatever comes in this hand
}

// dropQuestion takes back what a person was asked, if that is still to be seen. What is on its way there is taken back when it
// has arrived: who presses twice is asked twice.
func (a *actor) dropQuestion(who engine.ID) {
	q, asked := a.questions[who]
	delete(a.questions, who)
	switch {
	case !asked || time.Since(q.ask.Arrived) > editor.TokenLife:
	case q.ask.Delivered():
		a.takeBack(q.ask.Ref)
	default:
		time.AfterFunc(message.AnswerTimeout, func() {
			if q.ask.Delivered() {
				a.takeBack(q.ask.Ref)
			}
		})
	}
}

// dropQuestions takes back what nobody can answer any more.
func (a *actor) dropQuestions() {
	now := a.view().Turn
	for who, q := range a.questions {
		if q.turn != now && !(q.any && q.turn.Hand == now.Hand && a.plans(who)) {
			a.dropQuestion(who)
		}
	}
}

// plans says whether a player may plan a turn that is still to come.
func (a *actor) plans(who engine.ID) bool {
	v := a.table.View(who)
	return len(seatOf(&v, who).Plans) > 0
}

// question asks with a button that says yes. It is for the decision that is awaited now.
func (a *actor) question(k *interaction.Interaction, text locale.Text, cost, stack int64, verb string, to int64) {
	a.dropQuestion(k.User)
	if a.questions == nil {
		a.questions = map[engine.ID]question{}
	}
	a.questions[k.User] = question{k, a.view().Turn, verb == render.VerbSurePlan && to == int64(engine.PlanCallAny)}
	confirm := render.Button{Label: string(k.Lang.Button.Confirm), Verb: verb, To: to, Style: render.Danger}
	a.bot.reply.Send(k, message.Ephemeral(message.Content{
		Text: text.Format("amount", k.Lang.Chips(cost), "stack", k.Lang.Chips(stack)),
		Rows: [][]render.Button{{confirm}}, IDs: a.ids(),
	}))
}

// sure carries out what the player was asked about.
func (a *actor) sure(k *interaction.Interaction) {
	act := engine.Act{Player: k.User, Turn: k.CustomID.Turn, Action: engine.Call, At: engine.At(time.Now())}
	if k.CustomID.Total != 0 {
		act.Action, act.To = engine.Raise, k.CustomID.Total
	}
	a.confirmed(k, act)
}

// surePlan plans what the player was asked about. What was to be called must cost no more than it did then.
func (a *actor) surePlan(k *interaction.Interaction) {
	plan := engine.PreAction(k.CustomID.Total)
	if k.CustomID.Total != int64(plan) || plan != engine.PlanCallAny && k.CustomID.Turn != a.view().Turn {
		a.refuseStale(k)
		return
	}
	a.confirmed(k, engine.Plan{Player: k.User, Hand: k.CustomID.Turn.Hand, Plan: plan, At: engine.At(time.Now())})
}

// confirmed carries out what a question was about. The question becomes the panel.
func (a *actor) confirmed(k *interaction.Interaction, c engine.Command) {
	was := a.panels[k.User]
	delete(a.questions, k.User) // it is a panel now
	if a.carry(k, c) {          // or a second press on the question would take away the panel that the first has made of it
		a.removePanel(was)
	}
}
