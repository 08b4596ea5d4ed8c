package render

import (
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/card"
)

// Scene is all that can be said of a table at a moment to one reader.
type Scene struct {
	View engine.View
	Lang *Lang // nil: English

	// Name is how the holder of a seat is written: a mention for persons, [Bold] for house players. Nil: a mention for
	// persons, one name for all house players.
	Name func(engine.SeatView) string

	// Gone is the seats of the hand that were given up when it had ended, so that its result can still name them.
	Gone []engine.SeatView

	// Seal is the hex digits of the seal of the hand; "" where it has none.
	Seal string

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
	Called map[engine.ID]DisplayName

	// Chances is everyone's chance to win the hand, once all cards are tabled and no more is bet (R36); nil before.
	Chances []Chance
}

// DisplayName is what a player is called.
type DisplayName struct {
	Name string `json:"name,omitempty"` // as they chose it, in any script
	User string `json:"user,omitempty"` // their user name, in the letters every font has; for when the name cannot be drawn
}

// maxText is how many UTF-16 units the content of a message may have; the platform counts characters, which are fewer.
const maxText = 2000

// dot separates facts in a line, in every language.
const dot = " · "

// Phase is what goes on at the table, in a word or two: "Flop", "Shuffling", "Waiting for players".
func (s Scene) Phase() string { return string(board{Scene: s, lang: s.lang()}.phase()) }

// Acting is the seat whose decision the board awaits, and what it costs to stay in, "to call 40"; false where none is.
func (s Scene) Acting() (seat engine.SeatView, cost string, ok bool) {
	seat, ok = s.seat(s.View.ToAct)
	if !ok || !(board{Scene: s}).acts(seat) {
		return engine.SeatView{}, "", false
	}
	return seat, s.lang().cost(s.View), true
}

// Ended says whether the scene is of a hand that was played to its end.
func (s Scene) Ended() bool { return ended(s.View) }

// Void says whether the scene is of a hand that was undone (R65).
func (s Scene) Void() bool { return void(s.View) }

// Unseen says whether all but one folded, so that nobody had to show (R19).
func (s Scene) Unseen() bool { return board{Scene: s}.uncontested() }

// Language is the scene's language, English where it has none.
func (s Scene) Language() *Lang { return s.lang() }

func (s Scene) lang() *Lang {
	if s.Lang == nil {
		return Lookup("")
	}
	return s.Lang
}

// Mention is a person as the platform writes them: "<@id>".
func Mention(id engine.ID) string { return "<@" + strconv.FormatUint(uint64(id), 10) + ">" }

// HandNumber is "#12", in every language.
func HandNumber(n int64) string { return "#" + strconv.FormatInt(n, 10) }

// RelativeTime is a moment as the reader's client counts down to it.
func RelativeTime(m engine.Moment) string {
	return "<t:" + strconv.FormatInt(m.Time().Unix(), 10) + ":R>"
}

// name is how the holder of a seat is written.
func (s Scene) name(seat engine.SeatView) string {
	switch {
	case seat.Player == 0:
		return s.lang().Board.Seat.Format("seat", seatNumber(seat.Seat))
	case s.Name != nil:
		return s.Name(seat)
	case seat.House != engine.Person:
		return Bold(string(s.lang().Board.House))
	}
	return Mention(seat.Player)
}

// who is how the holder of a numbered seat is written, also where the seat is empty by now.
func (s Scene) who(seat int) string {
	if held, ok := s.seat(seat); ok {
		return s.name(held)
	}
	return s.name(engine.SeatView{Seat: seat})
}

func (s Scene) seat(seat int) (engine.SeatView, bool) {
	for _, v := range s.View.Seats {
		if v.Seat == seat {
			return v, true
		}
	}
	return engine.SeatView{}, false
}

// own is the seat of the view's reader.
func (s Scene) own() (engine.SeatView, bool) {
	return s.View.SeatOf(s.View.Viewer)
}

// seatNumber is a seat as people count: from 1.
func seatNumber(seat int) string { return strconv.Itoa(seat + 1) }

func (s Scene) cards(cards []card.Card) string {
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
