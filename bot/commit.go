package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/store"
)

// apply is one step of the table's life: the engine decides, the store keeps, and only then does anyone see. A refusal
// and a failed commit leave everything as it was. id makes the step happen once.
func (a *actor) apply(id string, c engine.Command) error {
	t, before := a.table, []engine.Event(nil) // not a buffer of the actor's: a commit in doubt may still be reading it
	if _, sits := c.(engine.Sit); sits {
		t, before = a.laid()
	}
	next, events, err := t.Apply(c, before)
	if err != nil {
		return err
	}
	return a.commit(id, next, a.record, events)
}

// once is the id of something the actor does by itself. The version makes it unique; asked twice, it is done once.
func (a *actor) once(what string) string { return fmt.Sprintf("%s@%d", what, a.version) }

// commit stores table and record as the next version.
func (a *actor) commit(id string, t engine.Table, r record.Table, events []engine.Event) error {
	change, err := a.change(id, &t, &r, events)
	if err != nil {
		return err
	}
	if change.Closed {
		if err := a.leaveSeals(&r.Shuffle); err != nil {
			a.log.Warn("the seals of a closed table are not kept: the next one's hands are sealed anew", "err", err)
		}
	}
	receipt, err := a.store(change)
	if err != nil {
		return err
	}
	if receipt.Duplicate {
		// Done before: a moment ago, its answer lost, or in a life of this program that ended before it could answer. No time
		// was lost.
		a.doubt.is = true
		if !a.reload() {
			return storage.ErrUnknown
		}
		return nil
	}
	a.table, a.record, a.version, a.untidy, a.doubt.shown = t, r, receipt.Version, false, false
	a.reached = max(a.reached, a.view().Turn.Hand)
	if change.Closed {
		a.version = 0
	}
	a.after(events)
	return nil
}

// change is the commit that makes t and r the table's next version. The log of the hand moves to the history when the
// hand is over, and does so again when cards of it are shown after that.
func (a *actor) change(id string, t *engine.Table, r *record.Table, events []engine.Event) (store.Change, error) {
	now := time.Now()
	c := store.Change{
		Key: a.key, ID: id, Version: a.version, Session: r.Session, At: now, Events: events, Chips: t.Chips(),
		Free: r.Manners.Funds == options.Free,
	}
	r.Serial++
	r.Log = record.Grow(r.Log, len(events))
	running, over, shown := a.view().Phase != engine.Idle, false, false
	for _, e := range events {
		switch e.Kind {
		case engine.HandStarted:
			r.Log, running = record.Grow(nil, len(events)), true
		case engine.HandVoided: // also where the table before is not known
			running = true
		case engine.TableClosed:
			c.Closed = true
		}
		e, matters := a.logged(r, e, running, over)
		if !matters {
			continue
		}
		r.Log = append(r.Log, e)
		shown = shown || !running && e.Kind == engine.Shown
		if e.Kind == engine.HandEnded || e.Kind == engine.HandVoided {
			running, over = false, true
		}
		if e.Kind == engine.HandVoided {
			r.Shuffle.Voids++
		}
	}
	if over {
		a.proveHand(&r.Shuffle, t, r.Log)
		r.Counted = a.countsFor(a.view())
		c.Stats = statsOf(r.Counted, r.Log)
		r.Left = leftWith(t)
	}
	if over || shown {
		h, err := a.bot.codec.EncodeHand(a.key, *r, t, now)
		if err != nil {
			return store.Change{}, err
		}
		c.Hands = append(c.Hands, h)
	}
	a.noteWord(r, t, events)
	r.People = a.peopleAt(t)
	var err error
	c.Sealed, err = a.bot.codec.EncodeTable(a.key, *r, t)
	return c, err
}

// logged is an event as the log of the hand has it, and whether it has it. Of what happens between hands, which is in the
// ledger, those matter who played the hand and leave, then or later, with what it left them; and the cards of the hand that are
// shown yet.
func (a *actor) logged(r *record.Table, e engine.Event, running, over bool) (engine.Event, bool) {
	switch {
	case running, e.Kind == engine.Shown:
		return e, true
	case e.Kind != engine.StoodUp:
		return e, false
	case over:
		return e, true
	}
	left, played := r.Left[e.Player]
	s, seated := a.view().SeatOf(e.Player)
	e.Amount = left + brought(r.Log, e.Player) // as if they had left with the hand
	return e, played && seated && s.InHand
}

// leftWith is what a hand that has just ended has left those who stay.
func leftWith(t *engine.Table) map[engine.ID]int64 {
	left := map[engine.ID]int64{}
	for _, s := range t.View(0).Seats {
		if s.InHand {
			left[s.Player] = s.Stack
		}
	}
	return left
}

// brought is the chips that a player has added while a hand ran.
func brought(log []engine.Event, who engine.ID) (sum int64) {
	for _, e := range log {
		if e.Kind == engine.ToppedUp && e.Player == who {
			sum += e.Amount
		}
	}
	return sum
}

// atOnce is how many tables may do at once what nobody waits for. When ten thousand decisions run out together, or as many tables
// go on after a start, the others stand in line, and only then look what time it is and ask the store: else most commits would be
// given up unanswered, and asked for again by tables that stand still meanwhile.
const atOnce = 64

// standIn waits for a place in a line and gives what leaves it. While the store is away nobody stands in line: each table has to find
// out for itself, so that its players get their time back.
func (b *Bot) standIn(line chan struct{}) (leave func()) {
	select {
	case line <- struct{}{}:
		return func() { <-line }
	case <-b.outage.Started():
		return func() {}
	}
}

// store commits a change, and asks once more under the same id when the outcome is unknown.
func (a *actor) store(c store.Change) (receipt store.Receipt, err error) {
	err = storage.Twice(a.bot.ctx, func(ctx context.Context) error {
		defer a.bot.metrics.Commits.Since(time.Now())
		return a.bot.hook.Do(failpoint.CommitTable, func() (err error) {
			receipt, err = a.bot.store.Commit(ctx, c)
			return err
		})
	})
	_, stale := errors.AsType[*store.StaleError](err)
	fenced, isFenced := errors.AsType[*store.FencedError](err)
	switch {
	case isFenced:
		a.bot.failed(fenced)
	case stale: // an earlier commit has landed after all, or the store has lost some
		a.bot.metrics.Doubts.Inc()
	case errors.Is(err, storage.ErrUnknown):
		a.log.Debug("a commit is in doubt", "err", err)
		a.bot.outage.Begin(a.key, err)
		a.bot.metrics.Doubts.Inc()
	default:
		return receipt, err
	}
	a.inDoubt()
	return store.Receipt{}, storage.ErrUnknown
}
