package render

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine"
)

// houseOptions is three options as a panel may have them.
func houseOptions() []Setting {
	return []Setting{
		{Name: "ante", Value: "5", Offer: []string{"0", "1", "5", "bb"}, Typed: true},
		{Name: "straddle", Value: "off", Offer: []string{"on", "off"}},
		{Name: "clock", Value: "3m", Offer: []string{"45s", "off"}, Typed: true},
	}
}

func TestTheOptionsReadAsTheirGoldenFile(t *testing.T) {
	idle, running := table(), flop()
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
		text, rows := Settings(Scene{View: c.view}, houseOptions(), c.open, c.changed)
		shows = append(shows, text+"\n"+drawn(rows))
	}
	form := Lookup("").SettingModal(houseOptions()[2], "10s–72h, off")
	shows = append(shows, form.Title+"\n"+form.Label+": "+form.Placeholder+"\n")
	golden(t, "settings", strings.Join(shows, "\n"))
}

// drawn is rows as lines: what cannot be pressed in parentheses, what is chosen of a menu with a star.
func drawn(rows [][]Button) string {
	var out strings.Builder
	for _, row := range rows {
		for _, b := range row {
			switch {
			case len(b.Menu) > 0:
				out.WriteString("<" + b.Label + ">")
				for _, e := range b.Menu {
					out.WriteString("\n  " + e.Value + map[bool]string{true: "*"}[e.Chosen] + " – " + e.About)
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

func TestEveryLanguageExplainsTheSameOptions(t *testing.T) {
	names := func(l *Lang) (list []string) {
		for name, about := range l.Settings.About {
			list = append(list, name)
			if length(string(about)) > 100 {
				t.Errorf("%s: %s has %d characters", l.Locale, name, length(string(about)))
			}
		}
		slices.Sort(list)
		return list
	}
	for _, l := range Languages() {
		if got, want := names(l), names(Lookup(English)); !slices.Equal(got, want) {
			t.Errorf("%s explains %v, should be %v", l.Locale, got, want)
		}
	}
}
