package engine

import (
	"testing"

	"cardroom/engine/poker"
)

// owes returns the blinds that a player owes: s and b.
func (s *scene) owes(player byte) (out string) {
	p := s.table.g.Seats[s.table.g.seatOf(id(player))]
	if p.MissedSmall {
		out += "s"
	}
	if p.MissedBig {
		out += "b"
	}
	return out
}

// A turn that is put off is owed, both blinds, and so is one that a player moved away from (R13).
func TestWhoPutsOffATurnOwesBothBlinds(t *testing.T) {
	for name, tt := range map[string]struct {
		change string
		owes   string
		later  string // after the next hand
	}{
		"the next moves behind the others":                      {">D3", "sb", "sb"},
		"the next moves one seat, and nobody is between":        {">D7", "", ""},
		"the next moves to the seat of the last, who left":      {"-C >D4", "sb", "sb"},
		"one behind the last moves to the seat of it":           {"-C >B4", "", ""},
		"the next leaves and returns behind the others":         {"-D +D1", "sb", "sb"},
		"the next leaves and returns to the same seat":          {"-D +D6", "", ""},
		"one moves before their turn":                           {">A5", "", "sb"},
		"one leaves and returns before their turn":              {"-A +A5", "", "sb"},
		"one moves before their turn, leaves and returns there": {">A5 -A +A5", "", "sb"},
		"one who sits out moves behind the others":              {"~D >D1", "sb", "sb"},
		"a newcomer moves behind the others":                    {"+E7 >E1", "", ""},
		"the last big blind moves within their place":           {">C5", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *poker.Rules) { r.Seats = 10 })
			s.change("+A0 +B2 +C4 +D6")
			s.start()
			s.foldOut()
			s.change(tt.change)
			who := tt.change[len(tt.change)-2]
			if got := s.owes(who); got != tt.owes {
				t.Errorf("owes %q, want %q", got, tt.owes)
			}
			s.start()
			if got := s.owes(who); got != tt.later {
				t.Errorf("after a hand owes %q, want %q", got, tt.later)
			}
		})
	}
}

