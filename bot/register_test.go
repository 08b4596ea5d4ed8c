package bot_test

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot"
	"cardroom/bot/discordtest"
)

// sends returns how many requests of a method about its commands the bot has sent since it had sent some.
func (c *club) sends(method string, before int) (n int) {
	for _, r := range c.srv.Requests()[before:] {
		if r.Method == method && strings.HasSuffix(r.Path, "/commands") {
			n++
		}
	}
	return n
}

// fresh starts the bot of a club whose application has no global commands, after a fault began. The bot is to register its commands
// in the guild home, "" for all.
func (c *club) fresh(home string, fault func()) (requests, log int) {
	c.t.Helper()
	c.stop()
	c.home = c.guild.ID()
	c.start()
	time.Sleep(5 * time.Second)
	c.stop()
	if n := c.registered(""); n > 0 {
		c.t.Fatalf("there are %d global commands", n)
	}
	fault()
	c.home = home
	requests, log = c.srv.RequestCount(), len(c.log.String())
	c.start()
	return requests, log
}

// refuses returns a fault of the commands at Discord.
func (c *club) refuses(f discordtest.Fault) func() {
	return func() { c.srv.Fail("PUT /applications", f) }
}

// TestARegistrationThatFailsIsTriedUntilItSucceeds fails the commands at Discord and in the store. The gateway's session goes on.
func TestARegistrationThatFailsIsTriedUntilItSucceeds(t *testing.T) {
	t.Parallel()
	outage, proxy, daily := discordtest.Refusal(500, 0, "Internal Server Error"), discordtest.Refusal(403, 0, "Forbidden"), discordtest.Refusal(400, 30034, "Max number of daily application command creates has been reached (200)")
	outage.Times, proxy.Times, daily.Times = -1, -1, -1
	for name, fault := range map[string]func(*club) func(){
		"Discord has an outage":       func(c *club) func() { return c.refuses(outage) },
		"a proxy refuses":             func(c *club) func() { return c.refuses(proxy) },
		"Discord's limit for the day": func(c *club) func() { return c.refuses(daily) },
		"the store does not answer": func(c *club) func() {
			return func() {
				c.shaky.update(func() {
					c.shaky.noteOf = func(name string) error {
						if name == "commands-guild" {
							return errors.New("away")
						}
						return nil
					}
				})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				before, log := c.fresh("", fault(c))
				time.Sleep(time.Hour)
				if n := c.sends(http.MethodPut, before); n > 30 {
					t.Errorf("%d tries in an hour", n)
				}
				c.srv.Mend()
				c.shaky.update(func() { c.shaky.noteOf = nil })
				time.Sleep(10 * time.Minute)
				said := c.log.String()[log:]
				if c.registered("") == 0 {
					t.Errorf("no command is registered after %d tries:\n%s", c.sends(http.MethodPut, before), said)
				}
				if strings.Count(said, "could not register the commands; retrying") != 1 || strings.Count(said, `registering commands" guild="" count`) != 1 || strings.Count(said, "the commands are registered") != 1 {
					t.Errorf("the log has not one line of each kind:\n%s", said)
				}
				done := c.sends(http.MethodPut, before)
				time.Sleep(time.Hour)
				if n := c.sends(http.MethodPut, before); n != done {
					t.Errorf("%d more registrations after the one that succeeded", n-done)
				}
			})
		})
	}
}

// TestARegistrationThatIsRefusedNamesTheRemedy lets Discord refuse the commands for good.
func TestARegistrationThatIsRefusedNamesTheRemedy(t *testing.T) {
	t.Parallel()
	for name, refused := range map[string]struct {
		home   string // the server of DISCORD_GUILD_ID
		fault  discordtest.Fault
		remedy string
	}{
		"a server without the bot": {home: "12345678901234567", remedy: "invite the bot to the server of DISCORD_GUILD_ID, or correct that number; then restart the bot"},
		"a list that it does not take": {
			fault:  discordtest.Refusal(400, 50035, "Invalid Form Body"),
			remedy: "Discord does not take them; restart the bot to try once more, and report this if it comes back",
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				begin := func() {}
				if refused.fault.Status != 0 {
					begin = c.refuses(refused.fault)
				}
				before, log := c.fresh(refused.home, begin)
				time.Sleep(time.Hour)
				if n := c.sends(http.MethodPut, before); n > 1 {
					t.Errorf("%d registrations, where Discord refused the first for good", n)
				}
				said := c.log.String()[log:]
				if strings.Count(said, `level=ERROR msg="could not register the commands: `+refused.remedy) != 1 || strings.Contains(said, "retrying") {
					t.Errorf("the log has not one line with the remedy:\n%s", said)
				}
			})
		})
	}
}

