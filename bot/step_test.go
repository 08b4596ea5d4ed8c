package bot

import (
	"testing"
	"time"
)

// A jump of the clock is the difference between the wall clock and the monotonic clock (P7).
func TestAJumpOfTheClockIsMeasured(t *testing.T) {
	then := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for _, step := range []time.Duration{0, time.Hour, -time.Hour, 40 * time.Millisecond} {
		const elapsed = 90 * time.Second
		if got := clockStep(then, then.Add(elapsed+step), elapsed); got != step {
			t.Errorf("a clock that was set by %v was set by %v", step, got)
		}
	}
	if b := (&Bot{born: time.Now()}); b.clockJump().Abs() > time.Second {
		t.Errorf("a clock that nobody set was set by %v", b.clockJump())
	}
}
