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

// mostRequests is how many people may ask at a table at a time.
const mostRequests = engine.MaxSeats

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

// asksHost puts a buy-in before the host, where the house wants that, and says whether the asker has their answer. What could
// not be done now is not asked: it is refused, or waits in line, as anywhere.
func asksHost(a *table.Table, k *interaction.Interaction, c engine.Command) bool {
	q, buys := requestOf(c)
	if !buys || a.State.Record.Manners.Funds != options.OnceApproved || a.View().Practice || a.MayHost(k) {
		return false
	}
	if _, _, err := a.State.Table.Apply(c, nil); err != nil {
		return false
	}
	wallet, err := balanceOf(a, k.User)
	if err == nil && wallet < q.Chips {
		err = &store.FundsError{Person: k.User, Have: wallet, Need: q.Chips}
	}
	rest := Without(a.Record().Requests, k.User)
	if err == nil && len(rest) == mostRequests {
		a.Env.Reply.Text(k, k.Lang.Money.TooMany.Format("n", k.Lang.Chips(mostRequests)))
		return true
	}
	if err == nil {
		q.ID = message.Snowflake(k.ID)
		err = a.Update(k, func(r *record.Table, e *engine.Table) ([]engine.Event, error) {
			r.Requests = append(rest, q)
			return HoldSeat(e, k.User, hostThinks), nil
		})
	}
	if err != nil {
		a.Refuse(k, err)
		return true
	}
	said := table.Pick(q.TopUp, k.Lang.Money.AskedTop, k.Lang.Money.AskedSit)
	a.Env.Reply.Text(k, said.Format("amount", k.Lang.Chips(q.Chips)))
	return true
}

// How long a seat is kept for the next in line whose chips wait for the host's yes, and who is told no (R63).
const (
	hostThinks = 10 * time.Minute
	AskAgain   = time.Minute
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

// Without is the requests that others than one person have made.
func Without(all []record.BuyInRequest, who engine.ID) []record.BuyInRequest {
	return slices.DeleteFunc(slices.Clone(all), func(q record.BuyInRequest) bool { return q.Player == who })
}

// withdraws takes back what somebody without a seat has asked the host for, and says whether they had.
func withdraws(a *table.Table, k *interaction.Interaction) bool {
	v, all := a.View(), a.Record().Requests
	_, seated := v.SeatOf(k.User)
	rest := Without(all, k.User)
	if seated || len(rest) == len(all) {
		return false
	}
	if err := a.Update(k, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		r.Requests = rest
		return nil, nil
	}); err != nil {
		a.Refuse(k, err)
		return true
	}
	a.Env.Reply.Text(k, string(k.Lang.Money.Withdrawn))
	return true
}
