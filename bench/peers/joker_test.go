package peers

import (
	"math/rand"

	"github.com/notnil/joker/deal"
	"github.com/notnil/joker/hand"
	"github.com/notnil/joker/pot"
)

// joker is deal.Deal. It knows no least raise: that is kept here.
type joker struct {
	dealer hand.Dealer
	deck   *deal.Deal
	round  int
	high   int // the bet to match, of the hand so far
	before int // chips that everyone had matched before this round
	step   int // the least raise
}

func newJoker() *joker { return &joker{dealer: hand.NewDealer(rand.New(rand.NewSource(7)))} }

func (j *joker) deal(n int) {
	bySeat := make(map[int]int, players)
	for seat, chips := range stacks {
		bySeat[seat] = chips
	}
	j.deck = deal.New(deal.Config{
		Variant: deal.Holdem, Deck: j.dealer.Deck(), Button: n % players, Stacks: bySeat, Blinds: []int{small, big},
	})
	j.round, j.high, j.before, j.step = 0, big, 0, big
}

func (j *joker) over() bool { return j.deck.Payouts() != nil }

func (j *joker) moves(to []move) []move {
	who := j.deck.Pot().SeatToAct()
	cost := j.deck.Pot().Cost()
	all, least := who.Contributed+who.Stack-j.before, j.high-j.before+j.step
	for _, a := range j.deck.Pot().PossibleActions() {
		switch {
		case a == pot.Fold && cost > 0:
			to = append(to, move{kind: fold})
		case a == pot.Check:
			to = append(to, move{kind: check})
		case a == pot.Call:
			to = append(to, move{kind: call})
		case (a == pot.Bet || a == pot.Raise) && least < all:
			to = append(to, move{raise, least})
		case a == pot.AllIn && all+j.before > j.high:
			to = append(to, move{allIn, all})
		}
	}
	return to
}

func (j *joker) do(m move) error {
	var err error
	cost := j.deck.Pot().Cost()
	switch {
	case m.kind == fold:
		err = j.deck.Action(pot.Fold, 0)
	case m.kind == check:
		err = j.deck.Action(pot.Check, 0)
	case m.kind == call:
		err = j.deck.Action(pot.Call, 0)
	default:
		to := m.to + j.before
		a, more := pot.Raise, to-j.high
		if cost == 0 {
			a = pot.Bet
		}
		j.step, j.high = max(j.step, more), to
		err = j.deck.Action(a, more)
	}
	if j.deck.Round() != j.round {
		j.round, j.before, j.step = j.deck.Round(), j.high, big
	}
	return err
}

func (j *joker) chips() (sum int) {
	for _, s := range j.deck.Pot().Seats() {
		sum += s.Stack
	}
	for _, p := range j.deck.Payouts() {
		sum += p.Chips
	}
	return sum
}
