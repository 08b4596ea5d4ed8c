package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A kicked player loses the seat after the hand, even if they take back their own leaving, and gets no other notice.
func TestWhoIsKickedIsNotWelcomedBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.seated()
		time.Sleep(9 * time.Second)
		bob.Command(c.channel, "/call") // now alice is to act
		alice.Command(c.channel, "/table kick", "player", "bob")
		for _, away := range []string{"/sitout", "/leave"} {
			bob.Command(c.channel, away)
			answer := bob.Command(c.channel, "/sitin")
			if answer.Message == nil || !strings.Contains(answer.Message.Content, "The host is removing you") {
				t.Errorf("after %s bob is answered %v", away, answer)
			}
			time.Sleep(time.Second)
		}
	})
}
