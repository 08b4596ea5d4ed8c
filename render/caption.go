package render

import (
	"slices"
	"strings"

	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/render/phone"
)

const mostWinners = 4 // lines of a caption; /history has them all

// Caption returns the lines below the picture of a board: the hand, its street, the board and every pot; then the player to
// act with the price and the deadline; then the parts that no picture can show, such as a question. Seats are in the picture.
func Caption(s Scene) string {
	b := board{s, s.Language(), everything}
	if void(b.View) { // one message writes cards in one way
		b.Card = nil
	}
	lines := b.top()
	lines = append(lines, b.won()...)
	for _, seat := range b.View.Seats {
		if b.acts(seat) {
			lines = append(lines, b.turn(seat))
		}
	}
	if b.Tournament != nil && !b.Past {
		lines = append(lines, b.small(b.event()...)...)
	}
	return strings.Join(append(lines, b.below()...), "\n")
}

// top returns the heading with the board's cards and the pots. Where the board is dealt more than once, each has its line.
func (b board) top() []string {
	parts := []string{b.heading()}
	several := len(b.View.Again) > 0
	if cards := b.Cards(b.View.Board); cards != "" && !several {
		parts = append(parts, cards)
	}
	if pots := b.pots(); pots != "" {
		parts = append(parts, pots)
	}
	lines := []string{strings.Join(parts, locale.Dot)}
	if several {
		lines = append(lines, b.boards()...)
	}
	return lines
}

// won returns how the hand ended, a line for every winner: the picture has the parts of the pots.
func (b board) won() []string {
	if b.detail = noHandNames; b.View.Ended() && (len(b.View.Again) > 0 || len(b.Winners()) > 2) {
		b.detail = bare
	}
	lines := b.outcome()
	if len(b.Winners()) > mostWinners {
		return append(lines[:mostWinners-1:mostWinners-1], lines[mostWinners-1]+" …")
	}
	return lines[:min(len(lines), mostWinners)]
}

// turn returns the line of the player to act, without the seat, which is in the picture. On a phone it is one line. Where it is too
// long it has the button's words, or the amount alone, or neither. The buttons say the rest.
func (b board) turn(seat engine.SeatView) string {
	t, player, cost := b.lang.Board, b.NameOf(seat), CostText(b.lang, b.View)
	if b.View.Until == 0 {
		return turnMark + t.Turn.Format("player", player, "cost", cost)
	}
	when, costs := RelativeTime(b.View.Until), []string{cost}
	if call := b.View.Legal.Call; call != 0 {
		costs = append(costs, b.lang.Button.Call.Format("amount", b.lang.Chips(call)), b.lang.Chips(call))
	}
	for _, cost := range costs {
		if phone.FitText(turnMark + t.TurnBy.Format("player", "@"+b.plain(seat, strings.TrimSpace), "cost", cost, "time", string(t.Countdown))) {
			return turnMark + t.TurnBy.Format("player", player, "cost", cost, "time", when)
		}
	}
	return turnMark + t.TurnAlone.Format("player", player, "time", when)
}

// below returns the lines that no picture shows: the next event, a question to the host, that the table stands still, and where the
// table of a mirror plays.
func (b board) below() (lines []string) {
	switch lines = b.prospect(); {
	case b.View.Phase == engine.Runout:
		lines = b.small(string(locale.Either(b.View.Runs == 1, b.lang.Board.RunoutOnce, "")), b.coming())
	case b.View.Ended() && b.View.Until == 0 && b.View.CallBy == 0: // the buttons say the rest, but not how to sit in
		t := b.lang.Board
		lines = lines[max(slices.Index(lines, string(t.SitIn)), slices.Index(lines, string(t.SitInFull)), 0):]
		lines = lines[:min(len(lines), 1)]
	}
	return append(lines, b.last()...)
}

// QuietCaption returns a caption that waits for nothing any more: without the line of the player to act, and without
// deadlines.
func QuietCaption(text string) string {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool {
		return strings.HasPrefix(line, turnMark) || strings.Contains(line, "<t:")
	})
	return strings.Join(lines, "\n")
}

// HeadingOf returns the hand and the street from the text of a board, as [Scene.Heading] writes them.
func HeadingOf(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if end := strings.LastIndex(line, "**"); end >= 0 { // the board and the pots may follow
		return line[:end+len("**")]
	}
	return line
}

// Summary returns one or two lines for a board that another one follows: the hand and its winners, at most four. Where several
// players or boards won, it has the chips as the picture did. A hand that is not over, or void, keeps its caption.
func Summary(s Scene) string {
	b := board{s, s.Language(), noHandNames}
	if !b.View.Ended() {
		return Caption(s)
	}
	parts, won := []string{b.heading()}, s.Winners()
	for _, seat := range won[:min(len(won), mostWinners)] {
		total, _ := b.winnings(seat)
		line := b.NameOf(b.Winner(seat)) + " " + b.lang.Signed(total)
		if len(won) == 1 && len(s.View.Again) == 0 {
			line = b.winLine(seat)
		}
		parts = append(parts, line)
	}
	if len(won) > mostWinners {
		parts = append(parts, "…")
	}
	return strings.Join(parts, locale.Dot)
}
