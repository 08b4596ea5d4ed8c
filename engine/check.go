package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// Check returns nil for a table that can be, or an error that says what was found and what was expected. Every table that
// New, Apply and Restore return can be. Seats count from 0 and fields have their names of a snapshot. The error holds no
// card and no pre-action.
func (t *Table) Check() error { return t.g.check(slices.Concat(openChecks, cardChecks)) }

// openChecks look at the parts that a snapshot has in clear. Each relies on those before it.
var openChecks = []func(*game) error{
	checkRules, checkSeatNumbers, checkPhase, checkStanding, checkCounters, checkTurn, checkBetting, checkFixedRaise,
	checkPlayers, checkChips, checkTotal, checkHand, checkDecision, checkPots,
}

// cardChecks look at the cards. They rely on openChecks.
var cardChecks = []func(*game) error{
	checkDraws, checkDeck, checkRuns, checkHoles, checkPlans, checkDealtOnce, checkBoards, checkRest,
}

// check returns the first error of the checks.
func (g *game) check(all []func(*game) error) error {
	for _, f := range all {
		if err := f(g); err != nil {
			return err
		}
	}
	return nil
}

// within returns an error unless a number is from low to high.
func within[N ~int8 | ~uint8 | ~int | ~int32 | ~int64](name string, n, low, high N) error {
	if n < low || n > high {
		return fmt.Errorf("%s is %d, want %s", name, n, span(low, high))
	}
	return nil
}

// span returns the words for a range: "2" or "2 to 5".
func span[N ~int8 | ~uint8 | ~int | ~int32 | ~int64](low, high N) string {
	if low == high {
		return fmt.Sprint(int64(low))
	}
	return fmt.Sprintf("%d to %d", low, high)
}

func checkRules(g *game) error { return g.Rules.Check() }

// lastPlace returns the largest seat that may have the button or a blind, one given up for DrawAny too (R2, R10).
func (g *game) lastPlace() int8 {
	most := g.Rules.Seats
	if g.Rules.Variant == poker.FiveCardDraw {
		most = max(most, poker.Rules{Variant: poker.FiveCardDraw}.MostSeats())
	}
	return int8(most - 1)
}

// checkSeatNumbers refuses the number of a seat that the table does not have.
func checkSeatNumbers(g *game) error {
	last, place := int8(g.Rules.Seats-1), g.lastPlace()
	return cmp.Or(
		within("button", g.Button, none, place), within("small", g.Small, none, place), within("big", g.Big, none, place),
		within("before.small", g.Before.Small, none, place), within("before.big", g.Before.Big, none, place),
		within("trail", g.Trail, 0, place+1), within("laps", g.Laps, 0, mostLaps),
		within("last", g.Last, none, place), within("fourth", g.Fourth, none, last),
		within("toAct", g.ToAct, none, last), within("aggressor", g.Aggressor, none, last))
}

// checkPhase refuses a phase or a street that the game does not have.
func checkPhase(g *game) error {
	last := poker.Street(len(g.variant().Streets) - 1)
	if g.Phase == Shuffling {
		last = 0
	}
	return cmp.Or(within("phase", g.Phase, Idle, Showing), within("street", g.Street, 0, last))
}

// checkStanding refuses a hand at a closed table, and practice chips where house players play for the chips of people.
func checkStanding(g *game) error {
	away := g.where(func(p *seat) bool { return p.Away })
	switch {
	case away != 0 && !g.Rules.Tournament:
		return fmt.Errorf("seat %d is away at a cash table", away.Only())
	case g.Closed && g.running():
		return fmt.Errorf("phase is %d at a closed table, want %d", g.Phase, Idle)
	case g.Practice && g.Rules.Staked:
		return errors.New("practice is true, want false: the rules have house players play for the chips of people")
	}
	return nil
}

// checkCounters refuses numbers and moments out of range, and more hands before this table than in all.
func checkCounters(g *game) error {
	return cmp.Or(
		within("hand", g.Hand, 0, mostNumber), within("earlier", g.Earlier, 0, g.Hand), within("action", g.Action, 0, mostNumber),
		within("since", g.Since, 0, mostNumber), within("until", g.Until, 0, mostNumber), within("callBy", g.CallBy, 0, mostNumber))
}

