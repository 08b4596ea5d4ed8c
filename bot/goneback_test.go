package bot_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/engine/fair"
	"cardroom/store"
)

// forgetfulClub returns a club on a store that may lose commits. Its notes stay, because the store keeps them apart from
// the tables.
func forgetfulClub(t *testing.T) (*club, *forgetful) {
	t.Helper()
	return forgetfulAs(t, panelsOnPress)
}

// forgetfulAs returns such a club with some settings.
func forgetfulAs(t *testing.T, how func(*club)) (*club, *forgetful) {
	t.Helper()
	c := openAs(t, how)
	f := &forgetful{Store: c.shaky.Store, t: t, laws: c.laws, notes: map[string]string{}}
	c.stop()
	c.shaky.Store = f
	c.start()
	return c, f
}

// closeTable ends the hand that runs and closes the table.
func closeTable(c *club, alice, bob *discordtest.Person) {
	confirm(alice, c.channel, "/table close")
	pressFold(c, alice, bob)
	time.Sleep(5 * time.Second)
}

// Lost hands may have been dealt from a batch. A player may hold the receipt of such a hand, which opens seven decks of
// eight. So no table of the channel deals from that batch again, whatever happened to the table meanwhile.
func TestSealsOfAStoreThatWentBackAreNotDealtFromAgain(t *testing.T) {
	alone(t)
	for name, goBack := range map[string]func(c *club, f *forgetful, kept int){
		"the table is closed before it has new seals": func(c *club, f *forgetful, kept int) {
			f.forget(kept)
			c.person("bob").Command(c.channel, "/leave") // the hand is void, and there are too few players for another
			confirm(c.person("alice"), c.channel, "/table close")
		},
		"the table is gone": func(c *club, f *forgetful, _ int) {
			f.forget(f.closed())
			c.person("alice").Command(c.channel, "/table pause")
		},
		"the table was closed already": func(c *club, f *forgetful, _ int) {
			closeTable(c, c.person("alice"), c.person("bob"))
			f.forget(f.closed())
		},
		"the table was closed and is back": func(c *club, f *forgetful, kept int) {
			closeTable(c, c.person("alice"), c.person("bob"))
			f.forget(kept)
			c.person("alice").Command(c.channel, "/table open") // there is a table
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, f := forgetfulClub(t)
				alice, bob := oneSits(t, c, "5")
				bob.Press(c.channel, "Sit down")
				time.Sleep(8 * time.Second)
				closeTable(c, alice, bob)
				oneSits(t, c, "5")
				bob.Press(c.channel, "Sit down")
				time.Sleep(8 * time.Second)
				kept := f.commits()
				for range 3 {
					pressFold(c, alice, bob)
					time.Sleep(6 * time.Second)
				}
				if b := board(c).Text(); f.closed() == 0 || !strings.HasPrefix(b, "#5") || len(seals(c)) != 1 {
					t.Fatalf("%d batches stand in the channel, and the board says\n%s", len(seals(c)), b)
				}
				goBack(c, f, kept)
				time.Sleep(5 * time.Second)
				oneSits(t, c, "5")
				bob.Press(c.channel, "Sit down")
				time.Sleep(10 * time.Second)
				if now := seals(c); len(now) != 2 || lineThatActs(c) == "" {
					t.Fatalf("%d batches stand in the channel\n%s", len(now), board(c).Text())
				}
				hand, _, _ := strings.Cut(strings.TrimPrefix(board(c).Text(), "#"), " ")
				pressFold(c, alice, bob)
				if report := fair.Verify(receipt(t, c, hand)); !report.OK() {
					t.Errorf("hand %s: %v", hand, report.Faults)
				}
			})
		})
	}
}

