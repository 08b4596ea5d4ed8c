package bot_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// slowAnswers is a way to Discord on which the first answers to the bot's own answers come late.
type slowAnswers struct {
	http.RoundTripper
	remaining atomic.Int64 // how many answers still come late
}

func (s *slowAnswers) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := s.RoundTripper.RoundTrip(r)
	if strings.HasSuffix(r.URL.Path, "/callback") && s.remaining.Add(-1) >= 0 {
		time.Sleep(300 * time.Millisecond)
	}
	return resp, err
}

// TestAPanelIsPressedBeforeTheBotKnowsOfIt presses a box on a new panel while the answer to the bot's callback is on its way
// (U9). The panel stays, shows the choice and later changes, and is edited without a failure.
func TestAPanelIsPressedBeforeTheBotKnowsOfIt(t *testing.T) {
	for late := range int64(3) {
		t.Run(fmt.Sprint("late: ", late), func(t *testing.T) { pressBeforeKnown(t, late) })
	}
}

func pressBeforeKnown(t *testing.T, late int64) {
	synctest.Test(t, func(t *testing.T) {
		c, _, actor := shakyHand(t)
		c.stop()
		slow := &slowAnswers{RoundTripper: c.client.Transport}
		c.client = &http.Client{Transport: slow}
		c.start()
		time.Sleep(5 * time.Second)
		other := c.other(actor)
		slow.remaining.Store(late)
		opened := other.Press(c.channel, "My cards")
		if opened.Message == nil {
			t.Fatalf("My cards is answered %+v", opened)
		}
		pressed := other.PressOn(opened.Message, "☐ Check/fold")
		if pressed.Type != discordtest.AnswerUpdate {
			t.Fatalf("the box of %s is answered %d %q %v", opened.Message, pressed.Type, pressed.Text(), pressed.Err)
		}
		time.Sleep(5 * time.Second)
		for _, r := range append(opened.Interaction().Requests(), pressed.Interaction().Requests()...) {
			if r.Method == "DELETE" || r.Status >= 300 {
				t.Errorf("%s %s is answered %d", r.Method, r.Path, r.Status)
			}
		}
		before := len(pressed.Interaction().Requests())
		actor.Press(c.channel, "Call")
		time.Sleep(5 * time.Second)
		if n := len(pressed.Interaction().Requests()) - before; n == 0 {
			t.Error("the panel does not show that the turn has come")
		}
	})
}

// TestAPressOnAPanelThatIsGoneIsAnswered presses a box on a panel that the bot deletes meanwhile (U9): the player gets the panel
// anew, and it goes on.
func TestAPressOnAPanelThatIsGoneIsAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, actor := shakyHand(t)
		other := c.other(actor)
		opened := other.Press(c.channel, "My cards")
		time.Sleep(5 * time.Second)
		c.srv.Fail("POST /interactions", discordtest.Refusal(404, 10008, "Unknown Message"))
		pressed := other.PressOn(opened.Message, "☐ Check/fold")
		if pressed.Type != discordtest.AnswerMessage || !pressed.Message.Ephemeral || !strings.Contains(pressed.Text(), "Your cards") {
			t.Fatalf("the box is answered %d %q %v", pressed.Type, pressed.Text(), pressed.Err)
		}
		actor.Press(c.channel, "Call")
		time.Sleep(5 * time.Second)
		if edits := pressed.Interaction().Requests(); len(edits) == 0 || edits[len(edits)-1].Method != "PATCH" || edits[len(edits)-1].Status != 200 {
			t.Errorf("the new panel does not show that the turn has come: %v", edits)
		}
	})
}
