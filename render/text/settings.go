package text

import (
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// Setting is a table option as the panel of /table settings shows it. A host types name and values, the same in
// every language.
type Setting struct {
	Name  string
	Value string   // the current value
	Offer []string // values of the buttons: all there are, or the usual ones where others can be typed; at most four then
	Says  []string // labels of the buttons; nil: the values
	Typed bool     // other values can be typed

	Default bool // the value is the default
	Next    bool // the value holds from the next hand on
	Seats   int  // of the table with the value; 0: the option leaves them as they are (R2)
}

// Settings returns the private panel of the table options: a line for each option that differs from its default, and a menu
// of all with their values. Open is the option whose values are offered below it, "" for none. Changed says that it has just been set.
func Settings(s render.Scene, list []Setting, open string, changed bool) (text string, rows [][]render.Button) {
	l := s.Language()
	lines := []string{"**" + string(l.Settings.Title) + "**" + locale.Dot + render.Game(l, s.View.Rules)}
	menu := render.Button{Label: string(l.Button.Change), Verb: render.VerbOption, To: 1}
	var defaults []string
	for _, o := range list {
		if o.Default {
			defaults = append(defaults, render.Code(o.Name))
		} else {
			lines = append(lines, render.Code(o.Name)+" "+o.Value)
		}
		menu.Menu = append(menu.Menu, render.Entry{
			Label: o.Name + locale.Dot + o.Value, Value: o.Name, About: string(l.Settings.About[o.Name]), Chosen: o.Name == open,
		})
	}
	lines = append(lines, defaultLine(l, defaults)...)
	rows = [][]render.Button{{menu}}
	for _, o := range list {
		if o.Name != open {
			continue
		}
		for row := range slices.Chunk(offerButtons(l, o), buttonsInRow) {
			rows = append(rows, row)
		}
		if changed {
			said := l.Settings.Changed
			if o.Next {
				said = l.Settings.Next
			}
			line := said.Format("option", render.Code(o.Name), "value", o.Value)
			if o.Seats > 0 {
				line += " " + l.Settings.Seats.Format("n", strconv.Itoa(o.Seats))
			}
			lines = append(lines, line)
		}
	}
	if s.View.Phase != engine.Idle {
		lines = append(lines, "-# "+string(l.Settings.Running))
	}
	return strings.Join(lines, "\n"), rows
}

// buttonsInRow is how many buttons the platform puts beside each other.
const buttonsInRow = 5

// offerButtons returns a button for each value. The current one cannot be pressed. They are buttons and no second menu,
// because in a menu a user cannot choose a value again that was refused or abandoned.
func offerButtons(l *locale.Lang, o Setting) []render.Button {
	var row []render.Button
	for i, value := range o.Offer {
		b := render.Button{Label: value, Verb: render.VerbSet, What: o.Name + " " + value}
		if o.Says != nil {
			b.Label = o.Says[i]
		}
		if value == o.Value {
			b.Label, b.Style, b.Disabled = "✓ "+b.Label, render.Primary, true
		}
		row = append(row, b)
	}
	if o.Typed {
		row = append(row, render.Button{Label: string(l.Button.Other), Verb: render.VerbSet, What: o.Name})
	}
	return row
}

// SettingModal returns the question for the value of an option that can be typed. Want says which values can be.
func SettingModal(l *locale.Lang, o Setting, want string) render.ModalForm {
	return render.ModalForm{Title: string(l.Settings.Title) + locale.Dot + o.Name, Label: want, Placeholder: o.Value}
}
