package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestTheLogCountsTablesThatAreOpen begins a new session after a player has only typed in one channel, and a table is open in
// another (C5).
func TestTheLogCountsTablesThatAreOpen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		connected := func() string {
			t.Helper()
			before := len(c.log.String())
			c.srv.InvalidateSessions(false)
			time.Sleep(10 * time.Second)
			for line := range strings.Lines(c.log.String()[before:]) {
				if _, count, found := strings.Cut(line, "connected to Discord"); found {
					return count[strings.Index(count, "tables="):]
				}
			}
			t.Fatal("the bot has not begun a new session")
			return ""
		}
		c.person("bob").Command(c.guild.Channel("lounge"), "/table open") // which is refused: bob may not
		if got := connected(); got != "tables=0\n" {
			t.Errorf("where a player only typed the log says %q", got)
		}
		c.openTable()
		if got := connected(); got != "tables=1\n" {
			t.Errorf("with a table the log says %q", got)
		}
	})
}
