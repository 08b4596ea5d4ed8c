package tournament

import (
	"cmp"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cardroom/engine/enginetest"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament/state"
)

// laws watches the events of a tournament (T130).
type laws struct {
	*world
	seed   uint64
	seen   int
	escrow int64
	level  int
	deals  int
	round  int         // number of the round that is on
	hands  map[int]int // hands of the round by table
	moves  map[int]int // by entry
	placed map[int]int // final place by entry
	uses   map[string]bool
	inHand map[int]int         // table by entry
	began  map[int]state.Table // as it was before its hand
	fell   map[int]fall        // by entry
	had    map[int]int64       // chips of an entry when its hand began
	ended  map[int]int64       // log number of the end of the last hand by table
	plays  map[int]int         // level of the last hand by table (T21)
	last   map[int]Table       // as all saw it in the last hand that was not void
	taken  int                 // entries that were taken out because they did not show up
}

func watch(w *world) *laws {
	return &laws{world: w, hands: map[int]int{}, moves: map[int]int{}, placed: map[int]int{}, uses: map[string]bool{}, inHand: map[int]int{}, began: map[int]state.Table{},
		fell: map[int]fall{}, had: map[int]int64{}, ended: map[int]int64{}, plays: map[int]int{}, last: map[int]Table{}}
}

// fail ends the test with an error and the seed that shows it.
func (l *laws) fail(format string, args ...any) {
	l.Helper()
	l.Fatalf("seed %d: "+format, append([]any{l.seed}, args...)...)
}

// hold fails unless the tournament and its new events obey the laws.
func (l *laws) hold() {
	l.Helper()
	if err := l.t.Check(); err != nil {
		l.fail("%v\n%s\n%+v", err, l.world, l.log[l.seen:])
	}
	for _, e := range l.log[l.seen:] {
		l.event(e)
	}
	l.seen = len(l.log)
	s := &l.t.s
	if l.escrow != s.Money.Escrow {
		l.fail("the events leave %d in the escrow, the tournament has %d", l.escrow, s.Money.Escrow)
	}
	for _, number := range s.Open {
		if level, _ := s.LevelAt(s.Table(number)); s.Table(number).Runs() && level != l.plays[number] {
			l.fail("table %d plays a hand at level %d, and says level %d", number, l.plays[number], level)
		}
		l.counts(number, s.TableView(number))
	}
	if s.Phase == Running {
		l.atRest()
		l.goesOn()
	}
}

// counts fails where the hands that are left at a level do not become fewer one by one until the next level (T22).
func (l *laws) counts(number int, t Table) {
	l.Helper()
	was, seen := l.last[number]
	if !t.Runs || t.Hand == was.Hand {
		return
	}
	schedule := l.t.s.Options.Schedule
	if t.Left < 0 || t.Left > max(schedule.Hands-1, 0) {
		l.fail("table %d has %d hands left of %d", number, t.Left, schedule.Hands)
	}
	if seen && schedule.Hands > 0 && t.Level == was.Level && t.Level+1 < len(schedule.Levels) && t.Left != was.Left-1 {
		l.fail("table %d has %d hands left of level %d, and had %d in its last hand", number, t.Left, t.Level, was.Left)
	}
	l.last[number] = t
}

// goesOn fails where nothing leads on: no deadline, no hand that can end, and no table that may ever start one.
func (l *laws) goesOn() {
	l.Helper()
	s, p := &l.t.s, l.t.Pending()
	if s.Halt.Kind != 0 || p.Due != 0 || s.Candidate() >= 0 {
		return
	}
	for _, number := range s.Open {
		t := s.Table(number)
		if t.Runs() && !t.NoRecord || l.t.MayStart(number, l.now.Add(24*time.Hour)) == nil {
			return
		}
	}
	l.fail("nothing leads on\n%s", snap(l, l.t))
}

