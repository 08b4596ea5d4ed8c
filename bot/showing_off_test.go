package bot_test

import (
	"bytes"
	"context"
	"image/gif"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/picture"
	"cardroom/store"
)

// showdown plays a hand in which two players are all-in, and returns them.
func (c *club) showdown() (alice, bob *discordtest.Person) {
	alice, bob = c.openTable("pause", "60", "clock", "off")
	alice.Command(c.channel, "/sit", "buyin", "200")
	bob.Command(c.channel, "/sit", "buyin", "200")
	time.Sleep(time.Minute + 10*time.Second)
	for _, p := range []*discordtest.Person{bob, alice} {
		p.Command(c.channel, "/allin")
	}
	time.Sleep(20 * time.Second)
	return alice, bob
}

// An animation is small, moves, and comes once. The words come first, also where the program ends before the picture.
func TestAShowdownIsPostedAsAnAnimation(t *testing.T) {
	t.Parallel()
	painter, err := picture.New()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter = painter })
		_, bob := c.showdown()
		bob.Command(c.channel, "/history")
		bob.Press(c.channel, "Post as animation")
		time.Sleep(10 * time.Second)
		posts := c.channel.Messages()
		post := posts[len(posts)-1]
		if len(post.Attachments) != 1 || !strings.Contains(post.String(), "Posted by @bob") {
			t.Fatalf("no animation is posted:\n%s", post)
		}
		res, err := c.srv.Client().Get(post.Attachments[0].URL)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		file, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		film, err := gif.DecodeAll(bytes.NewReader(file))
		if err != nil || len(file) >= 1<<20 || len(film.Image) < 4 {
			t.Errorf("%d bytes, %v: want at least four pictures in less than a megabyte", len(file), err)
		}
		c.stop()
		c.start()
		time.Sleep(time.Minute)
		bob.Command(c.channel, "/history", "hand", "1")
		if again := bob.Press(c.channel, "Post as animation"); !strings.Contains(again.Text(), "It can be posted once") {
			t.Errorf("after a restart: %s", again.Text())
		}
	})
}

// A hand can be posted again after an answer that failed. After one that arrived it cannot, though the store loses the commit.
func TestAnAnimationThatFailedIsPostedLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter = still{}; c.excused = 1 })
		_, bob := c.showdown()
		bob.Command(c.channel, "/history")
		c.srv.Fail("/callback", discordtest.Fault{Status: 500, Times: 2})
		bob.Press(c.channel, "Post as animation")
		time.Sleep(time.Minute)
		if n := lines(c.channel, "Posted by"); n != 0 {
			t.Fatalf("%d posts came though the answer failed", n)
		}
		lost := 0
		c.shaky.on(func(ctx context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
			if strings.HasPrefix(change.ID, "film@") && lost < 2 { // the commit and its repeat
				lost++
				return loseReply(ctx)
			}
			return do()
		})
		bob.Press(c.channel, "Post as animation")
		time.Sleep(time.Minute)
		c.stop()
		c.start()
		time.Sleep(time.Minute)
		bob.Command(c.channel, "/history", "hand", "1")
		again := bob.Press(c.channel, "Post as animation")
		if n := lines(c.channel, "Posted by"); n != 1 || lost != 2 || !strings.Contains(again.Text(), "It can be posted once") {
			t.Errorf("%d posts came, %d commits were lost; then: %s", n, lost, again.Text())
		}
	})
}

// The words of a posted hand stand wherever the program ends while it adds the animation.
func TestTheProgramMayEndOverAnAnimation(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.PostFilm) {
		t.Run(at.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, func(c *club) { c.painter = still{} })
				_, bob := c.showdown()
				bob.Command(c.channel, "/history")
				c.stop()
				fell := c.falls(at)
				c.start()
				bob.Press(c.channel, "Post as animation")
				time.Sleep(5 * time.Second)
				c.stop()
				c.start()
				time.Sleep(10 * time.Second)
				stands := 0
				for _, m := range c.channel.Messages() {
					if strings.Contains(m.String(), "Posted by @bob") {
						stands++
					}
				}
				if !fell.Load() || stands != 1 {
					t.Errorf("the program ended there: %t; %d posts stand", fell.Load(), stands)
				}
			})
		})
	}
}

// witness remembers the scene that was drawn last.
type witness struct{ last atomic.Pointer[render.Scene] }

func (w *witness) Draw(out io.Writer, s render.Scene, t picture.Theme) error {
	w.last.Store(&s)
	return still{}.Draw(out, s, t)
}

// A player posts the public view of a hand: their own cards are in the answer to them, and not in the post. Its picture is
// drawn from the view of spectators.
func TestAPostedHandShowsNoCardThatWasNotShown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := new(witness)
		c := openAs(t, func(c *club) { c.painter = w })
		alice, bob := c.openTable("clock", "off", "pause", "60")
		alice.Command(c.channel, "/sit")
		bob.Command(c.channel, "/sit")
		time.Sleep(70 * time.Second)
		for _, p := range []*discordtest.Person{alice, bob} {
			p.Command(c.channel, "/fold")
		}
		time.Sleep(2 * time.Second)
		answer := alice.Command(c.channel, "/history")
		_, cards, found := strings.Cut(answer.Text(), "Your cards: ")
		cards, _, _ = strings.Cut(cards, "\n")
		if private := w.last.Load(); !found || !private.FaceUp || private.View.Viewer == 0 {
			t.Fatalf("the private replay has no cards:\n%s", answer.Text())
		}
		for _, step := range []string{"First", "Last"} {
			alice.Press(c.channel, step)
			a := alice.Press(c.channel, "Post in channel")
			public := w.last.Load()
			if a.Message == nil || a.Message.Ephemeral || !strings.Contains(a.Message.String(), "Posted by @alice") {
				t.Fatalf("%s: nothing is posted: %s", step, a.Text())
			}
			for _, card := range strings.Fields(cards) {
				if strings.Contains(a.Message.String(), card) {
					t.Errorf("%s: %s is posted:\n%s", step, card, a.Message)
				}
			}
			seat, _ := public.View.SeatOf(engine.ID(message.Snowflake(alice.ID())))
			if public.FaceUp || public.View.Viewer != 0 || len(seat.Cards) > 0 {
				t.Errorf("%s: the picture is drawn for one player: %v", step, seat.Cards)
			}
			time.Sleep(31 * time.Second)
		}
	})
}

// A player who lost their last chips posts the result from the menu of their seat.
func TestABustPlayerPostsFromTheMenu(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.showdown()
		for _, p := range []*discordtest.Person{alice, bob} {
			menu := p.Press(c.channel, "Seat…")
			if !strings.Contains(menu.Text(), "out of chips") {
				continue
			}
			if a := p.PressOn(menu.Message, "Post in channel"); a.Message == nil || a.Message.Ephemeral || !strings.Contains(a.Message.String(), "Posted by @"+p.Name()) {
				t.Errorf("%s posts %s", p.Name(), a)
			}
			return
		}
		t.Error("both players have chips")
	})
}
