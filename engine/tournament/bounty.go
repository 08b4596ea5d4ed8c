package tournament

import (
	"cardroom/engine"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament/setup"
)

// part is the share of one winner in the head of an entry.
type part struct {
	of, to int // entries
	amount int64
}

// takeHeads records the winners of busted players' last chips, by seat (T71). In a knockout it pays their heads as they stood when the
// hand began (T79, T80).
func takeHeads(s *transition, number int, broke []int, won *[engine.MaxSeats]sidepot.Seats) error {
	if !setup.Winners(&s.Options) {
		return nil
	}
	t := s.Table(number)
	var parts []part
	for _, n := range broke {
		winners := won[s.Entry(n).Seat]
		if winners == 0 || winners&^t.Dealt != 0 {
			return Refusal{Reason: WrongHeads, Rule: 79}
		}
		shares, i := setup.Share(s.Entry(n).Head, winners.Count()), 0
		for seat := range winners.Clockwise(t.Blinds.Button) {
			if s.Entry(t.Seats[seat]).Stack == 0 {
				return Refusal{Reason: WrongHeads, Rule: 79}
			}
			came(s, t.Seats[seat])
			if s.Options.Bounty.Part != 0 {
				parts = append(parts, part{n, t.Seats[seat], shares[i]})
			}
			i++
		}
		s.ownEntry(n).Head = 0
	}
	for _, p := range parts {
		takePart(s, p)
	}
	return nil
}

// came notes that an entry showed up (T71).
func came(s *transition, n int) {
	if s.Options.NoShow && !s.Entry(n).Came {
		s.ownEntry(n).Came = true
	}
}

// takePart gives a part of a head to the wallet of its winner, and the rest to the winner's own head (T81). A disqualified winner
// has no prize: the part goes to the first place (T108).
func takePart(s *transition, p part) {
	if s.Entry(p.to).Struck {
		headToFirst(s, p.to, p.amount)
		return
	}
	cash := p.amount * int64(s.Options.Bounty.Share) / 100
	payBounty(s, p.to, p.of, cash)
	if rest := p.amount - cash; rest > 0 {
		s.ownEntry(p.to).Head += rest
		s.tellOf(p.to, Event{Kind: HeadGrew, Amount: rest})
	}
}

// payBounty pays an entry from the escrow for the head of an entry.
func payBounty(s *transition, n, of int, amount int64) {
	s.ownEntry(n).Bounty += amount
	s.Money.Escrow -= amount
	s.tellOf(n, Event{Kind: HeadTaken, Of: of, Amount: amount})
}

// takeOwnHead gives an entry its own head (T82).
func takeOwnHead(s *transition, n int) {
	if head := s.Entry(n).Head; head != 0 {
		s.ownEntry(n).Head = 0
		payBounty(s, n, n, head)
	}
}

// headToFirst adds a head, or a part of one, to the first prize (T108).
func headToFirst(s *transition, n int, amount int64) {
	if amount == 0 {
		return
	}
	s.Money.Struck += amount
	if s.Clock.Closed {
		s.raiseFirst(amount)
	}
	s.tellOf(n, Event{Kind: HeadLost, Amount: amount})
}
