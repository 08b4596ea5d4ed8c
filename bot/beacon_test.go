package bot_test

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
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
	"cardroom/render/text"
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

// handMessages returns the messages of a hand under a beacon that the channel has, deleted ones too.
func handMessages(c *club, hand int) (list []discordtest.Message) {
	for _, m := range c.channel.Messages() {
		if found, ok := text.ParseHandMessage(m.Text()); ok && found.Hand == int64(hand) {
			list = append(list, m)
		}
	}
	return list
}

// The hand's message of a table under a beacon is a plain line of its own, and the board follows it. The receipt has the
// beacon's value and proves grade A to a verifier that knows the chain.
func TestAHandUnderABeaconIsOfGradeA(t *testing.T) {
	t.Parallel()
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
		found, _ := text.ParseHandMessage(m.Text())
		if fmt.Sprint(r.Message) != m.ID || found.Start != r.Start.Half() || found.Round != uint64(r.Beacon.Round) || !m.Edited.IsZero() || len(m.Mentions) > 0 {
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

// Where Discord is slow, the message of a hand shows an earlier round than its id fixes. Verifiers do not ask for another one.
func TestASlowMessageShowsAnEarlierRound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, bob := beforeSecondHand(t)
		c.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Delay: 3 * time.Second, Times: 1})
		untilSaid(c, 2)
		time.Sleep(10 * time.Second)
		pressFold(c, alice, bob)
		r := receipt(t, c, "2")
		shown, _ := text.ParseHandMessage(handMessages(c, 2)[0].Text())
		report := beacon.NewVerifier(c.beacon.Chain()).Verify(r)
		if shown.Round == 0 || shown.Round >= uint64(r.Beacon.Round) || report.Grade != fair.GradeA {
			t.Fatalf("the message shows round %d of %d; the grade is %s", shown.Round, r.Beacon.Round, report.Grade)
		}
		want := fmt.Sprintf("round %d (or an earlier one", r.Beacon.Round)
		if !slices.ContainsFunc(report.Limits, func(f fair.Finding) bool { return strings.Contains(f.Text, want) }) {
			t.Errorf("the verifier asks for %v", report.Limits)
		}
	})
}

// beaconPoints lists the points at which the tests of a beacon end the program: the n-th passage of each, in the hand after
// the seals.
func beaconPoints() (list []struct {
	at  failpoint.Point
	nth int
}) {
	for _, effect := range []struct {
		failpoint.Effect
		passages int
	}{{failpoint.PostHand, 1}, {failpoint.CommitTable, 4}, {failpoint.PostBoard, 1}, {failpoint.EditBoard, 1}, {failpoint.PostUndone, 1}} {
		for nth := range effect.passages {
			for _, done := range []bool{false, true} {
				list = append(list, struct {
					at  failpoint.Point
					nth int
				}{failpoint.Point{Effect: effect.Effect, Done: done}, nth + 1})
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
			skipped := !*everyFault && fault != beacontest.OK && (i+int(fault))%8 != 0
			if skipped || !passes(p.at.Effect, fault) {
				continue
			}
			t.Run(fmt.Sprintf("fault %d, %v, time %d", fault, p.at, p.nth), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { faultAndEnd(t, fault, p.at, p.nth) })
			})
		}
	}
}

// passes reports whether a hand passes an effect with a fault of all relays. A hand whose value comes in time is not void. The
// board of one that is void before a card is never edited.
func passes(effect failpoint.Effect, fault beacontest.Fault) bool {
	return effect != failpoint.PostUndone && effect != failpoint.EditBoard || (effect == failpoint.EditBoard) == inTime(fault)
}

// inTime reports whether the value comes in time with a fault of all relays.
func inTime(fault beacontest.Fault) bool {
	return fault == beacontest.OK || fault == beacontest.Lagging || fault == beacontest.Delayed
}

var everyFault = flag.Bool("faults", false, "test every fault of the beacon at every effect")

// faultAndEnd plays a hand with a fault of all relays. The program ends at a passage of a point, which the hand must have.
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
		t.Error("the hand does not pass the point")
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
	if !s.OK() || len(s.Voids) != len(s.Late) || len(s.Late) > 0 == inTime(fault) || slices.Contains(s.Late, entries[len(entries)-1].Hand) {
		t.Errorf("with fault %d the hands are %+v", fault, s)
	}
}

// A hand has one message that counts after any fault of the request for it: the oldest in the channel. The hand is dealt with
// the round of that message, and none is edited or deleted.
func TestTheOldestMessageOfAHandCounts(t *testing.T) {
	alone(t)
	for _, nonces := range []time.Duration{5 * time.Minute, 3 * time.Second} {
		for how, fault := range lostRequests {
			for step, happens := range betweenRequests {
				t.Run(fmt.Sprintf("%s, then %s, and nonces live %v", how, step, nonces), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { losesHandMessage(t, nonces, fault, happens) })
				})
			}
		}
	}
}

