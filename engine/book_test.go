package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// The tests of this file hold rules of the page that no single hand shows.

// everyGame calls a test for each variant with each limit: all seats taken, stacks and blinds odd, no clocks.
func everyGame(t *testing.T, test func(t *testing.T, s *scene, dice *rand.Rand)) {
	for variant := poker.Holdem; variant <= poker.FiveCardDraw; variant++ {
		for limit := poker.NoLimit; limit <= poker.FixedLimit; limit++ {
			t.Run(fmt.Sprintf("variant %d limit %d", variant, limit), func(t *testing.T) {
				dice := rand.New(rand.NewPCG(uint64(variant), uint64(limit)))
				s := newScene(t, func(r *poker.Rules) {
					quiet(r)
					r.Variant, r.Limit, r.SmallBlind, r.BigBlind, r.Ante = variant, limit, 3, 7, 1
					r.Seats = r.MostSeats()
				})
				s.sit("ABCDEFGHIJ"[:s.table.Rules().Seats], oddStacks(dice)...)
				test(t, s, dice)
			})
		}
	}
}

// oddStacks returns chips for a full table.
func oddStacks(dice *rand.Rand) (chips []int64) {
	for range MaxSeats {
		chips = append(chips, 11+dice.Int64N(400))
	}
	return chips
}

// begin starts a hand with a deck of its own and gives the stacks before it.
func (s *scene) begin(dice *rand.Rand) (before map[ID]int64) {
	s.Helper()
	before = map[ID]int64{}
	for _, p := range s.view().Seats {
		before[p.Player] = p.Stack
	}
	s.now += 60_000
	s.do(Start{Lot: dice.Uint64(), At: s.now})
	s.deal(dice)
	return before
}

func (s *scene) deal(dice *rand.Rand) {
	s.Helper()
	s.more(Deal{Deck: card.Shuffled(dice.IntN), Message: 7, At: s.now})
}

// more works like do and keeps what happened before.
func (s *scene) more(commands ...Command) {
	s.Helper()
	before := s.out
	s.do(commands...)
	s.out = append(before, s.out...)
}

// byChance plays the hand to its end, looking at every decision first.
func (s *scene) byChance(dice *rand.Rand, visit func(v *View)) {
	s.Helper()
	for v := s.view(); v.Phase != Idle; v = s.view() {
		visit(v)
		acts := offered(&s.table, s.now)
		s.more(acts[dice.IntN(len(acts))])
	}
}

// refill gives new chips to the players who have none, so that all play on.
func (s *scene) refill() {
	s.Helper()
	for _, p := range s.view().Seats {
		if p.Stack == 0 {
			s.do(TopUp{Player: p.Player, Chips: 151, At: s.now})
		}
	}
}

// A table plays one of three games with one of three ways to bet, all nine (R1): each deals what its game deals, and each
// lets one bet what its limit does.
func TestAllNineGamesArePlayed(t *testing.T) {
	everyGame(t, func(t *testing.T, s *scene, dice *rand.Rand) {
		r, showdowns := s.table.Rules(), 0
		for range 30 {
			s.begin(dice)
			for i, p := range s.view().Seats {
				if n := len(card.Present(s.table.g.Hole[i])); n != map[poker.Variant]int{poker.Holdem: 2, poker.Omaha: 4, poker.FiveCardDraw: 5}[r.Variant] {
					t.Fatalf("%s has %d cards", letter(p.Player), n)
				}
			}
			s.byChance(dice, func(v *View) {
				l := v.Legal
				if l.Min == 0 {
					return
				}
				p := s.table.g.Seats[v.ToAct]
				switch all := p.Bet + p.Stack; {
				case r.Limit == poker.NoLimit && l.Max != all,
					r.Limit == poker.PotLimit && l.Max != min(all, max(l.Pot, l.Min)),
					r.Limit == poker.FixedLimit && l.Max != l.Min:
					t.Errorf("with %d one may raise to %d–%d, a pot-sized raise being to %d", all, l.Min, l.Max, l.Pot)
				}
			})
			if slices.ContainsFunc(s.out, func(e Event) bool { return e.Kind == Shown }) {
				showdowns++
			}
			s.refill()
		}
		if showdowns == 0 {
			t.Error("no hand came to a showdown")
		}
	})
}

// There is no rake (R9): in every hand of every game the players have as much after it as before. The winners get all that
// was put in, odd pots included.
func TestNobodyTakesRake(t *testing.T) {
	everyGame(t, func(t *testing.T, s *scene, dice *rand.Rand) {
		for range 60 {
			chips := s.table.Chips()
			before := s.begin(dice)
			s.byChance(dice, func(*View) {})
			if s.table.Chips() != chips {
				t.Fatalf("%d chips before the hand, %d after it", chips, s.table.Chips())
			}
			s.wantSettled(before)
			s.refill()
		}
	})
}

