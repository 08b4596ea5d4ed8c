package bot

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/prefs"
	"cardroom/bot/shuffle"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// sharded returns a bot with one shard of the guilds, until end is called.
func sharded(t *testing.T, st store.Store, id, count int) (b *Bot, end func()) {
	t.Helper()
	tenure, err := store.AcquireLease(t.Context(), st, store.Shard{ID: id, Count: count}, "here", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Key: make([]byte, shuffle.KeySize), ShardID: id, ShardCount: count}
	if count == 1 { // configured like a single process
		c.ShardCount = 0
	}
	if b, err = New(c, tenure); err != nil {
		t.Fatal(err)
	}
	return b, func() {
		if err := tenure.End(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

// When SHARD_COUNT changes, the bot still finds the preferences of servers and users, presets and the commitments of closed
// tables. For the time of a process' last run, its own note counts.
func TestNothingIsLostWhereTheGuildsAreDividedAnew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		st, err := storeopen.Open(t.Context(), "memory:", store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		const guild, person = 1<<22 + 5, 7 // in the second of two shards, and in the second of three
		whole, end := sharded(t, st, 0, 1)
		_, err1 := whole.Prefs.Guilds.Update(guild, func(own *prefs.Guild) (bool, error) { own.BotsPlayForWallet = true; return true, nil })
		_, err2 := whole.Prefs.People.Update(person, func(own *prefs.Person) (bool, error) { own.TextOnly = true; return true, nil })
		if err := errors.Join(err1, err2, whole.sayAlive(t.Context(), time.Now())); err != nil {
			t.Fatal(err)
		}
		end()
		stopped := time.Now().Truncate(time.Millisecond)
		time.Sleep(time.Minute)
		for _, count := range []int{2, 3, 1, 2} {
			b, end := sharded(t, st, 1%count, count)
			own, err1 := b.Prefs.Guilds.Get(guild)
			their, err2 := b.Prefs.People.Get(person)
			last, err3 := b.lastAlive(t.Context())
			if err := errors.Join(err1, err2, err3); err != nil || !own.BotsPlayForWallet || !their.TextOnly {
				t.Errorf("1 of %d: the server has chosen %+v, the person %+v, %v", count, own, their, err)
			}
			if !last.Equal(stopped) {
				t.Errorf("1 of %d: the tables were played until %v, and it believes %v", count, stopped, last)
			}
			if err := b.sayAlive(t.Context(), time.Now()); err != nil {
				t.Fatal(err)
			}
			stopped = time.Now().Truncate(time.Millisecond)
			end()
			time.Sleep(time.Minute)
		}
		first, end := sharded(t, st, 0, 2)
		if err := first.sayAlive(t.Context(), time.Now()); err != nil {
			t.Fatal(err)
		}
		died := time.Now().Truncate(time.Millisecond)
		end()
		time.Sleep(time.Minute)
		other, endOther := sharded(t, st, 1, 2)
		defer endOther()
		if err := other.sayAlive(t.Context(), time.Now()); err != nil {
			t.Fatal(err)
		}
		again, end := sharded(t, st, 0, 2)
		defer end()
		if last, err := again.lastAlive(t.Context()); err != nil || !last.Equal(died) {
			t.Errorf("it believes that it ran at %v, %v: it died at %v, and another lives", last, err, died)
		}
	})
}

// countsWrites counts the notes that are written to a store.
type countsWrites struct {
	store.Store
	notes int
}

func (c *countsWrites) SetNote(ctx context.Context, name, value string) error {
	c.notes++
	return c.Store.SetNote(ctx, name, value)
}

// TestShardsOfANewDivisionStartOneAfterAnother lets the first of them say that it is alive before the others start.
func TestShardsOfANewDivisionStartOneAfterAnother(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		inner, err := storeopen.Open(t.Context(), "memory:", store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer inner.Close()
		st := &countsWrites{Store: inner}
		var stopped time.Time // when the last division was played
		for _, count := range []int{1, 64, 16, 64} {
			for id := range count {
				b, end := sharded(t, st, id, count)
				st.notes = 0
				last, err := b.lastAlive(t.Context())
				if err != nil || count > 1 && !last.Equal(stopped) {
					t.Errorf("%d of %d: the tables were played until %v, and it believes %v, %v", id, count, stopped, last, err)
				}
				if st.notes > 1 {
					t.Errorf("%d of %d: it wrote %d notes before it played", id, count, st.notes)
				}
				if err := b.sayAlive(t.Context(), time.Now()); err != nil {
					t.Fatal(err)
				}
				if again, err := b.lastAlive(t.Context()); err != nil || !again.Equal(time.Now().Truncate(time.Millisecond)) {
					t.Errorf("%d of %d: after a sign of life it believes %v, %v", id, count, again, err)
				}
				end()
				time.Sleep(time.Second)
			}
			stopped = time.Now().Add(-time.Second).Truncate(time.Millisecond)
			time.Sleep(time.Minute)
		}
	})
}

