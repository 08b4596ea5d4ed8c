// Package directory lists the tournaments of a server, finds the one that a user means, and completes its name.
package directory

import (
	"cmp"
	"slices"
	"strconv"

	"cardroom/bot/interaction"
	"cardroom/bot/lobby"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/bot/tournament/form"
	"cardroom/bot/tournament/organiser"
	"cardroom/bot/tournament/orphan"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// Option is the option that names a tournament, by the channel of its table.
const Option = "tournament"

// all returns the tables with tournaments of a server, the newest tournament first.
func all(e *table.Env, guild engine.ID) (list []*table.Table) {
	for _, t := range e.Tables.All(guild) {
		if s := t.Summary(); s.Open && s.Event != nil {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b *table.Table) int { return cmp.Compare(b.Summary().Event.ID, a.Summary().Event.ID) })
	return list
}

// near reports whether a tournament is one that a user knows of without a look at the channels that they may see: its lobby
// or its table is in their channel, or they made it. All of its organisers know of one whose channel was deleted.
func near(t *table.Table, in *interaction.Interaction) bool {
	e := t.Summary().Event
	return e.Deleted && organiser.Organises(t, in) || t.Key == in.Key || e.Lobby.Channel == in.Channel || e.By == in.User
}

// Knows reports whether a user knows of a tournament without a look at the channels that they may see.
func Knows(e *table.Env, in *interaction.Interaction) bool {
	return slices.ContainsFunc(all(e, in.Key.Guild), func(t *table.Table) bool { return near(t, in) })
}

// visible returns the tournaments whose lobbies are in channels that a user may see. Where Discord does not say which these are, it
// returns those that are near.
func visible(e *table.Env, in *interaction.Interaction, list []*table.Table) []*table.Table {
	var channels []engine.ID
	for _, t := range list {
		if !near(t, in) {
			channels = append(channels, t.Summary().Event.Lobby.Channel)
		}
	}
	sees, err := lobby.Visible(e, in, channels)
	if err != nil {
		e.Log.Info("cannot tell which channels a user may see; naming the tournaments of their own", "guild", uint64(in.Key.Guild), "err", err)
	}
	return slices.DeleteFunc(list, func(t *table.Table) bool { return !near(t, in) && !sees(t.Summary().Event.Lobby.Channel) })
}

// mayBeOver has the commands with which a user may mean a tournament that is over.
var mayBeOver = []string{"tournament status", "tournament standings", "tournament log"}

// Find returns the table of the tournament that an interaction is about: that of the button or the option; else that of the
// channel, the only one with its lobby there, or the only one that the user may see. Where there are several, or none, it answers.
// So it does for a text in the option that is no completion: the user means a certain one.
func Find(e *table.Env, in *interaction.Interaction) *table.Table {
	id, event := in.CustomID.Table, engine.ID(in.CustomID.Total)
	typed, given := in.Options[Option]
	if given {
		id = message.Snowflake(typed)
	}
	list := all(e, in.Key.Guild)
	if id != 0 {
		list = slices.DeleteFunc(list, func(t *table.Table) bool { return t.Key.Channel != id || event != 0 && t.Summary().Event.ID != event })
		if list = visible(e, in, list); len(list) == 1 {
			return list[0]
		}
		e.Reply.Text(in, string(in.Lang.Tournament.Said.Ended))
		return nil
	}
	if i := slices.IndexFunc(list, func(t *table.Table) bool { return t.Key == in.Key }); i >= 0 && !given {
		return list[i]
	}
	elsewhere := func(t *table.Table) bool { return t.Summary().Event.Lobby.Channel != in.Channel }
	here := slices.DeleteFunc(slices.Clone(list), elsewhere)
	if len(here) == 0 || given {
		here = visible(e, in, list)
	}
	switch {
	case len(here) == 0 && slices.Contains(mayBeOver, in.Path):
		e.Reply.Text(in, string(in.Lang.Tournament.Said.NoneNow))
	case len(here) == 0:
		e.Reply.Text(in, string(in.Lang.Tournament.Said.None))
	case len(here) == 1 && !given:
		return here[0]
	default:
		e.Reply.Text(in, content(in.Lang, in.Lang.Tournament.Said.Which, listed(here)))
	}
	return nil
}

// Choices completes the option tournament: those that are near, the newest first. A completion asks Discord nothing. The other options
// are those of the settings.
func Choices(e *table.Env, in *interaction.Interaction) (list []render.Choice) {
	if in.Focus != Option {
		return form.Choices(e, in)
	}
	for _, t := range all(e, in.Key.Guild) {
		if !near(t, in) {
			continue
		}
		words := label(in.Lang, listed([]*table.Table{t})[0])
		list = append(list, render.Choice{Label: words, Value: strconv.FormatUint(uint64(t.Key.Channel), 10)})
	}
	return list
}

// List handles /tournament list: those in channels that the user may see.
func List(e *table.Env, in *interaction.Interaction) {
	e.Reply.Text(in, content(in.Lang, in.Lang.Tournament.Said.Head, listed(visible(e, in, all(e, in.Key.Guild)))))
}

// mostHelp is how many tournaments the help names at most.
const mostHelp = 2

// Help returns the acts open to a user in the tournaments with their lobbies in the channel, the newest first. An organiser reads of
// one without a channel wherever they ask (T118). The board's language is that of the newest lobby here, else the user's.
func Help(e *table.Env, in *interaction.Interaction) (lines []string, board *locale.Lang) {
	for _, t := range all(e, in.Key.Guild) {
		s := t.Summary()
		name := render.EscapeLine(s.Event.Name, render.MostTitle)
		switch {
		case len(lines) == mostHelp:
			return lines, cmp.Or(board, in.Lang)
		case s.Event.Deleted && near(t, in):
			lines = append(lines, orphan.WithoutChannel(in, s.Event))
		case s.Event.Lobby.Channel == in.Channel:
			board = cmp.Or(board, s.Lang)
			lines = append(lines, text.NowLobby(in.Lang, s.Lang, name, cmp.Or(s.Channel, t.Key.Channel), s.Event.Phase == tournament.Registering))
		}
	}
	return lines, cmp.Or(board, in.Lang)
}

// listed returns tournaments for a list of them.
func listed(list []*table.Table) (lines []entry) {
	for _, t := range list {
		s := t.Summary().Event
		lines = append(lines, entry{
			Name: s.Name, Guild: t.Key.Guild, Lobby: s.Lobby.Channel, Message: s.Lobby.Message, Runs: s.Phase == tournament.Running,
			Field: s.Field, Places: s.Places,
		})
	}
	return lines
}
