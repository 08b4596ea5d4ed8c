package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/store"
)

// aliveNote is the note of the last time that a program ran on the store. It also has the number of processes that shared
// the guilds then. The bot writes it every aliveEvery. With several processes, each also has a note of its own (ownAlive),
// because one process says nothing about another. After a change of that number the first process writes dividedNote: when a
// program last played under the number before. It counts for each shard that has no newer note of its own.
const (
	aliveNote   = "alive"
	aliveEvery  = 5 * time.Second
	dividedNote = "divided"
)

// ownAlive returns the name of the note for the tables of the bot's shard.
func (b *Bot) ownAlive() string {
	if b.config.ShardCount <= 1 {
		return aliveNote
	}
	return fmt.Sprintf("%s %d/%d", aliveNote, b.config.ShardID, b.config.ShardCount)
}

// aliveAt returns the text of a note for a moment: in milliseconds, with /N if N processes share the guilds.
func (b *Bot) aliveAt(t time.Time) string {
	ms := strconv.FormatInt(t.UnixMilli(), 10)
	if b.config.ShardCount <= 1 {
		return ms
	}
	return fmt.Sprintf("%s/%d", ms, b.config.ShardCount)
}

// readAlive reads a moment that aliveAt wrote. It returns false if no program ever ran.
func readAlive(note string) (time.Time, bool) {
	text, _, _ := strings.Cut(note, "/")
	ms, err := strconv.ParseInt(text, 10, 64)
	return time.UnixMilli(ms), err == nil
}

// HasRun reports whether a bot has ever run on a store.
func HasRun(ctx context.Context, st store.Store) (bool, error) {
	note, err := st.Note(ctx, aliveNote)
	_, ran := readAlive(note)
	return ran, err
}

// lastAlive returns when a program last played these tables.
func (b *Bot) lastAlive(ctx context.Context) (time.Time, error) {
	common, err := b.Store.Note(ctx, aliveNote)
	if err != nil {
		return time.Time{}, err
	}
	last, ran := readAlive(common)
	if !ran {
		return time.Now(), nil
	}
	if b.config.ShardCount <= 1 {
		return last, nil
	}
	divided, err := b.Store.Note(ctx, dividedNote)
	if err != nil {
		return time.Time{}, err
	}
	if common != b.aliveAt(last) { // another number of processes shared the guilds, so the shard's own note is older
		if divided != b.aliveAt(last) {
			err = b.noteAlive(ctx, dividedNote, b.aliveAt(last))
		}
		return last, err
	}
	own, err := b.Store.Note(ctx, b.ownAlive())
	if t, ran := readAlive(own); ran {
		last = t
	}
	if t, ran := readAlive(divided); ran && divided == b.aliveAt(t) && (own == "" || t.After(last)) {
		last = t
	}
	return last, err
}

// unusedNote is the note of the end of the last time without a program that was longer than a restart takes. A backup that
// was put back looks like such a time: hands may have been dealt in it that the store has lost.
const (
	unusedNote = "unused"
	restarts   = 20 * time.Second
)

// noteUnused reads when the store was not in use for long the last time. If it was not between the last sign of life and now,
// noteUnused stores that first.
func (b *Bot) noteUnused(ctx context.Context, last time.Time) error {
	if now := time.Now(); now.Sub(last).Abs() > restarts {
		b.Unused = engine.At(now)
		return b.noteAlive(ctx, unusedNote, strconv.FormatInt(int64(b.Unused), 10))
	}
	note, err := b.Store.Note(ctx, unusedNote)
	at, _ := strconv.ParseInt(note, 10, 64)
	b.Unused = engine.Moment(at)
	return err
}

// noteAlive stores a moment, as text, in one note.
func (b *Bot) noteAlive(ctx context.Context, name, at string) error {
	return b.Hook.Do(failpoint.SayAlive, func() error { return b.Store.SetNote(ctx, name, at) })
}

// sayAlive stores a moment for all processes and for these tables. A store that hangs gets as long as a table gives it, so that the
// next sign of life comes in time.
func (b *Bot) sayAlive(ctx context.Context, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, 2*storage.Timeout)
	defer cancel()
	for _, name := range slices.Compact([]string{b.ownAlive(), aliveNote}) {
		if err := b.noteAlive(ctx, name, b.aliveAt(now)); err != nil {
			return err
		}
	}
	return nil
}

// stayAlive stores that the program is alive until the context ends. This also detects store outages, whose end it sees within a
// second, and changes of the machine's clock.
func (b *Bot) stayAlive(ctx context.Context) {
	tick := time.NewTicker(aliveEvery)
	defer tick.Stop()
	for {
		err := b.sayAlive(ctx, time.Now())
		var retry <-chan time.Time // nil while the store answers
		switch {
		case ctx.Err() != nil:
		case err != nil:
			b.Outage.Begin(aliveNote, err)
			retry = time.After(storage.Timeout)
		default:
			b.Outage.End(aliveNote)
		}
		b.Rest.CheckClock(ctx)
		select {
		case <-tick.C:
		case <-retry:
		case <-ctx.Done():
			return
		}
	}
}