// TestTheSameRefusalIsLoggedOnce begins sessions while Discord refuses the commands. Each shard of a process has a session.
func TestTheSameRefusalIsLoggedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		form, words := discordtest.Refusal(400, 50035, "Invalid Form Body"), discordtest.Refusal(400, 240000, "Message blocked")
		form.Times, words.Times = -1, -1
		before, log := c.fresh("", c.refuses(form))
		for range 3 {
			c.srv.InvalidateSessions(false)
			time.Sleep(time.Minute)
		}
		said := c.log.String()[log:]
		if n, lines := c.sends(http.MethodPut, before), strings.Count(said, "level=ERROR"); n != 4 || lines != 1 {
			t.Errorf("%d registrations and %d lines:\n%s", n, lines, said)
		}
		c.srv.Mend()
		c.refuses(words)()
		c.srv.InvalidateSessions(false)
		time.Sleep(time.Minute)
		if said := c.log.String()[log:]; strings.Count(said, "level=ERROR") != 2 {
			t.Errorf("the log does not have the other refusal:\n%s", said)
		}
		c.srv.Mend()
		c.srv.InvalidateSessions(false)
		time.Sleep(time.Minute)
		if said := c.log.String()[log:]; c.registered("") == 0 || strings.Count(said, "the commands are registered") != 1 {
			t.Errorf("the log does not say that the commands are registered:\n%s", said)
		}
	})
}

// TestOneRegistrationOfABotIsTriedAtATime begins sessions while Discord takes no commands.
func TestOneRegistrationOfABotIsTriedAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		before, _ := c.fresh("", c.refuses(discordtest.Fault{Status: http.StatusServiceUnavailable, Times: -1}))
		for range 5 {
			c.srv.InvalidateSessions(false)
			time.Sleep(time.Minute)
		}
		if n := c.sends(http.MethodPut, before); n < 3 || n > 10 {
			t.Errorf("%d registrations in five minutes with six sessions", n)
		}
		c.srv.Mend()
		before = c.srv.RequestCount()
		time.Sleep(10 * time.Minute)
		if n := c.sends(http.MethodGet, before); n != 2 || c.registered("") == 0 { // the global ones, and those of the former guild
			t.Errorf("%d lists read since Discord takes them, and %d commands", n, c.registered(""))
		}
		before = c.srv.RequestCount()
		c.srv.InvalidateSessions(false)
		time.Sleep(time.Minute)
		if n := c.sends(http.MethodGet, before); n != 1 {
			t.Errorf("%d lists read at the next session", n)
		}
	})
}

// TestAStopEndsTheWaitOfARegistration stops the bot between two tries.
func TestAStopEndsTheWaitOfARegistration(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		_, log := c.fresh("", c.refuses(discordtest.Fault{Status: http.StatusServiceUnavailable, Times: -1}))
		time.Sleep(time.Minute)
		began := time.Now()
		c.stop()
		if took := time.Since(began); took > time.Second {
			t.Errorf("the stop took %v", took)
		}
		if said := c.log.String()[log:]; strings.Contains(said, "level=ERROR") || strings.Count(said, "level=WARN") != 1 {
			t.Errorf("the log says:\n%s", said)
		}
		c.srv.Mend()
		c.start()
		if c.registered("") == 0 {
			t.Error("the next start registers no command")
		}
	})
}

// TestTheCommandsOfAnotherVersionGoAfterAHandOver lets a process of another version register its commands while the bot is away.
func TestTheCommandsOfAnotherVersionGoAfterAHandOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) {
			c.handOver, c.process = true, bot.NewProcess(nil, nil, slog.New(slog.DiscardHandler))
		})
		time.Sleep(time.Minute)
		all := c.registered("")
		for resumes, removed := range []bool{true, false} {
			c.stop()
			if removed {
				c.removeCommands()
			}
			before := c.srv.RequestCount()
			c.start()
			time.Sleep(time.Minute)
			if sessions, resumed := c.ways(); sessions != 1 || resumed != float64(resumes+1) { // of all lives
				t.Errorf("%v sessions and %v resumes, want 1 and %d", sessions, resumed, resumes+1)
			}
			if n := c.sends(http.MethodGet, before); n != 1 || c.registered("") != all {
				t.Errorf("removed %v: %d lists read, %d commands, want one list and %d", removed, n, c.registered(""), all)
			}
		}
	})
}
