package table

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

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

// Do carries out a command for an interaction, at most once. The board, or the panel with the button, answers it. After an
// error the caller answers it.
func (t *Table) Do(in *interaction.Interaction, c engine.Command) error { return t.apply(in.ID, c, in) }

// Apply carries out a command for an interaction, at most once. The caller answers it.
func (t *Table) Apply(in *interaction.Interaction, c engine.Command) error {
	return t.apply(in.ID, c, nil)
}

// ApplyNamed carries out a command for an interaction that is handled elsewhere, at most once. The name tells it from other
// commands of the same interaction.
func (t *Table) ApplyNamed(in *interaction.Interaction, name string, c engine.Command) error {
	return t.apply(in.ID+" "+t.idempotencyKey(name), c, nil)
}

// Try returns the error that a command would get now.
func (t *Table) Try(c engine.Command) error {
	next := t.state.game
	if s, sits := c.(engine.Sit); sits {
		next = t.state.record.Recall(next, s.Player)
	}
	_, _, err := next.Apply(c, nil)
	return err
}

// Update stores the changes that edit makes to the record and to the engine's table, at most once for an interaction. The
// caller answers it. Edit may change both freely; after an error nothing has changed.
func (t *Table) Update(in *interaction.Interaction, edit func(*record.Table, *engine.Table) ([]engine.Event, error)) error {
	return update(t, in.ID, edit)
}

// UpdateByItself stores a change of table and record that the table makes by itself. The name makes it idempotent: at one
// version it is done once.
func (t *Table) UpdateByItself(name string, edit func(*record.Table, *engine.Table) ([]engine.Event, error)) error {
	return update(t, t.idempotencyKey(name), edit)
}

// update stores the changes of edit, at most once for an idempotency key.
func update(t *Table, id string, edit func(*record.Table, *engine.Table) ([]engine.Event, error)) error {
	next, r := t.state.game, t.state.record.Clone()
	events, err := edit(&r, &next)
	if err != nil {
		return err
	}
	return t.commit(id, next, r, events, nil)
}

// Store stores a change of the record that the open table makes by itself. The name makes it idempotent: at one version it is
// done once.
func (t *Table) Store(name string, edit func(*record.Table)) error {
	if !t.IsOpen() {
		return errors.New("the table is not open") // a commit would open another one
	}
	r := t.state.record.Clone()
	edit(&r)
	return t.commit(t.idempotencyKey(name), t.state.game, r, nil, nil)
}

// Amend changes the record without a commit of its own. The next commit stores the change, at the latest the one before the
// table sleeps. Use it for changes that are harmless to repeat, such as deleting a message.
func (t *Table) Amend(edit func(*record.Table)) {
	r := t.state.record.Clone()
	edit(&r)
	t.state.record, t.state.amended = r, true
}

// apply runs a command: the engine decides, the store persists, and then the display shows the result. A refusal or a
// failed commit changes nothing. The id is the idempotency key.
func (t *Table) apply(id string, c engine.Command, answering *interaction.Interaction) error {
	next, before := t.state.game, []engine.Event(nil) // a new buffer: a commit with an unknown outcome may still read the old one
	r := t.state.record
	switch c := c.(type) {
	case engine.Sit:
		next = r.Recall(next, c.Player)
		before = t.Funds().WithServerStakes(&next)
	case engine.CreditDowntime:
		if err := r.CreditDowntime(c); err != nil {
			return err
		}
	}
	next, events, err := next.Apply(c, before)
	if err != nil {
		return err
	}
	return t.commit(id, next, r, events, answering)
}

// idempotencyKey returns the id of a change that the table makes by itself. It contains the version, so a retry at the same
// version is done once.
func (t *Table) idempotencyKey(name string) string { return fmt.Sprintf("%s@%d", name, t.version) }

