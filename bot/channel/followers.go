package channel

import (
	"context"
	"time"

	"cardroom/bot/channel/lookback"
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
		content := text.Notice(f.table.Locale(), w.Reason, w.Hand, w.Pot, who)
		f.send(content, who, f.table.Nonce("told", w.Hand), func(id engine.ID, err error) { f.sent(w, id, err) })
	}
}

// sent keeps the message's id, so that it is deleted even if the program ends before the next hand.
func (f *followers) sent(w record.Notice, id engine.ID, err error) {
	f.sending = false
	wait, hope := lookback.Retryable(err)
	switch {
	case hope:
		f.table.QueueAfter(wait, f.update)
	case err != nil:
		f.table.Log.Info("could not send followers a notice", "hand", w.Hand, "err", err)
		if f.table.Record().Notice == w {
			f.table.Amend(func(r *record.Table) { r.Notice.At = 0 }) // no longer news: do not send it later
		}
	case !f.table.IsOpen() || f.table.Record().Notice != w:
		f.channel.messages.delete(id, nil)
	default:
		f.table.Env.Metrics.FollowersTold.Inc()
		if err := f.table.Store("told", func(r *record.Table) { r.Notice.Message = id }); err != nil {
			f.table.Log.Info("could not store a notice to followers; retrying with the next commit", "hand", w.Hand, "err", err)
		}
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
	f.sendClosed(text.Notice(f.table.Locale(), text.NoticeClosed, 0, 0, who), who, f.table.Nonce("told", 0), time.Now().Add(newsLife))
}

// sendClosed sends the notice that the table is closed. It retries until that is no longer news.
func (f *followers) sendClosed(text string, who []engine.ID, nonce string, until time.Time) {
	f.send(text, who, nonce, func(_ engine.ID, err error) {
		f.sending = false
		wait, hope := lookback.Retryable(err)
		switch {
		case err == nil:
			f.table.Env.Metrics.FollowersTold.Inc()
		case hope && time.Now().Add(wait).Before(until):
			f.table.QueueAfter(wait, func() { f.sendClosed(text, who, nonce, until) })
		default:
			f.table.Log.Info("could not notify followers that the table closed", "err", err)
		}
	})
}

// send posts a message that notifies some users, at low priority. It calls done as a job.
func (f *followers) send(text string, who []engine.ID, nonce string, done func(engine.ID, error)) {
	f.channel.messages.mentions++
	f.sending = f.table.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(rest.LowPriority(f.table.Env.Ctx), table.UploadTimeout)
		defer cancel()
		id, err := f.table.Env.Posts.Create(ctx, failpoint.TellFollowers, f.table.Where().Channel, rest.Draft{Message: message.Mention(text, who...), Nonce: nonce})
		f.table.Must(func() {
			f.channel.messages.mentions--
			done(id, err)
		})
	})
	if !f.sending {
		f.channel.messages.mentions--
	}
}