// Boards of lost hands are in the channel, and maybe commitments. A later hand has a message of its own, which is newer
// than its commitment.
func TestAfterTheStoreWentBackTheNextHandHasAProof(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, f, _ := forgetfulHand(t)
		alice, bob, kept := c.person("alice"), c.person("bob"), f.commits()
		pressFold(c, alice, bob)
		time.Sleep(15 * time.Second)
		if b := board(c).Text(); !strings.HasPrefix(b, "#2") {
			t.Fatalf("the board says\n%s", b)
		}
		f.forget(kept)
		pressFold(c, alice, bob)
		time.Sleep(20 * time.Second)
		pressFold(c, alice, bob)
		if report := fair.Verify(receipt(t, c, "3")); !report.OK() { // a player may have the receipt of a lost hand #2
			t.Errorf("hand 3: %v", report.Faults)
		}
	})
}

// This needs no press: the board of the lost hand is in the channel.
func TestSealsAreNotDealtFromAgainWhereTheStoreWentBackWhileTheProgramWasAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, f, _ := forgetfulHand(t)
		alice, bob, kept := c.person("alice"), c.person("bob"), f.commits()
		pressFold(c, alice, bob)
		time.Sleep(15 * time.Second)
		c.stop()
		f.forget(kept)
		c.start()
		time.Sleep(20 * time.Second)
		if b := board(c).Text(); len(seals(c)) != 2 || !strings.HasPrefix(b, "#3") || lineThatActs(c) == "" {
			t.Fatalf("%d batches stand in the channel, and the board says\n%s", len(seals(c)), b)
		}
		if list := seals(c); !strings.Contains(list[1].Text(), "replace the seals in message "+list[0].ID+": the store has lost hands") {
			t.Errorf("the new seals say %s", list[1].Text())
		}
		pressFold(c, alice, bob)
		for hand, void := range map[string]bool{"1": true, "3": false} {
			r := receipt(t, c, hand)
			if report := fair.Verify(r); !report.OK() || (r.Secret != nil) != void {
				t.Errorf("hand %s, void %v: %v", hand, r.Secret != nil, report.Faults)
			}
		}
	})
}

// This needs no press: the bot reads the board before it changes it, and finds a flop that is not in the store.
func TestAHandIsVoidWhereTheBoardShowsCardsThatTheStoreHasLost(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"it is seen at once":                 {Times: 1},
		"Discord has no room for it at once": discordtest.TooMany(8*time.Second, "user"),
		"Discord cannot be read at once":     {Status: 500, Times: 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, f, actor := forgetfulHand(t)
				actor.Press(c.channel, "Call")
				kept := f.commits()
				c.other(actor).Press(c.channel, "Check")
				c.stop()
				f.forget(kept)
				c.srv.Fail("GET /channels", fault)
				c.start()
				time.Sleep(40 * time.Second)
				c.showsVoid()
			})
		})
	}
}

// The table is idle when the program starts, and its board shows a hand that the store has lost. The bot reads the board
// before the next hand, also without a press.
func TestATableThatLiesStillIsLookedAtBeforeItsNextHand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, f, _ := forgetfulHand(t)
		alice, bob := c.person("alice"), c.person("bob")
		pressFold(c, alice, bob)
		bob.Command(c.channel, "/leave")
		time.Sleep(5 * time.Second)
		kept := f.commits()
		bob.Command(c.channel, "/sit")
		time.Sleep(15 * time.Second)
		pressFold(c, alice, bob)
		bob.Command(c.channel, "/leave")
		time.Sleep(5 * time.Second)
		if b := board(c).Text(); !strings.HasPrefix(b, "#2") || lineThatActs(c) != "" {
			t.Fatalf("the board says\n%s", b)
		}
		c.stop()
		f.forget(kept)
		c.start()
		time.Sleep(500 * time.Millisecond)
		bob.Command(c.channel, "/sit")
		time.Sleep(20 * time.Second)
		if b := board(c).Text(); len(seals(c)) != 2 || !strings.HasPrefix(b, "#3") || lineThatActs(c) == "" {
			t.Errorf("%d batches stand in the channel, and the board says\n%s", len(seals(c)), b)
		}
	})
}