// commit stores table and record as the next version, and shows it. If answering is not nil, the board answers it.
func (t *Table) commit(id string, next engine.Table, r record.Table, events []engine.Event, answering *interaction.Interaction) error {
	if r.Event != nil && t.Director != nil {
		var err error
		if events, err = t.Director.Committing(&next, &r, events); err != nil {
			return err
		}
		if events, err = r.KeepTime(&t.state.record, t.View(), &next, engine.At(time.Now()), events); err != nil {
			return err
		}
	}
	change, err := t.journal.build(id, &next, &r, events)
	if err != nil {
		return err
	}
	if change.Closed {
		if err := t.Dealer.leaveCommitments(&r.Shuffle); err != nil {
			t.Log.Warn("could not keep the commitments of a closed table; the channel's next table makes new ones", "err", err)
		}
		t.Display.Closing(&r)
		t.state.open = new(t.state.game)
	}
	receipt, err := t.journal.store(change)
	if err != nil {
		return err
	}
	if receipt.Duplicate {
		// The store has this commit already. Its answer was lost a moment ago, or an earlier run of the program ended
		// before it could answer. The players lost no time.
		t.Recovery.uncertain.ongoing = true
		t.state.record.Ended = r.Ended
		if !t.Recovery.reload(answering) {
			t.Recovery.markUncertain() // an outage begins now, and costs the players no time
			return storage.ErrUnknown
		}
		return nil
	}
	r.Event.Committed()
	t.state.game, t.state.record, t.state.amended, t.version, t.Recovery.uncertain.shown = next, r, false, receipt.Version, false
	t.Recovery.reached = max(t.Recovery.reached, t.View().Turn.Hand)
	if change.Closed {
		t.version, t.Recovery.orphaned = 0, false
	}
	t.notify(events, answering)
	return nil
}

// journal makes commits, with the log of the hand, and stores them.
type journal struct {
	table   *Table
	presses map[engine.ID]*interaction.Origin // the newest of each user, for messages that only they see
}

// build returns the commit that stores t and r as the next version. It adds the hand to the history when that is over, and
// later the cards that players show.
func (j *journal) build(id string, t *engine.Table, r *record.Table, events []engine.Event) (store.Change, error) {
	now, was := time.Now(), j.table.View()
	c := store.Change{
		Key: j.table.Key, ID: id, Version: j.table.version, Session: r.Session, At: now, Events: events, Chips: t.Chips(),
		Free: r.Extras.Funds == options.Free, Escrow: r.Event.Escrow(),
	}
	r.Serial++
	r.Log = record.CopyLog(r.Log, len(events))
	running, over := was.Phase != engine.Idle, false
	for _, e := range events {
		switch e.Kind {
		case engine.HandStarted:
			r.Log, running = record.CopyLog(nil, len(events)), true
		case engine.HandVoided: // also where the table before is unknown
			running = true
			r.NoteVoid(was.Hand, j.table.Dealer.LacksMessage())
		case engine.TableClosed:
			c.Closed = true
		}
		e, matters := r.InLog(was, e, running, over)
		if !matters {
			continue
		}
		r.Log = append(r.Log, e)
		if e.Kind.EndsHand() {
			running, over = false, true
		}
	}
	if over {
		j.table.Dealer.proveHand(&r.Shuffle, t, r.Log)
		r.StatsMode = j.statsMode(was)
		c.Stats = record.StatsOf(r.StatsMode, r.Log)
		r.Left = record.LeftWith(t.View(0))
	}
	var err error
	if c.Hands, err = j.history(r, t, running, over, events, now); err != nil {
		return store.Change{}, err
	}
	c.Stats = append(c.Stats, r.Event.Stats()...)
	r.KeepDepartures(t, events, engine.At(now))
	next := j.table.state.nextView(t)
	r.KeepBuyIns(events, next, func(who engine.ID) int64 { least, _ := j.table.Funds().BuyIns(who); return least })
	j.keepPresses(r, now)
	r.DropEnded(&j.table.state.game, t, events, next, engine.At(now))
	r.KeepPrivate(next, now)
	r.NoteAnswered(j.table.state.record.Requests)
	r.NoteForFollowers(next, events, now)
	stored := *r
	stored.People = j.table.Names.peopleAt(t)
	c.Sealed, err = j.table.Env.Codec.EncodeTable(j.table.Key, stored, t)
	return c, err
}

// history returns the hand for the history: all of it where it is over, and between hands as it is stored, with cards shown late.
func (j *journal) history(r *record.Table, t *engine.Table, running, over bool, events []engine.Event, now time.Time) ([]store.Hand, error) {
	env, k, shows := j.table.Env, j.table.Key, record.Shows(events)
	if over {
		h, err := env.Codec.EncodeHand(k, *r, t, now)
		return []store.Hand{h}, err
	}
	if running || len(shows) == 0 {
		return nil, nil
	}
	hands, err := storage.Read(env.Ctx, func(ctx context.Context) ([]store.Hand, error) { return env.Store.Hands(ctx, k, shows[0].Hand+1, 1) })
	if err == nil {
		hands, err = env.Codec.AddShows(k, hands, shows)
	}
	if record.Damaged(err) {
		j.table.Log.Error("the history keeps a hand without the cards shown after it; run cardroom doctor", "hand", shows[0].Hand, "err", err)
		return nil, nil
	}
	return hands, err
}

// statsMode returns how the current hand counts. Off-wallet chips do not count towards net.
func (j *journal) statsMode(v engine.View) record.StatsMode {
	if j.table.Funds().OffWallet(&v) {
		return record.CountPlay
	}
	return record.CountAll
}

