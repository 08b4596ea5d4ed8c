package bot

import (
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/engine/card"
)

// deckOf is the deck of the hand that waits for its message, and the shuffle with all that was mixed in.
func (a *actor) deckOf(hand int64, board engine.ID) (card.Deck, shuffle.State, error) {
	return a.bot.codec.Keys.Deal(a.key, a.record.Shuffle, a.seals()(), hand, board, shuffle.DealtIn(a.view()))
}
