package setup

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"cardroom/engine/poker"
)

// Level has the blinds and the game of a hand (T20). Blinds and antes are in chips.
type Level struct {
	Small        int64         `json:"s,omitempty"`
	Big          int64         `json:"b"`
	Ante         int64         `json:"a,omitempty"`  // each player posts it (R14)
	BigBlindAnte bool          `json:"bb,omitempty"` // the big blind posts one big blind for the table (T24)
	Unit         int64         `json:"u,omitempty"`  // the smallest chip; 0 is that of the level before (T28)
	Length       time.Duration `json:"l,omitempty"`  // 0 is that of the schedule
	Variant      poker.Variant `json:"v,omitempty"`  // 0 is that of the tournament (T2)
	Limit        poker.Limit   `json:"m,omitempty"`  // 0 is that of the tournament
}

// Game is the game of a level (T2).
type Game struct {
	Variant poker.Variant
	Limit   poker.Limit
}

// GameOf returns the game of a level, from 0.
func GameOf(o *Options, level int) Game {
	l := o.Schedule.Levels[level]
	return Game{cmp.Or(l.Variant, o.Variant), cmp.Or(l.Limit, o.Limit)}
}

// Games returns the games of the levels, each game once, in the order of the levels.
func Games(o *Options) (all []Game) {
	for i := range o.Schedule.Levels {
		if game := GameOf(o, i); !slices.Contains(all, game) {
			all = append(all, game)
		}
	}
	return all
}

// Schedule is the levels of a tournament, and its breaks (T20, T26).
type Schedule struct {
	Levels     []Level       `json:"levels"`
	Length     time.Duration `json:"length,omitempty"`  // of a level
	Hands      int           `json:"hands,omitempty"`   // of a level at each table, instead of Length
	BreakEvery int           `json:"every,omitempty"`   // levels; 0 is no break, Hourly the level ends after each hour of levels
	Break      time.Duration `json:"break,omitempty"`   // length of a break
	ColourUp   bool          `json:"colours,omitempty"` // levels may raise the unit (T28)
}

// Hourly is a BreakEvery: a break follows the first level that ends after each 60 minutes of levels (T26).
const Hourly = -1

// Made is a schedule that was made, with the options that go with it.
type Made struct {
	Schedule
	Stack int64         // to start with
	Late  int           // levels with late entry, of a preset
	Clock time.Duration // of a decision
}

// These are the limits that players may read before they send an option.
const (
	MostLevels     = 200 // T4; late entry and rebuys end before
	MostRebuys     = 20  // of an entry (T66)
	MostCheckIn    = 60  // minutes (T14)
	LeastCashShare = 25  // percent of a bounty (T81)
)

const (
	firstBig     = 20 // of a preset (appendix A)
	presetRatio  = 1.4
	antesFrom    = 2                // the third level (appendix A)
	clockDefault = 30 * time.Second // T25
)

// DefaultBreak is how long a break lasts (T26).
const DefaultBreak = 5 * time.Minute

// presets are the schedules with a name (appendix A).
var presets = map[string]struct {
	length             time.Duration
	hands, depth, late int
	clock              time.Duration
}{
	"hyper":   {3 * time.Minute, 0, 25, 2, clockDefault},
	"turbo":   {5 * time.Minute, 0, 50, 6, clockDefault},
	"regular": {10 * time.Minute, 0, 100, 6, clockDefault},
	"deep":    {15 * time.Minute, 0, 200, 8, clockDefault},
	"slow":    {0, 12, 100, 2, 24 * time.Hour},
}

// LevelWords splits typed levels at spaces and commas. Several words are a list of levels; one is a preset, or a length (T29).
func LevelWords(typed string) []string { return strings.Fields(strings.ReplaceAll(typed, ",", " ")) }

// Preset returns the schedule with a name, hyper, turbo, regular, deep or slow, for a number of entries (T29). It has levels
// until a big blind is as large as all chips. Preset returns false for another name.
func Preset(name string, entries int) (Made, bool) {
	p, ok := presets[name]
	if !ok {
		return Made{}, false
	}
	m := Made{Stack: int64(p.depth) * firstBig, Late: p.late, Clock: p.clock}
	m.Length, m.Hands, m.Break = p.length, p.hands, DefaultBreak
	if p.hands == 0 {
		m.BreakEvery = Hourly
	}
	all := float64(m.Stack) * float64(max(entries, 2))
	var wants []float64
	for want := float64(firstBig); want < all; want *= presetRatio {
		wants = append(wants, want)
	}
	m.Levels = prolong(levels(wants), all)
	return m, true
}

