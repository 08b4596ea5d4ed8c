package metrics

import (
	"fmt"
	"io"
	"strconv"
	"sync/atomic"
	"time"
)

// Histogram counts durations in buckets with fixed upper bounds, so that histogram_quantile of Prometheus works. The
// metrics library's own buckets do not work with it.
type Histogram struct {
	name   string
	counts [len(bounds) + 1]atomic.Uint64 // between a bound and the one before; the last is above all
	nanos  atomic.Int64
}

// bounds are the upper bounds of the buckets. Discord waits 3 s for an answer; boards may be stale for longer.
var bounds = [...]time.Duration{
	time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond, 10 * time.Millisecond, 25 * time.Millisecond,
	50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2 * time.Second, 3 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute,
}

// Since counts the time from start until now.
func (h *Histogram) Since(start time.Time) {
	took := time.Since(start)
	i := 0
	for i < len(bounds) && took > bounds[i] {
		i++
	}
	h.counts[i].Add(1)
	h.nanos.Add(int64(took))
}

// write writes the histogram in the text form of Prometheus. Its count is the last bucket's, so that the two agree while
// other goroutines count.
func (h *Histogram) write(w io.Writer) {
	fmt.Fprintf(w, "# TYPE %s histogram\n", h.name)
	sum := uint64(0)
	for i := range h.counts {
		sum += h.counts[i].Load()
		bound := "+Inf"
		if i < len(bounds) {
			bound = strconv.FormatFloat(bounds[i].Seconds(), 'g', -1, 64)
		}
		fmt.Fprintf(w, "%s_bucket{le=%q} %d\n", h.name, bound, sum)
	}
	fmt.Fprintf(w, "%s_sum %g\n%s_count %d\n", h.name, time.Duration(h.nanos.Load()).Seconds(), h.name, sum)
}
