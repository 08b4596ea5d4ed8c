package text

import (
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/internal/golden"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// houseOptions returns three options as a panel may have them.
func houseOptions() []Setting {
	return []Setting{
		{Name: "ante", Value: "5", Offer: []string{"0", "1", "5", "bb"}, Typed: true},
		{Name: "straddle", Value: "off", Offer: []string{"on", "off"}, Default: true},
		{Name: "clock", Value: "3m", Offer: []string{"45s", "off"}, Typed: true},
	}
}

func TestTheOptionsReadAsTheirGoldenFile(t *testing.T) {
	idle, running := rendertest.Table(), rendertest.Flop()
	pausing := running
	pausing.Paused = true
	var shows []string
	for _, c := range []struct {
		view    engine.View
		open    string
		changed bool
	}{
		{idle, "", false}, {idle, "straddle", false}, {idle, "straddle", true}, {idle, "ante", false}, {idle, "clock", true},
		{running, "clock", false}, {pausing, "", false}, {idle, "theme", false},
	} {
		text, rows := Settings(render.Scene{View: c.view}, houseOptions(), c.open, c.changed)
		shows = append(shows, text+"\n"+drawn(rows))
	}
	form := SettingModal(locale.Lookup(""), houseOptions()[2], "10s–72h, off")
	shows = append(shows, form.Title+"\n"+form.Label+": "+form.Placeholder+"\n")
	golden.Equal(t, "settings.txt", []byte(strings.Join(shows, "\n")))
}

// drawn returns rows as lines: disabled buttons in parentheses, the chosen entries of a menu with a star.
func drawn(rows [][]render.Button) string {
	var out strings.Builder
	for _, row := range rows {
		for _, b := range row {
			switch {
			case len(b.Menu) > 0:
				out.WriteString("<" + b.Label + ">")
				for _, e := range b.Menu {
					out.WriteString("\n  " + e.Label + map[bool]string{true: "*"}[e.Chosen] + " – " + e.About)
				}
			case b.Disabled:
				out.WriteString("(" + b.Label + ") ")
			default:
				out.WriteString("[" + b.Label + "|" + b.Verb + " " + b.What + "] ")
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}
