// Command load puts the built program under load: it is one process, Discord, a strict one made of memory, and the people at
// the tables are another. Both are on loopback.
//
//	go run ./bench/load -goal G2
//	go run ./bench/load -goal G2 -tables 1000 -actions 200 -store redis
//
// The goals:
//
//	G1  1,000 tables, 200 presses a second: 99 of 100 are answered within 50 ms, the program takes 0.3 of a core
//	G2  10,000 tables, 2,000 presses a second, ten minutes: p99 100 ms, none over 1 s or unanswered, no global 429, 400 MB,
//	    0.35 ms of a processor a press, 1.2 ms with pictures, and 0.15 ms for each edit of a panel
//	G3  the same with a kill -9 every 30 s: every table is back within 5 s, nothing that was answered is lost
//	G4  a start with 10,000 tables in the middle of a hand takes 5 s
//	G5  all decisions of 10,000 tables run out at once: the bot acts for no player twice, no global 429
//	G6  25,000 tables of six at a hand a minute, twelve presses a hand, half of them on panels: no board is more than 2 s
//	    late, nor is a next hand; no global 429. Discord allows the bot 50 requests a second, and follow-ups have a limit of
//	    their own. With fewer tables it allows fewer requests, one for each 500 tables. The tables open at that rate, too,
//	    which takes half an hour in any size.
//
// With -guilds the bot is on many servers, one of which has each table. After the tables are open, the program starts again, and
// the gateway sends all these servers. The report says what that costs. As Discord does, the gateway begins as many sessions in five
// seconds as -at-once says; with as many as there are shards none waits. One of sixteen processes that share 1,000,000 servers is
//
//	go run ./bench/load -store redis -tables 625 -guilds 62500 -shards 25 -at-once 16
//
// The boards are text, as the goals are meant; -pictures has them painted, as tables are by default. -panels has players
// open their panels before the measure. The processor time of the program decides, and that of Discord is said apart. Flags
// change the size of a goal, and then the report says so. Press to answer is measured by the interaction's own time,
// as Discord does. The program's books are looked through at the end by its doctor. The exit code is 1 where anything is
// not as it should be.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"time"
)

// goal has the size of a load and its limits. A limit of zero is none.
type goal struct {
	tables   int
	seats    int           // people at a table
	actions  int           // presses a second, at all tables together
	duration time.Duration // of the presses
	warm     time.Duration // players press before the measure
	kill     time.Duration // between two kills; 0: none
	storm    bool          // at the end all decisions run out at once
	pictures bool          // the boards have pictures
	asks     int           // times a second that one person asks for /history meanwhile; 0: none
	panels   int           // players who have a panel with their cards open
	guilds   int           // servers that the bot is on, with an event each at a start; 0: those with tables
	shards   int           // into which they are divided; 0: one
	atOnce   int           // sessions that Discord lets begin at once; 0: one
	limits
}

// limits are the most that a goal allows; zero: no limit.
type limits struct {
	p99    time.Duration // press to answer
	max    time.Duration
	cores  float64       // of the program
	memory int64         // of the program, in bytes
	ready  time.Duration // from a start to the program's readiness
	cheap  bool          // a press may take no more processor time than mostCPU
	stale  time.Duration // how late a board may be; with it come hands of twelve presses, and a rate of the bot by the tables
}

var goals = map[string]goal{
	"G1": {tables: 1000, actions: 200, duration: 2 * time.Minute, limits: limits{p99: 50 * time.Millisecond, cores: 0.3}},
	"G2": {tables: 10_000, actions: 2000, duration: 10 * time.Minute, limits: limits{p99: 100 * time.Millisecond, max: time.Second, memory: 400 << 20, cheap: true}},
	"G3": {tables: 10_000, actions: 2000, duration: 10 * time.Minute, kill: 30 * time.Second, limits: limits{ready: 5 * time.Second}},
	"G4": {tables: 10_000, actions: 2000, duration: 10 * time.Second, limits: limits{ready: 5 * time.Second}},
	"G5": {tables: 10_000, actions: 2000, duration: 10 * time.Second, storm: true},
	"G6": {tables: 25_000, actions: 5000, duration: 10 * time.Minute, warm: 2 * time.Minute, limits: limits{stale: 2 * time.Second}},
}

