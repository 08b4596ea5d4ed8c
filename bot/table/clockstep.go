package table

import (
	"time"

	"cardroom/engine"
)

// leastStep is the least jump of the clock that is heeded.
const leastStep = 2 * time.Second

// ClockStep is how far a clock has been set since a moment of which it knows wall time and, by the machine's own count, how
// long it is ago.
func ClockStep(then, now time.Time, elapsed time.Duration) time.Duration {
	return now.Round(0).Sub(then.Round(0)) - elapsed
}

// onTime moves the table's deadlines as far as the clock was set. It is false while the store does not take that.
func (a *Table) onTime() bool {
	step := a.Env.Jump() - a.Timer.stepped
	if step.Abs() < leastStep {
		return true
	}
	a.Run(func() {
		a.Timer.stepped += step
		now := time.Now()
		if a.Version == 0 {
			return
		}
		a.Log.Warn("the clock was set", "by", step)
		if err := a.apply(a.Once("step"), engine.CreditDowntime{Last: engine.At(now.Add(-step)), At: engine.At(now)}, nil); err != nil {
			a.Log.Error("the deadlines were not moved", "err", err)
			a.Timer.stepped -= step
		}
	})
	return !a.Recovery.Doubt.Is
}
