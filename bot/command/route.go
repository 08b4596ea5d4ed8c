package command

import (
	"sync"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/render"
)

// Route is one action of the bot: a slash command, or a button or menu with its modal.
type Route struct {
	Path    string // of a slash command: "table open"
	Options []Option
	Needs   int64  // Discord offers the command to members with these permissions, until a server decides otherwise; 0: to all
	Verb    string // of a button or menu

	InTournament func(*table.Table, *interaction.Interaction) // takes the place of Table, Modal, Guard and Choices at a tournament's table; nil: the row holds there, too

	Guard  func(*table.Table, *interaction.Interaction) bool // reports whether the player may use it, else answers; nil: all may.
	Table  func(*table.Table, *interaction.Interaction)      // runs it, as a job of the table
	Modal  func(*table.Table, *interaction.Interaction)      // runs the modal of a button, as a job of the table
	Beside func(*table.Env, *interaction.Interaction)        // runs it outside the tables instead, also in channels without one
	Submit func(*table.Env, *interaction.Interaction)        // runs the modal of Beside, outside the tables
	Closed func(*table.Env, *interaction.Interaction)        // answers if no table is open; nil: the default answer.
	Opens  func(*table.Env, *interaction.Interaction) bool   // lets Table run if no table is open, else answers; nil: it may not.

	Choices       func(*table.Table, *interaction.Interaction) []render.Choice // completes an option, as a job of the table
	ChoicesBeside func(*table.Env, *interaction.Interaction) []render.Choice   // completes it outside the tables, in place of Choices
	Matches       bool                                                         // ChoicesBeside already filters by the typed text
}

// Option is an option of a slash command. The language files have its words.
type Option struct {
	Name      string
	Type      OptionType
	Required  bool
	Completes bool     // by Route.Choices or ChoicesBeside
	Choices   []string // the only values, if there are any.
	Locales   bool     // and every language, by its own name
	Min, Max  float64  // of numbers
}

// OptionType is the type of an option's value.
type OptionType int

// These are the types of options.
const (
	OptionText    OptionType = iota
	OptionNumber             // a whole number
	OptionFlag               // true or false
	OptionRole               // a role of the server
	OptionPerson             // a member of the server
	OptionChannel            // a text channel or thread of the server
)

// Routes holds every route of the bot, in the order in which Discord lists the commands.
type Routes struct {
	rows   []Route
	byPath map[string]*Route
	byVerb map[string]*Route

	commands func() []*discordgo.ApplicationCommand // of the rows, made once
}

// NewRoutes returns the routes of these rows, which must not change afterwards.
func NewRoutes(rows []Route) *Routes {
	r := &Routes{rows: rows, byPath: map[string]*Route{}, byVerb: map[string]*Route{}}
	for i := range rows {
		if row := &rows[i]; row.Verb != "" {
			r.byVerb[row.Verb] = row
		} else {
			r.byPath[row.Path] = row
		}
	}
	r.commands = sync.OnceValue(r.newCommands)
	return r
}

// Find returns the route of an interaction, or a row without handlers if there is none.
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
