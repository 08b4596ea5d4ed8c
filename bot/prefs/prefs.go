package prefs

import (
	"context"
	"maps"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// LocaleOf returns the language that the user of an interaction reads, from the cache. Their own choice comes first, then
// the locale of their Discord client, the server's setting and the server's locale.
func (a *All) LocaleOf(o *interaction.Origin) *locale.Lang {
	own, _ := a.People.Cached(o.User)
	guild, _ := a.Guilds.Cached(o.Key.Guild)
	return locale.Lookup(own.Lang, o.Locale, guild.Lang, o.GuildLocale)
}

// Resolve sets in.Lang to the language that the user reads. It loads the preferences first; if the store does not answer,
// it uses the cache. Call it once per interaction.
func (a *All) Resolve(in *interaction.Interaction) {
	if _, err := a.People.Get(in.User); err == nil {
		a.Guild(in.Key.Guild)
	}
	in.Lang = a.LocaleOf(in.Origin)
}

// Guild returns the settings of a server. It returns the defaults if the store does not answer.
func (a *All) Guild(guild engine.ID) Guild {
	own, err := a.Guilds.Get(guild)
	if err != nil {
		a.notes.Log.Info("server settings unavailable; using defaults", "guild", uint64(guild), "err", err)
	}
	return own
}

// Forgotten maps users who asked to be forgotten to the time they asked. Nothing older than that time may name them, except the ledger
// of an open table: until it closes, its players settle their debts by user ID.
type Forgotten map[engine.ID]time.Time

// Has reports whether the user asked to be forgotten.
func (g Forgotten) Has(who engine.ID) bool {
	_, forgotten := g[who]
	return forgotten
}

// Name returns the user's ID, or 0 if the user asked after that moment to be forgotten.
func (g Forgotten) Name(who engine.ID, at engine.Moment) engine.ID {
	if since, forgotten := g[who]; forgotten && !at.Time().After(since) {
		return 0
	}
	return who
}

// InHand returns the users whom a hand with these events may not name, because it began before they asked.
func (g Forgotten) InHand(events []engine.Event) Forgotten {
	var began engine.Moment
	for _, e := range events {
		if e.Kind == engine.HandStarted {
			began = e.At
		}
	}
	hand := maps.Clone(g)
	maps.DeleteFunc(hand, func(who engine.ID, _ time.Time) bool { return g.Name(who, began) != 0 })
	return hand
}

// Unname clears the users in the lines of a closed table's session who asked to be forgotten after it began.
func (g Forgotten) Unname(lines []text.Line, session int64) {
	for i := range lines {
		lines[i].Person = g.Name(lines[i].Person, engine.Moment(session))
	}
}

// Forgotten returns the users of a guild who asked to be forgotten. The error is [storage.ErrUnread] if the store does not
// answer.
func (a *All) Forgotten(guild engine.ID) (Forgotten, error) {
	return storage.Read(a.notes.Ctx, func(ctx context.Context) (Forgotten, error) { return a.notes.Store.Forgotten(ctx, guild) })
}
