package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// change does what a line of a script says: +D3 sits down in seat 3, -D leaves, ~D sits out, ^D sits in, &D posts, $D tops up,
// >D4 moves to seat 4. >D4& also posts there.
func (s *scene) change(line string) {
	s.Helper()
	for _, f := range strings.Fields(line) {
		p, at := id(f[1]), s.now
		switch f[0] {
		case '+':
			low, _ := s.table.BuyIns(p, at)
			s.do(Sit{Player: p, Seat: int(f[2] - '0'), Chips: max(500, low), At: at})
		case '-':
			s.do(Leave{p, at})
		case '~':
			s.do(SitOut{p, at})
		case '&':
			s.do(SitIn{Player: p, Post: true, At: at})
		case '^':
			s.do(SitIn{Player: p, At: at})
		case '$':
			s.do(TopUp{Player: p, Chips: 500, At: at})
		case '>':
			s.do(Sit{Player: p, Seat: int(f[2] - '0'), Post: len(f) > 3, At: at})
		}
	}
}

// playBlinds plays hands in which everyone folds. Each line has the changes before a hand and its places.
func (s *scene) playBlinds(script [][2]string) {
	s.Helper()
	for i, line := range script {
		s.change(line[0])
		s.now += 8_000
		s.do(Start{At: s.now})
		if got := s.places(); got != line[1] {
			s.Fatalf("hand %d (%s): button, blinds, players are %s, want %s", i+1, line[0], got, line[1])
		}
		s.do(Deal{Deck: card.Ordered(), At: s.now})
		s.foldOut()
	}
}

// places returns the seats of the button, the small blind and the big blind, and of the players dealt in. A seat without its player is a
// number; a small blind that was not posted is -.
func (s *scene) places() string {
	v := s.table.View(0)
	who := func(seat int) string {
		if p := playerAt(&v, seat); p != 0 {
			return letter(p)
		}
		return fmt.Sprint(seat)
	}
	small, big, in := "-", "-", []byte{}
	for _, e := range s.out {
		switch {
		case e.Post == PostSmallBlind:
			small = letter(e.Player)
		case e.Post == PostBigBlind:
			big = letter(e.Player)
		}
	}
	for _, p := range v.Seats {
		if p.InHand {
			in = append(in, letter(p.Player)[0])
		}
	}
	slices.Sort(in)
	return strings.Join([]string{who(v.Button), small, big, string(in)}, " ")
}

