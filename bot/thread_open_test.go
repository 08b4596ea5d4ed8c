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

// threads returns the threads of the club's channel.
func (c *club) threads() (list []*discordtest.Channel) {
	for _, ch := range c.guild.Channels() {
		if ch.Parent() == c.channel.ID() {
			list = append(list, ch)
		}
	}
	return list
}

// A table that is opened in a thread is played there, and leaves the channel to others.
func TestATableIsOpenedInAThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.person("alice"), c.person("bob")
		alice.Grant(discordgo.PermissionManageChannels)
		a := alice.Command(c.channel, "/table open", "thread", "true")
		time.Sleep(time.Second)
		made := c.threads()
		if len(made) != 1 || !strings.Contains(a.Text(), "<#"+made[0].ID()+">") {
			t.Fatalf("%d threads; %s", len(made), a.Text())
		}
		for _, p := range []*discordtest.Person{alice, bob} {
			if sat := p.Press(made[0], "Sit down"); sat.Err != nil {
				t.Errorf("%s cannot sit down: %v", p.Name(), sat.Err)
			}
		}
		if again := alice.Command(made[0], "/table open", "thread", "true"); !strings.Contains(again.Text(), "A thread can't have threads") {
			t.Errorf("in the thread: %s", again.Text())
		}
		if beside := alice.Command(c.channel, "/table open"); !strings.Contains(beside.Text(), "Your table is open") {
			t.Errorf("in the channel: %s", beside.Text())
		}
		c.channel.BotLacks(discordgo.PermissionCreatePublicThreads)
		if refused := alice.Command(c.channel, "/table open", "thread", "true"); !strings.Contains(refused.Text(), "Create Public Threads") || len(c.threads()) != 1 {
			t.Errorf("without the permission: %s", refused.Text())
		}
	})
}

// A player who may not open tables makes none by asking for them: a table stays in memory.
func TestARefusedTableIsNotMade(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		bob := c.person("bob")
		for _, in := range []*discordtest.Channel{c.channel, c.channel.Thread("one"), c.channel.Thread("two")} {
			if a := bob.Command(in, "/table open"); !strings.Contains(a.Text(), "Manage Channels") {
				t.Errorf("bob reads %q, %v", a.Text(), a.Err)
			}
		}
		if all := c.life.bot.Tables.All(0); len(all) > 0 {
			t.Errorf("%d tables are in memory", len(all))
		}
		bob.Grant(discordgo.PermissionManageChannels)
		if a := bob.Command(c.channel, "/table open"); !strings.Contains(a.Text(), "Your table is open") {
			t.Errorf("with the permission bob reads %q, %v", a.Text(), a.Err)
		}
	})
}

// Wherever the program ends while it makes a thread, the next run opens a table in one when asked again.
func TestTheProgramMayEndOverAThread(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.MakeThread) {
		t.Run(at.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice := c.person("alice")
				alice.Grant(discordgo.PermissionManageChannels)
				c.stop()
				c.excused = 1 // the program may end before it answers
				fell := c.falls(at)
				c.start()
				alice.Command(c.channel, "/table open", "thread", "true")
				time.Sleep(2 * time.Second)
				c.stop()
				c.start()
				a := alice.Command(c.channel, "/table open", "thread", "true")
				if !fell.Load() || !strings.Contains(a.Text(), "Your table is open in") {
					t.Errorf("the program ended there: %t; %s", fell.Load(), a.Text())
				}
				time.Sleep(time.Second)
			})
		})
	}
}

// A command that Discord delivers twice makes one thread, also if the program was restarted in between.
func TestARedeliveredCommandMakesOneThread(t *testing.T) {
	t.Parallel()
	for _, restart := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			c := open(t)
			alice := c.person("alice")
			alice.Grant(discordgo.PermissionManageChannels)
			a := alice.Command(c.channel, "/table open", "thread", "true")
			time.Sleep(time.Second)
			if restart {
				c.stop()
				c.start()
			}
			a.Interaction().Redeliver()
			time.Sleep(2 * time.Second)
			if n := len(c.threads()); n != 1 {
				t.Errorf("restarted: %t; %d threads", restart, n)
			}
		})
	}
}

// A command from before the start makes no thread, as an earlier run may have made it, and the user reads what to do.
func TestACommandFromBeforeTheStartMakesNoThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice := betweenLives(t)
		answered := make(chan discordtest.Answer)
		go func() { answered <- alice.Command(c.channel, "/table open", "thread", "true") }()
		time.Sleep(time.Second)
		c.start()
		if a := <-answered; len(c.threads()) != 0 || !strings.Contains(a.Text(), "If there is none here, send it again.") {
			t.Errorf("%d threads; %s, %v", len(c.threads()), a.Text(), a.Err)
		}
	})
}
