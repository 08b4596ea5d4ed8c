package table

import (
	"errors"
	"maps"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/store"
)

// Where returns the channel where a table plays: that of its key, or another one after that was deleted (T118). Any goroutine
// may call it.
func Where(t *Table) store.Key {
	if moved := t.Summary().Channel; moved != 0 {
		return store.Key{Guild: t.Key.Guild, Channel: moved}
	}
	return t.Key
}

// ChannelDeleted reports whether the channel of a tournament's table was deleted, and the table has no other one yet. No time
// counts for its players until it has one.
func ChannelDeleted(t *Table) bool { return t.version != 0 && t.state.record.Venue().Deleted != 0 }

// CloseIfDeleted handles an error of a request to the table's channel that failed so many times in a row. It closes the table, or
// moves a tournament, if Discord says that the channel was deleted.
func CloseIfDeleted(t *Table, err error, failures int) {
	if errors.Is(err, rest.ErrNoChannel) && (failures > 1 || directed(t)) {
		t.CloseOrphan()
	}
}

// relist tells the registry where a table plays. The summary still has the channel before.
func relist(t *Table) {
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
