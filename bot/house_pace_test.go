package bot_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/engine"
	"cardroom/store"
)

// A person who only folds sits with house players, on the fastest clock, and the program restarts in the middle. Hands end,
// no house player times out, and none is slower than a person.
func TestHousePlayersNeverLetATableWait(t *testing.T) {
	alone(t)
	for _, game := range []string{"holdem", "omaha", "draw"} {
		t.Run(game, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice := c.person("alice")
				alice.Grant(discordgo.PermissionManageChannels)
				alice.Command(c.channel, "/table open", "game", game, "limit", "pl", "seats", "5", "clock", "10s", "pause", "1")
				confirm(alice, c.channel, "/table bot add", "count", "3", "level", "hard")
				alice.Command(c.channel, "/table bot add", "count", "1", "level", "easy")
				time.Sleep(2 * time.Second) // the board is posted
				w := paced(t, c)
				alice.Press(c.channel, "Sit down")
				for i := range 100 {
					if i == 50 {
						c.stop()
						c.start()
						w.again()
					}
					time.Sleep(2 * time.Second)
					w.passes(alice, c)
				}
				if w.hands < 3 || w.acted < 30 {
					t.Errorf("%d hands and %d actions of house players in 200 s", w.hands, w.acted)
				}
			})
		})
	}
}

// tempo measures how fast house players act.
type tempo struct {
	mu           sync.Mutex
	latest       time.Time // time of the last event
	acted, hands int
}

// paced checks every commit.
func paced(t *testing.T, c *club) *tempo {
	w := &tempo{latest: time.Now()}
	c.shaky.on(func(_ context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, e := range change.Events {
			switch {
			case e.Kind == engine.HandEnded:
				w.hands++
			case e.Kind != engine.Acted && e.Kind != engine.Drew || e.House == engine.Person:
			case e.Silent:
				t.Errorf("hand %d: the clock acts for house player %d", e.Hand, e.Player)
			default:
				w.acted++
				if waited := time.Since(w.latest); waited > 6*time.Second {
					t.Errorf("hand %d: house player %d takes %v", e.Hand, e.Player, waited)
				}
			}
			w.latest = time.Now()
		}
		return do()
	})
	return w
}

// again starts over after a restart.
func (w *tempo) again() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.latest = time.Now()
}

// passes folds, checks or stands pat, if it is the person's turn.
func (w *tempo) passes(p *discordtest.Person, c *club) {
	for _, button := range []string{"Fold", "Check", "Stand pat"} {
		if p.Press(c.channel, button).Err == nil {
			return
		}
	}
}
