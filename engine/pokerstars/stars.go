package pokerstars

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // a machine without time zones has them, too
	"unicode"

	"golang.org/x/text/unicode/norm"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/engine/replay"
)

// ErrVoid is the error of [Of] for a hand that was undone.
var ErrVoid = errors.New("pokerstars: the hand is void (R65): it was not played")

// Labels are the names of a hand, its table and its players.
type Labels struct {
	ID    uint64                       // of the hand, unlike all other hands; 0: its number
	Table string                       // ASCII, without a quote
	Name  func(engine.SeatView) string // of a player, in any script; nil: after the ID
}

// Of returns the text of a hand that was played at a table. v is the table at the end of the hand, events are the events of
// the hand, as for [replay.Steps]. The error is ErrVoid or replay.ErrNotOver.
func Of(v engine.View, events []engine.Event, l Labels) (string, error) {
	if v.Voided {
		return "", ErrVoid
	}
	steps, err := replay.Steps(v, events)
	if err != nil {
		return "", err
	}
	zone, err := eastern()
	if err != nil {
		return "", err
	}
	h := hand{rules: v.Rules, first: steps[0].View, last: steps[len(steps)-1].View, seats: map[int]*player{}}
	for _, s := range steps {
		h.events = append(h.events, s.Events...)
	}
	if len(h.last.Board) > 0 {
		h.boards = append([][]card.Card{h.last.Board}, h.last.Again...)
	}
	h.seat(l)
	h.head(l, zone)
	h.posts()
	for _, s := range steps {
		h.play(s)
	}
	if h.drawn {
		h.ownCards(h.last)
	}
	h.showdown()
	h.summary()
	return h.text.String(), nil
}

// eastern returns the time zone of PokerStars.
var eastern = sync.OnceValues(func() (*time.Location, error) { return time.LoadLocation("America/New_York") })

// hand writes one hand.
type hand struct {
	text        strings.Builder
	rules       poker.Rules
	first, last engine.View // the table after the deal, and at the end
	events      []engine.Event
	seats       map[int]*player

	high   int64         // the bet of the street
	bets   map[int]int64 // of the street, by seat
	boards [][]card.Card // at the end
	street int           // 0 before the first cards of a board, or before the draw
	drawn  bool          // the draw has begun
	told   bool          // the viewer's own hand is written
}

// player is a player who was dealt in.
type player struct {
	name            string
	stack           int64 // at the start
	small, big, bet bool  // posted a blind; put in anything beside an ante
	folded          int   // on which street; -1 where not
}

func (h *hand) line(format string, args ...any) { fmt.Fprintf(&h.text, format+"\n", args...) }

// seat names the players. A tracker knows them by their names, so none goes by a seat. Two whose four digits are the same, too, are rare:
// one of them has the whole ID.
func (h *hand) seat(l Labels) {
	names, players := map[int]string{}, map[string]int{} // by seat, and how many have a name
	for _, s := range h.first.Seats {
		name := ""
		if l.Name != nil {
			name = plain(l.Name(s))
		}
		if name == "" {
			name = fmt.Sprintf("Player_%d", s.Player)
		}
		names[s.Seat] = name
		players[strings.ToLower(name)]++
	}
	taken := map[string]bool{}
	for _, s := range h.first.Seats {
		unique := names[s.Seat]
		if players[strings.ToLower(unique)] > 1 {
			unique = fmt.Sprintf("%s_%04d", unique, s.Player%mostTail)
			if players[strings.ToLower(unique)] > 0 || taken[strings.ToLower(unique)] {
				unique = fmt.Sprintf("%s_%d", names[s.Seat], s.Player)
			}
		}
		taken[strings.ToLower(unique)] = true
		h.seats[s.Seat] = &player{name: unique, stack: s.Stack + s.Total, folded: -1}
	}
}

// mostTail is above the digits of an ID that tell players of one name apart. Four of them alone do not name a user.
const mostTail = 10_000

