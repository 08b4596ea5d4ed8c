package play

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
)

// CallClock handles /clock, which gives the player to act one minute (R31).
func CallClock(t *table.Table, in *interaction.Interaction) {
	v := t.View()
	c := engine.CallClock{Player: in.User, Turn: v.Turn, At: engine.At(time.Now())}
	do(t, in, c, func() string { return in.Lang.Say.ClockCalled.Format("player", t.Names.Player(t.Seat(v.ToAct))) })
}
