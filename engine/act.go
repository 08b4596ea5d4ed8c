package engine

import (
	"errors"
	"time"

	"cardroom/engine/poker"
)

// ErrAction is the error of an Act whose Action is none of the four.
var ErrAction = errors.New("engine: no such action")

// turn returns the decision that the table waits for; Action is 0 where it waits for none.
func (g *game) turn() Turn {
	if g.ToAct == none {
		return Turn{Hand: g.Hand}
	}
	return Turn{Hand: g.Hand, Action: g.Action}
}

// deciding returns the seat of the player, or a Refusal unless this turn is theirs and the phase is of that kind (R28).
func (g *game) deciding(player ID, t Turn, kind Phase) (int8, error) {
	i := g.seatOf(player)
	switch {
	case i == none:
		return none, Refusal{Reason: NotSeated}
	case !g.running():
		return none, Refusal{Reason: NoHand, Rule: 28}
	case t != g.turn():
		return none, Refusal{Reason: Stale, Rule: 28}
	case i != g.ToAct:
		return none, Refusal{Reason: NotYourTurn, Rule: 28}
	case g.Phase == kind:
		return i, nil
	case g.Phase == Drawing:
		return none, Refusal{Reason: NowDraw, Rule: 52}
	case g.Phase == Showing:
		return none, Refusal{Reason: NowShow, Rule: 40}
	}
	return none, Refusal{Reason: NowBet, Rule: 52}
}

// apply carries out a decision (R17–R24, R28).
func (c Act) apply(s *transition) error {
	i, err := s.deciding(c.Player, c.Turn, Betting)
	if err != nil {
		return err
	}
	if err := s.checkAct(c); err != nil {
		return err
	}
	s.decided(i)
	s.do(i, c.Action, c.To, false)
	return nil
}

// checkAct returns nil for an action that is legal now.
func (g *game) checkAct(c Act) error {
	price := g.price(g.ToAct)
	switch c.Action {
	case Fold:
		return nil
	case Check:
		if price > 0 {
			return Refusal{Reason: CannotCheck, Min: price, Max: price, Rule: 17}
		}
		return nil
	case Call:
		if price == 0 {
			return Refusal{Reason: NothingToCall, Rule: 17}
		}
		return nil
	case Raise:
		l := g.legal()
		if err := checkRaise(g, c.To, l); err != nil {
			return err
		}
		if c.To != g.down(c.To) && c.To != g.Seats[g.ToAct].Bet+g.Seats[g.ToAct].Stack {
			return Refusal{Reason: OffUnit, Min: l.Min, Max: l.Max, Rule: 8}
		}
		return nil
	}
	return ErrAction
}

func checkRaise(g *game, to int64, l Legal) error {
	switch {
	case l.Min == 0 && g.Capped:
		return Refusal{Reason: CannotRaise, Max: l.Call, Rule: 26}
	case l.Min == 0 && g.mayReraise(g.ToAct):
		return Refusal{Reason: CannotRaise, Max: l.Call, Rule: 20}
	case l.Min == 0:
		return Refusal{Reason: CannotRaise, Max: l.Call, Rule: 23}
	case to < l.Min && l.Bet:
		return Refusal{Reason: TooLittle, Min: l.Min, Max: l.Max, Rule: 20}
	case to < l.Min:
		return Refusal{Reason: TooLittle, Min: l.Min, Max: l.Max, Rule: 21}
	case to > l.Max && g.limit().Fixed():
		return Refusal{Reason: TooMuch, Min: l.Min, Max: l.Max, Rule: 26}
	case to > l.Max:
		return Refusal{Reason: TooMuch, Min: l.Min, Max: l.Max, Rule: 22}
	}
	return nil
}

// legal returns the bets that the player to act may make; the zero Legal outside the betting.
func (g *game) legal() (l Legal) {
	if g.Phase != Betting {
		return l
	}
	p := &g.Seats[g.ToAct]
	sp := poker.Spot{High: g.High, Raise: g.Raise, Bet: p.Bet, Stack: p.Stack, Pot: g.middle()}
	l.Call, l.Bet, l.Pot, l.High = g.price(g.ToAct), g.High == 0, sp.PotRaise(), g.High
	if all := p.Bet + p.Stack; all > g.High && !g.Capped && g.mayReraise(g.ToAct) && g.someoneCouldCall(g.ToAct) {
		l.Min, l.Max = min(g.up(g.High+g.Raise), all), all
		if most := g.limit().Most(sp); most < all {
			l.Max = max(g.down(most), l.Min)
		}
	}
	return l
}

