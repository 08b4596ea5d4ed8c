package form

import (
	"fmt"
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
		e := Edit{In: new(interaction.Interaction), Event: &record.Event{Conditions: record.Conditions{Gate: record.Gate{Roles: c.roles}}}}
		e.In.Key.Guild, e.In.Options = guild, map[string]string{"role": c.typed}
		if err := e.Read(Given(e.In)); err != nil || fmt.Sprint(e.Event.Roles) != c.want {
			t.Errorf("%v with %s: %v, %v; want %s", c.roles, c.typed, e.Event.Roles, err, c.want)
		}
	}
}
