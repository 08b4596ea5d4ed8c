package ai

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/engine/rank"
)

// pool holds hands that a rival may have, from the weakest to the strongest, with their ranks at some ends of the hand.
type pool struct {
	hands []held
	worth []rank.Rank // of every hand at every end; zero where its cards lie elsewhere
}

// held is a hand that a player may hold.
type held struct {
	cards [5]card.Card
	bits  uint64 // the cards
	pairs [6]rank.Set
	away  uint8 // in the draw, what its holder will exchange
	score int   // its average worth
	ends  int   // of so many
}

// end is one way in which the hand may end: the board and the viewer's rank. In the draw there is no board, and each player
// ends with cards of their own.
type end struct {
	board  rank.Set
	bits   uint64
	threes [10]rank.Set // of the board, for Omaha
	mine   rank.Rank
}

// pack is a deck of the cards that the viewer has not seen.
type pack struct {
	cards []card.Card
	dealt int
	s     *spot
}

func bitOf(c card.Card) uint64 { return 1 << c }

func bitsOf(cards []card.Card) (set uint64) {
	for _, c := range cards {
		set |= bitOf(c)
	}
	return set
}

// next deals a card, shuffling as much as is needed.
func (p *pack) next() card.Card {
	j := p.dealt + p.s.IntN(len(p.cards)-p.dealt)
	p.cards[p.dealt], p.cards[j] = p.cards[j], p.cards[p.dealt]
	p.dealt++
	return p.cards[p.dealt-1]
}

// imagine samples hands for every rival, and ends of the hand.
func (s *spot) imagine() {
	p := pack{cards: without(s.me.Cards, s.view.Board), s: s}
	s.ends = make([]end, s.endsToSee())
	lastCard := len(s.view.Board) == 4
	for i := range s.ends {
		if !lastCard { // else every end has another
			p.dealt = 0
		}
		s.ends[i] = s.endOf(&p)
	}
	for _, r := range s.rivals {
		if s.pools[r.pool].hands == nil {
			s.pools[r.pool] = s.poolOf(&p, r.pool-1)
		}
	}
}

// endsToSee returns the number of ends to sample: one where all cards are dealt.
func (s *spot) endsToSee() int {
	if !s.cardsToCome() {
		return 1
	}
	if len(s.view.Board) == 4 {
		return min(s.style.looks, card.Count-4-len(s.me.Cards))
	}
	return s.style.looks
}

// handsToSee returns the number of hands to sample for a rival: more where there is only one end.
func (s *spot) handsToSee() int {
	n := s.style.looks
	switch s.variant() {
	case poker.Holdem:
		n *= 4
	case poker.Omaha: // takes long
		n += n / 2
	case poker.FiveCardDraw:
		n *= 2
	}
	if !s.cardsToCome() {
		n *= 2
	}
	return n
}

func (s *spot) endOf(p *pack) (e end) {
	switch s.variant() {
	case poker.FiveCardDraw:
		e.mine = rank.Of(s.exchanged([5]card.Card(s.me.Cards), s.discard, p))
	default:
		var board [5]card.Card
		for i := copy(board[:], s.view.Board); i < len(board); i++ {
			board[i] = p.next()
		}
		e.board, e.bits = rank.SetOf(board[:]), bitsOf(board[:])
		if s.variant() == poker.Omaha {
			e.threes = threes(board)
			mine := pairs([4]card.Card(s.me.Cards))
			e.mine = e.omaha(&mine)
		} else {
			e.mine = e.board.And(rank.SetOf(s.me.Cards)).Rank()
		}
	}
	return e
}

// exchanged returns five cards after some of them were given away.
func (s *spot) exchanged(cards [5]card.Card, away uint8, p *pack) []card.Card {
	for i := range cards {
		if away>>i&1 == 1 {
			cards[i] = p.next()
		}
	}
	return cards[:]
}

// mostTries is how many hands are dealt to find some that the draw fits: of a hundred and thirty one is pat.
const mostTries = 2500

// poolOf deals hands that a rival may hold, finds what they are worth at every end, and puts them in order.
func (s *spot) poolOf(p *pack, drew int) pool {
	o := pool{hands: make([]held, 0, s.handsToSee())}
	for tries := mostTries; len(o.hands) < cap(o.hands) && tries > 0; tries-- {
		p.dealt = 0
		if h, ok := s.heldBy(p, drew); ok {
			o.hands = append(o.hands, h)
		}
	}
	if len(o.hands) == 0 { // no player of this kind exchanges so many: it may be any hand
		p.dealt = 0
		h, _ := s.heldBy(p, -1)
		o.hands = append(o.hands, h)
	}
	n := len(o.hands)
	o.worth = make([]rank.Rank, n*len(s.ends))
	for i := range s.ends {
		s.rate(o.worth[i*n:][:n], &s.ends[i], o.hands, p)
	}
	o.order(len(s.ends))
	return o
}

