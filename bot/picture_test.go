package bot_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io"
	"net/http"
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

// realPainter is shared by the tests. It is made outside of all bubbles: a channel of one may not be used in another.
var realPainter, errPainter = picture.New()

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
	if errPainter != nil {
		return errPainter
	}
	return realPainter.Draw(w, s, t)
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
		if strings.Contains(m.Text(), "▶") {
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
		for line := range strings.Lines(c.board().Text()) {
			if strings.HasPrefix(line, "▶") && strings.Contains(line, who.Mention()) {
				return who.Press(c.channel, "Call")
			}
		}
	}
	c.t.Fatalf("nobody is to act:\n%s", c.board())
	return discordtest.Answer{}
}

func TestTheBoardHasAPictureWithItsWords(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{}, true })
		c.sitDown()
		m := c.board()
		if len(m.Attachments) != 1 {
			t.Fatalf("the board shows %+v", m.Attachments)
		}
		a := m.Attachments[0]
		if !strings.HasPrefix(a.Description, "#1 · Before the flop\n") || !strings.Contains(a.Description, "alice") {
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
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{takes: 700 * time.Millisecond}, true })
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
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{takes: 1500 * time.Millisecond}, true })
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
	t.Parallel()
	for name, p := range map[string]message.Painter{
		"drawing fails": touchy{how: "fails"}, "drawing panics": touchy{how: "panics"}, "drawing takes too long": touchy{takes: 4 * time.Second},
		"files are not allowed": touchy{},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, func(c *club) { c.painter, c.onPress = p, true })
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
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &noting{}
		c := openAs(t, func(c *club) { c.painter, c.onPress = n, true })
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

// consists reports whether a message is one of components (IS_COMPONENTS_V2).
func consists(m discordtest.Message) bool {
	return m.Flags&int(discordgo.MessageFlagsIsComponentsV2) != 0
}

// A board with a picture consists of components. The seats are in the picture and its text; the lines are few.
func TestABoardWithAPictureHasFewLines(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{}, true })
		c.sitDown()
		m := c.board()
		lines := strings.Split(m.Text(), "\n")
		if !consists(m) || m.Content != "" || len(lines) != 2 || !strings.HasPrefix(lines[0], "#1 · **Before the flop** · Pot 15") || !strings.HasPrefix(lines[1], "▶ ") {
			t.Errorf("the board is\n%s", m)
		}
		if container := m.Components[0]; container.AccentColor == nil || len(container.Components) < 3 || len(container.Components[0].Items) != 1 {
			t.Errorf("the board consists of %+v", m.Components)
		}
	})
}

// A message keeps its form for ever. A board that an earlier version of the program posted stays plain text with a picture
// below it; the next hand's board has the new form.
func TestABoardKeepsItsForm(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, panelsOnPress)
		c.sitDown()
		if consists(c.board()) {
			t.Fatalf("a board without a painter is\n%s", c.board())
		}
		c.stop()
		c.painter = touchy{}
		c.start()
		time.Sleep(20 * time.Second)
		c.call()
		time.Sleep(3 * time.Second)
		if m := c.board(); consists(m) || !strings.Contains(m.Content, "`1` "+c.person("alice").Mention()) || len(m.Attachments) != 1 {
			t.Errorf("after an upgrade the old board is\n%s", m)
		}
		c.actor().Press(c.channel, "Raise 20")
		c.actor().Press(c.channel, "Fold")
		time.Sleep(20 * time.Second)
		if m := c.board(); !consists(m) || len(m.Attachments) != 1 {
			t.Errorf("the next board is\n%s", m)
		}
	})
}

// A table that turns to text keeps the form of its board, with all words in it.
func TestABoardWithoutItsPictureHasAllWords(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{}, true })
		alice, _ := c.openTable("pause", "3")
		alice.Press(c.channel, "Sit down")
		if answer := c.sets(alice, "board", "text"); answer.Err != nil {
			t.Fatal(answer.Err)
		}
		time.Sleep(3 * time.Second)
		if m, _ := c.channel.Last(); !consists(m) || len(m.Attachments) > 0 || !strings.Contains(m.Text(), "\n`1` "+alice.Mention()) {
			t.Errorf("the board is\n%s", m)
		}
	})
}