// checkTurn refuses a turn of no seat in a phase that waits for a decision, and of a seat in another phase.
func checkTurn(g *game) error {
	waits := g.Phase == Betting || g.Phase == Drawing || g.Phase == Showing
	switch {
	case waits && g.ToAct == none:
		return fmt.Errorf("toAct is %d in phase %d, want the seat of a player", none, g.Phase)
	case !waits && g.ToAct != none:
		return fmt.Errorf("toAct is %d in phase %d, want %d", g.ToAct, g.Phase, none)
	}
	return nil
}

// checkBetting refuses bets that no player could make, and a hand without a button or a least bet.
func checkBetting(g *game) error {
	if err := cmp.Or(within("high", g.High, 0, mostChips), within("raise", g.Raise, 0, mostChips)); err != nil || !g.running() {
		return err
	}
	return cmp.Or(
		within("button", g.Button, 0, g.lastPlace()), within("raise", g.Raise, 1, mostChips),
		within("least", g.MinBet, 1, mostChips))
}

// checkFixedRaise refuses, in fixed limit, a raise that is neither the bet of the street nor more than half of it (R26, R27).
func checkFixedRaise(g *game) error {
	if bet := g.Phase == Shuffling || g.Phase == Betting || g.Phase == Drawing; !bet || !g.limit().Fixed() {
		return nil
	}
	return within("raise", g.Raise, g.unit()/2+1, g.unit())
}

// checkPlayers refuses players in two seats or in none of the table's, and seats without a player that are not empty.
func checkPlayers(g *game) error {
	for i := range g.Seats {
		p := &g.Seats[i]
		switch {
		case !p.taken() && *p != (seat{}):
			return fmt.Errorf("seat %d has no player and is not empty", i)
		case !p.taken():
		case i >= g.Rules.Seats:
			return fmt.Errorf("seat %d has a player, want none: the table has %d seats", i, g.Rules.Seats)
		case g.seatOf(p.Player) != int8(i):
			return fmt.Errorf("seat %d has player %d, who sits in seat %d too", i, p.Player, g.seatOf(p.Player))
		case p.House > Hard:
			return fmt.Errorf("seat %d: house is %d, want %d to %d", i, p.House, Person, Hard)
		}
	}
	return nil
}

// checkChips refuses chips and times that a player cannot have.
func checkChips(g *game) error {
	for i := range g.Seats {
		p := &g.Seats[i]
		if err := cmp.Or(
			within("stack", p.Stack, 0, mostChips), within("total", p.Total, 0, mostChips), within("dead", p.Dead, 0, mostChips),
			within("pending", p.Pending, 0, mostChips), within("level", p.Level, 0, mostChips),
			within("upTo", p.UpTo, 0, 2*mostChips),
			within("bet", p.Bet, 0, mostChips), within("bank", int64(p.Bank), 0, int64(g.Rules.TimeBank)),
			within("rebuyBy", p.RebuyBy, 0, mostNumber), within("outSince", p.OutSince, 0, mostNumber),
		); err != nil {
			return fmt.Errorf("seat %d: %w", i, err)
		}
		if p.Bet > p.Total {
			return fmt.Errorf("seat %d: bet %d exceeds total %d", i, p.Bet, p.Total)
		}
	}
	return nil
}

// checkTotal refuses more chips than a table may have.
func checkTotal(g *game) error {
	total := int64(0)
	for i := range g.Seats {
		p := &g.Seats[i]
		total += p.chips()
		if g.running() {
			total += p.Total + p.Dead
		}
		if total > mostChips { // here, not after the loop: the sum of all could be too large for 64 bits
			return fmt.Errorf("the seats up to %d have %d chips, want at most %d", i, total, int64(mostChips))
		}
	}
	return nil
}

// checkHand refuses a hand without a number or with fewer than two players.
func checkHand(g *game) error {
	if !g.running() {
		return nil
	}
	live := g.where((*seat).live)
	empty := live &^ g.where((*seat).taken)
	switch {
	case live.Count() < 2:
		return fmt.Errorf("phase is %d with %d players in the hand, want 2 or more", g.Phase, live.Count())
	case g.Hand <= g.Earlier:
		return fmt.Errorf("hand is %d, want more than earlier, %d, while a hand runs", g.Hand, g.Earlier)
	case empty != 0:
		return fmt.Errorf("seat %d is in the hand and has no player", empty.Only())
	}
	return nil
}

