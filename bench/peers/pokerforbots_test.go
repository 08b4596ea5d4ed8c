package peers

import (
	"math/rand/v2"

	"github.com/lox/pokerforbots/v2/internal/game"
)

// pokerforbots is game.HandState, driven and paid as its server does it.
type pokerforbots struct {
	*rand.Rand
	seats []string
	hand  *game.HandState
	paid  bool
}

func newPokerforbots() *pokerforbots {
	return &pokerforbots{Rand: rand.New(rand.NewPCG(7, 7)), seats: []string{"a", "b", "c", "d", "e", "f"}}
}

func (p *pokerforbots) deal(n int) {
	p.hand = game.NewHandState(p.Rand, p.seats, n%players, small, big, game.WithChipsByPlayer(stacks[:]))
	p.paid = false
}

func (p *pokerforbots) over() bool { return p.hand.IsComplete() }

func (p *pokerforbots) moves(to []move) []move {
	who, bets := p.hand.Players[p.hand.ActivePlayer], p.hand.Betting
	all, least := who.Bet+who.Chips, bets.CurrentBet+bets.MinRaise
	if bets.CurrentBet > who.Bet {
		to = append(to, move{kind: fold}, move{kind: call})
	} else {
		to = append(to, move{kind: check})
	}
	for _, a := range p.hand.GetValidActions() {
		switch {
		case a == game.Raise && least < all:
			to = append(to, move{raise, least}, move{allIn, all})
		case a == game.Raise, a == game.AllIn && all > bets.CurrentBet:
			to = append(to, move{allIn, all})
		}
	}
	return to
}

func (p *pokerforbots) do(m move) error {
	who := p.hand.Players[p.hand.ActivePlayer]
	action := game.Raise
	switch {
	case m.kind == fold:
		action = game.Fold
	case m.kind == check:
		action = game.Check
	case m.kind == call && p.hand.Betting.CurrentBet < who.Bet+who.Chips:
		action = game.Call
	case m.kind == call, m.kind == allIn:
		action = game.AllIn
	}
	err := p.hand.ProcessAction(action, m.to)
	if p.hand.IsComplete() && !p.paid {
		p.pay()
	}
	return err
}

// pay gives each pot to its winners.
func (p *pokerforbots) pay() {
	p.paid = true
	pots := p.hand.GetPots()
	for i, seats := range p.hand.GetWinners() {
		if len(seats) == 0 {
			continue
		}
		share, odd := pots[i].Amount/len(seats), pots[i].Amount%len(seats)
		for k, seat := range seats {
			p.hand.Players[seat].Chips += share
			if k < odd {
				p.hand.Players[seat].Chips++
			}
		}
	}
}

func (p *pokerforbots) chips() (sum int) {
	for _, who := range p.hand.Players {
		sum += who.Chips
	}
	return sum
}