// mostName is the largest number of letters of a name.
const mostName = 24

// ascii writes letters without an accent that Unicode could take off.
var ascii = strings.NewReplacer("ł", "l", "Ł", "L", "ø", "o", "Ø", "O", "đ", "d", "Đ", "D", "ß", "ss", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "ı", "i",
	"þ", "th", "Þ", "Th", "ð", "d", "Ð", "D")

// plain returns a name in letters that every importer takes, without their accents. It returns "" for one whose letters are all others.
func plain(name string) string {
	name = ascii.Replace(norm.NFKD.String(name))
	if strings.ContainsFunc(name, unicode.IsLetter) && !strings.ContainsFunc(name, isASCIILetter) {
		return "" // digits alone would be several players
	}
	var b strings.Builder
	for _, r := range name {
		switch {
		case isASCIILetter(r), r >= '0' && r <= '9', r == '-', r == '.', r == '_':
			b.WriteRune(r)
		case r == ' ' && b.Len() > 0:
			b.WriteByte('_')
		}
		if b.Len() == mostName {
			break
		}
	}
	return strings.TrimRight(b.String(), "_")
}

func isASCIILetter(r rune) bool { return r < unicode.MaxASCII && unicode.IsLetter(r) }

var games = map[poker.Variant]string{poker.Holdem: "Hold'em", poker.Omaha: "Omaha", poker.FiveCardDraw: "5 Card Draw"}
var limits = map[poker.Limit]string{poker.NoLimit: "No Limit", poker.PotLimit: "Pot Limit", poker.FixedLimit: "Limit"}

// head writes the game, the table and the seats. In fixed limit the stakes are the bets, elsewhere the blinds. The time is in UTC, and in
// the zone of PokerStars.
func (h *hand) head(l Labels, eastern *time.Location) {
	id, r := l.ID, h.rules
	if id == 0 {
		id = uint64(h.last.Hand)
	}
	low, high := r.SmallBlind, r.BigBlind
	if r.Limit == poker.FixedLimit {
		low, high = r.BigBlind, 2*r.BigBlind
	}
	const form = "2006/01/02 15:04:05"
	at := h.events[0].At.Time()
	h.line("PokerStars Hand #%d:  %s %s (%d/%d) - %s UTC [%s ET]", id, games[r.Variant], limits[r.Limit], low, high, at.Format(form), at.In(eastern).Format(form))
	h.line("Table '%s' %d-max (Play Money) Seat #%d is the button", l.Table, r.Seats, h.first.Button+1)
	for _, s := range h.first.Seats {
		h.line("Seat %d: %s (%d in chips)", s.Seat+1, h.seats[s.Seat].name, h.seats[s.Seat].stack)
	}
}

var postWords = map[engine.Post]string{
	engine.PostAnte: "the ante", engine.PostBigBlindAnte: "the ante", engine.PostSmallBlind: "small blind",
	engine.PostDeadSmall: "the ante", engine.PostBigBlind: "big blind", engine.PostLive: "big blind", engine.PostStraddle: "straddle",
}

// posts writes the forced bets, up to the deal.
func (h *hand) posts() {
	h.bets = map[int]int64{}
	left := map[int]int64{}
	for _, e := range h.events {
		if e.Kind != engine.Posted {
			continue
		}
		p := h.seats[e.Seat]
		left[e.Seat] += e.Amount
		h.line("%s: posts %s %d%s", p.name, postWords[e.Post], e.Amount, allIn(left[e.Seat] == p.stack))
		switch e.Post {
		case engine.PostAnte, engine.PostBigBlindAnte, engine.PostDeadSmall:
			continue
		case engine.PostSmallBlind:
			p.small = true
		case engine.PostBigBlind:
			p.big = true
		}
		p.bet = true
		h.bets[e.Seat] += e.Amount
		h.high = max(h.high, h.bets[e.Seat])
		if e.Post == engine.PostStraddle {
			h.high = max(h.high, 2*h.rules.BigBlind)
		}
	}
	if !h.rules.NoBlinds {
		h.high = max(h.high, h.rules.BigBlind) // however little was posted (R15)
	}
	if h.rules.Variant == poker.FiveCardDraw {
		h.line("*** DEALING HANDS ***")
	} else {
		h.line("*** HOLE CARDS ***")
	}
	h.ownCards(h.first)
}