// The button and the blinds move from hand to hand, while people come and go (R10, R11).
func TestTheDeadButton(t *testing.T) {
	for name, script := range map[string][][2]string{
		"three go round": {
			{"+A0 +B1 +C2", "A B C ABC"}, {"", "B C A ABC"}, {"", "C A B ABC"}, {"", "A B C ABC"},
		},
		"two take turns (R11)": {
			{"+A0 +B1", "A A B AB"}, {"", "B B A AB"}, {"", "A A B AB"},
		},
		"three to two, the button leaves": {
			{"+A0 +B1 +C2", "A B C ABC"}, {"-A", "C C B BC"}, {"", "B B C BC"},
		},
		"three to two, the small blind leaves": {
			{"+A0 +B1 +C2", "A B C ABC"}, {"-B", "C C A AC"}, {"", "A A C AC"},
		},
		"three to two, the big blind leaves: nobody has it twice running": {
			{"+A0 +B1 +C2", "A B C ABC"}, {"-C", "B B A AB"}, {"", "A A B AB"},
		},
		"two to three: the newcomer waits for the big blind": {
			{"+A0 +B1", "A A B AB"}, {"+C2", "A B C ABC"}, {"", "B C A ABC"},
		},
		"two to three: the newcomer sits where the blind has passed": {
			{"+A0 +C2", "A A C AC"}, {"+B1", "C C A AC"}, {"", "C A B ABC"}, {"", "A B C ABC"},
		},
		"the small blind leaves: the button is dead": {
			{"+A0 +B1 +C2 +D3", "A B C ABCD"}, {"-B", "1 C D ACD"}, {"", "C D A ACD"},
		},
		"the big blind leaves: no small blind, then a dead button": {
			{"+A0 +B1 +C2 +D3", "A B C ABCD"}, {"-C", "B - D ABD"}, {"", "2 D A ABD"}, {"", "D A B ABD"},
		},
		"both blinds leave": {
			{"+A0 +B1 +C2 +D3 +E4", "A B C ABCDE"}, {"-B -C", "1 - D ADE"}, {"", "2 D E ADE"}, {"", "D E A ADE"},
		},
		"the button leaves: nothing else changes": {
			{"+A0 +B1 +C2 +D3", "A B C ABCD"}, {"-A", "B C D BCD"}, {"", "C D B BCD"},
		},
		"a newcomer between the button and the blind waits until the button has passed": {
			{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {"+E3 +F1", "B C D ABCD"}, {"", "C D A ABCD"}, {"", "D A F ABCDF"},
			{"", "A F B ABCDF"}, {"", "F B E ABCDEF"}, {"", "B E C ABCDEF"},
		},
		"a newcomer in the seat of the dead button is not dealt in": {
			{"+A0 +B1 +C2 +D3", "A B C ABCD"}, {"-B +E1", "E C D ACD"}, {"", "C D A ACD"}, {"", "D A E ACDE"},
		},
		"who sits out through the big blind waits for it": {
			{"+A0 +B1 +C2 +D3", "A B C ABCD"}, {"~D", "B C A ABC"}, {"^D", "C A B ABC"}, {"", "A B C ABC"}, {"", "B C D ABCD"},
		},
		"who sits out and misses nothing comes straight back": {
			{"+A0 +B1 +C2 +D3 +E4", "A B C ABCDE"}, {"~A", "B C D BCDE"}, {"^A", "C D E ABCDE"}, {"", "D E A ABCDE"},
		},
		"who sits out through the small blind waits too": {
			{"+A0 +B1 +C2 +D3", "A B C ABCD"}, {"~C", "B - D ABD"}, {"^C", "C D A ABD"}, {"", "D A B ABD"}, {"", "A B C ABCD"},
		},
		"all but one left and others came: it begins anew": {
			{"+A0 +B1", "A A B AB"}, {"-A +C4 +D6", "B B C BC"}, {"", "B C D BCD"},
		},
		"nobody is left of those who played: it begins anew by lot": {
			{"+A0 +B1", "A A B AB"}, {"-A -B +C4 +D6 +E8", "C D E CDE"}, {"", "D E C CDE"},
		},
		"who is out when it begins waits if the blind passes them": {
			{"+A0 +B1 +C2 +D3 ~C", "A B D ABD"}, {"^C", "B D A ABD"}, {"", "D A B ABD"}, {"", "A B C ABCD"},
		},
		"who moves waits for the blind anew": {
			{"+A0 +B1 +C2 +D3", "A B C ABCD"}, {">A5", "B C D BCD"}, {"", "C D A ABCD"},
		},
		"who moves and posts is dealt in at once": {
			{"+A0 +B1 +C2 +D3", "A B C ABCD"}, {">A5&", "B C D ABCD"}, {"", "C D A ABCD"},
		},
		"who posts while two play has the big blind in turn and posts nothing": {
			{"+A0 +B4", "A A B AB"}, {"+C2 &C", "B B A AB"}, {"", "B A C ABC"},
		},
		"who posts and then moves still posts": {
			{"+A0 +B1 +C2 +D3", "A B C ABCD"}, {"+E6 &E >E5", "B C D ABCDE"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *poker.Rules) { r.Clock, r.SitOutLimit = 0, 0 })
			s.playBlinds(script)
		})
	}
}

