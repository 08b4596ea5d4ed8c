package prefs

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/store"
)

// library is a store with notes only.
type library struct {
	store.Store
	notes map[string]string
	read  func() // while a note is read; may be nil
	away  *bool  // the store does not answer; may be nil
}

func (l library) Note(_ context.Context, name string) (string, error) {
	if l.read != nil {
		l.read()
	}
	if l.away != nil && *l.away {
		return "", context.DeadlineExceeded
	}
	return l.notes[name], nil
}

func (l library) SetNote(_ context.Context, name, value string) error {
	l.notes[name] = value
	return nil
}

func TestTheFirstPressesOfPeopleDoNotWaitForEachOther(t *testing.T) {
	const people = 40
	var reading sync.WaitGroup
	reading.Add(people)
	all := make(chan struct{}) // closed when all reads are under way
	go func() { reading.Wait(); close(all) }()
	c := New(Notes{Ctx: t.Context(), Store: library{read: func() { reading.Done(); <-all }}, Log: slog.New(slog.DiscardHandler)})
	for who := range engine.ID(people) {
		go func() { _, _ = c.People.Get(who << 22) }()
	}
	select {
	case <-all:
	case <-time.After(20 * time.Second):
		t.Error("a read waits for another read")
	}
}

func TestOneIsForgottenWhereTooManyAreKnown(t *testing.T) {
	var c Store[Person]
	for who := range engine.ID(maxCached + 100) {
		c.Remember(who, Person{})
		if _, known := c.Cached(who); !known || len(c.cached) > maxCached {
			t.Fatalf("number %d is known: %t, of %d", who, known, len(c.cached))
		}
	}
	if len(c.cached) != maxCached {
		t.Errorf("%d are known", len(c.cached))
	}
}

// TestAChoiceThatCannotBeReadIsWrittenAnew checks that an unreadable note counts as empty, is logged once, and is replaced
// by the next choice.
func TestAChoiceThatCannotBeReadIsWrittenAnew(t *testing.T) {
	var logged strings.Builder
	notes := map[string]string{"person/7": `{"ping":"always","language":5`}
	c := New(Notes{Ctx: t.Context(), Store: library{notes: notes}, Log: slog.New(slog.NewTextHandler(&logged, nil))})
	for range 2 {
		if own, err := c.People.Get(7); err != nil || own != (Person{}) {
			t.Errorf("chosen is %+v, %v", own, err)
		}
	}
	if n := strings.Count(logged.String(), "person/7"); n != 1 {
		t.Errorf("told of %d times: %s", n, logged.String())
	}
	own, err := c.People.Update(7, func(own *Person) (bool, error) { own.TextOnly = true; return true, nil })
	if err != nil || !own.TextOnly || !strings.Contains(notes["person/7"], "true") || strings.Contains(notes["person/7"], "always") {
		t.Errorf("%+v, %v; stored is %s", own, err, notes["person/7"])
	}
}

// deaf is a store that writes notes without confirming them. After that it is away.
type deaf struct{ library }

func (d deaf) SetNote(ctx context.Context, name, value string) error {
	_ = d.library.SetNote(ctx, name, value)
	*d.away = true
	return context.DeadlineExceeded
}

// TestAChoiceInDoubtIsAskedForAgain checks that an unconfirmed write drops the cached value. Otherwise house players would
// play for other chips after a restart than before.
func TestAChoiceInDoubtIsAskedForAgain(t *testing.T) {
	away := false
	c := New(Notes{Ctx: t.Context(), Store: deaf{library{notes: map[string]string{}, away: &away}}, Log: slog.New(slog.DiscardHandler)})
	_, err := c.Guilds.Update(7, func(own *Guild) (bool, error) { own.BotsPlayForWallet = true; return true, nil })
	if !errors.Is(err, storage.ErrUnknown) {
		t.Errorf("it is %v", err)
	}
	away = false
	if own, err := c.Guilds.Get(7); err != nil || !own.BotsPlayForWallet {
		t.Errorf("stored is that house players play for wallet chips, and believed %+v, %v", own, err)
	}
}

