package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

// The director refuses the end of a hand, because it counts other chips. No result is shown and no chip moves: the hand stays before its
// last decision, also after a restart. The organiser reads it, play pauses, and a cancellation makes the hand void (T103, T124).
func TestAHandWhoseEndIsRefusedStays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Cup", "turbo", "2", "0", "100")
		s.register("bob", "carol")
		time.Sleep(35 * time.Second)
		s.spoil(`"dealt":3`, `"dealt":1`)
		s.press("bob", "carol")
		s.press("bob", "carol")
		time.Sleep(3 * time.Minute)
		s.stop()
		s.start()
		time.Sleep(3 * time.Minute)
		s.atTable(func(only *table.Table) {
			if v := only.View(); v.Phase == engine.Idle || v.Hand != 1 {
				t.Errorf("hand %d is in phase %d", v.Hand, v.Phase)
			}
		})
		for _, m := range s.table.Messages() {
			if strings.Contains(m.Content, "Result") || strings.Contains(m.Content, " wins ") {
				t.Errorf("a message shows a result: %s", m.Content)
			}
		}
		if n := s.mentions("keeps me from ending this hand", s.alice); n != 1 {
			t.Errorf("the organiser reads it %d times", n)
		}
		if n := strings.Count(s.log.String(), "could not do what was due at the table"); n > 2 {
			t.Errorf("two lives log the refusal %d times", n)
		}
		if m := s.lobby(); !strings.Contains(m, "Paused") {
			t.Errorf("the lobby says\n%s", m)
		}
		s.cancel("a fault")
		time.Sleep(time.Minute)
		if m := s.lobby(); !strings.Contains(m, "Cancelled") || !s.over() {
			t.Errorf("after a cancellation the lobby says\n%s", m)
		}
		for a, chips := range s.accounts() {
			if _, person := a.Person(); person && chips != store.Opening {
				t.Errorf("%s has %d", a, chips)
			}
		}
	})
}
