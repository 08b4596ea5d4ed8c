package main_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

var tablesFlag = flag.Int("tables", 12, "tables at once in the test of many")

// seatAll brings people to the table and waits for the first decision.
func (r *room) seatAll() board {
	r.t.Helper()
	for _, p := range r.people {
		r.tell(p, "/sit", "buyin", "1000")
	}
	b, ok := r.until(15*time.Second, func(b board) bool { return b.actor >= 0 })
	if !ok {
		r.t.Fatalf("seed %d, %s: no decision:\n%s", r.seed, r.name, b.text)
	}
	return b
}

// times are how long answers took.
type times []time.Duration

func (t times) at(percent int) time.Duration {
	slices.Sort(t)
	return t[(len(t)-1)*percent/100]
}

func (t times) String() string {
	return fmt.Sprintf("%d answers: median %v, p99 %v, slowest %v", len(t), t.at(50), t.at(99), t.at(100))
}

// storm sends presses at once, one after the other for each person, and says how each was answered.
func (r *room) storm(presses int, who func(int) *discordtest.Person, m *discordtest.Message, id string) (kinds map[int]int, took times) {
	var mu sync.Mutex
	var all sync.WaitGroup
	kinds = map[int]int{}
	for i := range presses {
		all.Go(func() {
			out := r.do(who(i), r.ch, discordtest.Press{Message: m.ID, CustomID: id, Forged: true})
			mu.Lock()
			defer mu.Unlock()
			kinds[out.Type]++
			took = append(took, out.Took)
		})
	}
	all.Wait()
	return kinds, took
}

// TestAThousandPressesAtOnceActOnce is a test of P5.
func TestAThousandPressesAtOnceActOnce(t *testing.T) {
	presses := 1000
	if testing.Short() { // the race detector makes the fake Discord ten times slower, and Discord waits 3 s
		presses = 200
	}
	c := newClub(t, 1)
	r := c.open(0, 6, 1)
	b := r.seatAll()
	me := r.who(b.seats[b.actor].person)
	m := r.boardMessage(b)
	i := slices.IndexFunc(m.Buttons(), func(c discordtest.Component) bool { return strings.HasPrefix(c.Label, "Call") })
	kinds, took := r.storm(presses, func(i int) *discordtest.Person { return r.people[i%len(r.people)] }, m, m.Buttons()[i].CustomID)
	t.Logf("%v, by type %v", took, kinds)
	if kinds[discordtest.AnswerUpdate] != 1 {
		t.Errorf("%d presses were answered with the board, want 1", kinds[discordtest.AnswerUpdate])
	}
	now, _ := r.until(3*time.Second, func(c board) bool { return same(b, c) != nil })
	if err := follows(intent{before: b, verb: "call"}, now); err != nil {
		t.Errorf("a call by %s: %v\n%s\n\n%s", me.Name(), err, b.text, now.text)
	}
	c.verify()
}

func TestOnePersonCannotKeepATableFromTheOthers(t *testing.T) {
	t.Parallel()
	c := newClub(t, 2)
	r := c.open(0, 3, 1)
	b := r.seatAll()
	m := r.boardMessage(b)
	stranger := c.person("stranger", false)
	var flood sync.WaitGroup
	flood.Go(func() {
		for range 150 {
			flood.Go(func() {
				r.do(stranger, r.ch, discordtest.Press{Message: m.ID, CustomID: m.Buttons()[0].CustomID, Forged: true})
			})
			time.Sleep(5 * time.Millisecond)
		}
	})
	r.play(plan{hands: 1000, end: time.Now().Add(4 * time.Second)})
	flood.Wait()
	if c.tally["presses that acted"] == 0 {
		t.Errorf("%d presses acted meanwhile", c.tally["presses that acted"])
	}
	c.verify()
}

// TestManyTablesAtOnce opens tables as fast as the platform's 50 requests a second let their boards follow.
func TestManyTablesAtOnce(t *testing.T) {
	t.Parallel()
	c := newClub(t, 3)
	var mu sync.Mutex
	var took times
	var all sync.WaitGroup
	for i := range *tablesFlag {
		all.Go(func() {
			time.Sleep(time.Duration(i) * 150 * time.Millisecond)
			r := c.open(i, 2, 5)
			r.seatAll()
			for range 5 {
				answer, ok := r.plainTurn()
				if !ok {
					return
				}
				mu.Lock()
				took = append(took, answer)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if len(took) < *tablesFlag {
		t.Errorf("%d tables, %d turns", *tablesFlag, len(took))
	}
	t.Logf("%v; the process has %s", took, resident(c.bot.cmd.Process.Pid))
	c.verify()
}

// plainTurn checks or calls, and says how long the answer took.
func (r *room) plainTurn() (took time.Duration, ok bool) {
	b, ok := r.until(20*time.Second, func(b board) bool { return b.actor >= 0 })
	if !ok {
		r.fail(b.hand, "no decision:\n%s", b.text)
		return 0, false
	}
	r.ask = &intent{before: b}
	out := r.pressOn(r.who(b.seats[b.actor].person), r.boardMessage(b), callOrCheck(b))
	if _, ok = r.until(5*time.Second, func(now board) bool { return same(b, now) != nil }); !ok {
		r.fail(b.hand, "a press is answered with %v, and the board stays:\n%s", out.Answer, b.text)
	}
	return out.Took, ok
}

func callOrCheck(b board) string {
	return b.labels[slices.IndexFunc(b.labels, func(l string) bool { return strings.HasPrefix(l, "Call") || l == "Check" })]
}

// resident is a process's memory in words, where the system tells.
func resident(pid int) string {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return "memory of unknown size"
	}
	for line := range strings.Lines(string(status)) {
		if name, value, _ := strings.Cut(line, ":"); name == "VmRSS" {
			return strings.TrimSpace(value)
		}
	}
	return "memory of unknown size"
}