// Target makes a schedule for a tournament that is to last about as long as target: levels of a length, stacks of depth big
// blinds (appendix A). After three levels more than that come those of the ladder, until a big blind is as large as all chips.
func Target(stack int64, entries int, target, length time.Duration, depth int) Made {
	n := max(3, int(target/max(length, 1)))
	all := float64(stack) * float64(entries)
	first := float64(stack) / float64(depth)
	r := math.Pow(all/20/first, 1/float64(n-1))
	r = min(max(r, 1.1), 2)
	var wants []float64
	for i := range min(n+3, MostLevels) {
		wants = append(wants, first*math.Pow(r, float64(i)))
	}
	m := Made{Stack: stack, Clock: clockDefault}
	m.Length, m.Break, m.BreakEvery = length, DefaultBreak, Hourly
	m.Levels = prolong(levels(wants), all)
	return m
}

// levels returns levels with big blinds that are as near as can be to the wanted ones (appendix A).
func levels(wants []float64) []Level {
	all := make([]Level, len(wants))
	last := int64(0)
	for i, want := range wants {
		last = nearest(want, last)
		all[i] = levelOf(i, last)
	}
	return all
}

// prolong adds levels of the ladder until a big blind is as large as all chips.
func prolong(all []Level, chips float64) []Level {
	for last := all[len(all)-1].Big; len(all) < MostLevels && float64(last) < chips; {
		last = nearest(0, last)
		all = append(all, levelOf(len(all), last))
	}
	return all
}

// levelOf returns the i-th level, from 0, by its big blind (appendix A).
func levelOf(i int, big int64) Level {
	return Level{Small: big / 2, Big: big, BigBlindAnte: i >= antesFrom}
}

// Steep reports whether the blinds rise faster than players like: by more than 1.6 a level in the first levels, until the end is
// expected (appendix A). A schedule that is made for a length rises as fast in all of its levels.
func Steep(o *Options) bool {
	levels, n := o.Schedule.Levels, 0
	for n < min(len(levels)-1, 5) && 20*levels[n].Big < o.Stack*int64(o.Max) {
		n++
	}
	return n > 0 && math.Pow(float64(levels[n].Big)/float64(levels[0].Big), 1/float64(n)) > 1.6
}

// ladder has the big blinds of a schedule, times ten and a power of ten (appendix A).
var ladder = [...]int64{10, 15, 20, 30, 40, 50, 60, 80}

// nearest returns the amount of the ladder with the least ratio to want that is even and greater than above.
func nearest(want float64, above int64) int64 {
	best := int64(0)
	for power := int64(1); power <= 1e15; power *= 10 {
		for _, digit := range ladder {
			b := digit * power / 10
			if b*10 != digit*power || b%2 != 0 || b <= above {
				continue
			}
			if best != 0 && ratio(float64(b), want) >= ratio(float64(best), want) {
				return best // the ladder rises, so no later amount is nearer
			}
			best = b
		}
	}
	return best
}

// ratio returns how many times the larger of two amounts is the smaller.
func ratio(a, b float64) float64 { return max(a/b, b/a) }

// LevelTime returns how long a level lasts, 0 where hands are counted.
func (s *Schedule) LevelTime(level int) time.Duration {
	if s.Hands != 0 {
		return 0
	}
	if l := s.Levels[level].Length; l != 0 {
		return l
	}
	return s.Length
}

// BreakAfter reports whether a break follows a level (T26). The last level never ends (T23).
func (s *Schedule) BreakAfter(level int) bool {
	switch {
	case level >= len(s.Levels)-1 || s.BreakEvery == 0:
		return false
	case s.BreakEvery > 0:
		return (level+1)%s.BreakEvery == 0
	}
	before := time.Duration(0)
	for i := range level {
		before += s.LevelTime(i)
	}
	return before/time.Hour != (before+s.LevelTime(level))/time.Hour
}

// FirstUnit returns the smallest chip of the first level (T28).
func (s *Schedule) FirstUnit() int64 {
	if len(s.Levels) == 0 {
		return 1
	}
	return max(1, s.Levels[0].Unit)
}

// Unit returns the smallest chip of a level (T28).
func (s *Schedule) Unit(level int) int64 {
	unit := s.FirstUnit()
	for i := 1; s.ColourUp && i <= level; i++ {
		unit = max(unit, s.Levels[i].Unit)
	}
	return unit
}
