package store

import (
	"fmt"
	"time"
)

// How many chips one person may give, and receive, on a UTC day in a guild.
const (
	GiveLimit = Opening
	TakeLimit = 2 * Opening
)

// Gifts are the chips that a person gave to others and received from them on the UTC day of the last gift. A new day begins
// at zero. On an earlier day, as when a clock was set back, the last day goes on.
type Gifts struct {
	Day          string // "2026-11-22", "" before the first gift
	Given, Taken int64
}

// MayGive returns how many chips the person may give at a moment, whatever their wallet holds.
func (g Gifts) MayGive(at time.Time) int64 { return max(0, GiveLimit-g.on(Day(at)).Given) }

// MayTake returns how many chips the person may receive at a moment.
func (g Gifts) MayTake(at time.Time) int64 { return max(0, TakeLimit-g.on(Day(at)).Taken) }

// on returns the gifts that count on a day.
func (g Gifts) on(day string) Gifts {
	if day > g.Day {
		return Gifts{Day: day}
	}
	return g
}

// After returns the gifts after one more on a day.
func (g Gifts) After(day string, given, taken int64) Gifts {
	g = g.on(day)
	g.Given += given
	g.Taken += taken
	return g
}

// End returns when the day is over, and the next begins at zero.
func (g Gifts) End() time.Time {
	began, _ := time.Parse(time.DateOnly, g.Day)
	return began.AddDate(0, 0, 1)
}

// String returns the stored form of gifts, which ParseGifts reads; "" stands for none.
func (g Gifts) String() string {
	if g == (Gifts{}) {
		return ""
	}
	return fmt.Sprintf("%s %d %d", g.Day, g.Given, g.Taken)
}

// ParseGifts reads the stored form of gifts.
func ParseGifts(value string) (g Gifts, err error) {
	if value == "" {
		return g, nil
	}
	fmt.Sscanf(value, "%s %d %d", &g.Day, &g.Given, &g.Taken)
	if _, err := time.Parse(time.DateOnly, g.Day); err != nil || g.Given < 0 || g.Taken < 0 || g.String() != value {
		return Gifts{}, fmt.Errorf("store: stored gifts %q are not \"day given taken\"", value)
	}
	return g, nil
}

// GiftError says that a gift is more than its giver may give on a day, or its receiver may take.
type GiftError struct {
	Left   int64     // chips that the giver may still give to this receiver
	Resets time.Time // when the limits begin anew: the end of a UTC day
}

func (e *GiftError) Error() string {
	return fmt.Sprintf("store: the gift exceeds a daily limit: %d chips are left until %s", e.Left, e.Resets.Format(time.RFC3339))
}

// Day returns the UTC day of a time, as claims and gifts store it.
func Day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
