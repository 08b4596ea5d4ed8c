package engine

import (
	"slices"

	"cardroom/engine/poker"
)

// StartAs begins a hand with the posts given instead of those that are due, for a hand that was played elsewhere. All players
// with chips who do not sit out are dealt in. No blind counts as missed, and the next hand begins anew (R10).
// The table refuses it while a hand runs.
type StartAs struct {
	Button int             // a seat
	Small  int             // the seat whose blind is the small one; AnySeat for none
	Big    int             // the first to act is left of this seat; AnySeat for none: left of the button
	Antes  [MaxSeats]int64 // chips, posted before the blinds, for less where the stack is short (R15)
	Blinds [MaxSeats]int64 // chips; live bets, for less where the stack is short
	Owed   [MaxSeats]int64 // chips posted with the blinds, dead, for less where the stack is short (R13)
	Dead   bool            // the antes are dead: all of them go to the main pot
	MinBet int64           // chips; the least bet after the first round, 0 for the rules' own (R20)
	At     Moment
}

// posts are the players of a hand, the seats of button and blinds, and the chips that each player posts.
type posts struct {
	in                 seats
	button, small, big int8
	last               int8 // the last blind or straddle; none where there is none
	antes, blinds      [MaxSeats]int64
	owed               [MaxSeats]int64 // small blinds that were missed: dead (R13)
	dead               bool            // the antes are dead
	blindsFirst        bool            // the blinds are paid before the antes (R14)
	minBet             int64           // the least bet of the later rounds; 0 for the rules' own
}

// apply begins a hand with the posts that are due (R10–R15).
func (c Start) apply(s *transition) error {
	if err := s.canStart(c.After); err != nil {
		return err
	}
	s.sweep()
	s.expire()
	due := s.duePosts(c.Lot)
	s.Hand = max(s.Hand, c.After)
	s.postAll(due)
	return nil
}

// apply begins a hand with the posts of the command.
func (c StartAs) apply(s *transition) error {
	if err := s.canStart(0); err != nil {
		return err
	}
	if all := slices.Concat(c.Antes[:], c.Blinds[:], c.Owed[:]); slices.Min(all) < 0 || slices.Max(all) > poker.MostBet {
		return Refusal{Reason: TooLittle, Max: poker.MostBet, Rule: 14}
	}
	if c.MinBet < 0 || c.MinBet > poker.MostBet {
		return Refusal{Reason: TooLittle, Max: poker.MostBet, Rule: 20}
	}
	if c.Button < 0 || max(c.Button, c.Small, c.Big) >= s.Rules.Seats || min(c.Small, c.Big) < AnySeat {
		return Refusal{Reason: NoSuchSeat, Rule: 2}
	}
	s.sweep()
	s.postAll(posts{
		in:     s.where((*seat).ready),
		button: int8(c.Button), small: int8(c.Small), big: int8(c.Big), last: int8(c.Big),
		antes: c.Antes, blinds: c.Blinds, owed: c.Owed, dead: c.Dead, minBet: c.MinBet,
	})
	s.Small, s.Big = none, none
	return nil
}

// canStart refuses a hand while one runs, at a paused table, or with too few players. It also refuses one for which there is no number.
func (g *game) canStart(after int64) error {
	switch {
	case max(g.Hand, after) >= mostNumber:
		return Refusal{Reason: TooMuch, Max: mostNumber}
	case g.running():
		return Refusal{Reason: HandRuns}
	case g.Paused:
		return Refusal{Reason: AlreadyPaused}
	case !g.enough():
		return Refusal{Reason: TooFewPlayers, Min: 2, Rule: 61}
	}
	return nil
}

// sweep clears the last hand and puts pending top-ups into play (R5, R6). It notes the state that a void hand puts back (R65).
func (s *transition) sweep() {
	s.hidden = hidden{}
	s.Board, s.Again, s.Dealt, s.Paid, s.Message = board{}, [2]board{}, 0, [MaxSeats]pot{}, 0
	s.Before = before{s.blinds, s.Button + 1, s.Fresh, s.Waited}
	for i := range s.Seats {
		p := &s.Seats[i]
		if p.Was = p.dues; p.InHand && !s.Voided && p.Played == newcomer {
			p.Played = playedLast // an earlier version did not store it
		}
		p.clearHand()
		s.trimPending(int8(i)) // an earlier version did not at the end of the hand
		p.Stack, p.Pending = p.Stack+p.Pending, 0
	}
	s.Voided, s.Runs, s.Run, s.Common = false, 0, 0, 0
}

// clearHand clears what a seat has of one hand alone.
func (p *seat) clearHand() {
	p.Bet, p.Total, p.Dead, p.Level = 0, 0, 0, 0
	p.InHand, p.Folded, p.Acted, p.AllShown, p.Mucked = false, false, false, false, false
	p.Drew, p.Showed, p.Runs = 0, 0, 0
}

