package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Whose seat the host has taken away loses it after the hand, whatever they take back themselves, and is told nothing else.
func TestWhoIsKickedIsNotWelcomedBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.seated()
		time.Sleep(9 * time.Second)
		bob.Command(c.channel, "/call") // now it is up to alice
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
