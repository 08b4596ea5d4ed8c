package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
	"cardroom/store"

	"github.com/bwmarrin/discordgo"
)

// read makes what the store gave the actor's table. One that cannot be read is given up; the error is that of a store that
// did not give it.
func (a *actor) read(stored store.Record, err error) error {
	_, damaged := errors.AsType[*store.DamagedError](err)
	switch {
	case damaged:
		err = record.Unreadable(stored, err)
	case err != nil:
		return err
	default:
		err = a.adopt(stored)
	}
	if err != nil {
		a.giveUp(stored, err)
	}
	return nil
}

// giveUp leaves a table as it is that cannot be read. The log names it and says what to do; the channel is told once, and
// whoever asks for something.
func (a *actor) giveUp(stored store.Record, why error) {
	a.log.Error("a table cannot be opened", "err", why)
	a.forget()
	a.unreadable = true
	a.glance.Store(&glance{state: text.StateResting})
	l := a.public()
	a.bot.tasks.Go(func() { a.sayUnreadable(l, stored.Version) })
}

// sayUnreadable posts one calm line, once for each version that could not be read.
func (a *actor) sayUnreadable(l *locale.Lang, version int64) {
	ctx, cancel := context.WithTimeout(a.bot.ctx, createTimeout)
	defer cancel()
	name, at := fmt.Sprintf("unreadable/%d/%d", a.key.Guild, a.key.Channel), strconv.FormatInt(version, 10)
	if said, err := a.bot.store.Note(ctx, name); err != nil || said == at {
		return
	}
	m := &discordgo.MessageSend{Content: string(l.Say.Resting)}
	if _, err := a.create(failpoint.PostResting, m, a.nonce("unreadable", version)); err != nil {
		a.log.Warn("the channel was not told that its table rests", "err", err)
		return
	}
	if err := a.bot.hook.Do(failpoint.KeepResting, func() error { return a.bot.store.SetNote(ctx, name, at) }); err != nil {
		a.log.Warn("the channel may be told once more that its table rests", "err", err)
	}
}

// tellUnreadable answers in the channel of a table that cannot be read.
func (b *Bot) tellUnreadable(k *interaction.Interaction) {
	if k.Kind == interaction.Completion {
		b.reply.Choices(k, nil)
		return
	}
	content := k.Lang.Say.Unreadable.Format("ref", strconv.FormatUint(uint64(k.Key.Channel), 10))
	if k.Path == "help" {
		content = text.Help(render.Scene{Lang: k.Lang}, content)
	}
	b.reply.Text(k, content)
}