func (l *laws) event(e Event) {
	l.Helper()
	if e.No != int64(l.seen)+1 {
		l.fail("event %d has number %d", l.seen+1, e.No)
	}
	l.seen++
	switch e.Kind {
	case Registered, Funded, RebuyPaid, AddOnPaid:
		l.escrow += e.Amount
	case Refunded, GivenBack:
		l.escrow -= e.Amount
	case DealMade:
		l.dealt(e)
	case TakenOut:
		l.takenOut(e)
	case EntriesClosed:
		l.noneMissing()
	case HeadTaken:
		l.escrow -= e.Amount
		if l.t.s.Entry(e.Entry).Out() && l.t.s.Phase == Running {
			l.fail("entry %d takes the head of entry %d and goes out", e.Entry, e.Of)
		}
	case Paid:
		l.escrow -= e.Amount
		if e.Place != 0 && l.placed[e.Entry] != 0 && l.placed[e.Entry] != e.Place {
			l.fail("entry %d was paid for place %d, and has %d", e.Entry, e.Place, l.placed[e.Entry])
		}
		l.placed[e.Entry] = e.Place
	case Drawn:
		if l.uses[e.Draw] {
			l.fail("the use %s comes twice", e.Draw)
		}
		l.uses[e.Draw] = true
	case SeatTaken:
		l.readable(e)
	case Moved:
		l.readable(e)
		l.moves[e.Entry]++
		if l.inHand[e.Entry] != 0 {
			l.fail("entry %d moves in a hand", e.Entry)
		}
	case LevelBegan:
		l.level = e.Level
	case RoundBegan:
		l.round = e.Of
		clear(l.hands)
	case RoundEnded, HandForHandEnded:
		l.round = 0
	case Redrawn, FinalDrawn: // tables begin anew
		clear(l.last)
	case HandStarted:
		l.plays[e.Table] = e.Level
		l.started(e)
	case RebuyOffered:
		l.fell[e.Entry] = fall{l.ended[e.Table], 1, l.had[e.Entry]}
	case Struck:
		f := l.fell[e.Entry] // with a rebuy to answer
		f.struck = 0
		if l.inHand[e.Entry] == 0 && (f.hand == 0 || l.opts.Edition < 2) {
			f = fall{hand: e.No}
		}
		l.fell[e.Entry] = f
	case ChipsAdded:
		delete(l.fell, e.Entry)
	case HandEnded, HandVoided:
		l.ended[e.Table] = e.No
		for n, table := range l.inHand {
			if table == e.Table {
				delete(l.inHand, n)
			}
		}
		if e.Kind == HandVoided {
			delete(l.last, e.Table)
			l.hands[e.Table]--
			l.voided(e.Table)
		}
	case WentOut:
		l.wentOut(e)
		delete(l.inHand, e.Entry)
		if e.Place != 0 {
			l.placed[e.Entry] = e.Place
		}
	}
}

// readable fails unless the tables of a move can be read (T104).
func (l *laws) readable(e Event) {
	l.Helper()
	for _, number := range []int{e.From, e.Table} {
		if number != 0 && l.t.s.Table(number).NoRecord {
			l.fail("entry %d goes from table %d to table %d, and table %d cannot be read", e.Entry, e.From, e.Table, number)
		}
	}
}

// voided fails unless blinds and newcomers of a table are as they were before its hand (R65).
func (l *laws) voided(number int) {
	l.Helper()
	was, ok := l.began[number]
	t := l.t.s.Table(number)
	if ok && t.Open && t.Began != 0 && t.Hand == was.Hand+1 && (t.Blinds != was.Blinds || was.New&t.Taken()&^t.New != 0) {
		l.fail("table %d began its hand as %+v and is %+v", number, was, *t)
	}
}

func (l *laws) started(e Event) {
	l.Helper()
	s := &l.t.s
	if s.Options.Schedule.Hands == 0 && e.Level != l.level || e.Level > l.level || e.Level < l.level-1 {
		l.fail("hand %d of table %d is at level %d, in force is %d", e.Hand, e.Table, e.Level, l.level)
	}
	if l.hands[e.Table]++; l.round != 0 && l.hands[e.Table] > 1 {
		l.fail("table %d plays a second hand of round %d", e.Table, l.round)
	}
	dealt := sidepot.Seats(e.Dealt)
	for i, n := range s.Table(e.Table).Seats {
		if dealt.Has(int8(i)) && n == 0 {
			l.fail("seat %d of table %d is dealt in, and empty: %+v", i, e.Table, l.log[len(l.log)-8:])
		}
		if sched := &s.Options.Schedule; sched.ColourUp && dealt.Has(int8(i)) && s.Entry(n).Stack%sched.Unit(e.Level) != 0 {
			l.fail("entry %d plays with %d at level %d", n, s.Entry(n).Stack, e.Level)
		}
	}
	if dealt.Count() < 2 || !dealt.Has(int8(e.Big)) {
		l.fail("dealt in are %b, the big blind is seat %d", dealt, e.Big)
	}
	for i, n := range s.Table(e.Table).Seats {
		if dealt.Has(int8(i)) {
			l.inHand[n], l.had[n] = e.Table, s.Entry(n).Stack
		}
	}
}

// fall is when an entry went broke: in which hand, disqualified ones first, and with how many chips it began (T56, T57, T108).
type fall struct {
	hand   int64
	struck int // 0 for a disqualified one
	had    int64
}

// wentOut notes when an entry that goes out while no place is final went broke, unless it had time to rebuy since.
func (l *laws) wentOut(e Event) {
	if f, known := l.fell[e.Entry]; f.hand == 0 && (known || e.Place == 0) {
		l.fell[e.Entry] = fall{l.ended[e.Table], boolInt(!known), l.t.s.Entry(e.Entry).Had}
	}
}

// inOrder fails unless entries of a tournament with rebuys are placed in the order in which they went broke (T57, T66, T108). The last
// one alive is first (T59).
func (l *laws) inOrder() {
	l.Helper()
	s := &l.t.s
	for a, f := range l.fell {
		for b, g := range l.fell {
			x, y := s.Entry(a), s.Entry(b)
			order := cmp.Or(cmp.Compare(f.hand, g.hand), cmp.Compare(f.struck, g.struck), cmp.Compare(f.had, g.had))
			if s.Place(x) > 1 && s.Place(y) > 1 && order != cmp.Compare(s.Place(y), s.Place(x)) {
				l.fail("entry %d fell at %+v and has place %d, entry %d at %+v has %d", a, f, s.Place(x), b, g, s.Place(y))
			}
		}
	}
}

