package bot

import "testing"

// The alarm rings while the work of a table finds that the store does not answer: it was the only one, so the work goes on. Of ten
// thousand tables whose decisions ran out at once three stood still for ever.
func TestAnAlarmThatRingsBeforeTheWorkRestsIsNotLost(t *testing.T) {
	begun := 0
	a := &actor{inbox: inbox{begin: func() bool { begun++; return true }}}
	a.ring(func() {})
	if !a.inbox.more() || begun != 1 {
		t.Fatalf("the work began %d times", begun)
	}
	a.ring(func() {}) // while the table is read in vain
	if a.inbox.rest() {
		t.Fatal("the work rests, and nothing will wake it")
	}
	if !a.inbox.more() || !a.inbox.rest() {
		t.Error("the work does not rest where nothing rang meanwhile")
	}
	if a.ring(func() {}); begun != 2 {
		t.Errorf("the next alarm begins no work: it began %d times", begun)
	}
}
