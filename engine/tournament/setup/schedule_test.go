package setup

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine/poker"
)

// bigs returns the big blinds of levels as a text.
func bigs(levels []Level) string {
	var all []string
	for _, l := range levels {
		all = append(all, fmt.Sprint(l.Big))
	}
	return strings.Join(all, " ")
}

func TestTargetMakesTheSchedulesOfAppendixA(t *testing.T) {
	for _, tt := range []struct {
		stack          int64
		entries        int
		target, length time.Duration
		depth, shown   int
		want           string
	}{
		{1500, 9, 60, 6, 75, 11, "20 30 40 60 100 150 200 300 500 600 1000"},
		{5000, 27, 120, 8, 100, 15, "50 80 100 150 200 300 400 600 800 1000 1500 2000 3000 5000 6000"},
		{10_000, 100, 180, 10, 100, 18, "100 150 200 300 400 600 1000 1500 2000 3000 4000 6000 8000 10000 15000 20000 40000 50000"},
		{300, 4, 5, 1, 30, 5, "10 20 30 40 60"},
	} {
		m := Target(tt.stack, tt.entries, tt.target*time.Minute, tt.length*time.Minute, tt.depth)
		if got := bigs(m.Levels[:tt.shown]); got != tt.want {
			t.Errorf("stack %d, %d entries: %s, want %s", tt.stack, tt.entries, got, tt.want)
		}
		checkMade(t, fmt.Sprint(tt.stack), m, tt.stack*int64(tt.entries))
	}
}

func TestPresetsAreThoseOfAppendixA(t *testing.T) {
	for name, want := range map[string]string{
		"hyper":   "500 3m0s 0 2 30s",
		"turbo":   "1000 5m0s 0 6 30s",
		"regular": "2000 10m0s 0 6 30s",
		"deep":    "4000 15m0s 0 8 30s",
		"slow":    "2000 0s 12 2 24h0m0s",
	} {
		m, ok := Preset(name, 9)
		if got := fmt.Sprint(m.Stack, m.Length, m.Hands, m.Late, m.Clock); !ok || got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if got := bigs(m.Levels[:8]); got != "20 30 40 60 80 100 150 200" {
			t.Errorf("%s: %s", name, got)
		}
		if m.Levels[1].BigBlindAnte || !m.Levels[2].BigBlindAnte {
			t.Errorf("%s: antes do not begin at the third level: %+v", name, m.Levels[:3])
		}
		for entries := 2; entries <= 10_000; entries *= 3 {
			m, _ := Preset(name, entries)
			checkMade(t, name, m, m.Stack*int64(entries))
		}
	}
	if _, ok := Preset("unheard of", 9); ok {
		t.Error("a preset without a name")
	}
}

// checkMade fails unless the blinds rise until one is as large as all chips.
func checkMade(t *testing.T, name string, m Made, all int64) {
	t.Helper()
	for i, l := range m.Levels {
		if l.Big != 2*l.Small || i > 0 && l.Big <= m.Levels[i-1].Big {
			t.Errorf("%s: level %d is %+v after %+v", name, i, l, m.Levels[max(0, i-1)])
		}
	}
	if last := m.Levels[len(m.Levels)-1]; last.Big < all || len(m.Levels) > MostLevels {
		t.Errorf("%s: the last of %d levels has %d of %d chips", name, len(m.Levels), last.Big, all)
	}
}

