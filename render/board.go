package render

import (
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render/equity"
	"cardroom/render/locale"
)

// Board returns the text of the table's message: the hand, its street, the board and every pot, then a line for each seat.
// It says only facts for all viewers, even where the view is one player's. It never has more than 2,000 characters: a full
// table with very long names and numbers loses, in this order, its emoji, the names of hands, and details.
func Board(s Scene) string { return boardWithin(s, locale.MaxText) }

// boardWithin returns the board in at most so many characters.
func boardWithin(s Scene, most int) string {
	for d := everything; ; d++ {
		text := board{s, s.Language(), d}.text()
		if locale.Length(text) <= most || d == bare {
			return locale.Cut(text, most)
		}
	}
}

// detail is how much a board says. Later levels say less.
type detail int

const (
	everything detail = iota
	plainCards
	noHandNames
	bare
)

// board writes one board at one level of detail.
type board struct {
	Scene
	lang *locale.Lang
	detail
}

func (b board) text() string {
	if b.detail >= plainCards || void(b.View) { // fifty-two emoji would leave no room, and one message writes cards in one way
		b.Card = nil
	}
	lines := append([]string{b.heading()}, b.boards()...)
	if pots := b.pots(); pots != "" {
		lines = append(lines, pots)
	}
	lines = append(lines, b.outcome()...)
	if b.detail < bare {
		lines = append(lines, b.small(b.facts()...)...)
	}
	for _, seat := range b.View.Seats {
		lines = append(lines, b.seatLine(seat))
	}
	return strings.Join(slices.Concat(lines, b.prospect(), b.last()), "\n")
}

// last returns the last lines of a board: questions to the host, that the table stands still, the seal of the shuffle, and where the
// table of a mirror plays.
func (b board) last() (lines []string) {
	if !b.Past && !b.View.Closed && b.Mirror == 0 {
		lines = append(b.rebuys(), b.asking()...)
	}
	if b.Halted {
		lines = append(lines, string(b.lang.Board.Halted))
	}
	lines = append(lines, b.commitment()...)
	if b.Mirror != 0 {
		lines = append(lines, b.small(b.lang.Watch.Source.Format("channel", Channel(b.Mirror)))...)
	}
	return lines
}

// boards returns a line with the board's cards, or a line for each board where it is dealt more than once (R37).
func (b board) boards() (lines []string) {
	for i, dealt := range append([][]card.Card{b.View.Board}, b.View.Again...) {
		switch cards := b.Cards(dealt); {
		case cards == "":
		case len(b.View.Again) == 0:
			lines = append(lines, cards)
		default:
			lines = append(lines, b.lang.Board.BoardN.Format("n", strconv.Itoa(i+1), "cards", cards)+b.boardWon(i))
		}
	}
	return lines
}

// heading returns the hand's number, where there was one, and the phase.
func (b board) heading() string {
	phase := "**" + string(b.phase()) + "**"
	if b.View.Hand == 0 {
		return phase
	}
	return HandNumber(b.View.Hand) + locale.Dot + phase
}

// phase returns the table's phase, in a word or two.
func (b board) phase() locale.Text {
	t, v := b.lang.Board, b.View
	switch {
	case v.Phase == engine.Shuffling:
		return t.Shuffling
	case v.Phase == engine.Drawing:
		return t.Drawing
	case v.Phase == engine.Showing:
		return t.Showdown
	case v.Phase != engine.Idle && v.Rules.Variant == poker.FiveCardDraw:
		return t.Rounds[min(int(v.Street), len(t.Rounds)-1)]
	case v.Phase == engine.Runout && v.Runs > 1:
		return locale.Text(t.StreetN.Format("street", string(StreetName(b.lang, v.Street)), "n", strconv.Itoa(equity.Dealing(v)+1)))
	case v.Phase != engine.Idle:
		return StreetName(b.lang, v.Street)
	case void(v):
		return t.Void
	case v.Ended():
		return t.Result
	case v.Closed:
		return t.Closed
	case b.Pause() != "":
		return locale.Text(b.Pause())
	case b.Tournament != nil && b.Tournament.Heading != "":
		return locale.Text(b.Tournament.Heading)
	case v.Until != 0 || v.Rules.Tournament:
		return t.Soon
	}
	return t.Waiting
}

// void reports whether the view is of a hand that was undone (R65).
func void(v engine.View) bool { return v.Phase == engine.Idle && v.Voided }

// pots returns "Pot 260 · Side 120", the main pot first, in every language.
func (b board) pots() string {
	if b.View.Phase == engine.Idle && !b.View.Ended() {
		return ""
	}
	words := make([]string, len(b.View.Pots))
	for i, pot := range b.View.Pots {
		name := "Side "
		if i == 0 {
			name = "Pot "
		}
		words[i] = name + b.lang.Chips(pot.Amount)
	}
	return strings.Join(words, locale.Dot)
}

