package bot_test

import (
	"strings"
	"testing"
	"time"
)

// A player on the waitlist reads their place where a command needs a seat, and not that they can join it. Without a place they read how.
func TestACommandOnTheWaitlistReadsThePlace(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		c.seated("seats", "2", "clock", "off")
		time.Sleep(10 * time.Second)
		carol, dave := c.person("carol"), c.person("dave")
		carol.Command(c.channel, "/sit")
		for _, command := range []string{"/clock", "/fold", "/sitout", "/topup"} {
			if text := carol.Command(c.channel, command).Text(); !strings.HasPrefix(text, "You're number 1 on the waitlist.") {
				t.Errorf("%s: carol reads %q", command, text)
			}
			if text := dave.Command(c.channel, command).Text(); !strings.HasPrefix(text, "You're not seated here.") {
				t.Errorf("%s: dave reads %q", command, text)
			}
		}
	})
}
