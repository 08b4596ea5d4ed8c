package play

import (
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// AskBuyIn handles the button on the panel of a player who has just sat down: it opens the modal for another buy-in.
func AskBuyIn(t *table.Table, in *interaction.Interaction) {
	v := t.ViewOf(in.User)
	s, seated := v.SeatOf(in.User)
	least, fresh := t.Funds().FreshFloor(in.User)
	switch {
	case !seated:
		channel.Refuse(t, in, engine.Refusal{Reason: engine.NotSeated})
		return
	case !fresh:
		t.Env.Reply.Text(in, string(in.Lang.Say.FirstHand))
		return
	}
	low, most := freshRange(&v, &s, least)
	if !t.Funds().OffWallet(&v) {
		wallet, err := balanceOf(t, in.User)
		if err != nil {
			channel.Refuse(t, in, err)
			return
		}
		most = min(most, s.Stack+s.Pending+wallet)
	}
	b := t.CustomID()
	b.Verb = render.VerbBuyIn
	t.Env.Reply.Modal(in, b, render.BuyInModal(in.Lang, low, most))
}

// freshRange returns the buy-ins among which a player may choose before their first hand, whatever is in their wallet. Least is what R4 and
// R7 ask of them.
func freshRange(v *engine.View, s *engine.SeatView, least int64) (low, most int64) {
	most = locale.MaxChips
	if v.Rules.MaxBuyIn > 0 {
		most = max(v.Rules.MaxBuyIn, s.Stack+s.Pending)
	}
	return min(least, s.Stack) + s.Pending, most
}

// SubmitBuyIn handles the amount typed into the modal. A larger one is a top-up, and a smaller one gives chips back. From the
// player's first hand on chips stay on the table (R5).
func SubmitBuyIn(t *table.Table, in *interaction.Interaction) {
	v := t.ViewOf(in.User)
	s := table.SeatOf(&v, in.User)
	least, fresh := t.Funds().FreshFloor(in.User)
	chips, err := locale.ParseChips(in.Text)
	now, has := engine.At(time.Now()), s.Stack+s.Pending
	low, most := freshRange(&v, &s, least)
	switch {
	case s.Player == 0:
		channel.Refuse(t, in, engine.Refusal{Reason: engine.NotSeated})
	case !fresh:
		t.Env.Reply.Text(in, string(in.Lang.Say.FirstHand))
	case err != nil:
		channel.Refuse(t, in, err)
	case chips == has:
		channel.OpenPanel(t, in)
	case chips > most:
		channel.Refuse(t, in, engine.Refusal{Reason: engine.BadBuyIn, Min: low, Max: most, Rule: 4})
	case chips > has:
		c := engine.TopUp{Player: in.User, Chips: chips - has, At: now}
		if !requestApproval(t, in, c) {
			carryOut(t, in, c)
		}
	default:
		carryOut(t, in, engine.Withdraw{Player: in.User, Chips: has - chips, Floor: least, At: now})
	}
}