// facts returns the game, and between hands its terms.
func (b board) facts() []string {
	t, v := b.lang.Board, b.View
	if v.Rules.Tournament {
		return b.event()
	}
	words := []string{Game(b.lang, v.Rules)}
	if v.Phase == engine.Idle && !v.Closed && !b.Over {
		words = append(words, BuyIn(b.lang, v.Rules), b.free())
	}
	if len(v.Waitlist) > 0 {
		words = append(words, b.lang.Count(t.Line, int64(len(v.Waitlist))))
	}
	if v.Practice {
		words = append(words, string(t.Practice))
	}
	if b.Free {
		words = append(words, string(b.lang.Money.FreeChips))
	}
	return []string{strings.Join(words, locale.Dot)}
}

// free returns how many seats are free.
func (b board) free() string {
	free := b.View.Rules.Seats - len(b.View.Seats)
	if free <= 0 {
		return string(b.lang.Board.Full)
	}
	return b.lang.Count(b.lang.Board.Free, int64(free))
}

// prospect returns the lines below the seats: the next event, or a hint for the players.
func (b board) prospect() []string {
	t, v := b.lang.Board, b.View
	switch {
	case v.Closed && !b.Over:
		return []string{b.closed()}
	case b.Over, b.Past && v.Phase == engine.Idle:
		return nil
	case b.Past:
		return b.small(string(t.Below))
	case v.Rules.Tournament && v.Phase == engine.Idle:
		return b.eventNext()
	case v.Phase == engine.Asking:
		ask := t.Ask.Format("most", strconv.Itoa(v.MostRuns), "when", RelativeTime(v.Until))
		return slices.Concat([]string{ask}, b.small(b.equityOf()...), b.small(b.coming()))
	case v.Phase == engine.Runout:
		return slices.Concat(b.small(RunoutText(b.lang, v.Runs)), b.small(b.equityOf()...), b.small(b.coming()))
	case v.Phase != engine.Idle:
		return b.small(b.coming())
	case v.Paused:
		return append(b.kept(), b.small(string(t.Paused))...)
	case v.Until != 0:
		return append(b.kept(), t.Next.Format("when", RelativeTime(v.Until)))
	case v.CallBy != 0, b.Mirror != 0:
		return append(b.kept(), b.needed())
	case slices.ContainsFunc(v.Seats, sitsOut):
		return []string{b.needed(), string(locale.Either(len(v.Seats) < v.Rules.Seats, t.SitIn, t.SitInFull))}
	case len(v.Seats) < v.Rules.Seats:
		return []string{b.needed(), string(locale.Either(len(b.Scene.rebuy()) > 0, t.RebuyDown, t.SitDown))}
	}
	return []string{b.needed()}
}

// closed returns that the table is closed, "" where it is not.
func (s Scene) closed() string {
	if !s.View.Closed {
		return ""
	}
	l := s.Language()
	return string(locale.Either(s.View.Rules.Tournament, l.Tournament.TableDone, locale.Either(s.View.Practice, l.Board.AllGone, l.Board.AllBack)))
}

// kept returns whom the free seats are held for (R63).
func (b board) kept() (lines []string) {
	when := RelativeTime(b.View.CallBy)
	for _, id := range b.View.Invited() {
		lines = append(lines, b.lang.Held(b.lang.Board.Kept.Format("player", Mention(id)), when))
		when = ""
	}
	return lines
}

// needed returns the reason why the next hand waits.
func (b board) needed() string {
	if slices.ContainsFunc(b.View.Seats, func(s engine.SeatView) bool { return s.House != engine.Person }) {
		return string(b.lang.Board.NeedPerson)
	}
	return string(locale.Either(slices.ContainsFunc(b.View.Seats, sitsOut), b.lang.Board.NeedReady, b.lang.Board.NeedPlayers))
}

// sitsOut reports whether a person sits out.
func sitsOut(s engine.SeatView) bool { return s.Out && s.House == engine.Person }

// coming returns the special event after the current hand, if there is one.
func (b board) coming() string {
	switch {
	case b.View.Closing:
		return string(b.lang.Board.Closing)
	case b.View.Paused:
		return string(b.lang.Board.Pausing)
	case b.Tournament != nil:
		return b.Tournament.Stop(b.lang)
	}
	return ""
}

// small returns texts as lines in small print, without those that are empty.
func (b board) small(texts ...string) (lines []string) {
	for _, t := range texts {
		if t != "" {
			lines = append(lines, "-# "+t)
		}
	}
	return lines
}

// commitment returns the fine print under a result: that its shuffle is sealed, and how to check it.
func (b board) commitment() []string {
	if b.Commitment == "" || b.detail == bare || !b.View.Ended() && !void(b.View) {
		return nil
	}
	return b.small(b.lang.Say.Fair.Print.Format("hand", strconv.FormatInt(b.View.Hand, 10)))
}
