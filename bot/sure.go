package bot

import (
	"time"

	"cardroom/engine"
	"cardroom/render"
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
	if a.record.Manners.Unasked || 5*cost < 4*s.Stack || cost < leastBig*v.Rules.BigBlind {
		return false
	}
	if _, _, err := a.table.Apply(act, nil); err != nil {
		return false
	}
	text := k.lang.Say.SureCall
	if cost == s.Stack {
		text = k.lang.Say.SureAllIn
	}
	confirm := render.Button{Label: string(k.lang.Button.Confirm), Verb: render.VerbSure, To: act.To, Style: render.Danger}
	a.bot.answerLater(k, private(frame{
		text: text.With("amount", k.lang.Chips(cost), "stack", k.lang.Chips(s.Stack)),
		rows: [][]render.Button{{confirm}}, ids: a.ids(),
	}))
	return true
}

// sure carries out what the player was asked about. The question becomes their panel.
func (a *actor) sure(k *ask) {
	act := engine.Act{Player: k.user, Turn: k.button.turn, Action: engine.Call, At: engine.At(time.Now())}
	if k.button.total != 0 {
		act.Action, act.To = engine.Raise, k.button.total
	}
	was := a.panels[k.user]
	if a.carry(k, act) { // or a second press on the question would take away the panel that the first has made of it
		a.removePanel(was)
	}
}
