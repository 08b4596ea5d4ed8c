package render

import (
	"slices"
	"strings"

	"cardroom/engine"
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
func Settings(s Scene, list []Setting, open string, changed bool) (text string, rows [][]Button) {
	l := s.lang()
	lines := []string{"**" + string(l.Settings.Title) + "**" + dot + l.Game(s.View.Rules)}
	menu := Button{Label: string(l.Button.Change), Verb: VerbOption, To: 1}
	for _, o := range list {
		lines = append(lines, Code(o.Name)+" "+o.Value)
		menu.Menu = append(menu.Menu, Entry{
			Label: o.Name, Value: o.Name, About: string(l.Settings.About[o.Name]), Chosen: o.Name == open,
		})
	}
	rows = [][]Button{{menu}}
	for _, o := range list {
		if o.Name != open {
			continue
		}
		for row := range slices.Chunk(l.offer(o), buttonsInRow) {
			rows = append(rows, row)
		}
		if changed {
			lines = append(lines, l.Settings.Changed.Format("option", Code(o.Name), "value", o.Value))
		}
	}
	if s.View.Phase != engine.Idle {
		lines = append(lines, "-# "+string(l.Settings.Running))
		if !s.View.Paused {
			lines[len(lines)-1] = Sentences(lines[len(lines)-1], string(l.Settings.Pause))
		}
	}
	return strings.Join(lines, "\n"), rows
}

// buttonsInRow is how many buttons the platform puts beside each other.
const buttonsInRow = 5

// offer is a button a value; the one that is set already cannot be pressed. Buttons and no second menu: a menu lets
// nobody choose again what was refused, or what they did not go through with.
func (l *Lang) offer(o Setting) []Button {
	var row []Button
	for i, value := range o.Offer {
		b := Button{Label: value, Verb: VerbSet, What: o.Name + " " + value}
		if o.Says != nil {
			b.Label = o.Says[i]
		}
		if value == o.Value {
			b.Label, b.Style, b.Disabled = "✓ "+b.Label, Primary, true
		}
		row = append(row, b)
	}
	if o.Typed {
		row = append(row, Button{Label: string(l.Button.Other), Verb: VerbSet, What: o.Name})
	}
	return row
}

// SettingModal is the question for the value of an option that can be typed; want says which values can be.
func (l *Lang) SettingModal(o Setting, want string) ModalForm {
	return ModalForm{Title: string(l.Settings.Title) + dot + o.Name, Label: want, Placeholder: o.Value}
}

// Code is a name that one types, as the platform sets it apart.
func Code(name string) string { return "`" + name + "`" }
