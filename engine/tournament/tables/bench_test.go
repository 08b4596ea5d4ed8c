package tables

import (
	"testing"

	"cardroom/engine/enginetest"
)

// BenchmarkSitAndGo plays Sit & Gos of nine players who decide at random, with director and table and plain decks. It reports
// hands for each second of processor time, which other programs on the machine do not change.
func BenchmarkSitAndGo(b *testing.B) {
	hands, begin := 0, enginetest.CPUTime(b)
	for i := range b.N {
		g := newSitAndGo(b, uint64(i), 9)
		g.play()
		hands += g.hands
	}
	b.ReportMetric(float64(hands)/(enginetest.CPUTime(b)-begin).Seconds(), "hands/cpu-s")
}
