package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

// Examined is how much was looked at.
type Examined struct{ Guilds, Accounts, Tables, Hands int }

// Examine looks at everything that a bot with this key has stored: every account by the ledger, every open table and
// whether it holds the chips that it should, every hand of the history with its proof. It gives a sentence for whatever
// differs. The error is that of a store that cannot be read. It needs no Run, and disturbs none.
func (b *Bot) Examine(ctx context.Context, in *store.Inspection, differs func(string)) (n Examined, err error) {
	guilds, err := in.Guilds(ctx)
	if err = tellDamage(err, differs); err != nil {
		return n, err
	}
	for _, guild := range guilds {
		sentences, err := in.Audit(ctx, guild)
		if err != nil {
			return n, err
		}
		for _, s := range sentences {
			differs(fmt.Sprintf("guild %d: %s", guild, s))
		}
	}
	n.Guilds = len(guilds)
	open := map[store.Key]bool{}
	for stored, err := range in.Tables(ctx) {
		if stored.Channel == 0 && err != nil {
			if err = tellDamage(err, differs); err != nil {
				return n, err
			}
			continue
		}
		open[stored.Key] = true
		n.Tables++
		if err := b.examineTable(ctx, in, stored.Key, differs); err != nil {
			return n, err
		}
	}
	for _, guild := range guilds {
		if err := b.examineRest(ctx, in, guild, open, &n, differs); err != nil {
			return n, err
		}
	}
	return n, nil
}

// tellDamage makes a sentence of damage, and leaves every other error.
func tellDamage(err error, differs func(string)) error {
	if _, damaged := errors.AsType[*store.DamagedError](err); damaged {
		differs(err.Error())
		return nil
	}
	return err
}

// examineTable opens a table and counts its chips. While hands are played, record and account may be of two moments; then
// it is looked at again.
func (b *Bot) examineTable(ctx context.Context, in *store.Inspection, k store.Key, differs func(string)) error {
	for {
		stored, err := in.Load(ctx, k)
		if _, damaged := errors.AsType[*store.DamagedError](err); damaged {
			differs(refused(stored, err).Error())
			return nil
		}
		if errors.Is(err, store.ErrNotFound) {
			return nil // closed since
		}
		accounts, err2 := in.Accounts(ctx, k.Guild)
		again, err3 := in.Load(ctx, k)
		if err := errors.Join(err, err2); err != nil {
			return err
		}
		if err3 != nil || again.Version != stored.Version {
			continue
		}
		_, t, err := b.decode(stored)
		switch have := accounts[store.TableAccount(k.Channel)]; {
		case err != nil:
			differs(err.Error())
		case t.Chips() != have:
			differs(fmt.Sprintf("table %d in guild %d: %d chips are on it, and its account holds %d", k.Channel, k.Guild, t.Chips(), have))
		}
		return nil
	}
}

// examineRest looks at the accounts of tables that are not open, and at the history of a guild.
func (b *Bot) examineRest(ctx context.Context, in *store.Inspection, guild engine.ID, open map[store.Key]bool, n *Examined, differs func(string)) error {
	accounts, err := in.Accounts(ctx, guild)
	if err != nil {
		return err
	}
	n.Accounts += len(accounts)
	channels, err := in.Channels(ctx, guild)
	if err = tellDamage(err, differs); err != nil {
		return err
	}
	for _, a := range slices.Sorted(maps.Keys(accounts)) {
		channel, ok := a.Channel()
		if ok && accounts[a] != 0 && !open[store.Key{Guild: guild, Channel: channel}] {
			differs(fmt.Sprintf("guild %d: %s holds %d, and no table is open there", guild, a, accounts[a]))
		}
	}
	for _, channel := range channels {
		if err := b.examineHands(ctx, in, store.Key{Guild: guild, Channel: channel}, n, differs); err != nil {
			return err
		}
	}
	return nil
}

// page is how many hands are read at once.
const page = 50

// examineHands opens the hands of a channel, checks their proofs, and misses those that are not there.
func (b *Bot) examineHands(ctx context.Context, in *store.Inspection, k store.Key, n *Examined, differs func(string)) error {
	for before := int64(0); ; {
		hands, err := in.Hands(ctx, k, before, page)
		if err != nil || len(hands) == 0 {
			return err
		}
		for _, h := range hands {
			n.Hands++
			if before > 0 && h.Number != before-1 {
				differs(fmt.Sprintf("table %d in guild %d: hands %d to %d are missing", k.Channel, k.Guild, h.Number+1, before-1))
			}
			if err := b.examineHand(k, h); err != nil {
				differs(err.Error())
			}
			before = h.Number
		}
	}
}

