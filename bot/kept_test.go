package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The seat held for the first player on the waitlist waits until the host has answered, for ten minutes at most. Unless the host approves
// their chips, the next player is called (R63).
func TestAKeptSeatWaitsForTheHost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		host   string
		after  time.Duration
		seated bool
	}{
		{"Approve", 5 * time.Minute, true},
		{"Decline", 5 * time.Minute, false},
		{"", 10*time.Minute + 5*time.Second, false},
	} {
		t.Run("the host says "+c.host, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				club := open(t)
				alice, bob := club.openTable("seats", "2", "clock", "off", "pause", "60")
				club.sets(alice, "chips", "approved")
				carol, dave := club.person("carol"), club.person("dave")
				alice.Command(club.channel, "/sit")
				bob.Command(club.channel, "/sit")
				alice.Command(club.channel, "/table settings")
				alice.Press(club.channel, "Approve")
				alice.Command(club.channel, "/table pause")
				time.Sleep(2 * time.Second)
				carol.Command(club.channel, "/sit")
				dave.Command(club.channel, "/sit")
				bob.Command(club.channel, "/leave")
				time.Sleep(30 * time.Second)
				if a := carol.Command(club.channel, "/sit", "buyin", "400"); !strings.Contains(a.Text(), "host") {
					t.Fatalf("carol is told %q, %v", a.Text(), a.Err)
				}
				time.Sleep(c.after / 2)
				carol.Command(club.channel, "/sit", "buyin", "400") // asking again keeps the seat no longer
				time.Sleep(c.after / 2)
				if c.host != "" {
					alice.Command(club.channel, "/table settings")
					if a := alice.Press(club.channel, c.host); a.Err != nil || strings.Contains(a.Text(), "too late") {
						t.Fatalf("alice is told %q, %v", a.Text(), a.Err)
					}
				}
				time.Sleep(2 * time.Second)
				shown := func() (all string) {
					for _, m := range club.channel.Messages() {
						all += m.Content + "\n"
					}
					return all
				}
				offered := func(text, id string) bool { return strings.Contains(text, "<@"+id+"> a seat is yours") }
				first := shown()
				seated := strings.Contains(first, "<@"+carol.ID()+"> 400")
				if kept := offered(first, carol.ID()); seated != c.seated || kept {
					t.Errorf("carol has a seat: %t; one is kept for her: %t\n%s", seated, kept, first)
				}
				if offered(first, dave.ID()) == c.seated {
					t.Errorf("dave is not called in his turn:\n%s", first)
				}
			})
		})
	}
}

// At a slow table the host has one clock for that, as for every decision (R31).
func TestAtASlowTableAKeptSeatWaitsAClockLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.openTable("seats", "2", "clock", "24h", "pause", "60")
		c.sets(alice, "chips", "approved")
		approves := func() string {
			alice.Command(c.channel, "/table settings")
			return alice.Press(c.channel, "Approve").Text()
		}
		carol := c.person("carol")
		alice.Command(c.channel, "/sit")
		bob.Command(c.channel, "/sit")
		approves()
		alice.Command(c.channel, "/table pause")
		carol.Command(c.channel, "/sit")
		c.person("dave").Command(c.channel, "/sit")
		bob.Command(c.channel, "/leave")
		time.Sleep(30 * time.Second)
		carol.Command(c.channel, "/sit", "buyin", "400")
		time.Sleep(23 * time.Hour)
		if text := approves(); strings.Contains(text, "can't bring") {
			t.Errorf("carol lost the seat: %s", text)
		}
	})
}

// Buy-ins need no approval any more while a player waits for the host. The player can act alone now, so they have the usual time, and
// not the ten minutes of the host.
func TestAKeptSeatHasTheUsualTimeOnceNoHostIsAsked(t *testing.T) {
	t.Parallel()
	t.Run("on the waitlist", func(t *testing.T) {
		inClub(t, func(t *testing.T, c *club) {
			alice, bob := c.openTable("seats", "2", "clock", "off", "pause", "60")
			carol, dave := c.person("carol"), c.person("dave")
			alice.Command(c.channel, "/sit")
			bob.Command(c.channel, "/sit")
			alice.Command(c.channel, "/table pause")
			carol.Command(c.channel, "/sit")
			dave.Command(c.channel, "/sit")
			c.sets(alice, "chips", "approved")
			bob.Command(c.channel, "/leave")
			time.Sleep(30 * time.Second)
			carol.Command(c.channel, "/sit", "buyin", "400")
			time.Sleep(2 * time.Minute)
			c.sets(alice, "chips", "wallet")
			for _, offered := range []bool{false, true} {
				time.Sleep(50 * time.Second)
				if got := fmt.Sprint(c.channel.Messages()); strings.Contains(got, "@dave a seat is yours") != offered {
					t.Errorf("dave is called, want %t:\n%s", offered, got)
				}
			}
		})
	})
	t.Run("out of chips", func(t *testing.T) {
		inClub(t, func(t *testing.T, c *club) {
			loser, _ := c.bust()
			c.sets(c.person("alice"), "chips", "approved")
			loser.Command(c.channel, "/topup", "amount", "200")
			time.Sleep(time.Minute)
			c.sets(c.person("alice"), "chips", "wallet")
			for _, seated := range []bool{true, false} {
				time.Sleep(90 * time.Second)
				if got := turnAt(c.channel); strings.Contains(got, loser.Mention()+" 0") != seated {
					t.Errorf("the loser has a seat, want %t:\n%s", seated, got)
				}
			}
		})
	})
}
