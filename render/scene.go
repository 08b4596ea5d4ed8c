package render

import (
	"strings"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/render/equity"
	"cardroom/render/locale"
)

// Scene is all that can be said of a table at one moment to one reader.
type Scene struct {
	View engine.View
	Lang *locale.Lang // nil is English

	// Name writes the holder of a seat. Nil is a mention for persons and one name for all house players.
	Name func(engine.SeatView) string

	// Departed is the seats that players gave up at the end of the hand, so that its result can still name them.
	Departed []engine.SeatView

	// Commitment is the seal of the hand in hex digits, "" where it has none.
	Commitment string

	// Past means that the table continues in a newer message: the board says the past, and nothing of the future.
	Past bool

	// Over means that the scene is a moment of a finished hand: no player is to act, and nothing comes.
	Over bool

	// Halted means that the table stands still because its store does not answer.
	Halted bool

	// Free means that the table plays for free chips, outside any wallet.
	Free bool

	// Surroundings holds the table's mirrored channel and its tournament.
	Surroundings

	// Asking is the buy-ins that wait for the host's approval, or for a seat after it, the oldest first.
	Asking []Request

	// Card writes a card, for instance as an emoji. Nil is "A♠".
	Card func(card.Card) string

	// Private holds the facts for the [Panel] of the view's reader alone.
	Private

	// DisplayNames is the players' names for the picture and the text in its place, where no mention can stand. A player
	// without one is called after the seat.
	DisplayNames map[engine.ID]DisplayName

	// Equities is everyone's chance to win the hand, once all cards are tabled and the betting is over (R36), else nil.
	Equities []equity.Chance
}

// Surroundings holds a table's mirrored channel and its tournament.
type Surroundings struct {
	// Mirror is the table's own channel on a board in another one, for spectators. It is 0 on the board itself.
	Mirror engine.ID

	// Tournament is the table's tournament as the board says it; nil at a cash table.
	Tournament *Tournament
}

// Private holds the facts for a panel that no board says.
type Private struct {
	// Words means that the reader wants the table in words on their panel, and cards as letters.
	Words bool

	// Low means that the panel stands below a board with a picture, and has to leave room for it on a phone: the cards are
	// large, and nothing that the board or the buttons say comes again. Words go before it.
	Low bool

	// FaceUp means that the picture shows the reader's own cards: it goes to them alone, and the hand is over.
	FaceUp bool

	// Discard is the cards that the reader has ticked to exchange, as engine.Draw has them.
	Discard uint8

	// Aside says how the reader stands in a tournament without a seat, or is "" if there is nothing to say.
	Aside string

	// Rebuy is the chips that the reader would rebuy with; 0 is none, or unknown.
	Rebuy int64

	// Short says that the reader's wallet does not hold the least buy-in; the zero value is that it does, or may.
	Short struct{ Have, Need int64 }

	// Wallet is the chips that stayed in the reader's wallet when they sat down, and below 0 where theirs come from none. It is nil
	// from their first hand on.
	Wallet *int64
}

// DisplayName is the name of a player.
type DisplayName struct {
	Name string `json:"name,omitempty"` // as they chose it, in any script
	User string `json:"user,omitempty"` // their user name, in the letters every font has; for when the name cannot be drawn
}

// Phase returns the table's phase, in a word or two: "Flop", "Shuffling", "Waiting for players".
func (s Scene) Phase() string { return string(board{Scene: s, lang: s.Language()}.phase()) }

// Pause returns why the game stands still between two hands, "Paused" or "Break", and "" where it goes on.
func (s Scene) Pause() string {
	switch v, t := s.View, s.Tournament; {
	case v.Phase != engine.Idle || v.Closed:
		return ""
	case t != nil && t.Stands == OnBreak && !t.Over:
		return string(s.Language().Picture.Break)
	case v.Paused, t != nil && t.Stands != 0 && !t.Over:
		return string(s.Language().Picture.Paused)
	}
	return ""
}

// Acting returns the seat that is to act, and the price to stay in, "to call 40". It returns false without a pending
// decision.
func (s Scene) Acting() (seat engine.SeatView, cost string, ok bool) {
	seat, ok = s.SeatAt(s.View.ToAct)
	if !ok || !(board{Scene: s}).acts(seat) {
		return engine.SeatView{}, "", false
	}
	return seat, CostText(s.Language(), s.View), true
}

// Void reports whether the scene is of a hand that was undone (R65).
func (s Scene) Void() bool { return void(s.View) }

// Unseen reports whether all but one folded, so that the winner did not have to show (R19).
func (s Scene) Unseen() bool { return len(s.live()) <= 1 }

// Language returns the scene's language, English where it has none.
func (s Scene) Language() *locale.Lang {
	if s.Lang == nil {
		return locale.Lookup("")
	}
	return s.Lang
}

// Heading returns the number of the hand, where there was one, and the phase: "#12 · **Flop**".
func (s Scene) Heading() string { return board{Scene: s, lang: s.Language()}.heading() }

// Pots returns every pot, "Pot 260 · Side 120"; "" where there is none.
func (s Scene) Pots() string { return board{Scene: s, lang: s.Language()}.pots() }

// PotName returns the name of a pot in a sentence, "the side pot".
func (s Scene) PotName(i int) string { return board{Scene: s, lang: s.Language()}.potName(i) }

// Outcome returns how the hand ended, a line for everyone who won something; or that it is void.
func (s Scene) Outcome() []string { return board{Scene: s, lang: s.Language()}.outcome() }

// NameOf returns how to write the holder of a seat.
func (s Scene) NameOf(seat engine.SeatView) string {
	switch {
	case seat.Player == 0:
		return s.Language().Board.Seat.Format("seat", SeatNumber(seat.Seat))
	case s.Name != nil:
		return s.Name(seat)
	case seat.House != engine.Person:
		return Bold(string(s.Language().Board.House))
	}
	return Mention(seat.Player)
}

// NameAt returns how to write the holder of a numbered seat, even if it is empty by now.
func (s Scene) NameAt(seat int) string {
	held, _ := s.SeatAt(seat)
	held.Seat = seat
	return s.NameOf(held)
}

// SeatAt returns a seat by its number.
func (s Scene) SeatAt(seat int) (engine.SeatView, bool) {
	for _, v := range s.View.Seats {
		if v.Seat == seat {
			return v, true
		}
	}
	return engine.SeatView{}, false
}

// OwnSeat returns the seat of the view's reader.
func (s Scene) OwnSeat() (engine.SeatView, bool) { return s.View.SeatOf(s.View.Viewer) }

// Hole returns a player's cards in a line, sorted.
func (s Scene) Hole(cards []card.Card) string { return s.Cards(s.View.Rules.Variant.Sorted(cards)) }

// Cards returns cards in a line, without those that are not known.
func (s Scene) Cards(cards []card.Card) string {
	write := s.Card
	if write == nil {
		write = card.Card.String
	}
	words := make([]string, 0, len(cards))
	for _, c := range cards {
		if c != card.None {
			words = append(words, write(c))
		}
	}
	return strings.Join(words, " ")
}
