package bot_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/store"
)

// foldedHand returns a table at which alice and bob have played a hand: bob has folded.
func foldedHand(t *testing.T) (c *club, alice, bob *discordtest.Person) {
	t.Helper()
	return foldedHandAs(t, func(*club) {})
}

// foldedHandAs returns the same table in a club that change has changed before its start.
func foldedHandAs(t *testing.T, change func(*club)) (c *club, alice, bob *discordtest.Person) {
	t.Helper()
	c = openAs(t, change)
	alice, bob = c.person("alice"), c.person("bob")
	alice.Grant(discordgo.PermissionManageChannels)
	alice.Command(c.channel, "/table open", "clock", "off", "pause", "60")
	alice.Command(c.channel, "/sit")
	bob.Command(c.channel, "/sit")
	time.Sleep(70 * time.Second)
	for _, p := range []*discordtest.Person{alice, bob} {
		p.Command(c.channel, "/fold")
	}
	time.Sleep(2 * time.Second)
	return c, alice, bob
}

// A step of a hand shows its reader's cards: it may change only a private message of theirs.
func TestAHandIsSteppedThroughOnlyWhereItsReaderAloneSees(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, _ := foldedHand(t)
		board, _ := c.channel.Last()
		before := board.Content
		a := alice.Command(c.channel, "/history")
		if a.Message == nil || !a.Message.Ephemeral || !strings.Contains(a.Text(), "Your cards") {
			t.Fatalf("/history is answered %d %q", a.Type, a.Text())
		}
		mine := a.Message.ID
		id := func(rest string) string { return fmt.Sprintf("v1:%s:%s", c.channel.ID(), rest) }
		for _, f := range []struct{ message, id, answer string }{
			{board.ID, id("1:0:next"), "has moved on"},
			{board.ID, id("1:0:last"), "has moved on"},
			{mine, id("0:0:next"), "has moved on"},
			{mine, id("9007199254740991:0:next"), "has moved on"},
			{mine, "v1:77:1:0:next", "has moved on"},
			{mine, id("7:0:next"), "hasn't ended here"},
			{mine, id("1:0:goto:7"), "hasn't ended here"},
			{mine, id("1:0:goto:-1"), "has moved on"},
			{board.ID, id("1:0:posthand"), "has moved on"},
			{board.ID, id("1:0:postledger"), "has moved on"},
			{mine, id("7:0:postfilm"), "hasn't ended here"},
			{mine, id("1:0:postfilm"), "has moved on"}, // it had no showdown
			{mine, id("1:0:poststats me"), "has moved on"},
		} {
			a := alice.Forge(c.channel, f.message, f.id)
			if a.Err != nil || a.Type != discordtest.AnswerMessage || !a.Message.Ephemeral || !strings.Contains(a.Text(), f.answer) {
				t.Errorf("%s: answer %d %q, %v", f.id, a.Type, a.Text(), a.Err)
			}
		}
		for _, f := range []struct{ id, answer string }{
			{id("1:0:next:9223372036854775807"), "3 of 3"}, {id("1:0:back:-9223372036854775808"), "1 of 3"}, {id("1:0:last"), "3 of 3"},
		} {
			if a := alice.Forge(c.channel, mine, f.id); a.Type != discordtest.AnswerUpdate || !strings.Contains(a.Text(), f.answer) {
				t.Errorf("%s: answer %d %q, %v", f.id, a.Type, a.Text(), a.Err)
			}
		}
		if now, _ := c.channel.Last(); now.Content != before {
			t.Errorf("the board is now\n%s", now.Content)
		}
	})
}

// The file of a hand has the reader's cards only for them.
func TestAFileHasTheCardsOfItsReaderAndNoOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, bob := foldedHand(t)
		carol := c.person("carol")
		for _, format := range []string{"phh", "pokerstars"} {
			text := func(p *discordtest.Person) string {
				t.Helper()
				a := p.Command(c.channel, "/history", "format", format)
				list := files(t, c, a)
				if len(list) != 1 {
					t.Fatalf("%s is answered %d %q, %v", format, a.Type, a.Text(), a.Err)
				}
				return string(list[0])
			}
			own := map[*discordtest.Person]string{}
			for _, p := range []*discordtest.Person{alice, bob, carol} {
				own[p] = text(p)
			}
			if own[alice] == own[bob] || own[alice] == own[carol] || own[bob] == own[carol] {
				t.Errorf("%s: different people read the same:\n%s", format, own[carol])
			}
			if strings.Contains(own[carol], "Dealt to") || strings.Count(own[carol], "????") != strings.Count(own[carol], "d dh") {
				t.Errorf("who did not play reads of cards:\n%s", own[carol])
			}
			if !strings.Contains(own[carol], "alice") || !strings.Contains(own[carol], "bob") {
				t.Errorf("%s does not name who played:\n%s", format, own[carol])
			}
		}
	})
}

// The last session is read from the last hand. A damaged one stays so: it is an error with a reference. Where the store does not answer,
// a user may try again. The button says the same as the command.
func TestTheLedgerSaysWhyItCannotBeRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		read func(store.Hand) (store.Hand, error)
		want string
	}{
		"damaged": {func(h store.Hand) (store.Hand, error) { h.Data = h.Data[:len(h.Data)-1]; return h, nil }, "Something went wrong"},
		"refused": {func(h store.Hand) (store.Hand, error) { return h, errors.New("connection refused") }, "I couldn't read that right now"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				club, alice, _ := foldedHand(t)
				confirm(alice, club.channel, "/table close")
				time.Sleep(2 * time.Second)
				sheet := alice.Command(club.channel, "/ledger").Message
				club.shaky.update(func() { club.shaky.hands = c.read })
				if a := alice.Command(club.channel, "/ledger"); !strings.Contains(a.Text(), c.want) {
					t.Errorf("/ledger is answered %q, want %q", a.Text(), c.want)
				}
				if a := alice.PressOn(sheet, "Post in channel"); !strings.Contains(a.Text(), c.want) {
					t.Errorf("the button is answered %q, want %q", a.Text(), c.want)
				}
			})
		})
	}
}
