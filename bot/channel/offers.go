package channel

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"cardroom/bot/buyin"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// offers mentions the players for whom seats are held, and the host where a player asks for one.
type offers struct {
	channel   *Channel
	table     *table.Table
	approvals approvals // of the buy-ins for which a player asks
}

// update mentions the host for new requests, and each player for whom a seat is held, once. It deletes the mention afterwards.
func (o *offers) update() {
	o.approvals.update()
	v, was := o.table.View(), o.table.Record().SeatOffer
	invited := v.Invited()
	next, lines := record.OfferTo(invited), []string(nil)
	l, when := o.table.Locale(), render.RelativeTime(v.CallBy)
	for _, who := range invited {
		lines = append(lines, l.Held(l.Say.SeatCalled.Format("player", render.Mention(who)), when))
		when = ""
	}
	if next.Player == was.Player { // a player who becomes the first is mentioned once more: their time begins
		invited = slices.DeleteFunc(slices.Clone(invited), was.Has)
		if len(invited) == 0 {
			return
		}
	}
	if was.Message != 0 {
		o.channel.messages.delete(was.Message, nil)
	}
	o.table.Amend(func(r *record.Table) { r.SeatOffer = next }) // harmless to repeat
	if len(invited) == 0 {
		return
	}
	nonce := o.table.Nonce("seat", int64(invited[len(invited)-1]), int64(v.CallBy))
	o.channel.messages.mention(strings.Join(lines, "\n"), nonce, func() bool { return o.table.Record().SeatOffer == next },
		func(id engine.ID) { o.sent(id, next) }, invited...)
}

// sent keeps the message's id, so that it is deleted even if the program ends before.
func (o *offers) sent(id engine.ID, sent record.SeatOffer) {
	was, known := o.table.Record().SeatOffer, record.SeatOffer{Player: sent.Player, Behind: sent.Behind, Message: id}
	if !o.table.IsOpen() || was != sent && was != known { // the offer is over, or was sent twice
		o.channel.messages.delete(id, nil)
		return
	}
	if err := o.table.Store("called", func(r *record.Table) { r.SeatOffer.Message = id }); err != nil {
		o.channel.messages.delete(id, nil)
	}
}

// For quietTime after a question about a player, the next one mentions no user, and waits for quietWait: a player who asks and cancels again
// and again must disturb neither the host nor the table. Each question has low priority for lowTime.
const quietTime, quietWait, lowTime = 10 * time.Minute, 5 * time.Second, 10 * time.Second

// approvals mentions the host for each buy-in that waits for approval. The message has the buttons that answer it, and goes
// when the request does.
type approvals struct {
	channel *Channel
	table   *table.Table
	asked   map[engine.ID]approval     // by request
	last    map[[2]engine.ID]time.Time // the last question that was sent, by host and player
}

// approval is the message that asks a host about a request.
type approval struct{ message, host engine.ID } // message: 0 while it is being sent

// update mentions the host for new requests, and deletes the messages of those that are over. It asks a new host again.
func (a *approvals) update() {
	open, over, host := a.table.Record().Requests.Unapproved(), buyin.ClearEnded(a.table), a.table.Record().Host
	for request, was := range a.asked {
		if !slices.ContainsFunc(open, func(q render.Request) bool { return q.ID == request }) {
			delete(a.asked, request)
			over = append(over, was.message)
		}
	}
	maps.DeleteFunc(a.last, func(_ [2]engine.ID, at time.Time) bool { return time.Since(at) > quietTime })
	if a.asked == nil {
		a.asked, a.last = map[engine.ID]approval{}, map[[2]engine.ID]time.Time{}
	}
	var due []render.Request
	for _, q := range open {
		was, known := a.asked[q.ID]
		if !known { // an earlier run may have asked
			was = approval{q.Message, cmp.Or(q.Asked, host)}
		}
		switch {
		case was.host != host:
			over, due, was.message = append(over, was.message), append(due, q), 0
		case !known && was.message == 0:
			due = append(due, q)
		}
		a.asked[q.ID] = approval{was.message, host}
	}
	slices.Sort(over)
	for _, id := range slices.Compact(over) {
		if id != 0 {
			a.channel.messages.delete(id, nil)
		}
	}
	for _, q := range due {
		a.post(q, host)
	}
}

// post sends the message that asks a host about a request.
func (a *approvals) post(q render.Request, host engine.ID) {
	text, rows := render.Approval(a.table.Locale(), q, host)
	send := message.Content{Text: text, Rows: rows, IDs: message.CustomID{Table: a.table.Key.Channel}}.Send()
	mention := [2]engine.ID{host, q.Player}
	quiet := time.Since(a.last[mention]) <= quietTime
	o := outgoing{
		Draft: rest.Draft{Message: send, Nonce: a.table.Nonce("approve", int64(q.ID), int64(host), int64(q.Message))}, low: time.Now().Add(lowTime),
		due:    func() bool { now, waits := a.asked[q.ID]; return waits && now.host == host },
		sent:   func(id engine.ID) { a.sent(q, id, host) },
		failed: func() {},
	}
	if quiet {
		a.table.QueueAfter(quietWait, func() { a.channel.messages.retry(o) })
		return
	}
	send.AllowedMentions = message.Mention(text, host).AllowedMentions
	a.channel.messages.post(o)
}

// sent keeps the message's id, so that its buttons work in the next run of the program, and it is deleted.
func (a *approvals) sent(q render.Request, id, host engine.ID) {
	a.last[[2]engine.ID{host, q.Player}] = time.Now()
	if now, waits := a.asked[q.ID]; !waits || now.host != host || !a.table.IsOpen() {
		a.channel.messages.delete(id, nil)
		return
	}
	a.asked[q.ID] = approval{id, host}
	if err := a.table.Store("asked", func(r *record.Table) { r.NoteAsked(q.ID, id, host) }); err != nil {
		a.table.Log.Info("could not store a question to the host", "err", err)
	}
}
