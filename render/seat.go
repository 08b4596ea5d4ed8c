package render

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/engine/rank"
	"cardroom/render/equity"
	"cardroom/render/locale"
)

// turnMark begins the line of the player to act, and no other line, in every language.
const turnMark = "▶ "

// seatLine returns a seat's line: its number, its holder, the stack, then the other facts. The line of the player
// to act begins with the mark, says what a call costs and ends with the deadline.
func (b board) seatLine(seat engine.SeatView) string {
	words := []string{"`" + SeatNumber(seat.Seat) + "` " + b.NameOf(seat) + " " + b.lang.Chips(seat.Stack)}
	if seat.Bet > 0 && b.View.Phase != engine.Idle {
		words = append(words, b.lang.Board.Bet.Format("amount", b.lang.Chips(seat.Bet)))
	}
	words = slices.Concat(words, b.standing(seat), b.rebuy(seat), b.tabled(seat), b.chance(seat))
	if !b.acts(seat) {
		return strings.Join(words, locale.Dot)
	}
	words = append(words, CostText(b.lang, b.View))
	if b.View.Until != 0 {
		words = append(words, RelativeTime(b.View.Until))
	}
	return turnMark + strings.Join(words, locale.Dot)
}

// Quiet returns the text of a board that waits for nothing any more: without the mark of the player to act, and without
// deadlines.
func Quiet(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		seat, acts := strings.CutPrefix(line, turnMark)
		switch until := strings.LastIndex(seat, locale.Dot+"<t:"); {
		case acts && until >= 0:
			lines = append(lines, seat[:until])
		case strings.HasPrefix(seat, "`") || !strings.Contains(seat, "<t:"):
			lines = append(lines, seat)
		}
	}
	return strings.Join(lines, "\n")
}

// acts reports whether the table waits for this seat.
func (b board) acts(seat engine.SeatView) bool {
	return b.View.ToAct == seat.Seat && b.View.Phase != engine.Idle && !b.Past
}

// standing returns the words for where a seat is in the hand and at the table.
func (b board) standing(seat engine.SeatView) (words []string) {
	t := b.lang.Board
	say := func(when bool, text locale.Text) {
		if when {
			words = append(words, string(text))
		}
	}
	runs := b.View.Phase != engine.Idle
	say(seat.Seat == b.View.Button && b.View.Hand > 0, t.Dealer)
	say(seat.InHand && seat.Folded && !b.View.Voided, t.Folded)
	say(runs && seat.InHand && seat.AllIn && !seat.Folded, t.AllIn)
	say(seat.Straddled && runs, t.Straddled)
	say(seat.Mucked, t.Mucked)
	draws := runs && b.View.Rules.Variant == poker.FiveCardDraw && seat.InHand && !seat.Folded
	say(draws && seat.Drew == 0, t.StoodPat)
	say(draws && seat.Drew > 0, locale.Text(t.Drew.Format("n", strconv.Itoa(seat.Drew))))
	say(b.View.Phase == engine.Asking && seat.Runs > 0, locale.Text(t.Agrees.Format("n", strconv.Itoa(seat.Runs))))
	say(seat.Out && runs && seat.InHand, t.OutNext)
	say(seat.Out && !(runs && seat.InHand), t.Out)
	say(seat.Away, b.lang.Tournament.Away)
	if b.detail >= bare {
		return words
	}
	say(runs && !seat.InHand && !seat.Out && !seat.Waits && seat.RebuyBy == 0, t.NextHand)
	waits := seat.Waits && !seat.Out && seat.RebuyBy == 0
	say(waits && !seat.Posts, locale.Either(b.View.Rules.Tournament, b.lang.Tournament.Waits, t.Waits))
	say(waits && seat.Posts, t.Posts)
	say(seat.Straddles && !runs && b.View.Rules.Straddle, t.Straddles)
	say(seat.Leaves || seat.Kicked, t.Leaves)
	say(seat.Pending > 0 && !seat.Leaves && !seat.Kicked && !b.View.Closing, locale.Text(t.ToppedUp.Format("amount", b.lang.Chips(seat.Pending))))
	return words
}

// rebuy returns until when a busted player can bring more chips, or of a tournament that they are busted: a line below has their time.
func (b board) rebuy(seat engine.SeatView) []string {
	switch {
	case seat.RebuyBy == 0 || b.detail == bare:
		return nil
	case b.View.Rules.Tournament:
		return []string{string(b.lang.Picture.Busted)}
	}
	return []string{b.lang.Board.Rebuy.Format("when", RelativeTime(seat.RebuyBy))}
}

// rebuys returns the line of the busted players of a tournament who may rebuy, and when the time of the first runs out: in a pause it stops.
func (b board) rebuys() []string {
	var names []string
	until := engine.Moment(math.MaxInt64)
	for _, seat := range b.View.Seats {
		if seat.RebuyBy != 0 {
			names, until = append(names, b.NameOf(seat)), min(until, seat.RebuyBy)
		}
	}
	if t := b.Tournament; len(names) == 0 || b.Over || !b.View.Rules.Tournament || t != nil && t.Stands != 0 && t.Stands != OnBreak { // T101
		return nil
	}
	return []string{b.lang.Tournament.Rebuys.Offered.Format("players", strings.Join(names, ", "), "when", RelativeTime(until))}
}

// tabled returns the cards that a seat showed to everyone, all of them after a void hand, and the name of a whole hand. It
// leaves out a viewer's own cards until they show them.
func (b board) tabled(seat engine.SeatView) []string {
	if len(seat.Shown) == 0 {
		return nil
	}
	words := []string{b.Hole(seat.Shown)}
	whole := len(seat.Shown) == b.View.Rules.Variant.HoleCards()
	if hand := b.lang.Hand(made(b.View, seat)); hand != "" && whole && b.detail < noHandNames {
		words = append(words, hand)
	}
	return words
}

// Named returns a hand that is worth a name: before the flop a high card is not.
func Named(v engine.View, hand rank.Hand) rank.Hand {
	if v.Rules.Variant != poker.FiveCardDraw && len(v.Board) == 0 && hand.Category() == rank.HighCard {
		return rank.Hand{}
	}
	return hand
}

// made returns the hand that a seat's cards make. Where the board is dealt more than once (R37) it is that on the board
// being dealt, and none once all of them are.
func made(v engine.View, seat engine.SeatView) rank.Hand {
	if len(v.Again) == 0 {
		return Named(v, seat.Made)
	}
	run, runs := equity.Running(v)
	if !runs || len(seat.Cards) == 0 {
		return rank.Hand{}
	}
	return v.Rules.Variant.Best(seat.Cards, equity.BoardOf(v, run))
}
