package board

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/bot/discordtest"
)

// Intent is a sent decision, with its board.
type Intent struct {
	Before   Board
	Verb     string // fold, check, call, raise
	To       int64  // of a raise: the total of the street
	Answered bool   // the bot confirmed it
	Leavers  bool   // a player asked to leave in this hand, and the board may not show it yet
}

// Before reports whether a board shows an earlier moment of the same hand.
func (b Board) Before(now Board) bool {
	if b.Hand != now.Hand || !b.Running() {
		return false
	}
	pot := func(b Board) (sum int64) {
		for _, n := range b.pots {
			sum += n
		}
		return sum
	}
	folded := func(b Board) (n int) {
		for _, p := range b.Seats {
			if p.Is("folded") {
				n++
			}
		}
		return n
	}
	return !now.Running() || b.street() < now.street() ||
		b.street() == now.street() && (pot(b) < pot(now) || folded(b) < folded(now))
}

// LeavesOut reports whether a board is another one without its decision. New messages in a hand are like that: their first
// edit adds the decision.
func (b Board) LeavesOut(now Board) bool {
	decides := now.Actor >= 0
	now.Actor = -1
	return decides && Same(now, b) == nil
}

// Same returns the difference between two boards of one decision, or nil.
func Same(a, b Board) error {
	switch {
	case a.Hand != b.Hand:
		return fmt.Errorf("hand %d instead of %d", b.Hand, a.Hand)
	case a.Phase != b.Phase || !slices.Equal(a.Cards, b.Cards):
		return fmt.Errorf("%s %v instead of %s %v", b.Phase, b.Cards, a.Phase, a.Cards)
	case (a.Actor < 0) != (b.Actor < 0) || a.Actor >= 0 && a.Seats[a.Actor].Person != b.Seats[b.Actor].Person:
		return fmt.Errorf("another player is to act")
	case !slices.Equal(a.pots, b.pots):
		return fmt.Errorf("pots %d instead of %d", b.pots, a.pots)
	}
	for _, p := range a.Seats {
		if q, there := b.Of(p.Person); p.Dealt() && (!there || q.Stack != p.Stack || q.Bet != p.Bet || q.Is("folded") != p.Is("folded")) {
			return fmt.Errorf("<@%s> has %d, bet %d, instead of %d, bet %d", p.Person, q.Stack, q.Bet, p.Stack, p.Bet)
		}
	}
	return nil
}

// Follows returns the faults of a board after an intent on the board before, or nil. Boards in between may be missing, for
// example if the next players to act leave.
func Follows(i Intent, b Board) error {
	a := i.Before
	if a.Hand != b.Hand || !b.Running() {
		return ended(i, b)
	}
	was := a.Seats[a.Actor]
	is, there := b.Of(was.Person)
	if !there {
		return fmt.Errorf("the player disappeared during the hand")
	}
	pays := map[string]int64{"call": a.call, "raise": i.To - was.Bet}[i.Verb]
	back := int64(0) // an uncalled bet returns when the betting is over
	if b.Actor < 0 {
		back = max(0, is.Stack-(was.Stack-pays))
	}
	switch {
	case is.Stack != was.Stack-pays+back || back > pays+was.Bet:
		return fmt.Errorf("%s pays %d of %d and has %d", i.Verb, pays, was.Stack, is.Stack)
	case is.Is("folded") != (i.Verb == "fold"):
		return fmt.Errorf("%s, and folded is %t", i.Verb, is.Is("folded"))
	case a.Phase == b.Phase && is.Bet != was.Bet+pays-back:
		return fmt.Errorf("%s pays %d on %d and has bet %d", i.Verb, pays, was.Bet, is.Bet)
	case b.street() < a.street() || !slices.Equal(a.Cards, b.Cards[:min(len(a.Cards), len(b.Cards))]):
		return fmt.Errorf("%s %v after %s %v", b.Phase, b.Cards, a.Phase, a.Cards)
	}
	return nextToAct(i, b)
}

// ended checks the board after an intent that ended the hand.
func ended(i Intent, b Board) error {
	a := i.Before
	if b.Hand < a.Hand {
		return fmt.Errorf("hand %d after hand %d", b.Hand, a.Hand)
	}
	live := 0
	for _, p := range a.Seats {
		if p.Dealt() && !p.Is("folded") {
			live++
		}
	}
	leavers := i.Leavers || slices.ContainsFunc(a.Seats, func(p Seat) bool { return p.Is("leaving") })
	if i.Verb == "fold" && live > 2 && !leavers && a.Phase != "River" {
		return fmt.Errorf("the hand is over, and %d are left in it", live-1)
	}
	return nil
}