// An answer whose picture is late keeps the last one, below which the new lines stand.
func TestALatePictureLeavesTheLastOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{takes: 700 * time.Millisecond}, true })
		c.sitDown()
		before := c.board()
		answer := c.call()
		m := answer.Message
		if m == nil || len(m.Attachments) != 1 || m.Attachments[0].ID != before.Attachments[0].ID || !strings.Contains(m.Text(), "▶ "+c.person("alice").Mention()) {
			t.Errorf("the answer is\n%v", answer)
		}
	})
}

// An answer to a press keeps no picture that the message may have lost: the edit that brought another one had no answer.
func TestAPictureOfAnUnansweredEditIsNotKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{takes: 700 * time.Millisecond}, true })
		c.sitDown()
		c.srv.Fail("PATCH", discordtest.Fault{Silent: true, Applied: true})
		c.plays()
		time.Sleep(4 * time.Second) // the edit with the picture is under way, and waits for its answer
		if a := c.plays(); a.Err != nil || a.Type != discordtest.AnswerUpdate {
			t.Errorf("the press is answered %v", a)
		}
		time.Sleep(30 * time.Second)
		if m := c.board(); len(m.Attachments) != 1 {
			t.Errorf("the board is\n%s", m)
		}
	})
}

// hanging is a way to Discord on which answers with files are never answered.
type hanging struct {
	http.RoundTripper
	tried atomic.Int32
}

func (h *hanging) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.URL.Path, "/callback") || !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		return h.RoundTripper.RoundTrip(r)
	}
	h.tried.Add(1)
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// Where three answers in a row take long because of their pictures, pictures come by edits.
func TestPicturesComeByEditsWhereAnswersAreSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{}, true })
		c.stop()
		way := &hanging{RoundTripper: c.client.Transport}
		c.client = &http.Client{Transport: way}
		c.start()
		alice, bob := c.openTable("pause", "3", "clock", "off")
		acts := []func() discordtest.Answer{
			func() discordtest.Answer { return alice.Press(c.channel, "Sit down") },
			func() discordtest.Answer { return bob.Press(c.channel, "Sit down") },
			c.plays, c.plays, c.plays, c.plays,
		}
		for n, act := range acts {
			before := way.tried.Load()
			if a := act(); a.Err != nil || a.Type != discordtest.AnswerUpdate {
				t.Fatalf("press %d is answered %v", n+1, a)
			}
			if tried := way.tried.Load() > before; tried != (n < 3) {
				t.Errorf("answer %d carries a picture: %t", n+1, tried)
			}
			time.Sleep(5 * time.Second) // no mention yet
			if m, _ := c.channel.Last(); len(m.Attachments) != 1 {
				t.Errorf("no picture follows answer %d:\n%s", n+1, m)
			}
		}
	})
}

// The next life of the program takes over a board of components: it stays the board, its presses work, and once the next
// hand's board stands it has shrunk to its result.
func TestABoardWithAPictureOutlivesTheProgram(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{}, true })
		c.sitDown()
		was := c.board()
		c.stop()
		c.start()
		time.Sleep(5 * time.Second)
		if a := c.plays(); a.Type != discordtest.AnswerUpdate || a.Message.ID != was.ID || len(a.Message.Attachments) != 1 {
			t.Fatalf("a press is answered %v", a)
		}
		c.actor().Press(c.channel, "Raise 20")
		c.actor().Press(c.channel, "Fold")
		time.Sleep(20 * time.Second)
		old, _ := c.channel.Message(was.ID)
		if now := c.board(); now.ID == was.ID || len(now.Attachments) != 1 {
			t.Errorf("the next board is\n%s", now)
		}
		if lines := strings.Split(old.Text(), "\n"); len(lines) > 2 || !strings.Contains(lines[0], "wins") || len(old.Attachments) > 0 || len(old.Buttons()) > 0 {
			t.Errorf("the old board is\n%s", old)
		}
		if boards := withButtons(c); len(boards) != 1 {
			t.Errorf("%d messages have buttons", len(boards))
		}
	})
}

// plays calls or checks for the player to act.
func (c *club) plays() discordtest.Answer {
	c.t.Helper()
	if a := c.actor().Press(c.channel, "Call"); a.Err == nil {
		return a
	}
	return c.actor().Press(c.channel, "Check")
}

// lazy is a painter that takes a time that changes.
type lazy struct{ takes atomic.Int64 }

func (p *lazy) Draw(w io.Writer, s render.Scene, t picture.Theme) error {
	return touchy{takes: time.Duration(p.takes.Load())}.Draw(w, s, t)
}
