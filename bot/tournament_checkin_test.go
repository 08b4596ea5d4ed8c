package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// While a tournament waits for players after its time, its organiser may change all that holds until the start (T7, T15).
func TestSettingsChangeWhileItWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.settings("more", "approval on")
		s.register("alice")
		s.person("bob").Press(s.channel, "Register")
		time.Sleep(time.Hour + 10*time.Second)
		if a := s.settings("check-in", "30"); !strings.Contains(a, "That time has passed") {
			t.Errorf("a check-in whose time has passed is answered %s", a)
		}
		for _, o := range [][]string{{"name", "Late cup"}, {"more", "expires 2h"}, {"added", "500"}, {"more", "approve " + s.person("bob").Mention()}} {
			if a := s.settings(o...); strings.Contains(a, "passed") {
				t.Errorf("%v: %s", o, a)
			}
		}
		time.Sleep(10 * time.Second)
		if m := s.lobby(); !strings.Contains(m, "Late cup") || !strings.Contains(m, s.person("bob").Mention()) {
			t.Errorf("the lobby says\n%s", m)
		}
	})
}
