package channel

import (
	"cardroom/bot/interaction"
	"cardroom/bot/table"
)

// OpenPanel handles /cards and the button My cards: it shows a player their cards.
func OpenPanel(t *table.Table, in *interaction.Interaction) { Of(t).OpenPanel(in) }

// ShowStatus handles /table status: it shows the board once more.
func ShowStatus(t *table.Table, in *interaction.Interaction) { Of(t).Status(in) }
