package table

import (
	"time"

	"cardroom/engine"
)

// minClockJump is the least jump of the clock that is heeded.
const minClockJump = 2 * time.Second

// ClockStep is how far a clock has been set since a moment of which it knows wall time and, by the machine's own count, how
// long it is ago.
func ClockStep(then, now time.Time, elapsed time.Duration) time.Duration {
	return now.Round(0).Sub(then.Round(0)) - elapsed
}

// followClock moves the table's deadlines as far as the clock was set. It is false while the store does not take that.
func (a *timer) followClock() bool {
	step := a.table.Env.Jump() - a.clockJump
	if step.Abs() < minClockJump {
		return true
	}
	a.table.run(func() {
		a.clockJump += step
		now := time.Now()
		if a.table.version == 0 {
			return
		}
		a.table.Log.Warn("the clock was set", "by", step)
		if err := a.table.apply(a.table.idempotencyKey("step"), engine.CreditDowntime{Last: engine.At(now.Add(-step)), At: engine.At(now)}, nil); err != nil {
			a.table.Log.Error("the deadlines were not moved", "err", err)
			a.clockJump -= step
		}
	})
	return !a.table.recovery.uncertain.is
}
