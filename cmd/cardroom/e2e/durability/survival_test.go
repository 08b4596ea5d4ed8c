package durability_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/cmd/cardroom/e2e/club"
)

var (
	seedFlag  = flag.Uint64("seed", 0, "seed of the played tables; 0 is a new one")
	handsFlag = flag.Int("hands", 0, "play so many hands a table; 0 is a short run")
	killsFlag = flag.Float64("kills", 0.03, "chance of a kill at a turn")
	stormFlag = flag.Float64("storm", 0, "chance of trouble with Discord at a turn")
	nightFlag = flag.Float64("nights", 0.08, "chance that the Redis dies or hangs at a turn")
	faultFlag = flag.Int("rounds", 0, "meet every fault of a store and of a process so often, each as long as was promised; 0 is a short run")
	stopsFlag = flag.Int("restarts", 3, "how often TestPoliteRestartsLoseNothing asks the program to end")
	goOnFlag  = flag.Bool("goon", false, "play on after a failure")
)

// TestTablesSurviveWhateverIsDoneToThem plays the built program from outside, using only messages that people see, and kills it
// repeatedly (P2). No answered act is lost, no hand is dealt again, no board comes twice, and I1 to I7 hold after every
// step. With 200 kills or more it is
//
//	go test ./cmd/cardroom/e2e/durability -run TablesSurvive -hands 150 -kills 0.08 -timeout 0 -v
func TestTablesSurviveWhateverIsDoneToThem(t *testing.T) {
	t.Parallel()
	survives(club.New(t, someSeed(t)))
}

// TestTablesOnRedisSurviveWhateverIsDoneToThem also kills and hangs the Redis in mid-hand (P2, P3):
//
//	go test ./cmd/cardroom/e2e/durability -run TablesOnRedisSurvive -hands 150 -kills 0.08 -timeout 0 -v
func TestTablesOnRedisSurviveWhateverIsDoneToThem(t *testing.T) {
	t.Parallel()
	survives(club.NewOnRedis(t, someSeed(t), club.StartRedis(t)))
}

// TestPoliteRestartsLoseNothing stops the program while people press (P10). It finishes its work in progress and ends
// within five seconds. Answered presses are on the next process's board. The long run is
//
//	go test ./cmd/cardroom/e2e/durability -run PoliteRestarts -restarts 100 -timeout 0 -v
func TestPoliteRestartsLoseNothing(t *testing.T) {
	t.Parallel()
	c := club.New(t, someSeed(t))
	c.Polite = true
	for i := range 4 {
		c.Open(i, 3, 0)
	}
	for began := 0; began < *stopsFlag && !t.Failed(); began = c.Ends("stops ") {
		c.Each(func(r *club.Room) {
			r.Play(club.Plan{Hands: 1 << 30, End: time.Now().Add(3 * time.Second), Kills: 0.05})
		})
	}
	c.PlayOut(club.Plan{End: time.Now()})
	t.Logf("%d restarts", c.Ends("stops "))
}

// someSeed returns the given seed, or a new one.
func someSeed(t *testing.T) uint64 {
	seed := *seedFlag
	if seed == 0 {
		seed = rand.Uint64() >> 16
	}
	t.Logf("seed %d", seed)
	return seed
}

// survives plays some tables, and checks at the end that nothing is lost.
func survives(c *club.Club) {
	tables := [][2]int{{2, 1}, {4, 0}, {9, 1}} // people, pause
	if *handsFlag > 0 {
		tables = append(tables, [2]int{3, 2}, [2]int{6, 0}, [2]int{5, 0}, [2]int{8, 1}, [2]int{7, 0})
	}
	for i, how := range tables {
		c.Open(i, how[0], how[1])
	}
	p := club.Plan{Hands: 1000, End: time.Now().Add(10 * time.Second), Kills: *killsFlag, Wild: 0.15, Storm: *stormFlag, GoOn: *goOnFlag}
	if *handsFlag > 0 {
		p.Hands, p.End = *handsFlag, time.Now().Add(time.Duration(*handsFlag)*6*time.Second)
	}
	if testing.Short() {
		p.End = time.Now().Add(4 * time.Second)
	}
	if c.Redis != nil {
		p.Nights = *nightFlag
	}
	c.Steps = true
	c.PlayOut(p)
	if n := c.Ends("kills "); *handsFlag >= 150 && *killsFlag >= 0.08 && n < 200 { // the promised number
		c.T.Errorf("seed %d: the program was killed %d times, want 200", c.Seed, n)
	}
}
