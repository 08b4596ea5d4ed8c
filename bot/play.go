package bot

import (
	"errors"
	"math/bits"
	"time"

	"cardroom/engine"
	"cardroom/render"
)

// press does what a button says. The button is believed only where it fits the table: this channel, the board that
// stands here now or the person's own panel, the decision that is awaited.
func (a *actor) press(k *ask) {
	a.foretold(k)
	if !a.fits(k) {
		a.refuseStale(k)
		return
	}
	switch k.button.verb {
	case render.VerbCards:
		a.openPanel(k)
	case render.VerbAsk:
		a.askAmount(k)
	case render.VerbDraw:
		a.exchange(k, k.text, k.button.turn)
	case render.VerbPat:
		a.exchange(k, "none", k.button.turn)
	case render.VerbFold, render.VerbCheck, render.VerbCall, render.VerbRaise, render.VerbAllIn:
		act := a.pressed(k)
		act.At = engine.At(time.Now())
		a.act(k, act)
	case render.VerbSure:
		a.sure(k)
	case render.VerbSurePlan:
		a.surePlan(k)
	case render.VerbPlan, render.VerbPlanCall:
		a.plan(k)
	case render.VerbShow:
		a.showCards(k, k.button.turn, k.button.total)
	case render.VerbMuck:
		a.muck(k)
	case render.VerbRun:
		a.runIt(k, k.button.turn.Hand, k.button.total)
	case render.VerbLine, render.VerbUnline:
		a.wait(k, k.button.verb == render.VerbUnline)
	case render.VerbSit:
		a.sitDown(k)
	case render.VerbLeave:
		a.leave(k)
	case render.VerbSitOut:
		a.sitOut(k)
	case render.VerbSitIn:
		a.sitIn(k)
	case render.VerbOption:
		a.chooseOption(k)
	case render.VerbSet:
		a.setOption(k)
	case render.VerbYes, render.VerbNo:
		a.answerRequest(k, k.button.verb == render.VerbYes)
	default:
		a.refuseStale(k)
	}
}

// fits says whether a press or modal comes from this table as it stands. What the decision is compared with is the
// engine's business.
func (a *actor) fits(k *ask) bool {
	return a.version != 0 && k.button.table == a.key.Channel && (k.panel || k.message == a.record.Board.Message)
}

// pressed is the action of a button. A fold that costs nothing to avoid is a check (R18).
func (a *actor) pressed(k *ask) engine.Act {
	act := engine.Act{Player: k.user, Turn: k.button.turn}
	switch k.button.verb {
	case render.VerbFold:
		act.Action = a.fold()
	case render.VerbCheck:
		act.Action = engine.Check
	case render.VerbCall:
		act.Action = engine.Call
	default:
		act.Action, act.To = engine.Raise, k.button.total
	}
	return act
}

func (a *actor) fold() engine.Action {
	if a.table.Pending().Need == engine.NeedAction && a.table.Legal().Call == 0 {
		return engine.Check
	}
	return engine.Fold
}

// act carries out a bet, check or fold that was pressed, once the player is sure of it.
func (a *actor) act(k *ask, act engine.Act) {
	if !a.asksAgain(k, act) {
		a.carry(k, act)
	}
}

// carry carries out what was pressed, and says whether it did; the answer is the new board.
func (a *actor) carry(k *ask, c engine.Command) bool {
	a.carrier = k
	err := a.apply(k.id, c)
	if a.carrier != nil { // nothing was shown: it was refused, or is in doubt
		a.carrier = nil
		a.refuse(k, err)
	}
	return err == nil
}

// do carries out what was pressed or typed. A press is answered with the board, a command with a sentence about what it has
// done.
func (a *actor) do(k *ask, c engine.Command, said func() string) {
	if k.kind != asksCommand {
		a.carry(k, c)
		return
	}
	if err := a.apply(k.id, c); err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.tell(k, said())
}

// askAmount opens the modal for a bet or raise.
func (a *actor) askAmount(k *ask) {
	v := a.table.View(k.user)
	s, seated := v.SeatOf(k.user)
	switch {
	case !seated || v.ToAct != s.Seat:
		a.outOfTurn(k, &v)
	case k.button.turn != v.Turn:
		a.refuseStale(k)
	case v.Legal.Min == 0:
		a.refuse(k, a.noRaise(k))
	default:
		b := a.ids()
		b.verb = render.VerbRaise
		a.bot.ask(k, b, render.Modal(a.scene(k.user, k.lang)))
	}
}

// submit takes what was typed into a modal. An amount below the minimum is made the minimum, and the player is told (R22).
func (a *actor) submit(k *ask) {
	switch {
	case !a.fits(k):
		a.refuseStale(k)
	case k.button.verb == render.VerbRaise:
		a.raiseTo(k, k.text, k.button.turn)
	case k.button.verb == render.VerbDraw:
		a.exchange(k, k.text, k.button.turn)
	case k.button.verb == render.VerbSet:
		a.setOption(k)
	default:
		a.refuseStale(k)
	}
}

