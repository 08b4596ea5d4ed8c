package setup

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/engine/poker"
)

// Edition is the newest edition of the rules. A tournament plays to its end by the edition that it was made with. So a later program
// decides it, and checks its result, as its own program did.
//
// Edition 1 differs from 0: a place from the waitlist needs a press in the check-in (T14); a Sit & Go does not expire while the waitlist
// fills it (T15); while rebuys are on, every unit makes the stack (T28); a disqualification before play counts for the bubble (T69).
//
// Edition 2 differs from 1: the hand in which a player went broke gives the place of one who is disqualified with a rebuy still to answer.
// The others of that hand come above (T57, T108).
//
// Edition 3 differs from 2: a player who goes broke while a cancellation waits for the hand has a rebuy to answer, so all get their prices
// back (T66, T103); a press on the waitlist that was long before the start does not count as one since it (T36).
//
// Edition 4 differs from 3: a Sit & Go that was full stays open for ten minutes once a place is free again, though its time is over; that
// time counts from when registration opened, and no change ends it at once (T15); those who have checked in keep their seats where the
// groups of the check-in change (T14); a deal that a player asked for during a hand waits for the end of a pause (T93); a table that stands
// for a player to balance it stands on where another one comes (T45).
//
// Edition 5 differs from 4 in a press in the check-in that was moved to a later group's turn. Once play starts, it counts as made. So the
// next press of its player ends a pause (T14, T100).
const Edition = 5

// Options says what a tournament is (T1–T7). DefaultOptions has the defaults.
type Options struct {
	Edition   int           `json:"edition,omitempty"`   // of the rules
	Scheduled bool          `json:"scheduled,omitempty"` // starts at Start, not when it is full (T3)
	Reentry   bool          `json:"reentry,omitempty"`   // T68
	Restart   bool          `json:"restart,omitempty"`   // T70
	NoShow    bool          `json:"noShow,omitempty"`    // refunds entries that made no decision when entries close (T71)
	Practice  bool          `json:"practice,omitempty"`  // house players may play, and nothing is paid (T39)
	Variant   poker.Variant `json:"variant"`             // of levels that name none
	Limit     poker.Limit   `json:"limit"`
	DrawAny   bool          `json:"drawAny,omitempty"` // R2
	Seats     int           `json:"seats"`             // of a table
	Min       int           `json:"min,omitempty"`     // entries to start with at Start (T15)
	Max       int           `json:"max"`               // entries alive (T13)
	PerPerson int           `json:"perPerson"`         // entries (T4)
	Stack     int64         `json:"stack"`
	Price     int64         `json:"price,omitempty"` // T6
	Added     int64         `json:"added,omitempty"`
	Guarantee int64         `json:"guarantee,omitempty"`
	Late      int           `json:"late,omitempty"` // levels with late entry (T65)
	Rebuys    Rebuys        `json:"rebuys,omitzero"`
	Bounty    Bounty        `json:"bounty,omitzero"` // of a knockout
	Payout    Payout        `json:"payout"`
	Schedule  Schedule      `json:"schedule"`
	Times     Times         `json:"times"`
	Final     FinalTable    `json:"final"`
	Leave     int           `json:"leave,omitempty"` // percent of the first prize that a deal leaves to play for (T93)
	Points    Points        `json:"points,omitzero"` // for a season (T78)
}

// Rebuys says what an entry may buy later: rebuys at the price and with the stack of an entry, and one add-on.
type Rebuys struct {
	Until      int   `json:"until,omitempty"` // levels with rebuys; 0 is none (T66)
	Most       int   `json:"most,omitempty"`  // rebuys of an entry; 0 is without limit
	AddOn      int64 `json:"addOn,omitempty"` // chips of an add-on; 0 is none (T67)
	AddOnPrice int64 `json:"addOnPrice,omitempty"`
}

// Bounty says which part of the price is on the head of each entry of a knockout. Share of a head goes to the winner's wallet at
// once, and the rest to the winner's own head: 100 percent is the plain knockout (T79, T81).
type Bounty struct {
	Part  int64 `json:"part,omitempty"`
	Share int   `json:"share,omitempty"` // percent
}

// Rest returns the part of a price that goes to the pool (T6).
func (b Bounty) Rest(price int64) int64 { return price - b.Part }

