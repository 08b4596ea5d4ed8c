package bot_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/store"
)

// ways returns how many sessions the present life began, and how many it resumed.
func (c *club) ways() (sessions, resumes float64) {
	now := c.counters()
	return now["cardroom_gateway_sessions_total"], now["cardroom_gateway_resumes_total"]
}

// expectAnswer has a person send a command, and expects the answer.
func (c *club) expectAnswer(when string) {
	c.t.Helper()
	if a := c.person("alice").Command(c.channel, "/chips balance"); !strings.Contains(a.Text(), "10,000") {
		c.t.Errorf("%s: the wallet is answered with %q %v", when, a.Text(), a.Err)
	}
}

func TestTheNextProcessResumesTheSession(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.handOver = true })
		c.expectAnswer("in the first life")
		c.stop()
		first := c.life.session.Load()
		if note, err := c.store.Note(t.Context(), first.name); err != nil || note != first.value || strings.Contains(note, "session") {
			t.Errorf("the note of the session is %q, %v; want it encrypted", note, err)
		}
		c.start()
		c.expectAnswer("in the second life")
		if sessions, resumes := c.ways(); sessions != 0 || resumes != 1 {
			t.Errorf("the second life began %v sessions and resumed %v, want one resumed", sessions, resumes)
		}
		if c.life.bot.Me.Load() == nil {
			t.Error("a bot that resumed a session does not know its own user")
		}
		if note, err := c.store.Note(t.Context(), first.name); err != nil || note != "" {
			t.Errorf("the session of the first life is still stored, or %v", err)
		}
	})
}

// setNote sets a note, or deletes it.
func (c *club) setNote(name, value string) {
	c.t.Helper()
	if err := c.store.SetNote(c.t.Context(), name, value); err != nil {
		c.t.Fatal(err)
	}
}

// sessionNotes returns the names of the notes that the store has of sessions, sorted.
func (c *club) sessionNotes() (names []string) {
	for name := range c.sessions.Range {
		note, err := c.store.Note(c.t.Context(), name.(string))
		if err != nil {
			c.t.Fatal(err)
		}
		if note != "" {
			names = append(names, name.(string))
		}
	}
	slices.Sort(names)
	return names
}

// expectResumed expects that the present life resumed its session, and that the store has this session and no other. Discord may send
// the RESUMED of an earlier life again.
func (c *club) expectResumed(when string) {
	c.t.Helper()
	c.expectAnswer(when)
	if sessions, resumes := c.ways(); sessions != 0 || resumes == 0 {
		c.t.Errorf("%s: the life began %v sessions and resumed %v, want none begun", when, sessions, resumes)
	}
	if names, want := c.sessionNotes(), []string{epochsNote, ownSession(c.life.lease)}; !slices.Equal(names, want) {
		c.t.Errorf("%s: the store has the notes %q, want %q", when, names, want)
	}
}

// epochsNote is the note of the leases that may have stored a session.
const epochsNote = "session 0/1"

// ownSession returns the name of the note with the session of a lease.
func ownSession(l store.Lease) string { return fmt.Sprint(epochsNote, " ", l.Epoch) }

// Processes end before they have a session: while they acquire the lease, or read the tables.
func TestTheSessionOutlivesProcessesThatBeginNone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.handOver = true })
		for skipped := range 3 {
			c.stop()
			for range skipped {
				c.leased()
			}
			c.start()
			if skipped > 0 {
				c.expectResumed(fmt.Sprint("after ", skipped, " processes without a session"))
			}
		}
	})
}

// A process of an older program writes no note of epochs, and looks for the session of the last lease only.
func TestProgramsBeforeAndAfterTheNoteOfEpochsResumeEachOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.handOver = true })
		c.stop()
		c.setNote(epochsNote, "")
		c.start()
		c.expectResumed("after an older process")
		c.stop()
		newer, older := c.life.session.Load(), ownSession(c.leased())
		if newer.name != ownSession(c.life.lease) {
			t.Fatalf("the note %q cannot be found by an older process", newer.name)
		}
		c.setNote(older, newer.value)
		c.setNote(newer.name, "")
		c.start()
		c.expectResumed("after a newer and an older process")
	})
}

// A process that does not know yet that it was overtaken writes and deletes nothing of the newer one.
func TestAnOvertakenProcessLeavesTheNoteOfEpochs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.handOver = true })
		c.stop()
		first := c.life.lease
		newer := store.Lease{Epoch: first.Epoch + 1_000_000}
		written := map[string]string{epochsNote: fmt.Sprint(newer.Epoch, " ", first.Epoch), ownSession(newer): "its session"}
		for name, value := range written {
			c.setNote(name, value)
		}
		c.start()
		for name, want := range written {
			if note, err := c.store.Note(t.Context(), name); err != nil || note != want {
				t.Errorf("the note %q is %q, %v, want %q as the newer process wrote it", name, note, err, want)
			}
		}
		if sessions, resumes := c.ways(); sessions != 0 || resumes != 1 {
			t.Errorf("the overtaken process began %v sessions and resumed %v", sessions, resumes)
		}
	})
}

