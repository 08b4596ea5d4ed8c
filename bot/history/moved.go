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
// that played last counts, except for a hand that only the other one has.
func AfterMove(handle func(*table.Env, *interaction.Interaction)) func(*table.Env, *interaction.Interaction) {
	return func(e *table.Env, in *interaction.Interaction) {
		resolveMove(e, in)
		handle(e, in)
	}
}

// resolveMove gives an interaction the key of the table that AfterMove finds; for a press, that of its button. It leaves the key's guild
// alone, which the watchdog reads meanwhile.
func resolveMove(e *table.Env, in *interaction.Interaction) {
	if in.CustomID.Table == in.Key.Channel {
		return
	}
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	newest, other := tablesAt(ctx, e, in)
	number := firstHand(in)
	onlyOther := other != newest && number > 0 && !hasHand(ctx, e, newest, number) && hasHand(ctx, e, other, number)
	if in.Key.Channel = newest.Channel; onlyOther || other.Channel == in.CustomID.Table {
		in.Key.Channel = other.Channel
	}
}

// tablesAt returns the keys of the table that played last in the channel of an interaction, and of the other one; the same twice: it is
// the only one.
func tablesAt(ctx context.Context, e *table.Env, in *interaction.Interaction) (newest, other store.Key) {
	newest, other = in.Key, in.Key
	if other.Channel = in.Channel; newest != other { // a table that moved here still plays
		return newest, other
	}
	moved, _ := movedTo(ctx, e, newest)
	if moved == 0 {
		return newest, newest
	}
	other.Channel = moved
	if !e.Tables.Plays(newest.Guild, newest.Channel) && newestHand(ctx, e, other).After(newestHand(ctx, e, newest)) {
		return other, newest
	}
	return newest, other
}

// firstHand returns the number of the hand that an interaction names, the first one of a range; 0: it names none.
func firstHand(in *interaction.Interaction) int64 {
	if first, _, ok := handRange(in.Options["hands"]); ok {
		return first
	}
	number, err := handNumber(in.Options["hand"])
	if err != nil {
		return 0
	}
	return number
}

// hasHand reports whether a table has a hand with a number, stored or in play, or the store does not answer.
func hasHand(ctx context.Context, e *table.Env, k store.Key, number int64) bool {
	hands, err := e.Store.Hands(ctx, k, number+1, 1)
	last := int64(0)
	if len(hands) > 0 {
		last = hands[0].Number
	}
	t := e.Tables.Known(k)
	return err != nil || last == number || last == number-1 && t != nil && t.Summary().Open
}

// newestHand returns when the last hand of a table ended; zero: it has none, or the store does not answer.
func newestHand(ctx context.Context, e *table.Env, k store.Key) time.Time {
	hands, _ := e.Store.Hands(ctx, k, 0, 1)
	if len(hands) == 0 {
		return time.Time{}
	}
	return hands[0].At
}
