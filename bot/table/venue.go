package table

import (
	"errors"
	"maps"
	"time"

	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/internal/retry"
	"cardroom/store"
)

// Venue is the channel where a table plays.
type Venue struct{ table *Table }

// Venue returns the channel of the table.
func (t *Table) Venue() Venue { return Venue{t} }

// Where returns the channel where a table plays: that of its key, or another one after that was deleted (T118). Any goroutine
// may call it.
func (t *Table) Where() store.Key {
	if moved := t.Summary().Channel; moved != 0 {
		return store.Key{Guild: t.Key.Guild, Channel: moved}
	}
	return t.Key
}

// IsForbidden reports whether Discord refuses the bot in the channel.
func (v Venue) IsForbidden() bool { return v.table.Recovery.forbidden }

// Failed schedules a retry of a request to the table's channel, like [message.Postpone]. It notes whether Discord refuses the bot there.
func (v Venue) Failed(try *retry.Attempt, err error) {
	message.Postpone(try, err)
	v.table.Recovery.forbidden = rest.KeepsOut(err)
}

// Unblock lets the table post again at once after Discord refused the bot.
func (v Venue) Unblock() {
	v.table.Recovery.forbidden = false
	v.table.Dealer.commitments.Reset()
	v.table.Dealer.value.Reset()
}

// IsDeleted reports whether the channel of a tournament's table was deleted, and the table has no other one yet. No time
// counts for its players until it has one.
func (v Venue) IsDeleted() bool {
	return v.table.version != 0 && v.table.state.record.Venue().Deleted != 0
}

// CloseIfDeleted handles an error of a request to the table's channel that failed so many times in a row. It closes the table, or
// moves a tournament, if Discord says that the channel was deleted.
func (v Venue) CloseIfDeleted(err error, failures int) {
	if errors.Is(err, rest.ErrNoChannel) && (failures > 1 || directed(v.table)) {
		v.CloseOrphan()
	}
}

// CloseOrphan closes the table of a deleted channel, and voids a running hand (R65). If a commit fails, the alarm retries. A
// tournament goes on in another channel.
func (v Venue) CloseOrphan() {
	t := v.table
	if t.version == 0 || directed(t) && t.Director.Orphaned() {
		return
	}
	t.Log.Warn("the channel was deleted; closing its table and returning every stack")
	now, err := engine.At(time.Now()), error(nil)
	if t.View().Phase != engine.Idle {
		err = t.apply(t.idempotencyKey("void"), engine.Void{At: now}, nil)
	}
	if err == nil {
		err = t.apply(t.idempotencyKey("close"), engine.Close{At: now}, nil)
	}
	if t.Recovery.orphaned = err != nil && t.version != 0; t.Recovery.orphaned {
		t.Log.Error("could not close the table of a deleted channel; retrying", "err", err)
	}
}

// relist tells the registry where a table plays. The summary still has the channel before.
func (v Venue) relist() {
	t := v.table
	moved := engine.ID(0)
	if t.version != 0 {
		moved = t.state.record.Venue().Channel
	}
	if moved != 0 || t.Summary().Channel != 0 {
		t.Env.Tables.move(t.Key, moved)
	}
}

// move notes the channel where a table plays; 0 is that of its key.
func (r *Registry) move(own store.Key, to engine.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.moved, func(_, k store.Key) bool { return k == own })
	if to == 0 || to == own.Channel {
		return
	}
	if r.moved == nil {
		r.moved = map[store.Key]store.Key{}
	}
	r.moved[store.Key{Guild: own.Guild, Channel: to}] = own
}

// At returns the key of the table that plays in a channel: the channel's own unless another table has moved there.
func (r *Registry) At(k store.Key) store.Key {
	r.mu.Lock()
	defer r.mu.Unlock()
	if own, moved := r.moved[k]; moved {
		return own
	}
	return k
}