// atRest fails unless T40 has nothing to do where all tables are idle.
func (l *laws) atRest() {
	l.Helper()
	s := &l.t.s
	if s.Count.Running > 0 || s.Round.On {
		return
	}
	x := transition{State: *s, now: l.now, lots: l.lots}
	x.Edit++
	if x.move(); len(x.moved) > 0 {
		l.fail("moves are left: %v\n%s", x.moved, snap(l, l.t))
	}
	for _, number := range s.Open {
		if s.Table(number).Gave {
			return
		}
	}
	if fewest, most := s.Sizes(); most-fewest > 1 && s.Count.Lost == 0 {
		l.fail("tables of %d and %d players\n%s", fewest, most, snap(l, l.t))
	}
}

// dealt fails unless a deal is paid by the proposal that all who are alive agreed to (T96).
func (l *laws) dealt(e Event) {
	l.Helper()
	yes, sum, paid := 0, int64(0), int64(0)
	for i := e.No - 2; l.log[i].Kind != DealAsked; i-- {
		if l.log[i].Kind == DealAgreed && l.log[i].Of == e.Of {
			yes++
		}
	}
	for _, a := range e.Amounts {
		sum += a
	}
	for _, later := range l.log[e.No:] {
		if later.Kind == Paid && later.Place == 0 {
			paid += later.Amount
		}
	}
	if l.deals++; yes != len(e.Amounts) || sum != paid && l.t.s.Phase != Cancelled || l.deals > 1 {
		l.fail("deal %d: %d of %d agree, %d of %d is paid", l.deals, yes, len(e.Amounts), paid, sum)
	}
}

// takenOut fails unless an entry that is taken out showed nothing of itself, and no hand runs (T71).
func (l *laws) takenOut(e Event) {
	l.Helper()
	l.taken++
	if !l.opts.NoShow || !l.missed[e.Entry] || l.came[e.Entry] || len(l.inHand) > 0 {
		l.fail("entry %d is taken out: missed %t, came %t, in hands %v", e.Entry, l.missed[e.Entry], l.came[e.Entry], l.inHand)
	}
}

// noneMissing fails unless all are taken out who did not show up, where at least two stay (T71).
func (l *laws) noneMissing() {
	l.Helper()
	if !l.opts.NoShow {
		return
	}
	missing, stay := 0, 0
	for n := 1; n <= l.t.s.Entries.Len(); n++ {
		switch {
		case l.t.s.Entry(n).Out():
		case l.missed[n] && !l.came[n]:
			missing++
		default:
			stay++
		}
	}
	if missing > 0 && (l.taken > 0 || stay >= 2) {
		l.fail("entries close and %d did not show up, %d did", missing, stay)
	}
}

// again brings the commands once more: the same commands and draws lead to an equal tournament.
func (l *laws) again() {
	l.Helper()
	other := newWorld(l, l.opts, l.lots)
	for _, c := range l.done {
		other.do(c)
	}
	if snap(l, other.t) != snap(l, l.t) || !slices.EqualFunc(other.log, l.log, func(a, b Event) bool { return a.No == b.No && a.Kind == b.Kind && a.At == b.At && a.Entry == b.Entry }) {
		l.fail("the same commands and draws lead to another tournament")
	}
}

var seeds = flag.Uint64("seeds", 60, "how many random tournaments to play")

// TestLawsOfRandomTournaments plays tournaments and checks the laws after every command: chips are neither made nor lost (P1), and
// the same seed gives the same tournament (P14).
func TestLawsOfRandomTournaments(t *testing.T) {
	t.Parallel()
	for seed := range *seeds {
		playSeed(t, seed)
	}
}

// playSeed plays one random tournament under the laws.
func playSeed(t *testing.T, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 130))
	o := randomOptions(r)
	if err := o.Check(); err != nil {
		return // two options do not go together
	}
	l := watch(newWorld(t, o, enginetest.Lots(seed)))
	l.seed = seed
	l.play(r, seed%2 == 1)
	l.again()
	if l.t.s.Phase == Finished {
		if l.opts.Rebuys.Until != 0 && !l.opts.Practice {
			l.inOrder()
		}
		sum, pool := int64(0), l.t.s.Money.Pool+l.t.s.Money.Struck
		for n := 1; n <= l.t.s.Entries.Len(); n++ {
			sum += l.t.s.Entry(n).Prize
			if want := l.t.s.Place(l.t.s.Entry(n)); l.placed[n] != 0 && l.placed[n] != want {
				l.fail("entry %d was placed %d, and has %d", n, l.placed[n], want)
			}
		}
		if sum != pool {
			l.fail("prizes of %d of %d", sum, pool)
		}
	}
}

func FuzzLaws(f *testing.F) {
	for seed := range uint64(5) {
		f.Add(1000 + seed)
	}
	f.Fuzz(playSeed)
}
