package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

// Voided is the result of Void.
type Voided struct {
	Hand      int64 // the hand that was undone; 0 if none was running and the last one was not void
	Before    bool  // it was already void
	DeckShown bool  // its deck is public now; otherwise its cards could not be decrypted
	Mended    bool  // the store's note beside an intact record was wrong, such as its checksum
	Unsure    error // why the record could not be read; its clear text said what to give back. nil if it was intact
}

// Describe returns the result at a table in a sentence or two, for an operator.
func (v Voided) Describe(table engine.ID) string {
	text := fmt.Sprintf("No hand runs at table %d.", table)
	switch {
	case v.Before:
		text = fmt.Sprintf("Hand %d of table %d was void already.", v.Hand, table)
	case v.Hand != 0 && v.DeckShown:
		text = fmt.Sprintf("Hand %d of table %d is void: every chip is back where it was when the hand began, and its deck is open.", v.Hand, table)
	case v.Hand != 0:
		text = fmt.Sprintf("Hand %d of table %d is void: every chip is back where it was when the hand began. Its cards were not dealt, or cannot be opened.", v.Hand, table)
	case v.Mended, v.Unsure != nil:
		text += " It can be read again."
	}
	return text + unchecked(v.Unsure)
}

// unchecked returns the line about a record that could not be read and is stored anew. It names the cause without the remedies of a
// record that is left as it is.
func unchecked(unsure error) string {
	if unsure == nil {
		return ""
	}
	cause, found, advice := unsure, "was damaged", ""
	if u, ok := errors.AsType[*record.UnreadableError](unsure); ok {
		cause = u.Err
	}
	if record.OtherKey(unsure) {
		found, advice = "was sealed with another key", " Keep the key that is set now."
	}
	return fmt.Sprintf("\nThe record %s. Its chips fit the ledger, and the rest could not be checked: %v.%s", found, cause, advice)
}

// Void undoes the hand that runs at the table of a channel (R65). In one commit every chip returns to where it was when the
// hand began. If the record is damaged or encrypted with another key, Void uses its clear text, provided that the chips
// match the ledger; afterwards the table can be read again. No bot may run on the store meanwhile: the store is a
// [store.LeaseHolder] or private to this process. After an error, which is a sentence for the operator, nothing has
// changed.
func Void(ctx context.Context, e *table.Env, channel engine.ID) (v Voided, err error) {
	stored, damaged, err := findTable(ctx, e, channel)
	if err != nil {
		return v, err
	}
	if damaged != nil && damaged.NoVersion {
		return v, record.Unreadable(stored, damaged)
	}
	u, err := undo(ctx, e, stored)
	if v.Unsure = u.unsure; err != nil {
		return v, err
	}
	last := u.next.View(0)
	v.Mended = damaged != nil && v.Unsure == nil
	if v.Unsure == nil && damaged == nil && len(u.events) == 0 {
		if last.Voided {
			v.Hand, v.Before = last.Hand, true
		}
		return v, nil
	}
	if len(u.events) > 0 {
		v.Hand, v.DeckShown = last.Hand, last.Deck != nil
	}
	return v, u.commit(ctx, e, fmt.Sprintf("doctor/void/%d/%d", last.Hand, stored.Version))
}

// repair is a stored table with its running hand undone.
type repair struct {
	stored store.Record
	record record.Table
	was    engine.Table // as stored; zero if the record was damaged
	next   engine.Table
	events []engine.Event // none if no hand ran
	unsure error          // why the record could not be read; its clear text said what to give back. nil if it was intact
}

// undo undoes the running hand of a stored table. It uses the clear text of a damaged record, provided that the chips match the
// ledger.
func undo(ctx context.Context, e *table.Env, stored store.Record) (u repair, err error) {
	u.stored = stored
	now := engine.At(time.Now())
	if u.record, u.was, u.unsure = e.Codec.DecodeTable(stored); u.unsure != nil {
		if u.record, u.next, u.events, err = record.Salvage(stored, now, u.unsure); err == nil {
			err = checkFundSources(ctx, e, stored, &u.next, u.record, u.events)
		}
		return u, err
	}
	if u.next = u.was; u.was.View(0).Phase != engine.Idle {
		u.next, u.events, err = u.was.Apply(engine.Void{At: now}, nil)
	}
	return u, err
}

