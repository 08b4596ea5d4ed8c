package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render/locale"
	"cardroom/store"
)

// Cancelled is the result of Cancel.
type Cancelled struct {
	Name   string
	Before bool  // it was over already
	Back   int64 // prize chips that went back to wallets and to the server's mint
	Unsure error // as in Voided
}

// Describe returns the result for the tournament of an id in a sentence or two, for an operator.
func (c Cancelled) Describe(id engine.ID) string {
	text := fmt.Sprintf("Tournament %d (%q) is cancelled. Its players have %d prize chips, by rule T103. The bot posts the result at its next start.", id, c.Name, c.Back)
	if c.Before {
		text = fmt.Sprintf("Tournament %d (%q) was over already.", id, c.Name)
		if c.Unsure != nil { // the record stays unread
			return fmt.Sprintf("%s\n%v.", text, c.Unsure)
		}
	}
	return text + unchecked(c.Unsure)
}

// Cancel ends a tournament while no bot runs, and divides its prize chips by T103, in one commit. The id is that of the tournament
// or of its table's channel. A running hand is void. The bot closes the table at its next start, and tells the players. As for
// Void, no bot may run on the store meanwhile, and an error is a sentence for the operator.
func Cancel(ctx context.Context, e *table.Env, id engine.ID) (c Cancelled, err error) {
	stored, err := findTournament(ctx, e, id)
	if err != nil {
		return c, err
	}
	u, err := undo(ctx, e, stored)
	c.Unsure = u.unsure
	switch {
	case err != nil:
		return c, err
	case u.record.Event == nil:
		return c, fmt.Errorf("table %d is no tournament's; use --void to make its hand void", stored.Channel)
	}
	event := u.record.Event.Clone()
	u.record.Event, c.Name = event, event.Name
	if c.Before = event.State.View().Phase >= tournament.Finished; c.Before {
		return c, nil
	}
	before := event.State.Escrow()
	if err := end(event, engine.At(time.Now())); err != nil {
		return c, fmt.Errorf("tournament %d cannot be cancelled: %w", event.ID, err)
	}
	c.Back = before - event.State.Escrow()
	return c, u.commit(ctx, e, fmt.Sprintf("doctor/cancel/%d/%d", event.ID, stored.Version))
}

// end cancels a tournament. The time since its last event is credited first, or events due meanwhile would happen.
func end(event *record.Event, now engine.Moment) error {
	if n := len(event.Log); n > 0 && event.Log[n-1].At < now {
		if _, err := event.Direct(tournament.CreditDowntime{At: tournament.At(now), Last: event.Log[n-1].At}, nil); err != nil {
			return err
		}
	}
	_, err := event.Direct(tournament.Cancel{At: tournament.At(now), Now: true}, nil)
	event.Cause = locale.ByOperator
	return err
}

// findTournament returns the table of a tournament, even if its record is damaged.
func findTournament(ctx context.Context, e *table.Env, id engine.ID) (store.Record, error) {
	for stored, err := range e.Store.Tables(ctx) {
		damaged, ok := errors.AsType[*store.DamagedError](err)
		switch {
		case err != nil && !ok:
			return stored, err
		case ok && damaged.NoVersion && stored.Channel == id:
			return stored, record.Unreadable(stored, err)
		}
		r, _, unsure := e.Codec.DecodeTable(stored)
		if err != nil || unsure != nil {
			r, _, _, _ = record.Salvage(stored, 0, unsure)
		}
		if stored.Channel == id || r.Venue().Channel == id || r.Event != nil && r.Event.ID == id {
			return stored, nil
		}
	}
	return store.Record{}, fmt.Errorf("there is no tournament %d, and no table in a channel %d", id, id)
}
