package main_test

import (
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

var (
	seedFlag  = flag.Uint64("seed", 0, "seed of the played tables; 0 is a new one")
	handsFlag = flag.Int("hands", 0, "play so many hands a table; 0 is a short run")
	killsFlag = flag.Float64("kills", 0.03, "chance of a kill at a turn")
	stormFlag = flag.Float64("storm", 0, "chance of trouble with Discord at a turn")
	nightFlag = flag.Float64("nights", 0.08, "chance that the Redis dies or hangs at a turn")
	goOnFlag  = flag.Bool("goon", false, "play on after a failure")
)

// TestTablesSurviveWhateverIsDoneToThem plays the built program from outside, by what people see and nothing else, and
// kills it again and again.
func TestTablesSurviveWhateverIsDoneToThem(t *testing.T) {
	t.Parallel()
	newClub(t, someSeed(t)).survives()
}

// TestTablesOnRedisSurviveWhateverIsDoneToThem also does it to the Redis.
func TestTablesOnRedisSurviveWhateverIsDoneToThem(t *testing.T) {
	t.Parallel()
	newClubOn(t, someSeed(t), startRedis(t)).survives()
}

// someSeed is the seed asked for, or a new one.
func someSeed(t *testing.T) uint64 {
	seed := *seedFlag
	if seed == 0 {
		seed = rand.Uint64() >> 16
	}
	t.Logf("seed %d", seed)
	return seed
}

// survives plays some tables, and looks at the end whether everything is there that was.
func (c *club) survives() {
	tables := [][2]int{{2, 1}, {4, 0}, {9, 1}} // people, pause
	if *handsFlag > 0 {
		tables = append(tables, [2]int{3, 2}, [2]int{6, 0}, [2]int{5, 0}, [2]int{8, 1}, [2]int{7, 0})
	}
	for i, how := range tables {
		c.open(i, how[0], how[1])
	}
	p := plan{hands: 1000, end: time.Now().Add(10 * time.Second), kills: *killsFlag, wild: 0.15, storm: *stormFlag}
	if *handsFlag > 0 {
		p.hands, p.end = *handsFlag, time.Now().Add(time.Duration(*handsFlag)*6*time.Second)
	}
	if testing.Short() {
		p.end = time.Now().Add(4 * time.Second)
	}
	if c.redis != nil {
		p.nights = *nightFlag
	}
	c.each(func(r *room) { r.play(p) })
	c.daylight()
	c.each(func(r *room) { r.leave() })
	c.each(func(r *room) {
		r.wallets()
		r.checkDeals()
	})
	c.checkShare()
	c.verify()
}

// each does something in every room at once.
func (c *club) each(f func(*room)) {
	var all sync.WaitGroup
	for _, r := range c.rooms {
		all.Go(func() { f(r) })
	}
	all.Wait()
}

// checkShare: at least four of five presses that act are answered with the board.
func (c *club) checkShare() {
	acted, updated := c.tally["presses that acted"], c.tally["presses answered with the board"]
	if acted == 0 || updated*5 < acted*4 {
		c.t.Errorf("seed %d: %d of %d presses that acted are answered with the board", c.seed, updated, acted)
	}
}
