package limits

import (
	"slices"
	"time"
)

// Streaks counts refusals by kind of request. It is not safe for concurrent use.
type Streaks struct {
	recent  map[string][]time.Time
	longest int
}

// streakWindow is how long a refusal counts towards a ban.
const streakWindow = 10 * time.Minute

// Refused counts a refusal of a request of one kind.
func (s *Streaks) Refused(kind string, now time.Time) {
	list := slices.DeleteFunc(s.recent[kind], func(at time.Time) bool { return now.Sub(at) >= streakWindow })
	if s.recent == nil {
		s.recent = map[string][]time.Time{}
	}
	s.recent[kind] = append(list, now)
	s.longest = max(s.longest, len(s.recent[kind]))
}

// Longest returns the most refusals of one kind of request within ten minutes.
func (s *Streaks) Longest() int { return s.longest }
