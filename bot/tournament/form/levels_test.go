package form

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cardroom/engine/poker"
	"cardroom/engine/tournament/setup"
)

func TestReadLevels(t *testing.T) {
	for typed, want := range map[string]string{
		"Turbo":             "1000 5m0s 0 5s 20 30 40",
		"300/30/1m/5m/2s":   "300 1m0s 0 2s 10 20 30 40 60",
		" 300/30/1M ":       "300 1m0s 0 5s 10 20 30 40 60",
		"300/30/2":          "300 0s 2 5s 10 20 30 40 60",
		"300/30/2/5m/0s":    "300 0s 2 0s 10 20 30 40 60",
		"5000/100/8m/2h":    "5000 8m0s 0 5s 50 60 80 100",
		"300/30":            "",
		"300/30/1m/5m/2s/1": "",
		"300/400/1m":        "",
		"300/4/1m":          "",
		"0/30/1m":           "",
		"300/30/1s":         "",
		"300/30/0":          "",
		"300/30/1m/30s":     "",
		"300/30/1m/5h":      "",
		"300/30/1m/5m/2h":   "",
		"9999999/30/1m":     "",
		"lightning":         "",
		"":                  "",

		"1500 5m 10/20 20/40 50/100/bb": "1500 5m0s 0 5s 20 40 100",
		"1.5k 3 10/20, 20/40/5":         "1500 0s 3 5s 20 40",
		"1500 5m":                       "",
		"1500 5m 10":                    "",
		"1500 5m 10/20/5/5":             "",
		"1500 5m 10/x":                  "",
		"much 5m 10/20":                 "",
		"1500 1s 10/20":                 "",
	} {
		l, err := readLevels(typed, 4)
		got := ""
		if err == nil {
			var blinds []string
			for _, level := range l.Schedule.Levels {
				blinds = append(blinds, fmt.Sprint(level.Big))
			}
			got = fmt.Sprintf("%d %v %d %v %s", l.Stack, l.Schedule.Length, l.Schedule.Hands, l.Pause, strings.Join(blinds, " "))
		}
		if (err == nil) != (want != "") || !strings.HasPrefix(got, want) {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}

// A game before the blinds is that of the levels from there on; the tournament has the part that is not named (T2).
func TestLevelsNameTheirGames(t *testing.T) {
	for typed, want := range map[string]string{
		"1500 5m 10/20 20/40": "[{2 3} {2 3}]",
		"1500 5m nl-holdem 10/20 20/40 pl-omaha 20/40 FL-Draw 5/9": "[{1 1} {1 1} {2 2} {3 3}]",
		"1500 5m 10/20 draw 20/40 holdem-nl 30/60, fl 30/60":       "[{2 3} {3 3} {1 1} {2 3}]",
		"1500 5m draw 10/20 20/40 colour-up":                       "[{3 3} {3 3}]",
		"1500 5m 10/20 draw":                                       "",
		"1500 5m draw":                                             "",
		"1500 5m draw omaha 10/20":                                 "",
		"1500 5m draw-omaha 10/20":                                 "",
		"1500 5m nl-fl 10/20":                                      "",
		"1500 5m stud 10/20":                                       "",
		"1500 5m nl- 10/20":                                        "",
		"draw 1500 5m 10/20":                                       "",
	} {
		got := ""
		if l, err := readLevels(typed, 4); err == nil {
			o := optionsOf(l, 4, 0)
			o.Variant, o.Limit = poker.Omaha, poker.FixedLimit
			var games []setup.Game
			for i := range o.Schedule.Levels {
				games = append(games, setup.GameOf(&o, i))
			}
			got = fmt.Sprint(games)
		}
		if got != want {
			t.Errorf("%q plays %s, want %s", typed, got, want)
		}
	}
}

// FuzzReadLevels checks that every accepted text is a schedule that a tournament can have.
func FuzzReadLevels(f *testing.F) {
	f.Add("300/30/1m/5m/2s", 4)
	f.Add("300/30/2", 9)
	f.Add("1500 5m 10/20 20/40 50/100/bb", 9)
	f.Add("1500 5m nl-holdem 10/20 pl-omaha 20/40", 9)
	f.Fuzz(func(t *testing.T, typed string, players int) {
		players = 2 + (players%9+9)%9
		l, err := readLevels(typed, players)
		if err != nil {
			return
		}
		o := optionsOf(l, players, 0)
		each := strings.Contains(strings.TrimSpace(typed), " ") || strings.Contains(typed, ",") // blinds may be impossible
		if err := o.Check(); err != nil && !each {
			t.Errorf("%q for %d players: %v", typed, players, err)
		}
		if o.Times.Pause > time.Minute || len(o.Schedule.Levels) > 200 && !each {
			t.Errorf("%q: a pause of %v, %d levels", typed, o.Times.Pause, len(o.Schedule.Levels))
		}
	})
}

// With colour-up each level has the largest chip that makes it, the later levels and the stack (T28).
func TestLevelsHaveChips(t *testing.T) {
	for typed, want := range map[string]string{
		"1500 5m 25/50 50/100 100/200 500/1000 colour-up": "[25 50 100 500]",
		"1500 5m 25/50 100/200/25 100/200 colour-up":      "[25 25 100]",
		"3000 5m 1/2 100/200 1000/2000 Colour-up":         "[1 10 100]",
		"1500 5m 10/20 20/40":                             "[0 0]",
		"1500 5m colour-up":                               "",
		"1500 5 10/20 50/100 colour-up":                   "",
		"colour-up":                                       "",
		"colour-up colour-up":                             "",
		"1500 5m 0/0 0/0 colour-up":                       "",
	} {
		got := ""
		if l, err := readLevels(typed, 4); err == nil {
			var units []int64
			for _, level := range l.Schedule.Levels {
				units = append(units, level.Unit)
			}
			if o := optionsOf(l, 4, 0); setup.CheckAt(&o, 0, false) == nil {
				got = fmt.Sprint(units)
			}
		}
		if got != want {
			t.Errorf("%q has chips %s, want %s", typed, got, want)
		}
	}
}

// A tournament with a start time has breaks and late registration; a Sit & Go, or one with levels of hands, has no breaks (T26, T65).
func TestAStartTimeBringsBreaksAndLateRegistration(t *testing.T) {
	for typed, want := range map[string]struct {
		start         string
		levels, every int
	}{
		"hyper":              {"in 1h", 2, setup.Hourly},
		"deep":               {"in 1h", 8, setup.Hourly},
		"slow":               {"in 1h", 2, 0},
		"1500/75/5m/1h":      {"in 1h", 4, setup.Hourly},
		"1500 20m 5/10":      {"in 1h", 0, setup.Hourly},
		"1500 20m 5/10 6/12": {whenFull, 0, 0},
	} {
		l, err := readLevels(typed, 9)
		if err != nil {
			t.Fatal(err)
		}
		c := Edit{Options: optionsOf(l, 9, 0), Zone: time.UTC, Now: time.Now()}
		if err := readStart(&c.Options, want.start, c.Zone, c.Now); err != nil {
			t.Fatal(err)
		}
		o := &c.Options
		if o.Late != want.levels || o.Schedule.BreakEvery != want.every || want.every != 0 && o.Schedule.Break != setup.DefaultBreak {
			t.Errorf("%s: late %d, break of %v every %d", typed, o.Late, o.Schedule.Break, o.Schedule.BreakEvery)
		}
	}
}
