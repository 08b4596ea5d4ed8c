package history

import (
	"context"
	"fmt"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

// movedNote returns the name of the note that a table has moved to a channel. Its hands have the channel of its key.
func movedNote(to store.Key) string { return fmt.Sprintf("moved/%d/%d", to.Guild, to.Channel) }

// Moved stores that the table of a key plays in another channel, for readers of its hands after it is closed. All of its messages there
// are newer than notice.
func Moved(e *table.Env, own store.Key, to, notice engine.ID) error {
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	name, note := movedNote(store.Key{Guild: own.Guild, Channel: to}), fmt.Sprintf("%d %d", own.Channel, notice)
	return e.Hook.Do(failpoint.KeepMove, func() error { return e.Store.SetNote(ctx, name, note) })
}

// movedTo returns the channel of the key of the table that moved to a channel last; 0: none has, or the store does not answer. All of its
// messages in the channel are newer than notice.
func movedTo(ctx context.Context, e *table.Env, to store.Key) (own, notice engine.ID) {
	note, _ := e.Store.Note(ctx, movedNote(to))
	notice = to.Channel // an earlier release stored no message; most of these channels are threads, made for the table
	_, _ = fmt.Sscan(note, &own, &notice)
	return own, notice
}

// AfterMove returns a handler of hands that also finds those of a closed table that had moved to the channel (T118). Of two tables the one
// that played last counts.
func AfterMove(handle func(*table.Env, *interaction.Interaction)) func(*table.Env, *interaction.Interaction) {
	return func(e *table.Env, in *interaction.Interaction) {
		followMove(e, in)
		handle(e, in)
	}
}

// followMove gives an interaction the key of the closed table that AfterMove finds.
func followMove(e *table.Env, in *interaction.Interaction) {
	here := in.Key
	if here.Channel != in.Channel || here.Channel == in.CustomID.Table || e.Tables.Plays(here.Guild, here.Channel) {
		return
	}
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	moved := here
	moved.Channel, _ = movedTo(ctx, e, here)
	if moved.Channel != 0 && newestHand(ctx, e, moved).After(newestHand(ctx, e, here)) {
		in.Key = moved
	}
}

// newestHand returns when the last hand of a table ended; zero: it has none, or the store does not answer.
func newestHand(ctx context.Context, e *table.Env, k store.Key) time.Time {
	hands, _ := e.Store.Hands(ctx, k, 0, 1)
	if len(hands) == 0 {
		return time.Time{}
	}
	return hands[0].At
}