// exchange gives the cards that a text names for others (R52). The press on the board opens the modal that asks for it.
func (a *actor) exchange(k *ask, text string, turn engine.Turn) {
	v := a.table.View(k.user)
	s, seated := v.SeatOf(k.user)
	switch {
	case v.Rules.Variant != engine.FiveCardDraw:
		a.bot.tell(k, string(k.lang.Say.NoDraw))
		return
	case !seated || v.ToAct != s.Seat:
		a.outOfTurn(k, &v)
		return
	case turn != v.Turn:
		a.refuseStale(k)
		return
	case v.Phase != engine.Drawing:
		a.refuse(k, engine.Refusal{Reason: engine.NowBet, Rule: 52})
		return
	case k.kind == asksPress && text == "":
		b := a.ids()
		b.verb = render.VerbDraw
		a.bot.ask(k, b, render.DrawModal(a.scene(k.user, k.lang)))
		return
	}
	discard, err := render.ParseDiscards(text, s.Cards)
	if errors.Is(err, render.ErrNotHeld) {
		err = engine.Refusal{Reason: engine.NoSuchCard, Rule: 52}
	}
	if err != nil {
		a.refuse(k, err)
		return
	}
	draw := engine.Draw{Player: k.user, Turn: turn, Discard: discard, At: engine.At(time.Now())}
	a.do(k, draw, func() string {
		n := int64(bits.OnesCount8(discard))
		said := k.lang.Count(k.lang.Say.Drew, n)
		if n == 0 {
			said = string(k.lang.Say.StoodPat)
		}
		return said + "\n" + render.OwnCards(a.scene(k.user, k.lang))
	})
}

// raiseTo bets or raises to an amount as typed.
func (a *actor) raiseTo(k *ask, text string, turn engine.Turn) {
	v := a.table.View(k.user)
	s, seated := v.SeatOf(k.user)
	if !seated || v.ToAct != s.Seat {
		a.outOfTurn(k, &v)
		return
	}
	if turn != v.Turn {
		a.refuseStale(k)
		return
	}
	if v.Legal.Min == 0 {
		a.refuse(k, a.noRaise(k))
		return
	}
	to, adjusted, err := render.ParseAmount(k.lang, text, v)
	if err != nil {
		a.refuse(k, err)
		return
	}
	act := engine.Act{Player: k.user, Turn: turn, Action: engine.Raise, To: to, At: engine.At(time.Now())}
	if k.kind == asksModal && !adjusted {
		a.act(k, act)
		return
	}
	what := k.lang.Say.Raised
	if adjusted {
		what = k.lang.Amount.Raised
	}
	if v.Legal.Bet {
		what = k.lang.Say.Bet
		if adjusted {
			what = k.lang.Amount.Bet
		}
	}
	a.told(k, act, what.Format("amount", k.lang.Chips(to)))
}

// noRaise is why the player to act cannot bet or raise at all, in the engine's words (R20, R23, R26, R52).
func (a *actor) noRaise(k *ask) error {
	_, _, err := a.table.Apply(engine.Act{Player: k.user, Turn: a.view().Turn, Action: engine.Raise, To: 1}, nil)
	return err
}

// told carries out a decision that was typed, and answers with a sentence; the board is edited.
func (a *actor) told(k *ask, act engine.Act, sentence string) {
	act.At = engine.At(time.Now())
	if a.asksAgain(k, act) {
		return
	}
	if err := a.apply(k.id, act); err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.tell(k, sentence)
}

// outOfTurn says why a person who is not to act cannot act.
func (a *actor) outOfTurn(k *ask, v *engine.View) {
	s, seated := v.SeatOf(k.user)
	switch {
	case !seated:
		a.refuse(k, engine.Refusal{Reason: engine.NotSeated})
	case v.Phase == engine.Idle:
		a.refuse(k, engine.Refusal{Reason: engine.NoHand, Rule: 28})
	case !s.InHand || s.Folded:
		a.bot.tell(k, string(k.lang.Say.NotInHand))
	default:
		a.refuse(k, engine.Refusal{Reason: engine.NotYourTurn, Rule: 28})
	}
}

// typed is the decision of a slash command without an amount.
func (a *actor) typed(k *ask) {
	v := a.table.View(k.user)
	s, seated := v.SeatOf(k.user)
	if !seated || v.ToAct != s.Seat {
		a.outOfTurn(k, &v)
		return
	}
	act := engine.Act{Player: k.user, Turn: v.Turn}
	switch k.path {
	case "fold":
		if act.Action = a.fold(); act.Action == engine.Fold {
			a.told(k, act, string(k.lang.Say.Folded))
			return
		}
		a.told(k, act, string(k.lang.Say.Checked))
	case "check":
		act.Action = engine.Check
		a.told(k, act, string(k.lang.Say.Checked))
	case "call":
		act.Action = engine.Call
		a.told(k, act, k.lang.Say.CallMade.Format("amount", k.lang.Chips(v.Legal.Call)))
	default:
		a.allIn(k, act, &v, s)
	}
}

// allIn puts the whole stack in: as a call when it is no more than that, else as a raise, which the table refuses where it
// is no legal wager (R22).
func (a *actor) allIn(k *ask, act engine.Act, v *engine.View, s engine.SeatView) {
	act.Action = engine.Call
	if v.Legal.Call != s.Stack {
		act.Action, act.To = engine.Raise, s.Bet+s.Stack
	}
	a.told(k, act, k.lang.Say.AllIn.Format("amount", k.lang.Chips(s.Stack)))
}