// nextToAct checks whose turn it is after an intent on the same street: the next player clockwise who is not folded or
// all-in. Players who leave fold by themselves, so then it may be a later one.
func nextToAct(i Intent, b Board) error {
	a := i.Before
	if a.Phase != b.Phase || b.Actor < 0 || !a.SameSeats(b) {
		return nil
	}
	for n := range len(b.Seats) - 1 {
		p, q := b.Seats[(a.Actor+1+n)%len(b.Seats)], a.Seats[(a.Actor+1+n)%len(b.Seats)]
		if p.seat == b.Seats[b.Actor].seat {
			return nil
		}
		if q.Dealt() && p.Dealt() && !p.Is("folded") && !p.Is("all-in") && !p.Is("leaving") {
			return fmt.Errorf("seat %d is to act after seat %d, and not seat %d", b.Seats[b.Actor].seat, a.Seats[a.Actor].seat, p.seat)
		}
	}
	return nil
}

// Costs records the raises of a street, so that the least raise is known independently of the program (R20, R21).
type Costs struct {
	hand  int
	phase string
	high  int64
	step  int64
	known bool
}

const bigBlind = 10

// Least returns the least legal total of a bet or raise, if it is known.
func (k *Costs) Least(b Board) (int64, bool) {
	if k.hand != b.Hand || k.phase != b.Phase {
		first := k.hand != b.Hand && b.Phase == inHand[1]
		later := k.hand == b.Hand && b.street() > slices.Index(inHand, k.phase)
		*k = Costs{hand: b.Hand, phase: b.Phase, step: bigBlind, known: first || later}
		if first {
			k.high = bigBlind
			k.known = !slices.ContainsFunc(b.Seats, func(p Seat) bool { return p.Bet > bigBlind })
		}
		if later {
			k.known = b.High() == 0
		}
	}
	return k.high + k.step, k.known
}

// Raised records a raise to a total. A short raise is no full raise.
func (k *Costs) Raised(to int64) {
	k.step, k.high = max(k.step, to-k.high), to
}

// Everything returns all parts of a message that a client sees or could look up.
func Everything(m discordtest.Message) string {
	words := append(m.Alts(), m.Text(), m.Nonce)
	for _, b := range m.Buttons() {
		words = append(words, b.Label, b.CustomID)
	}
	for _, a := range m.Attachments {
		words = append(words, a.Filename, a.Description)
	}
	return CardsAsLetters(strings.Join(words, "\n"))
}

// OtherForms returns other ways to write a card, none of which may reveal a hole card.
func OtherForms(card string) []string {
	rank, suit := card[:len(card)-len("♠")], card[len(card)-len("♠"):]
	letter := map[string]string{"♠": "s", "♥": "h", "♦": "d", "♣": "c"}[suit]
	name := map[string]string{"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}[suit]
	forms := []string{card, rank + letter, "of_" + name}
	if rank == "10" {
		forms = append(forms, "T"+letter, "T"+suit)
	}
	return forms
}

// Paused reports whether a board shows that its table waits for the store.
func Paused(b Board) bool { return strings.Count(b.Text, "\n⏸ ") == 1 }

// CallOrCheck returns the label of the button that stays in the hand.
func CallOrCheck(b Board) string {
	return b.Labels[slices.IndexFunc(b.Labels, func(l string) bool { return strings.HasPrefix(l, "Call") || l == "Check" })]
}

// Decisions returns the custom ids of a message's action buttons.
func Decisions(m *discordtest.Message) (ids []string) {
	for _, c := range m.Buttons() {
		if actsForm.MatchString(c.Label) && !strings.HasSuffix(c.Label, "…") {
			ids = append(ids, c.CustomID)
		}
	}
	return ids
}

// ButtonOf returns the custom id under a label, or "".
func ButtonOf(m *discordtest.Message, label string) string {
	for _, c := range m.Buttons() {
		if c.Label == label {
			return c.CustomID
		}
	}
	return ""
}

// Decision is the decision of a button.
type Decision struct {
	Table        string
	Hand, action int
}

// After reports whether d comes later at its table than e.
func (d Decision) After(e Decision) bool {
	return d.Hand > e.Hand || d.Hand == e.Hand && d.action > e.action
}

// PlainDecision returns the button of a message that calls or checks, and its decision.
func PlainDecision(m *discordtest.Message) (id string, d Decision, ok bool) {
	for _, id := range Decisions(m) {
		f := strings.Split(id, ":")
		if f[4] != "call" && f[4] != "check" {
			continue
		}
		fmt.Sscan(f[2]+" "+f[3], &d.Hand, &d.action)
		d.Table = f[1]
		return id, d, true
	}
	return "", d, false
}
