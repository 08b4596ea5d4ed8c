package clock

import (
	"testing"
	"time"
)

func TestSinceCountsByTheClockThatDidNotStandStill(t *testing.T) {
	noon := Moment{time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC), time.Hour}
	for name, c := range map[string]struct{ wall, up, want time.Duration }{
		"both agree":              {time.Minute, time.Minute, time.Minute},
		"the machine slept":       {time.Hour, time.Second, time.Hour},
		"the clock was set back":  {-time.Hour, time.Second, time.Second},
		"the clock was set ahead": {time.Hour, 0, time.Hour},
	} {
		if got := (Moment{noon.Wall.Add(c.wall), noon.Up + c.up}).Since(noon); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestNowReadsBothClocks(t *testing.T) {
	first := Now()
	time.Sleep(time.Millisecond)
	second := Now()
	if second.Up <= first.Up || !second.Wall.After(first.Wall) || first.Wall != first.Wall.Round(0) {
		t.Errorf("%v, then %v", first, second)
	}
}
