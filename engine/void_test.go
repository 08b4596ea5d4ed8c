package engine

import (
	"errors"
	"fmt"
	"testing"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// posts returns the forced bets of the last commands.
func (s *scene) posts() (out string) {
	for _, e := range s.out {
		if e.Kind == Posted {
			out += fmt.Sprintf("%s%d:%d ", letter(e.Player), e.Post, e.Amount)
		}
	}
	return out
}

// After a void hand the button, the blinds that are owed and the requested posts are as they were (R65).
func TestAVoidHandForgivesNothing(t *testing.T) {
	for name, tt := range map[string]struct {
		hands []string // actions of players before each
		want  string   // of the last, which is void, and of the next
	}{
		"both blinds are owed":             {[]string{"", "~D", "^D", "&D"}, "A2:5 B3:10 D6:10 D7:5 "},
		"a newcomer posts":                 {[]string{"", "+F7 &F"}, "C2:5 D3:10 F6:10 "},
		"the blinds are with a newcomer":   {[]string{"", "+F5"}, "C2:5 F3:10 "},
		"one moved before their turn":      {[]string{"", ">A5"}, "C2:5 D3:10 "},
		"the first hand":                   {[]string{""}, "B2:5 C3:10 "},
		"a small blind passes who owes":    {[]string{"", "~D", "^D"}, "E2:5 A3:10 "},
		"two were alone":                   {[]string{"", "~C ~D ~E", "", "^C ^D"}, "B2:5 C3:10 "},
		"they began anew without a player": {[]string{"", "~D -A -B -C -E +F1 +G3 +H5", ""}, "H2:5 F3:10 "},
		"the blinds went on after a wait":  {[]string{"", "~C ~D ~E ~A ~B ^A ^B"}, "B2:5 A3:10 "},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *poker.Rules) { r.Seats = 10 })
			s.change("+A0 +B2 +C4 +D6 +E8")
			for i, line := range tt.hands {
				s.change(line)
				before := s.table.g
				s.start()
				if i < len(tt.hands)-1 {
					s.foldOut()
					continue
				}
				first := s.posts()
				s.do(Void{s.now})
				g := &s.table.g
				if g.Button != before.Button || g.blinds != before.blinds || g.Fresh != before.Fresh || g.Waited != before.Waited {
					t.Errorf("button %d and %+v, were %d and %+v", g.Button, g.blinds, before.Button, before.blinds)
				}
				for k := range g.Seats {
					if g.Seats[k].dues != before.Seats[k].dues {
						t.Errorf("seat %d: %+v, was %+v", k, g.Seats[k].dues, before.Seats[k].dues)
					}
				}
				s.start()
				if again := s.posts(); first != tt.want || again != tt.want {
					t.Errorf("posts are %q and after the void %q, want %q", first, again, tt.want)
				}
			}
		})
	}
}

// Where there are antes alone, a void hand moves no button (R65).
func TestAVoidHandMovesNoButton(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) {
		r.Variant, r.Seats, r.Limit, r.NoBlinds, r.Ante = poker.FiveCardDraw, 6, poker.PotLimit, true, 5
	})
	s.sit("ABC")
	for hand, want := range []int{0, 1, 1, 2} {
		s.start()
		if got := s.view().Button; got != want {
			t.Errorf("hand %d: the button is in seat %d, want %d", hand+1, got, want)
		}
		if hand == 1 {
			s.do(Void{s.now})
		} else {
			s.foldOut()
		}
	}
}

// A void hand keeps requests that players made while it ran.
func TestAVoidHandKeepsWhatIsAskedMeanwhile(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABCD")
	s.start()
	s.change("+E5")
	s.do(SitIn{Player: id('E'), Post: true, At: s.now}, Void{s.now})
	if e, _ := s.view().SeatOf(id('E')); !e.Posts || !s.table.g.Seats[5].Waits {
		t.Errorf("E is %+v", e)
	}
}

func TestAVoidHandLeavesTheBlindsWhereTheyWere(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABCD")
	s.start()
	s.foldOut()
	s.start()
	s.do(Void{s.now})
	s.now += 8_000
	s.do(Start{At: s.now})
	if got := s.places(); got != "B C D ABCD" {
		t.Errorf("%s, want the blinds of the void hand", got)
	}
}

// TestANewcomerOfAVoidHandIsStillOne deals a newcomer into a hand that is void. After it they owe what a newcomer owes, and may give
// chips back (R4, R12, R65).
func TestANewcomerOfAVoidHandIsStillOne(t *testing.T) {
	for name, tt := range map[string]struct{ change, want string }{
		"in their seat":          {"", "C2:5 D3:10 F6:10 "},
		"in another":             {">F1", "C2:5 D3:10 F6:10 "},
		"in the place of a turn": {">F5", "C2:5 F3:10 "},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *poker.Rules) { r.Seats = 10 })
			s.change("+A0 +B2 +C4 +D6")
			s.start()
			s.foldOut()
			s.change("+F7 &F")
			s.start()
			s.do(TopUp{Player: id('F'), Chips: 50, At: s.now}, Void{s.now})
			s.refused(Withdraw{Player: id('F'), Chips: 451, Floor: 300, At: s.now}, Refusal{BadBuyIn, 350, 1000, 7}) // 50 are due
			s.do(Withdraw{Player: id('F'), Chips: 100, At: s.now})
			s.change(tt.change)
			s.start()
			if got := s.posts(); got != tt.want {
				t.Errorf("posts are %q, want %q", got, tt.want)
			}
		})
	}
}

