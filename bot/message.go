package bot

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render"
	"cardroom/store"

	"github.com/bwmarrin/discordgo"
)

// nonce names a message by what it is for. Discord takes 25 characters.
func (a *actor) nonce(what string, about ...int64) string {
	parts := [][]byte{fair.U64(uint64(a.key.Channel)), fair.U64(uint64(a.record.Session))}
	for _, n := range about {
		parts = append(parts, fair.U64(uint64(n)))
	}
	m := fair.Mac(nil, "cardroom/nonce/"+what, parts...)
	return hex.EncodeToString(m[:12])
}

// createTimeout bounds the posting of a message, which may be sent a second time under the same nonce; uploadTimeout that of
// one with a picture, without which it is posted then.
const (
	createTimeout = 2 * message.RequestTimeout
	uploadTimeout = 3 * time.Second
)

// create posts a message in the table's channel. Asked twice under one nonce, even in two lives of the program, it is one
// message.
func (a *actor) create(e failpoint.Effect, m *discordgo.MessageSend, nonce string, pictures ...rest.Picture) (id engine.ID, err error) {
	within := createTimeout
	if len(pictures) > 0 {
		within = uploadTimeout
	}
	ctx, cancel := context.WithTimeout(a.bot.ctx, within)
	defer cancel()
	return a.bot.posts.Create(ctx, e, a.key.Channel, m, nonce, pictures...)
}

// mention sends a message that notifies one person. Sent gets its id, as a job.
func (a *actor) mention(text string, who engine.ID, nonce string, sent func(engine.ID)) {
	a.mentioning++
	a.bot.tasks.Go(func() {
		id, err := a.create(failpoint.PostMention, message.Mention(text, who), nonce)
		if err != nil {
			a.log.Info("a mention could not be sent", "player", uint64(who), "err", err)
		}
		a.must(func() {
			a.mentioning--
			if err == nil {
				sent(id)
			}
		})
	})
}

// deleteMessage deletes a message of the bot: when the limits have room for it, and again while Discord is away. Gone, where
// it is not nil, is called when it is gone. What the program does not come to, the next life finds (sweep.go).
func (a *actor) deleteMessage(id engine.ID, gone func()) {
	a.deleteIn(message.Ref{Channel: a.key.Channel, Message: id}, gone)
}

// deleteIn is deleteMessage in any channel.
func (a *actor) deleteIn(at message.Ref, gone func()) {
	a.bot.tasks.Go(func() { a.tryDelete(at, deleteAgain, gone) })
}

// How soon a deletion that Discord did not answer is asked for again, twice as long each time, and the longest that is
// waited.
const (
	deleteAgain = time.Second
	deleteLast  = time.Minute
)

func (a *actor) tryDelete(at message.Ref, again time.Duration, gone func()) {
	ctx, cancel := context.WithTimeout(rest.NoWait(a.bot.ctx), message.RequestTimeout)
	defer cancel()
	err := a.bot.hook.Do(failpoint.DeleteMessage, func() error {
		return a.bot.rest.Delete(ctx, fmt.Sprint(at.Channel), fmt.Sprint(at.Message))
	})
	later := func(wait, next time.Duration) {
		time.AfterFunc(wait, func() { a.bot.tasks.Go(func() { a.tryDelete(at, next, gone) }) })
	}
	var limited *rest.RateLimited
	switch {
	case errors.As(err, &limited):
		later(limited.After, again)
	case errors.Is(err, rest.ErrOutage) && again <= deleteLast:
		later(again, 2*again)
	case err != nil && !message.IsGone(err):
		a.log.Warn("a message could not be deleted", "message", uint64(at.Message), "err", err)
	case gone != nil:
		a.must(gone)
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
func (a *actor) stripOld(id engine.ID, again time.Duration) {
	switch {
	case a.bot.strip(a.key, id, &a.pace):
		a.must(func() { a.forgetOld(id) })
	case again <= stripLast:
		time.AfterFunc(again, func() {
			a.post(func() {
				if a.record.WasBoard(id) {
					a.bot.tasks.Go(func() { a.stripOld(id, 2*again) })
				}
			})
		})
	}
}

// strip takes the buttons off a message, and says whether they are gone. An edit says everything, so the words are read
// first.
func (b *Bot) strip(k store.Key, id engine.ID, p *editor.Pacer) bool {
	ctx, cancel := context.WithTimeout(b.ctx, 2*message.RequestTimeout)
	defer cancel()
	channel, target := fmt.Sprint(k.Channel), fmt.Sprint(id)
	m, err := b.rest.Message(ctx, channel, target)
	if err == nil && len(m.Components) > 0 {
		for wait := p.Reserve(true); wait > 0; wait = p.Reserve(true) {
			time.Sleep(wait)
		}
		f := message.Content{Text: render.Quiet(m.Content)}
		err = b.hook.Do(failpoint.StripBoard, func() error { return b.rest.Edit(ctx, channel, target, f.Edit()) })
	}
	if err != nil && !message.IsGone(err) {
		b.log.Info("an old board keeps its buttons for now", "guild", uint64(k.Guild), "table", uint64(k.Channel), "err", err)
		return false
	}
	return true
}
