package bot

import (
	"cardroom/engine"
	"cardroom/render/locale"
)

// A person reads the language they chose, else that of their Discord, else that of the server. The board speaks the
// language of the table, else that of the server: what was chosen for it, or what Discord says.

// tongue is the language a person reads, as far as it is known.
func (b *Bot) tongue(k *ask) *locale.Lang {
	own, _ := b.tastes.of(k.user)
	house, _ := b.servers.of(k.key.Guild)
	return locale.Lookup(own.Lang, k.locale, house.Lang, k.guildLocale)
}

// address finds out which language the asker reads. Where the store does not say, it is what is known.
func (b *Bot) address(k *ask) {
	if _, err := b.tastes.get(b, k.user); err == nil {
		b.house(k.key.Guild)
	}
	k.lang = b.tongue(k)
}

// house is what a server has chosen; nothing where the store does not say.
func (b *Bot) house(guild engine.ID) server {
	own, err := b.servers.get(b, guild)
	if err != nil {
		b.log.Info("what a server has chosen is not known", "guild", uint64(guild), "err", err)
	}
	return own
}

// public is the language of what everyone in the channel reads.
func (a *actor) public() *locale.Lang {
	house, _ := a.bot.servers.of(a.key.Guild)
	return locale.Lookup(a.record.Manners.Lang, house.Lang, a.record.Locale)
}

// languages is what a language can be chosen from, as the values of options.
func languages() (values []string) {
	for _, l := range locale.Languages() {
		values = append(values, l.Locale)
	}
	return values
}

// asDiscord is the value of an option that leaves the language to Discord.
const asDiscord = "discord"

// chooseLang reads the option language: a language there is, or the word for leaving it to others, stored as nothing.
func chooseLang(o *options, to *string, otherwise string) {
	values := themselves(languages())
	values[otherwise] = ""
	choose(o, "language", to, 0, values)
}
