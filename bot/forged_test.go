package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// panelWith returns a person's newest private message with the words.
func panelWith(t *testing.T, c *club, p *discordtest.Person, words string) discordtest.Message {
	t.Helper()
	list := p.See(c.channel)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Ephemeral && strings.Contains(list[i].Content, words) {
			return list[i]
		}
	}
	t.Fatalf("%s sees no private %q", p.Name(), words)
	return discordtest.Message{}
}

func TestOptionsAreSetByTheHostFromAPanelAndByNobodyElse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.person("alice"), c.person("bob")
		alice.Grant(discordgo.PermissionManageChannels)
		alice.Command(c.channel, "/table open")
		time.Sleep(2 * time.Second)
		alice.Command(c.channel, "/table settings")
		panel, board := panelWith(t, c, alice, "Table options"), c.channel.Messages()[0]
		id := func(table, arg string) string { return fmt.Sprintf("v1:%s:0:0:%s", table, arg) }
		here := c.channel.ID()
		shows := func() string {
			t.Helper()
			alice.Command(c.channel, "/table settings")
			return panelWith(t, c, alice, "Table options").Content
		}
		before := shows()
		for _, f := range []struct {
			who         *discordtest.Person
			message, id string
			answer      string
			name        string
		}{
			{bob, panel.ID, id(here, "set clock 30s"), "up to the host", "another person"},
			{bob, panel.ID, id(here, "option"), "up to the host", "another person"},
			{alice, board.ID, id(here, "set clock 30s"), "", "the board"},
			{alice, board.ID, id(here, "option"), "", "the board"},
			{alice, panel.ID, id("1"+here, "set clock 30s"), "", "another table"},
			{alice, panel.ID, id(here, "set small-blind 1"), "", "no option"},
			{alice, panel.ID, id(here, "set draw any"), "", "an option of another game"},
			{alice, panel.ID, id(here, "set straddle"), "", "no value"},
			{alice, panel.ID, id(here, "set"), "", "nothing"},
			{alice, panel.ID, id(here, "set clock 5s"), "`clock` must be 10s–72h or off.", "a bad value"},
			{alice, panel.ID, id(here, "set straddle perhaps"), "`straddle` must be one of: `off`, `on`.", "a bad value"},
		} {
			commits := c.store.commits.Load()
			a := f.who.Forge(c.channel, f.message, f.id)
			if a.Err != nil || a.Type != discordtest.AnswerMessage || !strings.Contains(a.Text(), f.answer) {
				t.Errorf("%s, %q: answer %d %q, %v", f.name, f.id, a.Type, a.Text(), a.Err)
			}
			if n := c.store.commits.Load() - commits; n != 0 {
				t.Errorf("%s, %q: %d commits", f.name, f.id, n)
			}
		}
		if after := shows(); after != before {
			t.Errorf("the options are now\n%s\nthey were\n%s", after, before)
		}
		if a := alice.Forge(c.channel, panel.ID, id(here, "set clock 30s")); a.Type != discordtest.AnswerUpdate || !strings.Contains(a.Text(), "`clock` 30s") {
			t.Errorf("what may be set is answered %d %q", a.Type, a.Text())
		}
	})
}

// The settings panel is no panel of cards: it stays unchanged, and the panel of cards still follows the hand.
func TestThePanelOfTheOptionsIsNotAPanelOfCards(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.person("alice"), c.person("bob")
		alice.Grant(discordgo.PermissionManageChannels)
		alice.Command(c.channel, "/table open", "pause", "0", "clock", "off")
		time.Sleep(2 * time.Second)
		alice.Press(c.channel, "Sit down")
		bob.Press(c.channel, "Sit down")
		time.Sleep(2 * time.Second)
		alice.Command(c.channel, "/cards")
		time.Sleep(2 * time.Second)
		alice.Command(c.channel, "/table settings")
		if a := alice.Choose(c.channel, "Change", "clock"); a.Type != discordtest.AnswerUpdate {
			t.Fatalf("answer %d, %v", a.Type, a.Err)
		}
		time.Sleep(2 * time.Second)
		options, cards := panelWith(t, c, alice, "Table options"), panelWith(t, c, alice, "Your cards")
		for range 2 { // the hand goes on to the flop
			for _, p := range []*discordtest.Person{alice, bob} {
				p.Command(c.channel, "/call")
				p.Command(c.channel, "/check")
			}
		}
		time.Sleep(5 * time.Second)
		if now := panelWith(t, c, alice, "Table options"); now.ID != options.ID || now.Content != options.Content {
			t.Errorf("the options became\n%s", now)
		}
		now := panelWith(t, c, alice, "Your cards")
		if now.ID != cards.ID || now.Content == cards.Content {
			t.Errorf("the cards were left at\n%s", now)
		}
	})
}
