package bot

import (
	"time"

	"cardroom/engine"
)

// Deadlines are stored as times of day, for the next life of the program. The clock of the machine may be set meanwhile,
// forward or back: what it jumps is nobody's time (R32).

// leastStep is the least jump of the clock that is heeded.
const leastStep = 2 * time.Second

// clockStep is how far a clock has been set since a moment of which it knows wall time and, by the machine's own count, how
// long it is ago.
func clockStep(then, now time.Time, elapsed time.Duration) time.Duration {
	return now.Round(0).Sub(then.Round(0)) - elapsed
}

// stepped is how far the clock has been set in the life of the program. A machine that was asleep did not count either.
func (b *Bot) stepped() time.Duration {
	if b.config.Step != nil {
		return b.config.Step()
	}
	return clockStep(b.born, time.Now(), time.Since(b.born))
}

// onTime moves the table's deadlines as far as the clock was set. It is false while the store does not take that.
func (a *actor) onTime() bool {
	step := a.bot.stepped() - a.stepped
	if step.Abs() < leastStep {
		return true
	}
	a.run(func() {
		a.stepped += step
		now := time.Now()
		if a.version == 0 {
			return
		}
		a.log.Warn("the clock was set", "by", step)
		if err := a.apply(a.once("step"), engine.CreditDowntime{Last: engine.At(now.Add(-step)), At: engine.At(now)}); err != nil {
			a.log.Error("the deadlines were not moved", "err", err)
			a.stepped -= step
		}
	})
	return !a.doubt.is
}
