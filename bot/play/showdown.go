package play

import (
	"strconv"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// runIt takes a player's word on how often the rest of the board is dealt (R37).
func runIt(a *table.Table, k *interaction.Interaction, hand, times int64) {
	c := engine.RunIt{Player: k.User, Hand: hand, Times: int(times), At: engine.At(time.Now())}
	do(a, k, c, func() string {
		if times == 1 {
			return string(k.Lang.Say.RunsOnce)
		}
		return k.Lang.Say.Runs.Format("n", k.Lang.Chips(times))
	})
}

// AllCards is the bits of all the cards a player can hold.
const AllCards = 0

// showCards shows cards that need not be shown (R40): those that have a bit, or allCards.
func showCards(a *table.Table, k *interaction.Interaction, turn engine.Turn, which int64) {
	v := a.State.Table.View(k.User)
	s := table.SeatOf(&v, k.User)
	whole := int64(1)<<len(s.Cards) - 1
	if which == AllCards {
		which = whole
	}
	if which < 0 || which&^whole != 0 || whole == 0 {
		a.Refuse(k, engine.Refusal{Reason: engine.NothingToShow, Rule: 40})
		return
	}
	c := engine.Show{Player: k.User, Turn: turn, Cards: uint8(which), At: engine.At(time.Now())}
	do(a, k, c, func() string { return string(k.Lang.Say.Shown) + "\n" + render.OwnCards(a.Scene(k.User, k.Lang)) })
}

// Muck gives up a losing hand unseen, where its owner is asked (R40).
func Muck(a *table.Table, k *interaction.Interaction) {
	carryOut(a, k, engine.Show{Player: k.User, Turn: k.CustomID.Turn, At: engine.At(time.Now())})
}

// RunItTyped is /runit.
func RunItTyped(a *table.Table, k *interaction.Interaction) {
	times, _ := strconv.ParseInt(k.Options["times"], 10, 64) // what is no number is refused as 0
	runIt(a, k, a.View().Hand, times)
}

// PressRun is a button of how often the rest of the board is dealt.
func PressRun(a *table.Table, k *interaction.Interaction) {
	runIt(a, k, k.CustomID.Turn.Hand, k.CustomID.Total)
}

// ShowAll is /show.
func ShowAll(a *table.Table, k *interaction.Interaction) { showCards(a, k, a.View().Turn, AllCards) }

// PressShow is a button that shows cards.
func PressShow(a *table.Table, k *interaction.Interaction) {
	showCards(a, k, k.CustomID.Turn, k.CustomID.Total)
}
