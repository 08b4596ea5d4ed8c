package lobby

import (
	"cmp"
	"slices"

	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render/text"
)

// List handles /watch list: the tables of the server in channels that the user can see, oldest channel first.
func List(e *table.Env, in *interaction.Interaction) {
	var all []text.ListedTable
	var channels []engine.ID
	for _, t := range e.Tables.All(in.Key.Guild) {
		if g := t.Summary(); g.Open || g.Unreadable() {
			listed := text.ListedTable{
				Guild: t.Key.Guild, Channel: t.Where().Channel, Board: g.Board, Rules: g.Rules, Seated: g.Seated, Hand: g.Hand, State: g.State,
			}
			if g.Event != nil {
				listed.Event = g.Event.Name
			}
			all = append(all, listed)
			channels = append(channels, t.Where().Channel)
		}
	}
	slices.SortFunc(all, func(x, y text.ListedTable) int { return cmp.Compare(x.Channel, y.Channel) })
	sees, err := Visible(e, in, channels)
	if err != nil {
		e.Log.Info("cannot tell which channels a user may see; listing only their own", "guild", uint64(in.Key.Guild), "err", err)
	}
	all = slices.DeleteFunc(all, func(l text.ListedTable) bool { return !sees(l.Channel) })
	e.Reply.Text(in, text.Tables(in.Lang, all, err != nil))
}
