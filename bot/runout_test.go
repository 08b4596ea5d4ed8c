package bot_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The board shows every street of a run-out for its pause, at every pace and on every board: no edit delays another one so
// long that a street is skipped (R36, R37).
func TestEveryStreetOfARunOutIsSeen(t *testing.T) {
	t.Parallel()
	for pace, pause := range map[string]time.Duration{"fast": 1300 * time.Millisecond, "normal": 2 * time.Second, "slow": 4 * time.Second} {
		t.Run(pace, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				shoveTwice(c, pace)
				streets, at := watchRunout(c)
				if want := []int{0, 3, 4, 5, 8, 9, 10}; !slices.Equal(streets, want) {
					t.Fatalf("the board was seen with so many cards: %v, should be %v", streets, want)
				}
				for i := 1; i < len(at); i++ {
					if stood := at[i].Sub(at[i-1]); stood < pause-look || stood > pause+3*look {
						t.Errorf("%d cards stood for %v, should stand for %v", streets[i-1], stood, pause)
					}
				}
			})
		})
	}
}

// shoveTwice seats two players who go all-in before the flop and run it twice.
func shoveTwice(c *club, pace string) {
	alice, bob := c.openTable("pause", "5", "clock", "off")
	alice.Command(c.channel, "/table settings")
	for name, value := range map[string]string{"runout": pace, "run-it": "2"} {
		alice.Choose(c.channel, "", name)
		alice.Press(c.channel, value)
	}
	alice.Press(c.channel, "Sit down")
	bob.Press(c.channel, "Sit down")
	time.Sleep(8 * time.Second)
	first := c.actor()
	first.Press(c.channel, "All-in 1,000")
	first.Press(c.channel, "Confirm")
	time.Sleep(2 * time.Second)
	c.other(first).Press(c.channel, "Call 990 (all-in)")
	c.other(first).Press(c.channel, "Confirm")
	time.Sleep(2 * time.Second)
	first.Command(c.channel, "/runit", "times", "2")
	time.Sleep(2 * time.Second) // else the board is still being edited
	c.other(first).Command(c.channel, "/runit", "times", "2")
}

// look is the time between two looks at the board.
const look = 50 * time.Millisecond

// watchRunout returns the number of cards on two boards after each change until they are full, and the times.
func watchRunout(c *club) (streets []int, at []time.Time) {
	began := time.Now()
	for n := 0; n < 10 && time.Since(began) < time.Minute; time.Sleep(look) {
		n = 0
		for line := range strings.Lines(board(c).Text()) {
			if strings.HasPrefix(line, "Board ") {
				n += len(oneCard.FindAllString(line, -1))
			}
		}
		if len(streets) == 0 || streets[len(streets)-1] != n {
			streets, at = append(streets, n), append(at, time.Now())
		}
	}
	return streets, at
}
