package bot_test

import (
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/beacon"
	"cardroom/bot/beacon/beacontest"
	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/engine/fair"
)

// underBeacon opens a club whose hands have a beacon of three relays.
func underBeacon(t *testing.T, how ...func(*club)) *club {
	t.Helper()
	return openAs(t, func(c *club) {
		withBeacon(c)
		for _, f := range how {
			f(c)
		}
	})
}

// withBeacon gives the hands of a club a beacon of three relays.
func withBeacon(c *club) { c.beacon = beacontest.New(3) }

// handForm matches the message of a hand under a beacon: the hand, the players, the round and half of the start.
var handForm = regexp.MustCompile(`^#(\d+) · (.+) · drand round (\d+) · ([0-9a-f]{32})$`)

// handMessages returns the messages of a hand under a beacon that the channel has, deleted ones too.
func handMessages(c *club, hand int) (list []discordtest.Message) {
	for _, m := range c.channel.Messages() {
		if found := handForm.FindStringSubmatch(m.Text()); found != nil && found[1] == fmt.Sprint(hand) {
			list = append(list, m)
		}
	}
	return list
}

// The hand's message of a table under a beacon is a plain line of its own, and the board follows it. The receipt has the
// beacon's value and proves grade A to a verifier that knows the chain.
func TestAHandUnderABeaconIsOfGradeA(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := underBeacon(t)
		alice, bob := c.seated("clock", "off", "pause", "5")
		time.Sleep(12 * time.Second)
		pressFold(c, alice, bob)
		r := receipt(t, c, "1")
		said := handMessages(c, 1)
		if len(said) != 1 {
			t.Fatalf("hand 1 has %d messages", len(said))
		}
		m := said[0]
		found := handForm.FindStringSubmatch(m.Text())
		if fmt.Sprint(r.Message) != m.ID || found[4] != r.Start.String()[:32] || found[3] != r.Beacon.Round.String() || !m.Edited.IsZero() || len(m.Mentions) > 0 {
			t.Errorf("the message is %s, and the receipt has %+v", m.String(), r)
		}
		if report := beacon.NewVerifier(c.beacon.Chain()).Verify(r); report.Grade != fair.GradeA || !report.OK() {
			t.Errorf("the receipt proves %+v", report)
		}
		if text := seals(c)[0].Text(); !strings.Contains(text, "beacon "+fmt.Sprintf("%x", c.beacon.Chain().Hash)[:32]) {
			t.Errorf("the seals are %s", text)
		}
	})
}

// beaconPoints lists the points at which the tests of a beacon end the program: the n-th passage of each, in the hand after
// the seals.
func beaconPoints() (list []struct {
	at  failpoint.Point
	nth int
}) {
	for effect, passages := range map[failpoint.Effect]int{failpoint.PostHand: 1, failpoint.CommitTable: 4, failpoint.PostBoard: 1, failpoint.EditBoard: 1, failpoint.PostUndone: 1} {
		for nth := range passages {
			for _, done := range []bool{false, true} {
				list = append(list, struct {
					at  failpoint.Point
					nth int
				}{failpoint.Point{Effect: effect, Done: done}, nth + 1})
			}
		}
	}
	return list
}

// A hand under a beacon survives every failure of the relays together with an end of the program at any of its effects. It
// is dealt with the value of its one round, or void before a card. The next hands are dealt, and all receipts fit.
func TestAHandUnderABeaconSurvivesEveryFaultAndEnd(t *testing.T) {
	alone(t)
	for fault := beacontest.OK; fault <= beacontest.Refused; fault++ {
		for i, p := range beaconPoints() {
			if !*everyFault && fault != beacontest.OK && (i+int(fault))%4 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("fault %d, %v, time %d", fault, p.at, p.nth), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { faultAndEnd(t, fault, p.at, p.nth) })
			})
		}
	}
}

var everyFault = flag.Bool("faults", false, "test every fault of the beacon at every effect")

// faultAndEnd plays a hand with a fault of all relays. The program ends at a passage of a point, if the hand passes it.
func faultAndEnd(t *testing.T, fault beacontest.Fault, at failpoint.Point, nth int) {
	var armed atomic.Bool
	var passed atomic.Int64
	fell := make(chan struct{})
	c := underBeacon(t, func(c *club) {
		c.at = func(p failpoint.Point) bool {
			if !armed.Load() || p != at {
				return false
			}
			falls := passed.Add(1) == int64(nth)
			if falls {
				close(fell)
			}
			return falls
		}
	})
	alice, bob := c.seated("clock", "off", "pause", "20")
	time.Sleep(8 * time.Second)
	c.beacon.Break(beacontest.All, fault)
	armed.Store(true)
	select {
	case <-fell:
		c.stop()
		time.Sleep(time.Second)
		c.start()
	case <-time.After(time.Minute):
	}
	time.Sleep(time.Minute)
	armed.Store(false)
	c.beacon.Break(beacontest.All, beacontest.OK)
	time.Sleep(3 * time.Minute)
	pressFold(c, alice, bob)
	time.Sleep(20 * time.Second)
	checkBeaconHands(t, c, fault)
}

// checkBeaconHands checks the receipts of all hands: of grade A, or void before a card. The relays had a fault in the first.
func checkBeaconHands(t *testing.T, c *club, fault beacontest.Fault) {
	t.Helper()
	list := files(t, c, c.person("carol").Command(c.channel, "/verify", "hands", "1-64"))
	if len(list) != 1 {
		t.Fatal("no hand is over")
	}
	entries, err := fair.ReadSeries(list[0])
	if err != nil {
		t.Fatal(err)
	}
	s := beacon.NewVerifier(c.beacon.Chain()).VerifySeries(entries)
	for i, report := range s.Reports {
		if late := slices.Contains(s.Late, entries[i].Hand); !report.OK() || report.Grade != fair.GradeA && !late {
			t.Errorf("hand %d proves %+v", entries[i].Hand, report)
		}
		r := entries[i].Proof.(*fair.Receipt)
		if said := handMessages(c, int(r.Hand)); len(said) != 1 || said[0].ID != r.Message.String() || said[0].Deleted {
			t.Errorf("hand %d has %d messages, and the receipt has %s", r.Hand, len(said), r.Message)
		}
	}
	inTime := fault == beacontest.OK || fault == beacontest.Lagging || fault == beacontest.Delayed
	if !s.OK() || len(s.Voids) != len(s.Late) || len(s.Late) > 0 == inTime || slices.Contains(s.Late, entries[len(entries)-1].Hand) {
		t.Errorf("with fault %d the hands are %+v", fault, s)
	}
}
