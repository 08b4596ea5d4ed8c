package channel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/store"
)

// create posts a message in the table's channel. Asked twice under one nonce, even in two lives of the program, it is one
// message.
func (a *Channel) create(e failpoint.Effect, m *discordgo.MessageSend, nonce string, pictures ...rest.Picture) (engine.ID, error) {
	return a.table.Send(e, m, nonce, pictures...)
}

// mention sends a message that notifies one person. Sent gets its id, as a job.
func (a *Channel) mention(text string, who engine.ID, nonce string, sent func(engine.ID)) {
	a.mentioning++
	a.table.Env.Tasks.Go(func() {
		id, err := a.create(failpoint.PostMention, message.Mention(text, who), nonce)
		if err != nil {
			a.table.Log.Info("a mention could not be sent", "player", uint64(who), "err", err)
		}
		a.table.Must(func() {
			a.mentioning--
			if err == nil {
				sent(id)
			}
		})
	})
}

// deleteMessage deletes a message of the bot: when the limits have room for it, and again while Discord is away. Gone, where
// it is not nil, is called when it is gone. What the program does not come to, the next life finds (sweep.go).
func (a *Channel) deleteMessage(id engine.ID, gone func()) {
	a.deleteIn(message.Ref{Channel: a.table.Key.Channel, Message: id}, gone)
}

// deleteIn is deleteMessage in any channel.
func (a *Channel) deleteIn(at message.Ref, gone func()) {
	a.table.Env.Tasks.Go(func() { a.tryDelete(at, deleteAgain, gone) })
}

// How soon a deletion that Discord did not answer is asked for again, twice as long each time, and the longest that is
// waited.
const (
	deleteAgain = time.Second
	deleteLast  = time.Minute
)

func (a *Channel) tryDelete(at message.Ref, again time.Duration, gone func()) {
	ctx, cancel := context.WithTimeout(rest.NoWait(a.table.Env.Ctx), message.RequestTimeout)
	defer cancel()
	err := a.table.Env.Hook.Do(failpoint.DeleteMessage, func() error {
		return a.table.Env.Rest.Delete(ctx, fmt.Sprint(at.Channel), fmt.Sprint(at.Message))
	})
	later := func(wait, next time.Duration) {
		time.AfterFunc(wait, func() { a.table.Env.Tasks.Go(func() { a.tryDelete(at, next, gone) }) })
	}
	var limited *rest.RateLimited
	switch {
	case errors.As(err, &limited):
		later(limited.After, again)
	case errors.Is(err, rest.ErrOutage) && again <= deleteLast:
		later(again, 2*again)
	case err != nil && !message.IsGone(err):
		a.table.Log.Warn("a message could not be deleted", "message", uint64(at.Message), "err", err)
	case gone != nil:
		a.table.Must(gone)
	}
}

// How soon the buttons of an old board are gone for again where Discord did not let them go, twice as long each time, and
// the longest that is waited. Then the next life of the program will do it.
const (
	stripAgain = 5 * time.Second
	stripLast  = 10 * time.Minute
)

// stripOld takes the buttons off a board of an earlier life of the program, and tries again after a while as long as
// there is a table.
func (a *Channel) stripOld(id engine.ID, again time.Duration) {
	switch {
	case Strip(a.table.Env, a.table.Key, id, &a.pace):
		a.table.Must(func() { a.forgetOld(id) })
	case again <= stripLast:
		time.AfterFunc(again, func() {
			a.table.Post(func() {
				if r := a.table.Record(); r.WasBoard(id) {
					a.table.Env.Tasks.Go(func() { a.stripOld(id, 2*again) })
				}
			})
		})
	}
}

// Strip takes the buttons off a message, and says whether they are gone. An edit says everything, so the words are read
// first.
func Strip(b *table.Env, k store.Key, id engine.ID, p *editor.Pacer) bool {
	ctx, cancel := context.WithTimeout(b.Ctx, 2*message.RequestTimeout)
	defer cancel()
	channel, target := fmt.Sprint(k.Channel), fmt.Sprint(id)
	m, err := b.Rest.Message(ctx, channel, target)
	if err == nil && len(m.Components) > 0 {
		for wait := p.Reserve(true); wait > 0; wait = p.Reserve(true) {
			time.Sleep(wait)
		}
		f := message.Content{Text: render.Quiet(m.Content)}
		err = b.Hook.Do(failpoint.StripBoard, func() error { return b.Rest.Edit(ctx, channel, target, f.Edit()) })
	}
	if err != nil && !message.IsGone(err) {
		b.Log.Info("an old board keeps its buttons for now", "guild", uint64(k.Guild), "table", uint64(k.Channel), "err", err)
		return false
	}
	return true
}
