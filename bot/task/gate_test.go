package task

import (
	"slices"
	"testing"
)

func TestAGateHasFunctionsWaitForTheLastRelease(t *testing.T) {
	var g Gate
	var ran []int
	add := func(n int) bool { return g.Delay(func() { ran = append(ran, n) }) }
	if add(1) {
		t.Error("a function waits without a hold")
	}
	g.Hold()
	first := add(2)
	g.Hold()
	second := add(3)
	g.Release()
	if !first || !second || len(ran) > 0 {
		t.Errorf("held once more: %t, %t, and %d ran", first, second, ran)
	}
	g.Release()
	if want := []int{2, 3}; !slices.Equal(ran, want) || add(4) {
		t.Errorf("released: %d ran, want %d", ran, want)
	}
}
