package directory

import (
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// entry is a tournament in the list of a server's tournaments.
type entry struct {
	Name                  string
	Guild, Lobby, Message engine.ID // Message is the lobby's; 0 before it stands
	Runs                  bool
	Field, Places         int
}

// content lists tournaments below a heading, as many as a message holds.
func content(l *locale.Lang, head locale.Text, list []entry) string {
	if len(list) == 0 {
		return string(l.Tournament.Said.None)
	}
	lines := []string{string(head)}
	room := locale.MaxText - locale.Length(lines[0])
	for _, t := range list {
		where := render.Channel(t.Lobby)
		if t.Message != 0 {
			where = render.Link(t.Guild, t.Lobby, t.Message)
		}
		line := where + locale.Dot + "**" + render.EscapeLine(t.Name, render.MostTitle) + "**" + locale.Dot + t.field(l)
		if room -= locale.Length(line) + 1; room < 2 {
			return strings.Join(append(lines, "…"), "\n")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// label returns a tournament as a completion names it. Its players tell it from the next one of a series.
func label(l *locale.Lang, t entry) string { return t.Name + locale.Dot + t.field(l) }

// field returns how many players a tournament has, or has left.
func (t entry) field(l *locale.Lang) string {
	field := l.Tournament.Entries
	if t.Runs {
		field = l.Tournament.Left
	}
	return field.Format("n", strconv.Itoa(t.Field), "max", strconv.Itoa(t.Places), "all", strconv.Itoa(t.Places))
}
