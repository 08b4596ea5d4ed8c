package bot

import (
	"cardroom/engine"
	"cardroom/engine/card"
)

// cards is how cards are written to a person, 0 for everyone: as letters to those who want no pictures.
func (b *Bot) cards(who engine.ID) func(card.Card) string {
	own, _ := b.prefs.People.Cached(who)
	return b.emoji.Cards(own)
}

// cards is how cards are written to a person at a table: as letters to everyone where it has no pictures.
func (a *actor) cards(who engine.ID) func(card.Card) string {
	if a.record.Manners.Unpainted {
		return nil
	}
	return a.bot.cards(who)
}
