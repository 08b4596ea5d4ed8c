package table

import (
	"testing"

	"cardroom/bot/prefs"
)

// TestAStackIsToppedUpBelowHalf checks the ends: a stack of exactly half stays, and one chip less is topped up. An empty stack is a
// rebuy, which is a setting of its own.
func TestAStackIsToppedUpBelowHalf(t *testing.T) {
	for _, c := range []struct {
		own       prefs.Person
		has, full int64
		want      bool
	}{
		{prefs.Person{AutoTopUp: true}, 500, 1000, false}, {prefs.Person{AutoTopUp: true}, 499, 1000, true},
		{prefs.Person{AutoTopUp: true}, 500, 1001, true}, {prefs.Person{AutoTopUp: true}, 501, 1001, false},
		{prefs.Person{AutoTopUp: true}, 0, 1000, false}, {prefs.Person{AutoRebuy: true}, 0, 1000, true},
		{prefs.Person{AutoRebuy: true}, 1, 1000, false}, {prefs.Person{}, 1, 1000, false},
	} {
		if got := automatic(c.own, c.has, c.full); got != c.want {
			t.Errorf("%d of %d is topped up: %t (rebuy %t, top-up %t)", c.has, c.full, got, c.own.AutoRebuy, c.own.AutoTopUp)
		}
	}
}
