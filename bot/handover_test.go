package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
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
		c.expectAnswer("in the third life")
		if sessions, resumes := c.ways(); sessions != 0 || resumes != 1 {
			t.Errorf("the third life began %v sessions and resumed %v, want one resumed", sessions, resumes)
		}
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

func TestTheProgramMayEndOverASession(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.HandSession) {
		synctest.Test(t, func(t *testing.T) {
			c := openAs(t, func(c *club) { c.handOver = true })
			c.stop()
			fell := c.falls(at)
			c.start()
			time.Sleep(3 * time.Second)
			if !fell.Load() {
				t.Fatalf("the program does not pass %v", at)
			}
			c.stop()
			c.start()
			c.expectAnswer("after an end " + at.String())
		})
	}
}

// betweenLives returns a club whose bot has stopped and has left its session to the next one, and a user who may open tables.
func betweenLives(t *testing.T) (c *club, alice *discordtest.Person) {
	c = openAs(t, func(c *club) { c.handOver = true })
	alice = c.person("alice")
	alice.Grant(discordgo.PermissionManageChannels)
	c.stop()
	return c, alice
}

// Discord sends again what people did while no process was there. A command that is too old then has no effect.
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
