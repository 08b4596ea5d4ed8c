package table

import (
	"testing"
)

// The alarm rings while the table's goroutine finds that the store does not answer. It was the only alarm, so the goroutine
// must go on. Without that, three of ten thousand tables with simultaneous timeouts paused for ever.
func TestAnAlarmThatRingsBeforeTheWorkRestsIsNotLost(t *testing.T) {
	began := 0
	a := &Table{mailbox: mailbox{begin: func() bool { began++; return true }}}
	a.mailbox.ring(func() {})
	if !a.mailbox.more() || began != 1 {
		t.Fatalf("the work began %d times", began)
	}
	a.mailbox.ring(func() {}) // while reading the table fails
	if a.mailbox.yield() {
		t.Fatal("the work rests, and nothing will wake it")
	}
	if !a.mailbox.more() || !a.mailbox.yield() {
		t.Error("the work does not rest where nothing rang meanwhile")
	}
	if a.mailbox.ring(func() {}); began != 2 {
		t.Errorf("the next alarm begins no work: it began %d times", began)
	}
}
