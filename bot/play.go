package bot

import (
	"errors"
	"math/bits"
	"time"

	"cardroom/bot/interaction"
	"cardroom/engine"
	"cardroom/render"
)

// press does what a button says. The button is believed only where it fits the table: this channel, the board that
// stands here now or the person's own panel, the decision that is awaited.
func (a *actor) press(k *interaction.Interaction) {
	a.foretold(k)
	if !a.fits(k) {
		a.refuseStale(k)
		return
	}
	switch k.CustomID.Verb {
	case render.VerbCards:
		a.openPanel(k)
	case render.VerbAsk:
		a.askAmount(k)
	case render.VerbDraw:
		a.exchange(k, k.Text, k.CustomID.Turn)
	case render.VerbPat:
		a.exchange(k, "none", k.CustomID.Turn)
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
		a.showCards(k, k.CustomID.Turn, k.CustomID.Total)
	case render.VerbMuck:
		a.muck(k)
	case render.VerbRun:
		a.runIt(k, k.CustomID.Turn.Hand, k.CustomID.Total)
	case render.VerbLine, render.VerbUnline:
		a.wait(k, k.CustomID.Verb == render.VerbUnline)
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
		a.answerRequest(k, k.CustomID.Verb == render.VerbYes)
	default:
		a.refuseStale(k)
	}
}

// fits says whether a press or modal comes from this table as it stands. What the decision is compared with is the
// engine's business.
func (a *actor) fits(k *interaction.Interaction) bool {
	return a.version != 0 && k.CustomID.Table == a.key.Channel && (k.Ephemeral || k.Message == a.record.Board.Message)
}

