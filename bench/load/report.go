package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// report says what came of a load, and what is not as it should be.
type report struct {
	goal   goal
	failed int
}

func (r *report) say(format string, args ...any) { fmt.Printf(format+"\n", args...) }

// check says what is wrong, if anything is.
func (r *report) check(ok bool, format string, args ...any) {
	if !ok {
		r.failed++
		r.say("NOT AS IT SHOULD BE: "+format, args...)
	}
}

func (r *report) good() bool { return r.failed == 0 }

// head is the machine and the task.
func (r *report) head(name, store string) {
	load, _ := os.ReadFile("/proc/loadavg")
	lately, _, _ := strings.Cut(string(load), " ")
	r.say("%s on %d processors, load %s, %s, %s", name, runtime.NumCPU(), lately, runtime.Version(), time.Now().UTC().Format(time.DateOnly))
	if g, own := goals[name], r.goal; g != own {
		r.say("not in the size of the goal, which is %d tables and %d presses a second for %v", g.tables, g.actions, g.length)
	}
	boards := "text boards"
	if r.goal.painted {
		boards = "boards with pictures"
	}
	r.say("%d tables, %d presses a second for %v, %s, store %s", r.goal.tables, r.goal.actions, r.goal.length, boards, store)
}

// presses is what the people met.
func (r *report) presses(c *crowd, w *world) {
	slices.Sort(c.took)
	n, g := len(c.took), r.goal
	if n == 0 {
		r.check(false, "nobody could press")
		return
	}
	at := func(per int) time.Duration { return c.took[(n-1)*per/1000].Round(100 * time.Microsecond) }
	p99, slowest := at(990), at(1000)
	rate, cores := float64(n)/c.length.Seconds(), c.cpu.Seconds()/c.length.Seconds()
	r.say("%d presses, %.0f a second; %d were due where nobody was to act or the last had no answer", n, rate, c.skipped)
	r.say("press to answer: median %v, p99 %v, p99.9 %v, slowest %v", at(500), p99, at(999), slowest)
	r.say("the program: %v of a processor for a press, %.2f cores, %d MB, %d MB at most", (c.cpu / time.Duration(n)).Round(time.Microsecond), cores, w.memory("VmRSS")>>20, w.most()>>20)
	r.say("refused %d, moved on %d, met no program %d, killed %d times", c.counts[refused], c.counts[moved], c.excused, len(c.starts))
	for text, n := range c.texts {
		r.say("  %d times: %.120q", n, text)
	}
	r.check(c.counts[unsaid] == 0, "%d presses had no answer within three seconds", c.counts[unsaid])
	r.check(c.counts[lost] == 0, "%d presses met a table that had lost what was answered", c.counts[lost])
	r.say("%d global 429s", w.limited.Load())
	if g.kill == 0 { // a life that has just begun does not know what the last one asked for within the second
		r.check(w.limited.Load() == 0, "%d global 429s", w.limited.Load())
		r.check(rate > 0.9*float64(g.actions), "%.0f presses a second are less than asked for", rate)
	}
	r.check(g.p99 == 0 || p99 <= g.p99, "p99 is more than %v", g.p99)
	r.check(g.slowest == 0 || slowest <= g.slowest, "the slowest took more than %v", g.slowest)
	r.check(g.cores == 0 || cores <= g.cores, "%.2f cores are more than %.2f", cores, g.cores)
	r.check(g.memory == 0 || w.most() <= g.memory, "more than %d MB", g.memory>>20)
}

// restart is a kill -9 and a start with all tables live.
func (r *report) restart(w *world, c *crowd) error {
	if err := c.again(); err != nil {
		return err
	}
	slices.Sort(c.starts)
	n := len(c.starts)
	median, slowest := c.starts[n/2], c.starts[n-1]
	r.say("a start with %d live tables takes %v and %v of a processor, the slowest of %d %v", len(c.tables), median.Round(time.Millisecond), c.startCPU, n, slowest.Round(time.Millisecond))
	r.check(r.goal.back == 0 || slowest <= r.goal.back, "more than %v", r.goal.back)
	return nil
}

// end looks through the books, and at what the program said.
func (r *report) end(w *world) {
	said, err := w.doctor()
	r.say("doctor: %.200s", said)
	r.check(err == nil, "the doctor: %v", err)
	text := w.log.String()
	for _, bad := range []string{"level=ERROR", "panic"} {
		n := strings.Count(text, bad)
		r.check(n == 0, "%d times %q in the log, first %.300q", n, bad, text[max(0, strings.Index(text, bad)):])
	}
	if warnings := strings.Count(text, "level=WARN"); warnings > 0 {
		r.say("%d warnings in the log, first %.200q", warnings, text[strings.Index(text, "level=WARN"):])
	}
	if r.good() {
		r.say("OK")
	}
}
