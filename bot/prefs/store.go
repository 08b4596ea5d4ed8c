package prefs

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"sync"

	"cardroom/bot/failpoint"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/store"
)

// Notes is where choices are stored.
type Notes struct {
	Ctx   context.Context
	Store store.Store
	Hook  failpoint.Hook
	Log   *slog.Logger
}

// All is what people and servers have chosen.
type All struct {
	notes   Notes
	People  Store[Person]
	Guilds  Store[Guild]
	Presets Store[Presets]
	log     *slog.Logger
}

func New(n Notes) *All {
	return &All{
		notes:   n,
		People:  Store[Person]{Notes: n, kind: "person/"},
		Guilds:  Store[Guild]{Notes: n, kind: "server/"},
		Presets: Store[Presets]{Notes: n, kind: "presets/"},
		log:     n.Log,
	}
}

// Store is what people, or servers, have chosen: a note of the store for each, by its id. Those that were asked for are
// Remembered. Another process on the same store may learn of a change only when it starts.
type Store[T any] struct {
	Notes  Notes
	kind   string         // begins the names of the notes
	asking [61]sync.Mutex // while the store is asked or told, by id: one waits for few others

	mu    sync.Mutex
	Known map[engine.ID]T
}

// maxCached is how many are kept: more than sit at ten thousand tables, or each press would ask the store, which has one
// answer at a time for all of them. What that many people have chosen takes some 8 MB.
const maxCached = 100_000

// Cached is what one has chosen as far as it is known.
func (c *Store[T]) Cached(who engine.ID) (T, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	own, known := c.Known[who]
	return own, known
}

// Remember remembers what one has chosen, and forgets another where there are too many.
func (c *Store[T]) Remember(who engine.ID, own T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Known == nil {
		c.Known = map[engine.ID]T{}
	}
	for other := range c.Known {
		if len(c.Known) < maxCached {
			break
		}
		delete(c.Known, other) // any one will do
	}
	c.Known[who] = own
}

// invalidate forgets what one has chosen, where it may have been stored otherwise: whoever wants to know asks the store.
func (c *Store[T]) invalidate(who engine.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.Known, who)
}

// Get is what one has chosen. The error is errUnknown where the store does not say.
func (c *Store[T]) Get(who engine.ID) (T, error) {
	if own, known := c.Cached(who); known {
		return own, nil
	}
	defer c.lock(who)()
	if own, known := c.Cached(who); known { // somebody asked meanwhile
		return own, nil
	}
	ctx, cancel := storage.Within(c.Notes.Ctx) // of this one: after a start thousands ask at once
	defer cancel()
	return c.read(ctx, who)
}

// lock waits until nobody asks or tells the store of the same id, and gives what ends that.
func (c *Store[T]) lock(who engine.ID) (done func()) {
	asking := &c.asking[uint64(who)%uint64(len(c.asking))]
	asking.Lock()
	return asking.Unlock
}

// note is the name of the note of one.
func (c *Store[T]) note(who engine.ID) string { return c.kind + strconv.FormatUint(uint64(who), 10) }

// read asks the store. One asks for an id at a time, or an answer from before a change could be kept after it. A note that
// cannot be read is as none: the next choice writes it anew.
func (c *Store[T]) read(ctx context.Context, who engine.ID) (own T, err error) {
	note, err := c.Notes.Store.Note(ctx, c.note(who))
	if err != nil {
		return own, errors.Join(storage.ErrUnknown, err)
	}
	if note != "" {
		if err := json.Unmarshal([]byte(note), &own); err != nil {
			c.Notes.Log.Error("what was chosen cannot be read, so nothing is", "note", c.note(who), "err", err)
			own = *new(T) // not the half that was read
		}
	}
	c.Remember(who, own)
	return own, nil
}

// Update reads what one has chosen and stores what edit makes of it, unless edit says that there is nothing to do.
func (c *Store[T]) Update(who engine.ID, edit func(*T) (changed bool, err error)) (T, error) {
	ctx, cancel := storage.Within(c.Notes.Ctx)
	defer cancel()
	defer c.lock(who)()
	own, err := c.read(ctx, who)
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
	err = c.Notes.Hook.Do(failpoint.KeepChoice, func() error { return c.Notes.Store.SetNote(ctx, c.note(who), string(note)) })
	if err != nil {
		c.invalidate(who)
		return own, errors.Join(storage.ErrUnknown, err)
	}
	c.Remember(who, own)
	return own, nil
}
