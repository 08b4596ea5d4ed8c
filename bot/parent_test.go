package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/store"
)

// inAThread returns a club whose channel is a thread with a table of alice, and the channel of the thread.
func inAThread(t *testing.T, options ...string) (c *club, parent *discordtest.Channel, alice, bob *discordtest.Person) {
	t.Helper()
	c = open(t)
	parent = c.channel
	c.channel = parent.Thread("game")
	alice, bob = c.openTable(options...)
	return c, parent, alice, bob
}

// forgetsParents makes the tables of a club as an older version stored them: without the channels of their threads.
func (c *club) forgetsParents() {
	for _, t := range c.life.bot.Tables.All(0) {
		t.Must(func() {
			if err := t.Store("old", func(r *record.Table) { r.Parent = 0 }); err != nil {
				c.t.Error(err)
			}
		})
	}
	time.Sleep(time.Second)
}

// chips returns the text that a person reads of their chips in another channel.
func (c *club) chips(p *discordtest.Person) string {
	return p.Command(c.guild.Channel("general"), "/chips balance").Text()
}

// looked counts the requests for a channel.
func (c *club) looked() (n int) {
	for _, r := range c.srv.Requests() {
		if r.Method == "GET" && r.Route == "/channels/{channel}" {
			n++
		}
	}
	return n
}

// A table in a thread closes with the channel of the thread, and every stack returns: Discord tells of the channel alone.
func TestATableClosesWithTheChannelOfItsThread(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]struct {
		two, made, restart, old bool
	}{
		"one waits":              {},
		"a hand":                 {two: true},
		"a thread of the bot":    {two: true, made: true},
		"after a start":          {restart: true},
		"an old table":           {old: true},
		"an old table's restart": {old: true, restart: true},
		"an old table in play":   {old: true, two: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, parent, alice, bob := (*club)(nil), (*discordtest.Channel)(nil), (*discordtest.Person)(nil), (*discordtest.Person)(nil)
				if how.made {
					c = open(t)
					parent = c.channel
					alice, bob = c.openTable("clock", "off", "thread", "true")
					c.channel = c.threads()[0]
				} else {
					c, parent, alice, bob = inAThread(t, "clock", "off")
				}
				alice.Press(c.channel, "Sit down")
				if how.two {
					bob.Press(c.channel, "Sit down")
				}
				time.Sleep(15 * time.Second)
				if how.old {
					c.forgetsParents()
				}
				if how.restart {
					c.stop()
					c.start()
					time.Sleep(10 * time.Minute) // the table sleeps
				}
				if text := c.chips(alice); !strings.Contains(text, " 1,000 on tables") {
					t.Errorf("at first alice reads %q", text)
				}
				before := c.looked()
				parent.Delete()
				time.Sleep(10 * time.Second)
				if text := c.chips(alice); !strings.Contains(text, "10,000") || !strings.Contains(text, " 0 on tables") {
					t.Errorf("alice reads %q", text)
				}
				if text := alice.Command(c.guild.Channel("general"), "/watch list").Text(); strings.Contains(text, c.channel.ID()) {
					t.Errorf("the table is listed: %s", text)
				}
				if n := c.looked() - before; n != 0 && !how.old || n > 2 { // Discord says twice that there is none
					t.Errorf("%d requests for the channel", n)
				}
			})
		})
	}
}

// One wrong answer about the thread of an old table closes no table, and hides no channel.
func TestOneWrongAnswerAboutAThreadIsAskedAgain(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"no channel": discordtest.Refusal(404, 10003, "Unknown Channel"), "no guild": discordtest.Refusal(404, 10004, "Unknown Guild"),
		"nothing": {Status: 200, Body: "{}"}, "null": {Status: 200, Body: "null"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, parent, alice, _ := inAThread(t, "clock", "off")
				alice.Press(c.channel, "Sit down")
				time.Sleep(10 * time.Second)
				c.forgetsParents()
				fault.Times = 1
				c.srv.Fail("GET /channels/{channel}", fault)
				c.guild.Channel("other").Delete()
				time.Sleep(time.Minute)
				if text := c.chips(alice); !strings.Contains(text, " 1,000 on tables") {
					t.Errorf("behind another channel alice reads %q", text)
				}
				parent.Delete()
				time.Sleep(time.Minute)
				if text := c.chips(alice); !strings.Contains(text, " 0 on tables") {
					t.Errorf("behind the channel of the thread alice reads %q", text)
				}
			})
		})
	}
}