// pressed is the action of a button. A fold that costs nothing to avoid is a check (R18).
func (a *actor) pressed(k *interaction.Interaction) engine.Act {
	act := engine.Act{Player: k.User, Turn: k.CustomID.Turn}
	switch k.CustomID.Verb {
	case render.VerbFold:
		act.Action = a.fold()
	case render.VerbCheck:
		act.Action = engine.Check
	case render.VerbCall:
		act.Action = engine.Call
	default:
		act.Action, act.To = engine.Raise, k.CustomID.Total
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
func (a *actor) act(k *interaction.Interaction, act engine.Act) {
	if !a.asksAgain(k, act) {
		a.carry(k, act)
	}
}

// carry carries out what was pressed, and says whether it did; the answer is the new board.
func (a *actor) carry(k *interaction.Interaction, c engine.Command) bool {
	a.carrier = k
	err := a.apply(k.ID, c)
	if a.carrier != nil { // nothing was shown: it was refused, or is in doubt
		a.carrier = nil
		a.refuse(k, err)
	}
	return err == nil
}

// do carries out what was pressed or typed. A press is answered with the board, a command with a sentence about what it has
// done.
func (a *actor) do(k *interaction.Interaction, c engine.Command, said func() string) {
	if k.Kind != interaction.Command {
		a.carry(k, c)
		return
	}
	if err := a.apply(k.ID, c); err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.reply.Text(k, said())
}

// askAmount opens the modal for a bet or raise.
func (a *actor) askAmount(k *interaction.Interaction) {
	v := a.table.View(k.User)
	s, seated := v.SeatOf(k.User)
	switch {
	case !seated || v.ToAct != s.Seat:
		a.outOfTurn(k, &v)
	case k.CustomID.Turn != v.Turn:
		a.refuseStale(k)
	case v.Legal.Min == 0:
		a.refuse(k, a.noRaise(k))
	default:
		b := a.ids()
		b.Verb = render.VerbRaise
		a.bot.reply.Modal(k, b, render.Modal(a.scene(k.User, k.Lang)))
	}
}

// submit takes what was typed into a modal. An amount below the minimum is made the minimum, and the player is told (R22).
func (a *actor) submit(k *interaction.Interaction) {
	switch {
	case !a.fits(k):
		a.refuseStale(k)
	case k.CustomID.Verb == render.VerbRaise:
		a.raiseTo(k, k.Text, k.CustomID.Turn)
	case k.CustomID.Verb == render.VerbDraw:
		a.exchange(k, k.Text, k.CustomID.Turn)
	case k.CustomID.Verb == render.VerbSet:
		a.setOption(k)
	default:
		a.refuseStale(k)
	}
}

// exchange gives the cards that a text names for others (R52). The press on the board opens the modal that asks for it.
func (a *actor) exchange(k *interaction.Interaction, text string, turn engine.Turn) {
	v := a.table.View(k.User)
	s, seated := v.SeatOf(k.User)
	switch {
	case v.Rules.Variant != engine.FiveCardDraw:
		a.bot.reply.Text(k, string(k.Lang.Say.NoDraw))
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
	case k.Kind == interaction.Press && text == "":
		b := a.ids()
		b.Verb = render.VerbDraw
		a.bot.reply.Modal(k, b, render.DrawModal(a.scene(k.User, k.Lang)))
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
	draw := engine.Draw{Player: k.User, Turn: turn, Discard: discard, At: engine.At(time.Now())}
	a.do(k, draw, func() string {
		n := int64(bits.OnesCount8(discard))
		said := k.Lang.Count(k.Lang.Say.Drew, n)
		if n == 0 {
			said = string(k.Lang.Say.StoodPat)
		}
		return said + "\n" + render.OwnCards(a.scene(k.User, k.Lang))
	})
}

// raiseTo bets or raises to an amount as typed.
func (a *actor) raiseTo(k *interaction.Interaction, text string, turn engine.Turn) {
	v := a.table.View(k.User)
	s, seated := v.SeatOf(k.User)
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
	to, adjusted, err := render.ParseAmount(k.Lang, text, v)
	if err != nil {
		a.refuse(k, err)
		return
	}
	act := engine.Act{Player: k.User, Turn: turn, Action: engine.Raise, To: to, At: engine.At(time.Now())}
	if k.Kind == interaction.Modal && !adjusted {
		a.act(k, act)
		return
	}
	what := k.Lang.Say.Raised
	if adjusted {
		what = k.Lang.Amount.Raised
	}
	if v.Legal.Bet {
		what = k.Lang.Say.Bet
		if adjusted {
			what = k.Lang.Amount.Bet
		}
	}
	a.told(k, act, what.Format("amount", k.Lang.Chips(to)))
}

// noRaise is why the player to act cannot bet or raise at all, in the engine's words (R20, R23, R26, R52).
func (a *actor) noRaise(k *interaction.Interaction) error {
	_, _, err := a.table.Apply(engine.Act{Player: k.User, Turn: a.view().Turn, Action: engine.Raise, To: 1}, nil)
	return err
}

// told carries out a decision that was typed, and answers with a sentence; the board is edited.
func (a *actor) told(k *interaction.Interaction, act engine.Act, sentence string) {
	act.At = engine.At(time.Now())
	if a.asksAgain(k, act) {
		return
	}
	if err := a.apply(k.ID, act); err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.reply.Text(k, sentence)
}

// outOfTurn says why a person who is not to act cannot act.
func (a *actor) outOfTurn(k *interaction.Interaction, v *engine.View) {
	s, seated := v.SeatOf(k.User)
	switch {
	case !seated:
		a.refuse(k, engine.Refusal{Reason: engine.NotSeated})
	case v.Phase == engine.Idle:
		a.refuse(k, engine.Refusal{Reason: engine.NoHand, Rule: 28})
	case !s.InHand || s.Folded:
		a.bot.reply.Text(k, string(k.Lang.Say.NotInHand))
	default:
		a.refuse(k, engine.Refusal{Reason: engine.NotYourTurn, Rule: 28})
	}
}

// typed is the decision of a slash command without an amount.
func (a *actor) typed(k *interaction.Interaction) {
	v := a.table.View(k.User)
	s, seated := v.SeatOf(k.User)
	if !seated || v.ToAct != s.Seat {
		a.outOfTurn(k, &v)
		return
	}
	act := engine.Act{Player: k.User, Turn: v.Turn}
	switch k.Path {
	case "fold":
		if act.Action = a.fold(); act.Action == engine.Fold {
			a.told(k, act, string(k.Lang.Say.Folded))
			return
		}
		a.told(k, act, string(k.Lang.Say.Checked))
	case "check":
		act.Action = engine.Check
		a.told(k, act, string(k.Lang.Say.Checked))
	case "call":
		act.Action = engine.Call
		a.told(k, act, k.Lang.Say.CallMade.Format("amount", k.Lang.Chips(v.Legal.Call)))
	default:
		a.allIn(k, act, &v, s)
	}
}

// allIn puts the whole stack in: as a call when it is no more than that, else as a raise, which the table refuses where it
// is no legal wager (R22).
func (a *actor) allIn(k *interaction.Interaction, act engine.Act, v *engine.View, s engine.SeatView) {
	act.Action = engine.Call
	if v.Legal.Call != s.Stack {
		act.Action, act.To = engine.Raise, s.Bet+s.Stack
	}
	a.told(k, act, k.Lang.Say.AllIn.Format("amount", k.Lang.Chips(s.Stack)))
}
