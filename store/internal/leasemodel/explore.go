package leasemodel

import (
	"fmt"
	"slices"
	"strings"
)

// The laws, as they are broken.
const (
	together = "two processes commit to one table"
	lost     = "what was acknowledged is lost"
	twice    = "a press took effect twice"
	reused   = "an epoch was granted twice"
	robbed   = "a process that renews its lease in time has lost it"
	halted   = "no process plays within the promised time"
	circle   = "the processes run in a circle, and no time passes"
)

// Report holds the findings of a check.
type Report struct {
	States int          // different ones
	Edges  int          // steps between them
	Taken  map[Step]int // how often each step was
	Full   bool         // a request could not be late, because too many were: raise maxLate
	Broken string       // the law that was broken; "" for none
	Trace  []string     // the shortest way there
}

// String returns the report as text.
func (r Report) String() string {
	if r.Broken == "" {
		return fmt.Sprintf("%d states, %d steps: every law holds", r.States, r.Edges)
	}
	return fmt.Sprintf("%s, after %d states:\n  %s", r.Broken, r.States, strings.Join(r.Trace, "\n  "))
}

// search visits states, the nearest first.
type search struct {
	fault  Fault
	states table
	names  []Step // so far
	number map[Step]int8
	from   []origin
	edges  [][2]int32 // that take no time
	report Report
}

// origin is how a state was reached first.
type origin struct {
	state   int32
	step    int8 // in names
	who     int8
	swapped bool // the step exchanged the two processes
}

// Check visits every state that can be reached within limits. It stops at the first that breaks a law.
func Check(limits Limits, fault Fault) Report {
	s := &search{fault: fault, states: newTable(), number: map[Step]int8{}, report: Report{Taken: map[Step]int{}}}
	begin := first(limits)
	s.states.add(&begin)
	s.from = append(s.from, origin{state: -1})
	for at := 0; at < s.states.size && s.report.Broken == ""; at++ {
		now := *s.states.at(int32(at))
		now.next(fault, func(step Step, who int, a *act) { s.visit(int32(at), step, who, a) })
	}
	s.report.States = s.states.size
	if s.report.Broken == "" {
		s.findCircle()
	}
	return s.report
}

// first returns the state in which both processes have just started.
func first(limits Limits) state {
	s := state{left: limits}
	if !limits.New {
		s.store.listed, s.store.version, s.store.data = true, 1, 1<<s.store.log[0]
	}
	for i := range s.procs {
		s.procs[i] = process{phase: waiting, owner: int8(i) + 1}
		s.procs[i].work(None)
	}
	return s
}

// add adds a state, unless it is known, and returns its number.
func (s *search) add(to state, from origin) int32 {
	n, known := s.states.add(&to)
	if !known {
		s.from = append(s.from, from)
	}
	return n
}

// visit takes in a step from a state.
func (s *search) visit(at int32, step Step, who int, a *act) {
	if s.report.Broken != "" {
		return
	}
	if a.void {
		s.report.Full = true
		return
	}
	s.report.Edges++
	s.report.Taken[step]++
	n, known := s.number[step]
	if !known {
		n = int8(len(s.names))
		s.number[step], s.names = n, append(s.names, step)
	}
	next, from := a.state, origin{at, n, int8(who), false}
	if !next.ordered() {
		next, from.swapped = next.swapped(), true
	}
	if a.why != "" {
		s.report.Broken, s.report.Trace = a.why, s.trace(at, &from, &next)
		return
	}
	to := s.add(next, from)
	if step != Ticks {
		s.edges = append(s.edges, [2]int32{at, to})
	}
}

// trace returns the way to a state, and a step from there if there is one. The processes keep their names on it.
func (s *search) trace(to int32, last *origin, end *state) (lines []string) {
	var way []int32
	for ; to >= 0; to = s.from[to].state {
		way = append(way, to)
	}
	slices.Reverse(way)
	swapped := false
	show := func(from origin, now state) {
		text := "both start"
		if from.state >= 0 {
			text = string(s.names[from.step])
			if who := from.who; who >= 0 {
				if swapped {
					who = 1 - who
				}
				text = fmt.Sprintf("%c: %s", 'A'+who, text)
			}
		}
		if swapped = swapped != from.swapped; swapped {
			now = now.swapped()
		}
		lines = append(lines, fmt.Sprintf("%s → %v", text, now))
	}
	for _, at := range way {
		show(s.from[at], *s.states.at(at))
	}
	if last != nil {
		show(*last, *end)
	}
	return lines
}

// findCircle looks for a way from a state back to it without a tick. It removes states that nothing leads to, until none is
// left.
func (s *search) findCircle() {
	into := make([]int32, s.states.size)
	start := make([]int32, s.states.size+1)
	for _, e := range s.edges { // they are sorted by where they begin
		into[e[1]]++
		start[e[0]+1]++
	}
	for i := range s.states.size {
		start[i+1] += start[i]
	}
	var free []int32
	for i, n := range into {
		if n == 0 {
			free = append(free, int32(i))
		}
	}
	left := s.states.size
	for len(free) > 0 {
		at := free[len(free)-1]
		free = free[:len(free)-1]
		left--
		for _, e := range s.edges[start[at]:start[at+1]] {
			if into[e[1]]--; into[e[1]] == 0 {
				free = append(free, e[1])
			}
		}
	}
	if left == 0 {
		return
	}
	s.report.Broken = circle
	for i, n := range into {
		if n > 0 {
			s.report.Trace = s.trace(int32(i), nil, nil)
			return
		}
	}
}
