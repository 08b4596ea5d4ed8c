package play

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
)

// CallClock is /clock: the player to act has a minute (R31).
func CallClock(a *table.Table, k *interaction.Interaction) {
	v := a.View()
	c := engine.CallClock{Player: k.User, Turn: v.Turn, At: engine.At(time.Now())}
	do(a, k, c, func() string { return k.Lang.Say.ClockCalled.Format("player", a.PlayerName(a.Seat(v.ToAct))) })
}
