package bot_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// How late a press and a gift arrive, and whether they may take effect (S4). After three seconds their users read that the
// interaction failed; a store or a connection that hangs for a moment may take a little longer.
var lateness = []struct {
	delay time.Duration
	takes bool
}{
	{4 * time.Second, true},
	{8 * time.Second, true},
	{12 * time.Second, false},
	{5 * time.Minute, false},
	{3 * time.Hour, false},
}

// S4: an interaction over ten seconds late has no effect, whatever this machine's clock says.
func TestAnInteractionThatIsTooOldHasNoEffect(t *testing.T) {
	alone(t)
	for _, ahead := range []time.Duration{0, time.Hour, -time.Hour} {
		for _, l := range lateness {
			t.Run(fmt.Sprintf("Discord is ahead by %v, late by %v", ahead, l.delay), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c := openAs(t, func(c *club) { c.ahead = ahead })
					time.Sleep(2 * ahead.Abs()) // ids never go back
					actor := shakyHandAt(t, c)
					before, pressed := lineThatActs(c), board(c)
					wallet := actor.Command(c.channel, "/chips balance").Text()
					call := buttonID(t, &pressed, "Call")
					deliver := func(act discordtest.Act) {
						if _, err := actor.Deliver(c.channel, act, discordtest.Delivery{Late: l.delay}); err != nil {
							t.Fatal(err)
						}
					}
					deliver(discordtest.Press{Message: pressed.ID, CustomID: call})
					deliver(discordtest.Slash{Command: "/chips give", Options: []string{"player", c.other(actor).Name(), "amount", "100"}})
					time.Sleep(l.delay + 5*time.Second)
					if took := lineThatActs(c) != before; took != l.takes {
						t.Errorf("the press took effect: %v\n%s", took, board(c).Text())
					}
					now := actor.Command(c.channel, "/chips balance").Text()
					if took := now != wallet; took != l.takes {
						t.Errorf("the gift took effect: %v: %q, then %q", took, wallet, now)
					}
					if n := c.counters()["cardroom_presses_late_total"]; (n == 2) == l.takes {
						t.Errorf("%v were counted as too late", n)
					}
				})
			})
		}
	}
}

// S4: presses that wait in the gateway while the connection is down come with its RESUME, all at once.
func TestPressesOfALongDisconnectHaveNoEffect(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, actor := shakyHand(t)
		c.excused, c.overdue = 1, 1
		before, b := lineThatActs(c), board(c)
		c.srv.SetGatewayFaults(discordtest.GatewayFaults{Silent: true})
		c.srv.CutGateway()
		if _, err := actor.Start(c.channel, discordtest.Press{Message: b.ID, CustomID: buttonID(t, &b, "Call")}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(30 * time.Second)
		c.srv.SetGatewayFaults(discordtest.GatewayFaults{})
		time.Sleep(time.Minute)
		if !c.srv.Online() || c.counters()["cardroom_gateway_resumes_total"] == 0 {
			t.Fatal("the connection was not resumed")
		}
		if now := lineThatActs(c); now != before {
			t.Errorf("the press counted: %q, then %q", before, now)
		}
		if a := actor.Press(c.channel, "Call"); a.Type != discordtest.AnswerUpdate {
			t.Errorf("the next press is answered %d %q", a.Type, a.Text())
		}
	})
}

// S4: where this machine has taken a press for older than it is, its player reads that nothing was done.
func TestAPressThatWasTakenForTooOldIsAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, actor := shakyHand(t)
		before, b := lineThatActs(c), board(c)
		i, err := actor.Deliver(c.channel, discordtest.Press{Message: b.ID, CustomID: buttonID(t, &b, "Call")},
			discordtest.Delivery{ID: idOf(time.Now().Add(-time.Minute))})
		if err != nil {
			t.Fatal(err)
		}
		if a := i.Answer(); a.Err != nil || !strings.Contains(a.Text(), "too late") || !a.Message.Ephemeral {
			t.Errorf("answered %v %q", a.Err, a.Text())
		}
		if now := lineThatActs(c); now != before {
			t.Errorf("it counted: %q, then %q", before, now)
		}
		if a := actor.Press(c.channel, "Call"); a.Type != discordtest.AnswerUpdate {
			t.Errorf("the next press is answered %d %q", a.Type, a.Text())
		}
	})
}

// idOf returns an id that Discord would have made at a moment.
func idOf(t time.Time) string {
	const epoch = 1420070400000
	return strconv.FormatInt((t.UnixMilli()-epoch)<<22, 10)
}

// buttonID returns the custom id of a message's button.
func buttonID(t *testing.T, m *discordtest.Message, label string) string {
	t.Helper()
	for _, b := range m.Buttons() {
		if strings.HasPrefix(b.Label, label) {
			return b.CustomID
		}
	}
	t.Fatalf("no button %q", label)
	return ""
}
