package form

import (
	"fmt"
	"slices"
	"testing"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/engine"
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