func main() {
	name := flag.String("goal", "G1", "G1 to G6")
	var own goal
	flag.IntVar(&own.tables, "tables", 0, "tables; 0: those of the goal")
	flag.IntVar(&own.seats, "seats", 0, "people at a table; 0: six, as the hands of G6 need")
	flag.IntVar(&own.actions, "actions", 0, "presses a second; 0: those of the goal")
	flag.DurationVar(&own.duration, "for", 0, "how long people press; 0: as long as the goal says")
	flag.DurationVar(&own.kill, "kill", 0, "time between two kill -9; 0: that of the goal")
	flag.BoolVar(&own.storm, "storm", false, "let all decisions run out at once at the end")
	flag.BoolVar(&own.pictures, "pictures", false, "boards have their pictures; the goals are for text")
	flag.IntVar(&own.asks, "asks", 0, "times a second that one person, who plays nowhere, asks for /history meanwhile")
	flag.IntVar(&own.panels, "panels", 0, "players who open a panel with their cards, spread over the tables")
	flag.IntVar(&own.guilds, "guilds", 0, "measure a start of a bot that is on so many servers; 0: play")
	flag.IntVar(&own.shards, "shards", 0, "shards of the bot; needs -store redis")
	flag.IntVar(&own.atOnce, "at-once", 0, "sessions that Discord lets begin in five seconds")
	where := flag.String("store", "file", "file, redis (a redis-server of its own) or a STORE_URL of an empty store")
	program := flag.String("program", "", "the built program; empty: it is built")
	flag.Parse()
	g, known := goals[*name]
	if !known || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	debug.SetGCPercent(400) // of Discord and the people: they have memory, and leave the processors to the program
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx, *name, g.override(own), *where, *program)
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// override returns the goal in another size.
func (g goal) override(own goal) goal {
	g.tables, g.actions = cmp.Or(own.tables, g.tables), cmp.Or(own.actions, g.actions)
	g.duration, g.kill = cmp.Or(own.duration, g.duration), cmp.Or(own.kill, g.kill)
	g.storm, g.seats = g.storm || own.storm, cmp.Or(own.seats, 6)
	g.pictures, g.asks, g.panels = own.pictures, own.asks, min(own.panels, g.tables*g.seats)
	g.guilds, g.shards, g.atOnce = own.guilds, own.shards, own.atOnce
	if g.stale > 0 {
		g.actions = g.tables * handPresses / int(handTime.Seconds())
	}
	return g
}

// mostCPU returns the processor time that a press may take of the program, with so many edits of panels for a press.
func (g goal) mostCPU(edits float64) time.Duration {
	most := 350 * time.Microsecond
	if g.pictures {
		most = 1200 * time.Microsecond
	}
	return most + time.Duration(edits*float64(150*time.Microsecond)).Round(time.Microsecond)
}

// run plays one load, from the first table to the doctor.
func run(ctx context.Context, name string, g goal, where, path string) (bool, error) {
	w, err := open(where, path, g)
	if err != nil {
		return false, err
	}
	defer w.close()
	r := &report{goal: g}
	r.header(name, where)
	if err := w.start(); err != nil {
		return false, err
	}
	begun := time.Now()
	c, err := fill(ctx, w, g)
	if err != nil {
		return false, err
	}
	r.printf("%d tables are in the middle of a hand after %v", g.tables, time.Since(begun).Round(time.Second))
	if g.guilds > 0 {
		return r.measureGuilds(ctx, w, c)
	}
	if err := c.openPanels(ctx, g.panels); err != nil {
		return false, err
	}
	if g.warm > 0 {
		c.spread()
		c.press(ctx, g, g.warm)
		c.forget()
	}
	w.globalLimits.Store(0) // the measure begins after the tables are open
	before := w.counters()
	c.press(ctx, g, g.duration)
	r.latency(c, w)
	r.budgets(c, w, before)
	if g.storm { // before the restart, which at ten thousand tables leaves boards that are behind for minutes
		if err := c.storm(ctx, r); err != nil {
			return false, err
		}
	}
	if err := r.restart(c); err != nil {
		return false, err
	}
	c.checkLost(ctx, r)
	r.end(w)
	return r.ok(), ctx.Err()
}
