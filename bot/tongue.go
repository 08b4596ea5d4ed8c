package bot

import (
	"cardroom/render/locale"
)

// A person reads the language they chose, else that of their Discord, else that of the server. The board speaks the
// language of the table, else that of the server: what was chosen for it, or what Discord says.

// public is the language of what everyone in the channel reads.
func (a *actor) public() *locale.Lang {
	house, _ := a.bot.prefs.Guilds.Cached(a.key.Guild)
	return locale.Lookup(a.record.Manners.Lang, house.Lang, a.record.Locale)
}