// Times are the moments and waits of a tournament.
type Times struct {
	Opens   engine.Moment `json:"opens,omitempty"`   // registration; 0 is at once (T10)
	Start   engine.Moment `json:"start,omitempty"`   // T15
	CheckIn time.Duration `json:"checkIn,omitempty"` // before Start; 0 is off (T14)
	Groups  Groups        `json:"groups,omitzero"`
	Expires time.Duration `json:"expires,omitempty"` // until one that is not full is cancelled (T15)
	Clock   time.Duration `json:"clock"`             // of a decision (T25)
	Pause   time.Duration `json:"pause"`             // after a result (T35)
}

// Groups are the groups of a check-in: the first Of registrants may check in alone for a time, then the next Of may, too, and so on
// (T14). Of 0 is one group of all.
type Groups struct {
	Of    int           `json:"of,omitempty"`
	Every time.Duration `json:"every,omitempty"`
}

// CheckInFrom returns when the group of the n-th registrant may check in, or 0 where there are no groups (T14).
func (t *Times) CheckInFrom(n int) engine.Moment {
	if t.Groups.Of == 0 {
		return 0
	}
	return t.Start.Add(time.Duration((n-1)/t.Groups.Of)*t.Groups.Every - t.CheckIn)
}

// FinalTable says how tables become fewer, and how the last ones come together (T46, T49, T50, T60).
type FinalTable struct {
	Same       bool  `json:"same,omitempty"`       // as many seats as the other tables have, not one more
	Bubble     bool  `json:"bubble,omitempty"`     // hand-for-hand before the final table, too
	Redraw     []int `json:"redraw,omitempty"`     // numbers of players at which all are drawn to new seats, falling
	BreakOrder []int `json:"breakOrder,omitempty"` // numbers of the tables that are broken first, in order; the highest of the others follow
}

// DefaultOptions returns a Sit & Go of nine with a preset.
func DefaultOptions(preset string) Options {
	m, ok := Preset(preset, 9)
	if !ok {
		m, _ = Preset("turbo", 9)
	}
	m.BreakEvery = 0 // T26
	return Options{
		Edition: Edition, Variant: poker.Holdem, Limit: poker.NoLimit, Seats: 9, Min: 4, Max: 9, PerPerson: 2, Stack: m.Stack,
		Payout: Payout{MinCash: defaultMinCash}, Schedule: m.Schedule, Final: FinalTable{Bubble: true},
		Times: Times{Expires: 24 * time.Hour, Clock: m.Clock, Pause: 5 * time.Second},
	}
}

// Winners reports whether the end of a hand has to say who won the last chips of each busted player (T71, T79).
func Winners(o *Options) bool { return o.Bounty.Part != 0 || o.NoShow }

// Clone returns options that share nothing with these.
func (o *Options) Clone() Options {
	c := *o
	c.Schedule.Levels = slices.Clone(o.Schedule.Levels)
	c.Payout.Table, c.Points.Table = slices.Clone(o.Payout.Table), slices.Clone(o.Points.Table)
	c.Final.Redraw = slices.Clone(o.Final.Redraw)
	c.Final.BreakOrder = slices.Clone(o.Final.BreakOrder)
	return c
}

const (
	mostEntries = 10_000
	mostPool    = 1_000_000_000_000 // T4
	mostTables  = 400               // T112
	mostUnits   = 1_000_000         // of a stack or an add-on (T4)
	slowClock   = time.Hour         // T64
)

// Check returns nil for options that a tournament can have, or an *OptionError.
func (o *Options) Check() error {
	for _, check := range []func(*Options) *OptionError{
		checkNumbers, checkMoney, checkFormat, checkRebuys, checkBounty, checkPayout, checkPoints, checkTimes, checkLevels, checkUnits,
	} {
		if err := check(o); err != nil {
			return err
		}
	}
	return nil
}

// CheckAt returns nil for options that a tournament can have at a moment, or an *OptionError.
func CheckAt(o *Options, at engine.Moment, started bool) error {
	if err := o.Check(); err != nil {
		return err
	}
	if o.Scheduled && !started && o.Times.Start <= at {
		return &OptionError{Option: "start", Is: int64(o.Times.Start), Rule: 15, Fault: Past}
	}
	return nil
}

