package bot_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/message"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/picture"
)

// painter is the real painter, shared by the tests.
var painter = sync.OnceValues(picture.New)

// touchy is a painter that is slow, fails, or panics.
type touchy struct {
	takes time.Duration
	how   string
}

func (p touchy) Draw(w io.Writer, s render.Scene, t picture.Theme) error {
	time.Sleep(p.takes)
	switch p.how {
	case "fails":
		return errors.New("no more paint")
	case "panics":
		panic("the easel fell over")
	}
	real, err := painter()
	if err != nil {
		return err
	}
	return real.Draw(w, s, t)
}

// moody is a painter that stops painting.
type moody struct{ fails atomic.Bool }

func (p *moody) Draw(w io.Writer, s render.Scene, t picture.Theme) error {
	if p.fails.Load() {
		return errors.New("no more paint")
	}
	return touchy{}.Draw(w, s, t)
}

// sitDown opens a table and seats two players, so that a hand starts.
func (c *club) sitDown() {
	c.person("alice").Grant(discordgo.PermissionManageChannels)
	c.person("alice").Command(c.channel, "table open", "pause", "3")
	c.person("alice").Command(c.channel, "sit")
	c.person("bob").Command(c.channel, "sit")
	time.Sleep(20 * time.Second)
	synctest.Wait()
}

// board returns the message that shows the table.
func (c *club) board() discordtest.Message {
	c.t.Helper()
	for _, m := range c.channel.Messages() {
		if strings.Contains(m.Content, "▶") {
			return m
		}
	}
	c.t.Fatal("no decision is awaited")
	return discordtest.Message{}
}

// call presses Call for the player to act.
func (c *club) call() discordtest.Answer {
	c.t.Helper()
	for _, name := range []string{"alice", "bob"} {
		who := c.person(name)
		for line := range strings.Lines(c.board().Content) {
			if strings.HasPrefix(line, "▶") && strings.Contains(line, who.Mention()) {
				return who.Press(c.channel, "Call")
			}
		}
	}
	c.t.Fatal("nobody is to act")
	return discordtest.Answer{}
}

func TestTheBoardHasAPictureWithItsWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter = touchy{} })
		c.sitDown()
		m := c.board()
		if len(m.Attachments) != 1 {
			t.Fatalf("the board shows %+v", m.Attachments)
		}
		a := m.Attachments[0]
		if !strings.HasPrefix(a.Description, "#1, Before the flop, NL hold'em 5/10.") || !strings.Contains(a.Description, "alice") {
			t.Errorf("said to show %q", a.Description)
		}
		if _, err := png.Decode(bytes.NewReader(c.file(a))); err != nil {
			t.Error(err)
		}
		requests := c.srv.RequestCount()
		answer := c.call()
		synctest.Wait()
		if answer.Type != discordtest.AnswerUpdate || answer.Message == nil || len(answer.Message.Attachments) != 1 || answer.Message.Attachments[0].ID == a.ID {
			t.Errorf("the answer has no new picture: %v", answer)
		}
		time.Sleep(5 * time.Second)
		synctest.Wait()
		for _, r := range c.srv.Requests()[requests:] {
			if strings.HasSuffix(r.Path, "/callback") != (len(r.Files) == 1) || r.Method == "PATCH" {
				t.Errorf("the press took %v with files %v", r, r.Files)
			}
		}
	})
}

// file returns the content at an attachment's address.
func (c *club) file(a discordtest.Attachment) []byte {
	c.t.Helper()
	resp, err := c.srv.Client().Get(a.URL)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return data
}

// An answer waits at most a tenth of a second. The picture follows in an edit with the press's token.
func TestASlowPictureFollows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter = touchy{takes: 700 * time.Millisecond} })
		c.sitDown()
		before := c.board().Attachments
		start := time.Now()
		answer := c.call()
		if took := time.Since(start); took > 150*time.Millisecond || answer.Type != discordtest.AnswerUpdate {
			t.Errorf("the answer took %v: %v", took, answer)
		}
		requests := c.srv.RequestCount()
		time.Sleep(3 * time.Second)
		synctest.Wait()
		after := c.board().Attachments
		if len(before) != 1 || len(after) != 1 || before[0].ID == after[0].ID {
			t.Errorf("the picture did not follow: %v, %v", before, after)
		}
		if n := c.srv.RequestCount() - requests; n != 1 {
			t.Errorf("%d requests after the answer", n)
		}
	})
}

// Players act while pictures are drawn, which is slow on a busy machine. A picture that is outdated when it is done is not
// sent: it would bring back the old text and buttons.
func TestABoardDoesNotGoBackToThePictureThatWasDrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter = touchy{takes: 1500 * time.Millisecond} })
		c.sitDown()
		last := ""
		for range 6 {
			board := c.board()
			for _, name := range []string{"alice", "bob"} {
				for _, label := range []string{"Call", "Check"} {
					c.person(name).PressOn(&board, label)
				}
			}
			for range 18 {
				time.Sleep(50 * time.Millisecond)
				b := c.board()
				id := b.Buttons()[0].CustomID // v1:table:hand:action:…, and every action has one digit
				if turn := strings.Join(strings.Split(id, ":")[2:4], ":"); turn < last {
					t.Fatalf("the board was at %s, and shows %s", last, turn)
				} else {
					last = turn
				}
			}
		}
		if last < "1:5" {
			t.Fatalf("people got no further than %s", last)
		}
	})
}

// After any failure of a picture, the text and buttons are posted, and presses work.
func TestWithoutAPictureThereIsTheText(t *testing.T) {
	for name, p := range map[string]message.Painter{
		"drawing fails": touchy{how: "fails"}, "drawing panics": touchy{how: "panics"}, "drawing takes too long": touchy{takes: 4 * time.Second},
		"files are not allowed": touchy{},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, func(c *club) { c.painter = p })
				if name == "files are not allowed" {
					c.channel.BotLacks(discordgo.PermissionAttachFiles)
				}
				c.sitDown()
				shows := func(m discordtest.Message) bool { return len(m.Attachments) > 0 && name != "files are not allowed" }
				if m := c.board(); shows(m) || len(m.Buttons()) == 0 {
					t.Errorf("the board is %v", m)
				}
				start := time.Now()
				answer := c.call()
				if took := time.Since(start); took > 150*time.Millisecond || answer.Type != discordtest.AnswerUpdate {
					t.Errorf("the answer took %v: %v", took, answer)
				}
				time.Sleep(10 * time.Second)
				synctest.Wait()
				if m := c.board(); shows(m) || len(m.Buttons()) == 0 {
					t.Errorf("after a press the board is %v", m)
				}
			})
		})
	}
}

// noting is a painter that records the players' names.
type noting struct {
	mu    sync.Mutex
	names map[engine.ID]render.DisplayName
}

func (n *noting) Draw(w io.Writer, s render.Scene, _ picture.Theme) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.names = s.DisplayNames
	_, err := fmt.Fprint(w, s.View.Turn, s.View.Phase)
	return err
}

// The next life of the program has met no user: it takes the players' names from the record.
func TestPlayersAreCalledByTheirNamesAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &noting{}
		c := openAs(t, func(c *club) { c.painter = n })
		c.sitDown()
		c.stop()
		n.mu.Lock()
		n.names = nil
		n.mu.Unlock()
		c.start()
		time.Sleep(20 * time.Second)
		n.mu.Lock()
		defer n.mu.Unlock()
		var names []string
		for _, name := range n.names {
			names = append(names, name.Name)
		}
		if slices.Sort(names); !slices.Equal(names, []string{"alice", "bob"}) {
			t.Errorf("the players are called %q", names)
		}
	})
}
