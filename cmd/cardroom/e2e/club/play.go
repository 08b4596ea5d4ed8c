package club

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/program"
)

// Plan sets how long a room plays and how wildly.
type Plan struct {
	Hands  int       // at least as many, if there is time
	End    time.Time // at the latest, but not before the first hand
	Kills  float64   // chance of a kill at a turn
	Nights float64   // chance that Redis dies or hangs at a turn
	Wild   float64   // chance of mischief at a turn
	Storm  float64   // chance of trouble with Discord at a turn
	GoOn   bool      // play on after a failure
}

// Play plays hands: its people read their messages and act on them.
func (r *Room) Play(p Plan) {
	r.Began = r.wait()
	for r.goesOn(p) {
		r.caughtUp()
		b := r.See()
		if b.Actor >= 0 {
			r.turn(b, p)
		} else {
			r.idle(b, p)
		}
		if r.Steps {
			r.stepped()
		}
		for life := r.wait(); life != r.Began; life = r.wait() {
			r.Began = life
			r.recover()
		}
	}
}

// goesOn reports whether the plan wants another turn. On a busy machine its time may end before the first hand.
func (r *Room) goesOn(p Plan) bool {
	n := r.ended()
	return n < p.Hands && (n == 0 || time.Now().Before(p.End)) && (p.GoOn || !r.T.Failed())
}

func (r *observer) ended() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.done
}

func (r *Room) chance(p float64) bool { return r.rng.Float64() < p }

// ByID returns a member.
func (r *Room) ByID(id string) *discordtest.Person {
	i := slices.IndexFunc(r.People, func(p *discordtest.Person) bool { return p.ID() == id })
	return r.People[i]
}

// stall is how long a table with enough players may pause: between hands or streets of a run-out, and for Discord's rate
// limits.
const stall = 10 * time.Second

// idle waits for the next decision; if there are not enough players it brings some.
func (r *Room) idle(b board.Board, p Plan) {
	ready := 0
	for _, q := range b.Seats {
		if q.Stack > 0 && q.Dealt() {
			ready++
		}
	}
	if !b.Running() && ready < 2 {
		r.recruit(b)
	} else if r.chance(p.Kills) {
		time.Sleep(time.Duration(r.rng.IntN(40)) * time.Millisecond)
		r.fall("at " + b.Phase)
		return
	}
	began := time.Now()
	if _, ok := r.Until(stall+r.Patience(), func(c board.Board) bool { return c.Actor >= 0 || c.Text != b.Text }); ok {
		r.note("wait at "+b.Phase, time.Since(began))
		return
	}
	if (ready >= 2 || b.Running()) && !r.Dead() && time.Since(began) >= stall+r.Patience() {
		r.fail(b.Hand, "nothing happens any more:\n%s", r.See().Text)
	}
}

// fall ends the process, mostly by a kill.
func (r *Room) fall(why string) { r.fate()(why) }

// fate draws how the process will end. Another goroutine, which must not draw, may call the returned function.
func (r *Room) fate() func(why string) {
	if r.Polite || r.chance(0.2) {
		return r.Retire
	}
	return r.kill
}

// recruit seats a player with chips.
func (r *Room) recruit(b board.Board) {
	for _, i := range r.rng.Perm(len(r.People)) {
		p := r.People[i]
		q, seated := b.Of(p.ID())
		switch {
		case !seated:
			if r.sit(p) {
				return
			}
		case q.Stack == 0:
			if r.topUp(p, 200+r.rng.Int64N(800)) {
				return
			}
		case q.Is("sitting out"):
			r.tell(p, "/sitin")
			return
		}
	}
	time.Sleep(200 * time.Millisecond)
}

// turn makes the player to act do something, after some acts of others.
func (r *Room) turn(b board.Board, p Plan) {
	me := r.ByID(b.Seats[b.Actor].Person)
	if _, seen := r.holesOf(b.Hand, me.ID()); !seen && r.chance(0.8) {
		r.lookAt(me, b)
	}
	if r.chance(p.Wild) {
		r.mischief(b, me)
	}
	if r.chance(0.12) {
		r.live(b)
	}
	if r.chance(p.Storm) {
		r.trouble(b)
	}
	if r.chance(p.Nights) {
		r.darken(r.chance(0.3), time.Duration(r.rng.IntN(3000))*time.Millisecond)
	}
	now := r.See()
	if now.Actor < 0 || now.Hand != b.Hand || !r.Alive(r.Began) {
		return
	}
	if err := board.Same(b, now); err != nil && now.Actor >= 0 && now.Seats[now.Actor].Person == me.ID() {
		r.fail(b.Hand, "nobody acted, and yet: %v\n%s\n\n%s", err, b.Text, now.Text)
	}
	if now.Seats[now.Actor].Person != me.ID() {
		return
	}
	kill := ""
	if r.chance(p.Kills) {
		kill = []string{"in a press", "after an answer", "before a press"}[r.rng.IntN(3)]
	}
	if kill == "before a press" {
		r.fall(kill)
		return
	}
	r.Act(me, now, kill)
}

func (r *observer) holesOf(hand int, id string) ([]string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	cards, ok := r.hand(hand).holes[id]
	return cards, ok
}