// A change of seats changes no turn: the big blind goes to the player whose turn it would have been. A player who has put off
// their turn owes both blinds (R10, R13).
func TestAChangeOfSeatsChangesNoTurn(t *testing.T) {
	for name, script := range map[string][][2]string{
		"of two, the big blind moves to the next seat, again and again": {
			{"+A0 +B1", "A A B AB"}, {">B2", "B B A AB"}, {">A1", "A A B AB"}, {">B3", "B B A AB"}, {">A2", "A A B AB"}, {">B0", "B B A AB"},
		},
		"of two, both move": {
			{"+A0 +B1", "A A B AB"}, {">B5 >A3", "B B A AB"}, {">B0 >A9", "A A B AB"},
		},
		"of two, the big blind leaves and returns before the other": {
			{"+A0 +B5", "A A B AB"}, {"-B +B7", "B B A AB"}, {"", "A A B AB"},
		},
		"of two, both leave, and the big blind returns first": {
			{"+A0 +B1", "A A B AB"}, {"-A -B +B5 +A0", "B B A AB"}, {"", "A A B AB"},
		},
		"of three, all leave, and the big blind returns first to the seat of the next": {
			{"+A0 +B1 +C2", "A B C ABC"}, {"-A -B -C +C0 +B1 +A2", "B B A AB"}, {"", "B A C ABC"},
		},
		"of four, the big blind moves to the next seat": {
			{"+A0 +B1 +C3 +D4", "A B C ABCD"}, {">C2", "B - D ABD"}, {"", "C D A ABD"}, {"", "D A B ABD"}, {"", "A B C ABCD"},
		},
		"of four, the small blind moves to the next seat": {
			{"+A0 +B1 +C3 +D6", "A B C ABCD"}, {">B2", "B C D ACD"}, {"", "C D A ACD"}, {"", "D A B ABCD"},
		},
		"the next but one moves before the next, and waits for their turn": {
			{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {">A5", "B C D BCD"}, {"", "C D B BCD"}, {"", "D B C BCD"}, {"", "B C A ABCD"},
		},
		"one leaves and returns before others": {
			{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {"-A +A5", "B C D BCD"}, {"", "C D B BCD"}, {"", "D B C BCD"}, {"", "B C A ABCD"},
		},
		"of four, the big blind leaves and returns one seat before": {
			{"+A0 +B1 +C3 +D6", "A B C ABCD"}, {"-C +C2", "B - D ABD"}, {"", "3 D A ABD"}, {"", "D A B ABD"}, {"", "A B C ABCD"},
		},
		"a newcomer may choose another seat": {
			{"+A0 +B2 +C4", "A B C ABC"}, {"+D7 >D5", "B C D ABCD"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *poker.Rules) { r.Seats = 10 })
			s.playBlinds(script)
		})
	}
}

// After a wait for players the blinds go on from the last hand, unless the players changed or the return window has passed. Without
// the players of the last hand they begin anew, with the button by lot (R10).
func TestTheBlindsAfterAWait(t *testing.T) {
	for name, tt := range map[string]struct {
		sit, second, out string // before the first hand, before the second one if there is one, and after the last
		wait             time.Duration
		back             string
		lot              uint64
		want             string
	}{
		"two of three come back":                            {"+A0 +B1 +C2", "", "~B ~C", 10 * time.Second, "^B ^C", 2, "B C A ABC"},
		"one of two comes back":                             {"+A0 +B1", "", "~A", 59 * time.Minute, "^A", 1, "B B A AB"},
		"one of two comes back after the return window":     {"+A0 +B1", "", "~A", time.Hour, "^A", 0, "A A B AB"},
		"both come back":                                    {"+A0 +B1", "", "~A ~B", time.Minute, "^B ^A", 0, "B B A AB"},
		"one of two leaves and returns elsewhere":           {"+A0 +B3", "", "-A", 59 * time.Minute, "+A5", 0, "B B A AB"},
		"one of two leaves for longer":                      {"+A0 +B1", "", "-A", time.Hour, "+A0", 0, "A A B AB"},
		"another comes for one of two":                      {"+A0 +B1", "", "-B", 10 * time.Second, "+C3", 1, "C C A AC"},
		"another comes for one of two before the next hand": {"+A0 +B1", "", "-B", 0, "+C3", 0, "A A C AC"},
		"two others come":                                   {"+A0 +B1", "", "-B", 10 * time.Second, "+C3 +D5", 2, "D A C ACD"},
		"one of two, then the other, before it begins":      {"+A0 +B5", "", "-A", 10 * time.Second, "+C3 +A0", 0, "B B A AB"},
		"the big blind of three leaves":                     {"+A0 +B1 +C2", "", "-C ~A", 10 * time.Second, "^A", 0, "B B A AB"},
		"two come back who sat out the last hand":           {"+A0 +B2 +C4 +D6", "~A ~B", "-C -D", time.Minute, "^A ^B", 1, "B B A AB"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *poker.Rules) { r.SitOutLimit = 0 })
			for _, line := range []string{tt.sit, tt.second} {
				if s.change(line); line != "" {
					s.start()
					s.foldOut()
				}
			}
			if got := s.afterAWait(tt.out, tt.wait, tt.back, tt.lot); got != tt.want {
				t.Errorf("button, blinds, players are %s, want %s", got, tt.want)
			}
		})
	}
}