// A player who leaves and returns owes the blinds that have passed their seat meanwhile, whichever way they went (R13).
func TestWhoReturnsOwesWhatHasPassed(t *testing.T) {
	for name, tt := range map[string]struct {
		script [][2]string // hands, as of playBlinds
		back   string      // then a player returns
		owes   string
	}{
		"with the big blind, before another hand":   {[][2]string{{"+A0 +B2 +C4 +D6", "A B C ABCD"}}, "-C +C4", ""},
		"with the big blind, a hand later":          {[][2]string{{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {"-C", "B - D ABD"}}, "+C4", "s"},
		"with the small blind, a hand later":        {[][2]string{{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {"-B", "2 C D ACD"}}, "+B2", ""},
		"the small blind has passed before":         {[][2]string{{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {"~C", "B - D ABD"}}, "-C +C4", "s"},
		"the big blind has passed before":           {[][2]string{{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {"~D", "B C A ABC"}}, "-D +D6", "sb"},
		"the big blind has passed, and they move":   {[][2]string{{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {"~D", "B C A ABC"}}, ">D1", "sb"},
		"they began anew with others":               {[][2]string{{"+A0 +B8", "A A B AB"}, {"-B +C1 +D3", "A C D ACD"}}, "+B8", "sb"},
		"the small blind has passed, and they move": {[][2]string{{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {"~C", "B - D ABD"}}, ">C1", "s"},
		"they began anew without them, and they move": {
			[][2]string{{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {"~D -A -B -C +E1 +F3", "E E F EF"}}, ">D2", "",
		},
		"they left before the first hand":          {[][2]string{{"+A0 +B1 +C2 -C", "A A B AB"}}, "+C2", ""},
		"the big blind came to the same seat anew": {[][2]string{{"+A0 +B1 +C2 +D6 +F8", "A B C ABCDF"}, {">F4 >A3 -D -B -C +E2", "A A E AE"}}, "+C5", "sb"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *poker.Rules) { r.Seats = 10 })
			s.playBlinds(tt.script)
			s.change(tt.back)
			if got := s.owes(tt.back[len(tt.back)-2]); got != tt.owes {
				t.Errorf("owes %q, want %q", got, tt.owes)
			}
		})
	}
}

// The small blind passes a player a hand after they had the big one, wherever they move. It does not pass them again while they
// sit out a hand later (R13).
func TestTheSmallBlindPassesAPlayerOnce(t *testing.T) {
	s := newScene(t, nil)
	s.playBlinds([][2]string{{"+A0 +B1 +C2", "A B C ABC"}, {">C3", "B B A AB"}, {">C4 ~C", "A A B AB"}})
	if got := s.owes('C'); got != "" {
		t.Errorf("C owes %q, want nothing", got)
	}
	s = newScene(t, nil) // it passes D, who sits behind C
	s.playBlinds([][2]string{{"+A0 +B1 +C2 +D6", "A B C ABCD"}, {">C4 ~D", "B B A AB"}, {">C5 ~C", "A A B AB"}})
	if c, d := s.owes('C'), s.owes('D'); c != "" || d != "sb" {
		t.Errorf("C owes %q and D %q, want nothing and both", c, d)
	}
	s = newScene(t, nil) // two of four sit out, and the small blind passes them one after the other
	s.playBlinds([][2]string{{"+A0 +B1 +C2 +D3", "A B C ABCD"}, {"~C ~D", "B B A AB"}})
	if c, d := s.owes('C'), s.owes('D'); c != "s" || d != "b" {
		t.Errorf("C owes %q and D %q, want the small blind and the big one", c, d)
	}
	s.playBlinds([][2]string{{"", "A A B AB"}})
	if c, d := s.owes('C'), s.owes('D'); c != "s" || d != "sb" {
		t.Errorf("C owes %q and D %q, want the small blind and both", c, d)
	}
}

// A blind missed while sitting out is owed (R13).
func TestWhoMissesABlindIsRemembered(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABCD")
	s.start()
	s.change("~D")
	s.foldOut()
	s.start()
	if d := s.table.g.Seats[3]; !d.MissedBig || d.MissedSmall || !d.Waits {
		t.Errorf("D sat out through the big blind: %+v", d)
	}
	s.foldOut()
	if v, _ := s.view().SeatOf(id('D')); v.Waits {
		t.Error("D is said to wait, want to sit out alone")
	}
	s.change("~A")
	s.start()
	if a := s.table.g.Seats[0]; a.MissedBig || !a.MissedSmall || !a.Waits {
		t.Errorf("A sat out through the small blind: %+v", a)
	}
	s.change("^D")
	if v, _ := s.view().SeatOf(id('D')); !v.Waits {
		t.Error("D is not said to wait")
	}
}

// Where only one who owes nothing is left, a player who owes the big blind has it at once (R13).
func TestAPlayerWhoOwesHasTheBigBlindOfTwo(t *testing.T) {
	s := newScene(t, nil)
	s.sit("ABC")
	for _, hand := range [][2]string{
		{"", "A B C ABC"}, {"~B", "C C A AC"}, {"", "A A C AC"}, {"~C ^B", "A A B AB"}, {"", "B B A AB"}, {"^C", "A A B AB"}, {"", "A B C ABC"},
	} {
		s.change(hand[0])
		s.start()
		if got := s.places(); got != hand[1] {
			t.Fatalf("after %q: %s, want %s", hand[0], got, hand[1])
		}
		s.foldOut()
	}
}

// TestAPlayerWhoOwesTheSmallBlindPostsItOfTwo has the small blind pass a player who sits out. They come back where only one other is
// left, who has the big blind: they post the small one, and the one they owe (R11, R13).
func TestAPlayerWhoOwesTheSmallBlindPostsItOfTwo(t *testing.T) {
	s := newScene(t, nil)
	s.playBlinds([][2]string{{"+A0 +B1 +C2", "A B C ABC"}, {"~C", "B B A AB"}})
	s.change("~A ^C")
	s.now += 60_000
	s.do(Start{At: s.now})
	if got, want := s.posts(), "C2:5 C7:5 B3:10 "; got != want {
		t.Errorf("posts are %q, want %q", got, want)
	}
}

// TestWhoIsSaidToWait has a newcomer sit down in the seat of the next big blind while a hand runs. They wait until it is over, and
// then are next. A player who has no chips does not wait for the big blind (R12).
func TestWhoIsSaidToWait(t *testing.T) {
	s := newScene(t, quiet)
	s.sit("ABC", 500, 500, 50)
	s.start("Ks Qs As", "Kd Qd Ad", "2c 7d 9h Jc 3s")
	want := func(of byte, waits bool) {
		t.Helper()
		if p, _ := s.view().SeatOf(id(of)); p.Waits != waits {
			t.Errorf("phase %d: %c waits, %t, want %t", s.view().Phase, of, p.Waits, waits)
		}
	}
	s.change("+D3 +E4")
	want('D', true)
	want('E', true)
	s.play("r50 f c")
	want('C', false)
	want('D', false)
	want('E', true)
}
