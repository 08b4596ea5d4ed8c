package form

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/engine/tournament/setup"
	"cardroom/render/locale"
)

// A role that is chosen joins the gate, chosen again it leaves, and @everyone opens it: a deleted role cannot be chosen (T11).
func TestRolesOfTheGate(t *testing.T) {
	const guild = 7
	for _, c := range []struct {
		roles []engine.ID
		typed string
		want  string
	}{{nil, "5", "[5]"}, {[]engine.ID{5, 6}, "5", "[6]"}, {[]engine.ID{5, 6}, "7", "[]"}} {
		e := Edit{In: &interaction.Interaction{Origin: new(interaction.Origin)}, Event: &record.Event{Conditions: record.Conditions{Gate: record.Gate{Roles: c.roles}}}}
		e.In.Key.Guild, e.In.Options = guild, map[string]string{"role": c.typed}
		if err := e.Read(Given(e.In)); err != nil || fmt.Sprint(e.Event.Roles) != c.want {
			t.Errorf("%v with %s: %v, %v; want %s", c.roles, c.typed, e.Event.Roles, err, c.want)
		}
	}
}

// The last setting of a text is completed, behind those before it. A person or a role has to be mentioned, so none is offered.
func TestCompletionsOfFurtherSettings(t *testing.T) {
	for typed, want := range map[string][]string{
		"points 1": {"points 10/6/4"}, "paid 3, approval": {"paid 3, approval on", "paid 3, approval off"}, "approve": nil, "not-role": nil, "zebra": nil,
	} {
		if got := moreExamples(typed); !slices.Equal(got, want) {
			t.Errorf("%q is completed by %q, want %q", typed, got, want)
		}
	}
}

// New levels bring their clock and late registration where the organiser chose none, and keep those chosen (T25, T26, T65).
func TestNewLevelsKeepWhatWasChosen(t *testing.T) {
	for _, c := range []struct{ levels, more, typed, want string }{
		{"turbo", "clock 30s", "hyper", "late 2, "},
		{"turbo", "clock 30s", "slow", "late 2, clock 24h"},
		{"slow", "clock 24h", "turbo", "late 6, "},
		{"turbo", "clock 20s, pause 0s, break 30s", "hyper", "late 2, clock 20s, pause 0s, break 30s"},
		{"turbo", "pause 0s", "300/30/1m//3s", "late 1, pause 3s"},
		{"turbo", "pause 0s", "300/30/1m//5s", "late 1, "},
		{"slow", "clock 12h", "hyper", "late 2, clock 12h"},
	} {
		o := setup.DefaultOptions(c.levels)
		o.Scheduled, o.Times.Start = true, 1000
		o.Late = setup.UsualLate(&o)
		if err := setup.ReadFurther(&o, c.more); err != nil {
			t.Fatal(err)
		}
		first, _, err := tournament.New(o, 1)
		if err != nil {
			t.Fatal(err)
		}
		e := Edit{In: &interaction.Interaction{Origin: new(interaction.Origin)}, Event: new(record.Event), Options: o}
		e.In.Options, e.Event.State.Tournament = map[string]string{"levels": c.typed}, first
		err = e.Read(Given(e.In))
		if got := fmt.Sprintf("late %d, %s", e.Options.Late, setup.Further(&e.Options)); err != nil || got != c.want {
			t.Errorf("%s with %s and then %s: %s, %v; want %s", c.levels, c.more, c.typed, got, err, c.want)
		}
	}
}

// A tournament that starts when it is full keeps no setting that goes with a start time, so the organiser reads no refusal about one.
func TestFullTakesBackWhatGoesWithATime(t *testing.T) {
	for _, more := range []string{"restart on", "no-show refund", "groups 3/2m", "clock 20s"} {
		now := time.Now()
		o := setup.DefaultOptions("turbo")
		o.Scheduled, o.Late, o.Reentry, o.Times.Start, o.Times.CheckIn = true, 3, true, engine.At(now.Add(time.Hour)), 30*time.Minute
		if err := setup.ReadFurther(&o, more); err != nil {
			t.Fatal(err)
		}
		made, _, err := tournament.New(o, engine.At(now))
		if err != nil {
			t.Fatal(err)
		}
		e := Edit{In: &interaction.Interaction{Origin: new(interaction.Origin)}, Event: new(record.Event), Options: o, Zone: time.UTC, Now: now}
		e.In.Options, e.Event.State.Tournament = map[string]string{"start": "full"}, made
		if err := e.Read(Given(e.In)); err != nil {
			t.Fatal(err)
		}
		if _, _, err = made.Apply(tournament.Change{At: tournament.At(engine.At(now)), Options: e.Options}, draw.InOrder{}, nil); err != nil {
			t.Errorf("with %s, start:full is refused: %v", more, err)
		}
		if got, want := setup.Further(&e.Options), map[bool]string{true: more}[more == "clock 20s"]; got != want {
			t.Errorf("after %s and start:full the settings are %q, want %q", more, got, want)
		}
	}
}

