package main_test

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
	"cardroom/store"
)

// rush is presses that come at a pace of their own, whoever is there to answer them.
type rush struct {
	*club
	every time.Duration
	all   sync.WaitGroup
	done  chan struct{}
	sent  atomic.Int64

	mu    sync.Mutex
	acted map[decision]int           // how many presses of a decision were answered with the board
	last  map[string]decision        // of each table, of these
	gap   []*discordtest.Interaction // pressed while there was no process
	tally map[string]int             // of answers
}

// decision is one that a button names.
type decision struct {
	table        string
	hand, action int
}

func (d decision) after(e decision) bool {
	return d.hand > e.hand || d.hand == e.hand && d.action > e.action
}

// plainDecision is the button of a message that calls or checks, and the decision it is for.
func plainDecision(m *discordtest.Message) (id string, d decision, ok bool) {
	for _, id := range decisions(m) {
		f := strings.Split(id, ":")
		if f[4] != "call" && f[4] != "check" {
			continue
		}
		fmt.Sscan(f[2]+" "+f[3], &d.hand, &d.action)
		d.table = f[1]
		return id, d, true
	}
	return "", d, false
}

// begin presses until end is called, at the tables in turn: mostly who is to act, now and then somebody else, often several
// for one decision, and between decisions the button of the last one again.
func (h *rush) begin() {
	h.done = make(chan struct{})
	h.all.Go(func() {
		began := time.Now()
		targets := map[*room]target{}
		for n := 0; ; n++ {
			select {
			case <-time.After(time.Until(began.Add(time.Duration(n) * h.every))): // what was late is made up for
			case <-h.done:
				return
			}
			r := h.rooms[n%len(h.rooms)]
			if next, ok := aim(r); ok {
				targets[r] = next
			}
			if at, ok := targets[r]; ok {
				h.all.Go(func() { h.press(r, at) })
			}
		}
	})
}

// target is a button that somebody will press.
type target struct {
	by          *discordtest.Person
	message, id string
	of          decision
}

// aim is the button of a table's decision; there is none between two decisions.
func aim(r *room) (at target, ok bool) {
	b := r.see()
	m := r.boardMessage(b)
	if m == nil || b.actor < 0 {
		return target{}, false
	}
	at.by, at.message = r.who(b.seats[b.actor].person), m.ID
	if rand.IntN(8) == 0 {
		at.by = r.people[rand.IntN(len(r.people))]
	}
	at.id, at.of, ok = plainDecision(m)
	return at, ok
}

func (h *rush) end() {
	close(h.done)
	h.all.Wait()
}

// press is one press and what came of it.
func (h *rush) press(r *room, at target) {
	life, ending := h.lifeNow(), h.dead()
	p, d := at.by, at.of
	i, err := p.Start(r.ch, discordtest.Press{Message: at.message, CustomID: at.id, Forged: true})
	if err != nil {
		return // the message is gone
	}
	h.sent.Add(1)
	nobody := ending && !h.srv.Online() && h.gone()
	a := i.Answer()
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case nobody && a.Err == nil:
		h.t.Errorf("a press while there is no process is answered with %v", a)
	case nobody:
		h.gap = append(h.gap, i)
		h.excuse(p)
	case a.Err != nil && !ending && h.lives(life):
		h.t.Errorf("a press is not answered: %v", a.Err)
	case a.Err != nil:
		h.tally["unanswered at the end of a process"]++
		h.excuse(p)
	case a.Type != discordtest.AnswerUpdate:
		h.tally["answered, not acting"]++
	default:
		h.tally["acted"]++
		if h.acted[d]++; h.acted[d] > 1 {
			h.t.Errorf("%v was answered with the board %d times: the first was lost", d, h.acted[d])
		}
		if d.after(h.last[d.table]) {
			h.last[d.table] = d
		}
	}
}

// gone says whether the process that was asked to end has ended.
func (h *rush) gone() bool {
	h.club.mu.Lock()
	defer h.club.mu.Unlock()
	select {
	case <-h.over:
		return true
	default:
		return false
	}
}

func (h *rush) excuse(p *discordtest.Person) {
	h.club.mu.Lock()
	defer h.club.mu.Unlock()
	h.excused[p.Name()]++
}

// lost names a table whose board still waits for a decision that was answered; "" where there is none.
func (h *rush) lost() string {
	for _, r := range h.rooms {
		b := r.see()
		m := r.boardMessage(b)
		if m == nil {
			continue
		}
		_, now, ok := plainDecision(m)
		h.mu.Lock()
		last := h.last[r.ch.ID()]
		h.mu.Unlock()
		if ok && !now.after(last) || b.hand < last.hand {
			return fmt.Sprintf("%s waits for %v, and %v was answered:\n%s", r.name, now, last, b.text)
		}
	}
	return ""
}

// TestPoliteRestartsUnderARushOfPressesLoseNone asks the program to end under 200 presses a second (P10): what was answered
// with the board is on the board of the next, and nothing is answered twice; what was pressed while there was no process
// is never answered; and each start costs one session with Discord, which the store has counted. The long run is
//
//	go test ./cmd/cardroom -run RushOfPresses -restarts 100 -timeout 0 -v
func TestPoliteRestartsUnderARushOfPressesLoseNone(t *testing.T) {
	t.Parallel()
	c := newClub(t, someSeed(t))
	for i := range 16 {
		c.open(i, 3, 0)
	}
	c.each(func(r *room) { r.seatAll() })
	h := &rush{club: c, every: 5 * time.Millisecond, acted: map[decision]int{}, last: map[string]decision{}, tally: map[string]int{}}
	day, began := time.Now().UTC().Format(time.DateOnly), time.Now()
	h.begin()
	for range *stopsFlag {
		time.Sleep(1500 * time.Millisecond)
		c.retire("politely")
		if !within(c.patience(), func() bool { return h.lost() == "" }) {
			t.Error(h.lost())
		}
		if t.Failed() {
			break
		}
	}
	h.end()
	t.Logf("%d presses, %.0f a second; %d in the gap; %v", h.sent.Load(), float64(h.sent.Load())/time.Since(began).Seconds(), len(h.gap), h.tally)
	for _, i := range h.gap {
		if a := i.Answer(); a.Err == nil {
			t.Errorf("a press while there was no process is answered with %v", a)
		}
	}
	if h.tally["acted"] < *stopsFlag || len(h.gap) == 0 {
		t.Errorf("%d presses acted, %d were in the gap", h.tally["acted"], len(h.gap))
	}
	c.each(func(r *room) {
		r.leave()
		r.wallets()
		r.checkDeals()
	})
	c.verify()
	c.books()
	c.sessions(day, 1+*stopsFlag)
}

// sessions wants the store to have counted so many sessions with Discord on a UTC day, if it still is that day.
func (c *club) sessions(day string, want int) {
	c.t.Helper()
	st, err := store.Open(context.Background(), "file:"+c.dir+"/cardroom.db", store.Options{})
	if err != nil {
		c.t.Fatal(err)
	}
	defer st.Close()
	note, err := st.Note(context.Background(), "identify")
	if f := strings.Fields(note); err != nil || len(f) != 3 || f[0] == day && f[1] != fmt.Sprint(want) {
		c.t.Errorf("the store has counted %q on %s, want %d: %v", note, day, want, err)
	}
}
