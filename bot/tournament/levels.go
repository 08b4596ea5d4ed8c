package tournament

import (
	"strconv"
	"strings"
	"time"

	"cardroom/engine/tournament/setup"
)

// levelsWant lists the accepted inputs for levels.
const levelsWant = "hyper, turbo, regular, deep, slow, 300/30/1m/5m"

// defaultPause is how long a result stands (T35).
const defaultPause = 5 * time.Second

// levels are the levels of a tournament, with its stack, clock and pause.
type levels struct {
	setup.Made
	pause time.Duration // after a result
}

// readLevels reads a preset, or levels of one's own: the stack, its big blinds at the start, how long a level lasts, about how
// long the tournament, and the pause after a result. A level without a unit lasts that many hands: 300/30/2 has levels of two
// hands (T20, T29).
func readLevels(typed string, players int) (l levels, ok bool) {
	typed = strings.ToLower(strings.TrimSpace(typed))
	l.pause = defaultPause
	if made, ok := setup.Preset(typed, players); ok {
		l.Made = made
		return l, true
	}
	parts := strings.Split(typed, "/")
	if len(parts) < 3 || len(parts) > 5 {
		return l, false
	}
	stack, err1 := strconv.Atoi(parts[0])
	depth, err2 := strconv.Atoi(parts[1])
	if err1 != nil || err2 != nil || depth < 5 || depth > 1000 || stack < 2*depth || stack > 1_000_000 {
		return l, false
	}
	length, hands := time.Minute, 0
	if hands, err1 = strconv.Atoi(parts[2]); err1 != nil {
		if length, ok = readSpan(parts[2], 10*time.Second, 24*time.Hour); !ok {
			return l, false
		}
	} else if hands < 1 || hands > 1000 {
		return l, false
	}
	target := 5 * length
	if len(parts) > 3 && parts[3] != "" {
		if target, ok = readSpan(parts[3], length, 100*length); !ok {
			return l, false
		}
	}
	if len(parts) > 4 {
		if l.pause, ok = readSpan(parts[4], 0, time.Minute); !ok {
			return l, false
		}
	}
	l.Made = setup.Target(int64(stack), players, target, length, depth)
	l.Clock = setup.DefaultOptions("turbo").Times.Clock
	if hands > 0 {
		l.Schedule.Hands, l.Schedule.Length = hands, 0
	}
	return l, true
}

// readSpan reads a length of time from least to most, in whole seconds.
func readSpan(typed string, least, most time.Duration) (d time.Duration, ok bool) {
	d, err := time.ParseDuration(typed)
	return d, err == nil && d >= least && d <= most && d%time.Second == 0
}