// AtOnce is the number of tables that may run background work (alarms, startup) at the same time. The others queue, and read
// the clock and the store only when their turn comes. Without the limit, ten thousand simultaneous timeouts would overload
// the store, and most commits would time out and be retried.
const AtOnce = 64

// store commits a change. If the outcome is unknown, it retries once with the same id.
func (j *journal) store(c store.Change) (receipt store.Receipt, err error) {
	err = storage.Twice(j.table.Env.Ctx, func(ctx context.Context) error {
		defer j.table.Env.Metrics.Commits.Since(time.Now())
		return j.table.Env.Hook.Do(failpoint.CommitTable, func() (err error) {
			receipt, err = j.table.Env.Store.Commit(ctx, c)
			return err
		})
	})
	_, stale := errors.AsType[*store.StaleError](err)
	fenced, isFenced := errors.AsType[*store.FencedError](err)
	switch {
	case isFenced:
		j.table.Env.Failed(fenced)
	case stale: // an earlier commit was stored after all, or the store lost some
		j.table.Env.Metrics.Doubts.Inc()
	case errors.Is(err, storage.ErrUnknown):
		j.table.Log.Debug("unknown whether a commit was stored; asking the store again", "err", err)
		j.table.Env.Outage.Begin(j.table.Key, err)
		j.table.Env.Metrics.Doubts.Inc()
	default:
		return receipt, err
	}
	j.table.Recovery.markUncertain()
	return store.Receipt{}, storage.ErrUnknown
}

// NextChange returns the commit that replaces the stored table with next and r, for the tools of an operator. The argument
// was is the stored table. NextChange changes r as the table itself does before a commit.
func NextChange(e *Env, stored store.Record, was engine.Table, id string, next engine.Table, r *record.Table, events []engine.Event) (store.Change, error) {
	t := newTable(e, stored.Key)
	t.state.game, t.state.record, t.version = was, *r, stored.Version
	return t.journal.build(id, &next, r, events)
}

// proveHand stores the proof of the hand that has just ended. If that fails, it logs the error, and the hand still ends.
func (d *Dealer) proveHand(s *shuffle.State, t *engine.Table, events []engine.Event) {
	v := t.View(0)
	if err := d.table.Env.Codec.Keys.Prove(d.table.Key, s, d.Commitments()(), v, events); err != nil {
		d.table.Log.Error("could not make the proof of a hand; it cannot be verified", "hand", v.Hand, "err", err)
	}
}

// notify runs after a commit: it updates the summary and the current decision, counts finished hands, and shows the table.
func (t *Table) notify(events []engine.Event, answering *interaction.Interaction) {
	t.summarize()
	if turn := t.View().Turn; turn != t.timer.decision.turn {
		t.timer.decision = decision{turn: turn, since: time.Now()}
	}
	for _, e := range events {
		over := e.Kind.EndsHand()
		if over {
			t.Env.Metrics.Hands.Inc()
		}
		if over && !directed(t) {
			t.Must(func() { t.Settings().applyPlanned() })
			t.Must(t.bots.refillBots)
		}
		if (over || e.Kind == engine.SatIn) && !directed(t) {
			t.Must(func() { t.Funds().RefillAll() })
		}
	}
	t.Display.Committed(answering)
	if directed(t) {
		t.Director.Show()
	}
}

// IsOpen reports whether a table is open here.
func (t *Table) IsOpen() bool { return t.version != 0 }

// Nonce returns the nonce of a message, derived from its purpose. Discord accepts 25 characters.
func (t *Table) Nonce(name string, about ...int64) string {
	parts := [][]byte{fair.U64(uint64(t.Key.Channel)), fair.U64(uint64(t.state.record.Session))}
	for _, n := range about {
		parts = append(parts, fair.U64(uint64(n)))
	}
	m := fair.Mac(nil, "cardroom/nonce/"+name, parts...)
	return hex.EncodeToString(m[:12])
}

// CreateTimeout bounds posting a message, which may be sent again under the same nonce. UploadTimeout bounds posting a
// message with a picture; after it, the message is posted without one.
const (
	CreateTimeout = 2 * message.RequestTimeout
	UploadTimeout = 3 * time.Second
)

// Send posts a message in the table's channel, with the timeout for its kind. Any goroutine may call it.
func (t *Table) Send(ctx context.Context, effect failpoint.Effect, d rest.Draft) (engine.ID, error) {
	within := CreateTimeout
	if len(d.Pictures) > 0 {
		within = UploadTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return t.Env.Posts.Create(ctx, effect, t.Where().Channel, d)
}
