package host

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/play"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
	"cardroom/store"
)

// commandOf is a request as it is carried out once the host has said yes.
func commandOf(a *table.Table, q record.BuyInRequest) engine.Command {
	now := engine.At(time.Now())
	if q.TopUp {
		return engine.TopUp{Player: q.Player, Chips: q.Chips, At: now}
	}
	return engine.Sit{
		Player: q.Player, Seat: q.Seat, Chips: q.Chips, Post: q.Post, All: q.All, MuckPolicy: a.MuckPolicy(q.Player), At: now,
	}
}

// answerRequest is the host's yes or no. What has become impossible since is gone, and the host is told.
func answerRequest(a *table.Table, k *interaction.Interaction, yes bool) {
	id, err := strconv.ParseUint(k.CustomID.Arg, 10, 64)
	i := slices.IndexFunc(a.State.Record.Requests, func(q record.BuyInRequest) bool { return q.ID == engine.ID(id) })
	if err != nil || i < 0 {
		channel.Of(a).RefuseStale(k)
		return
	}
	q := a.State.Record.Requests[i]
	d := text.AuditEntry{What: text.DidDecline, Player: q.Player, N: q.Chips}
	var granted engine.Command
	if yes {
		d.What, granted = text.DidApprove, commandOf(a, q)
	}
	err = settleRequest(a, k, q, d, granted)
	_, refused := errors.AsType[engine.Refusal](err)
	_, unfunded := errors.AsType[*store.FundsError](err)
	late := refused || unfunded
	if late {
		err = dropRequest(a, k, q)
	}
	switch {
	case err != nil:
		a.Refuse(k, err)
	case late:
		a.Env.Reply.Text(k, k.Lang.Money.TooLate.Format("player", render.Mention(q.Player), "amount", k.Lang.Chips(q.Chips)))
	default:
		a.Env.Reply.Send(k, message.Update(settingsFrame(a, k, "", false)))
	}
}

// settleRequest stores what became of a request: granted is the command that carries it out, nil where the host said no.
func settleRequest(a *table.Table, k *interaction.Interaction, q record.BuyInRequest, d text.AuditEntry, granted engine.Command) error {
	return a.Update(k, func(r *record.Table, e *engine.Table) (events []engine.Event, err error) {
		r.Requests = play.Without(r.Requests, q.Player)
		audit(r, k, d)
		if granted == nil {
			return play.HoldSeat(e, q.Player, play.AskAgain), nil
		}
		*e, events, err = e.Apply(granted, a.WithServerStakes(e))
		return events, err
	})
}

// dropRequest stores that a request has become impossible.
func dropRequest(a *table.Table, k *interaction.Interaction, q record.BuyInRequest) error {
	return a.Update(k, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		r.Requests = play.Without(r.Requests, q.Player)
		audit(r, k, text.AuditEntry{What: text.DidDecline, Player: q.Player, N: q.Chips})
		return nil, nil
	})
}

// Approve is the host's yes to a buy-in.
func Approve(a *table.Table, k *interaction.Interaction) { answerRequest(a, k, true) }

// Decline is the host's no to a buy-in.
func Decline(a *table.Table, k *interaction.Interaction) { answerRequest(a, k, false) }
