package engine

import (
	"math/bits"
	"slices"

	"cardroom/engine/card"
)

// apply carries out a player's draw (R52).
func (c Draw) apply(s *transition) error {
	i, err := s.deciding(c.Player, c.Turn, Drawing)
	if err != nil {
		return err
	}
	if c.Discard>>s.variant().Hole != 0 {
		return Refusal{Reason: NoSuchCard, Rule: 52}
	}
	if most := s.mostDiscards(); bits.OnesCount8(c.Discard) > most {
		return Refusal{Reason: TooManyCards, Max: int64(most), Rule: 52}
	}
	s.decided(i)
	s.draws(i, c.Discard, false)
	return nil
}

// mostDiscards returns how many cards the player to act may exchange: three, four if no player did before, or all (R52). It is no
// more than are left for them, which a hand that was played elsewhere may run out of (R2).
func (g *game) mostDiscards() int {
	left := card.Count - int(g.Dealt)
	switch {
	case g.Phase != Drawing:
		return 0
	case g.Rules.DrawAny:
		return min(g.variant().Hole, left)
	case g.Fourth == none:
		return min(4, left)
	}
	return min(3, left-1) // one is owed
}

// draws gives seat i new cards for the discarded ones. The last of four comes after all other players have drawn (R52). A pre-action
// that an older program kept was for the cards before the draw (R28).
func (s *transition) draws(i int8, discard uint8, silent bool) {
	count := bits.OnesCount8(discard)
	if count == 4 && !s.Rules.DrawAny {
		s.Fourth = i
	}
	for k := range s.variant().Hole {
		switch {
		case discard>>k&1 == 0:
		case discard>>k == 1 && s.Fourth == i:
			s.Hole[i][k] = card.None
		default:
			s.Hole[i][k] = s.draw()
		}
	}
	s.Seats[i].Drew, s.Plan[i] = int8(count)+1, 0
	s.tellOf(i, Event{Kind: Drew, Count: count, Silent: silent, Left: silent && s.Seats[i].Leaves})
	s.nextDraw()
}

// nextDraw gives the turn to the next player who draws, clockwise from the left of the button; players who are all-in draw
// too (R53). After the last of them it deals the fourth card that is owed, and opens the betting.
func (s *transition) nextDraw() {
	for i := range s.where((*seat).live).Clockwise(s.Button) {
		if s.Seats[i].Drew > 0 {
			continue
		}
		s.giveTurn(i)
		if s.Seats[i].Leaves {
			s.silent()
		}
		return
	}
	if s.Fourth != none {
		k := slices.Index(s.Hole[s.Fourth][:], card.None)
		s.Hole[s.Fourth][k], s.Plan[s.Fourth] = s.draw(), 0
	}
	s.Phase, s.ToAct = Betting, none
	s.goOn(s.Button)
}