// hesitant is a store that makes every other write only, and confirms that one.
type hesitant struct {
	library
	writes *int
}

func (h hesitant) SetNote(ctx context.Context, name, value string) error {
	if *h.writes++; *h.writes%2 == 1 {
		return context.DeadlineExceeded
	}
	return h.library.SetNote(ctx, name, value)
}

// TestAChoiceIsWrittenAgainWhereItsAnswerIsLost checks that one lost write leaves no choice in doubt. A user who repeats a role would
// clear it.
func TestAChoiceIsWrittenAgainWhereItsAnswerIsLost(t *testing.T) {
	notes, writes := map[string]string{}, 0
	c := New(Notes{Ctx: t.Context(), Store: hesitant{library{notes: notes}, &writes}, Log: slog.New(slog.DiscardHandler)})
	own, err := c.Guilds.Update(7, func(own *Guild) (bool, error) { own.OpenRole = 5; return true, nil })
	if err != nil || own.OpenRole != 5 || writes != 2 || !strings.Contains(notes["server/7"], `"opener":5`) {
		t.Errorf("%+v, %v, after %d writes of %q", own, err, writes, notes)
	}
}

// noNotes is a store without notes.
type noNotes struct {
	store.Store
	asked atomic.Int64
}

func (s *noNotes) Note(ctx context.Context, _ string) (string, error) {
	s.asked.Add(1)
	return "", ctx.Err()
}

// TestWhatThosePlayingHaveChosenIsAskedForOnce checks that the store is asked once for each of six players at ten thousand
// tables. With a smaller cache every press would ask again.
func TestWhatThosePlayingHaveChosenIsAskedForOnce(t *testing.T) {
	const people = 60_000
	st := &noNotes{}
	c := New(Notes{Ctx: t.Context(), Store: st, Log: slog.New(slog.DiscardHandler)})
	for range 2 {
		for who := range engine.ID(people) {
			if _, err := c.People.Get(1 + who); err != nil {
				t.Fatal(err)
			}
		}
	}
	if asked := st.asked.Load(); asked != people {
		t.Errorf("the store was asked %d times for %d people", asked, people)
	}
}

// TestNobodysTimeRunsWhileOthersAreAnswered checks that the timeout of a read starts when the read does. After a restart
// all tables read at once.
func TestNobodysTimeRunsWhileOthersAreAnswered(t *testing.T) {
	c := New(Notes{Ctx: t.Context(), Store: &noNotes{}, Log: slog.New(slog.DiscardHandler)})
	time.AfterFunc(storage.Timeout+100*time.Millisecond, c.People.lock(1))
	if _, err := c.People.Get(1); err != nil {
		t.Error(err)
	}
}

