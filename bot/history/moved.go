package history

import (
	"fmt"
	"strconv"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

// movedNote returns the name of the note that a table has moved to a channel. Its hands have the channel of its key.
func movedNote(to store.Key) string { return fmt.Sprintf("moved/%d/%d", to.Guild, to.Channel) }

// Moved stores that the table of a key plays in another channel, for readers of its hands after it is closed.
func Moved(e *table.Env, own store.Key, to engine.ID) error {
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	name, note := movedNote(store.Key{Guild: own.Guild, Channel: to}), strconv.FormatUint(uint64(own.Channel), 10)
	return e.Hook.Do(failpoint.KeepMove, func() error { return e.Store.SetNote(ctx, name, note) })
}

// AfterMove returns a handler of hands that also finds those of a closed table that had moved to the channel (T118).
func AfterMove(handle func(*table.Env, *interaction.Interaction)) func(*table.Env, *interaction.Interaction) {
	return func(e *table.Env, in *interaction.Interaction) {
		if e.Tables.Known(in.Key) == nil {
			ctx, cancel := storage.Within(e.Ctx)
			defer cancel()
			note, _ := e.Store.Note(ctx, movedNote(in.Key)) // without an answer the hands are the channel's own
			moved, err := strconv.ParseUint(note, 10, 64)
			if own, unknown := e.Store.Hands(ctx, in.Key, 0, 1); err == nil && unknown == nil && len(own) == 0 {
				in.Key.Channel = engine.ID(moved)
			}
		}
		handle(e, in)
	}
}