// commit stores the table, and notes for the channel that a hand was undone.
func (u *repair) commit(ctx context.Context, e *table.Env, id string) error {
	r := &u.record
	if _, err := e.Codec.Keys.BatchSecret(u.stored.Key, &r.Shuffle); err != nil { // another key: this batch deals no further hand
		r.Shuffle = r.Shuffle.Drop(shuffle.KeyLost)
		r.Shuffle.Secret = nil
	}
	if last := u.next.View(0); len(u.events) > 0 {
		r.VoidNotice = record.VoidNotice{Hand: last.Hand, Blind: last.Deck == nil && u.unsure != nil}
	}
	c, err := table.NextChange(e, u.stored, u.was, id, u.next, r, u.events)
	if err != nil {
		return err
	}
	return explainVoid(u.stored, e.Hook.Do(failpoint.CommitVoid, func() error {
		_, err := e.Store.Commit(ctx, c)
		return err
	}))
}

// explainVoid returns the error for an operator when a commit was refused.
func explainVoid(stored store.Record, err error) error {
	stale, isStale := errors.AsType[*store.StaleError](err)
	ledger, isLedger := errors.AsType[*store.LedgerError](err)
	switch {
	case isStale:
		return fmt.Errorf("table %d has moved on to version %d: a bot is running on this store; stop it first", stored.Channel, stale.Have)
	case isLedger:
		return fmt.Errorf("table %d: the record has %d chips and the ledger %d, so their owners are unknown; put a backup back",
			stored.Channel, ledger.Want, ledger.Have)
	}
	return err
}

// findTable returns the open table of a channel, and its damage by its store.
func findTable(ctx context.Context, e *table.Env, channel engine.ID) (stored store.Record, damaged *store.DamagedError, err error) {
	for stored, err := range e.Store.Tables(ctx) {
		damaged, ok := errors.AsType[*store.DamagedError](err)
		switch {
		case stored.Channel == channel && (err == nil || ok):
			return stored, damaged, nil
		case err != nil && !ok:
			return stored, nil, err
		}
	}
	return stored, nil, fmt.Errorf("there is no open table in channel %d", channel)
}

// checkFundSources checks that the chips of a damaged record can come from the sources it names. The server's accounts say
// how many practice and free chips exist. The readable tables of the server must hold exactly these.
func checkFundSources(ctx context.Context, e *table.Env, stored store.Record, next *engine.Table, r record.Table, events []engine.Event) error {
	accounts, err := e.Store.Accounts(ctx, stored.Guild)
	if err != nil {
		return err
	}
	owed := map[store.Account]int64{}
	addFundSources(owed, next, r)
	for other, err := range e.Store.Tables(ctx) {
		if other.Guild != stored.Guild || other.Channel == stored.Channel {
			continue
		}
		r, t, unsure := e.Codec.DecodeTable(other)
		if err == nil && unsure != nil {
			r, t, _, err = record.Salvage(other, 0, unsure)
		}
		if err != nil {
			return nil // the sum cannot be checked
		}
		addFundSources(owed, &t, r)
	}
	for _, e := range events { // this commit gives back the amounts owed so far
		switch free := r.Extras.Funds == options.Free; {
		case e.Kind == engine.Converted:
			owed[store.Practice] -= e.Amount
			if free {
				owed[store.Free] += e.Amount
			}
		case e.Kind != engine.StoodUp && e.Kind != engine.Returned:
		case e.Practice:
			owed[store.Practice] += e.Amount
		case free:
			owed[store.Free] += e.Amount
		}
	}
	for _, home := range []store.Account{store.Practice, store.Free} {
		if owed[home] != -accounts[home] {
			return fmt.Errorf("table %d: the server's tables have %d %s chips by their records and %d by the ledger, so their owners are unknown; put a backup back",
				stored.Channel, owed[home], home, -accounts[home])
		}
	}
	return nil
}

// addFundSources adds the chips of a table that are outside any wallet, by their source.
func addFundSources(owed map[store.Account]int64, t *engine.Table, r record.Table) {
	v := t.View(0)
	for _, s := range v.Seats {
		chips := s.Stack + s.Pending
		if v.Phase != engine.Idle {
			chips += s.Total
		}
		switch {
		case v.Practice || s.House != engine.Person && !v.Rules.Staked:
			owed[store.Practice] += chips
		case r.Extras.Funds == options.Free:
			owed[store.Free] += chips
		}
	}
}
