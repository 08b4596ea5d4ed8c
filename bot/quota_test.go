package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/store"
)

// countsReads is a store that counts the reads of /history and /chips balance.
type countsReads struct {
	store.Store
	reads atomic.Int64
}

func (s *countsReads) Hands(ctx context.Context, k store.Key, before int64, limit int) ([]store.Hand, error) {
	s.reads.Add(1)
	return s.Store.Hands(ctx, k, before, limit)
}

func (s *countsReads) Note(ctx context.Context, name string) (string, error) {
	s.reads.Add(1)
	return s.Store.Note(ctx, name)
}

// TestCommandsOutsideATableHaveALimit sends more commands and completions than one person may (S7). Those beyond the quota
// get one private sentence, or no choices, and reach neither the store nor the table. Other users are not affected, nor are
// presses.
func TestCommandsOutsideATableHaveALimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reads := &countsReads{}
		c := openAs(t, func(c *club) { reads.Store, c.store.Store = c.store.Store, reads })
		alice, bob := c.person("alice"), c.person("bob")
		alice.Grant(discordgo.PermissionManageChannels)
		alice.Command(c.channel, "/table open", "clock", "off", "pause", "60")
		alice.Command(c.channel, "/sit")
		bob.Command(c.channel, "/sit")
		time.Sleep(70 * time.Second)
		c.actor().Command(c.channel, "/fold")
		time.Sleep(20 * time.Second)

		answered := func(p *discordtest.Person, command string) bool {
			t.Helper()
			a := p.Command(c.channel, command)
			if a.Err != nil || a.Message == nil || !a.Message.Ephemeral {
				t.Errorf("%s is answered %+v", command, a)
			}
			return !strings.Contains(a.Text(), "One moment")
		}
		for range 3 {
			for i := range 10 {
				if !answered(alice, "/history") {
					t.Errorf("/history number %d is refused", i+1)
				}
			}
			before := reads.reads.Load()
			for range 200 {
				if answered(alice, "/history") || answered(alice, "/chips balance") {
					t.Fatal("alice may send as many commands as she likes")
				}
			}
			if n := reads.reads.Load() - before; n > 0 {
				t.Errorf("commands beyond the quota read the store %d times", n)
			}
			if !answered(bob, "/history") {
				t.Error("bob has to wait for alice")
			}
			if a := alice.Command(c.channel, "/cards"); strings.Contains(a.Text(), "One moment") {
				t.Errorf("a command for the table is answered %q", a.Text())
			}
			time.Sleep(10 * time.Second)
		}

		for i := range 30 {
			if len(alice.Autocomplete(c.channel, "/history", "hand", "")) == 0 {
				t.Errorf("completion %d has no choices", i+1)
			}
		}
		before := reads.reads.Load()
		if n := len(alice.Autocomplete(c.channel, "/history", "hand", "")); n != 0 || reads.reads.Load() > before {
			t.Errorf("a completion beyond the quota has %d choices", n)
		}
		alice.Command(c.channel, "/history")
		for i := range 20 {
			if a := alice.Press(c.channel, []string{"Next", "Back"}[i%2]); a.Type != discordtest.AnswerUpdate {
				t.Fatalf("a press is answered %d %q", a.Type, a.Text())
			}
		}
	})
}

// TestPressesOutsideATableHaveALimit turns pages of /history more often than one person may (S7). Presses beyond the quota get
// one private sentence and do not reach the store. Presses on the board of a table, and those of other users, are not affected.
func TestPressesOutsideATableHaveALimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reads := &countsReads{}
		c, alice, bob := foldedHandAs(t, func(c *club) { reads.Store, c.store.Store = c.store.Store, reads })
		page := map[*discordtest.Person]string{}
		for _, p := range []*discordtest.Person{alice, bob} {
			page[p] = p.Command(c.channel, "/history").Message.ID
		}
		turn := func(p *discordtest.Person, n int) (turned int) {
			t.Helper()
			for i := range n {
				a := p.Forge(c.channel, page[p], fmt.Sprintf("v1:%s:1:0:%s", c.channel.ID(), []string{"next", "back"}[i%2]))
				switch {
				case a.Err == nil && a.Type == discordtest.AnswerUpdate:
					turned++
				case a.Err != nil || a.Message == nil || !a.Message.Ephemeral || !strings.Contains(a.Text(), "One moment"):
					t.Fatalf("press %d is answered %d %q, %v", i, a.Type, a.Text(), a.Err)
				}
			}
			return turned
		}
		for range 3 {
			if n := turn(alice, 60); n != 60 {
				t.Errorf("%d of 60 presses turn the page, want all", n)
			}
			before := reads.reads.Load()
			if n := turn(alice, 40); n != 0 || reads.reads.Load() != before {
				t.Errorf("beyond the quota %d presses turn the page, and the store is read %d times; want none", n, reads.reads.Load()-before)
			}
			if n := turn(bob, 10); n != 10 {
				t.Errorf("%d of bob's 10 presses turn the page while alice has to wait, want all", n)
			}
			if a := alice.Press(c.channel, "My cards"); strings.Contains(a.Text(), "One moment") {
				t.Errorf("a press for the table is answered %q", a.Text())
			}
			time.Sleep(10 * time.Second)
		}
	})
}

// TestCommandsWhereNoTableIsHaveALimit sends commands in a channel that has never had a table, and in one whose table is
// closed (S7).
func TestCommandsWhereNoTableIsHaveALimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.person("alice"), c.person("bob")
		alice.Grant(discordgo.PermissionManageChannels)
		refused := func(command string) (n int) {
			for range 25 {
				if strings.Contains(bob.Command(c.channel, command).Text(), "One moment") {
					n++
				}
			}
			time.Sleep(10 * time.Second)
			return n
		}
		for _, command := range []string{"/fold", "/help", "/table open"} {
			if n := refused(command); n != 15 {
				t.Errorf("without a table: %d of 25 %s are refused, want 15", n, command)
			}
		}
		alice.Command(c.channel, "/table open")
		if n := refused("/help"); n != 0 {
			t.Errorf("at a table %d of 25 /help are refused", n)
		}
		confirm(alice, c.channel, "/table close")
		time.Sleep(time.Second)
		if n := refused("/help"); n != 15 {
			t.Errorf("at a closed table %d of 25 /help are refused, want 15", n)
		}
	})
}

// TestModalsOutsideTheTablesHaveALimit submits the modal of a new tournament again and again in the channel of an open table. It
// counts as a press outside the tables (S7).
func TestModalsOutsideTheTablesHaveALimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.openTable()
		alice.Grant(discordgo.PermissionManageEvents)
		modal := alice.Command(c.channel, "/tournament create")
		for n := range 62 {
			a := alice.Submit(modal, "Friday", "", "", "no such levels", "3")
			if refused := strings.Contains(a.Text(), "One moment"); refused != (n >= 60) {
				t.Fatalf("modal number %d is answered %q", n+1, a.Text())
			}
		}
	})
}
