package bot_test

import (
	"bytes"
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
)

// shaky is a store that may fail, or return other data than it has. A nil field changes nothing.
type shaky struct {
	store.Store
	mu          sync.Mutex
	commit      func(ctx context.Context, c store.Change, do commitFunc) (store.Receipt, error)
	pay         func(do commitFunc) (store.Receipt, error)
	forget      func(do commitFunc) (store.Receipt, error)
	load        func() error            // of one table
	list        func() error            // of each table of the list
	ends        func() error            // at the end of the list
	note        func() error            // of reading and writing
	noteOf      func(name string) error // of reading one note
	setNote     func(context.Context) error
	wallet      func() error                                    // of reading
	read        func(store.Record, error) (store.Record, error) // of any table read
	hands       func(store.Hand) (store.Hand, error)            // of any hand read
	dropped     int64                                           // the newest hand that no history has any more
	absent      int64                                           // the hand that a history lacks, though it has older ones
	leaderboard func() error                                    // before the largest wallets are read
	asked       func() error                                    // before users who asked to be forgotten are read
	damaged     []store.Key                                     // listed before all tables
}

type commitFunc func() (store.Receipt, error)

// update changes the store's behaviour.
func (s *shaky) update(how func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	how()
}

// on replaces the commit; nil ends that.
func (s *shaky) on(commit func(ctx context.Context, c store.Change, do commitFunc) (store.Receipt, error)) {
	s.update(func() { s.commit = commit })
}

// fails makes every commit fail, and with all also every read.
func (s *shaky) fails(all bool) {
	away := func() error { return context.DeadlineExceeded }
	s.on(func(context.Context, store.Change, commitFunc) (store.Receipt, error) { return store.Receipt{}, away() })
	if all {
		s.update(func() { s.load = away })
	}
}

// works ends the faults.
func (s *shaky) works() {
	s.update(func() { s.commit, s.load = nil, nil })
}

// bends changes one table when it is read.
func (s *shaky) bends(k store.Key, bend func(store.Record) (store.Record, error)) {
	s.update(func() {
		s.read = func(r store.Record, err error) (store.Record, error) {
			if err != nil || r.Key != k {
				return r, err
			}
			return bend(r)
		}
	})
}

// flipped returns a record with one bit changed.
func flipped(r store.Record) (store.Record, error) {
	r.Data = bytes.Clone(r.Data)
	r.Data[len(r.Data)/2] ^= 4
	return r, nil
}

// flippedHand returns a reader of hands that changes one bit of the hand with that number.
func flippedHand(number string) func(store.Hand) (store.Hand, error) {
	return func(h store.Hand) (store.Hand, error) {
		if strconv.FormatInt(h.Number, 10) == number {
			h.Data = bytes.Clone(h.Data)
			h.Data[len(h.Data)/2] ^= 4
		}
		return h, nil
	}
}

// misread returns a record that the store reports as damaged.
func misread(r store.Record) (store.Record, error) {
	return r, &store.DamagedError{Key: r.Key, Why: "its checksum is another"}
}

// loseReply returns the error of a commit whose reply is lost.
func loseReply(ctx context.Context) (store.Receipt, error) {
	<-ctx.Done()
	return store.Receipt{}, ctx.Err()
}

func (s *shaky) Commit(ctx context.Context, c store.Change) (store.Receipt, error) {
	do := func() (store.Receipt, error) { return s.Store.Commit(context.Background(), c) }
	if commit := hook(s, &s.commit); commit != nil {
		return commit(ctx, c, do)
	}
	return do()
}

func (s *shaky) Load(ctx context.Context, k store.Key) (store.Record, error) {
	if load := hook(s, &s.load); load != nil {
		if err := load(); err != nil {
			return store.Record{}, err
		}
	}
	r, err := s.Store.Load(ctx, k)
	if read := hook(s, &s.read); read != nil {
		return read(r, err)
	}
	return r, err
}