// heldBy deals a hand; in the draw one from which a player would have exchanged as many cards as this one has, with the new
// ones.
func (s *spot) heldBy(p *pack, drew int) (h held, ok bool) {
	hole := s.variant().HoleCards()
	for i := range hole {
		h.cards[i] = p.next()
	}
	if s.variant() == poker.FiveCardDraw && drew >= 0 {
		away := discards(h.cards[:])
		if bits.OnesCount8(away) != drew {
			return h, false
		}
		copy(h.cards[:], s.exchanged(h.cards, away, p))
	}
	if s.variant() == poker.FiveCardDraw && drew < 0 {
		h.away = discards(h.cards[:])
	}
	h.bits = bitsOf(h.cards[:hole])
	if s.variant() == poker.Omaha {
		h.pairs = pairs([4]card.Card(h.cards[:4]))
	} else {
		h.pairs[0] = rank.SetOf(h.cards[:hole])
	}
	return h, true
}

// rate finds what hands are worth at an end.
func (s *spot) rate(worth []rank.Rank, e *end, hands []held, p *pack) {
	for i := range hands {
		h := &hands[i]
		switch {
		case s.variant() == poker.FiveCardDraw && s.me.Drew < 0:
			p.dealt = 0
			worth[i] = rank.Of(s.exchanged(h.cards, h.away, p))
		case s.variant() == poker.FiveCardDraw:
			worth[i] = h.pairs[0].Rank()
		case h.bits&e.bits != 0:
		case s.variant() == poker.Omaha:
			worth[i] = e.omaha(&h.pairs)
		default:
			worth[i] = e.board.And(h.pairs[0]).Rank()
		}
	}
}

// order sorts the hands by their ranks at all ends together.
func (o *pool) order(ends int) {
	n := len(o.hands)
	for e := range ends {
		for i, w := range o.worth[e*n:][:n] {
			o.hands[i].score += int(w)
			if w > 0 {
				o.hands[i].ends++
			}
		}
	}
	for i := range o.hands {
		o.hands[i].score /= max(1, o.hands[i].ends)
	}
	places := make([]int32, n)
	for i := range places {
		places[i] = int32(i)
	}
	slices.SortFunc(places, func(a, b int32) int {
		return cmp.Or(cmp.Compare(o.hands[a].score, o.hands[b].score), cmp.Compare(a, b))
	})
	before := slices.Clone(o.worth)
	for e := range ends {
		for i, from := range places {
			o.worth[e*n+i] = before[e*n+int(from)]
		}
	}
}

// weights returns how likely a rival holds each hand of the pool: the keener they played, the better their hands.
func (o *pool) weights(keen float64) []float64 {
	w, n := make([]float64, len(o.hands)), float64(len(o.hands))
	for i := range w {
		w[i] = 0.04 + math.Pow((float64(i)+0.5)/n, keen)
	}
	return w
}

// omaha returns the best of two cards and three of the board (R43).
func (e *end) omaha(two *[6]rank.Set) (best rank.Rank) {
	for i := range e.threes {
		three := &e.threes[i]
		if three.MayFlush(2) {
			for j := range two {
				best = max(best, three.And(two[j]).Rank())
			}
			continue
		}
		for j := range two {
			best = max(best, (three.Sum + two[j].Sum).Five())
		}
	}
	return best
}

func threes(b [5]card.Card) (sets [10]rank.Set) {
	n := 0
	for i := range b {
		for j := i + 1; j < len(b); j++ {
			for k := j + 1; k < len(b); k++ {
				sets[n] = rank.SetOf([]card.Card{b[i], b[j], b[k]})
				n++
			}
		}
	}
	return sets
}

func pairs(c [4]card.Card) (sets [6]rank.Set) {
	n := 0
	for i := range c {
		for j := i + 1; j < len(c); j++ {
			sets[n] = rank.SetOf([]card.Card{c[i], c[j]})
			n++
		}
	}
	return sets
}

// without returns the deck without some cards.
func without(hands ...[]card.Card) []card.Card {
	var gone [card.Count + 1]bool
	for _, cards := range hands {
		for _, c := range cards {
			gone[c] = true
		}
	}
	deck := make([]card.Card, 0, card.Count)
	for c := card.Card(1); c <= card.Count; c++ {
		if !gone[c] {
			deck = append(deck, c)
		}
	}
	return deck
}