// Another deleted channel does nothing to tables in threads. Tables of an older version ask for their channels then: once
// each, one after another, also where Discord fails meanwhile.
func TestOldTablesAskForTheChannelsOfTheirThreads(t *testing.T) {
	t.Parallel()
	for _, fails := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			const tables = 6
			c := open(t)
			var threads []*discordtest.Channel
			for n := range tables {
				at := c.channel.Thread(fmt.Sprint("game ", n))
				if n == 0 {
					at = c.guild.Channel("no thread")
				}
				threads = append(threads, at)
				c.manager(n).Command(at, "/table open")
				time.Sleep(time.Second)
				c.manager(n).Press(at, "Sit down")
				if text := c.chips(c.manager(n)); !strings.Contains(text, " 1,000 on tables") {
					t.Fatalf("manager %d reads %q", n, text)
				}
			}
			time.Sleep(5 * time.Second)
			c.forgetsParents()
			c.stop()
			c.start()
			time.Sleep(10 * time.Minute)
			before := c.looked()
			if fails {
				c.srv.Fail("GET /channels/{channel}", discordtest.Fault{Status: 502, Times: 3})
			}
			for n := range 3 {
				c.guild.Channel(fmt.Sprint("other ", n)).Delete()
			}
			time.Sleep(time.Minute)
			want := tables
			if fails {
				want += 3
			}
			if n := c.looked() - before; n != want {
				t.Errorf("%d requests for channels, want %d", n, want)
			}
			for n, at := range threads {
				key, want := c.keyOf(at), message.Snowflake(c.channel.ID())
				if n == 0 {
					want = key.Channel
				}
				if s := c.life.bot.Tables.Get(key).Summary(); !s.Open || s.Parent != want {
					t.Errorf("table %d: open %t in a thread of %d, want %d", n, s.Open, s.Parent, want)
				}
			}
			before = c.looked()
			c.channel.Delete()
			time.Sleep(10 * time.Second)
			for n := range tables {
				if text := c.chips(c.manager(n)); strings.Contains(text, " 0 on tables") == (n == 0) {
					t.Errorf("manager %d reads %q", n, text)
				}
			}
			if n := c.looked() - before; n != 0 {
				t.Errorf("%d more requests", n)
			}
		})
	}
}

// A press tells an old table the channel of its thread.
func TestAPressTellsTheChannelOfAThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, parent, alice, _ := inAThread(t)
		c.forgetsParents()
		alice.Press(c.channel, "Sit down")
		if s := c.life.bot.Tables.Get(c.keyOf(c.channel)).Summary(); s.Parent != message.Snowflake(parent.ID()) {
			t.Errorf("the table knows %d", s.Parent)
		}
	})
}

// A board of another channel in a thread goes with the channel of that thread, and its table plays on. Where the table goes, its
// mirror does not stay.
func TestAMirrorGoesWithTheChannelOfItsThread(t *testing.T) {
	t.Parallel()
	for _, table := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			c := open(t)
			hall, lobby := c.guild.Channel("hall"), c.guild.Channel("lobby")
			shown := lobby
			if table {
				c.channel = hall.Thread("game")
			} else {
				shown = hall.Thread("mirror")
			}
			alice, _ := c.seated("clock", "off")
			if a := alice.Command(c.channel, "/watch mirror", "channel", shown.ID()); !strings.Contains(a.Text(), "is shown in") {
				t.Fatal(a.Text())
			}
			time.Sleep(10 * time.Second)
			hall.Delete()
			time.Sleep(10 * time.Second)
			if table {
				for _, m := range shown.Messages() {
					if len(m.Buttons()) > 0 {
						t.Errorf("the mirror stays: %s", m.Text())
					}
				}
			} else if !goesOn(c) {
				t.Error("the table does not play on")
			}
			time.Sleep(time.Minute)
		})
	}
}

// A tournament in a thread stands without a channel once the channel of the thread is deleted. It goes on where its organiser resumes
// it.
func TestATournamentLosesTheChannelOfItsThread(t *testing.T) {
	t.Parallel()
	for _, old := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := inThread(t, "cup")
			parent := s.guild.Channel("poker")
			s.alice.Submit(s.alice.Command(s.channel, "/tournament create"), "Cup", "", "100", "hyper", "2")
			time.Sleep(3 * time.Second)
			s.register("alice", "bob")
			time.Sleep(time.Minute)
			if old {
				s.forgetsParents()
				s.stop()
				s.start()
				time.Sleep(time.Minute)
			}
			parent.Delete()
			time.Sleep(20 * time.Second)
			s.channel = s.guild.Channel("hall")
			if a := s.alice.Command(s.channel, "/tournament resume"); !strings.Contains(a.Text(), "Cup") {
				t.Errorf("alice reads %q", a.Text())
			}
			time.Sleep(10 * time.Second)
			s.table = s.newThread()
			s.playsOn("alice", "bob")
		})
	}
}

// keyOf returns the key of the table of a channel.
func (c *club) keyOf(at *discordtest.Channel) store.Key {
	return store.Key{Guild: message.Snowflake(c.guild.ID()), Channel: message.Snowflake(at.ID())}
}
