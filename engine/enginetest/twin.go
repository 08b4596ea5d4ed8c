package enginetest

import (
	"slices"

	"cardroom/engine"
	"cardroom/engine/card"
)

// Twin returns the hand that is over once more, with other cards where the viewer cannot have seen them: in the hands that others
// folded unseen, and in the rest of the deck. No play depends on cards, so the actions are the same.
func (l *RandomGame) Twin(who engine.ID) (t engine.Table, log []engine.Event) {
	deck, places := l.deck, l.unseen(who)
	if len(places) > 1 {
		for i := range places { // every card moves on by one place
			deck[places[i]] = l.deck[places[(i+1)%len(places)]]
		}
	}
	t = l.began
	for _, c := range l.commands {
		if deal, deals := c.(engine.Deal); deals {
			deal.Deck = deck
			c = deal
		}
		var err error
		if t, log, err = t.Apply(c, log); err != nil {
			l.T.Fatalf("seed %d: the twin of a hand refuses %T: %v", l.Seed, c, err)
		}
	}
	return t, log
}

// unseen returns the places in the deck of cards that a viewer cannot have seen, and that decided nothing.
func (l *RandomGame) unseen(who engine.ID) (places []int) {
	dealt, folded := 0, map[engine.ID]bool{}
	for _, e := range l.Log {
		switch e.Kind {
		case engine.BoardDealt:
			dealt += len(e.Faces())
		case engine.Drew:
			dealt += e.Count
		case engine.Acted:
			folded[e.Player] = folded[e.Player] || e.Action == engine.Fold
		}
	}
	dealt += len(l.Held) * l.Table.Rules().Variant.HoleCards()
	for player, cards := range l.Held {
		if player == who || !folded[player] {
			continue
		}
		for _, c := range cards {
			places = append(places, slices.Index(l.deck[:], c))
		}
	}
	slices.Sort(places)
	for i := dealt; i < card.Count; i++ {
		places = append(places, i)
	}
	return places
}
