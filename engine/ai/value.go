package ai

import (
	"math"

	"cardroom/engine"
	"cardroom/engine/poker"
)

// rival is another player who can still win, as the viewer sees them.
type rival struct {
	keen  float64 // how good a hand they have claimed to have; 0 is any
	pool  int     // of the hands they may hold
	bet   int64   // on this street
	stack int64
}

// plan is a possible action and its value.
type plan struct {
	act   engine.Act
	risk  int64                    // chips to put in
	to    int64                    // street total
	folds [engine.MaxSeats]float64 // how often each rival folds to it
	win   float64                  // the share of the pot when no player folds any more
	worth float64                  // chips
}

// rivalsOf returns the other players who can still win, in the order of the view.
func (s *spot) rivalsOf() (list []rival) {
	blind := float64(max(1, s.view.Rules.BigBlind))
	for _, r := range s.view.Seats {
		if !r.InHand || r.Folded || r.Seat == s.me.Seat {
			continue
		}
		keen := 0.5 * math.Log2(1+float64(max(0, r.Total-r.Bet))/blind/2)
		if bet := float64(r.Bet); s.view.Street == 0 {
			keen += 0.7 * math.Log2(max(1, bet/blind))
		} else if before := float64(max(1, s.pot-s.bets())); bet > 0 {
			keen += 2.5 * bet / (bet + before/2)
		}
		most := 2.5
		if s.view.Street == 0 { // of many players one is more likely to have a hand
			most = 2 + float64(len(s.view.Seats))/3
		}
		x := rival{keen: min(keen, most) * s.style.reads, bet: r.Bet, stack: r.Stack}
		if s.variant() == poker.FiveCardDraw {
			x.pool = r.Drew + 1
		}
		list = append(list, x)
	}
	return list
}

// bets returns the sum of the bets on this street.
func (s *spot) bets() (sum int64) {
	for _, r := range s.view.Seats {
		sum += r.Bet
	}
	return sum
}

// weigh returns the plan of the greatest value.
func (s *spot) weigh() engine.Act {
	if s.chance(s.style.bluff) {
		s.style.folds, s.style.tight = 1.05, 1
	}
	s.rivals = s.rivalsOf()
	s.imagine()
	plans := s.plans()
	s.play(plans)
	best := s.pass()
	most := 0.0 // a fold
	for i := range plans {
		p := &plans[i]
		p.worth = s.worth(p) + s.NormFloat64()*s.style.wobble*float64(s.pot)
		if p.act.Action == engine.Raise {
			p.worth -= s.style.timid * float64(s.pot)
		}
		if i == 0 && s.legal.Call == 0 || p.worth > most {
			best, most = p.act, p.worth
		}
	}
	return best
}

// plans returns a check or call, and raises of some sizes.
func (s *spot) plans() []plan {
	list := []plan{{act: s.call(), risk: s.legal.Call, to: s.me.Bet + s.legal.Call}}
	for i := range s.rivals {
		list[0].folds[i] = s.yields(&s.rivals[i])
	}
	for _, share := range [...]float64{0.4, 0.75, 1.1} {
		if s.legal.Min == 0 || s.calm {
			break
		}
		a := s.raise(s.legal.High + int64(share*(0.9+0.2*s.Float64())*float64(s.pot+s.legal.Call)))
		if a == list[len(list)-1].act {
			continue
		}
		p := plan{act: a, risk: a.To - s.me.Bet, to: a.To}
		for i := range s.rivals {
			p.folds[i] = max(list[0].folds[i], s.fold(&s.rivals[i], &p))
		}
		list = append(list, p)
	}
	return list
}

// fold returns how often a rival folds to a raise, 0 to 1: as often as would make every bluff worth nothing, or somewhat less.
func (s *spot) fold(r *rival, p *plan) float64 {
	if r.stack == 0 || p.to <= r.bet {
		return 0
	}
	share := s.style.folds * float64(p.risk) / float64(p.risk+s.pot)
	if s.view.Street > 0 && r.bet > 0 { // a player who bet has a hand
		share *= 0.6
	}
	return share
}

// yields returns how often a rival who has yet to answer the highest bet folds to it, 0 to 1.
func (s *spot) yields(r *rival) float64 {
	owed := s.legal.High - r.bet
	if owed <= 0 || r.stack == 0 {
		return 0
	}
	price := float64(owed) / float64(owed+s.pot)
	if s.view.Street == 0 {
		return min(0.95, 0.5+0.9*price)
	}
	return 1.5 * price
}

