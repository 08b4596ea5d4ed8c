package main_test

import (
	"fmt"
	"slices"
)

// intent is a decision that was sent, with the board it was made on.
type intent struct {
	before   board
	verb     string // fold, check, call, raise
	to       int64  // of a raise: the total of the street
	answered bool   // the bot said that it is done
	leavers  bool   // somebody asked to leave in this hand, and the board may not say so yet
}

// seeChips follows the chips from one public version to the next: within a hand none comes or goes, but what people
// bring who are not in it.
func (r *room) seeChips(was, is board) {
	if was.hand != is.hand || !was.running() || was.phase == "Void" || is.phase == "Void" || !was.sameSeats(is) {
		return
	}
	gap := is.total() - was.total()
	if is.phase == "Result" {
		gap = 0
		for _, p := range is.seats {
			gap += p.stack
		}
		gap -= was.total()
	}
	if gap == 0 {
		return
	}
	for _, p := range is.seats {
		q, _ := was.of(p.person)
		if more := p.stack - q.stack; more > 0 && more <= r.brought[p.person] && !q.dealt() {
			gap -= more
		}
	}
	if gap != 0 {
		r.fail(is.hand, "%d chips came from nowhere:\n%s\n\n%s", gap, was.text, is.text)
	}
}

// before says whether a board shows an earlier moment of the same hand.
func (b board) before(now board) bool {
	if b.hand != now.hand || !b.running() {
		return false
	}
	pot := func(b board) (sum int64) {
		for _, n := range b.pots {
			sum += n
		}
		return sum
	}
	folded := func(b board) (n int) {
		for _, p := range b.seats {
			if p.is("folded") {
				n++
			}
		}
		return n
	}
	return !now.running() || b.street() < now.street() ||
		b.street() == now.street() && (pot(b) < pot(now) || folded(b) < folded(now))
}

// leavesOut says whether a board is another one without its decision, as new messages are in a hand: it comes with
// their first edit.
func (b board) leavesOut(now board) bool {
	decides := now.actor >= 0
	now.actor = -1
	return decides && same(now, b) == nil
}

// same says what differs between two boards of one decision; nil where nothing does.
func same(a, b board) error {
	switch {
	case a.hand != b.hand:
		return fmt.Errorf("hand %d instead of %d", b.hand, a.hand)
	case a.phase != b.phase || !slices.Equal(a.cards, b.cards):
		return fmt.Errorf("%s %v instead of %s %v", b.phase, b.cards, a.phase, a.cards)
	case (a.actor < 0) != (b.actor < 0) || a.actor >= 0 && a.seats[a.actor].person != b.seats[b.actor].person:
		return fmt.Errorf("another player is to act")
	case !slices.Equal(a.pots, b.pots):
		return fmt.Errorf("pots %d instead of %d", b.pots, a.pots)
	}
	for _, p := range a.seats {
		if q, there := b.of(p.person); p.dealt() && (!there || q.stack != p.stack || q.bet != p.bet || q.is("folded") != p.is("folded")) {
			return fmt.Errorf("<@%s> has %d, bet %d, instead of %d, bet %d", p.person, q.stack, q.bet, p.stack, p.bet)
		}
	}
	return nil
}

// follows says what is wrong with a board that is to be what an intent made of the one before; nil where nothing is.
// Boards that came in between may have been skipped, as happens when people leave who are to act next.
func follows(i intent, b board) error {
	a := i.before
	if a.hand != b.hand || !b.running() {
		return ended(i, b)
	}
	was := a.seats[a.actor]
	is, there := b.of(was.person)
	if !there {
		return fmt.Errorf("the player is gone in the hand")
	}
	pays := map[string]int64{"call": a.call, "raise": i.to - was.bet}[i.verb]
	back := int64(0) // what nobody could match is given back when the betting is over
	if b.actor < 0 {
		back = max(0, is.stack-(was.stack-pays))
	}
	switch {
	case is.stack != was.stack-pays+back || back > pays+was.bet:
		return fmt.Errorf("%s pays %d of %d and has %d", i.verb, pays, was.stack, is.stack)
	case is.is("folded") != (i.verb == "fold"):
		return fmt.Errorf("%s, and folded is %t", i.verb, is.is("folded"))
	case a.phase == b.phase && is.bet != was.bet+pays-back:
		return fmt.Errorf("%s pays %d on %d and has bet %d", i.verb, pays, was.bet, is.bet)
	case b.street() < a.street() || !slices.Equal(a.cards, b.cards[:min(len(a.cards), len(b.cards))]):
		return fmt.Errorf("%s %v after %s %v", b.phase, b.cards, a.phase, a.cards)
	}
	return nextToAct(i, b)
}

// ended looks at what an intent that ended the hand has made of it.
func ended(i intent, b board) error {
	a := i.before
	if b.hand < a.hand {
		return fmt.Errorf("hand %d after hand %d", b.hand, a.hand)
	}
	live := 0
	for _, p := range a.seats {
		if p.dealt() && !p.is("folded") {
			live++
		}
	}
	leavers := i.leavers || slices.ContainsFunc(a.seats, func(p place) bool { return p.is("leaving") })
	if i.verb == "fold" && live > 2 && !leavers && a.phase != "River" {
		return fmt.Errorf("the hand is over, and %d are left in it", live-1)
	}
	return nil
}

// nextToAct looks at whose turn it is after an intent on the same street: the next clockwise who is not folded or
// all-in. Those who leave fold by themselves, so there it may be somebody later.
func nextToAct(i intent, b board) error {
	a := i.before
	if a.phase != b.phase || b.actor < 0 || !a.sameSeats(b) {
		return nil
	}
	for n := range len(b.seats) - 1 {
		p, q := b.seats[(a.actor+1+n)%len(b.seats)], a.seats[(a.actor+1+n)%len(b.seats)]
		if p.seat == b.seats[b.actor].seat {
			return nil
		}
		if q.dealt() && p.dealt() && !p.is("folded") && !p.is("all-in") && !p.is("leaving") {
			return fmt.Errorf("seat %d is to act after seat %d, and not seat %d", b.seats[b.actor].seat, a.seats[a.actor].seat, p.seat)
		}
	}
	return nil
}

// costs is the raises of a street, so that the least raise can be told independently (R20, R21).
type costs struct {
	hand  int
	phase string
	high  int64
	step  int64
	known bool
}

const bigBlind = 10

// least is the least legal total of a bet or raise, where it is known.
func (k *costs) least(b board) (int64, bool) {
	if k.hand != b.hand || k.phase != b.phase {
		first := k.hand != b.hand && b.phase == inHand[1]
		later := k.hand == b.hand && b.street() > slices.Index(inHand, k.phase)
		*k = costs{hand: b.hand, phase: b.phase, step: bigBlind, known: first || later}
		if first {
			k.high = bigBlind
			k.known = !slices.ContainsFunc(b.seats, func(p place) bool { return p.bet > bigBlind })
		}
		if later {
			k.known = b.high() == 0
		}
	}
	return k.high + k.step, k.known
}

// raised takes in a raise to a total; short ones are no full raise.
func (k *costs) raised(to int64) {
	k.step, k.high = max(k.step, to-k.high), to
}
