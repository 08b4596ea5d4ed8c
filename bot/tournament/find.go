package tournament

import (
	"cmp"
	"slices"
	"strconv"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/text"
	"cardroom/store"
)

// option is the option that names a tournament, by the channel of its table.
const option = "tournament"

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

// find returns the table of the tournament that an interaction is about: that of the button or the option; else that of the
// channel, of its lobby, or the only one of the server. Without one it answers.
func find(e *table.Env, in *interaction.Interaction) *table.Table {
	id := in.CustomID.Table
	if typed, given := in.Options[option]; given {
		id = message.Snowflake(typed)
	}
	list := all(e, in.Key.Guild)
	if id != 0 {
		if t := e.Tables.Known(store.Key{Guild: in.Key.Guild, Channel: id}); t != nil && slices.Contains(list, t) {
			return t
		}
		e.Reply.Text(in, string(in.Lang.Tournament.Said.Ended))
		return nil
	}
	for _, t := range list {
		if t.Key.Channel == in.Key.Channel || t.Summary().Event.Lobby.Channel == in.Key.Channel {
			return t
		}
	}
	switch len(list) {
	case 0:
		e.Reply.Text(in, string(in.Lang.Tournament.Said.None))
	case 1:
		return list[0]
	default:
		e.Reply.Text(in, string(in.Lang.Tournament.Said.Which))
	}
	return nil
}

// On returns a handler that finds the tournament and runs another one as a job of its table.
func On(handle func(*Director, *interaction.Interaction)) func(*table.Env, *interaction.Interaction) {
	return func(e *table.Env, in *interaction.Interaction) {
		t := find(e, in)
		if t == nil {
			return
		}
		queued := t.Post(func() {
			if !table.InTournament(t) {
				e.Reply.Text(in, string(in.Lang.Tournament.Said.Ended))
				return
			}
			table.LearnName(t, in.User, in.Name)
			handle(DirectorOf(t), in)
		})
		if !queued {
			e.Reply.Text(in, string(in.Lang.Say.Busy))
		}
	}
}

// Choices completes the option tournament: those of the server, the newest first.
func Choices(e *table.Env, in *interaction.Interaction) (list []render.Choice) {
	for _, t := range all(e, in.Key.Guild) {
		s := t.Summary().Event
		list = append(list, render.Choice{Label: s.Name, Value: strconv.FormatUint(uint64(t.Key.Channel), 10)})
	}
	return list
}

// List handles /tournament list.
func List(e *table.Env, in *interaction.Interaction) {
	var lines []text.ListedTournament
	for _, t := range all(e, in.Key.Guild) {
		s := t.Summary().Event
		lines = append(lines, text.ListedTournament{
			Name: render.Escape(s.Name), Guild: in.Key.Guild, Lobby: s.Lobby.Channel, Message: s.Lobby.Message,
			Runs: s.Phase == tournament.Running, Field: s.Field, Places: s.Places,
		})
	}
	e.Reply.Text(in, text.Tournaments(in.Lang, lines))
}
