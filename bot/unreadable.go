package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
	"cardroom/store"
)

// Why something stored is not read.
var (
	errForm     = errors.New("it was written by another version of the program")
	errOtherKey = errors.New("it was sealed with another key")
	errChanged  = errors.New("it was changed since it was written, or belongs elsewhere")
)

// unreadable is a table or a hand as stored, which this program does not read and leaves as it is.
type unreadable struct {
	key          store.Key
	hand         int64  // of the history; 0 for the table itself
	found, known string // schemas
	err          error
}

func (e *unreadable) Unwrap() error { return e.err }

func (e *unreadable) Error() string {
	what := fmt.Sprintf("table %d in guild %d", e.key.Channel, e.key.Guild)
	if e.hand != 0 {
		what = fmt.Sprintf("hand %d of %s", e.hand, what)
	}
	return fmt.Sprintf("%s (schema found %.60q, schema known %q): %v; it is left as it is: %s", what, e.found, e.known, e.err, e.cure())
}

// cure is what an operator can do.
func (e *unreadable) cure() string {
	void := ", or give its chips back with cardroom doctor --void " + fmt.Sprint(uint64(e.key.Channel))
	if e.hand != 0 {
		void = ""
	}
	switch {
	case errors.Is(e.err, errForm):
		return "start the version that wrote it, or put a backup back"
	case errors.Is(e.err, errOtherKey):
		return "give the program the key of before (CARDROOM_SEAL_KEY, the key file, with Redis the token)" + void
	}
	return "put a backup back" + void
}

// refused is the *unreadable of a table that the store or the engine does not read.
func refused(stored store.Record, err error) error {
	found, _, _, _ := readEnvelope(stored.Data)
	u := &unreadable{key: stored.Key, found: found, known: recordSchema, err: err}
	if schema, ok := errors.AsType[*engine.SchemaError](err); ok {
		u.found, u.known, u.err = schema.Found, schema.Known, errForm
	}
	return u
}

// read makes what the store gave the actor's table. One that cannot be read is given up; the error is that of a store that
// did not give it.
func (a *actor) read(stored store.Record, err error) error {
	_, damaged := errors.AsType[*store.DamagedError](err)
	switch {
	case damaged:
		err = refused(stored, err)
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
	a.bot.start(func() { a.sayUnreadable(l, stored.Version) })
}

// sayUnreadable posts one calm line, once for each version that could not be read.
func (a *actor) sayUnreadable(l *locale.Lang, version int64) {
	ctx, cancel := context.WithTimeout(context.Background(), createTimeout)
	defer cancel()
	name, at := fmt.Sprintf("unreadable/%d/%d", a.key.Guild, a.key.Channel), strconv.FormatInt(version, 10)
	if said, err := a.bot.store.Note(ctx, name); err != nil || said == at {
		return
	}
	m := &discordgo.MessageSend{Content: string(l.Say.Resting)}
	if _, err := a.create(PostResting, m, a.nonce("unreadable", version)); err != nil {
		a.log.Warn("the channel was not told that its table rests", "err", err)
		return
	}
	if err := a.bot.effect(KeepResting, func() error { return a.bot.store.SetNote(ctx, name, at) }); err != nil {
		a.log.Warn("the channel may be told once more that its table rests", "err", err)
	}
}

// tellUnreadable answers in the channel of a table that cannot be read.
func (b *Bot) tellUnreadable(k *ask) {
	if k.kind == asksChoices {
		b.offer(k, nil)
		return
	}
	content := k.lang.Say.Unreadable.Format("ref", strconv.FormatUint(uint64(k.key.Channel), 10))
	if k.path == "help" {
		content = text.Help(render.Scene{Lang: k.lang}, content)
	}
	b.tell(k, content)
}