// Levels that are typed in play go on behind the one in force, also where several games have the same blinds (T2, T7).
func TestTheLevelsBehindTheOneInForce(t *testing.T) {
	for _, c := range []struct {
		played, typed, want string
		inForce             int
	}{
		{"10/20 20/40 30/60", "10/20 20/40 40/80", "40/80", 1},
		{"10/20 20/40 30/60", "40/80", "40/80", 1},
		{"10/20 20/40 30/60", "5/10 10/20", "", 1},
		{"10/20 20/40 30/60", "5/10 10/20 25/50", "25/50", 1},
		{"10/20 omaha 10/20 draw 10/20", "10/20 omaha 10/20 draw 10/20 holdem 20/40", "omaha 10/20 draw 10/20 holdem 20/40", 0},
		{"10/20 omaha 10/20 draw 10/20", "10/20 omaha 10/20 draw 10/20 holdem 20/40", "draw 10/20 holdem 20/40", 1},
		{"10/20 omaha 10/20 draw 10/20", "draw 10/20", "draw 10/20", 1},
		{"10/20 omaha 10/20 holdem 10/20 omaha 10/20", "10/20 omaha 10/20 holdem 10/20 omaha 10/20", "omaha 10/20", 2},
	} {
		levels := func(typed string) []setup.Level {
			l, err := readLevels("1500 5m "+typed, 4)
			if err != nil && typed != "" {
				t.Fatal(typed, err)
			}
			return l.Schedule.Levels
		}
		o := setup.DefaultOptions("turbo")
		o.Schedule.Levels = levels(c.played)
		if got, want := unplayed(&o, c.inForce, levels(c.typed)), levels(c.want); len(got) != len(want) || len(want) > 0 && !slices.Equal(got, want) {
			t.Errorf("level %d of %q, and %q: %v, want %v", c.inForce+1, c.played, c.typed, got, want)
		}
	}
}

// With colour-up, levels that are typed in play have chips that make the tournament's stack, whatever stack is typed. They follow the
// chips in force (T28).
func TestChipsOfLevelsTypedInPlay(t *testing.T) {
	for _, c := range []struct{ before, typed, want string }{
		{"25/50 25/75", "8000 1m 25/50 50/100 1000/2000 2000/4000 colour-up", "[25 50 500 500]"},
		{"25/50 25/75", "8000 1m 100/200 1000/2000 2000/4000 colour-up", "[25 100 500 500]"},
		{"25/50 25/75", "1500 1m 50/100 1000/2000", "[25 0 0]"},
		{"25/50 30/60", "1500 1m 500/1000 1000/2000 colour-up", "[5 50 500]"},
	} {
		l, err := readLevels("1500 1m "+c.before+" colour-up", 2)
		if err != nil {
			t.Fatal(err)
		}
		o := optionsOf(l, 2, 0)
		o.Rebuys.Until = 1
		running := inPlay(t, o)
		e := typedInPlay(running, c.typed)
		err = e.Read(Given(e.In))
		var units []int64
		for _, level := range e.Options.Schedule.Levels {
			units = append(units, level.Unit)
		}
		if err == nil {
			_, _, err = running.Apply(tournament.Change{At: 1, Options: e.Options}, draw.InOrder{}, nil)
		}
		if got := fmt.Sprint(units); err != nil || got != c.want {
			t.Errorf("%s and then %s: chips of %s, %v; want %s", c.before, c.typed, got, err, c.want)
		}
	}
}