// play finds how often each plan wins, over all ends: against each rival by the hands that they may hold and do not fold.
func (s *spot) play(plans []plan) {
	alone := make([]float64, len(plans)*len(s.ends))
	for i := range alone {
		alone[i] = 1
	}
	for i := range s.rivals {
		s.against(i, plans, alone)
	}
	for k := range plans {
		none := 1.0
		for i := range s.rivals {
			none *= plans[k].folds[i]
		}
		sum := 0.0
		for e := range s.ends {
			sum += alone[e*len(plans)+k]
		}
		plans[k].win = (sum/float64(len(s.ends)) - none) / max(1-none, 1e-9)
	}
}

// against makes the chances at every end smaller by a rival. Hands are gone through from the strongest; a raise folds those
// below some place.
func (s *spot) against(i int, plans []plan, alone []float64) {
	r := &s.rivals[i]
	o := &s.pools[r.pool]
	weights, n := o.weights(r.keen), len(o.hands)
	cut := s.cuts(weights, plans, i)
	for e := range s.ends {
		worth, mine := o.worth[e*n:][:n], s.ends[e].mine
		beaten, all := 0.0, 0.0
		k := len(plans) - 1
		for h := n - 1; h >= 0; h-- {
			switch w := worth[h]; {
			case w == 0:
			case w < mine:
				beaten += weights[h]
				all += weights[h]
			case w == mine:
				beaten += weights[h] / 2
				all += weights[h]
			default:
				all += weights[h]
			}
			for ; k >= 0 && cut[k] == h; k-- {
				f := plans[k].folds[i]
				alone[e*len(plans)+k] *= f + (1-f)*beaten/max(all, 1e-9)
			}
		}
	}
}

// cuts returns, for each plan, the index of the first hand with which a rival stays in. Plans go by size: more fold to a greater.
func (s *spot) cuts(weights []float64, plans []plan, i int) []int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	cut := make([]int, len(plans))
	below, h := 0.0, 0
	for k := range plans {
		for h < len(weights)-1 && below+weights[h] <= s.tight(&plans[k], i)*sum {
			below += weights[h]
			h++
		}
		cut[k] = h
	}
	return cut
}

// tight returns the share of hands with which a rival does not call a raise, to estimate what calls. It is more than the share
// that folds, so that large raises are rare.
func (s *spot) tight(p *plan, i int) float64 {
	if p.act.Action != engine.Raise || s.rivals[i].stack == 0 || p.to <= s.rivals[i].bet {
		return p.folds[i]
	}
	return max(p.folds[i], s.style.tight*float64(p.risk)/float64(p.risk+s.pot))
}

// worth returns the average winnings of a plan, in chips.
func (s *spot) worth(p *plan) float64 {
	none, calls := 1.0, 0.0
	for i := range s.rivals {
		none *= p.folds[i]
		calls += (1 - p.folds[i]) * float64(max(0, min(p.to-s.rivals[i].bet, s.rivals[i].stack)))
	}
	if p.act.Action != engine.Raise {
		none, calls = 0, 0
	}
	risk := float64(min(p.risk, s.deepest()))
	pot := float64(s.prize(p.risk))
	if p.act.Action == engine.Raise {
		calls /= max(1-none, 1e-9)
	}
	return none*pot + (1-none)*(s.real(p.win, p)*(pot+calls+risk)-risk-s.dread(risk, p))
}

// dread returns what it costs to play for a large part of the stack before all cards are known: a raise may be raised, and a
// chance is never as good as it looks. In chips.
func (s *spot) dread(risk float64, p *plan) float64 {
	if !s.cardsToCome() {
		return 0
	}
	if p.act.Action != engine.Raise {
		return 0
	}
	return s.style.care * risk * risk / float64(max(1, min(s.me.Stack, s.deepest())))
}

// deepest returns the most the viewer can lose from here to any rival.
func (s *spot) deepest() (most int64) {
	for _, r := range s.rivals {
		most = max(most, r.bet+r.stack-s.me.Bet)
	}
	return most
}

// prize returns as much of the pot as the viewer can win after putting in some chips.
func (s *spot) prize(more int64) int64 {
	pot, most := s.pot, s.me.Total+more
	if most < s.me.Total+s.me.Stack {
		return pot
	}
	for _, r := range s.view.Seats {
		pot -= max(0, r.Total-most)
	}
	return pot
}

// real returns as much of a chance of winning as turns into chips, where there is more to be bet: good hands win more than the
// pot as it is, and weak ones are bet out of it.
func (s *spot) real(win float64, p *plan) float64 {
	last := s.view.Street >= 3 || s.variant() == poker.FiveCardDraw && s.me.Drew >= 0
	if last || p.risk >= s.me.Stack {
		return win
	}
	return win * (0.78 + 0.34*win)
}