func checkNumbers(o *Options) *OptionError {
	mixed := within(2, "seats", o.Seats, 2, mostSeats(o))
	if mixed != nil {
		mixed.Fault = FewerSeats
	}
	unit := o.Schedule.FirstUnit()
	return first(
		within(5, "edition", o.Edition, 0, Edition),
		within(4, "seats", o.Seats, 2, poker.Rules{Variant: o.Variant, DrawAny: o.DrawAny}.MostSeats()), mixed,
		within(4, "max", o.Max, 2, mostEntries),
		within(4, "stack", o.Stack, 10*unit, mostUnits*unit), within(4, "per-person", o.PerPerson, 1, 10),
		within(4, "levels", len(o.Schedule.Levels), 1, MostLevels))
}

// mostSeats returns how many seats a table of all the games may have (R2).
func mostSeats(o *Options) int {
	most := poker.Rules{Variant: o.Variant, DrawAny: o.DrawAny}.MostSeats()
	for _, l := range o.Schedule.Levels {
		if l.Variant != 0 {
			most = min(most, poker.Rules{Variant: l.Variant, DrawAny: o.DrawAny}.MostSeats())
		}
	}
	return most
}

func checkMoney(o *Options) *OptionError {
	return first(
		within(4, "price", o.Price, 0, mostPool/int64(o.Max)), within(6, "added", o.Added, 0, mostPool),
		within(6, "guarantee", o.Guarantee, 0, mostPool), within(93, "leave", o.Leave, 0, 20),
		clash(o.Practice && o.Price != 0, 39, "price", o.Price, HouseGame), clash(o.Practice && o.Added != 0, 39, "added", o.Added, HouseGame),
		clash(o.Practice && o.Guarantee != 0, 39, "guarantee", o.Guarantee, HouseGame))
}

func checkFormat(o *Options) *OptionError {
	if o.Restart && !o.Reentry {
		return clash(true, 70, "restart", 1, Needs, "reentry")
	}
	if !o.Scheduled {
		return first(
			clash(o.Late != 0, 65, "late", int64(o.Late), Unscheduled),
			clash(o.Reentry, 3, "reentry", 1, Unscheduled),
			clash(o.NoShow, 3, "no-show", 1, Unscheduled),
			clash(o.Times.CheckIn != 0, 3, "check-in", o.Times.CheckIn.Milliseconds(), Unscheduled))
	}
	return first(
		clash(o.Times.Opens != 0 && o.Times.Opens >= o.Times.Start, 10, "opens", int64(o.Times.Opens), OpensLate),
		within(15, "min", o.Min, 2, o.Max), within(65, "late", o.Late, 0, len(o.Schedule.Levels)-1),
		clash(o.Reentry && o.Late == 0, 68, "reentry", 1, Needs, "late"),
		clash(o.NoShow && o.Late == 0, 71, "no-show", 1, Needs, "late"),
		clash(o.Times.Start == 0, 15, "start", 0, Past))
}

// checkRebuys refuses rebuys beside re-entry, and an add-on without rebuys (T3, T66, T67).
func checkRebuys(o *Options) *OptionError {
	r, unit := &o.Rebuys, o.Schedule.FirstUnit()
	return first(
		within(66, "rebuy-until", r.Until, 0, len(o.Schedule.Levels)-1), within(66, "rebuys", r.Most, 0, MostRebuys),
		within(67, "add-on", r.AddOn, 0, mostUnits*unit), within(67, "add-on-price", r.AddOnPrice, 0, mostPool/int64(o.Max)),
		clash(r.Until == 0 && r.Most != 0, 66, "rebuys", int64(r.Most), Needs, "rebuy-until"),
		clash(r.Until == 0 && r.AddOn != 0, 66, "add-on", r.AddOn, Needs, "rebuy-until"),
		clash(r.AddOn == 0 && r.AddOnPrice != 0, 67, "add-on-price", r.AddOnPrice, Needs, "add-on"),
		clash(r.Until != 0 && o.Reentry, 3, "rebuy-until", int64(r.Until), Excludes, "reentry"),
		clash(r.Until != 0 && o.Late > r.Until, 3, "rebuy-until", int64(r.Until), LatePlayers),
		multiple("add-on", r.AddOn, unit),
		clash(o.Practice && r.AddOnPrice != 0, 39, "add-on-price", r.AddOnPrice, HouseGame))
}

