package text

import (
	"slices"
	"strings"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// Setting is an option of the house as the panel of /table settings shows it. Name and values are what one types, the
// same in every language.
type Setting struct {
	Name  string
	Value string   // what it is set to
	Offer []string // what a button sets it to: all there is, or the usual where others can be typed; at most four then
	Says  []string // what the buttons say; nil: the values
	Typed bool     // other values can be typed
}

// Settings is the private panel of the house's options: a line an option, and a menu of them. Open is the option whose
// values are offered below it, "" for none; changed says that it has just been set.
func Settings(s render.Scene, list []Setting, open string, changed bool) (text string, rows [][]render.Button) {
	l := s.Language()
	lines := []string{"**" + string(l.Settings.Title) + "**" + locale.Dot + render.Game(l, s.View.Rules)}
	menu := render.Button{Label: string(l.Button.Change), Verb: render.VerbOption, To: 1}
	for _, o := range list {
		lines = append(lines, render.Code(o.Name)+" "+o.Value)
		menu.Menu = append(menu.Menu, render.Entry{
			Label: o.Name, Value: o.Name, About: string(l.Settings.About[o.Name]), Chosen: o.Name == open,
		})
	}
	rows = [][]render.Button{{menu}}
	for _, o := range list {
		if o.Name != open {
			continue
		}
		for row := range slices.Chunk(offerButtons(l, o), buttonsInRow) {
			rows = append(rows, row)
		}
		if changed {
			lines = append(lines, l.Settings.Changed.Format("option", render.Code(o.Name), "value", o.Value))
		}
	}
	if s.View.Phase != engine.Idle {
		lines = append(lines, "-# "+string(l.Settings.Running))
		if !s.View.Paused {
			lines[len(lines)-1] = locale.Sentences(lines[len(lines)-1], string(l.Settings.Pause))
		}
	}
	return strings.Join(lines, "\n"), rows
}

// buttonsInRow is how many buttons the platform puts beside each other.
const buttonsInRow = 5

// offerButtons is a button a value; the one that is set already cannot be pressed. Buttons and no second menu: a menu lets
// nobody choose again what was refused, or what they did not go through with.
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

// SettingModal is the question for the value of an option that can be typed; want says which values can be.
func SettingModal(l *locale.Lang, o Setting, want string) render.ModalForm {
	return render.ModalForm{Title: string(l.Settings.Title) + locale.Dot + o.Name, Label: want, Placeholder: o.Value}
}
