package bot_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/render"
	"cardroom/render/picture"
)

// narrow is a way to Discord on which uploads fail.
type narrow struct {
	http.RoundTripper
	how  string
	open atomic.Bool
	left atomic.Int64 // how many fail before it opens; 0 is all
}

func (n *narrow) RoundTrip(r *http.Request) (*http.Response, error) {
	if n.open.Load() || !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		return n.RoundTripper.RoundTrip(r)
	}
	if n.left.Add(-1) == 0 {
		n.open.Store(true)
	}
	switch n.how {
	case "is answered 503":
		return &http.Response{StatusCode: 503, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("upstream")), Request: r}, nil
	case "is cut off":
		return nil, errors.New("connection reset")
	case "is too large":
		return &http.Response{StatusCode: 413, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"message":"Request entity too large","code":40005}`)), Request: r}, nil
	}
	<-r.Context().Done() // never answered
	return nil, r.Context().Err()
}

// After any failure of an upload, the board is posted with its text and buttons, and presses work. When uploads succeed
// again, pictures come back, at the latest with the next hand's board.
func TestAnUploadThatFailsLeavesTheTextAndTheButtons(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"is answered 503", "is cut off", "is too large", "is never answered"} {
		t.Run(how, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{}, true })
				c.stop()
				way := &narrow{RoundTripper: c.client.Transport, how: how}
				c.client = &http.Client{Transport: way}
				c.start()
				alice, bob := c.openTable("pause", "3", "clock", "off")
				time.Sleep(30 * time.Second)
				for _, p := range []*discordtest.Person{alice, bob} {
					if answer := p.Press(c.channel, "Sit down"); answer.Err != nil {
						t.Fatalf("no board stands: %v", answer)
					}
				}
				time.Sleep(40 * time.Second)
				if m := c.board(); len(m.Attachments) > 0 || len(m.Buttons()) == 0 {
					t.Errorf("the board is %v", m)
				}
				start := time.Now()
				answer := c.call()
				if took := time.Since(start); took > 3*time.Second || answer.Err != nil {
					t.Errorf("the answer took %v: %v", took, answer)
				}
				time.Sleep(20 * time.Second)
				if m := c.board(); !strings.Contains(m.Text(), "check or") || len(m.Buttons()) == 0 {
					t.Errorf("after a press the board is %v", m)
				}
				way.open.Store(true)
				for i := 0; i < 10 && strings.HasPrefix(c.board().Text(), "#1"); i++ {
					c.acts(alice, bob)
					time.Sleep(20 * time.Second)
				}
				if m := c.board(); len(m.Attachments) != 1 {
					t.Errorf("the next hand's board is %v", m)
				}
			})
		})
	}
}

// An edit that Discord refuses for its file goes again without, and the picture comes by another one. Where that is refused as well,
// the words stay.
func TestARefusedPictureFollows(t *testing.T) {
	t.Parallel()
	for refusals, pictures := range map[int64]int{1: 1, 2: 0} {
		synctest.Test(t, func(t *testing.T) {
			c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{}, true })
			c.stop()
			way := &narrow{RoundTripper: c.client.Transport, how: "is too large"}
			way.open.Store(true)
			c.client = &http.Client{Transport: way}
			c.start()
			c.sitDown()
			way.left.Store(refusals)
			way.open.Store(false)
			c.actor().Command(c.channel, "/call")
			time.Sleep(20 * time.Second)
			if m := c.board(); len(m.Attachments) != pictures || !strings.Contains(m.Text(), "Pot 20") || len(m.Buttons()) == 0 || !way.open.Load() {
				t.Errorf("after %d refusals the board has %d pictures:\n%s", refusals, len(m.Attachments), m)
			}
		})
	}
}

// An answer whose picture gets lost arrives without it, and removes the old picture (C2).
func TestAnAnswerWhosePictureGetsLostArrivesWithoutIt(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"is answered 503", "is too large", "is never answered"} {
		t.Run(how, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, func(c *club) { c.painter, c.onPress = touchy{}, true })
				c.stop()
				way := &narrow{RoundTripper: c.client.Transport, how: how}
				c.client = &http.Client{Transport: way}
				way.open.Store(true)
				c.start()
				alice, _ := c.seated("pause", "3", "clock", "off")
				time.Sleep(20 * time.Second)
				c.actor().Press(c.channel, "Fold")
				time.Sleep(20 * time.Second)
				if len(c.board().Attachments) != 1 {
					t.Fatalf("the board is %v", c.board())
				}
				way.open.Store(false)
				if a := c.call(); a.Err != nil || a.Type != discordtest.AnswerUpdate || !strings.Contains(a.Text(), "check or") || len(a.Message.Attachments) > 0 {
					t.Errorf("a press is answered %v", a)
				}
				a := alice.Command(c.channel, "/history")
				if a.Err != nil || !strings.Contains(a.Text(), "1 of ") || len(a.Message.Attachments) > 0 {
					t.Fatalf("/history is answered %v", a)
				}
				if a := alice.PressOn(a.Message, "Next"); a.Err != nil || !strings.Contains(a.Text(), "2 of ") {
					t.Errorf("its next step is answered %v", a)
				}
				if a := alice.Command(c.channel, "/history", "format", "phh"); a.Err != nil || a.Text() == "" {
					t.Errorf("/history with a file is answered %v", a)
				}
			})
		})
	}
}

// still draws every scene the same.
type still struct{}

func (still) Draw(w io.Writer, _ render.Scene, _ picture.Theme) error {
	_, err := io.WriteString(w, "a picture")
	return err
}

func (still) Animate(w io.Writer, shots []picture.Shot, _ picture.Theme) error {
	_, err := fmt.Fprintf(w, "%d pictures", len(shots))
	return err
}

// A board with the same content is not sent again, and an unchanged picture is not sent with new text.
func TestWhatIsThereIsNotSentAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.painter, c.onPress = still{}, true })
		alice, bob := c.openTable("pause", "3", "clock", "off", "max-buyin", "5000")
		alice.Command(c.channel, "/sit", "buyin", "1000")
		bob.Command(c.channel, "/sit", "buyin", "1000")
		time.Sleep(15 * time.Second)
		had := c.board()
		if len(had.Attachments) != 1 {
			t.Errorf("the board is %v", had)
		}
		requests := c.srv.RequestCount()
		alice.Command(c.channel, "/clock") // the text changes, the picture does not
		time.Sleep(10 * time.Second)
		edits := 0
		for _, r := range c.srv.Requests()[requests:] {
			if r.Method != "PATCH" {
				continue
			}
			if edits++; len(r.Files) > 0 {
				t.Errorf("the same picture again: %s %s", r.Method, r.Path)
			}
		}
		now := c.board()
		if edits != 1 || now.Text() == had.Text() || len(now.Attachments) != 1 || now.Attachments[0].ID != had.Attachments[0].ID {
			t.Errorf("%d edits, and the board went from\n%v to\n%v", edits, had, now)
		}
		requests = c.srv.RequestCount()
		bob.Press(c.channel, "My cards") // a person's own answer
		alice.Command(c.channel, "/settings", "ping", "off")
		time.Sleep(10 * time.Second)
		if n := c.srv.RequestCount() - requests; n != 2 {
			t.Errorf("%d requests for two private answers", n)
		}
	})
}
