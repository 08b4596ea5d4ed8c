package bot

import (
	"cardroom/bot/shuffle"
	"cardroom/engine"
)

// proveHand keeps the proof of the hand that t has just ended. A hand ends also where no receipt can be made of it: then its
// cards are still known.
func (a *actor) proveHand(s *shuffle.State, t *engine.Table, events []engine.Event) {
	v := t.View(0)
	if err := a.bot.codec.Keys.Prove(a.key, s, a.seals()(), v, events); err != nil {
		a.log.Error("a hand has no proof", "hand", v.Hand, "err", err)
	}
}
