package main_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardroom/bot/invariant"
	"cardroom/engine"
	"cardroom/store"
)

var (
	soakFlag  = flag.Duration("soak", 0, "how long TestSoak plays; 0 leaves it out")
	roundFlag = flag.Duration("round", 2*time.Minute, "how long one guild of TestSoak plays")
)

// TestSoak plays the built program for as long as asked, with new seeds drawn from one, while everything happens that can
// (P2, P3, P14): the program is killed, its Redis dies or hangs, Discord fails and its connections break, people press what
// they should not. At the end of every round each chip is counted. An hour of it is
//
//	go test ./cmd/cardroom -run Soak -soak 1h -timeout 0 -v
//
// and -seed repeats one.
func TestSoak(t *testing.T) {
	if *soakFlag == 0 {
		t.Skip("-soak 1h plays for an hour")
	}
	seed, end := someSeed(t), time.Now().Add(*soakFlag)
	draw, sum := rand.New(rand.NewPCG(seed, 0)), soaked{tally: map[string]int{}, slowest: map[string]time.Duration{}}
	for n := 0; time.Now().Before(end) && (*goOnFlag || !t.Failed()); n++ {
		kind := kinds[n%len(kinds)]
		of := draw.Uint64() >> 16
		t.Run(fmt.Sprintf("%d %s seed %d", n, kind.name, of), func(t *testing.T) {
			var c *club
			if kind.redis {
				c = newClubOn(t, of, startRedis(t))
			} else {
				c = newClub(t, of)
			}
			p := kind.plan
			c.steps = true
			p.hands, p.end = 1<<30, earlier(end, time.Now().Add(*roundFlag))
			for i := range 3 + draw.IntN(3) {
				c.open(i, 2+draw.IntN(8), draw.IntN(3))
			}
			c.playOut(p)
			sum.add(c)
		})
		t.Logf("after %d rounds: %v", n+1, sum)
	}
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// kinds is what may happen in a round. Where Discord and the program fail together it cannot be told from outside whom an
// answer was lost by, so they take turns.
var kinds = []struct {
	name  string
	redis bool
	plan  plan
}{
	{"kills", false, plan{kills: 0.05, wild: 0.15}},
	{"kills and nights on Redis", true, plan{kills: 0.03, wild: 0.15, nights: 0.05}},
	{"storms", false, plan{storm: 0.08, wild: 0.15}},
	{"kills on Redis", true, plan{kills: 0.05, wild: 0.15}},
}

// soaked is what came of all rounds.
type soaked struct {
	tally   map[string]int
	slowest map[string]time.Duration
	failed  int // rounds in which something was lost, or otherwise not as promised
}

func (s *soaked) add(c *club) {
	if c.t.Failed() {
		s.failed++
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for what, n := range c.tally {
		s.tally[what] += n
	}
	for what, took := range c.slowest {
		s.slowest[what] = max(s.slowest[what], took)
	}
}

// String is the figures: what was played, what happened, how long it took.
func (s soaked) String() string {
	lines := []string{fmt.Sprintf("%d hands, %d presses that acted, slowest answer %v, %d rounds failed",
		s.tally["hands"], s.tally["presses that acted"], s.slowest["answer"].Round(time.Millisecond), s.failed)}
	for _, what := range slices.Sorted(maps.Keys(s.tally)) {
		lines = append(lines, fmt.Sprintf("%7d %s", s.tally[what], what))
	}
	return strings.Join(lines, "\n")
}

// newLaws is the invariants as far as they can be seen from outside.
func (c *club) newLaws() *invariant.Watch {
	return &invariant.Watch{Fail: func(law, format string, args ...any) {
		if !c.closed.Load() {
			c.t.Errorf("seed %d: "+law+": "+format, append([]any{c.seed}, args...)...)
		}
	}}
}

// books opens the store that the program has left, and holds it against the invariants.
func (c *club) books() {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	st, err := store.Open(ctx, c.storeURL(), store.Options{})
	if err != nil {
		c.t.Errorf("seed %d: %v", c.seed, err)
		return
	}
	defer st.Close()
	guild := number(c.guild.ID())
	c.laws.Books(ctx, st, guild)
	for _, r := range c.rooms {
		c.laws.History(ctx, st, store.Key{Guild: guild, Channel: number(r.ch.ID())})
	}
}

func number(id string) engine.ID {
	n, _ := strconv.ParseUint(id, 10, 64)
	return engine.ID(n)
}