// wantSettled adds a hand up from its events: what each player put in was won or came back, to the last chip.
func (s *scene) wantSettled(before map[ID]int64) {
	s.Helper()
	in, won := int64(0), int64(0)
	for _, e := range s.out {
		switch e.Kind {
		case Posted, Acted:
			in += e.Amount
			before[e.Player] -= e.Amount
		case Uncalled:
			in -= e.Amount
			before[e.Player] += e.Amount
		case Won:
			won += e.Amount
			before[e.Player] += e.Amount
		}
	}
	v := s.view()
	for _, p := range v.Seats {
		if p.Stack != before[p.Player] {
			s.Errorf("%s has %d, should have %d", letter(p.Player), p.Stack, before[p.Player])
		}
	}
	for _, p := range v.Pots {
		in -= p.Amount
		won -= p.Amount
	}
	if in != 0 || won != 0 {
		s.Errorf("the pots have %d fewer than was put in and %d fewer than was won", in, won)
	}
}

// No insurance and no rake (R38): an all-in of all players, of any sizes, settled on one board or several, pays exactly what
// was put in.
func TestASettledAllInAddsUp(t *testing.T) {
	for runs := 1; runs <= MaxRuns; runs++ {
		dice := rand.New(rand.NewPCG(38, uint64(runs)))
		for range 100 {
			s := newScene(t, func(r *poker.Rules) { quiet(r); r.RunIt = runs })
			s.sit("ABCDEFG"[:2+dice.IntN(6)], oddStacks(dice)...)
			before := s.begin(dice)
			for v := s.view(); v.Phase == Betting; v = s.view() {
				act := Act{Player: playerAt(v, v.ToAct), Turn: v.Turn, Action: Call, At: s.now}
				if v.Legal.Max > 0 {
					act.Action, act.To = Raise, v.Legal.Max
				}
				s.more(act)
			}
			for i := 0; s.view().Phase == Asking; i++ {
				s.more(RunIt{ID(i + 1), 1, runs, s.now})
			}
			s.wantSettled(before)
		}
	}
}

// A card is dealt once (R3), in every game with every number of players: all players are in to the end, exchanges as many
// cards as may be, and the board is dealt as often as the deck allows. Cards that were exchanged do not come again (R53).
func TestACardIsDealtOnce(t *testing.T) {
	games := map[string]func(*poker.Rules){
		"hold'em":             func(r *poker.Rules) { r.RunIt = 3 },
		"Omaha":               func(r *poker.Rules) { r.Variant, r.RunIt = poker.Omaha, 3 },
		"five-card draw":      func(r *poker.Rules) { r.Variant = poker.FiveCardDraw },
		"five-card draw, any": func(r *poker.Rules) { r.Variant, r.DrawAny = poker.FiveCardDraw, true },
	}
	for name, game := range games {
		r := poker.DefaultRules()
		game(&r)
		for players := 2; players <= r.MostSeats(); players++ {
			t.Run(fmt.Sprintf("%s for %d", name, players), func(t *testing.T) {
				s := newScene(t, func(r *poker.Rules) { quiet(r); game(r); r.Seats = players })
				s.sit("ABCDEFGHIJ"[:players])
				s.begin(rand.New(rand.NewPCG(3, uint64(players))))
				once := map[card.Card]bool{}
				deal := func(cards []card.Card) {
					for _, c := range cards {
						if once[c] {
							t.Errorf("%v is dealt twice", c)
						}
						once[c] = true
					}
				}
				var first [MaxSeats][]card.Card
				for i := range players {
					first[i] = card.Present(s.table.g.Hole[i])
					deal(first[i])
				}
				drawn := s.allTheWay()
				for i := range players {
					hole := card.Present(s.table.g.Hole[i])
					deal(slices.DeleteFunc(hole, func(c card.Card) bool { return slices.Contains(first[i], c) }))
				}
				g := &s.table.g
				for run := range g.runs() {
					board := card.Present(*g.boardOf(run))
					deal(board[min(len(board), g.variant().BoardAt(g.Common)*min(int(run), 1)):])
				}
				boards := int(g.runs()) * g.variant().BoardAt(poker.Street(len(g.variant().Streets)-1))
				if want := players*g.variant().Hole + drawn + boards; len(once) != want {
					t.Errorf("%d cards were dealt, want %d", len(once), want)
				}
			})
		}
	}
	s := newScene(t, quiet)
	s.sit("AB")
	s.do(Start{At: s.now})
	deck := card.Ordered()
	deck[7] = deck[8]
	if _, _, err := s.table.Apply(Deal{Deck: deck, At: s.now}, nil); err != ErrDeck {
		t.Errorf("a deck with a card twice: %v", err)
	}
}

// allTheWay calls the whole stack, exchanges as many cards as may be, and deals as many boards as there are cards for. It
// gives the number of cards exchanged.
func (s *scene) allTheWay() (drawn int) {
	s.Helper()
	for v := s.view(); v.Phase != Idle; v = s.view() {
		switch v.Phase {
		case Drawing:
			s.do(Draw{playerAt(v, v.ToAct), v.Turn, 1<<v.Discards - 1, s.now})
			drawn += v.Discards
		case Asking:
			for _, p := range v.Seats {
				s.do(RunIt{p.Player, v.Hand, v.MostRuns, s.now})
			}
		default:
			act := Act{Player: playerAt(v, v.ToAct), Turn: v.Turn, Action: Call, At: s.now}
			if v.Legal.Max > 0 {
				act.Action, act.To = Raise, v.Legal.Max
			}
			s.do(act)
		}
	}
	return drawn
}