func (b *Bot) examineHand(k store.Key, h store.Hand) error {
	if _, _, err := b.ended(k, h); err != nil {
		return err
	}
	made, err := b.receiptOf(k, h)
	if errors.Is(err, errUnproven) {
		return nil
	}
	if err == nil {
		if report := fair.Verify(made.receipt); !report.OK() {
			err = errors.New("its proof does not fit: " + report.Faults[0].Text)
		}
	}
	if err != nil {
		return fmt.Errorf("hand %d of table %d in guild %d: %w", h.Number, k.Channel, k.Guild, err)
	}
	return nil
}

// Voided is what Void has done.
type Voided struct {
	Hand   int64 // the hand that was undone; 0 where none ran
	Before bool  // it was void already
	Opened bool  // its deck is open to everyone; otherwise its cards could not be opened any more
	Unsure error // the record was not as it was written, or sealed with another key: what was given back is what it said; nil where all was well
}

// Void undoes the hand that runs at the table of a channel (R65): every chip goes back to where it was when the hand began,
// in one commit. Where the record is damaged or sealed with another key, that is done from what it has in clear, if it
// fits the chips of the ledger, and the table can be read again. No bot may play the tables meanwhile: the store is a
// store.Tenure, or one that no other process can use. The error is a sentence for an operator; then nothing has changed.
func (b *Bot) Void(ctx context.Context, channel engine.ID) (v Voided, err error) {
	stored, err := b.find(ctx, channel)
	if err != nil {
		return v, err
	}
	a, now := newActor(b, stored.Key), engine.At(time.Now())
	var next engine.Table
	var events []engine.Event
	var r record
	if r, a.table, v.Unsure = b.decode(stored); v.Unsure == nil {
		last := a.table.View(0)
		if last.Phase == engine.Idle {
			v.Hand, v.Before = last.Hand, last.Voided
			return v, nil
		}
		next, events, err = a.table.Apply(engine.Void{At: now}, nil)
	} else {
		r, next, events, err = undo(stored, now, v.Unsure)
	}
	if err != nil {
		return v, err
	}
	a.record, a.version = r, stored.Version
	if _, err := a.batchSecret(); err != nil { // of another key: no coming hand can be dealt from it
		r.Shuffle.Secret, r.Shuffle.First, r.Shuffle.Message = nil, 0, 0
	}
	last := next.View(0)
	if len(events) > 0 {
		v.Hand, v.Opened = last.Hand, last.Deck != nil
		r.Undone = undone{Hand: last.Hand, Blind: !v.Opened && v.Unsure != nil}
	}
	c, err := a.change(fmt.Sprintf("doctor/void/%d/%d", last.Hand, stored.Version), &next, &r, events)
	if err != nil {
		return v, err
	}
	err = b.effect(CommitVoid, func() error {
		_, err := b.store.Commit(ctx, c)
		return err
	})
	return v, notVoid(stored, err)
}

// notVoid says why a hand could not be made void.
func notVoid(stored store.Record, err error) error {
	stale, isStale := errors.AsType[*store.StaleError](err)
	ledger, isLedger := errors.AsType[*store.LedgerError](err)
	switch {
	case isStale:
		return fmt.Errorf("table %d has moved on to version %d: a bot runs on this store, stop it first", stored.Channel, stale.Have)
	case isLedger:
		return fmt.Errorf("table %d: the record speaks of %d chips and the ledger of %d, so nobody can say whose they are: put a backup back",
			stored.Channel, ledger.Want, ledger.Have)
	}
	return err
}

// find is the open table of a channel, as far as it can be read.
func (b *Bot) find(ctx context.Context, channel engine.ID) (store.Record, error) {
	for stored, err := range b.store.Tables(ctx) {
		_, damaged := errors.AsType[*store.DamagedError](err)
		switch {
		case stored.Channel == channel && (err == nil || damaged):
			return stored, nil
		case err != nil && !damaged:
			return stored, err
		}
	}
	return store.Record{}, fmt.Errorf("there is no open table in channel %d", channel)
}

// undo is the table of a record that is not as it should be, without the hand that ran, from what it has in clear.
func undo(stored store.Record, now engine.Moment, why error) (r record, t engine.Table, events []engine.Event, err error) {
	schema, _, _, body := readEnvelope(stored.Data)
	if schema != recordSchema {
		return r, t, nil, why
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return r, t, nil, fmt.Errorf("%w; it cannot even be read in part: %w", why, err)
	}
	t, events, err = engine.Undo(r.Table, now, nil)
	if err != nil {
		return r, t, nil, fmt.Errorf("%w; its chips cannot be told: %w", why, err)
	}
	return r, t, events, nil
}
