package table

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

// Do carries out a command for an interaction, at most once. The board, or the panel that was pressed, answers it. After an
// error it is not answered.
func (a *Table) Do(in *interaction.Interaction, c engine.Command) error { return a.apply(in.ID, c, in) }

// Apply carries out a command for an interaction, at most once. The caller answers it.
func (a *Table) Apply(in *interaction.Interaction, c engine.Command) error {
	return a.apply(in.ID, c, nil)
}

// Follow carries out a command that follows from an interaction which was done elsewhere, at most once. What names it.
func (a *Table) Follow(in *interaction.Interaction, what string, c engine.Command) error {
	return a.apply(in.ID+" "+a.Once(what), c, nil)
}

// Try returns the error with which a command would be refused now.
func (a *Table) Try(c engine.Command) error {
	_, _, err := a.State.Table.Apply(c, nil)
	return err
}

// Update stores what edit makes of the record and of the engine's table, for an interaction and at most once. The caller
// answers it. Edit may change both freely; after an error nothing has changed.
func (a *Table) Update(in *interaction.Interaction, edit func(*record.Table, *engine.Table) ([]engine.Event, error)) error {
	next, r := a.State.Table, a.State.Record.Clone()
	events, err := edit(&r, &next)
	if err != nil {
		return err
	}
	return a.Commit(in.ID, next, r, events, nil)
}

// Store stores a change of the record that the table makes by itself. What names it; asked twice at one version it is done
// once.
func (a *Table) Store(what string, edit func(*record.Table)) error {
	r := a.State.Record.Clone()
	edit(&r)
	return a.Commit(a.Once(what), a.State.Table, r, nil, nil)
}

// Amend changes the record without a commit of its own: the next one stores it, at the latest before the table falls asleep.
// It is for what does no harm when it is done twice, such as deleting a message.
func (a *Table) Amend(edit func(*record.Table)) {
	r := a.State.Record.Clone()
	edit(&r)
	a.State.Record, a.State.amended = r, true
}

// apply carries out a command: the engine decides, the store keeps, and only then does anyone see. A refusal and a failed
// commit leave everything as it was. The id makes it happen once.
func (a *Table) apply(id string, c engine.Command, answering *interaction.Interaction) error {
	next, before := a.State.Table, []engine.Event(nil) // no buffer of the table's: a commit in doubt may still be reading it
	if _, sits := c.(engine.Sit); sits {
		before = a.WithServerStakes(&next)
	}
	next, events, err := next.Apply(c, before)
	if err != nil {
		return err
	}
	return a.Commit(id, next, a.State.Record, events, answering)
}

// Once is the id of something the actor does by itself. The version makes it unique; asked twice, it is done once.
func (a *Table) Once(what string) string { return fmt.Sprintf("%s@%d", what, a.Version) }

// Commit stores table and record as the next version, and shows it: answering, where it is not nil, is answered with the board.
func (a *Table) Commit(id string, t engine.Table, r record.Table, events []engine.Event, answering *interaction.Interaction) error {
	change, err := a.Change(id, &t, &r, events)
	if err != nil {
		return err
	}
	if change.Closed {
		if err := a.leaveSeals(&r.Shuffle); err != nil {
			a.Log.Warn("the seals of a closed table are not kept: the next one's hands are sealed anew", "err", err)
		}
	}
	receipt, err := a.store(change)
	if err != nil {
		return err
	}
	if receipt.Duplicate {
		// Done before: a moment ago, its answer lost, or in a life of this program that ended before it could answer. No time
		// was lost.
		a.Recovery.Doubt.Is = true
		if !a.reload(answering) {
			return storage.ErrUnknown
		}
		return nil
	}
	a.State.Table, a.State.Record, a.State.amended, a.Version, a.Recovery.Doubt.shown = t, r, false, receipt.Version, false
	a.Recovery.reached = max(a.Recovery.reached, a.View().Turn.Hand)
	if change.Closed {
		a.Version = 0
	}
	a.after(events, answering)
	return nil
}