// checkDecision refuses the turn of a player who has nothing to decide, and a run-out with no card to come.
func checkDecision(g *game) error {
	switch g.Phase {
	case Betting:
		if p := &g.Seats[g.ToAct]; !p.bets() || p.Leaves || !g.decides(g.ToAct) {
			return fmt.Errorf("toAct is %d, a seat that has no bet to decide", g.ToAct)
		}
	case Drawing:
		if p := &g.Seats[g.ToAct]; !g.variant().Streets[g.Street].Draw || !p.live() || p.Drew > 0 {
			return fmt.Errorf("toAct is %d on street %d, a seat that has no draw to make", g.ToAct, g.Street)
		}
	case Showing:
		if p := &g.Seats[g.ToAct]; !g.lastStreet() || !p.live() || p.AllShown || p.Mucked {
			return fmt.Errorf("toAct is %d on street %d, a seat that has no hand to show or muck", g.ToAct, g.Street)
		}
	case Runout, Asking:
		if g.lastStreet() {
			return fmt.Errorf("phase is %d on street %d, which has no card to come", g.Phase, g.Street)
		}
	}
	return nil
}

// checkPots refuses pots of the hand that ended which no hand can have.
func checkPots(g *game) error {
	sum := int64(0)
	for i, p := range g.Paid {
		won := p.Won[0] | p.Won[1] | p.Won[2]
		switch {
		case p.In>>MaxSeats != 0:
			return fmt.Errorf("pot %d: in is %#b, want bits for %d seats", i, p.In, MaxSeats)
		case won&^p.In != 0:
			return fmt.Errorf("pot %d: won is %#b, want only seats that are in it, %#b", i, won, p.In)
		}
		if err := within("amount", p.Amount, 0, mostChips); err != nil {
			return fmt.Errorf("pot %d: %w", i, err)
		}
		if sum += p.Amount; sum > mostChips {
			return fmt.Errorf("the pots up to %d have %d chips, want at most %d", i, sum, int64(mostChips))
		}
	}
	return nil
}

// checkDraws refuses exchanges that the draw does not allow. A player exchanges at most three cards, unless the table
// lets every player exchange all. The seat that is owed the last of them exchanges four (R52).
func checkDraws(g *game) error {
	if !g.running() {
		return nil
	}
	for i := range g.Seats {
		p := &g.Seats[i]
		low, high := 0, 3
		switch {
		case g.Fourth == int8(i):
			low, high = 4, 4
		case p.Drew == 0:
			continue
		case g.Rules.DrawAny:
			high = g.variant().Hole
		}
		if !p.InHand || !g.variant().Streets[g.Street].Draw {
			return fmt.Errorf("seat %d has a draw, want none: it is not in the hand, or street %d has no draw", i, g.Street)
		}
		if n := int(p.Drew) - 1; n < low || n > high {
			return fmt.Errorf("seat %d exchanged %d cards, want %s", i, n, span(low, high))
		}
	}
	return nil
}

// checkDeck refuses a deck that is not the 52 cards, and cards without a deck.
func checkDeck(g *game) error {
	if g.dealt() {
		if !g.Deck.Valid() {
			return ErrDeck
		}
		return within("dealt", g.Dealt, 0, card.Count)
	}
	switch {
	case g.hidden != (hidden{}):
		return errors.New("there are hole cards or pre-actions without a deck")
	case g.Board != (board{}):
		return errors.New("there is a board without a deck")
	case g.Phase > Shuffling:
		return fmt.Errorf("phase is %d without a deck, want %d or %d", g.Phase, Idle, Shuffling)
	}
	return within("dealt without a deck", g.Dealt, 0, 0)
}

// dealt reports whether there is a deck.
func (g *game) dealt() bool { return g.Deck != card.Deck{} }

// checkRuns refuses boards that do not follow each other.
func checkRuns(g *game) error {
	if !g.dealt() {
		return nil
	}
	if g.Phase == Shuffling {
		return fmt.Errorf("phase is %d, before the deal, and there is a deck", g.Phase)
	}
	return cmp.Or(
		within("runs", g.Runs, 0, MaxRuns), within("run", g.Run, 0, g.runs()-1), within("common", g.Common, 0, g.Street))
}

