package form

import (
	"fmt"
	"slices"
	"testing"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
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
		if got := MoreExamples(typed); !slices.Equal(got, want) {
			t.Errorf("%q is completed by %q, want %q", typed, got, want)
		}
	}
}

// New levels bring their clock and late registration where the organiser chose none, and keep what was chosen (T25, T26, T65).
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