// losesHandMessage makes the request for the message of hand 2 fail, and checks the messages of that hand.
func losesHandMessage(t *testing.T, nonces time.Duration, fault discordtest.Fault, happens func(*club)) {
	c := underBeacon(t, func(c *club) { c.nonces = nonces })
	if nonces < time.Minute { // then Discord may post two
		c.laws.Fail = func(law, format string, args ...any) {
			if !strings.HasPrefix(fmt.Sprintf(format, args...), "hand 2 has two messages") {
				t.Errorf(law+": "+format, args...)
			}
		}
	}
	alice, bob := c.seated("clock", "off", "pause", "20")
	time.Sleep(30 * time.Second)
	pressFold(c, alice, bob)
	time.Sleep(10 * time.Second)
	fault.Times = min(fault.Times, 3) // one try of the bot; more would reach Discord's limit beside the board
	c.srv.Fail("POST /channels/{channel}/messages", fault)
	time.Sleep(6 * time.Second) // the bot has requested the message
	happens(c)
	time.Sleep(2 * time.Minute)
	c.srv.Mend()
	time.Sleep(2 * time.Minute)
	for range 2 { // hand 2 may be void: the message came late
		pressFold(c, alice, bob)
		time.Sleep(30 * time.Second)
	}
	r, said := receipt(t, c, "2"), handMessages(c, 2)
	if len(said) == 0 || r.Message.String() != said[0].ID {
		t.Fatalf("hand 2 counts message %s of %d", r.Message, len(said))
	}
	for _, m := range said {
		if m.Deleted || !m.Edited.IsZero() {
			t.Errorf("a message of hand 2 is edited or deleted: %s", m.String())
		}
	}
	if report := beacon.NewVerifier(c.beacon.Chain()).Verify(r); !report.OK() {
		t.Errorf("the receipt proves %+v", report)
	}
}

// The message of a hand shows the round that its date fixes, also where this machine's clock is wrong. The pause is no longer
// than without a beacon.
func TestAHandUnderABeaconBeginsInTime(t *testing.T) {
	alone(t)
	for _, ahead := range []time.Duration{0, 20 * time.Second, -20 * time.Second} {
		t.Run(fmt.Sprint(ahead), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := underBeacon(t, func(c *club) { c.ahead, c.beacon.Ahead = ahead, ahead })
				alice, bob := c.seated("clock", "off", "pause", "10")
				time.Sleep(45 * time.Second) // no id is older than the server of this test
				for hand := int64(2); hand < 8; hand++ {
					pressFold(c, alice, bob)
					ended := time.Now().Add(-2 * time.Second)
					time.Sleep(time.Duration(hand) * 100 * time.Millisecond)
					for lineThatActs(c) == "" || !strings.HasPrefix(board(c).Text(), fmt.Sprintf("#%d ", hand)) {
						if time.Sleep(50 * time.Millisecond); time.Since(ended) > 11*time.Second {
							t.Fatalf("hand %d is not dealt in time:\n%s", hand, board(c).Text())
						}
					}
					said := handMessages(c, int(hand))
					id, _ := strconv.ParseUint(said[0].ID, 10, 64)
					round, err := c.beacon.Chain().Round(fair.ID(id))
					if m, _ := text.ParseHandMessage(said[0].Text()); err != nil || m.Round != round {
						t.Errorf("the message says %s and fixes round %d, %v", said[0].Text(), round, err)
					}
				}
			})
		})
	}
}

// A player who sits down between the start of a hand under a beacon and its deal is in the next hand.
func TestAPlayerWhoSitsDownBeforeTheValueIsInTheNextHand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := underBeacon(t)
		alice, bob := c.seated("clock", "off", "pause", "20")
		carol := c.person("carol")
		for len(handMessages(c, 1)) == 0 {
			time.Sleep(100 * time.Millisecond)
		}
		carol.Command(c.channel, "/sit", "post", "true")
		alice.Command(c.channel, "/sitout")
		time.Sleep(10 * time.Second)
		pressFold(c, alice, bob)
		if r := receipt(t, c, "1"); len(r.Players) != 2 || slices.Contains(r.Dealt, fair.Recipient(carol.ID())) {
			t.Errorf("the players are %v, dealt are %v", r.Players, r.Dealt)
		}
	})
}

