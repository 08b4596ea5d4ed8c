package main_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"cardroom/bot/discordtest"
)

// plan is how long a room plays and how wild.
type plan struct {
	hands  int       // at least so many, if there is time
	end    time.Time // at the latest
	kills  float64   // chance of a kill at a turn
	nights float64   // chance that the Redis dies or hangs at a turn
	wild   float64   // chance of mischief at a turn
	storm  float64   // chance of trouble with Discord at a turn
}

// play plays hands, reading what everyone reads and doing what a person could do.
func (r *room) play(p plan) {
	r.began = r.wait()
	for r.ended() < p.hands && time.Now().Before(p.end) && (*goOnFlag || !r.t.Failed()) {
		b := r.see()
		if b.actor >= 0 {
			r.turn(b, p)
		} else {
			r.idle(b, p)
		}
		if r.steps {
			r.stepped()
		}
		for life := r.wait(); life != r.began; life = r.wait() {
			r.began = life
			r.recover()
		}
	}
}

func (r *room) ended() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.done
}

func (r *room) chance(p float64) bool { return r.rng.Float64() < p }

// who is a member by id.
func (r *room) who(id string) *discordtest.Person {
	i := slices.IndexFunc(r.people, func(p *discordtest.Person) bool { return p.ID() == id })
	return r.people[i]
}

// stall is how long a table with enough players may stand still: the pause or a street of a run-out, and a wait for the
// platform's limits.
const stall = 10 * time.Second

// idle waits for the next decision; where there are not enough players it brings some.
func (r *room) idle(b board, p plan) {
	ready := 0
	for _, q := range b.seats {
		if q.stack > 0 && q.dealt() {
			ready++
		}
	}
	if !b.running() && ready < 2 {
		r.recruit(b)
	} else if r.chance(p.kills) {
		time.Sleep(time.Duration(r.rng.IntN(40)) * time.Millisecond)
		r.fall("at " + b.phase)
		return
	}
	began := time.Now()
	if _, ok := r.until(stall+r.patience(), func(c board) bool { return c.actor >= 0 || c.text != b.text }); ok {
		r.note("wait at "+b.phase, time.Since(began))
		return
	}
	if (ready >= 2 || b.running()) && !r.dead() && time.Since(began) >= stall+r.patience() {
		r.fail(b.hand, "nothing happens any more:\n%s", r.see().text)
	}
}

// fall ends the process, in most cases without asking it.
func (r *room) fall(why string) { r.fate()(why) }

// fate draws how the process will end; what it returns may be called from another goroutine, which must not draw.
func (r *room) fate() func(why string) {
	if r.polite || r.chance(0.2) {
		return r.retire
	}
	return r.kill
}

// recruit lets somebody come who can play.
func (r *room) recruit(b board) {
	for _, i := range r.rng.Perm(len(r.people)) {
		p := r.people[i]
		q, seated := b.of(p.ID())
		switch {
		case !seated:
			if r.sit(p) {
				return
			}
		case q.stack == 0:
			if r.topUp(p, 200+r.rng.Int64N(800)) {
				return
			}
		case q.is("sitting out"):
			r.tell(p, "/sitin")
			return
		}
	}
	time.Sleep(200 * time.Millisecond)
}

// turn lets the player to act do something, after whatever others do.
func (r *room) turn(b board, p plan) {
	me := r.who(b.seats[b.actor].person)
	if _, seen := r.holesOf(b.hand, me.ID()); !seen && r.chance(0.8) {
		r.lookAt(me, b)
	}
	if r.chance(p.wild) {
		r.mischief(b, me)
	}
	if r.chance(0.12) {
		r.live(b)
	}
	if r.chance(p.storm) {
		r.trouble(b)
	}
	if r.chance(p.nights) {
		r.darken(r.chance(0.3), time.Duration(r.rng.IntN(3000))*time.Millisecond)
	}
	now := r.see()
	if now.actor < 0 || now.hand != b.hand || !r.lives(r.began) {
		return
	}
	if err := same(b, now); err != nil && now.actor >= 0 && now.seats[now.actor].person == me.ID() {
		r.fail(b.hand, "nobody acted, and yet: %v\n%s\n\n%s", err, b.text, now.text)
	}
	if now.seats[now.actor].person != me.ID() {
		return
	}
	kill := ""
	if r.chance(p.kills) {
		kill = []string{"in a press", "after an answer", "before a press"}[r.rng.IntN(3)]
	}
	if kill == "before a press" {
		r.fall(kill)
		return
	}
	r.act(me, now, kill)
}

func (r *room) holesOf(hand int, id string) ([]string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	cards, ok := r.hand(hand).holes[id]
	return cards, ok
}

