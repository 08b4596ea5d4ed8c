package bot_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/engine/phh"
	"cardroom/render"
	"cardroom/render/picture"
)

// The file of a hand for a player who left at its end has their own cards, and can be replayed like any other.
func TestAFileForWhoHasLeftHasTheirCards(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.seated("clock", "off", "pause", "1")
		time.Sleep(5 * time.Second)
		bob.Command(c.channel, "/leave")
		alice.Command(c.channel, "/fold")
		time.Sleep(3 * time.Second)
		for who, known := range map[*discordtest.Person]string{bob: "d dh p1 ????", alice: "d dh p2 ????", c.person("carol"): "d dh p2 ????"} {
			text := c.reads(who, "1", "phh")
			text = text[strings.Index(text, "variant"):]
			file := filepath.Join(t.TempDir(), "hand.phh")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			for h := range phh.Read(file) {
				if _, err := h.Replay(); err != nil || !strings.Contains(text, known) {
					t.Errorf("%s: %v\n%s", who.Name(), err, text)
				}
			}
			if unknown := strings.Count(text, "????"); unknown != 1 && (who == alice || who == bob) {
				t.Errorf("%s knows too much or too little:\n%s", who.Name(), text)
			}
		}
	})
}

// themes records the theme of pictures of past hands.
type themes struct{ seen chan picture.Theme }

func (p themes) Draw(w io.Writer, s render.Scene, theme picture.Theme) error {
	if s.Over {
		p.seen <- theme
	}
	_, err := io.WriteString(w, "\x89PNG")
	return err
}

// The history has the table's look: its theme, and no pictures if its board is text.
func TestTheHistoryIsDrawnAsTheTableIs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := themes{make(chan picture.Theme, 10)}
		c := openAs(t, func(c *club) { c.painter = p })
		alice, bob := c.seated("clock", "off", "pause", "1")
		time.Sleep(5 * time.Second)
		bob.Command(c.channel, "/leave")
		alice.Command(c.channel, "/fold")
		time.Sleep(3 * time.Second)
		set := func(option, value string) {
			c.sets(alice, option, value)
			time.Sleep(2 * time.Second)
		}
		set("theme", "midnight")
		alice.Command(c.channel, "/history", "hand", "1")
		time.Sleep(time.Second)
		select {
		case got := <-p.seen:
			if got != picture.Midnight {
				t.Errorf("it is drawn in %v", got)
			}
		default:
			t.Error("it is not drawn")
		}
		set("board", "text")
		alice.Command(c.channel, "/history", "hand", "1")
		time.Sleep(time.Second)
		if len(p.seen) > 0 {
			t.Error("it is drawn where the house wants no pictures")
		}
	})
}

// TestEveryDepartureIsKept has a player return after more others have left than the engine's table remembers, and after a
// restart (R7).
func TestEveryDepartureIsKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		_, bob := c.openTable("seats", "4")
		bob.Command(c.channel, "/sit", "buyin", "900")
		bob.Command(c.channel, "/leave")
		for i := range 17 {
			p := c.person(fmt.Sprint("guest ", i))
			p.Command(c.channel, "/sit")
			p.Command(c.channel, "/leave")
			time.Sleep(20 * time.Second)
		}
		c.stop()
		c.start()
		if a := bob.Command(c.channel, "/sit", "buyin", "200"); !strings.Contains(a.Text(), "900") {
			t.Errorf("bob, who left with 900, is told %q", a.Text())
		}
		time.Sleep(time.Hour)
		if a := bob.Command(c.channel, "/sit", "buyin", "200"); !strings.Contains(a.Text(), "200") {
			t.Errorf("after the return window bob is told %q", a.Text())
		}
	})
}
