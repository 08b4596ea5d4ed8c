package engine

import (
	"errors"
	"fmt"
	"slices"

	"cardroom/engine/card"
)

// Check is nil for a table that can be, or else says what cannot. Every table that New, Apply and Restore give can be.
// The error holds no card.
func (t *Table) Check() error {
	if err := t.g.Rules.Check(); err != nil {
		return err
	}
	return t.g.check()
}

// check is Check for a table whose rules are good.
func (g *game) check() error {
	for _, f := range []func(*game) error{checkPlace, checkSeats, checkHand, checkCards, checkPaid} {
		if err := f(g); err != nil {
			return err
		}
	}
	return nil
}

// checkPlace looks at what says where the table is.
func checkPlace(g *game) error {
	for _, i := range []int8{g.Button, g.Small, g.Big, g.Last, g.Fourth, g.Before.Small, g.Before.Big, g.ToAct, g.Aggressor} {
		if i < none || int(i) >= g.Rules.Seats {
			return errors.New("a seat that the table does not have")
		}
	}
	switch {
	case g.Phase > Showing:
		return fmt.Errorf("phase %d", g.Phase)
	case int(g.Street) >= len(g.variant().streets):
		return fmt.Errorf("street %d", g.Street)
	case g.Phase == Shuffling && g.Street > 0:
		return errors.New("a street before the deal")
	case g.Closed && g.running():
		return errors.New("a hand runs at a closed table")
	case g.Practice && g.Rules.Staked:
		return errors.New("practice chips where house players play for others")
	case g.Earlier > g.Hand:
		return errors.New("fewer hands than there were before")
	case min(g.Hand, g.Earlier, g.Action, int64(g.Since), int64(g.Until)) < 0:
		return errors.New("a number below zero")
	case g.High < 0 || g.High > mostChips || g.Raise < 0 || g.Raise > mostChips:
		return errors.New("a bet that nobody could make")
	case (g.ToAct != none) != (g.Phase == Betting || g.Phase == Drawing || g.Phase == Showing):
		return errors.New("phase and turn do not agree")
	case g.running() && (g.Button == none || g.Raise < 1 || g.MinBet < 1 || g.MinBet > mostChips):
		return errors.New("a hand without a button or a bet")
	case (g.Phase == Shuffling || g.Phase == Betting || g.Phase == Drawing) && g.limit().fixed && (2*g.Raise <= g.unit() || g.Raise > g.unit()):
		return errors.New("a raise that is no bet of the street")
	}
	return nil
}

// checkSeats looks at the players and their chips.
func checkSeats(g *game) error {
	total := int64(0)
	for i := range g.Seats {
		p := &g.Seats[i]
		if !p.taken() && *p != (seat{}) || p.taken() && i >= g.Rules.Seats || p.House > Hard {
			return fmt.Errorf("seat %d", i)
		}
		if p.taken() && g.seatOf(p.Player) != int8(i) {
			return fmt.Errorf("seat %d: a player who sits twice", i)
		}
		for _, chips := range []int64{p.Stack, p.Bet, p.Total, p.Dead, p.Pending, p.Level} {
			if chips < 0 || chips > mostChips {
				return fmt.Errorf("seat %d: chips", i)
			}
		}
		if p.Bet > p.Total || p.Bank < 0 || p.Bank > g.Rules.TimeBank || min(p.RebuyBy, p.OutSince) < 0 {
			return fmt.Errorf("seat %d: a bet or a time", i)
		}
		total += p.chips()
		if g.running() {
			total += p.Total + p.Dead
		}
		if total > mostChips {
			return errors.New("more chips than a table may have")
		}
	}
	return nil
}

// checkHand looks at who is in the hand that runs.
func checkHand(g *game) error {
	if !g.running() {
		return nil
	}
	live := g.where((*seat).live)
	switch {
	case live.count() < 2:
		return errors.New("a hand of fewer than two")
	case g.Hand <= g.Earlier:
		return errors.New("a hand without a number")
	case g.Phase == Betting && !g.Seats[g.ToAct].bets():
		return errors.New("the turn of one who cannot act")
	case g.Phase == Betting && (g.Seats[g.ToAct].Leaves || !g.decides(g.ToAct)):
		return errors.New("the turn of one who has nothing to decide")
	case g.Phase == Drawing && (!g.variant().streets[g.Street].draw || !g.Seats[g.ToAct].live() || g.Seats[g.ToAct].Drew > 0):
		return errors.New("the draw of one who does not draw")
	case g.Phase == Showing && (!g.lastStreet() || !g.Seats[g.ToAct].live() || g.Seats[g.ToAct].AllShown || g.Seats[g.ToAct].Mucked):
		return errors.New("the showing of one who need not")
	case (g.Phase == Runout || g.Phase == Asking) && g.lastStreet():
		return errors.New("a run-out after the last card")
	case g.where((*seat).taken)&live != live:
		return errors.New("an empty seat in the hand")
	}
	return nil
}

