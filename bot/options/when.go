package options

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // a machine without time zones has them, too
)

// farthest is how far ahead a typed time may be.
const farthest = 366 * 24 * time.Hour

// times are examples of a typed time. They read the same in every language.
var times = []string{"20:30", "tomorrow 20:30", "2026-12-01 20:30", "in 2h"}

// WhenWant lists the forms of a typed time.
var WhenWant = strings.Join(times, ", ")

// typedTime is a time of day, on a day or today (T123).
var typedTime = regexp.MustCompile(`^(?:(tomorrow|\d{4}-\d{1,2}-\d{1,2})\s+)?(\d{1,2}):(\d{2})$`)

// ErrPast is the error for a time that has passed.
var ErrPast = errors.New("this time has passed")

// ErrFar is the error for a time that is more than a year ahead.
var ErrFar = errors.New("this time is too far ahead")

// ReadTime reads a moment as an organiser types it: a time of day in a zone, today, tomorrow or on a date, or how long from now
// (T123). The moment lies ahead, by a year at most. The error is ErrPast, ErrFar, or an *Error with the name of the option.
func ReadTime(option, typed string, zone *time.Location, now time.Time) (time.Time, error) {
	typed = strings.ToLower(strings.Join(strings.Fields(typed), " "))
	at, ok := readAhead(typed, now.In(zone))
	if !ok {
		at, ok = readTimeOfDay(typed, now, zone)
	}
	switch {
	case ok && !at.After(now):
		return time.Time{}, ErrPast
	case ok && at.Sub(now) > farthest:
		return time.Time{}, ErrFar
	case !ok:
		return time.Time{}, &Error{option, List(times...), 0, Examples}
	}
	return at, nil
}

// units abbreviates units of time.
var units = strings.NewReplacer(" ", "", "days", "d", "day", "d", "hours", "h", "hour", "h", "minutes", "m", "minute", "m", "mins", "m", "min", "m")

// readAhead reads "in 2h", "in 90m", "in 2d" and the like in words. Days are those of the zone of now; to a time
// that its clock skips readAhead adds the length of the jump.
func readAhead(typed string, now time.Time) (at time.Time, ok bool) {
	after, ok := strings.CutPrefix(typed, "in ")
	if !ok {
		return at, false
	}
	after = units.Replace(after)
	if days, ok := strings.CutSuffix(after, "d"); ok {
		n, err := strconv.Atoi(days)
		return afterJump(now.AddDate(0, 0, min(max(n, 0), 1000)), now.Hour(), now.Minute()), err == nil
	}
	d, err := time.ParseDuration(after)
	return now.Add(d), err == nil
}

// readTimeOfDay reads a time of day in a zone, today, or on the day named in front of it. Of a time that the clock repeats it is the first
// one ahead. To a time that the clock skips it adds the length of the jump.
func readTimeOfDay(typed string, now time.Time, zone *time.Location) (at time.Time, ok bool) {
	m := typedTime.FindStringSubmatch(typed)
	if m == nil {
		return at, false
	}
	hour, _ := strconv.Atoi(m[2])
	minute, _ := strconv.Atoi(m[3])
	if hour > 23 || minute > 59 {
		return at, false
	}
	today := now.In(zone)
	year, month, day := today.Date()
	switch m[1] {
	case "":
	case "tomorrow":
		year, month, day = today.AddDate(0, 0, 1).Date()
	default:
		date, err := time.Parse("2006-1-2", m[1])
		if err != nil {
			return at, false
		}
		year, month, day = date.Date()
	}
	at = time.Date(year, month, day, hour, minute, 0, 0, zone)
	fits := func(t time.Time) bool { return t.Hour() == hour && t.Minute() == minute }
	if !fits(at) {
		return afterJump(at, hour, minute), true
	}
	for _, other := range []time.Time{at.Add(-time.Hour), at, at.Add(time.Hour)} {
		if fits(other) && other.After(now) {
			return other, true
		}
	}
	return at, true
}

// afterJump returns a moment that [time.Date] made of a time of day. One that the clock skips it moves past the gap.
func afterJump(at time.Time, hour, minute int) time.Time {
	if at.Hour() == hour && at.Minute() == minute {
		return at
	}
	_, before := at.Zone()
	_, after := at.Add(time.Hour).Zone()
	return at.Add(time.Duration(after-before) * time.Second)
}

// ReadZone returns the time zone with an IANA name, such as Europe/Berlin. Letters may be large or small only as the name has them.
func ReadZone(name string) (*time.Location, bool) {
	name = strings.TrimSpace(name)
	if name == "" || name == "Local" {
		return nil, false
	}
	zone, err := time.LoadLocation(name)
	return zone, err == nil
}
