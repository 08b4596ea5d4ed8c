package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// report prints the results of a load and counts those that miss their goal.
type report struct {
	goal   goal
	failed int
}

func (r *report) printf(format string, args ...any) { fmt.Printf(format+"\n", args...) }

// check prints and counts a miss unless ok.
func (r *report) check(ok bool, format string, args ...any) {
	if !ok {
		r.failed++
		r.printf("NOT AS IT SHOULD BE: "+format, args...)
	}
}

func (r *report) ok() bool { return r.failed == 0 }

// header prints the machine and the task.
func (r *report) header(name, store string) {
	load, _ := os.ReadFile("/proc/loadavg")
	lately, _, _ := strings.Cut(string(load), " ")
	r.printf("%s on %d processors, load %s, %s, %s", name, runtime.NumCPU(), lately, runtime.Version(), time.Now().UTC().Format(time.DateOnly))
	if g, own := goals[name].override(goal{}), r.goal; g != own {
		r.printf("not in the size of the goal, which is %d tables and %d presses a second for %v", g.tables, g.actions, g.duration)
	}
	boards := "text boards"
	if r.goal.pictures {
		boards = "boards with pictures"
	}
	r.printf("%d tables, %d presses a second for %v, %s, store %s", r.goal.tables, r.goal.actions, r.goal.duration, boards, store)
}

// percentiles sorts a list of times and returns a function for the one below which so many of a thousand are.
func percentiles(list []time.Duration) func(per int) time.Duration {
	slices.Sort(list)
	return func(per int) time.Duration { return list[(len(list)-1)*per/1000].Round(100 * time.Microsecond) }
}

// latency prints the latency and the cost of the presses.
func (r *report) latency(c *crowd, w *system) {
	n, g := len(c.latencies), r.goal
	if n == 0 {
		r.check(false, "no player could press")
		return
	}
	at := percentiles(c.latencies)
	p99, slowest := at(990), at(1000)
	rate, cores := float64(n)/c.duration.Seconds(), c.spent.cpu.Seconds()/c.duration.Seconds()
	r.printf("%d presses, %.0f a second; %d were due where no player was to act or the last had no answer", n, rate, c.skipped)
	r.printf("press to answer: median %v, p99 %v, p99.9 %v, slowest %v", at(500), p99, at(999), slowest)
	r.printf("the program: %v of a processor for a press, %.2f cores, %d MB, %d MB at most", (c.spent.cpu / time.Duration(n)).Round(time.Microsecond), cores, w.memory("VmRSS")>>20, w.peakMemory()>>20)
	r.printf("Discord and its players: %v of a processor for a press, %.2f cores", (c.spent.discordCPU / time.Duration(n)).Round(time.Microsecond), c.spent.discordCPU.Seconds()/c.duration.Seconds())
	edits := float64(c.spent.panelEdits) / float64(n)
	most := g.mostCPU(edits)
	r.printf("panels: %d were opened before, %.2f edits or new ones for a press; with them a press may take %v of a processor", g.panels, edits, most)
	r.printf("refused %d, moved on %d, met no program %d, killed %d times", c.counts[refused], c.counts[stale], c.excused, len(c.starts))
	for text, n := range c.texts {
		r.printf("  %d times: %.120q", n, text)
	}
	for said, n := range c.asked {
		r.printf("  /history was answered %d times: %.60q…", n, said)
	}
	r.check(c.counts[unanswered] == 0, "%d presses had no answer within three seconds", c.counts[unanswered])
	r.check(c.counts[rolledBack] == 0, "%d presses met a table that had lost what was answered", c.counts[rolledBack])
	r.printf("%d global 429s", w.globalLimits.Load())
	if g.kill == 0 { // a new process does not know what the last one requested in this second
		r.check(w.globalLimits.Load() == 0, "%d global 429s", w.globalLimits.Load())
		r.check(rate > 0.9*float64(g.actions), "%.0f presses a second are less than asked for", rate)
	}
	r.check(g.p99 == 0 || p99 <= g.p99, "p99 is more than %v", g.p99)
	r.check(g.max == 0 || slowest <= g.max, "the slowest took more than %v", g.max)
	r.check(g.cores == 0 || cores <= g.cores, "%.2f cores are more than %.2f", cores, g.cores)
	if g.cheap {
		r.check(c.spent.cpu/time.Duration(n) <= most, "a press takes more than %v of a processor", most)
	}
	r.check(g.memory == 0 || w.peakMemory() <= g.memory, "more than %d MB", g.memory>>20)
}

// restart measures a kill -9 and a start with all tables live.
func (r *report) restart(c *crowd) error {
	if err := c.restart(); err != nil {
		return err
	}
	slices.Sort(c.starts)
	n := len(c.starts)
	median, slowest := c.starts[n/2], c.starts[n-1]
	r.printf("a start with %d live tables takes %v and %v of a processor, the slowest of %d %v", len(c.tables), median.Round(time.Millisecond), c.startCPU, n, slowest.Round(time.Millisecond))
	r.check(r.goal.ready == 0 || slowest <= r.goal.ready, "more than %v", r.goal.ready)
	return nil
}

// end prints the doctor's findings in the store and the errors and warnings in the program's log. It kills the program
// before it reads the log, which is written as long as the program runs.
func (r *report) end(w *system) {
	said, err := w.doctor()
	r.printf("doctor: %.200s", said)
	r.check(err == nil, "the doctor: %v", err)
	err = w.kill()
	r.check(err == nil, "the program was not there to be killed: %v", err)
	text := w.log.String()
	for _, bad := range []string{"level=ERROR", "panic"} {
		n := strings.Count(text, bad)
		r.check(n == 0, "%d times %q in the log, first %.300q", n, bad, text[max(0, strings.Index(text, bad)):])
	}
	if warnings := strings.Count(text, "level=WARN"); warnings > 0 {
		r.printf("%d warnings in the log, first %.200q", warnings, text[strings.Index(text, "level=WARN"):])
	}
	if r.ok() {
		r.printf("OK")
	}
}
