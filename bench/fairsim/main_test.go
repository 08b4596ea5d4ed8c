package main

import (
	"slices"
	"testing"
)

// A text that is chosen before the hand's message exists is worth nothing. A message that is posted again is worth a try.
func TestWhatAChoiceIsWorth(t *testing.T) {
	const trials = 60
	last := len(tries) - 1
	for _, a := range attacks {
		shares := a.measure(trials, 1)
		worthless := a.again == nil || a.after != nil
		if got := shares[last]; worthless && got > 0.1 || !worthless && got < 0.9 {
			t.Errorf("%s, against %s: aces in %.2f of %d trials with %d tries", a.name, a.against, got, trials, tries[last])
		}
		if !worthless && !slices.IsSorted(shares) {
			t.Errorf("%s, against %s: more tries find fewer aces: %v", a.name, a.against, shares)
		}
	}
}

// More of the same choice, and a choice that knows more, wins more.
func TestWhatVoidsAreWorth(t *testing.T) {
	r := measure(2, 1)
	honest, early, earlyThree, course, courseThree, twice, often := r[0].won.mean, r[1].won.mean, r[2].won.mean, r[3].won.mean, r[4].won.mean, r[5].won.mean, r[6].won.mean
	for _, rising := range [][]float64{{honest, early, earlyThree}, {honest, course, courseThree}, {early, course}, {earlyThree, courseThree}, {honest, twice, often}} {
		if !slices.IsSorted(rising) || rising[0] == rising[len(rising)-1] {
			t.Errorf("%v big blinds a hundred hands do not rise", rising)
		}
	}
}

func TestOnlyHandsThatLoseAreCalledOff(t *testing.T) {
	var b []dealt
	for _, won := range []float64{3, -2, -9, 1} {
		var d dealt
		d[0].won = won
		b = append(b, d)
	}
	for n, want := range []float64{-7, 2, 4, 4} {
		if got := sum(without(b, n, byOutcome)); got != want {
			t.Errorf("without the worst %d: %v, want %v", n, got, want)
		}
	}
}
