package play

import (
	"cmp"
	"errors"
	"math/bits"
	"strings"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render"
)

// pressedAct returns the action of a button. A fold that costs nothing to avoid becomes a check (R18).
func pressedAct(t *table.Table, in *interaction.Interaction) engine.Act {
	act := engine.Act{Player: in.User, Turn: in.CustomID.Turn}
	switch in.CustomID.Verb {
	case render.VerbFold:
		act.Action = t.FoldOrCheck()
	case render.VerbCheck:
		act.Action = engine.Check
	case render.VerbCall:
		act.Action = engine.Call
	default:
		act.Action, act.To = engine.Raise, in.CustomID.Total
	}
	return act
}

// confirmOrAct carries out an action that was pressed, unless the player has to confirm it first.
func confirmOrAct(t *table.Table, in *interaction.Interaction, act engine.Act) {
	if !askToConfirm(t, in, act) {
		carryOut(t, in, act)
	}
}

// carryOut carries out a command and reports whether it succeeded. The new board answers the press.
func carryOut(t *table.Table, in *interaction.Interaction, c engine.Command) bool {
	err := t.Do(in, c)
	if err != nil {
		channel.Refuse(t, in, err)
	}
	return err == nil
}

// do carries out a command that was pressed or typed. The board answers a press; the sentence from said answers a command.
func do(t *table.Table, in *interaction.Interaction, c engine.Command, said func() string) {
	if in.Kind != interaction.Command {
		carryOut(t, in, c)
		return
	}
	if err := t.Apply(in, c); err != nil {
		channel.Refuse(t, in, err)
		return
	}
	t.Env.Reply.Text(in, said()) // after the commit, because it reads the table
}

// AskAmount opens the modal for a bet or raise.
func AskAmount(t *table.Table, in *interaction.Interaction) {
	v := t.ViewOf(in.User)
	if _, acts := onTurn(t, in, &v, in.CustomID.Turn); !acts {
		return
	}
	if v.Legal.Min == 0 {
		channel.Refuse(t, in, noRaise(t, in))
		return
	}
	b := t.CustomID()
	b.Verb = render.VerbRaise
	m := render.Modal(t.Scene(in.User, in.Lang))
	m.Value = channel.RefusedAmount(t, in.User)
	t.Env.Reply.Modal(in, b, m)
}

// PressWager handles the buttons that bet, check, call and fold.
func PressWager(t *table.Table, in *interaction.Interaction) {
	act := pressedAct(t, in)
	act.At = engine.At(time.Now())
	confirmOrAct(t, in, act)
}

// SubmitRaise handles the amount typed into the modal. It raises an amount below the minimum to the minimum and tells the
// player (R22).
func SubmitRaise(t *table.Table, in *interaction.Interaction) {
	raiseTo(t, in, in.Text, in.CustomID.Turn)
}

// PressDraw handles the button that opens the modal, and the one that exchanges the ticked cards of a panel.
func PressDraw(t *table.Table, in *interaction.Interaction) {
	v := t.ViewOf(in.User)
	exchange(t, in, ticked(table.SeatOf(&v, in.User).Cards, in.CustomID.Total), in.CustomID.Turn)
}

// ticked returns the cards of some bits, as a player would type them.
func ticked(cards []card.Card, bits int64) string {
	var names []string
	for i, c := range cards {
		if bits>>i&1 == 1 {
			names = append(names, c.String())
		}
	}
	return strings.Join(names, " ")
}

// TickDiscards handles the boxes on a panel: the panel shows which cards are ticked. Nothing is committed.
func TickDiscards(t *table.Table, in *interaction.Interaction) {
	v := t.ViewOf(in.User)
	if _, acts := onTurn(t, in, &v, in.CustomID.Turn); !acts {
		return
	}
	if v.Phase != engine.Drawing || !in.Ephemeral {
		channel.Of(t).RefuseStale(in)
		return
	}
	channel.OpenPanel(t, in)
}

