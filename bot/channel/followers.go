package channel

import (
	"context"
	"errors"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render/text"
)

// toldWithin is how long what happened is news. It is less than Discord remembers nonces: nobody is told twice.
const toldWithin = time.Minute

// tellFollowers posts what the record says is to be told, and takes away what was told of the hand before.
func (a *notices) tellFollowers() {
	w := a.channel.table.Record().Notice
	switch {
	case w.Hand == 0:
		return
	case w.Hand != a.channel.table.View().Hand:
		if w.Message != 0 {
			a.channel.deleteMessage(w.Message, nil)
		}
		a.channel.table.Amend(func(r *record.Table) { r.Notice = record.Notice{} }) // deleting twice does no harm
		return
	case w.Message != 0 || a.telling || a.channel.table.IsForbidden() || time.Since(w.At.Time()) > toldWithin:
		return
	}
	if who := table.Listeners(a.channel.table.Record().Followers, a.channel.table.View()); len(who) > 0 {
		content := text.Notice(a.channel.table.Locale(), w.Reason, w.Hand, w.Pot, who)
		a.tell(content, who, a.channel.table.Nonce("told", w.Hand), func(id engine.ID, err error) { a.wasTold(w, id, err) })
	}
}

// wasTold keeps the message's id, so that it goes even if the program ends before the next hand.
func (a *notices) wasTold(w record.Notice, id engine.ID, err error) {
	a.telling = false
	wait, hope := again(err)
	switch {
	case hope:
		a.tellIn(wait)
	case err != nil:
		a.channel.table.Log.Info("followers could not be told", "hand", w.Hand, "err", err)
		if a.channel.table.Record().Notice == w {
			a.channel.table.Amend(func(r *record.Table) { r.Notice.At = 0 }) // nor will they be
		}
	case !a.channel.table.IsOpen() || a.channel.table.Record().Notice != w:
		a.channel.deleteMessage(id, nil)
	default:
		a.channel.table.Env.Metrics.FollowersTold.Inc()
		if err := a.channel.table.Store("told", func(r *record.Table) { r.Notice.Message = id }); err != nil {
			a.channel.table.Log.Info("what followers were told is not stored yet", "hand", w.Hand, "err", err)
		}
	}
}

// tellIn tries again after a while.
func (a *notices) tellIn(wait time.Duration) {
	time.AfterFunc(wait, func() {
		a.channel.table.Post(func() {
			if a.channel.table.IsOpen() {
				a.tellFollowers()
			}
		})
	})
}

// endTelling tells the followers of a table that is closed, and takes away what they were told of its last hand.
func (a *notices) endTelling() {
	if id := a.channel.table.Record().Notice.Message; id != 0 {
		a.channel.deleteMessage(id, nil)
	}
	who := a.channel.table.Record().Followers
	a.channel.table.Amend(func(r *record.Table) { r.Notice, r.Followers = record.Notice{}, nil })
	if len(who) == 0 || a.channel.table.IsForbidden() {
		return
	}
	a.tellEnd(text.Notice(a.channel.table.Locale(), text.NoticeClosed, 0, 0, who), who, a.channel.table.Nonce("told", 0), time.Now().Add(toldWithin))
}

// tellEnd tells that the table is closed, and tries again until it is no news any more.
func (a *notices) tellEnd(text string, who []engine.ID, nonce string, until time.Time) {
	a.tell(text, who, nonce, func(_ engine.ID, err error) {
		a.telling = false
		wait, hope := again(err)
		switch {
		case err == nil:
			a.channel.table.Env.Metrics.FollowersTold.Inc()
		case hope && time.Now().Add(wait).Before(until):
			time.AfterFunc(wait, func() { a.channel.table.Must(func() { a.tellEnd(text, who, nonce, until) }) })
		default:
			a.channel.table.Log.Info("followers were not told of the end", "err", err)
		}
	})
}

// again is when to try again what Discord did not take; hope says that it is of any use.
func again(err error) (wait time.Duration, hope bool) {
	var limited *rest.RateLimited
	switch {
	case errors.As(err, &limited):
		return max(limited.After, editor.Moment), true
	case errors.Is(err, rest.ErrOutage):
		return sweepAgain, true
	}
	return 0, false
}

// tell posts a message that notifies some people, if it takes nothing from anybody else. Done is a job.
func (a *notices) tell(text string, who []engine.ID, nonce string, done func(engine.ID, error)) {
	a.channel.mentioning++
	send := func() {
		ctx, cancel := context.WithTimeout(rest.LowPriority(a.channel.table.Env.Ctx), table.UploadTimeout)
		defer cancel()
		id, err := a.channel.table.Env.Posts.Create(ctx, failpoint.TellFollowers, a.channel.table.Key.Channel, message.Mention(text, who...), nonce)
		a.channel.table.Must(func() {
			a.channel.mentioning--
			done(id, err)
		})
	}
	if a.telling = a.channel.table.Env.Tasks.Go(send); !a.telling {
		a.channel.mentioning--
	}
}

// notices is what the channel has of it.
type notices struct {
	channel *Channel
	telling bool // followers are being told
}