// Act makes one decision and checks its result.
func (r *Room) Act(me *discordtest.Person, b board.Board, kill string) {
	least, known := r.cost.Least(b)
	if known && b.Actor >= 0 {
		r.checkLeast(b, least)
	}
	r.Ask = &board.Intent{Before: b, Leavers: r.leavers == b.Hand}
	over := make(chan struct{})
	if kill == "in a press" {
		end, delay := r.fate(), time.Duration(r.delay())*time.Microsecond
		go func() {
			defer close(over)
			time.Sleep(delay)
			end(kill)
		}()
	} else {
		close(over)
	}
	out, acted := r.choose(me, b)
	<-over
	r.last = fmt.Sprintf("%s to %d on %d, %s: lost %t, acted %t, %v", r.Ask.Verb, r.Ask.To, b.Hand, b.Phase, out.lost, acted, out.Answer)
	if !acted {
		r.Ask = nil
		return
	}
	if kill == "after an answer" {
		r.fall(kill)
	}
	if r.Alive(r.Began) {
		r.settle(b, out)
	} // else recover checks the result
}

// delay returns when the process dies in a press, in microseconds. Nearly every press is over after ten milliseconds.
func (r *Room) delay() int { return []int{200, 1000, 3000, 10000}[r.rng.IntN(4)] + r.rng.IntN(2000) }

// settle waits until the board shows the decision.
func (r *Room) settle(b board.Board, out outcome) {
	if out.Type == discordtest.AnswerUpdate && out.Message != nil && out.Message.ID == b.ID {
		c, ok, _ := board.Read(*out.Message, r.People...)
		switch {
		case ok && c.Late: // the picture comes by an edit
		case !ok || board.Same(b, c) == nil:
			r.fail(b.Hand, "the answer to a press is no new board:\n%s", out.Message.Text())
		default:
			if err := board.Follows(*r.Ask, c); err != nil {
				r.fail(b.Hand, "%s to %d: %v:\n%s\n\n%s", r.Ask.Verb, r.Ask.To, err, b.Text, c.Text)
				return
			}
		}
	}
	began := time.Now()
	wait := r.tempered()
	if !out.lost {
		wait += BoardTime
	}
	c, ok := r.Until(wait, func(c board.Board) bool { return board.Same(b, c) != nil })
	if !r.Alive(r.Began) {
		return
	}
	if !ok && out.lost {
		r.Ask = nil // it never reached the bot
		return
	}
	if !ok {
		r.fail(b.Hand, "%s to %d was answered with %v, and the board stays:\n%s", r.Ask.Verb, r.Ask.To, out.Answer, c.Text)
		return
	}
	r.note("board after an act", time.Since(began))
	if err := board.Follows(*r.Ask, c); err != nil {
		r.fail(b.Hand, "%s to %d: %v:\n%s\n\n%s", r.Ask.Verb, r.Ask.To, err, b.Text, c.Text)
	}
	if r.Ask.Verb == "raise" {
		r.cost.Raised(r.Ask.To)
	}
	r.Ask = nil
}

// checkLeast compares the offered least raise with the one by the rules.
func (r *Room) checkLeast(b board.Board, least int64) {
	me := b.Seats[b.Actor]
	for _, label := range b.Labels {
		verb, amount, _ := strings.Cut(label, " ")
		if (verb == "Raise" || verb == "Bet") && amount != "" {
			if to := board.ParseChips(amount); to < least && to < me.Stack+me.Bet {
				r.fail(b.Hand, "%q is offered, and the least raise is %d:\n%s", label, least, b.Text)
			}
			return
		}
	}
}

// recover checks the table after a new process has started.
func (r *Room) recover() {
	ask := r.Ask
	r.Ask, r.cost = nil, board.Costs{}
	r.mu.Lock()
	was, since := r.frozen.Board, r.frozen.at
	r.mu.Unlock()
	life, err := r.LifeNow(), error(nil)
	program.Within(r.Patience(), func() bool {
		r.mu.Lock()
		now, fresh := r.now, r.at.After(since)
		r.mu.Unlock()
		err = r.resumed(ask, was, now)
		return fresh && err == nil || !r.Alive(life)
	})
	if !r.Alive(life) {
		r.Ask = ask // the next process will have to show it
		return
	}
	r.note("board after a kill at "+was.Phase, time.Since(since))
	if err != nil {
		r.fail(was.Hand, "after a kill: %v:\n%s\n\n%s\n(the last that was done: %s)", err, was.Text, r.See().Text, r.last)
	}
	r.lookAgain()
}

// resumed returns the faults of a new process's board.
func (r *Room) resumed(ask *board.Intent, was, is board.Board) error {
	switch {
	case is.Hand < was.Hand:
		return fmt.Errorf("an older hand")
	case ask == nil && was.Actor >= 0:
		return board.Same(was, is)
	case ask == nil:
		return nil
	case ask.Verb == "" || ask.Before.Actor < 0:
		return nil
	}
	stays := board.Same(ask.Before, is)
	if stays == nil && !ask.Answered {
		return nil
	}
	if stays == nil {
		return fmt.Errorf("%s to %d was confirmed and is lost", ask.Verb, ask.To)
	}
	if err := board.Follows(*ask, is); err != nil {
		return fmt.Errorf("%s to %d: %w (nor is it as before: %v)", ask.Verb, ask.To, err, stays)
	}
	return nil
}

// lookAgain makes everyone open the panels of their known cards, which are compared there.
func (r *Room) lookAgain() {
	b := r.See()
	for _, p := range r.People {
		if _, known := r.holesOf(b.Hand, p.ID()); known && b.Running() && r.chance(0.6) {
			r.Do(p, r.Ch, discordtest.Slash{Command: "/cards"})
		}
	}
}
