package play

import (
	"strconv"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// runIt votes on how often the rest of the board is dealt (R37).
func runIt(t *table.Table, in *interaction.Interaction, hand, times int64) {
	c := engine.RunIt{Player: in.User, Hand: hand, Times: int(times), At: engine.At(time.Now())}
	do(t, in, c, func() string {
		if times == 1 {
			return string(in.Lang.Say.RunsOnce)
		}
		return in.Lang.Say.Runs.Format("n", in.Lang.Chips(times))
	})
}

// allCards stands for all the cards of a player.
const allCards = 0

// showCards shows cards that need not be shown (R40): the ones whose bits are set, or allCards.
func showCards(t *table.Table, in *interaction.Interaction, turn engine.Turn, which int64) {
	v := t.ViewOf(in.User)
	s := table.SeatOf(&v, in.User)
	whole := int64(1)<<len(s.Cards) - 1
	if which == allCards {
		which = whole
	}
	if which < 0 || which&^whole != 0 || whole == 0 {
		t.Refuse(in, engine.Refusal{Reason: engine.NothingToShow, Rule: 40})
		return
	}
	c := engine.Show{Player: in.User, Turn: turn, Cards: uint8(which), At: engine.At(time.Now())}
	do(t, in, c, func() string { return string(in.Lang.Say.Shown) + "\n" + render.OwnCards(t.Scene(in.User, in.Lang)) })
}

// Muck gives up a losing hand without showing it (R40).
func Muck(t *table.Table, in *interaction.Interaction) {
	carryOut(t, in, engine.Show{Player: in.User, Turn: in.CustomID.Turn, At: engine.At(time.Now())})
}

// RunItTyped handles /runit.
func RunItTyped(t *table.Table, in *interaction.Interaction) {
	times, _ := strconv.ParseInt(in.Options["times"], 10, 64) // anything else is refused as 0
	runIt(t, in, t.View().Hand, times)
}

// PressRun handles the buttons that choose how often the rest of the board is dealt.
func PressRun(t *table.Table, in *interaction.Interaction) {
	runIt(t, in, in.CustomID.Turn.Hand, in.CustomID.Total)
}

// ShowAll handles /show.
func ShowAll(t *table.Table, in *interaction.Interaction) { showCards(t, in, t.View().Turn, allCards) }

// PressShow handles the buttons that show cards.
func PressShow(t *table.Table, in *interaction.Interaction) {
	showCards(t, in, in.CustomID.Turn, in.CustomID.Total)
}
