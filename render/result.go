package render

import (
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/rank"
	"cardroom/render/locale"
)

// outcome returns how the hand ended: a line for every winner, in the order of the pots, or that it is void.
func (b board) outcome() (lines []string) {
	if void(b.View) {
		return b.voided()
	}
	if !b.View.Ended() {
		return nil
	}
	for _, seat := range b.Winners() {
		lines = append(lines, b.winLine(seat))
	}
	for _, seat := range b.Departed {
		if words := b.tabled(seat); len(words) > 0 {
			lines = append(lines, "-# "+b.lang.Result.Showed.Format("player", b.NameOf(seat), "cards", strings.Join(words, locale.Dot)))
		}
	}
	return lines
}

// Departed returns the seats that played a hand and whose holders left at its end. The view of the result no longer has
// them, so it reads them from the hand's events. [Scene] needs them.
func Departed(v engine.View, events []engine.Event) (seats []engine.SeatView) {
	var bySeat [engine.MaxSeats]engine.SeatView
	for _, e := range events {
		if e.Hand == v.Hand && e.Kind == engine.BoardDealt { // hands that were shown before may make something else now
			for i := range bySeat {
				bySeat[i].Made = rank.Hand{}
			}
		}
		if e.Hand != v.Hand || e.Kind != engine.Shown && e.Kind != engine.Won && e.Kind != engine.Mucked && e.Kind != engine.Uncalled {
			continue
		}
		seat := &bySeat[e.Seat]
		seat.Seat, seat.Player, seat.House, seat.InHand = e.Seat, e.Player, e.House, true
		switch e.Kind {
		case engine.Shown:
			seat.Made = e.Made
			seat.Shown = e.Faces()
			seat.AllShown = len(seat.Shown) == v.Rules.Variant.HoleCards()
		case engine.Mucked:
			seat.Mucked = true
		case engine.Won:
			seat.Made = e.Made
		}
	}
	for _, seat := range v.Seats {
		if seat.InHand {
			bySeat[seat.Seat] = engine.SeatView{}
		}
	}
	for _, seat := range bySeat {
		if seat.Player != 0 { // rare, so nothing is allocated before
			seats = append(seats, seat)
		}
	}
	return seats
}

// voided returns the sentence that the hand counts for nothing, and a line with its deck (R65).
func (b board) voided() []string {
	lines := []string{string(b.lang.Board.Voided)}
	if len(b.View.Deck) == 0 || b.detail == bare {
		return lines
	}
	return append(lines, "-# "+b.lang.Board.Deck.Format("cards", b.Cards(b.View.Deck)))
}

// Winners returns the seats that won the hand, each once. Where all chips went back, it is the seat that did not fold.
func (s Scene) Winners() (seats []int) {
	for _, pot := range s.View.Pots {
		for _, award := range pot.Won {
			if !slices.Contains(seats, award.Seat) {
				seats = append(seats, award.Seat)
			}
		}
	}
	if live := s.live(); len(s.View.Pots) == 0 && len(live) == 1 {
		return []int{live[0].Seat}
	}
	return seats
}

// winLine returns "<@1> wins 260 with two pair, aces and kings", and of which pots where that is not obvious.
func (b board) winLine(seat int) string {
	total, parts := b.winnings(seat)
	held, hand := b.Winner(seat), ""
	if len(b.View.Pots) == 0 {
		return b.lang.Result.Back.Format("player", b.NameOf(held))
	}
	if b.Unseen() {
		return b.lang.Result.Unseen.Format("player", b.NameOf(held), "amount", b.lang.Chips(total))
	}
	if b.detail < bare {
		hand = b.WinningHand(held)
	}
	line := b.wins(held, total, hand)
	if len(parts) == 0 || b.detail >= noHandNames && len(b.View.Again) == 0 || b.detail >= bare {
		return line
	}
	return line + " (" + strings.Join(parts, string(b.lang.Result.Separator)) + ")"
}