// act makes one decision and sees that it comes about.
func (r *room) act(me *discordtest.Person, b board, kill string) {
	least, known := r.cost.least(b)
	if known && b.actor >= 0 {
		r.checkLeast(b, least)
	}
	r.ask = &intent{before: b, leavers: r.leavers == b.hand}
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
	r.last = fmt.Sprintf("%s to %d on %d, %s: lost %t, acted %t, %v", r.ask.verb, r.ask.to, b.hand, b.phase, out.lost, acted, out.Answer)
	if !acted {
		r.ask = nil
		return
	}
	if kill == "after an answer" {
		r.fall(kill)
	}
	if r.lives(r.began) {
		r.settle(b, out)
	} // else recover looks at what became of it
}

// delay is where in a press the process dies, in microseconds: nearly always it is over after ten milliseconds.
func (r *room) delay() int { return []int{200, 1000, 3000, 10000}[r.rng.IntN(4)] + r.rng.IntN(2000) }

// settle waits until the board says what was done.
func (r *room) settle(b board, out outcome) {
	if out.Type == discordtest.AnswerUpdate && out.Message != nil && out.Message.ID == b.id {
		if c, ok, _ := readBoard(*out.Message); !ok || same(b, c) == nil {
			r.fail(b.hand, "the answer to a press is no new board:\n%s", out.Message.Text())
		} else if err := follows(*r.ask, c); err != nil {
			r.fail(b.hand, "%s to %d: %v:\n%s\n\n%s", r.ask.verb, r.ask.to, err, b.text, c.text)
			return
		}
	}
	began := time.Now()
	c, ok := r.until(r.tempered(), func(c board) bool { return same(b, c) != nil })
	if !r.lives(r.began) {
		return
	}
	if !ok && out.lost {
		r.ask = nil // it never came to the bot
		return
	}
	if !ok {
		r.fail(b.hand, "%s to %d was answered with %v, and the board stays:\n%s", r.ask.verb, r.ask.to, out.Answer, c.text)
		return
	}
	r.note("board after an act", time.Since(began))
	if err := follows(*r.ask, c); err != nil {
		r.fail(b.hand, "%s to %d: %v:\n%s\n\n%s", r.ask.verb, r.ask.to, err, b.text, c.text)
	}
	if r.ask.verb == "raise" {
		r.cost.raised(r.ask.to)
	}
	r.ask = nil
}

// checkLeast compares the least raise that is offered with the one by the book.
func (r *room) checkLeast(b board, least int64) {
	me := b.seats[b.actor]
	for _, label := range b.labels {
		verb, amount, _ := strings.Cut(label, " ")
		if (verb == "Raise" || verb == "Bet") && amount != "" {
			if to := chips(amount); to < least && to < me.stack+me.bet {
				r.fail(b.hand, "%q is offered, and the least raise is %d:\n%s", label, least, b.text)
			}
			return
		}
	}
}

// recover looks at the table that a new process has found.
func (r *room) recover() {
	ask := r.ask
	r.ask, r.cost = nil, costs{}
	r.mu.Lock()
	was, since := r.frozen, r.frozenAt
	r.mu.Unlock()
	life, err := r.lifeNow(), error(nil)
	within(r.patience(), func() bool {
		r.mu.Lock()
		now, fresh := r.now, r.at.After(since)
		r.mu.Unlock()
		err = r.resumed(ask, was, now)
		return fresh && err == nil || !r.lives(life)
	})
	if !r.lives(life) {
		r.ask = ask // the next one will have to show it
		return
	}
	r.note("board after a kill at "+was.phase, time.Since(since))
	if err != nil {
		r.fail(was.hand, "after a kill: %v:\n%s\n\n%s\n(the last that was done: %s)", err, was.text, r.see().text, r.last)
	}
	r.lookAgain()
}

// resumed says what is wrong with the board of a new process.
func (r *room) resumed(ask *intent, was, is board) error {
	switch {
	case is.hand < was.hand:
		return fmt.Errorf("an older hand")
	case ask == nil && was.actor >= 0:
		return same(was, is)
	case ask == nil:
		return nil
	case ask.verb == "" || ask.before.actor < 0:
		return nil
	}
	stays := same(ask.before, is)
	if stays == nil && !ask.answered {
		return nil
	}
	if stays == nil {
		return fmt.Errorf("%s to %d was answered and is lost", ask.verb, ask.to)
	}
	if err := follows(*ask, is); err != nil {
		return fmt.Errorf("%s to %d: %w (nor is it as before: %v)", ask.verb, ask.to, err, stays)
	}
	return nil
}

// lookAgain has everyone look at the cards that are known, which are compared there.
func (r *room) lookAgain() {
	b := r.see()
	for _, p := range r.people {
		if _, known := r.holesOf(b.hand, p.ID()); known && b.running() && r.chance(0.6) {
			r.do(p, r.ch, discordtest.Slash{Command: "/cards"})
		}
	}
}