// A press before the last edit of a closed table's board finds its buttons, and does not open the table again.
func TestAPressOnTheBoardOfAClosedTableOpensNone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, panelsOnPress)
		alice, bob := oneSits(t, c, "5")
		bob.Press(c.channel, "Sit down")
		time.Sleep(8 * time.Second)
		pressFold(c, alice, bob)
		time.Sleep(2 * time.Second)
		alice.Command(c.channel, "/leave")
		bob.Command(c.channel, "/leave")
		time.Sleep(8 * time.Second)
		c.shaky.on(func(ctx context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
			do()
			return loseReply(ctx)
		})
		c.srv.Fail("PATCH /channels", discordtest.Fault{Status: 500, Times: -1})
		confirm(alice, c.channel, "/table close")
		c.shaky.on(nil)
		time.Sleep(3 * time.Second)
		a := bob.Press(c.channel, "Sit down")
		c.srv.Mend()
		time.Sleep(5 * time.Second)
		for r, err := range c.store.Tables(t.Context()) {
			t.Errorf("a table is open: version %d, error %v; the press was answered %q", r.Version, err, a.Text())
		}
	})
}

// A hand under a beacon that the store loses before its message is posted gets none: players would take it for a try.
func TestAHandThatIsLostBeforeItsMessageGetsNone(t *testing.T) {
	alone(t)
	lost := 0
	for offset := range 6 {
		synctest.Test(t, func(t *testing.T) {
			c, f := forgetfulAs(t, withBeacon)
			time.Sleep(time.Duration(offset) * 500 * time.Millisecond)
			alice, bob := c.seated("clock", "off", "pause", "20")
			time.Sleep(30 * time.Second)
			pressFold(c, alice, bob)
			kept := f.commits()
			for kept == f.commits() {
				time.Sleep(10 * time.Millisecond)
			}
			synctest.Wait()
			if len(handMessages(c, 2)) > 0 {
				return // the bot posted it at once
			}
			f.forget(kept)
			alice.Command(c.channel, "/table pause")
			time.Sleep(10 * time.Second)
			if n := len(handMessages(c, 2)); n > 0 {
				t.Errorf("a hand that the store has lost has %d messages", n)
			}
			lost++
		})
	}
	if lost == 0 {
		t.Error("no hand waited for the moment of its message")
	}
}

// The note with the seals of a closed table may be an old one, because the store did not take the last. Seals that others have
// replaced are not used again.
func TestReplacedSealsAreNotTakenFromAnOldNote(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, f := forgetfulClub(t)
		alice, bob := c.person("alice"), c.person("bob")
		var series []fair.Entry
		plays := func(hand string) {
			t.Helper()
			pressFold(c, alice, bob)
			series = append(series, fair.EntryOf(receipt(t, c, hand)))
		}
		opens := func() {
			oneSits(t, c, "5")
			bob.Press(c.channel, "Sit down")
			time.Sleep(8 * time.Second)
		}
		opens()
		confirm(alice, c.channel, "/table close")
		plays("1")
		time.Sleep(5 * time.Second)
		opens()
		kept := f.commits()
		plays("2")
		time.Sleep(6 * time.Second)
		f.forget(kept)
		pressFold(c, alice, bob) // the store went back: hand 2 is void, and new seals replace the first
		time.Sleep(10 * time.Second)
		series = series[:1]
		c.shaky.update(func() { c.shaky.note = func() error { return context.DeadlineExceeded } })
		confirm(alice, c.channel, "/table close")
		plays("4")
		time.Sleep(5 * time.Second)
		c.shaky.update(func() { c.shaky.note = nil })
		opens()
		plays("5")
		if n := len(seals(c)); n != 3 {
			t.Errorf("the channel has %d seals' messages", n)
		}
		for _, fault := range (fair.Verifier{}).VerifySeries(series).Faults {
			if !strings.Contains(fault.Text, "missing") { // the lost hands
				t.Error(fault.Text)
			}
		}
	})
}
