package board

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardroom/bot/discordtest"
	"cardroom/bot/invariant"
)

// Board holds the content of a board message, as a person reads it.
type Board struct {
	ID       string // of the message
	Hand     int    // 0 before the first
	Phase    string // "Flop", "Result"
	Cards    []string
	pots     []int64
	Seats    []Seat
	Actor    int   // index into seats; -1: no pending decision
	call     int64 // cost in the line of the player to act
	until    int64 // the deadline, in Unix seconds; 0: none
	Labels   []string
	Text     string
	ShownOff []string // cards in the lines of players who left, and decks of void hands
	Late     bool     // the picture shows an earlier moment, and with it the seats
	Past     bool     // another board follows it: of components, without its picture and its seats
}

// Seat is a seat's line on a board.
type Seat struct {
	seat   int
	Person string // the id in the mention
	Stack  int64
	Bet    int64
	words  []string
	Cards  []string // shown to everyone
}

// Is reports whether the line has a word.
func (p Seat) Is(word string) bool { return slices.Contains(p.words, word) }

// Dealt reports whether the seat is in the running hand.
func (p Seat) Dealt() bool {
	return !p.Is("sitting out") && !p.Is("waiting for the big blind") && !p.Is("in from the next hand") && !p.begins("out of chips")
}

func (p Seat) begins(word string) bool {
	return slices.ContainsFunc(p.words, func(w string) bool { return strings.HasPrefix(w, word) })
}

// These forms hold in every language.
var (
	HeadForm  = regexp.MustCompile(`^(?:#(\d+) · )?\*\*([^*]+)\*\*$`)
	potsForm  = regexp.MustCompile(`^Pot ([\d,]+)((?: · Side [\d,]+)*)$`)
	seatForm  = regexp.MustCompile("^(▶ )?`(\\d+)` <@(\\d+)> ([\\d,]+)((?: · .+)?)$")
	CardForm  = regexp.MustCompile(`(?:10|[2-9JQKA])[♠♥♦♣]`)
	cardsForm = regexp.MustCompile(`^(?:10|[2-9JQKA])[♠♥♦♣](?: (?:10|[2-9JQKA])[♠♥♦♣])*$`)
	untilForm = regexp.MustCompile(`<t:(\d+):R>$`)
	labelForm = regexp.MustCompile(`^(Fold|Check|Call [\d,]+( \(all-in\))?|(Bet|Raise|Pot|All-in) [\d,]+|Bet…|Raise…|My cards|Seat…|Sit down|Rebuy…|Leave|Sit out|Sit in|Show|Confirm)$`)
	actsForm  = regexp.MustCompile(`^(Fold|Check|Call|Bet|Raise|Pot|All-in|Confirm)`)
	SpanForm  = regexp.MustCompile(`([\d,]+)(?:–([\d,]+))?`)
)

// CardsAsLetters returns a text with letters in place of card emoji, and of cards in words.
func CardsAsLetters(text string) string { return invariant.Signs(text) }

// inHand lists the phases of a running hand.
var inHand = []string{"Shuffling", "Before the flop", "Flop", "Turn", "River"}

// Running reports whether a hand is running.
func (b Board) Running() bool { return slices.Contains(inHand, b.Phase) }

func (b Board) street() int { return slices.Index(inHand, b.Phase) }

