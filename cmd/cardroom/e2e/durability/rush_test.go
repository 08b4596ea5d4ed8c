package durability_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// rush presses buttons at a steady pace, with or without a process to answer them.
type rush struct {
	*club.Club
	every time.Duration
	all   sync.WaitGroup
	done  chan struct{}
	sent  atomic.Int64
	left  atomic.Int64  // left out while the machine was behind.
	room  chan struct{} // for presses that wait for their answer.

	mu    sync.Mutex
	acted map[board.Decision]int     // how many presses of a decision were answered with the board.
	last  map[string]board.Decision  // of each table, of these.
	gap   []*discordtest.Interaction // pressed while there was no process.
	tally map[string]int             // of answers
}

// waiting limits the presses that wait for their answer while there is a process. At 200 a second that is reached if an
// answer takes 80 ms.
const waiting = 16

// begin presses until end is called, at the tables in turn. Mostly the player to act presses, sometimes another one, often
// several for one decision, and between decisions the last one's button again. While the machine is behind it skips
// presses.
func (h *rush) begin() {
	h.done, h.room = make(chan struct{}), make(chan struct{}, waiting)
	h.all.Go(func() {
		began := time.Now()
		targets := map[*club.Room]target{}
		for n := 0; ; n++ {
			select {
			case <-time.After(time.Until(began.Add(time.Duration(n) * h.every))): // make up for lateness
			case <-h.done:
				return
			}
			r := h.Rooms[n%len(h.Rooms)]
			if next, ok := aim(r); ok {
				targets[r] = next
			}
			at, ok := targets[r]
			if !ok {
				continue
			}
			if h.Dead() { // no process will answer
				h.all.Go(func() { h.press(r, at) })
				continue
			}
			select {
			case h.room <- struct{}{}:
				h.all.Go(func() {
					h.press(r, at)
					<-h.room
				})
			default:
				h.left.Add(1)
			}
		}
	})
}

// target is a button to press.
type target struct {
	by          *discordtest.Person
	message, id string
	of          board.Decision
}

// aim returns the button of a table's decision; between two decisions there is none.
func aim(r *club.Room) (at target, ok bool) {
	b := r.See()
	m := r.BoardMessage(b)
	if m == nil || b.Actor < 0 {
		return target{}, false
	}
	at.by, at.message = r.ByID(b.Seats[b.Actor].Person), m.ID
	if rand.IntN(8) == 0 {
		at.by = r.People[rand.IntN(len(r.People))]
	}
	at.id, at.of, ok = board.PlainDecision(m)
	return at, ok
}

func (h *rush) end() {
	close(h.done)
	h.all.Wait()
}

// press makes one press and records its result.
func (h *rush) press(r *club.Room, at target) {
	life, ending := h.LifeNow(), h.Dead()
	p, d := at.by, at.of
	i, err := p.Start(r.Ch, discordtest.Press{Message: at.message, CustomID: at.id, Forged: true})
	if err != nil {
		return // the message was deleted
	}
	h.sent.Add(1)
	nobody := ending && !h.Discord.Online() && h.Gone()
	a := i.Answer()
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case nobody && a.Err == nil:
		h.T.Errorf("a press while there is no process is answered with %v", a)
	case nobody:
		h.gap = append(h.gap, i)
		h.Excuse(p, i)
	case a.Err != nil && h.Starved(p, i):
		h.tally["unanswered on an overloaded machine"]++
	case a.Err != nil && !ending && h.Alive(life):
		h.T.Errorf("a press is not answered: %v", a.Err)
	case a.Err != nil:
		h.tally["unanswered at the end of a process"]++
		h.Excuse(p, i)
	case a.Type != discordtest.AnswerUpdate:
		h.tally["answered, not acting"]++
	default:
		h.tally["acted"]++
		if h.acted[d]++; h.acted[d] > 1 {
			h.T.Errorf("%v was answered with the board %d times: the first was lost", d, h.acted[d])
		}
		if d.After(h.last[d.Table]) {
			h.last[d.Table] = d
		}
	}
}

// lost returns a table whose board still waits for an answered decision, or "".
func (h *rush) lost() string {
	for _, r := range h.Rooms {
		b := r.See()
		m := r.BoardMessage(b)
		if m == nil {
			continue
		}
		_, now, ok := board.PlainDecision(m)
		h.mu.Lock()
		last := h.last[r.Ch.ID()]
		h.mu.Unlock()
		if ok && !now.After(last) || b.Hand < last.Hand {
			return fmt.Sprintf("%s waits for %v, and %v was answered:\n%s", r.Name, now, last, b.Text)
		}
	}
	return ""
}

// TestPoliteRestartsUnderARushOfPressesLoseNone stops the program under 200 presses a second (P10). A press that was
// answered with the board is on the next process's board, and no press is answered twice. Presses without a process are
// never answered. Each start uses one session with Discord, which the store has counted. The long run is
//
//	go test ./cmd/cardroom/e2e/durability -run RushOfPresses -restarts 100 -timeout 0 -v
func TestPoliteRestartsUnderARushOfPressesLoseNone(t *testing.T) {
	t.Parallel()
	c := club.New(t, someSeed(t))
	for i := range 16 {
		c.Open(i, 3, 0)
	}
	c.Each(func(r *club.Room) { r.SeatAll() })
	h := &rush{Club: c, every: 5 * time.Millisecond, acted: map[board.Decision]int{}, last: map[string]board.Decision{}, tally: map[string]int{}}
	day, began := time.Now().UTC().Format(time.DateOnly), time.Now()
	h.begin()
	for range *stopsFlag {
		time.Sleep(1500 * time.Millisecond)
		c.Retire("politely")
		if !program.Within(club.BoardTime, func() bool { return h.lost() == "" }) {
			t.Error(h.lost())
		}
		if t.Failed() {
			break
		}
	}
	h.end()
	t.Logf("%d presses, %.0f a second; %d left out; %d in the gap; %v",
		h.sent.Load(), float64(h.sent.Load())/time.Since(began).Seconds(), h.left.Load(), len(h.gap), h.tally)
	for _, i := range h.gap {
		if a := i.Answer(); a.Err == nil {
			t.Errorf("a press while there was no process is answered with %v", a)
		}
	}
	if h.tally["acted"] < *stopsFlag || len(h.gap) == 0 {
		t.Errorf("%d presses acted, %d were in the gap", h.tally["acted"], len(h.gap))
	}
	c.Each(func(r *club.Room) {
		r.Leave()
		r.Wallets()
		r.CheckDeals()
	})
	c.Verify()
	c.Books()
	sessions(c, day, 1+*stopsFlag)
}

// sessions checks the store's count of sessions with Discord on a UTC day, if it is still that day.
func sessions(c *club.Club, day string, want int) {
	c.T.Helper()
	st, err := storeopen.Open(context.Background(), "file:"+c.Dir+"/cardroom.db", store.Options{})
	if err != nil {
		c.T.Fatal(err)
	}
	defer st.Close()
	note, err := st.Note(context.Background(), "identify")
	if f := strings.Fields(note); err != nil || len(f) != 3 || f[0] == day && f[1] != fmt.Sprint(want) {
		c.T.Errorf("the store has counted %q on %s, want %d: %v", note, day, want, err)
	}
}
