package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine/card"
)

// change does what a line of a script says: +D3 sits down in seat 3, -D leaves, ~D sits out, ^D sits in, &D posts, $D tops up,
// >D4 moves to seat 4.
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
			s.do(TopUp{p, 500, at})
		case '>':
			s.do(Sit{Player: p, Seat: int(f[2] - '0'), At: at})
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
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *Rules) { r.Clock, r.SitOutLimit = 0, 0 })
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
		"of four, the big blind moves to the next seat": {
			{"+A0 +B1 +C3 +D4", "A B C ABCD"}, {">C2", "B - D ABD"}, {"", "C D A ABD"}, {"", "D A B ABD"}, {"", "A B C ABCD"},
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
			s := newScene(t, func(r *Rules) { r.Seats = 10 })
			s.playBlinds(script)
		})
	}
}

// owes returns what a player owes: s and b for the blinds.
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
			s := newScene(t, func(r *Rules) { r.Seats = 10 })
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
		"they began anew with others":               {[][2]string{{"+A0 +B8", "A A B AB"}, {"-B +C1 +D3", "A C D ACD"}}, "+B8", "sb"},
		"the small blind has passed, and they move": {[][2]string{{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {"~C", "B - D ABD"}}, ">C1", "s"},
		"they left before the first hand":           {[][2]string{{"+A0 +B1 +C2 -C", "A A B AB"}}, "+C2", ""},
		"the big blind came to the same seat anew":  {[][2]string{{"+A0 +B1 +C2 +D6 +F8", "A B C ABCDF"}, {">F4 >A3 -D -B -C +E2", "A A E AE"}}, "+C5", "sb"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *Rules) { r.Seats = 10 })
			s.playBlinds(tt.script)
			s.change(tt.back)
			if got := s.owes(tt.back[len(tt.back)-2]); got != tt.owes {
				t.Errorf("owes %q, want %q", got, tt.owes)
			}
		})
	}
}

// TestTheBlindsBeginAnewWithoutTheLastPlayers has two of four play the last hand and leave. The others, who sat out, begin anew
// after a wait, with the button by lot (R10).
func TestTheBlindsBeginAnewWithoutTheLastPlayers(t *testing.T) {
	s := newScene(t, nil)
	s.playBlinds([][2]string{{"+A0 +B2 +C4 +D6", "A B C ABCD"}, {"~A ~B", "C C D CD"}})
	s.change("-C -D")
	s.now += 60_000
	s.change("^A ^B")
	s.now = max(s.now, s.table.Pending().Due)
	s.do(Start{At: s.now})
	if got := s.places(); got != "A A B AB" {
		t.Errorf("button, blinds, players are %s, want the button by lot", got)
	}
}

// TestTheBlindsGoOnAfterAnEarlierVersion waits for a player at a table whose snapshot does not say when the last hand ended (R10).
func TestTheBlindsGoOnAfterAnEarlierVersion(t *testing.T) {
	s := newScene(t, nil)
	s.now += 86_400_000
	s.playBlinds([][2]string{{"+A0 +B1", "A A B AB"}})
	s.table.g.Since = 0
	s.change("~A")
	s.now += 30_000
	s.change("^A")
	s.now = max(s.now, s.table.Pending().Due)
	s.do(Start{At: s.now})
	if got := s.places(); got != "B B A AB" {
		t.Errorf("button, blinds, players are %s, want those after the last hand", got)
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
	s.change("~A")
	s.foldOut()
	s.start()
	if a := s.table.g.Seats[0]; a.MissedBig || !a.MissedSmall || !a.Waits {
		t.Errorf("A sat out through the small blind: %+v", a)
	}
	s.change("^D")
	if v, _ := s.view().SeatOf(id('D')); !v.Waits {
		t.Error("D is not said to wait")
	}
}

// After a wait for players the blinds go on from the last hand, unless the players changed or the return window has passed (R10).
func TestTheBlindsAfterAWait(t *testing.T) {
	for name, tt := range map[string]struct {
		sit, out string
		wait     time.Duration
		back     string
		lot      uint64
		want     string
	}{
		"two of three come back":                            {"+A0 +B1 +C2", "~B ~C", 10 * time.Second, "^B ^C", 2, "B C A ABC"},
		"one of two comes back":                             {"+A0 +B1", "~A", 59 * time.Minute, "^A", 1, "B B A AB"},
		"one of two comes back after the return window":     {"+A0 +B1", "~A", time.Hour, "^A", 0, "A A B AB"},
		"both come back":                                    {"+A0 +B1", "~A ~B", time.Minute, "^B ^A", 0, "B B A AB"},
		"one of two leaves and returns elsewhere":           {"+A0 +B3", "-A", 59 * time.Minute, "+A5", 0, "B B A AB"},
		"one of two leaves for longer":                      {"+A0 +B1", "-A", time.Hour, "+A0", 0, "A A B AB"},
		"another comes for one of two":                      {"+A0 +B1", "-B", 10 * time.Second, "+C3", 1, "C C A AC"},
		"another comes for one of two before the next hand": {"+A0 +B1", "-B", 0, "+C3", 0, "A A C AC"},
		"two others come":                                   {"+A0 +B1", "-B", 10 * time.Second, "+C3 +D5", 2, "D A C ACD"},
		"one of two, then the other, before it begins":      {"+A0 +B5", "-A", 10 * time.Second, "+C3 +A0", 0, "B B A AB"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, func(r *Rules) { r.SitOutLimit = 0 })
			s.change(tt.sit)
			s.now += 60_000
			s.do(Start{At: s.now}, Deal{Deck: card.Ordered(), At: s.now})
			s.foldOut()
			s.change(tt.out)
			s.now = s.now.Add(tt.wait)
			s.change(tt.back)
			s.now = max(s.now, s.table.Pending().Due)
			s.do(Start{Lot: tt.lot, At: s.now})
			if got := s.places(); got != tt.want {
				t.Errorf("button, blinds, players are %s, want %s", got, tt.want)
			}
		})
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
			s := newScene(t, func(r *Rules) { r.Seats = 10 })
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
	s := newScene(t, func(r *Rules) {
		r.Variant, r.Seats, r.Limit, r.NoBlinds, r.Ante = FiveCardDraw, 6, PotLimit, true, 5
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
