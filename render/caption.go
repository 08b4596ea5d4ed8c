package render

import (
	"slices"
	"strings"

	"cardroom/engine"
	"cardroom/render/locale"
)

// mostWinners is how many lines of winners a caption has; /history has them all.
const mostWinners = 4

// Caption returns the lines below the picture of a board: the hand, its street, the board and every pot; then the player to
// act with the price and the deadline; then what the picture cannot show, such as a question. Seats are in the picture.
func Caption(s Scene) string {
	b := board{s, s.Language(), everything}
	if void(b.View) { // one message writes cards in one way
		b.Card = nil
	}
	lines := b.top()
	won := b.outcome()
	lines = append(lines, won[:min(len(won), mostWinners)]...)
	for _, seat := range b.View.Seats {
		if b.acts(seat) {
			lines = append(lines, b.turn(seat))
		}
	}
	if b.View.Rules.Tournament && !b.Past {
		lines = append(lines, b.event()...)
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

// turn returns the line of the player to act, without the seat, which is in the picture.
func (b board) turn(seat engine.SeatView) string {
	words := []string{b.NameOf(seat), CostText(b.lang, b.View)}
	if b.View.Until != 0 {
		words = append(words, RelativeTime(b.View.Until))
	}
	return turnMark + strings.Join(words, locale.Dot)
}

// below returns what no picture shows: what comes next, a question to the host, that the table stands still, and where the
// table of a mirror plays.
func (b board) below() (lines []string) {
	switch {
	case b.View.Phase == engine.Runout:
		lines = b.small(b.coming())
	default:
		lines = b.prospect()
	}
	if !b.Past && !b.View.Closed && b.Mirror == 0 {
		lines = append(lines, b.asking()...)
	}
	if b.Halted {
		lines = append(lines, string(b.lang.Board.Halted))
	}
	lines = append(lines, b.commitment()...)
	if b.Mirror != 0 {
		lines = append(lines, b.small(locale.Text(b.lang.Watch.Source.Format("channel", Channel(b.Mirror))))...)
	}
	return lines
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

// Summary returns one or two lines for a board that another one follows: the hand and its winners, at most four. A hand that
// is not over, or void, keeps its caption.
func Summary(s Scene) string {
	b := board{s, s.Language(), everything}
	if !ended(b.View) {
		return Caption(s)
	}
	won := slices.DeleteFunc(b.outcome(), func(line string) bool { return strings.HasPrefix(line, "-# ") }) // only who won
	won = won[:min(len(won), mostWinners)]
	lines := []string{b.heading() + locale.Dot + won[0]}
	if len(won) > 1 {
		lines = append(lines, strings.Join(won[1:], locale.Dot))
	}
	return strings.Join(lines, "\n")
}
