package render

import (
	"strings"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/render/locale"
)

// Scene is all that can be said of a table at a moment to one reader.
type Scene struct {
	View engine.View
	Lang *locale.Lang // nil: English

	// Name is how the holder of a seat is written: a mention for persons, [Bold] for house players. Nil: a mention for
	// persons, one name for all house players.
	Name func(engine.SeatView) string

	// Gone is the seats of the hand that were given up when it had ended, so that its result can still name them.
	Departed []engine.SeatView

	// Seal is the hex digits of the seal of the hand; "" where it has none.
	Commitment string

	// Past says that the table has gone on elsewhere: the board then says what was, and nothing of what comes.
	Past bool

	// Over says that the scene is a moment of a hand that is over: nobody is to act, and nothing comes.
	Over bool

	// Halted says that the table stands still because its store does not answer.
	Halted bool

	// Free says that the chips of the table are free: no wallet feels them.
	Free bool

	// Mirror is the channel of the table where its board is shown in another one, to be watched alone; 0 for the board itself.
	Mirror engine.ID

	// Asking is the buy-ins that wait for the host's yes, the oldest first.
	Asking []Request

	// Card is how a card is written, for instance as an emoji. Nil: as "A♠".
	Card func(card.Card) string

	// Words says that the reader wants the table in words beside their cards, on their [Panel]; and cards as letters.
	Words bool

	// Called is the names of the players where no mention can stand: in the picture and the text in its place. Who is not
	// in it is called after the seat.
	DisplayNames map[engine.ID]DisplayName

	// Chances is everyone's chance to win the hand, once all cards are tabled and no more is bet (R36); nil before.
	Equities []Equity
}

// DisplayName is what a player is called.
type DisplayName struct {
	Name string `json:"name,omitempty"` // as they chose it, in any script
	User string `json:"user,omitempty"` // their user name, in the letters every font has; for when the name cannot be drawn
}

// Phase is what goes on at the table, in a word or two: "Flop", "Shuffling", "Waiting for players".
func (s Scene) Phase() string { return string(board{Scene: s, lang: s.Language()}.phase()) }

// Acting is the seat whose decision the board awaits, and what it costs to stay in, "to call 40"; false where none is.
func (s Scene) Acting() (seat engine.SeatView, cost string, ok bool) {
	seat, ok = s.SeatAt(s.View.ToAct)
	if !ok || !(board{Scene: s}).acts(seat) {
		return engine.SeatView{}, "", false
	}
	return seat, CostText(s.Language(), s.View), true
}

// Ended says whether the scene is of a hand that was played to its end.
func (s Scene) Ended() bool { return ended(s.View) }

// Void says whether the scene is of a hand that was undone (R65).
func (s Scene) Void() bool { return void(s.View) }

// Unseen says whether all but one folded, so that nobody had to show (R19).
func (s Scene) Unseen() bool { return board{Scene: s}.uncontested() }

// Language returns the scene's language, English where it has none.
func (s Scene) Language() *locale.Lang {
	if s.Lang == nil {
		return locale.Lookup("")
	}
	return s.Lang
}

// Heading returns the number of the hand, where there was one, and what goes on: "#12 · **Flop**".
func (s Scene) Heading() string { return board{Scene: s, lang: s.Language()}.heading() }

// Pots returns every pot, "Pot 260 · Side 120"; "" where there is none.
func (s Scene) Pots() string { return board{Scene: s, lang: s.Language()}.pots() }

// PotName returns what a pot is called in a sentence, "the side pot".
func (s Scene) PotName(i int) string { return board{Scene: s, lang: s.Language()}.potName(i) }

// Outcome returns how the hand ended, a line for everyone who won something; or that it is void.
func (s Scene) Outcome() []string { return board{Scene: s, lang: s.Language()}.outcome() }

// NameOf is how the holder of a seat is written.
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

// NameAt is how the holder of a numbered seat is written, also where the seat is empty by now.
func (s Scene) NameAt(seat int) string {
	if held, ok := s.SeatAt(seat); ok {
		return s.NameOf(held)
	}
	return s.NameOf(engine.SeatView{Seat: seat})
}

func (s Scene) SeatAt(seat int) (engine.SeatView, bool) {
	for _, v := range s.View.Seats {
		if v.Seat == seat {
			return v, true
		}
	}
	return engine.SeatView{}, false
}

// OwnSeat is the seat of the view's reader.
func (s Scene) OwnSeat() (engine.SeatView, bool) {
	return s.View.SeatOf(s.View.Viewer)
}

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
