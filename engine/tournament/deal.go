package tournament

import (
	"slices"
	"time"

	"cardroom/engine/tournament/deal"
	"cardroom/engine/tournament/state"
)

const dealTime = 120 * time.Second // T96

// Proposal is one of the two ways to divide the prizes in a deal (T93).
type Proposal = state.Proposal

// The proposals.
const (
	ByICM   = state.ByICM   // T94
	ByChips = state.ByChips // T95
)

// Deal is a deal that is proposed, or was made.
type Deal = state.Deal

// AskDeal proposes a deal to all who are alive, during a hand for after it (T93).
type AskDeal struct {
	At
	Entry int
}

// AgreeDeal says yes to a proposal of the deal with a number. The yes of the last player makes the deal (T96).
type AgreeDeal struct {
	At
	Entry  int
	Number int64
	To     Proposal
}

// RefuseDeal says no to both proposals of the deal with a number (T96).
type RefuseDeal struct {
	At
	Entry  int
	Number int64
}

func (c AskDeal) apply(s *transition) error {
	if _, err := s.aliveEntry(c.Entry); err != nil {
		return err
	}
	if err := mayAsk(s, c.Entry); err != nil {
		return err
	}
	if s.Count.Running > 0 {
		s.Money.Deal.Wants = c.Entry
		s.tellOf(c.Entry, Event{Kind: DealWanted})
		return nil
	}
	return ask(s, c.Entry)
}

// mayAsk returns nil if an entry that is alive may ask for a deal, or a refusal (T93).
func mayAsk(s *transition, n int) error {
	d := &s.Money.Deal
	switch {
	case s.Phase != Running:
		return Refusal{Reason: NotStarted, Rule: 93}
	case d.Open():
		return Refusal{Reason: DealIsOpen, Rule: 93, Until: d.Until}
	case d.Made != 0 || !s.Clock.Closed || len(s.Open) != 1 || s.Count.Alive > deal.Most || s.Halt.Ending:
		return Refusal{Reason: NoDeal, Rule: 93}
	case s.Halt.Kind != 0: // before a wish, which waits for the end of the pause
		return Refusal{Reason: IsPaused, Rule: 93}
	case d.Wants != 0:
		return Refusal{Reason: DealIsOpen, Rule: 93}
	case s.Count.Absent > 0:
		return Refusal{Reason: SomeAbsent, Rule: 93}
	case d.Level == s.Clock.Level+1 && slices.Contains(d.Asked, n):
		return Refusal{Reason: AskedBefore, Rule: 93}
	case slices.Max(s.Money.Amounts[:min(s.Count.Alive, len(s.Money.Amounts))]) == 0:
		return Refusal{Reason: NoDeal, Rule: 93}
	}
	return nil
}

// askWanted asks for a deal that a player wanted during a hand, if that is still allowed. A pause comes first, but before edition 4 it
// ended the wish.
func askWanted(s *transition) {
	n := s.Money.Deal.Wants
	if n == 0 || s.Count.Running > 0 || s.Halt.Kind != 0 && s.Options.Edition > 3 {
		return
	}
	s.Money.Deal.Wants = 0
	if s.Entry(n).Out() || mayAsk(s, n) != nil || ask(s, n) != nil {
		s.tellOf(n, Event{Kind: DealRefused})
	}
}

// ask proposes a deal of an entry that may ask.
func ask(s *transition, n int) error {
	d := &s.Money.Deal
	next := state.Deal{Level: s.Clock.Level + 1, Until: s.now.Add(dealTime), Number: s.Log + 1}
	next.Parts, next.Left, next.Chips = s.Proposals()
	if d.Level == next.Level {
		next.Asked = d.Asked
	}
	next.Asked = append(slices.Clip(next.Asked), n)
	*d = next
	s.tellOf(n, Event{Kind: DealAsked, Until: d.Until, Amount: d.Left})
	s.tell(Event{Kind: DealProposed, Of: int(ByICM), Amounts: d.Amounts(ByICM)})
	if d.Chips {
		s.tell(Event{Kind: DealProposed, Of: int(ByChips), Amounts: d.Amounts(ByChips)})
	}
	return nil
}

// votes returns the index of an entry among those who decide on a deal, or a refusal.
func votes(s *transition, n int, number int64) (int, error) {
	if _, err := s.aliveEntry(n); err != nil {
		return 0, err
	}
	if !s.Money.Deal.Open() || s.Money.Deal.Number != number {
		return 0, Refusal{Reason: NoDeal, Rule: 96}
	}
	return slices.IndexFunc(s.Money.Deal.Parts, func(p state.Part) bool { return p.Entry == n }), nil
}

func (c AgreeDeal) apply(s *transition) error {
	i, err := votes(s, c.Entry, c.Number)
	switch {
	case err != nil:
		return err
	case c.To != ByICM && (c.To != ByChips || !s.Money.Deal.Chips):
		return Refusal{Reason: NoDeal, Rule: 95}
	case s.Money.Deal.Parts[i].Says(c.To):
		return nil
	}
	s.Money.Deal.Parts = slices.Clone(s.Money.Deal.Parts)
	s.Money.Deal.Parts[i].Yes |= c.To
	s.tellOf(c.Entry, Event{Kind: DealAgreed, Of: int(c.To)})
	if s.Money.Deal.Agreed(c.To) {
		makeDeal(s, c.To)
	}
	return nil
}

func (c RefuseDeal) apply(s *transition) error {
	if _, err := votes(s, c.Entry, c.Number); err != nil {
		return err
	}
	endDeal(s, c.Entry)
	return nil
}

// endDeal ends a deal that is proposed, by the no of an entry or of none.
func endDeal(s *transition, by int) {
	s.Money.Deal.Until, s.Money.Deal.Parts, s.Money.Deal.Left = 0, nil, 0
	if by == 0 {
		s.tell(Event{Kind: DealRefused})
		return
	}
	s.tellOf(by, Event{Kind: DealRefused})
}

// watchDeal ends a deal where a player is absent or out (T96).
func watchDeal(s *transition) {
	if s.Money.Deal.Open() && (s.Count.Absent > 0 || s.Count.Alive != len(s.Money.Deal.Parts)) {
		endDeal(s, 0)
	}
}

// makeDeal pays the amounts of a deal. The tournament ends, or is played out for the prize that is left (T96).
func makeDeal(s *transition, to Proposal) {
	d := &s.Money.Deal
	amounts := d.Amounts(to)
	s.tell(Event{Kind: DealMade, Of: int(to), Amount: d.Left, Amounts: amounts})
	s.Money.Amounts = slices.Clone(s.Money.Amounts)
	clear(s.Money.Amounts[:min(len(amounts), len(s.Money.Amounts))])
	s.Money.Amounts[0] = d.Left
	for i, p := range d.Parts {
		s.payPrize(p.Entry, 0, amounts[i])
		s.Money.Dealt += amounts[i]
	}
	d.Made, d.Until = to, 0
	if d.Left == 0 {
		endByChips(s)
	}
}

// endByChips ends the tournament with places by chips. Heads go to their owners (T96).
func endByChips(s *transition) {
	all := s.AllAlive()
	for _, n := range all {
		s.ownEntry(n).Had = s.Entry(n).Stack
		takeOwnHead(s, n)
	}
	s.putOut(all)
	s.finish()
}
