package engine

import (
	"fmt"
	"testing"

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
