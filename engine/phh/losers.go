package phh

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/engine/rank"
)

// tries is the number of hands to try for one that loses.
const tries = 20_000

// losers returns cards for the players who are in a contested pot at the end of the hand with unknown cards. With these
// they win no part of it. It returns false where there is no such player. A pot without known cards has no known winner.
func (r *replay) losers() (held [engine.MaxSeats][]string, some bool, err error) {
	v := r.table.View(0)
	if v.Phase != engine.Idle {
		return held, false, nil
	}
	s := search{variant: v.Rules.Variant, boards: append(v.Again, v.Board), dealing: &r.dealing}
	var open []int
	for _, p := range v.Pots {
		if len(p.Players) < 2 {
			continue
		}
		if err := s.contest(p.Players); err != nil {
			return held, false, err
		}
		open = append(open, p.Players...)
	}
	slices.Sort(open)
	open = slices.DeleteFunc(slices.Compact(open), func(k int) bool { return !slices.Contains(r.dealing.final(k), unknown) })
	if len(open) == 0 {
		return held, false, nil
	}
	for _, k := range open {
		if n := len(r.dealing.final(k)); n != r.dealing.hole {
			return held, false, fmt.Errorf("p%d has %d cards", k+1, n)
		}
	}
	s.dice = rand.New(rand.NewPCG(1, 2)) // the same for the same hand
	for range open {                     // the cards of one player may leave none for another
		if s.find(open, &held) {
			return held, true, nil
		}
	}
	return held, false, fmt.Errorf("the cards of p%d are not known, and none were found that lose", open[0]+1)
}

// search looks for cards that lose.
type search struct {
	variant poker.Variant
	boards  [][]card.Card
	dealing *dealing
	limits  [engine.MaxSeats][]rank.Rank // by player and board: a hand has to be worth less
	dice    *rand.Rand
}

// contest has the unknown hands of a pot's players lose to the best one that is known. It fails where none is.
func (s *search) contest(players []int) error {
	best := make([]rank.Rank, len(s.boards))
	for _, k := range players {
		hand := parse(s.dealing.final(k))
		if len(hand) < s.variant.HoleCards() {
			continue
		}
		for i, board := range s.boards {
			best[i] = max(best[i], s.variant.Best(hand, board).Rank)
		}
	}
	if slices.Max(best) == 0 {
		return errors.New("a pot is contested, and no hand in it is known")
	}
	for _, k := range players {
		s.limits[k] = best // in a later pot are fewer players, so what is best there is no better
	}
	return nil
}

// find returns each of the players cards that lose; false where it does not find any.
func (s *search) find(players []int, held *[engine.MaxSeats][]string) bool {
	used := map[card.Card]bool{}
	for k := range s.dealing.dealt {
		for _, text := range [][]string{s.dealing.dealt[k], s.dealing.gave[k], s.dealing.drawn[k]} {
			mark(used, text)
		}
	}
	mark(used, s.dealing.board)
	for _, k := range players {
		hand := s.hand(k, rest(used))
		if hand == nil {
			return false
		}
		mark(used, hand)
		held[k] = hand
	}
	return true
}

// hand returns cards for player k, those that are known among them and the others of those given; nil where none were found.
func (s *search) hand(k int, from []card.Card) []string {
	known := s.dealing.final(k)
	for range tries {
		s.dice.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
		var all []string
		for _, c := range from[:len(known)] {
			all = append(all, text(c))
		}
		if hand := merge(known, all); s.loses(k, parse(hand)) {
			return hand
		}
	}
	return nil
}

func (s *search) loses(k int, hand []card.Card) bool {
	for i, board := range s.boards {
		if s.variant.Best(hand, board).Rank >= s.limits[k][i] {
			return false
		}
	}
	return true
}

// mark notes that the cards are used that are known.
func mark(used map[card.Card]bool, text []string) {
	for _, c := range parse(text) {
		used[c] = true
	}
}

// parse returns the cards that are known.
func parse(text []string) (out []card.Card) {
	for _, t := range text {
		if c, err := card.Parse(t); err == nil {
			out = append(out, c)
		}
	}
	return out
}
