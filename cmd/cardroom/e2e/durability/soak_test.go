package durability_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/e2e/club"
)

var (
	soakFlag  = flag.Duration("soak", 0, "how long TestSoak plays; 0 leaves it out")
	roundFlag = flag.Duration("round", 2*time.Minute, "how long one guild of TestSoak plays")
)

// TestSoak plays the built program for the given time under all faults, with new seeds drawn from one (P2, P3, P14). The
// program is killed, its Redis dies or hangs, Discord fails and its connections break, and people press forbidden buttons.
// At the end of every round each chip is counted. An hour of it is
//
//	go test ./cmd/cardroom/e2e/durability -run Soak -soak 1h -timeout 0 -v
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
			var c *club.Club
			if kind.redis {
				c = club.NewOnRedis(t, of, club.StartRedis(t))
			} else {
				c = club.New(t, of)
			}
			p := kind.plan
			c.Steps, p.GoOn = true, *goOnFlag
			p.Hands, p.End = 1<<30, earlier(end, time.Now().Add(*roundFlag))
			for i := range 3 + draw.IntN(3) {
				c.Open(i, 2+draw.IntN(8), draw.IntN(3))
			}
			c.PlayOut(p)
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

// kinds lists the faults of a round. If Discord and the program failed together, a lost answer could be either's fault, so
// they take turns.
var kinds = []struct {
	name  string
	redis bool
	plan  club.Plan
}{
	{"kills", false, club.Plan{Kills: 0.05, Wild: 0.15}},
	{"kills and nights on Redis", true, club.Plan{Kills: 0.03, Wild: 0.15, Nights: 0.05}},
	{"storms", false, club.Plan{Storm: 0.08, Wild: 0.15}},
	{"kills on Redis", true, club.Plan{Kills: 0.05, Wild: 0.15}},
}

// soaked holds the results of all rounds.
type soaked struct {
	tally   map[string]int
	slowest map[string]time.Duration
	failed  int // rounds with a loss or another broken promise
}

func (s *soaked) add(c *club.Club) {
	if c.T.Failed() {
		s.failed++
	}
	tally, slowest := c.Findings()
	for what, n := range tally {
		s.tally[what] += n
	}
	for what, took := range slowest {
		s.slowest[what] = max(s.slowest[what], took)
	}
}

// String returns the figures: hands, faults and times.
func (s soaked) String() string {
	lines := []string{fmt.Sprintf("%d hands, %d presses that acted, slowest answer %v, %d rounds failed",
		s.tally["hands"], s.tally["presses that acted"], s.slowest["answer"].Round(time.Millisecond), s.failed)}
	for _, what := range slices.Sorted(maps.Keys(s.tally)) {
		lines = append(lines, fmt.Sprintf("%7d %s", s.tally[what], what))
	}
	return strings.Join(lines, "\n")
}