// TestShardsCountTheirSessionsTogether begins sessions of several shards of one process at the same moment, as Discord allows large bots.
func TestShardsCountTheirSessionsTogether(t *testing.T) {
	t.Parallel()
	st, err := storeopen.Open(t.Context(), "memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	const shards = 16
	process := NewProcess(nil, nil, slog.New(slog.DiscardHandler))
	var all sync.WaitGroup
	for range shards {
		b, err := New(Config{Key: make([]byte, shuffle.KeySize), Process: process}, slowNotes{st})
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			if wait, err := b.identify(leastDaily); wait != 0 || err != nil {
				t.Errorf("a session waits for %v: %v", wait, err)
			}
		})
	}
	all.Wait()
	if note, err := st.Note(t.Context(), identifyNote); err != nil || readSessionCount(note).count != shards {
		t.Errorf("%d sessions were counted as %q, %v", shards, note, err)
	}
}

// slowNotes is a store that takes a moment to read a note.
type slowNotes struct{ store.Store }

func (s slowNotes) Note(ctx context.Context, name string) (string, error) {
	time.Sleep(time.Millisecond)
	return s.Store.Note(ctx, name)
}

// A computer whose clock was years ahead when it began a session counts those of today by themselves.
func TestSessionsOfAFarDayAreForgotten(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 23, 0, 0, 0, time.UTC)
	for day, want := range map[string]int{"2026-11-27": 1, "2026-11-28": 301, "2026-11-29": 301, "2026-11-30": 1, "2036-02-07": 1} {
		c := sessionCount{day: day, count: 300, last: now.Add(-time.Hour)}
		if after, wait, err := c.next(leastDaily, now); after.count != want || wait != 0 || err != nil {
			t.Errorf("after 300 sessions on %s: %d, %v, %v; want %d", day, after.count, wait, err, want)
		}
	}
}

// TestABotOfOneSessionADayBeginsIt reads the least that Discord may allow.
func TestABotOfOneSessionADayBeginsIt(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 23, 0, 0, 0, time.UTC)
	after, wait, err := sessionCount{}.next(1, now)
	if after.count != 1 || wait != 0 || err != nil {
		t.Errorf("the first: %d, %v, %v", after.count, wait, err)
	}
	if _, _, err := after.next(1, now.Add(time.Minute)); err == nil {
		t.Error("a second session, with which Discord would reset the token")
	}
}

// TestASessionDoesNotWaitForAClockThatWentBack begins a session on a day whose sessions have to wait for the last one. That
// one has the time of a clock that was ahead.
func TestASessionDoesNotWaitForAClockThatWentBack(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	const over = 10
	for ahead, want := range map[time.Duration]time.Duration{0: longestWait, -time.Second: longestWait - time.Second, time.Hour: 0} {
		c := sessionCount{day: "2026-11-28", count: leastDaily/softShare + over, last: now.Add(ahead)}
		if _, wait, err := c.next(leastDaily, now); wait != want || err != nil {
			t.Errorf("after a session at %v from now, the next one waits %v, %v; want %v", ahead, wait, err, want)
		}
	}
}