// SubmitDraw handles the cards typed into the modal.
func SubmitDraw(t *table.Table, in *interaction.Interaction) {
	exchange(t, in, in.Text, in.CustomID.Turn)
}

// StandPat handles the button that keeps all cards.
func StandPat(t *table.Table, in *interaction.Interaction) { exchange(t, in, "none", in.CustomID.Turn) }

// DrawTyped handles /draw.
func DrawTyped(t *table.Table, in *interaction.Interaction) {
	exchange(t, in, in.Options["discard"], t.View().Turn)
}

// exchange exchanges the cards that a text names (R52). A press on the board opens the modal that asks for them.
func exchange(t *table.Table, in *interaction.Interaction, text string, turn engine.Turn) {
	v := t.ViewOf(in.User)
	if v.Rules.Variant != poker.FiveCardDraw {
		t.Env.Reply.Text(in, string(in.Lang.Say.NoDraw))
		return
	}
	s, acts := onTurn(t, in, &v, turn)
	switch {
	case !acts:
		return
	case v.Phase == engine.Showing:
		channel.Refuse(t, in, engine.Refusal{Reason: engine.NowShow, Rule: 40})
		return
	case v.Phase != engine.Drawing:
		channel.Refuse(t, in, engine.Refusal{Reason: engine.NowBet, Rule: 52})
		return
	case in.Kind == interaction.Press && text == "":
		b := t.CustomID()
		b.Verb = render.VerbDraw
		t.Env.Reply.Modal(in, b, render.DrawModal(t.Scene(in.User, in.Lang)))
		return
	}
	discard, err := render.ParseDiscards(text, s.Cards)
	if errors.Is(err, render.ErrNotHeld) {
		err = engine.Refusal{Reason: engine.NoSuchCard, Rule: 52}
	}
	if err != nil {
		channel.Refuse(t, in, err)
		return
	}
	draw := engine.Draw{Player: in.User, Turn: turn, Discard: discard, At: engine.At(time.Now())}
	do(t, in, draw, func() string {
		n := int64(bits.OnesCount8(discard))
		said := in.Lang.Count(in.Lang.Say.Drew, n)
		if n == 0 {
			said = string(in.Lang.Say.StoodPat)
		}
		said += "\n" + render.OwnCards(t.Scene(in.User, in.Lang))
		if v := t.ViewOf(in.User); v.Phase == engine.Drawing && len(table.SeatOf(&v, in.User).Cards) < v.Rules.Variant.HoleCards() {
			said += "\n" + string(in.Lang.Panel.Fourth)
		}
		return said
	})
}

// raiseTo bets or raises to an amount as typed.
func raiseTo(t *table.Table, in *interaction.Interaction, text string, turn engine.Turn) {
	v := t.ViewOf(in.User)
	if _, acts := onTurn(t, in, &v, turn); !acts {
		return
	}
	if v.Legal.Min == 0 {
		channel.Refuse(t, in, noRaise(t, in))
		return
	}
	to, adjusted, err := render.ParseAmount(in.Lang, text, v)
	if err != nil {
		channel.RefuseAmount(t, in, text, err)
		return
	}
	act := engine.Act{Player: in.User, Turn: turn, Action: engine.Raise, To: to, At: engine.At(time.Now())}
	if in.Kind == interaction.Modal && !adjusted {
		confirmOrAct(t, in, act)
		return
	}
	form := in.Lang.Say.Raised
	if adjusted {
		form = in.Lang.Amount.Raised
	}
	if v.Legal.Bet {
		form = in.Lang.Say.Bet
		if adjusted {
			form = in.Lang.Amount.Bet
		}
	}
	doTyped(t, in, act, form.Format("amount", in.Lang.Chips(to)))
}

