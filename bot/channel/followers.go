package channel

import (
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render/text"
)

// newsLife is how long an event is still news to followers. Discord remembers nonces for longer, so no follower gets it
// twice.
const newsLife = time.Minute

// followers sends the followers of a table notices of big hands and of its closing.
type followers struct {
	channel *Channel
	table   *table.Table
	sending bool // a notice is being sent
}

// update posts the notice that the record asks for, and deletes the last hand's.
func (f *followers) update() {
	w := f.table.Record().Notice
	switch {
	case w.Hand == 0:
		return
	case w.Hand != f.table.View().Hand:
		if w.Message != 0 {
			f.channel.messages.delete(w.Message, nil)
		}
		f.table.Amend(func(r *record.Table) { r.Notice = record.Notice{} }) // deleting twice does no harm
		return
	case w.Message != 0 || f.sending || f.table.Venue().IsForbidden() || time.Since(w.At.Time()) > newsLife:
		return
	}
	if who := record.Recipients(f.table.Record().Followers, f.table.View()); len(who) > 0 {
		o := f.notice(text.Notice(f.table.Locale(), w.Reason, w.Hand, w.Pot, who), who, w.Hand)
		o.due = func() bool {
			return f.table.Record().Notice == w && !f.table.Venue().IsForbidden() && time.Since(w.At.Time()) <= newsLife
		}
		o.sent = func(id engine.ID) { f.sent(w, id) }
		o.failed = func() {
			f.sending = false
			if f.table.Record().Notice == w {
				f.table.Amend(func(r *record.Table) { r.Notice.At = 0 }) // no longer news: do not send it later
			}
		}
		f.sending = true
		f.channel.messages.post(o)
	}
}

// sent keeps the message's id, so that it is deleted even if the program ends before the next hand.
func (f *followers) sent(w record.Notice, id engine.ID) {
	f.sending = false
	if !f.table.IsOpen() || f.table.Record().Notice != w {
		f.channel.messages.delete(id, nil)
		return
	}
	f.table.Env.Metrics.FollowersTold.Inc()
	if err := f.table.Store("told", func(r *record.Table) { r.Notice.Message = id }); err != nil {
		f.table.Log.Info("could not store a notice to followers; retrying with the next commit", "hand", w.Hand, "err", err)
	}
}

// tellClosed notifies the followers that the table is closed, and deletes the notice about its last hand.
func (f *followers) tellClosed() {
	if id := f.table.Record().Notice.Message; id != 0 {
		f.channel.messages.delete(id, nil)
	}
	who := f.table.Record().Followers
	f.table.Amend(func(r *record.Table) { r.Notice, r.Followers = record.Notice{}, nil })
	if len(who) == 0 || f.table.Venue().IsForbidden() {
		return
	}
	o := f.notice(text.Notice(f.table.Locale(), text.NoticeClosed, 0, 0, who), who, 0)
	o.closed, o.sent = true, func(engine.ID) { f.table.Env.Metrics.FollowersTold.Inc() }
	f.channel.messages.post(o)
}

// notice returns a message to some followers about a hand, or about the closing of the table. It is due as long as it is news.
func (f *followers) notice(text string, who []engine.ID, hand int64) outgoing {
	return outgoing{
		Draft:  rest.Draft{Message: message.Mention(text, who...), Nonce: f.table.Nonce("told", hand)},
		effect: failpoint.TellFollowers, low: time.Now().Add(newsLife), due: untilOld(), failed: func() {},
	}
}
