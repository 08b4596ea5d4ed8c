package engine

import (
	"errors"
	"time"
)

// ErrAction is the error of an Act whose Action is none of the four.
var ErrAction = errors.New("engine: no such action")

// turn is the decision that is awaited; Action is 0 where none is.
func (g *game) turn() Turn {
	if g.ToAct == none {
		return Turn{Hand: g.Hand}
	}
	return Turn{Hand: g.Hand, Action: g.Action}
}

// act carries out a decision (R17–R24, R28).
func (s *step) act(c Act) error {
	i := s.seatOf(c.Player)
	switch {
	case i == none:
		return Refusal{Why: NotSeated}
	case !s.running():
		return Refusal{Why: NoHand}
	case c.Turn != s.turn():
		return Refusal{Why: Stale, Rule: 28}
	case i != s.ToAct:
		return Refusal{Why: NotYourTurn, Rule: 28}
	}
	if err := s.checkAct(c); err != nil {
		return err
	}
	s.useBank(&s.Seats[i])
	s.Seats[i].Silences = 0
	s.do(i, c.Action, c.To, false)
	return nil
}

// checkAct is nil for an action that is legal now.
func (g *game) checkAct(c Act) error {
	l := g.legal()
	switch c.Action {
	case Fold:
		return nil
	case Check:
		if l.Call > 0 {
			return Refusal{Why: CannotCheck, Min: l.Call, Max: l.Call, Rule: 17}
		}
		return nil
	case Call:
		if l.Call == 0 {
			return Refusal{Why: NothingToCall, Rule: 17}
		}
		return nil
	case Raise:
		return checkRaise(c.To, l, g.mayReraise(g.ToAct))
	}
	return ErrAction
}

func checkRaise(to int64, l Legal, open bool) error {
	switch {
	case l.Min == 0 && open:
		return Refusal{Why: CannotRaise, Rule: 20}
	case l.Min == 0:
		return Refusal{Why: CannotRaise, Rule: 23}
	case to < l.Min:
		return Refusal{Why: TooLittle, Min: l.Min, Max: l.Max, Rule: 21}
	case to > l.Max:
		return Refusal{Why: TooMuch, Min: l.Min, Max: l.Max, Rule: 22}
	}
	return nil
}

// legal is what the player to act may do; nothing where nobody is.
func (g *game) legal() Legal {
	if g.ToAct == none {
		return Legal{}
	}
	p := &g.Seats[g.ToAct]
	sp := spot{high: g.High, step: g.Raise, bet: p.Bet, stack: p.Stack, pot: g.middle()}
	l := Legal{
		Call: min(max(0, g.High-p.Bet), p.Stack),
		Bet:  g.High == 0,
		Pot:  sp.potRaise(),
		High: g.High,
	}
	if all := p.Bet + p.Stack; all > g.High && g.mayReraise(g.ToAct) && g.someoneCouldCall(g.ToAct) {
		least, most := g.limit().raise(sp)
		l.Max = min(most, all)
		l.Min = min(least, l.Max)
	}
	return l
}

// mayReraise says whether the betting is open to seat i: it has not acted on this street, or faces at least a full raise
// since it did (R23, R24).
func (g *game) mayReraise(i int8) bool {
	p := &g.Seats[i]
	return !p.Acted || g.High-p.Level >= g.Raise
}

// someoneCouldCall says whether an opponent of seat i could call any part of a raise (R20).
func (g *game) someoneCouldCall(i int8) bool {
	for j := range g.Seats {
		if q := &g.Seats[j]; int8(j) != i && q.bets() && q.Bet+q.Stack > g.High {
			return true
		}
	}
	return false
}

// middle is every chip in the middle and in front of players.
func (g *game) middle() (sum int64) {
	for i := range g.Seats {
		sum += g.Seats[i].Total + g.Seats[i].Dead
	}
	return sum
}

// do carries out an action that is legal, and what follows from it.
func (s *step) do(i int8, a Action, to int64, silent bool) {
	p := &s.Seats[i]
	paid := int64(0)
	switch a {
	case Fold:
		p.Folded = true
	case Call:
		paid = s.pay(i, s.High-p.Bet)
	case Raise:
		paid = s.pay(i, to-p.Bet)
		s.Raise = max(s.Raise, to-s.High) // a short all-in is no full raise (R21)
		s.High, s.Aggressor = to, i
	}
	p.Bet += paid
	p.Total += paid
	p.Acted, p.Level = true, s.High
	s.tellOf(i, Event{Kind: Acted, Action: a, Amount: paid, To: p.Bet, AllIn: paid > 0 && p.Stack == 0, Silent: silent})
	s.goOn(i)
}

// silent acts for a player who does not: check if free, else fold (R30, R60).
func (s *step) silent() {
	a := Fold
	if s.legal().Call == 0 {
		a = Check
	}
	s.do(s.ToAct, a, 0, true)
}

// useBank charges the time beyond the clock to the player's time bank (R30).
func (s *step) useBank(p *seat) {
	if s.Rules.Clock == 0 {
		return
	}
	used := time.Duration(s.at-s.Since) * time.Millisecond
	p.Bank -= min(p.Bank, max(0, used-s.Rules.Clock))
}
