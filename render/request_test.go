package render

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/render/rendertest"
)

// TestAnOpenRequestStandsOnThePanel has buy-ins that wait for the host or, approved, for a seat.
func TestAnOpenRequestStandsOnThePanel(t *testing.T) {
	const sit, add = "The host is asked to let you sit down with 600. Use /leave to cancel it.", "The host is asked to let you add 600."
	stranger := rendertest.Bob + 7
	for name, tt := range map[string]struct {
		who     engine.ID
		request Request
		want    string
		sits    bool
	}{
		"a seat":          {stranger, Request{Player: stranger, Chips: 600}, sit, false},
		"of another":      {stranger, Request{Player: stranger + 1, Chips: 600}, "", true},
		"approved":        {stranger, Request{Player: stranger, Chips: 600, Approved: true}, "", true},
		"more chips":      {rendertest.Alice, Request{Player: rendertest.Alice, Chips: 600, TopUp: true}, add, false},
		"more of another": {rendertest.Alice, Request{Player: rendertest.Bob, Chips: 600, TopUp: true}, "", false},
	} {
		v := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, 900, 0), rendertest.Dealt(1, rendertest.Bob, 900, 0))
		v.Viewer = tt.who
		s := Scene{View: v, Asking: []Request{tt.request}}
		menu, _ := SeatMenu(s, "")
		text, rows := Panel(s)
		for _, text := range []string{text, menu} {
			if asks := strings.Contains(text, "The host is asked"); asks != (tt.want != "") || !strings.Contains(text, tt.want) {
				t.Errorf("%s: should say %q:\n%s", name, tt.want, text)
			}
		}
		if sits := slices.ContainsFunc(flat(rows), func(b Button) bool { return b.Verb == VerbSit }); sits != tt.sits {
			t.Errorf("%s: the button to sit down: %t", name, sits)
		}
	}
}