// Winner returns the seat as it was in the hand, not the player who took it since.
func (s Scene) Winner(seat int) engine.SeatView {
	for _, held := range slices.Concat(s.View.Seats, s.Departed) {
		if held.Seat == seat && held.InHand {
			return held
		}
	}
	return engine.SeatView{Seat: seat}
}

// live returns the seats that played a hand and did not fold.
func (s Scene) live() []engine.SeatView {
	return slices.DeleteFunc(slices.Concat(s.View.Seats, s.Departed), func(held engine.SeatView) bool { return !held.InHand || held.Folded })
}

// WinningHand returns in words the hand that a winner showed, "" where they did not have to or boards were dealt again. It names the
// kicker where another hand that was shown has the same words without it (R44).
func (s Scene) WinningHand(winner engine.SeatView) string {
	if !winner.AllShown || len(s.View.Again) > 0 {
		return ""
	}
	var shown []rank.Hand
	for _, held := range s.live() {
		if held.AllShown {
			shown = append(shown, held.Made)
		}
	}
	return s.Language().Hand(winner.Made, shown...)
}

// winnings returns a seat's total winnings, and their pots, board by board. It returns no parts for the one pot, whole.
func (b board) winnings(seat int) (total int64, parts []string) {
	pots, last := b.View.Pots, len(b.View.Again)
	for run := range last + 1 {
		for i, pot := range pots {
			switch {
			case !pot.Sole() || pot.Players[0] != seat:
			case run < last:
				continue // it was won on no board: it comes last
			default:
				pot.Won = []engine.Award{{Seat: seat, Amount: pot.Amount, Run: run}}
			}
			for _, award := range pot.Won {
				if award.Seat == seat && award.Run == run {
					total += award.Amount
					parts = append(parts, b.part(i, pot, award))
				}
			}
		}
	}
	if len(pots) == 1 && len(pots[0].Won) == 1 {
		parts = nil
	}
	return total, parts
}

// part returns a seat's part of a pot in words.
func (b board) part(i int, pot engine.Pot, award engine.Award) string {
	t, text, hand := b.lang.Result, b.lang.Result.Whole, b.lang.Hand(award.Made)
	switch {
	case pot.Sole():
	case len(b.View.Again) > 0 && (hand == "" || b.detail >= noHandNames):
		text = t.OnBoardN
	case len(b.View.Again) > 0:
		text = t.OnBoard
	case len(pot.Won) > 1:
		text = t.Part
	}
	return text.Format("pot", b.potName(i), "amount", b.lang.Chips(award.Amount),
		"total", b.lang.Chips(pot.Amount), "ways", strconv.Itoa(len(pot.Won)),
		"n", strconv.Itoa(award.Run+1), "hand", hand)
}

// onBoard returns the winners of one of several boards, their winnings and hands (R37): "<@1> wins 260 with a pair of aces".
func (b board) onBoard(run int) (lines []string) {
	for _, seat := range b.Winners() {
		total, hand := int64(0), ""
		for _, pot := range b.View.Pots {
			for _, award := range pot.Won {
				if award.Seat == seat && award.Run == run && !pot.Sole() {
					total += award.Amount
					hand = b.lang.Hand(award.Made)
				}
			}
		}
		if b.detail >= noHandNames {
			hand = ""
		}
		if total > 0 {
			lines = append(lines, b.wins(b.Winner(seat), total, hand))
		}
	}
	return lines
}

// wins returns the sentence that a player won, and with which hand unless that is "".
func (b board) wins(who engine.SeatView, amount int64, hand string) string {
	t := b.lang.Result
	if hand == "" {
		return t.Takes.Format("player", b.NameOf(who), "amount", b.lang.Chips(amount))
	}
	return t.Wins.Format("player", b.NameOf(who), "amount", b.lang.Chips(amount), "hand", hand)
}

// potName returns the name of a pot in a sentence.
func (b board) potName(i int) string {
	t := b.lang.Result
	switch {
	case len(b.View.Pots) == 1:
		return string(t.Pot)
	case i == 0:
		return string(t.Main)
	case len(b.View.Pots) == 2:
		return string(t.Side)
	}
	return t.SideN.Format("n", strconv.Itoa(i))
}