// TestAVoidHandKeepsTheButtonByLot has a wait after which the button goes by lot: only one of two played before, or none of the two
// played the last hand (R10). A void hand, whose button went by lot too, changes nothing of that (R65).
func TestAVoidHandKeepsTheButtonByLot(t *testing.T) {
	for name, tt := range map[string]struct{ first, last, wait string }{
		"one of two is new":       {"+A0 +B1", "", "-B +C1"},
		"both sat out before":     {"+A0 +B1 +C2 +D3", "~A ~B", "-C -D ^A ^B"},
		"the same, one moves too": {"+A0 +B1 +C2 +D3", "~A ~B", "-C -D ^A ^B >B4"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *poker.Rules) { r.Seats = 10 })
			for _, line := range []string{tt.first, tt.last} {
				s.change(line)
				s.start()
				s.foldOut()
			}
			s.now += 60_000
			s.change(tt.wait)
			button := [2]int{}
			for lot := range uint64(2) {
				s.now += 60_000
				s.do(Start{Lot: lot, At: s.now})
				button[lot] = s.view().Button
				s.do(Void{s.now})
			}
			s.now += 60_000
			s.do(Start{Lot: 0, At: s.now})
			if again := s.view().Button; button[0] == button[1] || again != button[0] {
				t.Errorf("the button is in seat %d, %d by another lot, and %d by the first, want that of the lot", button[0], button[1], again)
			}
		})
	}
}

// TestAVoidHandIsAsIfItNeverWas compares tables at random: one where a hand began and was void, and the same without it. Players
// change seats, come and go between, and the next hand has the same button, blinds, posts and dues (R65).
func TestAVoidHandIsAsIfItNeverWas(t *testing.T) {
	compared := 0
	for seed := range uint64(400) {
		w := newWorld(t, seed)
		for range 12 {
			w.live(t, 25, nil)
			if w.table.Pending().Need == NeedStart {
				compared += compareVoid(t, w)
			}
		}
	}
	if compared < 200 {
		t.Errorf("compared %d hands, want at least 200", compared)
	}
}

// compareVoid plays the next hand of a world after a void one and without it. It returns how many hands it compared.
func compareVoid(t *testing.T, w *world) int {
	t.Helper()
	lot, at := w.Uint64(), max(w.now, w.table.View(0).Until)
	plain := w.table
	_, _ = plain.Do(Tick{at}, nil) // seats that are due open first
	voided := world{Rand: w.Rand, seed: w.seed, table: plain, now: at}
	if _, err := voided.table.Do(Start{Lot: lot, At: at}, nil); err != nil {
		return 0
	}
	if w.IntN(3) > 0 {
		_, _ = voided.table.Do(Deal{card.Shuffled(w.IntN), 7, at}, nil)
		for n := w.IntN(4); n > 0 && voided.table.Pending().Need == NeedAction; n-- {
			acts := offered(&voided.table, at)
			_, _ = voided.table.Do(acts[w.IntN(len(acts))], nil)
		}
	}
	if _, err := voided.table.Do(Void{at}, nil); err != nil {
		return 0 // it is over
	}
	changes := ""
	for range w.IntN(4) {
		c := between(w, at)
		_, err1 := plain.Do(c, nil)
		_, err2 := voided.table.Do(c, nil)
		if changes += fmt.Sprintf("\n%T %+v", c, c); !errors.Is(err1, err2) {
			t.Errorf("seed %d: %s is %v, and after a void hand %v", w.seed, changes, err1, err2)
			return 1
		}
		if !plain.g.enough() {
			return 0 // the table waits for players, from another moment
		}
	}
	for i := range int8(MaxSeats) {
		if one, two := waits(&plain.g, i), waits(&voided.table.g, i); one != two {
			t.Errorf("seed %d, after %s\nseat %d waits: %t, after a void hand %t", w.seed, changes, i, one, two)
		}
	}
	at = max(at, plain.g.Until, voided.table.g.Until)
	out1, err1 := plain.Do(Start{Lot: lot, At: at}, nil)
	out2, err2 := voided.table.Do(Start{Lot: lot, At: at}, nil)
	one, two := startText(&plain.g, out1, err1), startText(&voided.table.g, out2, err2)
	if one != two {
		t.Errorf("seed %d, after %s\nthe hand is\n%safter a void one it is\n%s", w.seed, changes, one, two)
	}
	return 1
}

// between returns what a player may do between hands.
func between(w *world, at Moment) Command {
	switch w.IntN(5) {
	case 0:
		return Sit{Player: w.who(), Seat: w.IntN(MaxSeats), Post: w.IntN(2) == 0, At: at} // a move
	case 1:
		return SitOut{w.who(), at}
	case 2:
		return SitIn{Player: w.who(), Post: w.IntN(2) == 0, At: at}
	case 3:
		return Leave{w.who(), at}
	}
	w.now, at = at, w.now
	c := w.sit()
	w.now = at
	return c
}

// startText returns what is known of a hand that has begun, but its number, chips of the time bank and moments.
func startText(g *game, events []Event, err error) string {
	out := fmt.Sprintf("%v, button %d, %+v\n", err, g.Button, g.blinds)
	if err != nil {
		return out
	}
	for _, e := range events {
		if e.Kind == Posted || e.Kind == HandStarted || e.Kind == Returned {
			out += fmt.Sprintf("%d of seat %d: post %d, %d\n", e.Kind, e.Seat, e.Post, e.Amount)
		}
	}
	for i := range g.Seats {
		p := &g.Seats[i]
		out += fmt.Sprintf("seat %d: player %d, stack %d, in hand %t, %+v\n", i, p.Player, p.Stack, p.InHand, p.dues)
	}
	return out
}