// TestAChoiceOfAnotherShardCountsWithinAMinute has two bots over one store. A choice that a person makes or clears at one counts
// at the other within a minute, and at once where chips move. An outage of the store lets the last known choice count on.
func TestAChoiceOfAnotherShardCountsWithinAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reads atomic.Int64
		var away bool
		notes := Notes{Ctx: t.Context(), Log: slog.New(slog.DiscardHandler)}
		notes.Store = library{notes: map[string]string{}, read: func() { reads.Add(1) }, away: &away}
		a, b := New(notes), New(notes)
		rebuys := func(own Person) bool { return own.AutoRebuy }
		choose := func(by *All, on bool) {
			if _, err := by.People.Update(7, func(own *Person) (bool, error) { *own = Person{AutoRebuy: on}; return true, nil }); err != nil {
				t.Fatal(err)
			}
		}
		believes := func(when string, want bool, cost int64) {
			t.Helper()
			before := reads.Load()
			if own, err := b.People.Get(7); err != nil || own.AutoRebuy != want || reads.Load()-before != cost {
				t.Errorf("%s: it is %+v, %v, after %d reads", when, own, err, reads.Load()-before)
			}
		}
		choose(a, true)
		believes("first", true, 1)
		choose(a, false)
		believes("just changed elsewhere", true, 0)
		if now, err := b.People.Confirm(7, rebuys); now || err != nil {
			t.Errorf("a rebuy that was switched off elsewhere is confirmed: %t, %v", now, err)
		}
		believes("once it was confirmed", false, 0)
		before := reads.Load()
		if now, err := b.People.Confirm(7, rebuys); now || err != nil || reads.Load() != before {
			t.Errorf("a choice that moves no chips is read %d times: %t, %v", reads.Load()-before, now, err)
		}
		choose(a, true)
		time.Sleep(time.Minute)
		believes("a minute later", true, 1)
		away = true
		time.Sleep(time.Minute)
		believes("while the store is away", true, 1)
		believes("while the store is still away", true, 0)
		if now, err := b.People.Confirm(7, rebuys); now || !errors.Is(err, storage.ErrUnknown) {
			t.Errorf("chips move by a choice that nobody could read: %t, %v", now, err)
		}
	})
}

// TestTheSettingsOfAServerStayKnown checks that the bot of a server, which alone changes its settings, reads them once.
func TestTheSettingsOfAServerStayKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &noNotes{}
		c := New(Notes{Ctx: t.Context(), Store: st, Log: slog.New(slog.DiscardHandler)})
		for range 3 {
			c.Guild(5)
			time.Sleep(24 * time.Hour)
		}
		if asked := st.asked.Load(); asked != 1 {
			t.Errorf("the store was asked %d times", asked)
		}
	})
}

// flaky is a store of notes whose writes get the outcomes of a list in turn.
type flaky struct {
	library
	writes *[]func(set func()) error
}

func (f flaky) SetNote(_ context.Context, name, value string) error {
	next := (*f.writes)[0]
	*f.writes = (*f.writes)[1:]
	return next(func() { f.notes[name] = value })
}

// A choice whose first write had no answer never overwrites a later one of another process. A refusal of the store is no doubt.
func TestAChoiceThatIsWrittenAgainOverwritesNoOther(t *testing.T) {
	notes := map[string]string{}
	lost := func(func()) error { return context.DeadlineExceeded }
	arrived := func(set func()) error { set(); return context.DeadlineExceeded }
	written := func(set func()) error { set(); return nil }
	overtaken := func(set func()) error { set(); notes["person/7"] = `{"lang":"fr"}`; return context.DeadlineExceeded }
	refused := func(func()) error { return store.ErrReadOnly }
	for name, f := range map[string]struct {
		writes  []func(func()) error
		want    string
		unknown bool
		err     error
	}{
		"lost once":  {[]func(func()) error{lost, written}, `{"auto_rebuy":true}`, false, nil},
		"arrived":    {[]func(func()) error{arrived}, `{"auto_rebuy":true}`, false, nil},
		"overtaken":  {[]func(func()) error{overtaken}, `{"lang":"fr"}`, true, storage.ErrUnknown},
		"lost twice": {[]func(func()) error{lost, lost}, "", true, storage.ErrUnknown},
		"refused":    {[]func(func()) error{refused}, "", false, store.ErrReadOnly},
	} {
		clear(notes)
		left := f.writes
		c := New(Notes{Ctx: t.Context(), Store: flaky{library{notes: notes}, &left}, Log: slog.New(slog.DiscardHandler)})
		_, err := c.People.Update(7, func(own *Person) (bool, error) { own.AutoRebuy = true; return true, nil })
		_, unknown := errors.AsType[*UnconfirmedError](err)
		if !errors.Is(err, f.err) || unknown != f.unknown || notes["person/7"] != f.want || len(left) != 0 {
			t.Errorf("%s: the note is %s, %d writes are left, %v", name, notes["person/7"], len(left), err)
		}
	}
}