// checkBounty refuses a knockout beside rebuys and restarts (T3, T70, T81).
func checkBounty(o *Options) *OptionError {
	b := &o.Bounty
	if b.Part == 0 {
		return clash(b.Share != 0, 81, "cash-share", int64(b.Share), Needs, "bounty")
	}
	return first(
		within(6, "bounty", b.Part, 0, o.Price), within(81, "cash-share", b.Share, LeastCashShare, 100),
		clash(o.Rebuys.Until != 0, 3, "bounty", b.Part, Excludes, "rebuy-until"),
		clash(o.Restart, 70, "bounty", b.Part, Excludes, "restart"))
}

func checkPayout(o *Options) *OptionError {
	p := &o.Payout
	kinds := 0
	for _, set := range []bool{p.Share != 0, p.Count != 0, p.Table != nil} {
		if set {
			kinds++
		}
	}
	for i, share := range p.Table {
		if err := first(within(74, "paid", share, 1, 1_000_000), clash(i > 0 && share > p.Table[i-1], 75, "paid", int64(share), Rising)); err != nil {
			return err
		}
	}
	paid := within(74, "paid", max(p.Count, len(p.Table)), 0, mostEntries)
	if p.Share != 0 {
		if paid = within(74, "paid", p.Share, 5, 30); paid != nil {
			paid.Percent = true
		}
	}
	return first(paid, within(75, "min-cash", p.MinCash, 0, 10_000),
		clash(kinds > 1, 74, "paid", int64(cmp.Or(p.Share, p.Count)), Several))
}

func checkPoints(o *Options) *OptionError {
	p := &o.Points
	err := first(within(78, "points", len(p.Table), 0, mostEntries), clash(!p.On && p.Table != nil, 78, "points", 0, Several))
	for i, points := range p.Table {
		err = first(err, within(78, "points", points, 0, 1_000_000), clash(i > 0 && points > p.Table[i-1], 78, "points", int64(points), Rising))
	}
	return err
}

func checkTimes(o *Options) *OptionError {
	t := &o.Times
	err := first(
		within(25, "clock", whole(t.Clock, units["clock"]), 10, 72*3600), within(35, "pause", whole(t.Pause, units["pause"]), 0, 60),
		within(15, "expires", whole(t.Expires, units["expires"]), 0, 30*24*60),
		within(26, "break", whole(o.Schedule.Break, units["break"]), 0, 120), within(26, "break-every", o.Schedule.BreakEvery, Hourly, MostLevels))
	if err == nil && t.CheckIn != 0 {
		err = within(14, "check-in", whole(t.CheckIn, time.Minute), 5, MostCheckIn)
	}
	if g := t.Groups; err == nil && g != (Groups{}) {
		last := time.Duration((o.Max-1)/max(1, g.Of)) * g.Every // when it begins
		err = first(clash(t.CheckIn == 0, 14, "groups", int64(g.Of), Needs, "check-in"),
			within(14, "groups", g.Of, 1, o.Max), within(14, "groups", whole(g.Every, time.Minute), 1, 60),
			clash(last >= t.CheckIn, 14, "groups", int64(g.Of), LateGroup))
	}
	last := mostEntries
	for _, n := range o.Final.Redraw {
		err = first(err, within(49, "redraw", n, 3, last-1))
		last = n
	}
	err = first(err, within(46, "break-order", len(o.Final.BreakOrder), 0, mostTables))
	for i, table := range o.Final.BreakOrder {
		err = first(err, within(46, "break-order", table, 1, mostEntries),
			clash(slices.Contains(o.Final.BreakOrder[:i], table), 46, "break-order", int64(table), Repeated))
	}
	return err
}

// whole returns how many whole units a time has. A part of a unit below 0 is -1.
func whole(d, unit time.Duration) int64 {
	if d < 0 && d%unit != 0 {
		d -= unit
	}
	return int64(d / unit)
}

