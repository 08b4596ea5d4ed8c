package channel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/bot/board"
	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/internal/retry"
)

// messages sends and deletes the messages other than the board.
type messages struct {
	table    *table.Table
	mentions int   // being sent
	toldVoid int64 // the last void hand that the channel has read of
}

// outgoing is a message beside the board. Its functions run as jobs.
type outgoing struct {
	rest.Draft
	effect failpoint.Effect // "": PostMention
	low    time.Time        // until then boards, and all other requests, go before it
	closed bool             // it goes out although the table is closed
	due    func() bool      // whether a retry makes sense
	sent   func(engine.ID)  // with the message's id
	failed func()           // after the last try
}

// mention sends a message that notifies some users only, like post.
func (m *messages) mention(text, nonce string, due func() bool, sent func(engine.ID), who ...engine.ID) {
	m.post(outgoing{Draft: rest.Draft{Message: message.Mention(text, who...), Nonce: nonce}, due: due, sent: sent, failed: func() {}})
}

// Notify mentions a user in the channel, once for an interaction, because it concerns them.
func Notify(t *table.Table, in *interaction.Interaction, who engine.ID, text string) {
	if who != in.User {
		Of(t).messages.mention(text, t.Nonce("notify", int64(message.Snowflake(in.ID))), untilOld(), func(engine.ID) {}, who)
	}
}

// untilOld returns a function that reports whether events of now are still news.
func untilOld() func() bool {
	until := time.Now().Add(newsLife)
	return func() bool { return time.Now().Before(until) }
}

// post sends a message beside the board. After an outage or a rate limit it retries while the message is due.
func (m *messages) post(o outgoing) {
	m.mentions++
	ctx, effect := m.table.Env.Ctx, cmp.Or(o.effect, failpoint.PostMention)
	if time.Now().Before(o.low) {
		ctx = rest.LowPriority(ctx)
	}
	m.table.Env.Tasks.Go(func() {
		id, err := m.table.Send(ctx, effect, o.Draft)
		m.table.Must(func() {
			m.mentions--
			wait, hope := message.Retryable(err)
			switch {
			case err == nil:
				o.sent(id)
			case hope:
				m.table.QueueAfter(wait, func() { m.retry(o) })
			default:
				m.table.Log.Info("could not send a message", "effect", effect, "err", err)
				o.failed()
			}
		})
	})
}

// retry posts a message that is still due.
func (m *messages) retry(o outgoing) {
	if (m.table.IsOpen() || o.closed) && o.due() {
		m.post(o)
	} else {
		o.failed()
	}
}

// delete deletes a message of the bot when the rate limits have room, and retries during an outage. If deleted is not nil,
// it is called as a job. The next run's sweep deletes messages that this run leaves.
func (m *messages) delete(id engine.ID, deleted func()) {
	m.deleteIn(message.Ref{Channel: m.table.Where().Channel, Message: id}, deleted)
}

// Delete deletes a message of the bot in the table's channel, and calls deleted as a job.
func Delete(t *table.Table, id engine.ID, deleted func()) { Of(t).messages.delete(id, deleted) }

// deleteIn deletes a message in any channel, like delete.
func (m *messages) deleteIn(at message.Ref, deleted func()) {
	m.table.Env.Tasks.Go(func() { m.tryDelete(at, 0, deleted) })
}

// deleteBackoff is the retry schedule for deletions that Discord did not answer.
var deleteBackoff = retry.Backoff{First: time.Second, Max: time.Minute, Tries: 7}

func (m *messages) tryDelete(at message.Ref, failures int, deleted func()) {
	ctx, cancel := context.WithTimeout(rest.NoWait(m.table.Env.Ctx), message.RequestTimeout)
	defer cancel()
	err := m.table.Env.Hook.Do(failpoint.DeleteMessage, func() error {
		return m.table.Env.Rest.Delete(ctx, fmt.Sprint(at.Channel), fmt.Sprint(at.Message))
	})
	later := func(wait time.Duration, failures int) {
		time.AfterFunc(wait, func() { m.table.Env.Tasks.Go(func() { m.tryDelete(at, failures, deleted) }) })
	}
	wait, limited := retry.After(err)
	switch {
	case limited:
		later(wait, failures)
	case (errors.Is(err, rest.ErrOutage) || errors.Is(err, rest.ErrUneditable)) && !deleteBackoff.Exhausted(failures+1): // or a closed thread
		later(deleteBackoff.Delay(failures+1), failures+1)
	case err != nil && !message.IsGone(err):
		m.table.Log.Warn("could not delete a message", "message", uint64(at.Message), "err", err)
	case deleted != nil:
		m.table.Must(deleted)
	}
}

// deletePrivate deletes a private message by the token of the interaction to which it is a follow-up.
func (m *messages) deletePrivate(by rest.Ref, id string) {
	m.table.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(m.table.Env.Ctx, message.RequestTimeout)
		defer cancel()
		err := m.table.Env.Hook.Do(failpoint.DeletePanel, func() error { return m.table.Env.Rest.DeleteReply(ctx, by, id) })
		if err != nil {
			m.table.Log.Debug("could not remove an old panel", "err", err)
		}
	})
}

// stripBackoff is the retry schedule for removing an old board's buttons. After its last try, the next start of the program
// tries again.
var stripBackoff = retry.Backoff{First: 5 * time.Second, Max: 10 * time.Minute, Tries: 8}

// removeButtons removes the buttons of an old board. It retries while the table remembers the board.
func (c *Channel) removeButtons(id engine.ID, failures int) {
	switch {
	case board.Strip(c.table.Env, c.table.Where(), id, &c.pacer):
		c.table.Must(func() { c.forgetOld(id) })
	case !stripBackoff.Exhausted(failures + 1):
		c.table.QueueAfter(stripBackoff.Delay(failures+1), func() {
			if r := c.table.Record(); r.WasBoard(id) {
				c.table.Env.Tasks.Go(func() { c.removeButtons(id, failures+1) })
			}
		})
	}
}
