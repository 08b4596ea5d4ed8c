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

// A player whose decision would end such a hand reads that the table waits for an organiser. The lobby says so too, also after a restart. To
// resume tries the end once more, and says what to do while that is refused.
func TestAHandThatCannotEndWaitsForAnOrganiser(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const waits = "a fault keeps the hand from ending. The table waits for an organiser."
		s := newSitAndGo(t, "Cup", "turbo", "2", "0", "100")
		s.register("bob", "carol")
		time.Sleep(35 * time.Second)
		s.spoil(`"dealt":3`, `"dealt":1`)
		read := s.person("bob").Press(s.table, "Fold").Text() + s.person("carol").Press(s.table, "Fold").Text()
		if strings.Count(read, waits) != 1 || strings.Contains(read, "Something went wrong") {
			t.Errorf("the players read %q", read)
		}
		if n := strings.Count(s.log.String(), "a hand cannot end"); n != 1 {
			t.Errorf("the log says it %d times", n)
		}
		paused := func() {
			t.Helper()
			if m := s.lobbyAfter(2 * time.Minute); !strings.Contains(m, waits) || strings.Contains(m, "played to its end") {
				t.Errorf("the lobby says\n%s", m)
			}
			said := s.alice.Command(s.channel, "/tournament resume").Text()
			if !strings.Contains(said, "**Cup** stays paused") || !strings.Contains(said, "/tournament cancel") || strings.Contains(said, "continues") {
				t.Errorf("the organiser reads %q", said)
			}
		}
		paused()
		paused()
		s.stop()
		s.start()
		paused()
		if n := s.mentions("keeps me from ending this hand", s.alice); n != 1 {
			t.Errorf("the organiser is mentioned %d times", n)
		}
		s.spoil(`"dealt":1`, `"dealt":3`)
		if said := s.alice.Command(s.channel, "/tournament resume").Text(); said != "**Cup** continues." {
			t.Errorf("the organiser reads %q", said)
		}
		if m := s.lobbyAfter(10 * time.Second); strings.Contains(m, waits) || strings.Contains(m, "⏸") {
			t.Errorf("the lobby says\n%s", m)
		}
		time.Sleep(2 * time.Minute)
		s.atTable(func(only *table.Table) {
			if v := only.View(); v.Hand < 2 {
				t.Errorf("hand %d runs", v.Hand)
			}
		})
	})
}