// Change is the commit that makes t and r the table's next version. The log of the hand moves to the history when the
// hand is over, and does so again when cards of it are shown after that.
func (a *Table) Change(id string, t *engine.Table, r *record.Table, events []engine.Event) (store.Change, error) {
	now := time.Now()
	c := store.Change{
		Key: a.Key, ID: id, Version: a.Version, Session: r.Session, At: now, Events: events, Chips: t.Chips(),
		Free: r.Extras.Funds == options.Free,
	}
	r.Serial++
	r.Log = record.CopyLog(r.Log, len(events))
	running, over, shown := a.View().Phase != engine.Idle, false, false
	for _, e := range events {
		switch e.Kind {
		case engine.HandStarted:
			r.Log, running = record.CopyLog(nil, len(events)), true
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
		r.StatsMode = a.countsFor(a.View())
		c.Stats = StatsOf(r.StatsMode, r.Log)
		r.Left = leftWith(t)
	}
	if over || shown {
		h, err := a.Env.Codec.EncodeHand(a.Key, *r, t, now)
		if err != nil {
			return store.Change{}, err
		}
		c.Hands = append(c.Hands, h)
	}
	a.noteForFollowers(r, t, events)
	r.People = a.peopleAt(t)
	var err error
	c.Sealed, err = a.Env.Codec.EncodeTable(a.Key, *r, t)
	return c, err
}

// logged is an event as the log of the hand has it, and whether it has it. Of what happens between hands, which is in the
// ledger, those matter who played the hand and leave, then or later, with what it left them; and the cards of the hand that are
// shown yet.
func (a *Table) logged(r *record.Table, e engine.Event, running, over bool) (engine.Event, bool) {
	switch {
	case running, e.Kind == engine.Shown:
		return e, true
	case e.Kind != engine.StoodUp:
		return e, false
	case over:
		return e, true
	}
	left, played := r.Left[e.Player]
	s, seated := a.View().SeatOf(e.Player)
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

// AtOnce is how many tables may do at once what nobody waits for. When ten thousand decisions run out together, or as many tables
// go on after a start, the others stand in line, and only then look what time it is and ask the store: else most commits would be
// given up unanswered, and asked for again by tables that stand still meanwhile.
const AtOnce = 64

// store commits a change, and asks once more under the same id when the outcome is unknown.
func (a *Table) store(c store.Change) (receipt store.Receipt, err error) {
	err = storage.Twice(a.Env.Ctx, func(ctx context.Context) error {
		defer a.Env.Metrics.Commits.Since(time.Now())
		return a.Env.Hook.Do(failpoint.CommitTable, func() (err error) {
			receipt, err = a.Env.Store.Commit(ctx, c)
			return err
		})
	})
	_, stale := errors.AsType[*store.StaleError](err)
	fenced, isFenced := errors.AsType[*store.FencedError](err)
	switch {
	case isFenced:
		a.Env.Failed(fenced)
	case stale: // an earlier commit has landed after all, or the store has lost some
		a.Env.Metrics.Doubts.Inc()
	case errors.Is(err, storage.ErrUnknown):
		a.Log.Debug("a commit is in doubt", "err", err)
		a.Env.Outage.Begin(a.Key, err)
		a.Env.Metrics.Doubts.Inc()
	default:
		return receipt, err
	}
	a.inDoubt()
	return store.Receipt{}, storage.ErrUnknown
}

// NextChange returns the commit with which next and r follow a stored table, for the tools of an operator. Was is what is
// stored. It writes into r as the table itself does before it stores.
func NextChange(e *Env, stored store.Record, was engine.Table, id string, next engine.Table, r *record.Table, events []engine.Event) (store.Change, error) {
	t := NewTable(e, stored.Key)
	t.State.Table, t.State.Record, t.Version = was, *r, stored.Version
	return t.Change(id, &next, r, events)
}

// proveHand keeps the proof of the hand that t has just ended. A hand ends also where no receipt can be made of it: then its
// cards are still known.
func (a *Table) proveHand(s *shuffle.State, t *engine.Table, events []engine.Event) {
	v := t.View(0)
	if err := a.Env.Codec.Keys.Prove(a.Key, s, a.Commitments()(), v, events); err != nil {
		a.Log.Error("a hand has no proof", "hand", v.Hand, "err", err)
	}
}

// after is what follows a commit, with its events: a new decision begins, and everyone sees the table.
func (a *Table) after(events []engine.Event, answering *interaction.Interaction) {
	a.Summarize()
	if t := a.View().Turn; t != a.Timer.Decision.Turn {
		a.Timer.Decision = Decision{Turn: t, Since: time.Now()}
	}
	for _, e := range events {
		if e.Kind == engine.HandEnded || e.Kind == engine.HandVoided {
			a.Env.Metrics.Hands.Inc()
			a.Must(a.refillBots)
		}
	}
	a.Display.Committed(answering)
}

// IsOpen reports whether a table is open here.
func (a *Table) IsOpen() bool { return a.Version != 0 }

// Nonce names a message by what it is for. Discord takes 25 characters.
func (a *Table) Nonce(what string, about ...int64) string {
	parts := [][]byte{fair.U64(uint64(a.Key.Channel)), fair.U64(uint64(a.State.Record.Session))}
	for _, n := range about {
		parts = append(parts, fair.U64(uint64(n)))
	}
	m := fair.Mac(nil, "cardroom/nonce/"+what, parts...)
	return hex.EncodeToString(m[:12])
}

// createTimeout bounds the posting of a message, which may be sent a second time under the same nonce; uploadTimeout that of
// one with a picture, without which it is posted then.
const (
	CreateTimeout = 2 * message.RequestTimeout
	UploadTimeout = 3 * time.Second
)

// Send posts a message in the table's channel, within the time that it is worth. Any goroutine may call it.
func (t *Table) Send(effect failpoint.Effect, m *discordgo.MessageSend, nonce string, pictures ...rest.Picture) (engine.ID, error) {
	within := CreateTimeout
	if len(pictures) > 0 {
		within = UploadTimeout
	}
	ctx, cancel := context.WithTimeout(t.Env.Ctx, within)
	defer cancel()
	return t.Env.Posts.Create(ctx, effect, t.Key.Channel, m, nonce, pictures...)
}
