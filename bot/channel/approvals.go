package channel

import (
	"slices"
	"time"

	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// quietTime is how long after a mention of the host for a player the next one for that player notifies no user: a player who
// asks and cancels again and again must not disturb the host.
const quietTime = 10 * time.Minute

// approvals mentions the host for each buy-in that waits for approval. The message has the buttons that answer it, and goes
// when the request does.
type approvals struct {
	channel *Channel
	table   *table.Table
	asked   map[engine.ID]engine.ID // messages, by request; 0 while one is being sent
	last    map[engine.ID]time.Time // the last mention for a player
}

// update mentions the host for new requests, and deletes the messages of those that are over.
func (a *approvals) update() {
	open := a.table.Approvals()
	for request, id := range a.asked {
		if !slices.ContainsFunc(open, func(q render.Request) bool { return q.ID == request }) {
			delete(a.asked, request)
			if id != 0 {
				a.channel.messages.delete(id, nil)
			}
		}
	}
	for _, q := range open {
		if _, known := a.asked[q.ID]; known {
			continue
		}
		if a.asked == nil {
			a.asked, a.last = map[engine.ID]engine.ID{}, map[engine.ID]time.Time{}
		}
		if a.asked[q.ID] = q.Message; q.Message == 0 {
			a.post(q)
		}
	}
}

// post sends the message for a request.
func (a *approvals) post(q render.Request) {
	host := a.table.Record().Host
	text, rows := render.Approval(a.table.Locale(), q, host)
	send := message.Content{Text: text, Rows: rows, IDs: message.CustomID{Table: a.table.Key.Channel}}.Send()
	if time.Since(a.last[q.Player]) > quietTime {
		send.AllowedMentions = message.Mention(text, host).AllowedMentions
	}
	a.last[q.Player] = time.Now()
	a.channel.messages.post(send, a.table.Nonce("approve", int64(q.ID)), func(id engine.ID) { a.sent(q.ID, id) })
}

// sent keeps the message's id, so that its buttons work in the next run of the program, and it is deleted.
func (a *approvals) sent(request, id engine.ID) {
	if _, waits := a.asked[request]; !waits || !a.table.IsOpen() {
		a.channel.messages.delete(id, nil)
		return
	}
	a.asked[request] = id
	err := a.table.Store("asked", func(r *record.Table) {
		for i := range r.Requests {
			if r.Requests[i].ID == request {
				r.Requests[i].Message = id
			}
		}
	})
	if err != nil {
		a.table.Log.Info("could not store a question to the host", "err", err)
	}
}
