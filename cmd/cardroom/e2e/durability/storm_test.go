package durability_test

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
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/club"
)

var tablesFlag = flag.Int("tables", 12, "tables at once in the test of many")

// times holds the durations of answers.
type times []time.Duration

func (t times) at(percent int) time.Duration {
	slices.Sort(t)
	return t[(len(t)-1)*percent/100]
}

func (t times) String() string {
	return fmt.Sprintf("%d answers: median %v, p99 %v, slowest %v", len(t), t.at(50), t.at(99), t.at(100))
}

// storm sends presses at once, one after another for each person, and returns how each was answered.
func storm(r *club.Room, presses int, who func(int) *discordtest.Person, m *discordtest.Message, id string) (kinds map[int]int, took times) {
	var mu sync.Mutex
	var all sync.WaitGroup
	kinds = map[int]int{}
	for i := range presses {
		all.Go(func() {
			out := r.Do(who(i), r.Ch, discordtest.Press{Message: m.ID, CustomID: id, Forged: true})
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
	c := club.New(t, 1)
	r := c.Open(0, 6, 1)
	b := r.SeatAll()
	me := r.ByID(b.Seats[b.Actor].Person)
	m := r.BoardMessage(b)
	i := slices.IndexFunc(m.Buttons(), func(c discordtest.Component) bool { return strings.HasPrefix(c.Label, "Call") })
	kinds, took := storm(r, presses, func(i int) *discordtest.Person { return r.People[i%len(r.People)] }, m, m.Buttons()[i].CustomID)
	t.Logf("%v, by type %v", took, kinds)
	if n := kinds[discordtest.AnswerUpdate]; n > 1 || n == 0 && kinds[0] == 0 { // 0: without an answer, on an overloaded machine
		t.Errorf("%d presses were answered with the board, want 1", kinds[discordtest.AnswerUpdate])
	}
	now, _ := r.Until(club.BoardTime, func(c board.Board) bool { return board.Same(b, c) != nil })
	if err := board.Follows(board.Intent{Before: b, Verb: "call"}, now); err != nil {
		t.Errorf("a call by %s: %v\n%s\n\n%s", me.Name(), err, b.Text, now.Text)
	}
	c.Verify()
}

func TestOnePersonCannotKeepATableFromTheOthers(t *testing.T) {
	t.Parallel()
	c := club.New(t, 2)
	r := c.Open(0, 3, 1)
	b := r.SeatAll()
	m := r.BoardMessage(b)
	stranger := c.Person("stranger", false)
	var flood sync.WaitGroup
	flood.Go(func() {
		for range 150 {
			flood.Go(func() {
				r.Do(stranger, r.Ch, discordtest.Press{Message: m.ID, CustomID: m.Buttons()[0].CustomID, Forged: true})
			})
			time.Sleep(5 * time.Millisecond)
		}
	})
	r.Play(club.Plan{Hands: 1000, End: time.Now().Add(4 * time.Second)})
	flood.Wait()
	if tally, _ := c.Findings(); tally["presses that acted"] == 0 {
		t.Error("no press acted meanwhile")
	}
	c.Verify()
}

// TestManyTablesAtOnce opens tables as fast as Discord's 50 requests a second allow for their boards.
func TestManyTablesAtOnce(t *testing.T) {
	t.Parallel()
	c := club.New(t, 3)
	var mu sync.Mutex
	var took times
	var all sync.WaitGroup
	for i := range *tablesFlag {
		all.Go(func() {
			time.Sleep(time.Duration(i) * 150 * time.Millisecond)
			r := c.Open(i, 2, 5)
			r.SeatAll()
			for range 5 {
				answer, ok := r.PlainTurn()
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
	t.Logf("%v; the process has %s", took, resident(c.Bot.Cmd.Process.Pid))
	c.Verify()
}

// resident returns a process's memory as text, if the system reports it.
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
