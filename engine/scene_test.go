package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/internal/scripts"
)

// scene is a table that a test plays by hand. Players are letters; A is player 1.
type scene struct {
	testing.TB
	table Table
	now   Moment
	out   []Event
}

func newScene(tb testing.TB, change func(*poker.Rules)) *scene {
	tb.Helper()
	r := poker.DefaultRules()
	if change != nil {
		change(&r)
	}
	t, err := New(r)
	if err != nil {
		tb.Fatal(err)
	}
	return &scene{TB: tb, table: t, now: 1_000_000}
}

func id(letter byte) ID { return ID(letter-'A') + 1 }

func letter(p ID) string { return string(rune('A' + p - 1)) }

// do carries out commands that must not be refused; out has the events of all of them.
func (s *scene) do(commands ...Command) {
	s.Helper()
	s.out = nil
	for _, c := range commands {
		var err error
		if s.table, s.out, err = s.table.Apply(c, s.out); err != nil {
			s.Fatalf("%T %+v: %v", c, c, err)
		}
		if err := s.table.Check(); err != nil {
			s.Fatalf("after %T: %v", c, err)
		}
	}
}

// refused gives a command that must be refused.
func (s *scene) refused(c Command, want Refusal) {
	s.Helper()
	next, _, err := s.table.Apply(c, nil)
	if err != want || next != s.table {
		s.Errorf("%T %+v: %v, want %+v", c, c, err, want)
	}
}

// sit seats letters with chips, in the seats from 0 on.
func (s *scene) sit(letters string, chips ...int64) {
	s.Helper()
	for i := range letters {
		stack := int64(500)
		if len(chips) > 0 {
			stack = chips[i%len(chips)]
		}
		s.do(Sit{Player: id(letters[i]), Seat: i, Chips: stack, At: s.now})
	}
}

// start begins a hand and deals it, from a deck that begins with the cards named.
func (s *scene) start(cards ...string) {
	s.Helper()
	s.now += 60_000
	s.do(Start{At: s.now}, Deal{Deck: deckOf(s, strings.Join(cards, " ")), Message: 77, At: s.now})
}

// deckOf returns a deck that begins with the cards named.
func deckOf(tb testing.TB, text string) card.Deck {
	tb.Helper()
	return scripts.Deck(tb, strings.Fields(text))
}

// play does what the letters' actions say, in turn: f fold, x check, c call, r40 raise to 40.
func (s *scene) play(actions string) {
	s.Helper()
	s.out = nil
	for _, a := range strings.Fields(actions) {
		v := s.table.View(0)
		if v.ToAct < 0 {
			s.Fatalf("%s: nobody is to act", a)
		}
		act := Act{Player: playerAt(&v, v.ToAct), Turn: v.Turn, At: s.now}
		switch a[0] {
		case 'f':
			act.Action = Fold
		case 'x':
			act.Action = Check
		case 'c':
			act.Action = Call
		default:
			act.Action = Raise
			if _, err := fmt.Sscan(a[1:], &act.To); err != nil {
				s.Fatal(err)
			}
		}
		var err error
		if s.table, s.out, err = s.table.Apply(act, s.out); err != nil {
			s.Fatalf("%s: %v (legal %+v)", a, err, v.Legal)
		}
	}
}

// foldOut ends a hand by folding all round.
func (s *scene) foldOut() {
	s.Helper()
	for s.table.View(0).Phase == Betting {
		s.play("f")
	}
}

func playerAt(v *View, seat int) ID {
	for _, p := range v.Seats {
		if p.Seat == seat {
			return p.Player
		}
	}
	return 0
}

// kinds returns the events as text: kind and player.
func (s *scene) kinds(of ...Kind) (out string) {
	for _, e := range s.out {
		if len(of) == 0 || slices.Contains(of, e.Kind) {
			out += fmt.Sprintf("%d%s ", e.Kind, strings.Trim(letter(e.Player), "@"))
		}
	}
	return strings.TrimSpace(out)
}

func (s *scene) view() *View {
	v := s.table.View(0)
	return &v
}
