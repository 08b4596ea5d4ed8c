package bot

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render"
	"cardroom/store"
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
	createTimeout = 2 * requestTimeout
	uploadTimeout = 3 * time.Second
)

// create posts a message in the table's channel. Asked twice under one nonce, even in two lives of the program, it is one
// message.
func (a *actor) create(e Effect, m *discordgo.MessageSend, nonce string, pictures ...rest.Picture) (id engine.ID, err error) {
	within := createTimeout
	if len(pictures) > 0 {
		within = uploadTimeout
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	return a.bot.create(ctx, e, a.key.Channel, m, nonce, pictures...)
}

// create posts a message in a channel, as actor.create does.
func (b *Bot) create(ctx context.Context, e Effect, channel engine.ID, m *discordgo.MessageSend, nonce string, pictures ...rest.Picture) (id engine.ID, err error) {
	err = b.effect(e, func() error {
		made, err := b.rest.Create(ctx, fmt.Sprint(channel), m, nonce, pictures...)
		id = snowflake(made)
		return err
	})
	return id, err
}

// mention sends a message that notifies one person. Sent gets its id, as a job.
func (a *actor) mention(text string, who engine.ID, nonce string, sent func(engine.ID)) {
	a.mentioning++
	a.bot.start(func() {
		id, err := a.create(PostMention, mention(text, who), nonce)
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
	a.deleteIn(spot{a.key.Channel, id}, gone)
}

// deleteIn is deleteMessage in any channel.
func (a *actor) deleteIn(at spot, gone func()) {
	a.bot.start(func() { a.tryDelete(at, deleteAgain, gone) })
}

// How soon a deletion that Discord did not answer is asked for again, twice as long each time, and the longest that is
// waited.
const (
	deleteAgain = time.Second
	deleteLast  = time.Minute
)

func (a *actor) tryDelete(at spot, again time.Duration, gone func()) {
	ctx, cancel := context.WithTimeout(rest.NoWait(context.Background()), requestTimeout)
	defer cancel()
	err := a.bot.effect(DeleteMessage, func() error {
		return a.bot.rest.Delete(ctx, fmt.Sprint(at.Channel), fmt.Sprint(at.Message))
	})
	later := func(wait, next time.Duration) {
		time.AfterFunc(wait, func() { a.bot.start(func() { a.tryDelete(at, next, gone) }) })
	}
	var limited *rest.RateLimited
	switch {
	case errors.As(err, &limited):
		later(limited.After, again)
	case errors.Is(err, rest.ErrOutage) && again <= deleteLast:
		later(again, 2*again)
	case err != nil && !isGone(err):
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
				if a.record.wasBoard(id) {
					a.bot.start(func() { a.stripOld(id, 2*again) })
				}
			})
		})
	}
}

// strip takes the buttons off a message, and says whether they are gone. An edit says everything, so the words are read
// first.
func (b *Bot) strip(k store.Key, id engine.ID, p *pace) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 2*requestTimeout)
	defer cancel()
	channel, message := fmt.Sprint(k.Channel), fmt.Sprint(id)
	m, err := b.rest.Message(ctx, channel, message)
	if err == nil && len(m.Components) > 0 {
		for wait := p.take(true); wait > 0; wait = p.take(true) {
			time.Sleep(wait)
		}
		f := frame{text: render.Quiet(m.Content)}
		err = b.effect(StripBoard, func() error { return b.rest.Edit(ctx, channel, message, f.edit()) })
	}
	if err != nil && !isGone(err) {
		b.log.Info("an old board keeps its buttons for now", "guild", uint64(k.Guild), "table", uint64(k.Channel), "err", err)
		return false
	}
	return true
}