// trimPending gives back what never comes into play of a top-up: what no longer fits the stack (R6), and all of one that is too
// small for a rebuy (R62).
func (s *transition) trimPending(i int8) {
	p := &s.Seats[i]
	over := p.excess(s.Rules.MaxBuyIn)
	if p.Stack == 0 && p.Pending < s.Rules.MinBuyIn {
		over = p.Pending
	}
	if p.Pending, p.UpTo = p.Pending-over, 0; over > 0 {
		s.tellChips(Returned, i, over)
	}
}

// excess returns the part of a pending top-up that no longer fits the stack, which has grown (R6). Most is the maximum buy-in, or 0.
func (p *seat) excess(most int64) int64 {
	if p.UpTo != 0 && (most == 0 || p.UpTo < most) {
		most = p.UpTo
	}
	if most == 0 {
		return 0
	}
	return min(p.Pending, max(0, p.chips()-most))
}

// postAll begins the hand: antes, then the small blind and the others clockwise.
func (s *transition) postAll(p posts) {
	s.Hand++
	s.Phase, s.Street, s.Action, s.Fresh, s.Waited = Shuffling, 0, 0, false, false
	s.Button, s.Last = p.button, p.last
	s.ToAct, s.Aggressor, s.Fourth, s.Since, s.Until = none, none, none, 0, 0
	for i := range s.Seats {
		if q := &s.Seats[i]; p.in.Has(int8(i)) {
			q.InHand = true
			q.Bank = min(q.Bank+bankRefill, s.Rules.TimeBank)
		}
	}
	s.tellOf(p.button, Event{Kind: HandStarted})
	s.openBetting(&p)
	if !p.blindsFirst {
		s.postAntes(&p)
	}
	s.postBlinds(&p)
	if p.blindsFirst {
		s.postAntes(&p)
	}
}

// openBetting sets the bet to match in the first round and the least raise. The bet is the price to enter, even if the blinds are
// shorter: the largest of big blind, least bet and straddle, a multiple of the chip unit (R8, R15, R20). With antes alone it is 0 (R51).
func (s *transition) openBetting(p *posts) {
	largest := slices.Max(p.blinds[:])
	s.MinBet = max(s.Rules.BigBlind, s.Rules.MinBet)
	s.High, s.Bets, s.Capped = 0, 0, false
	if !s.limit().Fixed() {
		s.MinBet = s.up(max(s.MinBet, largest)) // a straddle is the least bet of the hand (R16)
	}
	if largest > 0 {
		s.High, s.Bets = max(s.MinBet, largest), 1
	}
	s.Raise = s.unit()
	if p.minBet != 0 {
		s.MinBet = p.minBet
	}
}

// postAntes posts the antes, for less where a stack is short (R14, R15).
func (s *transition) postAntes(p *posts) {
	kind := PostAnte
	if p.blindsFirst {
		kind = PostBigBlindAnte
	}
	for i := range p.in.Clockwise(p.button) {
		paid := s.Seats[i].pay(p.antes[i])
		if p.dead {
			s.Seats[i].Dead += paid
		} else {
			s.Seats[i].Total += paid
		}
		s.tellPost(i, kind, paid)
	}
}

// postBlinds posts the blinds, for less where a stack is short (R15): a live bet before the small blind that is owed (R13).
func (s *transition) postBlinds(p *posts) {
	first := p.button
	if p.small != none {
		first = (p.small + MaxSeats - 1) % MaxSeats
	}
	for i := range p.in.Clockwise(first) {
		kind := PostLive
		switch i {
		case p.small:
			kind = PostSmallBlind
		case p.big:
			kind = PostBigBlind
		case p.last:
			kind = PostStraddle
		}
		paid := s.Seats[i].pay(p.blinds[i])
		s.Seats[i].Bet += paid
		s.Seats[i].Total += paid
		s.tellPost(i, kind, paid)
		owed := s.Seats[i].pay(p.owed[i])
		s.Seats[i].Dead += owed
		s.tellPost(i, PostDeadSmall, owed)
	}
}

// pay takes up to an amount from the stack and returns the chips that it took.
func (s *seat) pay(amount int64) int64 {
	paid := min(amount, s.Stack)
	s.Stack -= paid
	return paid
}

// tellPost adds the event of a post, unless no chip was paid.
func (s *transition) tellPost(i int8, kind Post, paid int64) {
	if p := &s.Seats[i]; paid > 0 {
		s.tellOf(i, Event{Kind: Posted, Post: kind, Amount: paid, To: p.Bet, AllIn: p.Stack == 0})
	}
}
