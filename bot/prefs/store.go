package prefs

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/store"
)

// Notes says where preferences are stored.
type Notes struct {
	Ctx   context.Context
	Store store.Store
	Hook  failpoint.Hook
	Log   *slog.Logger
}

// All holds the preferences of people, the settings of servers and their presets.
type All struct {
	notes   Notes
	People  Store[Person]
	Guilds  Store[Guild]
	Presets Store[Presets]
}

// New returns empty caches over the notes of a store.
func New(n Notes) *All {
	return &All{
		notes:   n,
		People:  Store[Person]{notes: n, kind: "person/", command: "/settings", lasts: time.Minute},
		Guilds:  Store[Guild]{notes: n, kind: "server/", command: "/server"},
		Presets: Store[Presets]{notes: n, kind: "presets/"},
	}
}

// Store keeps one note of the store for each id, and caches it. A person changes their choices on any server, which the bot of
// another shard may play: it sees a change when its cached value expires.
type Store[T any] struct {
	notes   Notes
	kind    string         // prefix of the names of the notes
	command string         // which shows the values; "": none does
	lasts   time.Duration  // how old a cached value may be; 0: any age, because one bot alone changes it
	asking  [61]sync.Mutex // held while the store is read or written, by id, so that few ids share one

	mu     sync.Mutex
	cached map[engine.ID]kept[T]
}

// kept is a cached value, and when it was the store's.
type kept[T any] struct {
	value T
	at    time.Time
}

// maxCached is how many values the cache keeps. It is more than the players at ten thousand tables, because otherwise every
// press would query the store. That many preferences take about 10 MB.
const maxCached = 100_000

// Cached returns the cached value, if there is one.
func (s *Store[T]) Cached(who engine.ID) (T, bool) {
	own, known := s.kept(who)
	return own.value, known
}

// unexpired returns the cached value, if there is one that has not expired.
func (s *Store[T]) unexpired(who engine.ID) (T, bool) {
	own, known := s.kept(who)
	return own.value, known && (s.lasts == 0 || time.Since(own.at) < s.lasts)
}

func (s *Store[T]) kept(who engine.ID) (kept[T], bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own, known := s.cached[who]
	return own, known
}

// Remember caches a value and drops any other if the cache is full.
func (s *Store[T]) Remember(who engine.ID, own T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cached == nil {
		s.cached = map[engine.ID]kept[T]{}
	}
	for other := range s.cached {
		if len(s.cached) < maxCached {
			break
		}
		delete(s.cached, other) // any of them
	}
	s.cached[who] = kept[T]{own, time.Now()}
}

// invalidate drops the cached value after an unconfirmed write.
func (s *Store[T]) invalidate(who engine.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.cached, who)
}

// Get returns the value of an id, which another bot may have changed as long ago as a cached value lasts. Where the store does
// not answer, an expired value lasts once more. Without one the error is [storage.ErrUnread].
func (s *Store[T]) Get(who engine.ID) (T, error) {
	if own, known := s.unexpired(who); known {
		return own, nil
	}
	defer s.lock(who)()
	if own, known := s.unexpired(who); known { // another goroutine read it meanwhile
		return own, nil
	}
	own, _, err := s.readNow(who)
	if expired, known := s.Cached(who); err != nil && known {
		s.Remember(who, expired)
		return expired, nil
	}
	return own, err
}

// Confirm reports whether the value of an id fulfils a condition. If the cached one does, it reads the store: call it before
// chips move by a choice that another bot may have changed.
func (s *Store[T]) Confirm(who engine.ID, holds func(T) bool) (bool, error) {
	own, err := s.Get(who)
	if err != nil || !holds(own) {
		return false, err
	}
	defer s.lock(who)()
	own, _, err = s.readNow(who)
	return err == nil && holds(own), err
}

// readNow reads the value within the timeout of one request, which starts now: after a restart thousands wait for their turn.
// It also returns the note. The caller holds the lock of the id.
func (s *Store[T]) readNow(who engine.ID) (own T, note string, err error) {
	ctx, cancel := storage.Within(s.notes.Ctx)
	defer cancel()
	return s.read(ctx, who)
}

// lock waits until no other goroutine reads or writes the same id in the store, and returns the function that unlocks it.
func (s *Store[T]) lock(who engine.ID) (done func()) {
	asking := &s.asking[uint64(who)%uint64(len(s.asking))]
	asking.Lock()
	return asking.Unlock
}

// note returns the name of the note of an id.
func (s *Store[T]) note(who engine.ID) string { return s.kind + strconv.FormatUint(uint64(who), 10) }

// read reads the value from the store and caches it. The caller holds the lock of the id, so that no value from before a
// change is cached after it. A note that cannot be decoded counts as empty, and the next choice replaces it.
func (s *Store[T]) read(ctx context.Context, who engine.ID) (own T, note string, err error) {
	note, err = s.notes.Store.Note(ctx, s.note(who))
	if err != nil {
		return own, "", storage.Unread(err)
	}
	if note != "" {
		if err := json.Unmarshal([]byte(note), &own); err != nil {
			s.notes.Log.Error("stored preferences are unreadable; using defaults", "note", s.note(who), "err", err)
			own = *new(T) // not a half-decoded value
		}
	}
	s.Remember(who, own)
	return own, note, nil
}

// UnconfirmedError says that the store did not confirm a choice, which may count.
type UnconfirmedError struct {
	Err     error
	Command string // which shows whether it counts; "": none does
}

func (e *UnconfirmedError) Error() string { return "a choice: " + e.Err.Error() }

func (e *UnconfirmedError) Unwrap() error { return e.Err }

// Sentence returns the error in the words of a user's language.
func (e *UnconfirmedError) Sentence(l *locale.Lang) string {
	if e.Command == "" {
		return string(l.Say.SaveAgain)
	}
	return l.Say.Unconfirmed.Format("command", e.Command)
}

// Update reads the value, lets edit change it and stores the result. It stores nothing if edit reports no change.
func (s *Store[T]) Update(who engine.ID, edit func(*T) (changed bool, err error)) (T, error) {
	defer s.lock(who)()
	own, was, err := s.readNow(who)
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
		note = nil // all defaults: delete the note
	}
	if err = s.write(s.note(who), was, string(note)); err != nil {
		s.invalidate(who)
		if errors.Is(err, storage.ErrUnknown) {
			err = &UnconfirmedError{Err: err, Command: s.command}
		}
		return own, err
	}
	s.Remember(who, own)
	return own, nil
}

// errOvertaken reports that another process has changed a note since the bot read it.
var errOvertaken = errors.New("another process changed it meanwhile")

// write replaces a note, and tries again if the outcome is unknown. Before that it reads the note: the first try may have counted, and a
// later choice from elsewhere must stay.
func (s *Store[T]) write(name, was, note string) error {
	tries := 0
	return storage.Twice(s.notes.Ctx, func(ctx context.Context) error {
		if tries++; tries > 1 {
			now, err := s.notes.Store.Note(ctx, name)
			switch {
			case err != nil || now == note:
				return err
			case now != was:
				return errOvertaken
			}
		}
		return s.notes.Hook.Do(failpoint.KeepChoice, func() error { return s.notes.Store.SetNote(ctx, name, note) })
	})
}