func checkLevels(o *Options) *OptionError {
	s := &o.Schedule
	if s.Hands != 0 {
		if err := first(within(20, "hands", s.Hands, 1, 1000), clash(s.Length != 0, 20, "hands", int64(s.Hands), Several),
			clash(s.ColourUp, 28, "colour-up", 1, Excludes, "hands")); err != nil {
			return err
		}
	}
	before := Level{}
	for i, l := range s.Levels {
		name := fmt.Sprintf("level %d", i+1)
		err := first(
			within(20, name, l.Big, 1, mostPool), within(20, name, l.Small, 1, l.Big), within(20, name, l.Ante, 0, l.Big),
			clash(l.Big < before.Big || l.Small < before.Small, 23, name, l.Big, Falling),
			clash(l.Ante != 0 && l.BigBlindAnte, 24, name, l.Ante, Several))
		if err == nil && s.Hands == 0 {
			err = within(20, name, int64(s.LevelTime(i)/time.Second), 10, 7*24*3600)
		}
		if err != nil {
			return err
		}
		before = l
	}
	return nil
}

// checkUnits refuses a unit that the chips of a level cannot make (T28).
func checkUnits(o *Options) *OptionError {
	s := &o.Schedule
	if !s.ColourUp {
		return multiple("stack", o.Stack, s.FirstUnit())
	}
	bought := max(o.Late, o.Rebuys.Until) // the last level in which a stack may come to a table
	if o.Edition > 0 && o.Rebuys.Until != 0 {
		bought = len(s.Levels) // a hand may last for levels, and a busted player of it rebuys after it
	}
	before := s.FirstUnit()
	for i := range s.Levels {
		unit := s.Unit(i)
		err := clash(unit != before && (unit < 2*before || unit > 10*before || unit%before != 0), 28, fmt.Sprintf("unit of level %d", i+1), unit, UnitStep)
		for j, l := range s.Levels[i:] {
			if l.Small%unit != 0 || l.Big%unit != 0 || l.Ante%unit != 0 {
				err = first(err, &OptionError{Option: fmt.Sprintf("level %d", i+j+1), Fault: OffUnit, Is: l.Big, Min: unit, Rule: 28})
			}
		}
		if i <= bought {
			err = first(err, multiple("stack", o.Stack, unit))
		}
		if i <= o.Rebuys.Until {
			err = first(err, multiple("add-on", o.Rebuys.AddOn, unit))
		}
		if err != nil {
			return err
		}
		before = unit
	}
	return nil
}

// ExpectedLevels returns how many levels are played until all chips are 20 big blinds, when the end is expected (appendix A).
func ExpectedLevels(o *Options) int {
	levels := o.Schedule.Levels
	if i := slices.IndexFunc(levels, func(l Level) bool { return l.Big*20 > o.Stack*int64(o.Max) }); i >= 0 {
		return i
	}
	return len(levels)
}

// UsualLate returns the levels with late entry of a scheduled tournament that sets none: those of its preset, else a third of the
// expected levels (T65).
func UsualLate(o *Options) int { return min(presetOf(o).Late, len(o.Schedule.Levels)-1) }

// UsualClock returns the time for a decision of a tournament that sets none: that of its preset, else 30 s (T25).
func UsualClock(o *Options) time.Duration { return presetOf(o).Clock }

// presetOf returns the preset with the levels of a tournament, made for its number of players or for a former one at one table. For other
// levels it returns what usually goes with them.
func presetOf(o *Options) Made {
	numbers := []int{o.Max}
	for n := range engine.MaxSeats {
		numbers = append(numbers, n+1)
	}
	for name := range presets {
		for _, players := range numbers {
			m, _ := Preset(name, players)
			same := m.Stack == o.Stack && m.Length == o.Schedule.Length && m.Hands == o.Schedule.Hands
			if !same {
				break
			}
			if slices.Equal(m.Levels, o.Schedule.Levels) {
				return m
			}
		}
	}
	return Made{Late: ExpectedLevels(o) / 3, Clock: clockDefault}
}

// FinalSize returns F, the most players of the final table (T50).
func (o *Options) FinalSize() int {
	if o.Seats == 2 || o.Final.Same {
		return o.Seats
	}
	return min(o.Seats+1, mostSeats(o))
}

// Fewest returns how many players a start needs: two, or Min of a scheduled tournament (T15, T122).
func Fewest(o *Options) int {
	if o.Scheduled {
		return o.Min
	}
	return 2
}

// Slow reports whether a decision may take longer than an hour (T64).
func (o *Options) Slow() bool { return o.Times.Clock > slowClock }
