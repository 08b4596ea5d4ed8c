package play

import (
	"errors"
	"math/bits"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// pressed is the action of a button. A fold that costs nothing to avoid is a check (R18).
func pressed(a *table.Table, k *interaction.Interaction) engine.Act {
	act := engine.Act{Player: k.User, Turn: k.CustomID.Turn}
	switch k.CustomID.Verb {
	case render.VerbFold:
		act.Action = a.FoldOrCheck()
	case render.VerbCheck:
		act.Action = engine.Check
	case render.VerbCall:
		act.Action = engine.Call
	default:
		act.Action, act.To = engine.Raise, k.CustomID.Total
	}
	return act
}

// confirmOrAct carries out a bet, check or fold that was pressed, once the player is sure of it.
func confirmOrAct(a *table.Table, k *interaction.Interaction, act engine.Act) {
	if !asksToConfirm(a, k, act) {
		carryOut(a, k, act)
	}
}

// carryOut carries out what was pressed, and says whether it did; the answer is the new board.
func carryOut(a *table.Table, k *interaction.Interaction, c engine.Command) bool {
	err := a.Do(k, c)
	if err != nil {
		a.Refuse(k, err)
	}
	return err == nil
}

// do carries out what was pressed or typed. A press is answered with the board, a command with a sentence about what it has
// done.
func do(a *table.Table, k *interaction.Interaction, c engine.Command, said func() string) {
	if k.Kind != interaction.Command {
		carryOut(a, k, c)
		return
	}
	if err := a.Apply(k, c); err != nil {
		a.Refuse(k, err)
		return
	}
	a.Env.Reply.Text(k, said())
}

// AskAmount opens the modal for a bet or raise.
func AskAmount(a *table.Table, k *interaction.Interaction) {
	v := a.State.Table.View(k.User)
	s, seated := v.SeatOf(k.User)
	switch {
	case !seated || v.ToAct != s.Seat:
		outOfTurn(a, k, &v)
	case k.CustomID.Turn != v.Turn:
		channel.Of(a).RefuseStale(k)
	case v.Legal.Min == 0:
		a.Refuse(k, noRaise(a, k))
	default:
		b := a.CustomID()
		b.Verb = render.VerbRaise
		a.Env.Reply.Modal(k, b, render.Modal(a.Scene(k.User, k.Lang)))
	}
}

// PressWager is a button that bets, checks, calls or folds.
func PressWager(a *table.Table, k *interaction.Interaction) {
	act := pressed(a, k)
	act.At = engine.At(time.Now())
	confirmOrAct(a, k, act)
}

// SubmitRaise is an amount that was typed into a modal. One below the minimum is made the minimum, and the player is told (R22).
func SubmitRaise(a *table.Table, k *interaction.Interaction) { raiseTo(a, k, k.Text, k.CustomID.Turn) }

// PressDraw is the button of the draw, or a choice of its menu.
func PressDraw(a *table.Table, k *interaction.Interaction) { exchange(a, k, k.Text, k.CustomID.Turn) }

// SubmitDraw is the cards that were typed into a modal.
func SubmitDraw(a *table.Table, k *interaction.Interaction) { exchange(a, k, k.Text, k.CustomID.Turn) }

// StandPat is the button that keeps all cards.
func StandPat(a *table.Table, k *interaction.Interaction) { exchange(a, k, "none", k.CustomID.Turn) }

// DrawTyped is /draw.
func DrawTyped(a *table.Table, k *interaction.Interaction) {
	exchange(a, k, k.Options["discard"], a.View().Turn)
}

// exchange gives the cards that a text names for others (R52). The press on the board opens the modal that asks for it.
func exchange(a *table.Table, k *interaction.Interaction, text string, turn engine.Turn) {
	v := a.State.Table.View(k.User)
	s, seated := v.SeatOf(k.User)
	switch {
	case v.Rules.Variant != engine.FiveCardDraw:
		a.Env.Reply.Text(k, string(k.Lang.Say.NoDraw))
		return
	case !seated || v.ToAct != s.Seat:
		outOfTurn(a, k, &v)
		return
	case turn != v.Turn:
		channel.Of(a).RefuseStale(k)
		return
	case v.Phase != engine.Drawing:
		a.Refuse(k, engine.Refusal{Reason: engine.NowBet, Rule: 52})
		return
	case k.Kind == interaction.Press && text == "":
		b := a.CustomID()
		b.Verb = render.VerbDraw
		a.Env.Reply.Modal(k, b, render.DrawModal(a.Scene(k.User, k.Lang)))
		return
	}
	discard, err := render.ParseDiscards(text, s.Cards)
	if errors.Is(err, render.ErrNotHeld) {
		err = engine.Refusal{Reason: engine.NoSuchCard, Rule: 52}
	}
	if err != nil {
		a.Refuse(k, err)
		return
	}
	draw := engine.Draw{Player: k.User, Turn: turn, Discard: discard, At: engine.At(time.Now())}
	do(a, k, draw, func() string {
		n := int64(bits.OnesCount8(discard))
		said := k.Lang.Count(k.Lang.Say.Drew, n)
		if n == 0 {
			said = string(k.Lang.Say.StoodPat)
		}
		return said + "\n" + render.OwnCards(a.Scene(k.User, k.Lang))
	})
}

// raiseTo bets or raises to an amount as typed.
func raiseTo(a *table.Table, k *interaction.Interaction, text string, turn engine.Turn) {
	v := a.State.Table.View(k.User)
	s, seated := v.SeatOf(k.User)
	if !seated || v.ToAct != s.Seat {
		outOfTurn(a, k, &v)
		return
	}
	if turn != v.Turn {
		channel.Of(a).RefuseStale(k)
		return
	}
	if v.Legal.Min == 0 {
		a.Refuse(k, noRaise(a, k))
		return
	}
	to, adjusted, err := render.ParseAmount(k.Lang, text, v)
	if err != nil {
		a.Refuse(k, err)
		return
	}
	act := engine.Act{Player: k.User, Turn: turn, Action: engine.Raise, To: to, At: engine.At(time.Now())}
	if k.Kind == interaction.Modal && !adjusted {
		confirmOrAct(a, k, act)
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
	doTyped(a, k, act, what.Format("amount", k.Lang.Chips(to)))
}

// noRaise is why the player to act cannot bet or raise at all, in the engine's words (R20, R23, R26, R52).
func noRaise(a *table.Table, k *interaction.Interaction) error {
	_, _, err := a.State.Table.Apply(engine.Act{Player: k.User, Turn: a.View().Turn, Action: engine.Raise, To: 1}, nil)
	return err
}

// doTyped carries out a decision that was typed, and answers with a sentence; the board is edited.
func doTyped(a *table.Table, k *interaction.Interaction, act engine.Act, sentence string) {
	act.At = engine.At(time.Now())
	if asksToConfirm(a, k, act) {
		return
	}
	if err := a.Apply(k, act); err != nil {
		a.Refuse(k, err)
		return
	}
	a.Env.Reply.Text(k, sentence)
}

// outOfTurn says why a person who is not to act cannot act.
func outOfTurn(a *table.Table, k *interaction.Interaction, v *engine.View) {
	s, seated := v.SeatOf(k.User)
	switch {
	case !seated:
		a.Refuse(k, engine.Refusal{Reason: engine.NotSeated})
	case v.Phase == engine.Idle:
		a.Refuse(k, engine.Refusal{Reason: engine.NoHand, Rule: 28})
	case !s.InHand || s.Folded:
		a.Env.Reply.Text(k, string(k.Lang.Say.NotInHand))
	default:
		a.Refuse(k, engine.Refusal{Reason: engine.NotYourTurn, Rule: 28})
	}
}

// Typed is the decision of a slash command without an amount.
func Typed(a *table.Table, k *interaction.Interaction) {
	v := a.State.Table.View(k.User)
	s, seated := v.SeatOf(k.User)
	if !seated || v.ToAct != s.Seat {
		outOfTurn(a, k, &v)
		return
	}
	act := engine.Act{Player: k.User, Turn: v.Turn}
	switch k.Path {
	case "fold":
		if act.Action = a.FoldOrCheck(); act.Action == engine.Fold {
			doTyped(a, k, act, string(k.Lang.Say.Folded))
			return
		}
		doTyped(a, k, act, string(k.Lang.Say.Checked))
	case "check":
		act.Action = engine.Check
		doTyped(a, k, act, string(k.Lang.Say.Checked))
	case "call":
		act.Action = engine.Call
		doTyped(a, k, act, k.Lang.Say.CallMade.Format("amount", k.Lang.Chips(v.Legal.Call)))
	default:
		goAllIn(a, k, act, &v, s)
	}
}

// goAllIn puts the whole stack in: as a call when it is no more than that, else as a raise, which the table refuses where it
// is no legal wager (R22).
func goAllIn(a *table.Table, k *interaction.Interaction, act engine.Act, v *engine.View, s engine.SeatView) {
	act.Action = engine.Call
	if v.Legal.Call != s.Stack {
		act.Action, act.To = engine.Raise, s.Bet+s.Stack
	}
	doTyped(a, k, act, k.Lang.Say.AllIn.Format("amount", k.Lang.Chips(s.Stack)))
}

// Wager is /bet and /raise. A bet where somebody has bet already may be meant for another board, so it is not made.
func Wager(a *table.Table, k *interaction.Interaction) {
	option := map[string]string{"bet": "amount", "raise": "to"}[k.Path]
	v := a.State.Table.View(k.User)
	if s, seated := v.SeatOf(k.User); seated && v.ToAct == s.Seat && k.Path == "bet" && !v.Legal.Bet {
		a.Env.Reply.Text(k, k.Lang.Say.UseRaise.Format("amount", k.Lang.Chips(v.Legal.High)))
		return
	}
	raiseTo(a, k, k.Options[option], v.Turn)
}