// checkHoles refuses a hand of more or fewer cards than the game deals.
func checkHoles(g *game) error {
	if !g.dealt() {
		return nil
	}
	for i := range g.Hole {
		n, low, high := len(card.Present(g.Hole[i])), g.variant().Hole, g.variant().Hole
		switch owed := g.Fourth == int8(i); {
		case owed && g.Phase == Drawing:
			low, high = low-1, high-1
		case owed && g.Voided: // perhaps before the last of the four came
			low, high = low-1, maxHole
		}
		if !g.plays(int8(i)) && n == 0 {
			continue
		}
		if !g.Seats[i].InHand {
			return fmt.Errorf("seat %d has %d hole cards and is not in the hand", i, n)
		}
		if n < low || n > high {
			return fmt.Errorf("seat %d has %d hole cards, want %s", i, n, span(low, high))
		}
	}
	return nil
}

// checkPlans refuses pre-actions that do not exist, or of players who are not in a hand that runs.
func checkPlans(g *game) error {
	if !g.dealt() {
		return nil
	}
	for i, plan := range g.Plan {
		switch {
		case plan > PlanCallAny:
			return fmt.Errorf("seat %d has a pre-action that does not exist", i)
		case plan != 0 && !g.plays(int8(i)):
			return fmt.Errorf("seat %d has a pre-action and is not in a hand that runs", i)
		}
	}
	return nil
}

// checkDealtOnce refuses cards in two places, and cards that did not come off the deck. While a hand runs, as many are in
// no place as players gave away.
func checkDealtOnce(g *game) error {
	if !g.dealt() {
		return nil
	}
	off := map[card.Card]bool{}
	for _, c := range g.Deck[:g.Dealt] {
		off[c] = true
	}
	for _, c := range g.inPlay() {
		if !off[c] {
			return fmt.Errorf("a card of a hand or a board is in two places, or not among the first %d of the deck", g.Dealt)
		}
		delete(off, c)
	}
	if exchanged := g.exchanged(); g.running() && len(off) != exchanged {
		return fmt.Errorf("%d cards are off the deck and in no place, want the %d that were exchanged", len(off), exchanged)
	}
	return nil
}

// inPlay returns the cards of the boards and of the hands.
func (g *game) inPlay() (cards []card.Card) {
	cards = card.Present(g.Board)
	for run := int8(1); run <= g.Run; run++ {
		more := card.Present(*g.boardOf(run))
		cards = append(cards, more[min(g.variant().BoardAt(g.Common), len(more)):]...)
	}
	for i := range g.Hole {
		cards = append(cards, card.Present(g.Hole[i])...)
	}
	return cards
}

// exchanged returns how many cards players gave away in the draw.
func (g *game) exchanged() (cards int) {
	for i := range g.Seats {
		cards += max(0, int(g.Seats[i].Drew)-1)
	}
	return cards
}

// checkBoards refuses boards of more or fewer cards than the street has, with gaps, or without a common beginning (R37).
func checkBoards(g *game) error {
	if !g.dealt() {
		return nil
	}
	v := g.variant()
	for run := range int8(MaxRuns) {
		want := 0
		switch {
		case run < g.Run:
			want = v.BoardAt(v.Last())
		case run == g.Run:
			want = v.BoardAt(g.Street)
		}
		b := *g.boardOf(run)
		if n := len(card.Present(b)); n != want || b != card.Only(b, 1<<n-1) {
			return fmt.Errorf("board %d has %d cards, want the first %d places filled on street %d", run, n, want, g.Street)
		}
		if n := v.BoardAt(g.Common); run <= g.Run && !slices.Equal(b[:n], g.Board[:n]) {
			return fmt.Errorf("board %d does not begin with the first %d cards of board 0", run, n)
		}
	}
	return nil
}

// checkRest refuses a deck with too few cards left for the boards to come.
func checkRest(g *game) error {
	if !g.dealt() {
		return nil
	}
	v := g.variant()
	rest := v.BoardAt(v.Last()) - v.BoardAt(g.Street) + int(g.runs()-1-g.Run)*(v.BoardAt(v.Last())-v.BoardAt(g.Common))
	if left := card.Count - int(g.Dealt); left < rest {
		return fmt.Errorf("the deck has %d cards left, want %d for the boards to come", left, rest)
	}
	return nil
}
