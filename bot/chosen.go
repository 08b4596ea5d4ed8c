package bot

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"

	"cardroom/engine"
)

// chosen is what people, or servers, have chosen: a note of the store for each, by its id. Those that were asked for are
// remembered. Another process on the same store may learn of a change only when it starts.
type chosen[T any] struct {
	kind   string         // begins the names of the notes
	asking [61]sync.Mutex // while the store is asked or told, by id: one waits for few others

	mu    sync.Mutex
	known map[engine.ID]T
}

// mostChosen is how many are kept: more than sit at ten thousand tables, or each press would ask the store, which has one
// answer at a time for all of them. What that many people have chosen takes some 8 MB.
const mostChosen = 100_000

// of is what one has chosen as far as it is known.
func (c *chosen[T]) of(who engine.ID) (T, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	own, known := c.known[who]
	return own, known
}

// keep remembers what one has chosen, and forgets another where there are too many.
func (c *chosen[T]) keep(who engine.ID, own T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = map[engine.ID]T{}
	}
	for other := range c.known {
		if len(c.known) < mostChosen {
			break
		}
		delete(c.known, other) // any one will do
	}
	c.known[who] = own
}

// drop forgets what one has chosen, where it may have been stored otherwise: whoever wants to know asks the store.
func (c *chosen[T]) drop(who engine.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.known, who)
}

// get is what one has chosen. The error is errUnknown where the store does not say.
func (c *chosen[T]) get(b *Bot, who engine.ID) (T, error) {
	if own, known := c.of(who); known {
		return own, nil
	}
	defer c.ask(who)()
	if own, known := c.of(who); known { // somebody asked meanwhile
		return own, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout) // of this one: after a start thousands ask at once
	defer cancel()
	return c.read(ctx, b, who)
}

// ask waits until nobody asks or tells the store of the same id, and gives what ends that.
func (c *chosen[T]) ask(who engine.ID) (done func()) {
	asking := &c.asking[uint64(who)%uint64(len(c.asking))]
	asking.Lock()
	return asking.Unlock
}

// note is the name of the note of one.
func (c *chosen[T]) note(who engine.ID) string { return c.kind + strconv.FormatUint(uint64(who), 10) }

// read asks the store. One asks for an id at a time, or an answer from before a change could be kept after it. A note that
// cannot be read is as none: the next choice writes it anew.
func (c *chosen[T]) read(ctx context.Context, b *Bot, who engine.ID) (own T, err error) {
	note, err := b.store.Note(ctx, c.note(who))
	if err != nil {
		return own, errors.Join(errUnknown, err)
	}
	if note != "" {
		if err := json.Unmarshal([]byte(note), &own); err != nil {
			b.log.Error("what was chosen cannot be read, so nothing is", "note", c.note(who), "err", err)
			own = *new(T) // not the half that was read
		}
	}
	c.keep(who, own)
	return own, nil
}

// chooses says whether an ask brings a choice that is later than the last one, and notes it as the last: one may come again
// when they have chosen anew.
func (k *ask) chooses(last *engine.ID) bool {
	if len(k.options) == 0 || snowflake(k.id) <= *last {
		return false
	}
	*last = snowflake(k.id)
	return true
}

// change reads what one has chosen and stores what edit makes of it, unless edit says that there is nothing to do.
func (c *chosen[T]) change(b *Bot, who engine.ID, edit func(*T) (changed bool, err error)) (T, error) {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	defer c.ask(who)()
	own, err := c.read(ctx, b, who)
	if err != nil {
		return own, err
	}
	if changed, err := edit(&own); err != nil || !changed {
		return own, err
	}
	note, err := json.Marshal(own)
	if err != nil {
		return own, err
	}
	if string(note) == "{}" {
		note = nil // nothing is chosen any more
	}
	err = b.effect(KeepChoice, func() error { return b.store.SetNote(ctx, c.note(who), string(note)) })
	if err != nil {
		c.drop(who)
		return own, errors.Join(errUnknown, err)
	}
	c.keep(who, own)
	return own, nil
}
