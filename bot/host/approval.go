package host

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"cardroom/bot/buyin"
	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/play"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
	"cardroom/store"
)

// commandOf returns the command that carries out an approved request.
func commandOf(t *table.Table, q record.BuyInRequest) (engine.Command, error) {
	if q.TopUp {
		return engine.TopUp{Player: q.Player, Chips: q.Chips, UpTo: q.UpTo, At: engine.At(time.Now())}, nil
	}
	return play.SitOf(t, q)
}

// answerRequest approves or declines a request. It removes a request that has become impossible, and tells the host.
func answerRequest(t *table.Table, in *interaction.Interaction, yes bool) {
	id, err := strconv.ParseUint(in.CustomID.Arg, 10, 64)
	i := slices.IndexFunc(t.Record().Requests, func(q record.BuyInRequest) bool { return q.ID == engine.ID(id) })
	if err != nil || i < 0 || yes && t.Record().Requests[i].Approved {
		t.Env.Reply.Text(in, string(in.Lang.Money.NoRequest))
		return
	}
	q := t.Record().Requests[i]
	d := text.AuditEntry{What: text.DidDecline, Player: q.Player, N: q.Chips}
	if yes {
		d.What = text.DidApprove
	}
	err = decideRequest(t, in, q, d)
	if refused, ok := errors.AsType[engine.Refusal](err); ok && refused.Reason == engine.SeatTaken { // meanwhile; any other will do
		q.Seat = engine.AnySeat
		err = decideRequest(t, in, q, d)
	}
	if yes && !q.TopUp && play.IsFull(err) {
		if err = queueRequest(t, in, q, d); err == nil {
			t.Env.Reply.Text(in, in.Lang.Money.Queued.Format("player", render.Mention(q.Player), "amount", in.Lang.Chips(q.Chips)))
			return
		}
	}
	_, refused := errors.AsType[engine.Refusal](err)
	_, unfunded := errors.AsType[*store.FundsError](err)
	impossible := refused || unfunded
	if impossible {
		err = dropRequest(t, in, q)
	}
	if err == nil && (impossible || !yes) {
		notifyPlayer(t, q, impossible)
	}
	switch {
	case err != nil:
		t.Refuse(in, err)
	case impossible:
		t.Env.Reply.Text(in, in.Lang.Money.TooLate.Format("player", render.Mention(q.Player), "amount", in.Lang.Chips(q.Chips)))
	case !in.Ephemeral: // the message with the question goes, and the board has the result
		t.Env.Reply.Ack(in)
	default:
		t.Env.Reply.Send(in, message.Update(settingsPanel(t, in, "", false)))
	}
}

// decideRequest removes a request, and carries out its command if the host approved.
func decideRequest(t *table.Table, in *interaction.Interaction, q record.BuyInRequest, d text.AuditEntry) error {
	var command engine.Command // nil: the host declined
	if d.What == text.DidApprove {
		var err error
		if command, err = commandOf(t, q); err != nil {
			return err
		}
	}
	return t.Update(in, func(r *record.Table, e *engine.Table) (events []engine.Event, err error) {
		r.Requests = play.WithoutRequests(r.Requests, q.Player)
		audit(r, in, d)
		if command == nil {
			return play.EndHold(e, q.Player)
		}
		*e = r.Recall(*e, q.Player)
		*e, events, err = e.Apply(command, t.Funds().WithServerStakes(e))
		return events, err
	})
}

// queueRequest keeps an approved request while every seat is taken, and puts its player on the waitlist (R63). Sitting down
// uses the approval up.
func queueRequest(t *table.Table, in *interaction.Interaction, q record.BuyInRequest, d text.AuditEntry) error {
	return t.Update(in, func(r *record.Table, e *engine.Table) (events []engine.Event, err error) {
		q.Approved, q.Message = true, 0
		r.Requests = append(play.WithoutRequests(r.Requests, q.Player), q)
		audit(r, in, d)
		if slices.Contains(e.View(0).Waitlist, q.Player) {
			return nil, nil
		}
		*e, events, err = e.Apply(engine.Wait{Player: q.Player, At: engine.At(time.Now())}, nil)
		return events, err
	})
}

// dropRequest removes a request that has become impossible.
func dropRequest(t *table.Table, in *interaction.Interaction, q record.BuyInRequest) error {
	return t.Update(in, func(r *record.Table, e *engine.Table) ([]engine.Event, error) {
		r.Requests = play.WithoutRequests(r.Requests, q.Player)
		audit(r, in, text.AuditEntry{What: text.DidDecline, Player: q.Player, N: q.Chips})
		return play.EndHold(e, q.Player)
	})
}

// notifyPlayer tells a player that their request has ended without chips, where a press of theirs can still be followed.
func notifyPlayer(t *table.Table, q record.BuyInRequest, impossible bool) {
	buyin.Notify(t, q.Player, func(l *locale.Lang) string {
		return locale.Either(impossible, l.Money.Impossible, l.Money.Declined).Format("amount", l.Chips(q.Chips))
	})
}

// countEnded carries out a change of the host, and returns how many open requests it ended, in a sentence; "" for none.
func countEnded(t *table.Table, in *interaction.Interaction, change func() error) (said string, err error) {
	before := len(t.Record().Requests.Unapproved())
	err = change()
	if n := before - len(t.Record().Requests.Unapproved()); err == nil && n > 0 {
		said = in.Lang.Count(in.Lang.Money.Ended, int64(n))
	}
	return said, err
}

// RequireApproval reports whether the user may answer a request: the host on their own settings panel, or on the message that
// asks about this request.
func RequireApproval(t *table.Table, in *interaction.Interaction) bool {
	if !in.Ephemeral && !t.IsQuestion(in) {
		channel.Of(t).RefuseStale(in)
		return false
	}
	return RequireHost(t, in)
}

// Approve handles the button that approves a buy-in.
func Approve(t *table.Table, in *interaction.Interaction) { answerRequest(t, in, true) }

// Decline handles the button that declines a buy-in.
func Decline(t *table.Table, in *interaction.Interaction) { answerRequest(t, in, false) }

// requests returns the requests as the host answers them: a line each, and two buttons for as many as fit into some rows.
func requests(l *locale.Lang, list []render.Request, room int) (lines []string, rows [][]render.Button) {
	var row []render.Button
	for i, q := range list {
		n := strconv.Itoa(i + 1)
		lines = append(lines, render.Code(n)+" "+render.RequestLine(l, q))
		arg := strconv.FormatUint(uint64(q.ID), 10)
		row = append(row,
			render.Button{Label: l.Money.Yes.Format("n", n), Verb: render.VerbYes, What: arg, Style: render.Success},
			render.Button{Label: l.Money.No.Format("n", n), Verb: render.VerbNo, What: arg, Style: render.Danger})
	}
	rows = slices.Collect(slices.Chunk(row, 4))
	return lines, rows[:min(len(rows), room)]
}
