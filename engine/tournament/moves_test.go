package tournament

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/tournament/setup"
)

var moving = flag.Int("moves", 250, "how many tournaments to compare with the slow reading of moves")

// room is a table as the slow reading of T41 and T46 sees it.
type room struct {
	seats      []int // numbers of entries; 0 is empty
	fresh      []bool
	runs, gave bool
	ended      int // when its last hand ended, as a number of events
	small, big int // seats of the last blinds; -1 is none
}

// players returns how many sit there.
func (x *room) players() (n int) {
	for _, e := range x.seats {
		if e != 0 {
			n++
		}
	}
	return n
}

// mover is the slow reading: it hears the events, and says of each move whether it is right.
type mover struct {
	*laws
	rooms  map[int]*room
	size   int
	onRest bool         // a break, or the time between two rounds
	inHand int          // hands that run
	rounds bool         // hand-for-hand
	moved  map[int]bool // in this pass
	heard  int
}

// hear goes through new events. Those of one command are one pass.
func (m *mover) hear() {
	m.Helper()
	clear(m.moved)
	news := m.log[m.heard:]
	m.heard = len(m.log)
	drawn := slices.ContainsFunc(news, func(e Event) bool { return e.Kind == FinalDrawn || e.Kind == Redrawn })
	for i, e := range news {
		if e.Kind != Moved || drawn {
			m.note(e)
			continue
		}
		breaks := slices.ContainsFunc(news[i:], func(later Event) bool { return later.Kind == TableClosed && later.Table == e.From })
		if breaks {
			m.breaks(e)
		} else {
			m.balances(e)
		}
		m.note(e)
	}
}

// note changes the rooms as an event says.
func (m *mover) note(e Event) {
	x := m.rooms[e.Table]
	switch e.Kind {
	case TableOpened:
		m.rooms[e.Table] = &room{seats: make([]int, e.Of), fresh: make([]bool, e.Of), small: -1, big: -1}
	case TableClosed:
		delete(m.rooms, e.Table)
	case FinalDrawn, Redrawn:
		for _, x := range m.rooms {
			*x = room{seats: make([]int, engine.MaxSeats), fresh: make([]bool, engine.MaxSeats), small: -1, big: -1}
		}
	case Moved, SeatTaken:
		if from := m.rooms[e.From]; from != nil {
			if i := slices.Index(from.seats, e.Entry); i >= 0 {
				from.seats[i] = 0
			}
			from.gave = true
		}
		x.seats[e.Seat], x.fresh[e.Seat] = e.Entry, true
		m.moved[e.Entry] = true
	case WentOut:
		x.seats[e.Seat] = 0
	case HandStarted:
		x.runs, x.gave, x.small, x.big = true, false, e.Small, e.Big
		for i := range x.seats {
			x.fresh[i] = x.fresh[i] && e.Dealt>>i&1 == 0
		}
		m.inHand++
	case HandEnded:
		x.runs, x.ended = false, int(e.No)
		m.inHand--
	case BreakBegan:
		m.onRest = true
		clear(m.moved)
	case BreakEnded:
		m.onRest = false
	case HandForHandBegan:
		m.rounds = true
	case HandForHandEnded:
		m.rounds = false
	}
}

// due returns the tables that are to be broken: as many as are not needed, those of the organiser's order first, then from the
// highest number down.
func (m *mover) due() map[int]bool {
	alive := 0
	var numbers []int
	for number, x := range m.rooms {
		alive += x.players()
		numbers = append(numbers, number)
	}
	needed := 0
	for alive > 0 {
		needed++
		alive -= m.size
	}
	slices.Sort(numbers)
	all := map[int]bool{}
	for len(numbers) > max(1, needed) {
		i := len(numbers) - 1
		for _, first := range slices.Backward(m.opts.Final.BreakOrder) {
			if at := slices.Index(numbers, first); at >= 0 {
				i = at
			}
		}
		all[numbers[i]] = true
		numbers = slices.Delete(numbers, i, i+1)
	}
	return all
}

// breaks fails unless a player of a broken table goes to a table with the fewest players.
func (m *mover) breaks(e Event) {
	m.Helper()
	due := m.due()
	if !due[e.From] || due[e.Table] || m.rooms[e.From].runs {
		m.fail("entry %d leaves table %d for table %d, due are %v", e.Entry, e.From, e.Table, due)
	}
	for number, x := range m.rooms {
		if !due[number] && slices.Contains(x.seats, 0) && x.players() < m.rooms[e.Table].players() {
			m.fail("entry %d goes to table %d, and table %d has fewer players", e.Entry, e.Table, number)
		}
	}
	if m.rooms[e.Table].seats[e.Seat] != 0 {
		m.fail("entry %d goes to a seat that is taken", e.Entry)
	}
}

