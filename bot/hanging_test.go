package bot_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/store"
)

// hangs makes every payment, erasure, note and wallet wait for as long as the bot lets it.
func (s *shaky) hangs() {
	wait := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	slow := func() error { time.Sleep(time.Second); return context.DeadlineExceeded }
	try := func(commitFunc) (store.Receipt, error) {
		time.Sleep(1100 * time.Millisecond)
		return store.Receipt{}, context.DeadlineExceeded
	}
	s.update(func() { s.setNote, s.pay, s.forget, s.wallet = wait, try, try, slow })
}

// Where the store hangs, a command names where to look, or what to do, however late its answer comes.
func TestAHangingStoreLeavesTheWordsOfACommand(t *testing.T) {
	t.Parallel()
	for _, part := range []struct {
		command string
		options []string
		want    string
	}{
		{"/chips daily", nil, "</chips balance:"},
		{"/chips grant", []string{"player", "bob", "amount", "500"}, "@bob"},
		{"/chips grant", []string{"player", "alice", "amount", "500"}, "</chips balance:"},
		{"/chips give", []string{"player", "bob", "amount", "500"}, "I couldn't read your wallet right now. Give 500 to @bob anyway?"},
		{"/settings", []string{"language", "fr"}, "</settings:"},
		{"/server", []string{"language", "fr"}, "</server:"},
		{"/table preset", []string{"name", "Friday", "action", "save"}, "Not confirmed yet. Save it again in a moment."},
	} {
		t.Run(strings.Join(append([]string{part.command}, part.options...), " "), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, bob := c.openTable()
				alice.Grant(discordgo.PermissionManageGuild)
				c.shaky.hangs()
				text := alice.Command(c.channel, part.command, part.options...).Text()
				if !strings.Contains(text, strings.ReplaceAll(part.want, "@bob", bob.Mention())) || strings.Contains(text, "the board will show") {
					t.Errorf("alice reads %q", text)
				}
				time.Sleep(time.Minute) // the last try is over
				if n := strings.Count(c.log.String(), "the store did not confirm"); part.command == "/chips grant" && n != 1 || part.command == "/chips give" && n != 0 {
					t.Errorf("%d warnings that a payment is not confirmed", n)
				}
			})
		})
	}
}

// Where no erasure is confirmed, the answer asks for another press, which finishes the work of the first.
func TestAnErasureInDoubtAsksForAnotherPress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, rosa := wished(t, nil)
		c.shaky.update(func() {
			c.shaky.forget = func(do commitFunc) (store.Receipt, error) { do(); return store.Receipt{}, context.DeadlineExceeded }
		})
		rosa.Command(c.channel, "/settings", "forget", "true")
		if text := rosa.Press(c.channel, "Confirm").Text(); text != "Not confirmed yet. Press **Confirm** again in a moment." {
			t.Errorf("rosa reads %q", text)
		}
		c.shaky.update(func() { c.shaky.forget = nil })
		if text := rosa.Press(c.channel, "Confirm").Text(); !strings.Contains(text, "You are forgotten") {
			t.Errorf("rosa reads %q", text)
		}
	})
}

// A read that fails changes nothing: the answer asks the user to try again, and names no board.
func TestAReadThatFailsAsksForAnotherTry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.person("alice"), c.person("bob")
		alice.Grant(discordgo.PermissionManageChannels | discordgo.PermissionManageEvents)
		reads := func(label string, a discordtest.Answer) {
			t.Helper()
			if !strings.HasPrefix(a.Text(), "I couldn't read that right now") {
				t.Errorf("%s: alice reads %q", label, a.Text())
			}
		}
		away := func() error { return context.DeadlineExceeded }
		board := bob.Command(c.channel, "/chips board")
		c.shaky.update(func() {
			c.shaky.leaderboard = away
			c.shaky.noteOf = func(name string) error {
				if strings.HasPrefix(name, "seals/") {
					return away()
				}
				return nil
			}
		})
		reads("/chips board", alice.Command(c.channel, "/chips board"))
		reads("the post of /chips board", bob.PressOn(board.Message, "Post"))
		reads("/table open without seals", alice.Command(c.channel, "/table open"))
		asked := alice.Command(c.channel.Thread("cup"), "/tournament create")
		reads("/tournament create without seals", alice.Submit(asked, "Cup", "", "", "hyper", "2"))
	})
	synctest.Test(t, func(t *testing.T) {
		c, alice, _ := foldedHand(t)
		confirm(alice, c.channel, "/table close")
		time.Sleep(time.Minute)
		c.shaky.update(func() { c.shaky.hands = func(h store.Hand) (store.Hand, error) { return h, context.DeadlineExceeded } })
		if a := alice.Command(c.channel, "/table open"); !strings.HasPrefix(a.Text(), "I couldn't read that right now") {
			t.Errorf("without the last hand alice reads %q", a.Text())
		}
	})
}
