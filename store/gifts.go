package store

import (
	"fmt"
	"time"
)

// What gifts may move on a UTC day in a guild, in chips: all that one person gives, and all that one is given.
const (
	GiveLimit = Opening
	TakeLimit = 2 * Opening
)

// Gifts is what a person gave others and was given by them, in chips, on the UTC day of the last gift of either kind. A new
// day begins at nothing; on a day before the last one, as where a clock was set back, the last one counts on.
type Gifts struct {
	Day          string // "2026-11-22", "" before the first gift
	Given, Taken int64
}

// MayGive is how many chips the person may give others at a moment, whatever their wallet holds.
func (g Gifts) MayGive(at time.Time) int64 { return max(0, GiveLimit-g.on(Day(at)).Given) }

// MayTake is how many chips the person may be given by others at a moment.
func (g Gifts) MayTake(at time.Time) int64 { return max(0, TakeLimit-g.on(Day(at)).Taken) }

// on is what counts on a day.
func (g Gifts) on(day string) Gifts {
	if day > g.Day {
		return Gifts{Day: day}
	}
	return g
}

// After is the gifts with one more on a day.
func (g Gifts) After(day string, given, taken int64) Gifts {
	g = g.on(day)
	g.Given += given
	g.Taken += taken
	return g
}

// End is when the day is over, and the gifts of the next begin at nothing.
func (g Gifts) End() time.Time {
	began, _ := time.Parse(time.DateOnly, g.Day)
	return began.AddDate(0, 0, 1)
}

// String is the gifts as they are kept, and readGifts reads them; "" is none.
func (g Gifts) String() string {
	if g == (Gifts{}) {
		return ""
	}
	return fmt.Sprintf("%s %d %d", g.Day, g.Given, g.Taken)
}

func ParseGifts(value string) (g Gifts, err error) {
	if value == "" {
		return g, nil
	}
	fmt.Sscanf(value, "%s %d %d", &g.Day, &g.Given, &g.Taken)
	if _, err := time.Parse(time.DateOnly, g.Day); err != nil || g.Given < 0 || g.Taken < 0 || g.String() != value {
		return Gifts{}, fmt.Errorf("store: stored gifts cannot be read: %q", value)
	}
	return g, nil
}

// GiftError says that a gift is more than one person may give on a day, or another be given.
type GiftError struct {
	Left   int64     // chips that the one may still give the other now; 0 for none
	Resets time.Time // when it may be more: the end of a UTC day
}

func (e *GiftError) Error() string {
	return fmt.Sprintf("store: gifts of the day: %d are left until %s", e.Left, e.Resets.Format(time.RFC3339))
}

// Day is the UTC day of a time, as claims are kept.
func Day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
