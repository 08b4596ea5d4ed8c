package render

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/render/locale"
)

// maxAlt is the longest text in the picture's place, in characters, as the platform counts them.
const maxAlt = 1024

// Alt returns the text in the picture's place: the facts of the board in the order of its words, in the scene's language,
// with cards as words, without markup and without times. It never names a card that was not tabled, whatever the view of the
// scene. It never has more than 1,024 characters: a longer text first writes cards as signs, then leaves out the names of
// hands, then details. It always has the number, name, stack and bet of every seat.
func Alt(s Scene) string {
	if s.Name = func(seat engine.SeatView) string { return s.plain(seat, s.Language().SetApart) }; s.Tournament != nil {
		s.Tournament = s.Tournament.still()
	}
	for d := everything; ; d++ {
		text := strings.Join(alt{board{s, s.Language(), d}}.lines(), "\n")
		if utf8.RuneCountInString(text) <= maxAlt || d == bones {
			return locale.CutRunes(text, maxAlt)
		}
	}
}

// plain returns the name of a seat's holder without markup, as write writes it.
func (s Scene) plain(seat engine.SeatView, write func(string) string) string {
	names := s.DisplayNames[seat.Player]
	for _, name := range []string{names.Name, names.User} {
		if name := string(clean(name, MostName)); name != "" {
			return write(name)
		}
	}
	return s.Language().Board.Seat.Format("seat", SeatNumber(seat.Seat))
}

// alt writes a board for screen readers.
type alt struct{ board }

// bones is the least that an alternative text says: its title, and the seats with their chips.
const bones = bare + 1

func (a alt) lines() []string {
	a.Card = nil
	lines := []string{a.title()}
	if a.detail < bones {
		lines = append(lines, a.middle()...)
	}
	for _, seat := range a.View.Seats {
		lines = append(lines, a.seat(seat))
	}
	return lines
}

// middle returns the board's cards, the pots, the game, and the parts of a result that the lines of the seats leave out.
func (a alt) middle() (words []string) {
	for i, dealt := range append([][]card.Card{a.View.Board}, a.View.Again...) {
		switch cards := a.say(dealt); {
		case cards == "":
		case len(a.View.Again) > 0:
			words = append(words, a.lang.Board.BoardN.Format("n", strconv.Itoa(i+1), "cards", cards)+a.boardWon(i))
			words = append(words, a.onBoard(i)...)
		default:
			words = append(words, a.lang.Picture.Board.Format("cards", cards))
		}
	}
	if pots := a.pots(); pots != "" {
		words = append(words, pots)
	}
	words = append(words, a.facts()...)
	if t := a.Tournament; t != nil && t.Places == 0 {
		words = append(words, t.prizes(a.lang)...)
	}
	return slices.Concat(words, a.alone(), a.left())
}

// alone returns the winners of pots of several boards that only one player could win. With the winnings on the boards, these
// account for every chip.
func (a alt) alone() (said []string) {
	if !a.View.Ended() || len(a.View.Again) == 0 {
		return nil
	}
	for _, pot := range a.View.Pots {
		if pot.Sole() {
			seat := a.Winner(pot.Players[0])
			said = append(said, a.lang.Result.Unseen.Format("player", a.NameOf(seat), "amount", a.lang.Chips(pot.Amount)))
		}
	}
	return said
}

// left returns the winnings, where one board decided, and shown cards of players who left their seats since. No seat's sentence has them.
func (a alt) left() (said []string) {
	if !a.View.Ended() {
		return nil
	}
	for _, seat := range a.Winners() {
		if held, ok := a.board.SeatAt(seat); len(a.View.Again) == 0 && (!ok || !held.InHand || len(a.View.Pots) == 0) {
			said = append(said, a.winLine(seat))
		}
	}
	for _, seat := range a.Departed {
		if cards := a.say(seat.Shown); cards != "" {
			said = append(said, a.lang.Result.Showed.Format("player", a.NameOf(seat), "cards", cards))
		}
	}
	return said
}

// title returns "#12 · River".
func (a alt) title() string {
	facts := []string{strings.ReplaceAll(a.heading(), "**", "")}
	switch v, t := a.View, a.lang.Picture; {
	case v.Closing:
		facts = append(facts, string(t.Closing))
	case a.Pause() != "" && (v.Ended() || void(v)): // else the heading says so
		facts = append(facts, a.Pause())
	case v.Paused && v.Phase != engine.Idle:
		facts = append(facts, string(t.Pausing))
	}
	return strings.Join(facts, locale.Dot)
}

// seat returns the line of one seat: "3 luna 940 · bet 60 · dealer · to call 40".
func (a alt) seat(seat engine.SeatView) string {
	facts := []string{SeatNumber(seat.Seat) + " " + a.NameOf(seat) + " " + a.lang.Chips(seat.Stack)}
	say := func(when bool, text string) {
		if when {
			facts = append(facts, text)
		}
	}
	runs := a.View.Phase != engine.Idle
	seat.Pending = 0 // the picture does not show later events, nor until when
	say(runs && seat.Bet > 0, a.lang.Board.Bet.Format("amount", a.lang.Chips(seat.Bet)))
	if a.detail == bones {
		return strings.Join(facts, locale.Dot)
	}
	facts = append(facts, a.standing(seat)...)
	say(seat.RebuyBy != 0, string(a.lang.Picture.Busted))
	facts = append(facts, a.chance(seat)...)
	say(len(seat.Shown) > 0, a.say(a.View.Rules.Variant.Sorted(seat.Shown)))
	hand := a.lang.Hand(made(a.View, seat))
	say(seat.AllShown && hand != "" && a.detail < noHandNames, hand)
	won, _ := a.winnings(seat.Seat)
	say(a.View.Ended() && seat.InHand && won > 0, a.lang.Picture.Wins.Format("amount", a.lang.Chips(won)))
	say(a.acts(seat), CostText(a.lang, a.View))
	return strings.Join(facts, locale.Dot)
}

// say returns cards in words, or as signs where words would be too many.
func (a alt) say(cards []card.Card) string {
	if a.detail > everything {
		return a.Cards(cards)
	}
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = cardText(a.lang, c)
	}
	return strings.Join(words, ", ")
}

// cardText returns a card in words, "ace of spades".
func cardText(l *locale.Lang, c card.Card) string {
	if !c.Valid() {
		return c.String()
	}
	return l.Picture.Card.Format("rank", string(l.Hands.Ranks[c.Rank()].One), "suit", string(l.Picture.Suits[c.Suit()]))
}