// checkCards looks at the cards: dealt once, in their places, and as many as there should be.
func checkCards(g *game) error {
	exchanged, err := checkDraws(g)
	if err != nil {
		return err
	}
	if g.Deck == (card.Deck{}) {
		if g.hidden != (hidden{}) || g.Board != (board{}) || g.Dealt > 0 || g.Phase > Shuffling {
			return errors.New("cards without a deck")
		}
		return nil
	}
	if !g.Deck.Valid() || g.Dealt > card.Count {
		return errors.New("the deck is not the fifty-two cards")
	}
	if g.Phase == Shuffling || g.Runs < 0 || g.Runs > maxRuns || g.Run < 0 || g.Run >= g.runs() || g.Common > g.Street {
		return errors.New("boards before their time")
	}
	off := map[card.Card]bool{}
	for _, c := range g.Deck[:g.Dealt] {
		off[c] = true
	}
	cards := present(g.Board)
	for run := int8(1); run <= g.Run && run < maxRuns; run++ {
		own := present(*g.boardOf(run))
		cards = append(cards, own[min(g.variant().boardAt(g.Common), len(own)):]...)
	}
	for i := range g.Hole {
		hole, want := present(g.Hole[i]), g.variant().hole
		switch {
		case g.Fourth != int8(i):
		case g.Phase == Drawing: // the fourth is to come
			want--
		case g.Voided: // perhaps before it came
			want = max(want-1, len(hole))
		}
		if n := len(hole); n != 0 && (n != want || !g.Seats[i].InHand) || n == 0 && g.plays(int8(i)) {
			return fmt.Errorf("seat %d: cards", i)
		}
		if g.Plan[i] > PlanCallAny || g.Plan[i] != 0 && !g.plays(int8(i)) {
			return fmt.Errorf("seat %d: a plan", i)
		}
		cards = append(cards, hole...)
	}
	for _, c := range cards {
		if !off[c] {
			return errors.New("a card that was not dealt, or dealt twice")
		}
		delete(off, c)
	}
	if g.running() && len(off) != exchanged {
		return errors.New("cards that nobody holds, and nobody gave away")
	}
	return checkBoard(g)
}

// checkDraws looks at who exchanged how many cards in the hand that runs, and says how many that were. Four it can be for one
// alone, who is owed the last of them, unless the table lets everyone exchange all (R52).
func checkDraws(g *game) (cards int, err error) {
	if !g.running() {
		return 0, nil
	}
	for i := range g.Seats {
		p := &g.Seats[i]
		count, least, most := int(p.Drew)-1, 0, 3
		switch {
		case g.Fourth == int8(i):
			least, most = 4, 4
		case g.Rules.DrawAny:
			most = g.variant().hole
		}
		switch {
		case p.Drew == 0 && g.Fourth != int8(i):
			continue
		case count < least || count > most || !p.InHand || !g.variant().streets[g.Street].draw:
			return 0, fmt.Errorf("seat %d: a draw", i)
		}
		cards += count
	}
	return cards, nil
}

// checkBoard looks at how much of each board there is, and whether the deck has the rest.
func checkBoard(g *game) error {
	v, last := g.variant(), Street(len(g.variant().streets)-1)
	for run := range int8(maxRuns) {
		want := 0
		switch {
		case run < g.Run:
			want = v.boardAt(last)
		case run == g.Run:
			want = v.boardAt(g.Street)
		}
		b := *g.boardOf(run)
		if n := len(present(b)); n != want || n < len(b) && b != only(b, 1<<n-1) {
			return errors.New("a board does not fit the street")
		}
		if n := v.boardAt(g.Common); run > 0 && want > 0 && !slices.Equal(b[:n], g.Board[:n]) {
			return errors.New("boards that do not share their beginning")
		}
	}
	rest := v.boardAt(last) - v.boardAt(g.Street) + int(g.runs()-1-g.Run)*(v.boardAt(last)-v.boardAt(g.Common))
	if int(g.Dealt)+rest > card.Count {
		return errors.New("a deck too short for the boards")
	}
	return nil
}

// checkPaid looks at the pots of the hand that ended.
func checkPaid(g *game) error {
	sum := int64(0)
	for _, p := range g.Paid {
		won := p.Won[0] | p.Won[1] | p.Won[2]
		if p.Amount < 0 || p.Amount > mostChips || p.In>>MaxSeats != 0 || won&^p.In != 0 {
			return errors.New("a pot")
		}
		if sum += p.Amount; sum > mostChips {
			return errors.New("more in the pots than a table may have")
		}
	}
	return nil
}