func TestSteepSchedulesAreFound(t *testing.T) {
	of := func(m Made, players int) *Options {
		return &Options{Schedule: m.Schedule, Stack: m.Stack, Max: players}
	}
	if o := of(Target(1500, 9, time.Hour, 6*time.Minute, 75), 9); Steep(o) {
		t.Errorf("steep: %v", o.Schedule.Levels)
	}
	if o := of(Target(1500, 900, time.Hour, 15*time.Minute, 75), 900); !Steep(o) || o.Schedule.Levels[2].Big != 80 {
		t.Errorf("not steep, or by more than 2 a level: %v", o.Schedule.Levels)
	}
	if o := of(Target(1500, 2, 10*time.Hour, 6*time.Minute, 75), 2); Steep(o) || o.Schedule.Levels[1].Big > 30 {
		t.Errorf("by more than the next step of the ladder: %v", o.Schedule.Levels)
	}
	for name := range presets {
		for players := 2; players <= 10; players++ {
			if m, ok := Preset(name, players); !ok || Steep(of(m, players)) {
				t.Errorf("%s with %d players is steep: %v", name, players, m.Levels)
			}
		}
	}
	if o := of(Made{Stack: 1500, Schedule: Schedule{Levels: []Level{{Big: 20}}}}, 9); Steep(o) {
		t.Error("one level is steep")
	}
}

func TestBreaksFollowTheirLevels(t *testing.T) {
	for _, tt := range []struct {
		length time.Duration
		every  int
		want   string
	}{
		{8, Hourly, "7 14"}, // 64 and 120 minutes
		{20, Hourly, "2 5 8 11 14 17"},
		{90, Hourly, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18"},
		{8, 4, "3 7 11 15"},
		{8, 0, ""},
	} {
		s := Schedule{Levels: make([]Level, 20), Length: tt.length * time.Minute, BreakEvery: tt.every}
		var got []string
		for i := range s.Levels {
			if s.BreakAfter(i) {
				got = append(got, fmt.Sprint(i))
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("levels of %d minutes, break every %d: after %v, want %s", tt.length, tt.every, got, tt.want)
		}
	}
	s := Schedule{Levels: []Level{{Length: time.Hour}, {}, {}}, Length: time.Minute, BreakEvery: Hourly}
	if !s.BreakAfter(0) || s.BreakAfter(1) {
		t.Error("a level with a length of its own has that of the schedule")
	}
}

func TestTheUnitRisesWithTheLevels(t *testing.T) {
	s := Schedule{Levels: []Level{{Unit: 25}, {}, {Unit: 100}, {}}}
	for up, want := range map[bool]string{false: "25 25 25 25", true: "25 25 100 100"} {
		s.ColourUp = up
		if got := fmt.Sprint(s.Unit(0), s.Unit(1), s.Unit(2), s.Unit(3)); got != want {
			t.Errorf("colour-up %t: %s, want %s", up, got, want)
		}
	}
	if s.Levels[0].Unit = 0; s.Unit(0) != 1 {
		t.Error("a tournament without a unit")
	}
}

// The number of players may change after the levels were chosen. They are a preset all the same (T25, T65).
func TestAPresetStaysOneForOtherPlayers(t *testing.T) {
	for name := range presets {
		for made := 2; made <= 10; made++ {
			m, _ := Preset(name, made)
			for players := 2; players <= 10; players++ {
				o := Options{Schedule: m.Schedule, Stack: m.Stack, Max: players}
				if clock, late := UsualClock(&o), UsualLate(&o); clock != m.Clock || late != m.Late {
					t.Errorf("%s for %d players has with %d a clock of %v and late registration of %d levels", name, made, players, clock, late)
				}
			}
		}
	}
}

// A level plays its own game, or the tournament's where it names none, or only a part of one (T2).
func TestGamesOfLevels(t *testing.T) {
	o := DefaultOptions("turbo")
	o.Variant, o.Limit = poker.Omaha, poker.PotLimit
	o.Schedule.Levels = []Level{{}, {Variant: poker.Omaha}, {Limit: poker.FixedLimit}, {Variant: poker.FiveCardDraw}, {Limit: poker.PotLimit}}
	want := []Game{{poker.Omaha, poker.PotLimit}, {poker.Omaha, poker.FixedLimit}, {poker.FiveCardDraw, poker.PotLimit}}
	if got := Games(&o); !slices.Equal(got, want) {
		t.Errorf("the levels play %v, want %v", got, want)
	}
	if got := GameOf(&o, 3); got != want[2] {
		t.Errorf("level 4 plays %v", got)
	}
}
