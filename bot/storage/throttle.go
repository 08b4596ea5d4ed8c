package storage

// Throttle limits the tables that work at once. It lifts the limit during a store outage: each table has to notice the
// outage itself so that its players get their time back.
type Throttle struct {
	slots  chan struct{}
	outage *Outage
}

// NewThrottle returns a throttle with that many slots.
func NewThrottle(slots int, o *Outage) Throttle {
	return Throttle{make(chan struct{}, slots), o}
}

// Acquire blocks until a slot is free, and returns its release func.
func (t Throttle) Acquire() (release func()) {
	select {
	case t.slots <- struct{}{}:
		return func() { <-t.slots }
	case <-t.outage.started():
		return func() {}
	}
}
