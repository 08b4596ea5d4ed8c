package bot

import (
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// leastBig is how many big blinds a call or all-in takes at least to be asked about once more (R29).
const leastBig = 20

// asksAgain asks the player once more before a call or all-in for four fifths of the stack or more, and says whether it
// did (R29). What the table would refuse is not asked about.
func (a *actor) asksAgain(k *ask, act engine.Act) bool {
	v := a.table.View(k.user)
	s := seatOf(&v, k.user)
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
	text := k.lang.Say.SureCall
	if cost == s.Stack {
		text = k.lang.Say.SureAllIn
	}
	a.question(k, text, cost, s.Stack, render.VerbSure, act.To)
	return true
}

// asksPlan asks the player once more before they plan a call that may become a big one (R29): when it is carried out,
// nobody is asked.
func (a *actor) asksPlan(k *ask, plan engine.PreAction) bool {
	v := a.table.View(k.user)
	s, cost := seatOf(&v, k.user), int64(0)
	switch plan {
	case engine.PlanCall:
		cost = s.Price
	case engine.PlanCallAny:
		cost = s.Stack
	}
	if !slices.Contains(s.Plans, plan) || !a.big(cost, &v, s) {
		return false
	}
	a.question(k, k.lang.Say.SurePlan, cost, s.Stack, render.VerbSurePlan, int64(plan))
	return true
}

// big says whether a wager takes so much that it is asked about.
func (a *actor) big(cost int64, v *engine.View, s engine.SeatView) bool {
	return !a.record.Manners.Unasked && 5*cost >= 4*s.Stack && cost >= leastBig*v.Rules.BigBlind
}

// question is what a person was asked once more. It goes when they are asked anew, and with the decision it was for: one
// that says less than it did would be read twice.
type question struct {
	ask  *ask // that it answered
	turn engine.Turn
	any  bool // it plans to call whatever comes in this hand
}

// dropQuestion takes back what a person was asked, if that is still to be seen. What is on its way there is taken back when it
// has arrived: who presses twice is asked twice.
func (a *actor) dropQuestion(who engine.ID) {
	q, asked := a.questions[who]
	delete(a.questions, who)
	switch {
	case !asked || time.Since(q.ask.arrived) > tokenLife:
	case q.ask.reached.Load():
		a.takeBack(q.ask.ref)
	default:
		time.AfterFunc(answerTimeout, func() {
			if q.ask.reached.Load() {
				a.takeBack(q.ask.ref)
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
func (a *actor) question(k *ask, text locale.Text, cost, stack int64, verb string, to int64) {
	a.dropQuestion(k.user)
	if a.questions == nil {
		a.questions = map[engine.ID]question{}
	}
	a.questions[k.user] = question{k, a.view().Turn, verb == render.VerbSurePlan && to == int64(engine.PlanCallAny)}
	confirm := render.Button{Label: string(k.lang.Button.Confirm), Verb: verb, To: to, Style: render.Danger}
	a.bot.answerLater(k, private(frame{
		text: text.Format("amount", k.lang.Chips(cost), "stack", k.lang.Chips(stack)),
		rows: [][]render.Button{{confirm}}, ids: a.ids(),
	}))
}

// sure carries out what the player was asked about.
func (a *actor) sure(k *ask) {
	act := engine.Act{Player: k.user, Turn: k.button.turn, Action: engine.Call, At: engine.At(time.Now())}
	if k.button.total != 0 {
		act.Action, act.To = engine.Raise, k.button.total
	}
	a.confirmed(k, act)
}

// surePlan plans what the player was asked about. What was to be called must cost no more than it did then.
func (a *actor) surePlan(k *ask) {
	plan := engine.PreAction(k.button.total)
	if k.button.total != int64(plan) || plan != engine.PlanCallAny && k.button.turn != a.view().Turn {
		a.refuseStale(k)
		return
	}
	a.confirmed(k, engine.Plan{Player: k.user, Hand: k.button.turn.Hand, Plan: plan, At: engine.At(time.Now())})
}

// confirmed carries out what a question was about. The question becomes the panel.
func (a *actor) confirmed(k *ask, c engine.Command) {
	was := a.panels[k.user]
	delete(a.questions, k.user) // it is a panel now
	if a.carry(k, c) {          // or a second press on the question would take away the panel that the first has made of it
		a.removePanel(was)
	}
}