// A change of the setting takes effect with the next seals. A beacon that the program no longer knows is replaced at once.
func TestAnotherBeaconTakesEffectWithTheNextSeals(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.seated("clock", "off", "pause", "5")
		time.Sleep(12 * time.Second)
		restart := func(n *beacontest.Network) {
			c.stop()
			c.beacon = n
			c.start()
			time.Sleep(10 * time.Second)
			pressFold(c, alice, bob)
			time.Sleep(15 * time.Second)
			pressFold(c, alice, bob)
			time.Sleep(15 * time.Second)
		}
		restart(beacontest.New(3))
		if n := len(seals(c)); n != 1 || len(handMessages(c, 2)) > 0 {
			t.Fatalf("the table has %d batches of seals", n)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		c := underBeacon(t)
		alice, bob := c.seated("clock", "off", "pause", "5")
		time.Sleep(12 * time.Second)
		c.stop()
		c.beacon = nil // the batch names a chain that is not built in
		c.start()
		time.Sleep(10 * time.Second)
		pressFold(c, alice, bob)
		time.Sleep(15 * time.Second)
		pressFold(c, alice, bob)
		all := seals(c)
		if len(all) != 2 || !strings.Contains(all[1].Text(), "no beacon") || !strings.Contains(all[1].Text(), all[0].ID) || len(handMessages(c, 2)) > 0 {
			t.Fatalf("the seals are %v", all)
		}
		r := receipt(t, c, "2")
		if report := fair.Verify(r); r.Batch.Chain != nil || r.Batch.First != 2 || !report.OK() {
			t.Errorf("hand 2 has %+v", r.Batch)
		}
	})
}

// Seals whose message the record lacks stand if the program knows their beacon. Otherwise the new ones name them, also where players
// have talked a lot since.
func TestSealsNameThoseThatTheRecordLacks(t *testing.T) {
	alone(t)
	for name, lacks := range map[string]bool{"the beacon is new": false, "the beacon is gone": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, func(c *club) {
					c.nonces, c.messages = 3*time.Second, 2000
					if lacks {
						withBeacon(c)
					}
				})
				alice, bob := oneSits(t, c, "20")
				c.srv.Fail("POST /channels/", discordtest.Fault{Silent: true, Applied: true, Times: -1})
				bob.Press(c.channel, "Sit down")
				time.Sleep(time.Second)
				c.stop()
				c.srv.Mend()
				talkAbout(t, c, alice, 250)
				if c.beacon = nil; !lacks {
					withBeacon(c)
				}
				time.Sleep(10 * time.Second)
				c.start()
				time.Sleep(45 * time.Second)
				pressFold(c, alice, bob)
				all := seals(c)
				if want := map[bool]int{false: 1, true: 2}[lacks]; len(all) != want {
					t.Fatalf("the channel has %d messages with seals", len(all))
				}
				if r := receipt(t, c, "1"); r.Batch.Chain != nil || fmt.Sprint(uint64(r.Batch.Message)) != all[len(all)-1].ID {
					t.Errorf("hand 1 has %+v", r.Batch)
				}
				if lacks && !strings.Contains(all[1].Text(), all[0].ID) {
					t.Errorf("the new seals are %s", all[1].Text())
				}
			})
		})
	}
}

// The names in the message of a hand are plain: without a mention, a link or the link of a command, whatever players call
// themselves.
func TestTheNamesInAHandsMessageArePlain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := underBeacon(t)
		c.openTable("clock", "off", "pause", "5")
		for _, name := range []string{"/table open, carol", "@everyone <@1> [a](https://b.c) · drand round 1 · 00"} {
			c.person(name).Press(c.channel, "Sit down")
		}
		time.Sleep(12 * time.Second)
		said := handMessages(c, 1)
		if m, _ := text.ParseHandMessage(said[0].Text()); len(m.Names) != 2 || strings.Contains(strings.Join(m.Names, ""), "·") {
			t.Errorf("the message names %q", m.Names)
		}
		if len(said) != 1 || len(said[0].Mentions) > 0 || strings.Contains(said[0].Text(), "</") || strings.Contains(said[0].Text(), "://") {
			t.Errorf("the message is %v", said)
		}
	})
}

// A hand that is over before its board stands gets a board of its own. The board of the hand before stays as it was.
func TestAHandThatIsOverBeforeItsBoardGetsOne(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c := underBeacon(t)
		alice, bob := c.seated("clock", "off", "pause", "20")
		time.Sleep(30 * time.Second)
		pressFold(c, alice, bob)
		first := board(c)
		for len(handMessages(c, 2)) == 0 {
			time.Sleep(100 * time.Millisecond)
		}
		c.srv.Fail("POST /channels", discordtest.Fault{Status: 500, Times: -1})
		time.Sleep(6 * time.Second) // the hand is dealt
		alice.Command(c.channel, "/fold")
		bob.Command(c.channel, "/fold")
		c.srv.Mend()
		time.Sleep(12 * time.Second)
		if now, _ := c.channel.Message(first.ID); !strings.HasPrefix(now.Text(), "#1 ") {
			t.Errorf("the board of hand 1 says %s", now.Text())
		}
		if m := board(c); !strings.HasPrefix(m.Text(), "#2 ") || !strings.Contains(m.Text(), "uncontested") {
			t.Errorf("the board of hand 2 says %s", m.Text())
		}
	})
}
