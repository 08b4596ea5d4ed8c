package bot

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
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

// granted is a request as it is carried out once the host has said yes.
func (a *actor) granted(q record.BuyInRequest) engine.Command {
	now := engine.At(time.Now())
	if q.TopUp {
		return engine.TopUp{Player: q.Player, Chips: q.Chips, At: now}
	}
	return engine.Sit{
		Player: q.Player, Seat: q.Seat, Chips: q.Chips, Post: q.Post, All: q.All, MuckPolicy: a.losing(q.Player), At: now,
	}
}

// asksHost puts a buy-in before the host, where the house wants that, and says whether the asker has their answer. What could
// not be done now is not asked: it is refused, or waits in line, as anywhere.
func (a *actor) asksHost(k *interaction.Interaction, c engine.Command) bool {
	q, buys := requestOf(c)
	if !buys || a.record.Manners.Funds != options.OnceApproved || a.view().Practice || a.mayHost(k) {
		return false
	}
	if _, _, err := a.table.Apply(c, nil); err != nil {
		return false
	}
	wallet, err := a.wallet(k.User)
	if err == nil && wallet < q.Chips {
		err = &store.FundsError{Person: k.User, Have: wallet, Need: q.Chips}
	}
	r := a.record
	r.Requests = a.without(k.User)
	if err == nil && len(r.Requests) == mostRequests {
		a.bot.reply.Text(k, k.Lang.Money.TooMany.Format("n", k.Lang.Chips(mostRequests)))
		return true
	}
	if err == nil {
		q.ID = message.Snowflake(k.ID)
		r.Requests = append(r.Requests, q)
		next, events := a.kept(k.User, hostThinks)
		err = a.commit(k.ID, next, r, events)
	}
	if err != nil {
		a.refuse(k, err)
		return true
	}
	said := pick(q.TopUp, k.Lang.Money.AskedTop, k.Lang.Money.AskedSit)
	a.bot.reply.Text(k, said.Format("amount", k.Lang.Chips(q.Chips)))
	return true
}

// How long a seat is kept for the next in line whose chips wait for the host's yes, and who is told no (R63).
const (
	hostThinks = 10 * time.Minute
	askAgain   = time.Minute
)

// kept is the table with the seat that is kept for somebody kept for so long from now on; as it is where none is.
func (a *actor) kept(who engine.ID, wait time.Duration) (engine.Table, []engine.Event) {
	if r := a.view().Rules; r.Slow() { // then other waits are a clock long, also this
		wait = r.Clock
	}
	now := time.Now()
	next, events, err := a.table.Apply(engine.HoldSeat{Player: who, Until: engine.At(now.Add(wait)), At: engine.At(now)}, nil)
	if err != nil {
		return a.table, nil
	}
	return next, events
}

// without is the requests that others than one person have made.
func (a *actor) without(who engine.ID) []record.BuyInRequest {
	return slices.DeleteFunc(slices.Clone(a.record.Requests), func(q record.BuyInRequest) bool { return q.Player == who })
}

// withdraws takes back what somebody without a seat has asked the host for, and says whether they had.
func (a *actor) withdraws(k *interaction.Interaction) bool {
	v, r := a.view(), a.record
	_, seated := v.SeatOf(k.User)
	if r.Requests = a.without(k.User); seated || len(r.Requests) == len(a.record.Requests) {
		return false
	}
	if err := a.commit(k.ID, a.table, r, nil); err != nil {
		a.refuse(k, err)
		return true
	}
	a.bot.reply.Text(k, string(k.Lang.Money.Withdrawn))
	return true
}

// requested is the requests as they are shown.
func (a *actor) requested() (list []render.Request) {
	for _, q := range a.record.Requests {
		list = append(list, render.Request{ID: q.ID, Player: q.Player, Chips: q.Chips, TopUp: q.TopUp})
	}
	return list
}

// answerRequest is the host's yes or no. What has become impossible since is gone, and the host is told.
func (a *actor) answerRequest(k *interaction.Interaction, yes bool) {
	if !a.maySet(k) {
		return
	}
	id, err := strconv.ParseUint(k.CustomID.Arg, 10, 64)
	i := slices.IndexFunc(a.record.Requests, func(q record.BuyInRequest) bool { return q.ID == engine.ID(id) })
	if err != nil || i < 0 {
		a.refuseStale(k)
		return
	}
	q := a.record.Requests[i]
	d := text.AuditEntry{What: text.DidDecline, Player: q.Player, N: q.Chips}
	next, events := a.kept(q.Player, askAgain)
	if yes {
		d.What = text.DidApprove
		t, before := a.laid()
		next, events, err = t.Apply(a.granted(q), before)
	}
	if err == nil {
		err = a.answered(k, q, d, next, events)
	}
	_, refused := errors.AsType[engine.Refusal](err)
	_, unfunded := errors.AsType[*store.FundsError](err)
	late := refused || unfunded
	if late {
		err = a.answered(k, q, text.AuditEntry{What: text.DidDecline, Player: q.Player, N: q.Chips}, a.table, nil)
	}
	switch {
	case err != nil:
		a.refuse(k, err)
	case late:
		a.bot.reply.Text(k, k.Lang.Money.TooLate.Format("player", render.Mention(q.Player), "amount", k.Lang.Chips(q.Chips)))
	default:
		a.bot.reply.Send(k, message.Update(a.settingsFrame(k, "", false)))
	}
}

// answered stores the table without a request, and what became of it.
func (a *actor) answered(k *interaction.Interaction, q record.BuyInRequest, d text.AuditEntry, next engine.Table, events []engine.Event) error {
	r := a.record
	r.Requests, r.AuditLog = a.without(q.Player), a.noted(k, d)
	return a.commit(k.ID, next, r, events)
}
