package state

import (
	"slices"

	"cardroom/engine"
	"cardroom/engine/tournament/deal"
)

// Proposal is one of the two ways to divide the prizes in a deal (T93). A player may agree to both, so each is a bit.
type Proposal uint8

// The proposals.
const (
	ByICM   Proposal = 1 // T94
	ByChips Proposal = 2 // T95
)

// Deal is a deal that is proposed or was made (T93).
type Deal struct {
	Number int64         `json:"number,omitempty"` // log number of the event DealAsked, so that no answer is for another proposal
	Until  engine.Moment `json:"until,omitempty"`  // for an answer; 0 is no open proposal
	Parts  []Part        `json:"parts,omitempty"`  // of those alive, by number
	Left   int64         `json:"left,omitempty"`   // of the first prize, to be played for
	Chips  bool          `json:"chips,omitempty"`  // the proposal by chips may be made (T95)
	Made   Proposal      `json:"made,omitempty"`   // the one that all agreed to
	Wants  int           `json:"wants,omitempty"`  // the entry that asks after the hand that runs
	Level  int           `json:"level,omitempty"`  // at which those in Asked asked, from 1
	Asked  []int         `json:"asked,omitempty"`  // entries: each may ask once a level
}

// Part has the amounts that one entry would get, by proposal.
type Part struct {
	Entry int      `json:"n"`
	ICM   int64    `json:"i,omitempty"`
	Chips int64    `json:"c,omitempty"`
	Yes   Proposal `json:"y,omitempty"` // those that it agreed to
}

// Says reports whether the entry agreed to a proposal.
func (p Part) Says(to Proposal) bool { return p.Yes&to != 0 }

// Of returns the amount that the entry would get by a proposal.
func (p Part) Of(to Proposal) int64 {
	if to == ByChips {
		return p.Chips
	}
	return p.ICM
}

// Open reports whether a proposal waits for answers.
func (d *Deal) Open() bool { return d.Until != 0 }

// Amounts returns the amounts that a proposal gives to those alive, by number.
func (d *Deal) Amounts(to Proposal) []int64 {
	all := make([]int64, len(d.Parts))
	for i, p := range d.Parts {
		all[i] = p.Of(to)
	}
	return all
}

// Same reports whether both proposals give the same amounts, as they do between two players, or for one prize.
func (d *Deal) Same() bool { return slices.Equal(d.Amounts(ByICM), d.Amounts(ByChips)) }

// Agreed reports whether all agreed to a proposal (T96).
func (d *Deal) Agreed(to Proposal) bool {
	for _, p := range d.Parts {
		if !p.Says(to) {
			return false
		}
	}
	return true
}

// Proposals returns the two proposals for those alive, and the prize that is left to play for. Chips says whether the one by chips
// may be offered (T93–T95).
func (s *State) Proposals() (parts []Part, left int64, chips bool) {
	alive := s.AllAlive()
	prizes := slices.Clone(s.Money.Amounts[:min(len(alive), len(s.Money.Amounts))])
	left = prizes[0] * int64(s.Options.Leave) / 100
	prizes[0] -= left
	stacks := make([]int64, len(alive))
	for i, n := range alive {
		stacks[i] = s.Entry(n).Stack
	}
	byChips, chips := deal.ByChips(stacks, prizes)
	for i, amount := range deal.ICM(stacks, prizes) {
		p := Part{Entry: alive[i], ICM: amount}
		if chips {
			p.Chips = byChips[i]
		}
		parts = append(parts, p)
	}
	return parts, left, chips
}