// The levels that a tournament has change nothing where an organiser types them in play.
func TestTheSameLevelsTypedInPlayChangeNothing(t *testing.T) {
	const levels = "1500 5m 10/20 20/40 30/60"
	l, err := readLevels(levels, 2)
	if err != nil {
		t.Fatal(err)
	}
	for typed, same := range map[string]bool{levels: true, "1500 6m 10/20 20/40 30/60": false} {
		e := typedInPlay(inPlay(t, optionsOf(l, 2, 0)), typed)
		before := e.Event.State.Options()
		if err := e.Read(Given(e.In)); err != nil {
			t.Fatal(err)
		}
		if reflect.DeepEqual(before, e.Options) != same {
			t.Errorf("%s: the levels were %v, and are %v", typed, before.Schedule, e.Options.Schedule)
		}
	}
}

// inPlay returns a tournament of two players that has begun.
func inPlay(t *testing.T, o setup.Options) tournament.Tournament {
	running, _, err := tournament.New(o, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range []tournament.Command{
		tournament.Register{At: 1, Person: 1}, tournament.Register{At: 1, Person: 2}, tournament.StartNow{At: 1}, tournament.Begin{At: 1},
	} {
		if running, _, err = running.Apply(do, draw.InOrder{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	return running
}

// typedInPlay returns the edit of an organiser who types levels for a tournament.
func typedInPlay(running tournament.Tournament, levels string) Edit {
	e := Edit{In: &interaction.Interaction{Origin: new(interaction.Origin)}, Event: new(record.Event), Options: running.Options()}
	e.In.Options, e.Event.State.Tournament = map[string]string{"levels": levels}, running
	return e
}

// TestARunningTournamentSaysWhatMayChange tries settings in level 2. The refusal of the others names those that are taken, in every
// language (T7).
func TestARunningTournamentSaysWhatMayChange(t *testing.T) {
	o := setup.DefaultOptions("turbo")
	o.Scheduled, o.Times.Start, o.Max, o.Min, o.Late, o.Price = true, 10, 4, 2, 4, 100
	running, _, err := tournament.New(o, 1)
	if err != nil {
		t.Fatal(err)
	}
	later := tournament.At(engine.Moment(10).Add(o.Schedule.Length))
	for _, do := range []tournament.Command{
		tournament.Register{At: 1, Person: 1}, tournament.Register{At: 1, Person: 2}, tournament.Tick{At: 10}, tournament.Begin{At: 10}, tournament.Tick{At: later},
	} {
		if running, _, err = running.Apply(do, draw.InOrder{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	var taken []string
	for _, typed := range []string{
		"name Cup", "players 5", "levels 1500 5m 20/40 50/100 200/400", "start in 1h", "opens in 1h", "game omaha", "limit pl", "min 3", "late 5", "late 4", "late 3", "late 2",
		"late 1", "late 0", "reentry on", "check-in 5", "price 50", "added 500", "guarantee 500", "bounty 20", "cash-share 50", "rebuy-until 2", "rebuys 1", "add-on 500",
		"again on", "event on", "more paid 2", "more clock 20s", "more pause 0s", "more break 10m", "more leave 10", "more per-person 1", "more min-cash 1", "more approval on",
	} {
		name, value, _ := strings.Cut(typed, " ")
		e := Edit{In: &interaction.Interaction{Origin: new(interaction.Origin)}, Event: new(record.Event), Options: running.Options(), Zone: time.UTC, Now: time.UnixMilli(int64(later))}
		e.In.Lang, e.In.Options, e.Event.State.Tournament = locale.Lookup(""), map[string]string{name: value}, running
		if err := e.Read(Given(e.In)); err != nil || reflect.DeepEqual(e.Options, running.Options()) {
			continue
		}
		if _, _, err := running.Apply(tournament.Change{At: later, Options: e.Options}, draw.InOrder{}, nil); err == nil {
			taken = append(taken, typed)
		}
	}
	if want := []string{"levels 1500 5m 20/40 50/100 200/400", "late 3", "late 2", "more break 10m"}; !slices.Equal(taken, want) {
		t.Errorf("in level 2 these are taken: %q", taken)
	}
	for _, l := range locale.Languages() {
		why := Why(l, &running, tournament.Refusal{Reason: tournament.TooLate, Rule: 7})
		for _, name := range []string{"`levels`", "`late`", "`more:break`"} {
			if !strings.Contains(why, name) {
				t.Errorf("%s: %q does not name %s", l.Locale, why, name)
			}
		}
	}
}
