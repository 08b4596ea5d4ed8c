//go:build unix

package tables

import (
	"syscall"
	"testing"
	"time"
)

// BenchmarkSitAndGo plays Sit & Gos of nine players who decide at random, with director and table and plain decks. It reports
// hands for each second of processor time, which other programs on the machine do not change.
func BenchmarkSitAndGo(b *testing.B) {
	hands, begin := 0, used(b)
	for i := range b.N {
		g := newSitAndGo(b, uint64(i), 9)
		g.play()
		hands += g.hands
	}
	b.ReportMetric(float64(hands)/(used(b)-begin).Seconds(), "hands/cpu-s")
}

// used returns the processor time that this process has used.
func used(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
