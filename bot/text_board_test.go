package bot_test

import (
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// A table of text has no picture at all, neither beside its text nor in it. Switching the option changes the current board.
func TestATableOfTextHasNoPictureAtAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { withTiles(c); c.painter = touchy{} })
		time.Sleep(uploaded)
		alice, bob := c.openTable("pause", "3", "clock", "off")
		time.Sleep(3 * time.Second)
		if m, _ := c.channel.Last(); len(m.Attachments) != 1 {
			t.Errorf("before, the board is %v", m)
		}
		if answer := c.sets(alice, "board", "text"); answer.Err != nil {
			t.Fatal(answer.Err)
		}
		alice.Press(c.channel, "Sit down")
		time.Sleep(3 * time.Second)
		if m, _ := c.channel.Last(); len(m.Attachments) > 0 {
			t.Errorf("the board keeps its picture: %v", m)
		}
		bob.Press(c.channel, "Sit down")
		time.Sleep(5 * time.Second)
		for range 2 { // to the flop
			c.acts(alice, bob)
		}
		requests := c.srv.Requests()
		for _, r := range requests[len(requests)-10:] {
			if len(r.Files) > 0 {
				t.Errorf("files go with %s %s", r.Method, r.Path)
			}
		}
		if m := c.board(); len(m.Attachments) > 0 || c.holds(m.Text()) != "letters" {
			t.Errorf("the board is %v", m)
		}
		for _, p := range []*discordtest.Person{alice, bob} {
			if panel := p.Press(c.channel, "My cards"); c.holds(panel.Text()) != "letters" {
				t.Errorf("a panel is\n%s", panel.Text())
			}
		}
	})
}