// noRaise returns the engine's reason why the player to act cannot bet or raise at all (R20, R23, R26, R52).
func noRaise(t *table.Table, in *interaction.Interaction) error {
	return t.Try(engine.Act{Player: in.User, Turn: t.View().Turn, Action: engine.Raise, To: 1})
}

// doTyped carries out an action that was typed and answers with a sentence, unless the player has to confirm it first.
func doTyped(t *table.Table, in *interaction.Interaction, act engine.Act, sentence string) {
	act.At = engine.At(time.Now())
	if askToConfirm(t, in, act) {
		return
	}
	t.Answer(in, t.Apply(in, act), sentence)
}

// onTurn returns the seat of a user, and reports whether they are to act in the decision that turn names. It tells a user why
// they are not.
func onTurn(t *table.Table, in *interaction.Interaction, v *engine.View, turn engine.Turn) (s engine.SeatView, acts bool) {
	s, seated := v.SeatOf(in.User)
	switch {
	case !seated:
		channel.Refuse(t, in, engine.Refusal{Reason: engine.NotSeated})
	case v.ToAct == s.Seat && v.Turn == turn:
		return s, true
	case v.ToAct == s.Seat:
		channel.Of(t).RefuseStale(in)
	case v.Phase == engine.Idle:
		channel.Refuse(t, in, engine.Refusal{Reason: engine.NoHand, Rule: 28})
	case !s.InHand || s.Folded:
		t.Env.Reply.Text(in, string(in.Lang.Say.NotInHand))
	default:
		channel.Refuse(t, in, engine.Refusal{Reason: engine.NotYourTurn, Rule: 28})
	}
	return s, false
}

// Typed handles the commands that act without an amount: /fold, /check, /call and /allin.
func Typed(t *table.Table, in *interaction.Interaction) {
	v := t.ViewOf(in.User)
	s, acts := onTurn(t, in, &v, v.Turn)
	if !acts {
		return
	}
	act := engine.Act{Player: in.User, Turn: v.Turn}
	switch in.Path {
	case "fold":
		if act.Action = t.FoldOrCheck(); act.Action == engine.Fold {
			doTyped(t, in, act, string(in.Lang.Say.Folded))
			return
		}
		doTyped(t, in, act, string(in.Lang.Say.Checked))
	case "check":
		act.Action = engine.Check
		doTyped(t, in, act, string(in.Lang.Say.Checked))
	case "call":
		act.Action = engine.Call
		doTyped(t, in, act, in.Lang.Say.CallMade.Format("amount", in.Lang.Chips(v.Legal.Call)))
	default:
		goAllIn(t, in, act, &v, s)
	}
}

// goAllIn bets the whole stack. It calls if the stack covers no more than the call, and raises otherwise; the table refuses
// an illegal raise (R22).
func goAllIn(t *table.Table, in *interaction.Interaction, act engine.Act, v *engine.View, s engine.SeatView) {
	act.Action = engine.Call
	if v.Legal.Call != s.Stack {
		act.Action, act.To = engine.Raise, s.Bet+s.Stack
	}
	doTyped(t, in, act, in.Lang.Say.AllIn.Format("amount", in.Lang.Chips(s.Stack)))
}

// Wager handles /bet and /raise. It refuses /bet after a bet, because the player may have meant an older board.
func Wager(t *table.Table, in *interaction.Interaction) {
	v := t.ViewOf(in.User)
	s, seated := v.SeatOf(in.User)
	if seated && v.ToAct == s.Seat && v.Phase == engine.Betting && in.Path == "bet" && !v.Legal.Bet {
		rule := 21
		if v.Rules.Limit == poker.FixedLimit {
			rule = 26
		}
		t.Env.Reply.Text(in, in.Lang.Numbered(in.Lang.Say.UseRaise.Format("amount", in.Lang.Chips(v.Legal.High)), rule))
		return
	}
	raiseTo(t, in, cmp.Or(in.Options["amount"], in.Options["to"]), v.Turn)
}
