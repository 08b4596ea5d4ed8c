package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/store"
)

// T4: a private panel with an expired token stays unchanged. It has the number of its hand, and its buttons do nothing in
// the next one.
func TestAnOldPanelCarriesItsHandAndDoesNothingInTheNext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, actor := shakyHand(t)
		actor.Command(c.channel, "/cards")
		time.Sleep(16 * time.Minute)
		for range 20 {
			for _, name := range []string{"alice", "bob"} { // by commands, because a press on the panel would bring it a new token
				c.person(name).Command(c.channel, "/call")
				c.person(name).Command(c.channel, "/check")
			}
			time.Sleep(3 * time.Second)
			if strings.HasPrefix(board(c).Text(), "#2 ") && lineThatActs(c) != "" {
				break
			}
		}
		var old discordtest.Message
		for _, m := range actor.See(c.channel) {
			if m.Ephemeral && strings.HasPrefix(m.Text(), "#1 ") && len(m.Buttons()) > 0 {
				old = m
			}
		}
		if old.ID == "" || !strings.HasPrefix(board(c).Text(), "#2 ") {
			t.Fatalf("there is no panel of hand 1, or no hand 2:\n%s", board(c).Text())
		}
		before := board(c).Text()
		for _, b := range old.Buttons() {
			if a := actor.Forge(c.channel, old.ID, b.CustomID); a.Err != nil || a.Type == discordtest.AnswerUpdate && !strings.Contains(a.Text(), "#2 ") {
				t.Errorf("%s of the old panel is answered %d %q, %v", b.Label, a.Type, a.Text(), a.Err)
			}
		}
		if time.Sleep(3 * time.Second); board(c).Text() != before {
			t.Errorf("the board was\n%s\nand is\n%s", before, board(c).Text())
		}
		if a := actor.Command(c.channel, "/cards"); !strings.HasPrefix(a.Text(), "#2 ") {
			t.Errorf("the new panel is %q", a.Text())
		}
	})
}

// T8: the permissions at a table, role by command. Only its owner brings or takes chips, whatever permissions others have.
func TestWhoMayDoWhatAtATable(t *testing.T) {
	alone(t)
	roles := []string{"spectator", "player", "host", "manager"} // the manager may manage the channel, and does not play
	for _, row := range []struct {
		command string
		options []string
		allowed string // roles
		refused string
	}{
		{"/table pause", nil, "host manager", "up to the host"},
		{"/table resume", nil, "host manager", "up to the host"},
		{"/table close", nil, "host manager", "up to the host"},
		{"/table bot add", nil, "host manager", "up to the host"},
		{"/table bot remove", nil, "host manager", "up to the host"},
		{"/table settings", nil, "spectator player host manager", ""},
		{"/table status", nil, "spectator player host manager", ""},
		{"/ledger", nil, "spectator player host manager", ""},
		{"/topup", []string{"amount", "100"}, "player", "seat"},
		{"/leave", nil, "player", "seat"},
		{"/cards", nil, "player", "seat"},
	} {
		for _, role := range roles {
			t.Run(row.command+" by "+role, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c := open(t)
					host, manager, player := c.person("host"), c.person("manager"), c.person("player")
					host.Grant(discordgo.PermissionManageChannels)
					host.Command(c.channel, "/table open", "pause", "10")
					host.Revoke(discordgo.PermissionManageChannels)
					manager.Grant(discordgo.PermissionManageChannels)
					time.Sleep(time.Second)
					player.Command(c.channel, "/sit", "buyin", "500")
					commits := c.store.commits.Load()
					a := c.person(role).Command(c.channel, row.command, row.options...)
					refused := row.refused != "" && strings.Contains(a.Text(), row.refused) && c.store.commits.Load() == commits
					if allowed := strings.Contains(row.allowed, role); a.Err != nil || strings.Contains(a.Text(), "no table") || allowed && strings.Contains(a.Text(), "up to the host") || !allowed && !refused {
						t.Errorf("answered %q, with %d commits", a.Text(), c.store.commits.Load()-commits)
					}
				})
			})
		}
	}
}

// T15: of one user's presses eight wait at a table. The others are acknowledged and dropped, and other users still get
// through.
func TestOnePersonFillsNoInbox(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		slow := make(chan struct{})
		s.on(func(_ context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			<-slow
			return do()
		})
		b, eve := board(c), c.person("eve")
		other := c.other(actor)
		go other.Command(c.channel, "/topup", "amount", "1") // the store is slow to commit it
		time.Sleep(10 * time.Millisecond)
		kinds, mu, all := map[int]int{}, sync.Mutex{}, sync.WaitGroup{}
		for range 100 {
			all.Go(func() {
				a := eve.Forge(c.channel, b.ID, b.Buttons()[0].CustomID)
				mu.Lock()
				defer mu.Unlock()
				kinds[a.Type]++
			})
		}
		time.Sleep(10 * time.Millisecond)
		all.Go(func() {
			if a := actor.Command(c.channel, "/sitout"); strings.Contains(a.Text(), "busy") {
				t.Errorf("another person is told %q", a.Text())
			}
		})
		time.Sleep(10 * time.Millisecond)
		close(slow)
		all.Wait()
		if kinds[discordtest.AnswerAcknowledged] != 92 || kinds[discordtest.AnswerMessage] != 8 {
			t.Errorf("a hundred presses at once are answered by type %v", fmt.Sprint(kinds))
		}
	})
}

// A panel has one token: after Discord calls it dead, a second try would fail the same way (C4).
func TestADeadTokenIsUsedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, actor := shakyHand(t)
		panel := c.other(actor).Command(c.channel, "/cards").Interaction()
		time.Sleep(5 * time.Second)
		dead := discordtest.Refusal(401, 50027, "Invalid Webhook Token")
		dead.Times = -1
		c.srv.Fail("PATCH /webhooks", dead)
		actor.Press(c.channel, "Call")
		time.Sleep(10 * time.Second)
		tries := 0
		for _, r := range panel.Requests() {
			if r.Method == "PATCH" {
				tries++
			}
		}
		if tries != 1 {
			t.Errorf("%d edits of a panel whose token is dead", tries)
		}
		if a := c.other(actor).Command(c.channel, "/cards"); a.Err != nil || len(a.Message.Buttons()) == 0 {
			t.Errorf("the next panel is %v", a)
		}
	})
}
