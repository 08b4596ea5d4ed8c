package play

import (
	"slices"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/store"
)

// maxRequests is how many buy-ins may wait for approval at one table.
const maxRequests = engine.MaxSeats

// requestOf returns the buy-in that a command makes; false if it brings no chips.
func requestOf(c engine.Command) (record.BuyInRequest, bool) {
	switch c := c.(type) {
	case engine.Sit:
		return record.BuyInRequest{Player: c.Player, Chips: c.Chips, Seat: c.Seat, Post: c.Post, All: c.All}, c.Chips > 0
	case engine.TopUp:
		return record.BuyInRequest{Player: c.Player, Chips: c.Chips, UpTo: c.UpTo, TopUp: true}, true
	}
	return record.BuyInRequest{}, false
}

// requestApproval asks the host to approve a buy-in if the table requires it, and reports whether it has answered the
// player. It ignores a command that would be refused now.
func requestApproval(t *table.Table, in *interaction.Interaction, c engine.Command) bool {
	q, buys := requestOf(c)
	if !buys || !t.Funds().NeedsApproval() || t.MayHost(in) || t.Try(c) != nil {
		return false
	}
	own, approved := approvedRequest(t, in.User)
	if approved && !q.TopUp && q.Chips <= own.Chips {
		return false
	}
	wallet, err := balanceOf(t, in.User)
	if err == nil && wallet < q.Chips {
		err = &store.FundsError{Person: in.User, Have: wallet, Need: q.Chips}
	}
	rest := WithoutRequests(t.Record().Requests, in.User)
	if err == nil && len(rest) == maxRequests {
		t.Env.Reply.Text(in, in.Lang.Money.TooMany.Format("n", in.Lang.Chips(maxRequests)))
		return true
	}
	if err == nil {
		first := approved || len(rest) == len(t.Record().Requests) // since the player was called
		q.ID = message.Snowflake(in.ID)
		err = t.Update(in, func(r *record.Table, e *engine.Table) (events []engine.Event, err error) {
			if r.Requests = append(rest, q); first {
				events = holdSeat(e, in.User, approvalHold)
			}
			return events, nil
		})
	}
	said := locale.Either(q.TopUp, in.Lang.Money.AskedTop, in.Lang.Money.AskedSit)
	t.Answer(in, err, said.Format("amount", in.Lang.Chips(q.Chips)))
	return true
}

// approvedRequest returns the buy-in that the host has approved for a player who waits for a seat.
func approvedRequest(t *table.Table, who engine.ID) (record.BuyInRequest, bool) {
	all := t.Record().Requests
	i := slices.IndexFunc(all, func(q record.BuyInRequest) bool { return q.Approved && q.Player == who })
	if i < 0 {
		return record.BuyInRequest{}, false
	}
	return all[i], true
}

// approvedSit returns the command that seats a player with an approved buy-in, if it can be carried out now.
func approvedSit(t *table.Table, who engine.ID) (engine.Sit, bool) {
	q, approved := approvedRequest(t, who)
	if !approved {
		return engine.Sit{}, false
	}
	q.Seat = engine.AnySeat
	c, err := SitOf(t, q)
	return c, err == nil && t.Try(c) == nil
}

// SitOf returns the command that seats a player with an approved buy-in. Since they asked, their wallet may have got more chips: then the
// buy-in is no longer all they have (R7).
func SitOf(t *table.Table, q record.BuyInRequest) (engine.Sit, error) {
	all, err := isWallet(t, q.Player, q.Chips)
	return engine.Sit{
		Player: q.Player, Seat: q.Seat, Chips: q.Chips, Post: q.Post, All: all, MuckPolicy: t.MuckPolicy(q.Player), At: engine.At(time.Now()),
	}, err
}

// approvalHold is how long a seat is held while the host decides on the buy-in of its player: the next player on the waitlist (R63), or
// a busted one (R62).
const approvalHold = 10 * time.Minute

// holdSeat extends the hold of a seat for a player on the waitlist, or for a busted one. It does nothing if no seat is held.
func holdSeat(e *engine.Table, who engine.ID, wait time.Duration) []engine.Event {
	wait = e.View(0).Rules.Wait(wait) // at a slow table one clock, as other waits
	now := time.Now()
	next, events, err := e.Apply(engine.HoldSeat{Player: who, Until: engine.At(now.Add(wait)), At: engine.At(now)}, nil)
	if err != nil {
		return nil
	}
	*e = next
	return events
}

// EndHold ends the hold for a player whose buy-in the host declined: the seat is for the next on the waitlist. A busted player has the time
// for a rebuy once more.
func EndHold(e *engine.Table, who engine.ID) (events []engine.Event, err error) {
	v := e.View(0)
	if !slices.Contains(v.Invited(), who) {
		return holdSeat(e, who, v.Rules.Rebuy), nil
	}
	*e, events, err = e.Apply(engine.Wait{Player: who, Off: true, At: engine.At(time.Now())}, nil)
	return events, err
}

// WithoutRequests returns the requests of all other players.
func WithoutRequests(all []record.BuyInRequest, who engine.ID) []record.BuyInRequest {
	return slices.DeleteFunc(slices.Clone(all), func(q record.BuyInRequest) bool { return q.Player == who })
}

// withdrawRequest withdraws the buy-in request of a user who has no seat, and takes them off the waitlist. It reports whether there was a
// request.
func withdrawRequest(t *table.Table, in *interaction.Interaction) bool {
	v, all := t.View(), t.Record().Requests
	_, seated := v.SeatOf(in.User)
	rest := WithoutRequests(all, in.User)
	if seated || len(rest) == len(all) {
		return false
	}
	waits, said := slices.Contains(v.Waitlist, in.User), string(in.Lang.Money.Withdrawn)
	err := t.Update(in, func(r *record.Table, e *engine.Table) (events []engine.Event, err error) {
		if r.Requests = rest; waits {
			*e, events, err = e.Apply(engine.Wait{Player: in.User, Off: true, At: engine.At(time.Now())}, nil)
		}
		return events, err
	})
	if err == nil && in.Ephemeral {
		channel.OpenPanel(t, in)
		return true
	}
	if waits {
		said = locale.Sentences(said, string(in.Lang.Say.NoLine))
	}
	t.Answer(in, err, said)
	return true
}