// The overtaken process writes the note of epochs after the next one has done so, and before that one has a session.
func TestTheFirstSessionOfAProcessIsNamedAnew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.handOver = true })
		c.stop()
		late := fmt.Sprint(c.leased().Epoch)
		passed := 0
		c.at = func(p failpoint.Point) bool {
			if p == (failpoint.Point{Effect: failpoint.HandSession, Done: true}) {
				if passed++; passed == 1 {
					c.setNote(epochsNote, late)
				}
			}
			return false
		}
		c.start()
		c.expectResumed("beside a process that was overtaken")
		c.stop()
		c.leased()
		c.start()
		c.expectResumed("after a process without a session")
	})
}

// The store does not answer when the session is read for the first time.
func TestAStoreThatStumblesCostsNoSession(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.handOver = true })
		c.stop()
		last, failed := c.life.session.Load().name, false
		c.shaky.update(func() {
			c.shaky.noteOf = func(name string) error {
				if failed || name != last {
					return nil
				}
				failed = true
				return errors.New("no answer")
			}
		})
		c.start()
		c.expectResumed("after a store that did not answer at once")
	})
}

// A process that was overtaken stores its session late. The processes after it go on with the newer session.
func TestALateSessionReplacesNone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.handOver = true })
		c.stop()
		late := c.life.session.Load()
		c.start()
		c.expectAnswer("with the session of the first life")
		c.srv.InvalidateSessions(false) // so the second life begins another
		time.Sleep(10 * time.Second)
		c.expectAnswer("in the second life")
		c.stop()
		c.setNote(late.name, late.value)
		c.start()
		c.expectResumed("in the third life")
		c.stop()
		c.setNote(late.name, late.value)
		c.setNote(epochsNote, strings.TrimPrefix(late.name, epochsNote+" "))
		c.start()
		c.expectResumed("in the fourth life")
	})
}

// A note that cannot be read, or of another key, costs one new session and nothing else.
func TestAnUnreadableSessionIsBegunAnew(t *testing.T) {
	t.Parallel()
	for _, note := range []string{"x", "AAAA", strings.Repeat("A", 400)} {
		synctest.Test(t, func(t *testing.T) {
			c := openAs(t, func(c *club) { c.handOver = true })
			c.stop()
			c.setNote(c.life.session.Load().name, note)
			c.start()
			c.expectAnswer("behind an unreadable session")
			if sessions, resumes := c.ways(); sessions != 1 || resumes != 0 {
				t.Errorf("behind %q the bot began %v sessions and resumed %v", note, sessions, resumes)
			}
		})
	}
}

// The program ends before or after each write of its hand-over, and the next process before it has a session.
func TestTheProgramMayEndOverASession(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.HandSession) {
		for nth := 1; ; nth++ {
			fell := false
			synctest.Test(t, func(t *testing.T) { fell = endOverASession(t, at, nth) })
			if !fell && nth <= 3 {
				t.Errorf("the program passes %v %d times, want three at least", at, nth-1)
			}
			if !fell || nth > 20 {
				break
			}
		}
	}
}

// endOverASession ends a life when it passes a point for the nth time. It reports whether that happened.
func endOverASession(t *testing.T, at failpoint.Point, nth int) bool {
	var armed atomic.Bool
	var passed atomic.Int64
	c := openAs(t, func(c *club) {
		c.handOver = true
		c.at = func(p failpoint.Point) bool { return p == at && armed.Load() && passed.Add(1) == int64(nth) }
	})
	c.stop()
	c.leased()
	armed.Store(true)
	c.start()
	time.Sleep(3 * time.Second)
	armed.Store(false)
	c.stop()
	c.leased()
	c.start()
	c.expectResumed(fmt.Sprint("after an end ", at, ", time ", nth))
	return passed.Load() >= int64(nth)
}

// betweenLives returns a club whose bot has stopped and has left its session to the next one, and a user who may open tables.
func betweenLives(t *testing.T) (c *club, alice *discordtest.Person) {
	c = openAs(t, func(c *club) { c.handOver = true })
	alice = c.person("alice")
	alice.Grant(discordgo.PermissionManageChannels)
	c.stop()
	return c, alice
}

// Discord sends acts again that people did while no process was there. A command that is too old then has no effect.
func TestAResentCommandThatIsTooOldHasNoEffect(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice := betweenLives(t)
		c.excused, c.overdue = 1, 1
		if a := alice.Command(c.channel, "/table open"); a.Err == nil {
			t.Fatalf("nobody is there, and answers %q", a.Text())
		}
		time.Sleep(20 * time.Second)
		c.start()
		if a := alice.Command(c.channel, "/table open"); !strings.Contains(a.Text(), "Your table is open") {
			t.Errorf("the same command later is answered with %q, %v", a.Text(), a.Err)
		}
	})
}