// lacks has histories lack hands from an act on, and reports whether it does: it "drops hands to N", or "loses hand N" alone.
func (s *shaky) lacks(t *testing.T, act string) bool {
	for prefix, hand := range map[string]*int64{"drops hands to ": &s.dropped, "loses hand ": &s.absent} {
		if number, ok := strings.CutPrefix(act, prefix); ok {
			n, err := strconv.ParseInt(number, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			s.update(func() { *hand = n })
			return true
		}
	}
	return false
}

func (s *shaky) Hands(ctx context.Context, k store.Key, before int64, most int) ([]store.Hand, error) {
	all, err := s.Store.Hands(ctx, k, before, most+1)
	last, absent := hook(s, &s.dropped), hook(s, &s.absent)
	all = slices.DeleteFunc(all, func(h store.Hand) bool { return h.Number <= last || h.Number == absent })
	all = all[:min(len(all), most)]
	if read := hook(s, &s.hands); read != nil {
		for i := range all {
			if all[i], err = read(all[i]); err != nil {
				return nil, err
			}
		}
	}
	return all, err
}

func (s *shaky) Tables(ctx context.Context) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for _, k := range hook(s, &s.damaged) {
			if !yield(store.Record{Key: k}, &store.DamagedError{Key: k, Why: "garbage"}) {
				return
			}
		}
		for r, err := range s.Store.Tables(ctx) {
			if list := hook(s, &s.list); list != nil {
				if lost := list(); lost != nil {
					r, err = store.Record{Key: r.Key}, lost
				}
			}
			if read := hook(s, &s.read); read != nil {
				r, err = read(r, err)
			}
			if !yield(r, err) {
				return
			}
		}
		if ends := hook(s, &s.ends); ends != nil {
			if err := ends(); err != nil {
				yield(store.Record{}, err)
			}
		}
	}
}

func (s *shaky) Note(ctx context.Context, name string) (string, error) {
	if note := hook(s, &s.note); note != nil {
		if err := note(); err != nil {
			return "", err
		}
	}
	if read := hook(s, &s.noteOf); read != nil {
		if err := read(name); err != nil {
			return "", err
		}
	}
	return s.Store.Note(ctx, name)
}

func (s *shaky) Wallet(ctx context.Context, guild, who engine.ID) (store.Wallet, error) {
	if wallet := hook(s, &s.wallet); wallet != nil {
		if err := wallet(); err != nil {
			return store.Wallet{}, err
		}
	}
	return s.Store.Wallet(ctx, guild, who)
}

func (s *shaky) TopWallets(ctx context.Context, guild engine.ID, most int) ([]store.Wallet, error) {
	if leaderboard := hook(s, &s.leaderboard); leaderboard != nil {
		if err := leaderboard(); err != nil {
			return nil, err
		}
	}
	return s.Store.TopWallets(ctx, guild, most)
}

func (s *shaky) Forgotten(ctx context.Context, guild engine.ID) (map[engine.ID]time.Time, error) {
	if asked := hook(s, &s.asked); asked != nil {
		if err := asked(); err != nil {
			return nil, err
		}
	}
	return s.Store.Forgotten(ctx, guild)
}

func (s *shaky) SetNote(ctx context.Context, name, value string) error {
	if note := hook(s, &s.note); note != nil {
		if err := note(); err != nil {
			return err
		}
	}
	if set := hook(s, &s.setNote); set != nil {
		if err := set(ctx); err != nil {
			return err
		}
	}
	return s.Store.SetNote(ctx, name, value)
}

// hook returns a field of s.
func hook[T any](s *shaky, field *T) T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *field
}

func (s *shaky) Pay(ctx context.Context, p store.Payment) (store.Receipt, error) {
	do := func() (store.Receipt, error) { return s.Store.Pay(ctx, p) }
	if pay := hook(s, &s.pay); pay != nil {
		return pay(do)
	}
	return do()
}

func (s *shaky) Forget(ctx context.Context, o store.ErasureRequest) (store.Receipt, error) {
	do := func() (store.Receipt, error) { return s.Store.Forget(ctx, o) }
	if forget := hook(s, &s.forget); forget != nil {
		return forget(do)
	}
	return do()
}
