package bot

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/engine"
	"cardroom/render"
)

// runIt takes a player's word on how often the rest of the board is dealt (R37).
func (a *actor) runIt(k *interaction.Interaction, hand, times int64) {
	c := engine.RunIt{Player: k.User, Hand: hand, Times: int(times), At: engine.At(time.Now())}
	a.do(k, c, func() string {
		if times == 1 {
			return string(k.Lang.Say.RunsOnce)
		}
		return k.Lang.Say.Runs.Format("n", k.Lang.Chips(times))
	})
}

// allCards is the bits of all the cards a player can hold.
const allCards = 0

// showCards shows cards that need not be shown (R40): those that have a bit, or allCards.
func (a *actor) showCards(k *interaction.Interaction, turn engine.Turn, which int64) {
	v := a.table.View(k.User)
	s := seatOf(&v, k.User)
	whole := int64(1)<<len(s.Cards) - 1
	if which == allCards {
		which = whole
	}
	if which < 0 || which&^whole != 0 || whole == 0 {
		a.refuse(k, engine.Refusal{Reason: engine.NothingToShow, Rule: 40})
		return
	}
	c := engine.Show{Player: k.User, Turn: turn, Cards: uint8(which), At: engine.At(time.Now())}
	a.do(k, c, func() string { return string(k.Lang.Say.Shown) + "\n" + render.OwnCards(a.scene(k.User, k.Lang)) })
}

// muck gives up a losing hand unseen, where its owner is asked (R40).
func (a *actor) muck(k *interaction.Interaction) {
	a.carry(k, engine.Show{Player: k.User, Turn: k.CustomID.Turn, At: engine.At(time.Now())})
}
