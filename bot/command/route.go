package command

import (
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/render"
)

// Route is one thing that a player can ask for: a slash command, or a button or menu with what is typed into its modal.
type Route struct {
	Path    string // of a slash command: "table open"
	Options []Option
	Verb    string // of a button instead

	Guard  func(*table.Table, *interaction.Interaction) bool // reports whether the player may use it, and tells them if not; nil: all may
	Table  func(*table.Table, *interaction.Interaction)      // runs it, in the table's turn
	Modal  func(*table.Table, *interaction.Interaction)      // runs what was typed into the modal of a button, in the table's turn
	Beside func(*table.Env, *interaction.Interaction)        // runs it beside the tables instead, also where there is none
	Closed func(*table.Env, *interaction.Interaction)        // answers where no table is open; nil: that there is none
	Opens  bool                                              // Table also runs where no table is open

	Choices       func(*table.Table, *interaction.Interaction) []render.Choice // completes an option, in the table's turn
	ChoicesBeside func(*table.Env, *interaction.Interaction) []render.Choice   // completes it beside the tables, where Choices cannot
	Matches       bool                                                         // ChoicesBeside has matched the choices with what is typed
}

// Option is an option of a slash command. The language files have its words.
type Option struct {
	Name      string
	Type      OptionType
	Required  bool
	Completes bool     // by Route.Choices or ChoicesBeside
	Choices   []string // the only values, if there are any
	Locales   bool     // and every language, by its own name
	Min, Max  float64  // of numbers
}

// OptionType is what an option takes.
type OptionType int

// The types of options.
const (
	OptionText    OptionType = iota
	OptionNumber             // a whole number
	OptionFlag               // true or false
	OptionRole               // a role of the server
	OptionPerson             // a member of the server
	OptionChannel            // a text channel or thread of the server
)

// Routes is every route of the bot, in the order in which Discord is to have the commands.
type Routes struct {
	rows   []Route
	byPath map[string]*Route
	byVerb map[string]*Route
}

// NewRoutes returns the table of these rows, which must not change afterwards.
func NewRoutes(rows []Route) *Routes {
	r := &Routes{rows: rows, byPath: map[string]*Route{}, byVerb: map[string]*Route{}}
	for i := range rows {
		if row := &rows[i]; row.Verb != "" {
			r.byVerb[row.Verb] = row
		} else {
			r.byPath[row.Path] = row
		}
	}
	return r
}

// Find returns the route of an interaction, or a row without handlers where there is none.
func (r *Routes) Find(in *interaction.Interaction) *Route {
	rows, key := r.byVerb, in.CustomID.Verb
	if in.Kind == interaction.Command || in.Kind == interaction.Completion {
		rows, key = r.byPath, in.Path
	}
	if row := rows[key]; row != nil {
		return row
	}
	return new(Route)
}