// afterAWait returns the places of the next hand, for which the table lacks players for a time. It sees that the table says of each
// player whether they wait for the big blind or are dealt in (R12).
func (s *scene) afterAWait(out string, wait time.Duration, back string, lot uint64) string {
	s.Helper()
	s.change(out)
	s.now = s.now.Add(wait)
	s.change(back)
	s.now = max(s.now, s.table.Pending().Due)
	before := s.view()
	s.do(Start{Lot: lot, At: s.now})
	for _, p := range before.Seats {
		if now, _ := s.view().SeatOf(p.Player); p.Waits == now.InHand {
			s.Errorf("%s is said to wait, %t, and is dealt in, %t", letter(p.Player), p.Waits, now.InHand)
		}
	}
	return s.places()
}

// TestTheBlindsGoOnAfterAnEarlierVersion waits for a player at a table whose snapshot says neither when the last hand ended nor
// who played it (R10).
func TestTheBlindsGoOnAfterAnEarlierVersion(t *testing.T) {
	s := newScene(t, nil)
	s.now += 86_400_000
	s.sit("AB")
	s.start()
	s.foldOut()
	s.table.g.Since = 0
	for i := range s.table.g.Seats {
		s.table.g.Seats[i].Played = newcomer
	}
	if got := s.afterAWait("~A", 30*time.Second, "^A", 0); got != "B B A AB" {
		t.Errorf("button, blinds, players are %s, want those after the last hand", got)
	}
}

// Of two players none escapes the big blind by sitting out, however often and long (R10).
func TestSittingOutOfTwoMovesNoButton(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB")
	for hand := range 20 {
		s.start()
		if got, want := s.places(), []string{"A A B AB", "B B A AB"}[hand%2]; got != want {
			t.Fatalf("hand %d: %s, want %s", hand+1, got, want)
		}
		s.foldOut()
		s.change("~A")
		s.now += 600_000
		s.change("^A")
		if w := s.table.Pending(); w.Need != NeedStart || w.Due != s.now.Add(8*time.Second) {
			t.Fatalf("awaits %+v", w)
		}
	}
}

func TestSittingOutAndInBeforeTheNextHandEscapesNothing(t *testing.T) {
	s := newScene(t, nil)
	s.sit("AB")
	s.start()
	s.foldOut()
	due := s.table.Pending().Due
	s.now += 1_000
	s.change("~A")
	if w := s.table.Pending(); w.Need != NeedPlayers {
		t.Errorf("awaits %+v", w)
	}
	s.change("^A")
	if w := s.table.Pending(); w.Need != NeedStart || w.Due != due {
		t.Errorf("awaits %+v, want the start at %d", w, due)
	}
	s.change("~A")
	s.now = due
	s.change("^A")
	if w := s.table.Pending(); w.Need != NeedStart || w.Due != due {
		t.Errorf("awaits %+v, want the start now, at %d", w, due)
	}
	s.start()
	if got := s.table.View(0).Button; got != 1 {
		t.Errorf("the button is in seat %d: it should have moved", got)
	}
}
