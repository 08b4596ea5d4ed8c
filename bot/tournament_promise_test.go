package bot_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/invariant"
	"cardroom/bot/message"
	"cardroom/store"
)

// A lost reply costs no player a price and pays no prize twice (P4). First each reply is lost once, and the commit is sent again.
// Then all replies to one commit are lost, and the table is read.
func TestATournamentLosesNoReply(t *testing.T) {
	t.Parallel()
	losses := map[string]func(known, try int) bool{"each first reply": func(_, try int) bool { return try == 1 }}
	for _, nth := range []int{3, 7, 12, 18} {
		losses[fmt.Sprint("all of commit ", nth)] = func(known, _ int) bool { return known == nth }
	}
	for name, lost := range losses {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday three", "hyper", "3", "0", "100")
				s.excused, s.overdue = 20, 20
				known, tries, unheard := map[string]int{}, map[string]int{}, 0
				s.shaky.on(func(_ context.Context, c store.Change, do commitFunc) (store.Receipt, error) {
					receipt, err := do()
					if tries[c.ID]++; known[c.ID] == 0 {
						known[c.ID] = len(known) + 1
					}
					if err == nil && lost(known[c.ID], tries[c.ID]) {
						unheard++
						return store.Receipt{}, errReset
					}
					return receipt, err
				})
				s.again("alice", "bob", "carol")
				time.Sleep(time.Minute)
				s.shove("alice", "bob", "carol")
				time.Sleep(20 * time.Second)
				s.check("1.", "2.", "3.")
				s.books(100, "alice", "bob", "carol")
				s.settled(100)
				if unheard == 0 {
					t.Errorf("no reply was lost in %d commits", len(tries))
				}
			})
		})
	}
}

// Each press reaches the program up to four times within ten seconds, also after the program has ended in between (P5). A player
// who has unregistered stays out, and each price is paid once.
func TestPressesOfATournamentThatComeAgainDoNothing(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		synctest.Test(t, func(t *testing.T) {
			s := newSitAndGo(t, "Friday three", "hyper", "3", "0", "100")
			s.twice, s.excused, s.overdue = true, 200, 200
			draw := rand.New(rand.NewPCG(seed, 5))
			repeat := func(a discordtest.Answer) {
				for range 1 + draw.IntN(3) {
					if a.Err == nil {
						time.AfterFunc(time.Duration(draw.Int64N(int64(10*time.Second))), a.Interaction().Redeliver)
					}
				}
			}
			press := func(name string, at *discordtest.Channel, label string) bool {
				a := s.person(name).Press(at, label)
				repeat(a)
				return a.Err == nil
			}
			registered := s.person("dave").Press(s.channel, "Register")
			time.Sleep(time.Second)
			s.person("dave").Press(s.channel, "Unregister")
			registered.Interaction().Redeliver() // while it is young: an old one is dropped for its age
			time.Sleep(time.Second)
			for _, name := range []string{"alice", "bob", "carol"} {
				press(name, s.channel, "Register")
				time.Sleep(time.Second)
			}
			s.stop()
			s.start()
			time.Sleep(time.Minute)
			if m := s.lobby(); strings.Contains(m, s.person("dave").ID()) {
				t.Errorf("dave is registered:\n%s", m)
			}
			for turn := 0; turn < 2000 && !s.over(); turn++ {
				time.Sleep(time.Second)
				for _, name := range []string{"alice", "bob", "carol"} {
					if press(name, s.table, "All-in") || press(name, s.table, "Call") || press(name, s.table, "Check") {
						press(name, s.table, "Confirm")
					}
				}
				if turn == 5 {
					s.stop()
					s.start()
				}
			}
			time.Sleep(20 * time.Second)
			s.check("1.", "2.", "3.")
			s.settled(100)
			if got := s.accounts()[store.WalletAccount(message.Snowflake(s.person("dave").ID()))]; got != store.Opening {
				t.Errorf("dave's wallet holds %d", got)
			}
		})
	}
}

// Cards of a tournament go to their owner alone (P12): each player looks at theirs, all fold, and no other message or stored byte has a
// card.
func TestCardsOfATournamentGoToTheirOwner(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "3", "0")
		names := []string{"alice", "bob", "carol"}
		s.register(names...)
		time.Sleep(45 * time.Second)
		held := map[string]string{} // the players who hold the cards of a hand: "#1 5♦"
		for range 4 {
			for _, name := range names {
				text := invariant.Signs(s.person(name).Press(s.table, "My cards").Text())
				for _, c := range oneCard.FindAllString(text, -1) {
					held[heading.FindString(text)+" "+c] += s.person(name).ID()
				}
			}
			stored, err := s.store.Load(t.Context(), store.Key{Guild: message.Snowflake(s.guild.ID()), Channel: message.Snowflake(s.table.ID())})
			if c := oneCard.FindString(invariant.Signs(string(stored.Data))); err != nil || c != "" {
				t.Errorf("the store has %s, %v", c, err)
			}
			for range 3 {
				time.Sleep(2 * time.Second)
				for _, name := range names {
					s.person(name).Press(s.table, "Fold")
				}
			}
			time.Sleep(6 * time.Second)
		}
		for _, m := range append(s.table.Log(), s.channel.Log()...) {
			texts := append(m.Alts(), m.Text())
			for _, e := range m.History {
				texts = append(texts, e.Content)
			}
			for _, text := range texts {
				text = invariant.Signs(text)
				for _, c := range oneCard.FindAllString(text, -1) {
					name := heading.FindString(text) + " " + c
					if held[name] = cmp.Or(held[name], m.For); m.For == "" || held[name] != m.For {
						t.Errorf("%q sees %s in\n%s", m.For, c, text)
					}
				}
			}
		}
		if len(held) < 4*3*2 {
			t.Errorf("players saw %d cards: %v", len(held), held)
		}
	})
}
