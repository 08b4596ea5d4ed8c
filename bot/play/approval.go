package play

import (
	"slices"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

// maxRequests is how many people may ask at a table at a time.
const maxRequests = engine.MaxSeats

// requestOf is the buy-in that a command is; false where it brings no chips.
func requestOf(c engine.Command) (record.BuyInRequest, bool) {
	switch c := c.(type) {
	case engine.Sit:
		return record.BuyInRequest{Player: c.Player, Chips: c.Chips, Seat: c.Seat, Post: c.Post, All: c.All}, c.Chips > 0
	case engine.TopUp:
		return record.BuyInRequest{Player: c.Player, Chips: c.Chips, TopUp: true}, true
	}
	return record.BuyInRequest{}, false
}

// requestApproval puts a buy-in before the host, where the house wants that, and says whether the asker has their answer. What could
// not be done now is not asked: it is refused, or waits in line, as anywhere.
func requestApproval(t *table.Table, in *interaction.Interaction, c engine.Command) bool {
	q, buys := requestOf(c)
	if !buys || t.Record().Extras.Funds != options.OnceApproved || t.View().Practice || t.MayHost(in) {
		return false
	}
	if err := t.Try(c); err != nil {
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
		q.ID = message.Snowflake(in.ID)
		err = t.Update(in, func(r *record.Table, e *engine.Table) ([]engine.Event, error) {
			r.Requests = append(rest, q)
			return HoldSeat(e, in.User, approvalHold), nil
		})
	}
	if err != nil {
		t.Refuse(in, err)
		return true
	}
	said := table.Pick(q.TopUp, in.Lang.Money.AskedTop, in.Lang.Money.AskedSit)
	t.Env.Reply.Text(in, said.Format("amount", in.Lang.Chips(q.Chips)))
	return true
}

// How long a seat is kept for the next in line whose chips wait for the host's yes, and who is told no (R63).
const (
	approvalHold = 10 * time.Minute
	DeclinedHold = time.Minute
)

// HoldSeat holds the seat that is kept for somebody for so long from now on. It does nothing where none is kept.
func HoldSeat(e *engine.Table, who engine.ID, wait time.Duration) []engine.Event {
	if r := e.View(0).Rules; r.Slow() { // then other waits are a clock long, also this
		wait = r.Clock
	}
	now := time.Now()
	next, events, err := e.Apply(engine.HoldSeat{Player: who, Until: engine.At(now.Add(wait)), At: engine.At(now)}, nil)
	if err != nil {
		return nil
	}
	*e = next
	return events
}

// WithoutRequests is the requests that others than one person have made.
func WithoutRequests(all []record.BuyInRequest, who engine.ID) []record.BuyInRequest {
	return slices.DeleteFunc(slices.Clone(all), func(q record.BuyInRequest) bool { return q.Player == who })
}

// withdrawRequest takes back what somebody without a seat has asked the host for, and says whether they had.
func withdrawRequest(t *table.Table, in *interaction.Interaction) bool {
	v, all := t.View(), t.Record().Requests
	_, seated := v.SeatOf(in.User)
	rest := WithoutRequests(all, in.User)
	if seated || len(rest) == len(all) {
		return false
	}
	if err := t.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		r.Requests = rest
		return nil, nil
	}); err != nil {
		t.Refuse(in, err)
		return true
	}
	t.Env.Reply.Text(in, string(in.Lang.Money.Withdrawn))
	return true
}
