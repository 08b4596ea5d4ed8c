package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/store"
)

// Only a limited number of requests for chips wait for the host at a time. Without approval no wallet changes, whichever
// command was used.
func TestOnlySoManyAskTheHostAndNobodySitsBefore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.openTable()
		c.sets(alice, "chips", "approved")
		time.Sleep(2 * time.Second)
		bob.Press(c.channel, "Sit down")
		for n := range 11 {
			p := c.person(fmt.Sprint("guest ", n))
			answer := p.Command(c.channel, "/sit", "buyin", "300", "post", "true")
			want := "The host is asked"
			if n >= 9 { // bob is the first of ten
				want = "10 players are already waiting"
			}
			if answer.Message == nil || !strings.Contains(answer.Message.Text(), want) {
				t.Errorf("guest %d is answered %v", n, answer)
			}
			if got := c.balance(p); got != store.Opening {
				t.Errorf("guest %d has %d", n, got)
			}
			time.Sleep(2 * time.Second)
		}
		board := c.channel.Messages()[0]
		if !strings.Contains(board.Text(), "9 seats free") || !strings.Contains(board.Text(), "and 6 more") {
			t.Errorf("the board says\n%s", board.Text())
		}
		answer := alice.Command(c.channel, "/table settings")
		if text := answer.Message.String(); !strings.Contains(text, "[Approve 8] [Decline 8]") || strings.Contains(text, "Approve 9") {
			t.Errorf("alice is asked\n%s", text) // a message has five rows
		}
		for range 10 { // each answer moves the others up
			alice.Press(c.channel, "Approve 1")
			time.Sleep(2 * time.Second)
		}
		if got := c.balance(bob); got != store.Opening-1000 {
			t.Errorf("bob has %d", got)
		}
		board = c.channel.Messages()[0]
		if strings.Contains(board.Text(), "asks to sit") {
			t.Errorf("somebody still asks:\n%s", board.Text())
		}
	})
}

// TestAnApprovalEndsWithItsPlaceOnTheWaitlist approves a second buy-in for one seat, and takes its player off the waitlist
// (U2). The player has to ask again, whether the host kicked them or they did not come in time.
func TestAnApprovalEndsWithItsPlaceOnTheWaitlist(t *testing.T) {
	t.Parallel()
	for _, kicked := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			c := open(t)
			alice, bob := c.openTable("seats", "2")
			carol := c.person("carol")
			approve := func() string {
				alice.Command(c.channel, "/table settings")
				time.Sleep(2 * time.Second)
				return alice.Press(c.channel, "Approve").Text()
			}
			alice.Command(c.channel, "/sit")
			c.sets(alice, "chips", "approved")
			bob.Command(c.channel, "/sit")
			carol.Command(c.channel, "/sit")
			alice.Command(c.channel, "/table settings")
			alice.Press(c.channel, "Approve 1")
			if text := approve(); !strings.Contains(text, "waitlist") {
				t.Fatalf("carol's approval does not wait: %s", text)
			}
			if kicked {
				alice.Command(c.channel, "/table kick", "player", "carol")
			}
			bob.Command(c.channel, "/leave")
			time.Sleep(10 * time.Minute)
			board := c.channel.Messages()[0]
			if text := carol.Command(c.channel, "/sit").Text(); !strings.Contains(text, "The host is asked") {
				t.Errorf("kicked %v: carol is answered %q below\n%s", kicked, text, board.Text())
			}
		})
	}
}