// ParseChips parses a displayed number; it returns -1 for anything else.
func ParseChips(s string) int64 {
	n, err := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// Read parses a board, in words or of components; ok is false for other messages. Its error names the broken form. People
// are those who may sit at the table.
func Read(m discordtest.Message, people ...*discordtest.Person) (b Board, ok bool, err error) {
	text := CardsAsLetters(m.Text())
	lines := strings.Split(text, "\n")
	head := HeadForm.FindStringSubmatch(lines[0])
	if head == nil || len(m.Alts()) > 0 {
		return readCaption(m, people)
	}
	b = Board{ID: m.ID, Phase: head[2], Actor: -1, Text: text}
	b.Hand, _ = strconv.Atoi(head[1])
	for _, button := range m.Buttons() {
		b.Labels = append(b.Labels, button.Label)
	}
	for _, line := range lines[1:] {
		if err := b.read(line); err != nil {
			return b, true, fmt.Errorf("%w in the line %q", err, line)
		}
	}
	return b, true, b.check()
}

func (b *Board) read(line string) error {
	switch {
	case cardsForm.MatchString(line):
		if b.Cards != nil {
			return fmt.Errorf("a second board")
		}
		b.Cards = strings.Fields(line)
	case potsForm.MatchString(line):
		for _, word := range strings.Split(line, " · ") {
			_, amount, _ := strings.Cut(word, " ")
			b.pots = append(b.pots, ParseChips(amount))
		}
	case seatForm.MatchString(line):
		return b.readSeat(seatForm.FindStringSubmatch(line))
	case strings.HasPrefix(line, "▶"):
		return fmt.Errorf("a turn without a seat")
	default:
		b.ShownOff = append(b.ShownOff, CardForm.FindAllString(line, -1)...)
	}
	return nil
}

func (b *Board) readSeat(f []string) error {
	p := Seat{Person: f[3], Stack: ParseChips(f[4])}
	p.seat, _ = strconv.Atoi(f[2])
	for _, word := range strings.Split(f[5], " · ")[1:] {
		p.read(word, word)
	}
	if err := b.sit(p); err != nil {
		return err
	}
	if f[1] == "" {
		return nil
	}
	if b.Actor >= 0 {
		return fmt.Errorf("a second turn")
	}
	b.Actor = len(b.Seats) - 1
	return b.readTurn(p, f[5])
}

// read reads a fact about a seat: a bet, cards (which may be in another form than the word), or something else.
func (p *Seat) read(cards, word string) {
	amount, isBet := strings.CutPrefix(word, "bet ")
	switch {
	case isBet && ParseChips(amount) > 0:
		p.Bet = ParseChips(amount)
	case cardsForm.MatchString(cards):
		p.Cards = strings.Fields(cards)
	default:
		p.words = append(p.words, word)
	}
}

// sit adds a seat, in the order of their numbers.
func (b *Board) sit(p Seat) error {
	if n := len(b.Seats); n > 0 && b.Seats[n-1].seat >= p.seat {
		return fmt.Errorf("seats out of order")
	}
	b.Seats = append(b.Seats, p)
	return nil
}

func (b *Board) readTurn(p Seat, words string) error {
	for _, word := range p.words {
		if amount, ok := strings.CutPrefix(word, "to call "); ok {
			b.call = ParseChips(amount)
		}
	}
	if b.call == 0 && !p.begins("check") {
		return fmt.Errorf("a turn without the cost of a call")
	}
	until := untilForm.FindStringSubmatch(words)
	if until == nil {
		return fmt.Errorf("a turn without its deadline at the end")
	}
	b.until, _ = strconv.ParseInt(until[1], 10, 64)
	return nil
}

// check checks that the parts of a board are consistent.
func (b *Board) check() error {
	acts := slices.ContainsFunc(b.Labels, actsForm.MatchString)
	switch {
	case slices.ContainsFunc(b.Labels, func(l string) bool { return !labelForm.MatchString(l) }):
		return fmt.Errorf("an unknown button: %q", b.Labels)
	case acts != (b.Actor >= 0):
		return fmt.Errorf("▶ and buttons %q do not agree", b.Labels)
	case b.Running() && b.Hand == 0:
		return fmt.Errorf("a hand without a number")
	case b.Running() && len(b.pots) == 0:
		return fmt.Errorf("a hand without a pot")
	case b.Running() && len(b.Cards) != []int{0, 0, 3, 4, 5}[b.street()]:
		return fmt.Errorf("%d cards on the board at %q", len(b.Cards), b.Phase)
	case b.Running() && (slices.Contains(b.Labels, "Leave") || slices.Contains(b.Labels, "Sit out")):
		return fmt.Errorf("buttons Leave or Sit out in a hand: %q", b.Labels)
	case b.Actor >= 0:
		return b.checkTurn()
	}
	return nil
}

func (b *Board) checkTurn() error {
	me := b.Seats[b.Actor]
	for _, label := range b.Labels {
		verb, amount, _ := strings.Cut(label, " ")
		amount, _, _ = strings.Cut(amount, " (")
		switch {
		case verb == "Fold" && b.call == 0:
			return fmt.Errorf("button Fold where checking is free")
		case verb == "Check" && b.call != 0:
			return fmt.Errorf("button Check where a call costs %d", b.call)
		case verb == "Call" && ParseChips(amount) != b.call:
			return fmt.Errorf("the button says %q, the line %d", label, b.call)
		case verb == "All-in" && ParseChips(amount) != me.Stack+me.Bet:
			return fmt.Errorf("%q with %d and a bet of %d", label, me.Stack, me.Bet)
		case slices.Contains([]string{"Bet", "Raise", "Pot"}, verb) && amount != "" && (ParseChips(amount) > me.Stack+me.Bet || ParseChips(amount) <= b.High()):
			return fmt.Errorf("%q with %d, a bet of %d and %d to match", label, me.Stack, me.Bet, b.High())
		}
	}
	return nil
}

// High returns the highest bet of the street.
func (b Board) High() (n int64) {
	for _, p := range b.Seats {
		n = max(n, p.Bet)
	}
	return n
}

// Total returns the number of chips on the table.
func (b Board) Total() (n int64) {
	for _, p := range b.Seats {
		n += p.Stack
	}
	if b.Running() {
		for _, pot := range b.pots {
			n += pot
		}
	}
	return n
}

// WithChipsOf returns the board with the seats and the pots of an earlier version. A board that another follows has words of its
// last moment and no picture, so its own pots do not belong to any seats.
func (b Board) WithChipsOf(earlier Board) Board {
	b.Seats, b.pots = earlier.Seats, earlier.pots
	return b
}

// Of returns the seat of a person, by id.
func (b Board) Of(person string) (Seat, bool) {
	i := slices.IndexFunc(b.Seats, func(p Seat) bool { return p.Person == person })
	if i < 0 {
		return Seat{}, false
	}
	return b.Seats[i], true
}

// SameSeats reports whether the same people sit at both.
func (b Board) SameSeats(c Board) bool {
	return slices.EqualFunc(b.Seats, c.Seats, func(p, q Seat) bool { return p.Person == q.Person })
}

// Has reports whether the board has a button whose label starts with the text.
func (b Board) Has(label string) bool {
	return slices.ContainsFunc(b.Labels, func(l string) bool { return strings.HasPrefix(l, label) })
}
