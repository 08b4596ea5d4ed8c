package ai

import "cardroom/engine/card"

// six rates the four cards of Omaha by the chart, as the six hands of two that they are. A third card of a rank or of a suit
// takes an out and gives nothing.
func six(c [4]card.Card) (sum float64) {
	var ranks [13]int
	var suits [4]int
	for i := range c {
		ranks[c[i].Rank()]++
		suits[c[i].Suit()]++
		for j := i + 1; j < len(c); j++ {
			sum += max(0, points(c[i], c[j]))
		}
	}
	for _, n := range ranks {
		if n > 2 {
			sum -= 14 * float64(n-1)
		}
	}
	for _, n := range suits {
		if n > 2 {
			sum -= 3 * float64(n-1)
		}
	}
	return sum
}

// fourPoints returns what four cards are on the chart: as many points as the two cards of hold'em have that are as rarely
// beaten.
func fourPoints(c [4]card.Card) float64 {
	const usual, good = 6.5, 46 // sums of no points, and of a hand to raise with
	sum := six(c)
	return (min(sum, good)-usual)/3.9 + max(0, sum-good)*0.6
}
