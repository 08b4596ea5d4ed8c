// Package clock measures how much time has passed by both clocks of a machine.
//
// The wall clock can be set. The monotonic clock cannot, but it stands still while the machine sleeps, as a virtual one does
// whose host saves it. So each of them can miss time, and [Moment.Since] returns the longer of the two answers. It is for
// questions to which "too much" is the safe answer, such as whether a lease may have expired.
package clock

import "time"

// Moment is a point in time by both clocks.
type Moment struct {
	Wall time.Time     // without a monotonic reading
	Up   time.Duration // of the monotonic clock, since the program began
}

var began = time.Now()

// Now returns the current moment.
func Now() Moment {
	now := time.Now()
	return Moment{now.Round(0), now.Sub(began)}
}

// Since returns how much time has passed between was and m, by the clock that counted more.
func (m Moment) Since(was Moment) time.Duration {
	return max(m.Wall.Sub(was.Wall), m.Up-was.Up)
}
