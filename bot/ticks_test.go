package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// Ticked cards stay ticked while the turn lasts, also where the board and the panel under it come anew, and no longer.
func TestTickedCardsStayWhereThePanelComesAnew(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.seated("game", "draw", "pause", "1")
		time.Sleep(3 * time.Second)
		panel := func(p *discordtest.Person) *discordtest.Message {
			list := c.panelsOf(p)
			return &list[len(list)-1]
		}
		for !strings.Contains(panel(c.actor()).String(), "Stand pat") {
			stay := "Check"
			if strings.Contains(c.board().String(), "[Call") {
				stay = "Call"
			}
			c.actor().Press(c.channel, stay)
			time.Sleep(3 * time.Second)
		}
		player, other := alice, bob
		if c.actor().ID() == bob.ID() {
			player, other = bob, alice
		}
		first := panel(player)
		box := first.Buttons()[0].Label
		if !strings.HasPrefix(box, "☐ ") {
			t.Fatalf("no card to tick:\n%s", first)
		}
		card := strings.TrimPrefix(box, "☐ ")
		player.PressOn(first, box)
		time.Sleep(3 * time.Second)
		ticked := func(want bool, after string) {
			t.Helper()
			if text := panel(player).String(); strings.Contains(text, "☑ "+card) != want || strings.Contains(text, "[Draw 1]") != want {
				t.Errorf("%s: the card is ticked, want %t:\n%s", after, want, text)
			}
		}
		ticked(true, "a press on it")
		for _, who := range []*discordtest.Person{other, player} {
			who.Command(c.channel, "/table status")
			time.Sleep(5 * time.Second)
			if panel(player).ID == first.ID {
				t.Fatal("no panel came anew")
			}
			ticked(true, who.Name()+" had the board come anew")
		}
		player.Press(c.channel, "Stand pat")
		time.Sleep(3 * time.Second)
		ticked(false, "the turn is over")
	})
}