// Cards speak (R45): the table reads hands that their owners would not, the best five of seven, the board's among them (R43).
func TestTheMachineReadsTheHand(t *testing.T) {
	for name, tt := range map[string]struct{ a, b, board, winners string }{
		"two pairs on the board outdo the pair in the hand": {"5s 5d", "Ah Qc", "Kh Kc 9d 9s 2c", "B"},
		"a straight that ends in a low ace":                 {"As 4d", "Ks Kd", "2c 3h 5d 9s Kh", "A"},
		"a straight to the queen around a set":              {"9s 8d", "Js Jd", "Jc Th Qd 2s 3h", "A"},
		"a higher flush with one card":                      {"Ah 2c", "Kh Qh", "3h 5h 8h Jh 9d", "A"},
		"the board plays for both":                          {"2s 3d", "4s 4d", "Ac Kd Qh Js Tc", "AB"},
		"the kicker on the board plays for both":            {"Ks 3d", "Kd 2s", "Kc Ah Qd 9s 7c", "AB"},
		"two pairs with the third that does not count":      {"8s 8d", "Ac 2d", "Kh Kd Qs Qc Jh", "B"},
		"a full house of a pair in the hand and trips":      {"2s 2d", "Ac Kd", "7s 7d 7h Ad 3c", "B"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, quiet)
			s.sit("AB")
			var a1, a2, b1, b2 string
			fmt.Sscan(tt.a, &a1, &a2)
			fmt.Sscan(tt.b, &b1, &b2)
			s.start(b1, a1, b2, a2, tt.board) // A has the button
			s.play("c x x x x x x x")
			won := ""
			for _, e := range s.out {
				if e.Kind == Won {
					won += letter(e.Player)
				}
			}
			if won != tt.winners && won != "BA"[:len(tt.winners)] {
				t.Errorf("%s wins, want %s", won, tt.winners)
			}
			if shown := s.view().Seats[id(tt.winners[0])-1]; !shown.AllShown {
				t.Error("the winner did not show")
			}
		})
	}
}

// Five-card draw goes in this order (R50): five cards each, a round from the left of the big blind, the draw, a round from
// the left of the button, the showdown.
func TestTheOrderOfFiveCardDraw(t *testing.T) {
	s := newScene(t, func(r *poker.Rules) { quiet(r); r.Variant, r.Seats = poker.FiveCardDraw, 6 })
	s.sit("ABCD")
	s.start() // A has the button, B and C the blinds
	order := ""
	for v := s.view(); v.Phase != Idle; v = s.view() {
		who := letter(playerAt(v, v.ToAct))
		order += fmt.Sprintf("%d%s ", v.Phase, who)
		for i := range v.Seats {
			if n := len(card.Present(s.table.g.Hole[i])); n != 5 {
				t.Fatalf("seat %d has %d cards", i, n)
			}
		}
		switch {
		case v.Phase == Drawing:
			s.do(Draw{playerAt(v, v.ToAct), v.Turn, 1, s.now})
		case v.Legal.Call > 0:
			s.play("c")
		default:
			s.play("x")
		}
	}
	bet, draw := fmt.Sprint(Betting), fmt.Sprint(Drawing)
	want := fmt.Sprintf("%[1]sD %[1]sA %[1]sB %[1]sC %[2]sB %[2]sC %[2]sD %[2]sA %[1]sB %[1]sC %[1]sD %[1]sA ", bet, draw)
	if order != want {
		t.Errorf("the order is %s, want %s", order, want)
	}
	if s.kinds(Won) == "" || s.kinds(Shown) == "" {
		t.Error("there was no showdown")
	}
}

// A hand needs two players with chips. With fewer the table waits, for as long as it takes, and no seat is lost (R61).
func TestATableWithFewerThanTwoWaits(t *testing.T) {
	s := newScene(t, nil)
	waits := func(when string) {
		t.Helper()
		s.now = s.now.Add(30 * 24 * time.Hour)
		if w := s.table.Pending(); w.Need != NeedPlayers || s.view().Closed {
			t.Errorf("%s the table awaits %+v", when, w)
		}
		s.refused(Start{At: s.now}, Refusal{Reason: TooFewPlayers, Min: 2, Rule: 61})
		s.refused(Tick{s.now}, Refusal{Reason: NotDue})
	}
	waits("before anyone has sat down")
	s.sit("A")
	waits("with one player")
	s.do(Sit{Player: 2, Seat: 1, Chips: 500, At: s.now})
	if w := s.table.Pending(); w.Need != NeedStart {
		t.Errorf("with two it awaits %+v", w)
	}
	s.start()
	s.foldOut()
	s.do(Leave{2, s.now})
	waits("when the other has left")
	if a, seated := s.view().SeatOf(1); !seated || a.Stack == 0 {
		t.Errorf("A lost the seat: %+v", a)
	}
	s.do(Leave{1, s.now})
	waits("when everyone has left")
}