// balances fails unless a move is that of T41.
func (m *mover) balances(e Event) {
	m.Helper()
	due := m.due()
	from, to := m.rooms[e.From], m.rooms[e.Table]
	if due[e.From] || due[e.Table] || from.runs {
		m.fail("entry %d moves from table %d to table %d, due are %v", e.Entry, e.From, e.Table, due)
	}
	several := m.onRest || m.rounds && m.inHand == 0
	if from.gave && !several {
		m.fail("table %d gives two players between two of its hands", e.From)
	}
	for number, x := range m.rooms {
		switch p := x.players(); {
		case due[number] || number == e.From:
		case p < to.players() || p == to.players() && number < e.Table:
			m.fail("entry %d goes to table %d, and table %d is smaller or comes first", e.Entry, e.Table, number)
		case x.runs || x.gave && !several || x.players() < to.players()+2:
		case p > from.players() || p == from.players() && x.ended > from.ended:
			m.fail("table %d gives to table %d, and table %d is larger or ended later", e.From, e.Table, number)
		}
	}
	if from.players() < to.players()+2 {
		m.fail("table %d of %d gives to table %d of %d", e.From, from.players(), e.Table, to.players())
	}
	if from.big >= 0 && m.bigBlind(from) != e.Entry {
		m.fail("table %d gives entry %d, its next big blind is entry %d: %+v", e.From, e.Entry, m.bigBlind(from), from)
	}
	if to.big >= 0 && m.worstSeat(to) != e.Seat {
		m.fail("entry %d gets seat %d, want %d: %+v", e.Entry, e.Seat, m.worstSeat(to), to)
	}
}

// isBetween reports whether a seat is strictly between two, clockwise.
func isBetween(seat, a, b int) bool {
	for i := (a + 1) % engine.MaxSeats; i != b && i != a; i = (i + 1) % engine.MaxSeats {
		if i == seat {
			return true
		}
	}
	return false
}

// bigBlind returns the entry with the next big blind that did not come in this pass. Newcomers between button and small blind
// wait, if two others are there.
func (m *mover) bigBlind(x *room) int {
	for _, waiting := range []bool{true, false} {
		var order []int
		for n := 1; n <= engine.MaxSeats; n++ {
			i := (x.big + n) % engine.MaxSeats
			if i < len(x.seats) && x.seats[i] != 0 && !(waiting && x.fresh[i] && isBetween(i, x.small, x.big)) {
				order = append(order, x.seats[i])
			}
		}
		if len(order) < 2 {
			continue
		}
		for _, e := range order {
			if !m.moved[e] {
				return e
			}
		}
	}
	return 0
}

// worstSeat returns the seat of T41d.
func (m *mover) worstSeat(x *room) int {
	best, second, third := -1, -1, -1
	for n := engine.MaxSeats; n >= 1; n-- {
		i := (x.big + n) % engine.MaxSeats
		switch {
		case i >= len(x.seats) || x.seats[i] != 0:
		case i == x.big:
			third = i
		case isBetween(i, x.small, x.big):
			second = i
		default:
			best = i
		}
	}
	if best >= 0 {
		return best
	}
	if second >= 0 {
		return second
	}
	return third
}

func TestMovesAgreeWithASlowReading(t *testing.T) {
	t.Parallel()
	moves := 0
	for seed := range uint64(*moving) {
		r := rand.New(rand.NewPCG(seed, 41))
		o := setup.DefaultOptions("turbo")
		o.Seats = 2 + r.IntN(9)
		o.Max = 60
		o.Schedule.BreakEvery = r.IntN(2)
		o.Schedule.Break = time.Minute
		if r.IntN(3) == 0 {
			o.Final.BreakOrder = []int{2, 1, 9, 4}[:1+r.IntN(4)]
		}
		if r.IntN(2) == 0 {
			o.Scheduled, o.Times.Start, o.Min, o.Late = true, morning.Add(time.Hour), 2, 1+r.IntN(3)
		}
		l := watch(newWorld(t, o, enginetest.Lots(seed)))
		l.seed = seed
		m := &mover{laws: l, rooms: map[int]*room{}, size: o.Seats, moved: map[int]bool{}}
		for i := range 2 + r.IntN(40) {
			l.do(Register{At: l.at(), Person: engine.ID(i + 1)})
		}
		l.do(StartNow{l.at()})
		l.do(Begin{l.at()})
		for m.hear(); !l.t.s.Over(); m.hear() {
			if r.IntN(30) == 0 {
				_ = l.try(Register{At: l.at(), Person: engine.ID(100 + r.IntN(40))})
			} else if r.IntN(100) == 0 {
				l.wait(time.Duration(r.IntN(60)) * time.Second)
			} else {
				l.table(r, l.t.s.Open[r.IntN(len(l.t.s.Open))])
			}
		}
		for _, e := range l.log {
			if e.Kind == Moved {
				moves++
			}
		}
	}
	if moves < 10**moving {
		t.Errorf("only %d moves were compared", moves)
	}
}
