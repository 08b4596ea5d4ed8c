package task

import (
	"testing"
)

// The alarm rings while a table's goroutine finds that the store does not answer. It was the only alarm, so the goroutine
// must go on. Without that, three of ten thousand tables with simultaneous timeouts paused for ever.
func TestAnAlarmThatRingsBeforeTheWorkRestsIsNotLost(t *testing.T) {
	began := 0
	q := &Queue{Begin: func() bool { began++; return true }}
	q.Ring(func() {})
	if !q.More() || began != 1 {
		t.Fatalf("the work began %d times", began)
	}
	q.Ring(func() {}) // while reading the table fails
	if q.Yield() {
		t.Fatal("the work rests, and nothing will wake it")
	}
	if !q.More() || !q.Yield() {
		t.Error("the work does not rest where nothing rang meanwhile")
	}
	if q.Ring(func() {}); began != 2 {
		t.Errorf("the next alarm begins no work: it began %d times", began)
	}
}

// A user's jobs are counted apart from those of others, and each that ends makes room.
func TestReserveLimitsTheJobsOfOneUser(t *testing.T) {
	q := new(Queue)
	for n := range 3 {
		if fits := q.Reserve(1, 2); fits != (n < 2) {
			t.Errorf("job %d of a user fits: %t", n+1, fits)
		}
	}
	if !q.Reserve(2, 2) {
		t.Error("a user's jobs keep those of another out")
	}
	if q.Release(1); !q.Reserve(1, 2) {
		t.Error("a job that ended makes no room")
	}
}
