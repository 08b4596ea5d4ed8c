package prefs

import (
	"errors"
	"maps"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// LocaleOf is the language a person reads, as far as it is known.
func (c *All) LocaleOf(in *interaction.Interaction) *locale.Lang {
	own, _ := c.People.Cached(in.User)
	guild, _ := c.Guilds.Cached(in.Key.Guild)
	return locale.Lookup(own.Lang, in.Locale, guild.Lang, in.GuildLocale)
}

// Resolve finds out which language the asker reads. Where the store does not say, it is what is known.
func (c *All) Resolve(in *interaction.Interaction) {
	if _, err := c.People.Get(in.User); err == nil {
		c.Guild(in.Key.Guild)
	}
	in.Lang = c.LocaleOf(in)
}

// Guild is what a server has chosen; nothing where the store does not say.
func (c *All) Guild(guild engine.ID) Guild {
	own, err := c.Guilds.Get(guild)
	if err != nil {
		c.log.Info("what a server has chosen is not known", "guild", uint64(guild), "err", err)
	}
	return own
}

// Forgotten is who is not to be named in what was before a moment.
type Forgotten map[engine.ID]time.Time

func (g Forgotten) Has(who engine.ID) bool {
	_, forgotten := g[who]
	return forgotten
}

// Name is an id to name at a moment, 0 for somebody who is not to be named.
func (g Forgotten) Name(who engine.ID, at engine.Moment) engine.ID {
	if since, forgotten := g[who]; forgotten && !at.Time().After(since) {
		return 0
	}
	return who
}

// InHand is those who are not to be named in a hand, by its events: it began before they wanted that.
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

// Unname takes those out of the lines of a session who are not to be named in it: it began before they wanted that.
func (g Forgotten) Unname(lines []text.Line, session int64) {
	for i := range lines {
		lines[i].Person = g.Name(lines[i].Person, engine.Moment(session))
	}
}

// Forgotten returns who wants to be forgotten in a guild. The error is storage.ErrUnknown where the store does not say.
func (c *All) Forgotten(guild engine.ID) (Forgotten, error) {
	ctx, cancel := storage.Within(c.notes.Ctx)
	defer cancel()
	all, err := c.notes.Store.Forgotten(ctx, guild)
	if err != nil {
		return nil, errors.Join(storage.ErrUnknown, err)
	}
	return all, nil
}