// price returns the chips that a call takes of seat i, cut to the stack.
func (g *game) price(i int8) int64 {
	p := &g.Seats[i]
	return min(max(0, g.High-p.Bet), p.Stack)
}

// up rounds a wager up to a multiple of the chip unit, down rounds it down (R8).
func (g *game) up(chips int64) int64   { return g.down(chips + max(1, g.Rules.ChipUnit) - 1) }
func (g *game) down(chips int64) int64 { return chips - chips%max(1, g.Rules.ChipUnit) }

// mayReraise reports whether the betting is open to seat i: it has not acted on this street, or faces at least a full raise
// since it did (R23, R24); in fixed limit half a bet is one (R26).
func (g *game) mayReraise(i int8) bool {
	p := &g.Seats[i]
	switch faced := g.High - p.Level; {
	case !p.Acted:
		return true
	case g.limit().Fixed():
		return 2*faced >= g.unit()
	default:
		return faced >= g.Raise
	}
}

// unit returns the least bet of the street (R20, R26).
func (g *game) unit() int64 {
	switch {
	case !g.limit().Fixed():
		return g.MinBet
	case g.variant().Streets[g.Street].Big:
		return 2 * g.Rules.BigBlind
	}
	return g.Rules.BigBlind
}

// someoneCouldCall reports whether an opponent of seat i has chips to call a part of a raise (R20).
func (g *game) someoneCouldCall(i int8) bool {
	for j := range g.Seats {
		if q := &g.Seats[j]; int8(j) != i && q.bets() && q.Bet+q.Stack > g.High {
			return true
		}
	}
	return false
}

// middle returns the chips in the middle and in front of the players.
func (g *game) middle() (sum int64) {
	for i := range g.Seats {
		sum += g.Seats[i].Total + g.Seats[i].Dead
	}
	return sum
}

// do carries out a legal action and its consequences.
func (s *transition) do(i int8, a Action, to int64, silent bool) {
	p := &s.Seats[i]
	paid := int64(0)
	switch a {
	case Fold:
		p.Folded = true
	case Call:
		paid = p.pay(s.High - p.Bet)
	case Raise:
		s.count(to)
		s.dropPlans()
		paid = p.pay(to - p.Bet)
		s.High, s.Aggressor = to, i
	}
	p.Bet += paid
	p.Total += paid
	p.Acted, p.Level = true, s.High
	s.tellOf(i, Event{Kind: Acted, Action: a, Amount: paid, To: p.Bet, AllIn: paid > 0 && p.Stack == 0, Silent: silent, Left: silent && p.Leaves})
	s.goOn(i)
}

// count sets the least full raise after a bet or raise to a street total, and in fixed limit whether the betting is capped.
// A short all-in is no full raise (R21). In fixed limit half a bet is one, and the next raise completes less (R26, R27).
func (s *transition) count(to int64) {
	if !s.limit().Fixed() {
		s.Raise = max(s.Raise, to-s.High)
		return
	}
	unit := s.unit()
	counted := s.High + s.Raise - unit // the last bet that counted
	if 2*(to-counted) < unit {
		s.Raise -= to - s.High
		return
	}
	s.Raise = unit
	s.Bets = min(s.Bets+1, s.variant().Bets)
	s.Capped = s.Bets == s.variant().Bets && s.where((*seat).bets).Count() > 2
}

// silent acts for a player who did not act in time or leaves: check if free, else fold (R30, R60).
func (s *transition) silent() {
	switch s.Phase {
	case Drawing:
		s.draws(s.ToAct, 0, true)
		return
	case Showing:
		s.muck(s.ToAct)
		return
	}
	a := Fold
	if s.price(s.ToAct) == 0 {
		a = Check
	}
	s.do(s.ToAct, a, 0, true)
}

// decided notes that a player decided in time: it resets their time-outs and charges their time bank.
func (s *transition) decided(i int8) {
	s.useBank(&s.Seats[i])
	s.Seats[i].Timeouts = 0
}

// useBank charges the time beyond the clock to the player's time bank (R30). The question whether to show takes none (R31).
func (s *transition) useBank(p *seat) {
	if s.Rules.Clock == 0 || s.Phase == Showing {
		return
	}
	used := time.Duration(s.now-s.Since) * time.Millisecond
	p.Bank -= min(p.Bank, max(0, used-s.Rules.Clock))
}
