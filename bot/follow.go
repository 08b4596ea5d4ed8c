package bot

import (
	"context"
	"errors"
	"slices"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render/text"
)

// Followers are told in the table's channel, by one message a hand at most, and by one when the table closes. That a hand is
// worth it is stored with what makes it so; then the message is posted, under a nonce that makes asking twice harmless, and
// then its id is stored. It goes when the next hand starts. Who follows is forgotten with the table.

// mostFollowers is how many people may follow a table: as many as one message can mention.
const mostFollowers = 50

// bigPot is how many big blinds make a pot worth a word.
const bigPot = 50

// toldWithin is how long what happened is news. It is less than Discord remembers nonces: nobody is told twice.
const toldWithin = time.Minute

// follow is /watch follow: on, or off again.
func (a *actor) follow(k *interaction.Interaction) {
	say, r := &k.Lang.Watch, a.record
	i := slices.Index(r.Followers, k.User)
	switch {
	case i >= 0:
		r.Followers = slices.Delete(slices.Clone(r.Followers), i, i+1)
	case len(r.Followers) >= mostFollowers:
		a.bot.reply.Text(k, say.Full.Format("n", k.Lang.Chips(mostFollowers)))
		return
	default:
		r.Followers = append(slices.Clone(r.Followers), k.User)
	}
	if err := a.commit(k.ID, a.table, r, nil); err != nil {
		a.refuse(k, err)
		return
	}
	if !slices.Contains(a.record.Followers, k.User) {
		a.bot.reply.Text(k, string(say.Unfollow))
		return
	}
	a.bot.reply.Text(k, say.Follows.Format("amount", k.Lang.Chips(bigPot*a.view().Rules.BigBlind)))
}

// noteWord notes in a record that its followers are to be told of the hand, where they were not yet.
func (a *actor) noteWord(r *record.Table, t *engine.Table, events []engine.Event) {
	if len(r.Followers) == 0 || r.Told.Message != 0 || len(events) == 0 {
		return
	}
	v, why := a.viewOf(t), text.NoticeReason(0)
	pot := matched(v)
	switch {
	case v.Hand == r.Told.Hand || len(listeners(r.Followers, v)) == 0:
		return
	case slices.ContainsFunc(events, func(e engine.Event) bool { return callsAllIn(e, r.Log) }):
		why = text.NoticeAllIn
	case pot > bigPot*v.Rules.BigBlind:
		why = text.NoticePot
	default:
		return
	}
	r.Told = record.Notice{Hand: v.Hand, Reason: why, Pot: pot, At: engine.At(time.Now())}
}

// matched is what is in the pots, without a bet that nobody has called.
func matched(v engine.View) (pot int64) {
	for _, p := range v.Pots {
		pot += p.Amount
	}
	var most, next int64
	for _, s := range v.Seats {
		most, next = max(most, s.Total), max(next, min(most, s.Total))
	}
	return pot - (most - next)
}

// callsAllIn says whether somebody calls who is all-in by it, or whom somebody who is all-in waits for. The log is of the hand:
// who is all-in in it does not fold.
func callsAllIn(e engine.Event, log []engine.Event) bool {
	return e.Kind == engine.Acted && e.Action == engine.Call && slices.ContainsFunc(log, func(was engine.Event) bool {
		return was.Hand == e.Hand && was.AllIn
	})
}

// listeners is those followers who do not play the hand.
func listeners(followers []engine.ID, v engine.View) []engine.ID {
	return slices.DeleteFunc(slices.Clone(followers), func(who engine.ID) bool {
		s, seated := v.SeatOf(who)
		return seated && s.InHand
	})
}

// tellFollowers posts what the record says is to be told, and takes away what was told of the hand before.
func (a *actor) tellFollowers() {
	w := a.record.Told
	switch {
	case w.Hand == 0:
		return
	case w.Hand != a.view().Hand:
		if w.Message != 0 {
			a.deleteMessage(w.Message, nil)
		}
		a.record.Told, a.untidy = record.Notice{}, true // stored with the next commit; deleting twice does no harm
		return
	case w.Message != 0 || a.telling || a.shut || time.Since(w.At.Time()) > toldWithin:
		return
	}
	if who := listeners(a.record.Followers, a.view()); len(who) > 0 {
		content := text.Notice(a.public(), w.Reason, w.Hand, w.Pot, who)
		a.tell(content, who, a.nonce("told", w.Hand), func(id engine.ID, err error) { a.wasTold(w, id, err) })
	}
}

// wasTold keeps the message's id, so that it goes even if the program ends before the next hand.
func (a *actor) wasTold(w record.Notice, id engine.ID, err error) {
	a.telling = false
	wait, hope := again(err)
	switch {
	case hope:
		a.tellIn(wait)
	case err != nil:
		a.log.Info("followers could not be told", "hand", w.Hand, "err", err)
		if a.record.Told == w {
			a.record.Told.At, a.untidy = 0, true // nor will they be
		}
	case a.version == 0 || a.record.Told != w:
		a.deleteMessage(id, nil)
	default:
		a.bot.metrics.FollowersTold.Inc()
		r := a.record
		r.Told.Message = id
		if err := a.commit(a.once("told"), a.table, r, nil); err != nil {
			a.log.Info("what followers were told is not stored yet", "hand", w.Hand, "err", err)
		}
	}
}

// tellIn tries again after a while.
func (a *actor) tellIn(wait time.Duration) {
	time.AfterFunc(wait, func() {
		a.post(func() {
			if a.version != 0 {
				a.tellFollowers()
			}
		})
	})
}

// endTelling tells the followers of a table that is closed, and takes away what they were told of its last hand.
func (a *actor) endTelling() {
	if id := a.record.Told.Message; id != 0 {
		a.deleteMessage(id, nil)
	}
	who := a.record.Followers
	a.record.Told, a.record.Followers = record.Notice{}, nil
	if len(who) == 0 || a.shut {
		return
	}
	a.tellEnd(text.Notice(a.public(), text.NoticeClosed, 0, 0, who), who, a.nonce("told", 0), time.Now().Add(toldWithin))
}

// tellEnd tells that the table is closed, and tries again until it is no news any more.
func (a *actor) tellEnd(text string, who []engine.ID, nonce string, until time.Time) {
	a.tell(text, who, nonce, func(_ engine.ID, err error) {
		a.telling = false
		wait, hope := again(err)
		switch {
		case err == nil:
			a.bot.metrics.FollowersTold.Inc()
		case hope && time.Now().Add(wait).Before(until):
			time.AfterFunc(wait, func() { a.must(func() { a.tellEnd(text, who, nonce, until) }) })
		default:
			a.log.Info("followers were not told of the end", "err", err)
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
func (a *actor) tell(text string, who []engine.ID, nonce string, done func(engine.ID, error)) {
	a.mentioning++
	send := func() {
		ctx, cancel := context.WithTimeout(rest.LowPriority(a.bot.ctx), uploadTimeout)
		defer cancel()
		id, err := a.bot.posts.Create(ctx, failpoint.TellFollowers, a.key.Channel, message.Mention(text, who...), nonce)
		a.must(func() {
			a.mentioning--
			done(id, err)
		})
	}
	if a.telling = a.bot.tasks.Go(send); !a.telling {
		a.mentioning--
	}
}
