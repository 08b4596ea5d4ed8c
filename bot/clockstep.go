package bot

import (
	"time"

	"cardroom/bot/table"
)

// stepped is how far the clock has been set in the life of the program. A machine that was asleep did not count either.
func (b *Bot) stepped() time.Duration {
	if b.config.Step != nil {
		return b.config.Step()
	}
	return table.ClockStep(b.born, time.Now(), time.Since(b.born))
}
