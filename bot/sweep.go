package bot

import (
	"cardroom/bot/channel"
)

// sweep looks at every table that is in motion. Me is the bot's user.
func (b *Bot) sweep(me string) {
	if b.Me.Swap(&me) != nil {
		return // in this life it was done
	}
	for _, a := range b.Tables.All(0) {
		a.Post(func() {
			if a.Moves() {
				channel.Of(a).Sweeper.Sweep()
			}
		})
	}
}
