package tournament

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/state"
)

const morning = engine.Moment(1_800_000_000_000)

// world is a tournament that a test drives.
type world struct {
	testing.TB
	t    Tournament
	now  engine.Moment
	lots Lots
	log  []Event
	done []Command // that were not refused
	opts setup.Options

	missed map[int]bool // entries with a decision that the clock made
	came   map[int]bool // entries that pressed, bought chips or knocked one out since the start
}

func newWorld(t testing.TB, o setup.Options, lots Lots) *world {
	w := &world{TB: t, now: morning, lots: lots, opts: o, missed: map[int]bool{}, came: map[int]bool{}}
	var err error
	if w.t, w.log, err = New(o, w.now); err != nil {
		t.Fatal(err)
	}
	return w
}

// try brings a command and returns its refusal.
func (w *world) try(c Command) error {
	next, log, err := w.t.Apply(c, w.lots, w.log)
	if err == nil {
		w.shows(c)
		w.t, w.log = next, log
		w.done = append(w.done, c)
	}
	return err
}

// shows notes who has a decision, makes one, buys chips or knocks an entry out (T71). It comes before the command counts.
func (w *world) shows(c Command) {
	switch c := c.(type) {
	case TimeOut:
		w.missed[c.Entry] = true
	case Press:
		w.came[c.Entry] = true
	case Rebuy:
		w.came[c.Entry] = true
	case AddOn:
		w.came[c.Entry] = true
	case EndHand:
		seats := w.t.s.Table(c.Table).Seats
		for busted, winners := range c.Won {
			for seat := range winners.Clockwise(sidepot.None) {
				w.came[seats[seat]] = w.came[seats[seat]] || !w.t.s.Entry(seats[busted]).Struck
			}
		}
	}
}

// do brings a command that must not be refused.
func (w *world) do(c Command) {
	w.Helper()
	if err := w.try(c); err != nil {
		w.Fatalf("%T%+v: %v", c, c, err)
	}
}

func (w *world) at() At { return At(w.now) }

// wait lets time pass, and all that is due happens.
func (w *world) wait(d time.Duration) {
	w.now = w.now.Add(d)
	if !w.t.s.Over() {
		w.do(Tick{w.at()})
	}
}

// snap returns the snapshot of a tournament as a text.
func snap(t testing.TB, x Tournament) string {
	t.Helper()
	b, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// stacks returns the stacks of a hand in which chips went from one seat to others.
func (w *world) stacks(number int) (all [engine.MaxSeats]int64) {
	t := w.t.s.Table(number)
	for i, n := range t.Seats {
		if t.Dealt.Has(int8(i)) {
			all[i] = w.t.s.Entry(n).Stack
		}
	}
	return all
}

// playRandom ends the hand of a table with chips of a unit: a few players lose chips to one or two others.
func playRandom(r *rand.Rand, unit int64, dealt sidepot.Seats, stacks [engine.MaxSeats]int64) [engine.MaxSeats]int64 {
	winner := state.Nth(dealt, r.IntN(dealt.Count()))
	second := state.Nth(dealt, r.IntN(dealt.Count()))
	pot := int64(0)
	for i := range stacks {
		if !dealt.Has(int8(i)) || int8(i) == winner || r.IntN(3) > 0 {
			continue
		}
		lost := min(stacks[i], stacks[winner])
		if r.IntN(3) == 0 {
			lost = r.Int64N(lost/unit+1) * unit
		}
		stacks[i] -= lost
		pot += lost
	}
	half := int64(0)
	if second != winner && stacks[second] > 0 {
		half = pot / 2 / unit * unit
	}
	stacks[second] += half
	stacks[winner] += pot - half
	return stacks
}

// randomOptions returns random options.
func randomOptions(r *rand.Rand) setup.Options {
	o := setup.DefaultOptions([]string{"hyper", "turbo", "regular"}[r.IntN(3)])
	o.Seats = 2 + r.IntN(9)
	o.Max = 2 + r.IntN(40)
	o.Price = int64(r.IntN(3) * 100)
	o.Added = int64(r.IntN(2) * 333)
	o.Guarantee = int64(r.IntN(2) * 2000)
	o.Final.Same = r.IntN(3) == 0
	o.Final.Bubble = r.IntN(2) == 0
	if r.IntN(4) == 0 {
		o.Final.Redraw = []int{20, 12}
	}
	if r.IntN(3) == 0 {
		o.Payout.Count = 1 + r.IntN(8)
	}
	if r.IntN(4) == 0 {
		o.Schedule.Hands, o.Schedule.Length = 5, 0
	}
	if r.IntN(2) == 0 {
		o.Schedule.BreakEvery = 1 + r.IntN(3)
	}
	if r.IntN(4) == 0 && o.Schedule.Hands == 0 {
		o.Schedule.ColourUp = true
		o.Schedule.Levels, o.Stack = colours(o.Schedule.Length), 1500
	}
	if r.IntN(2) == 0 {
		o.Scheduled = true
		o.Times.Start = morning.Add(time.Hour)
		o.Min = 2
		o.Late = r.IntN(5)
		o.Reentry = o.Late > 0 && r.IntN(2) == 0
		o.Restart = o.Reentry && r.IntN(2) == 0
		o.NoShow = o.Late > 0 && r.IntN(2) == 0
		if r.IntN(3) == 0 {
			o.Times.CheckIn = 10 * time.Minute
			if r.IntN(2) == 0 {
				o.Times.Groups = setup.Groups{Of: 1 + (o.Max-1)/5, Every: 2 * time.Minute}
			}
		}
	} else if r.IntN(4) == 0 {
		o.Practice, o.Price, o.Added, o.Guarantee = true, 0, 0, 0
	}
	if r.IntN(3) == 0 && !o.Reentry {
		o.Rebuys = setup.Rebuys{Until: max(1, o.Late+r.IntN(3)), Most: r.IntN(4)}
		if r.IntN(2) == 0 {
			o.Rebuys.AddOn, o.Rebuys.AddOnPrice = 2*o.Stack, o.Price/2
		}
	}
	if o.Price > 0 && o.Rebuys.Until == 0 && !o.Restart && r.IntN(3) == 0 {
		o.Bounty = setup.Bounty{Part: 1 + r.Int64N(o.Price), Share: 25 + r.IntN(76)}
	}
	o.Leave = r.IntN(2) * r.IntN(21)
	if r.IntN(4) == 0 {
		o.Final.BreakOrder = []int{2, 1, 9, 4}[:1+r.IntN(4)]
	}
	o.Edition = r.IntN(1 + setup.Edition)
	return o
}

func (w *world) String() string { return fmt.Sprintf("%+v", w.opts) }

// colours returns levels whose unit rises twice.
func colours(length time.Duration) (all []setup.Level) {
	for i, unit := range []int64{25, 25, 100, 100, 500, 500, 500} {
		l := setup.Level{Small: unit, Big: 2 * unit, Unit: unit, Length: length}
		if i%2 == 1 {
			l.Big *= 2
			l.Small *= 2
		}
		all = append(all, l)
	}
	all[6].Small, all[6].Big = 2000, 5000
	return all
}