func allIn(yes bool) string {
	if yes {
		return " and is all-in"
	}
	return ""
}

// ownCards writes the viewer's own hand, once it is known.
func (h *hand) ownCards(v engine.View) {
	s, seated := v.SeatOf(v.Viewer)
	if h.told || !seated || len(s.Cards) != h.rules.Variant.HoleCards() {
		return
	}
	h.told = true
	h.line("Dealt to %s %s", h.seats[s.Seat].name, cards(s.Cards))
}

// play writes the actions of a step of the hand.
func (h *hand) play(s replay.Step) {
	for _, e := range s.Events {
		switch e.Kind {
		case engine.Acted:
			if h.drawn && h.street == 0 {
				h.round()
				h.ownCards(h.last)
			}
			h.act(e)
		case engine.Uncalled:
			h.line("Uncalled bet (%d) returned to %s", e.Amount, h.seats[e.Seat].name)
		case engine.Drew:
			h.drawn = true
			h.draw(e)
		case engine.BoardDealt:
			h.round()
			h.board(e, s.View)
		}
	}
}

// round begins a betting round.
func (h *hand) round() {
	h.high, h.bets = 0, map[int]int64{}
	h.street++
}

// act writes a decision.
func (h *hand) act(e engine.Event) {
	p := h.seats[e.Seat]
	if e.Amount > 0 {
		p.bet = true
	}
	h.bets[e.Seat] += e.Amount
	switch to := h.bets[e.Seat]; {
	case e.Action == engine.Fold:
		p.folded = h.street
		h.line("%s: folds", p.name)
	case e.Action == engine.Check:
		h.line("%s: checks", p.name)
	case e.Action == engine.Call:
		h.line("%s: calls %d%s", p.name, e.Amount, allIn(e.AllIn))
		h.high = max(h.high, to) // the first to enter calls more than the big blind where the price is higher (R20)
	case h.high == 0:
		h.line("%s: bets %d%s", p.name, e.Amount, allIn(e.AllIn))
		h.high = to
	default:
		h.line("%s: raises %d to %d%s", p.name, to-h.high, to, allIn(e.AllIn))
		h.high = to
	}
}

func (h *hand) draw(e engine.Event) {
	name := h.seats[e.Seat].name
	switch e.Count {
	case 0:
		h.line("%s: stands pat", name)
	case 1:
		h.line("%s: discards 1 card", name)
	default:
		h.line("%s: discards %d cards", name, e.Count)
	}
}

var streets = map[int]string{3: "FLOP", 4: "TURN", 5: "RIVER"}
var ordinals = []string{"FIRST ", "SECOND ", "THIRD "}

// board writes a street that was just dealt. Where the board is dealt more than once, each later street names its board.
func (h *hand) board(e engine.Event, v engine.View) {
	board, which := v.Board, ""
	if e.Run > 0 {
		board = v.Again[e.Run-1]
	}
	if v.Runs > 1 {
		which = ordinals[e.Run]
	}
	came := e.Faces()
	text := cards(came)
	if lay := board[:len(board)-len(came)]; len(lay) > 0 {
		text = cards(lay) + " " + text
	}
	h.line("*** %s%s *** %s", which, streets[len(board)], text)
}

// cards returns cards as the format writes them.
func cards(list []card.Card) string {
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = string([]byte{"23456789TJQKA"[c.Rank()], "cdhs"[c.Suit()]})
	}
	return "[" + strings.Join(words, " ") + "]"
}
