package main_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardroom/bot/discordtest"
)

// board is what a person can read off a board message: nothing here knows how the bot made it.
type board struct {
	id       string // of the message
	hand     int    // 0 before the first
	phase    string // "Flop", "Result"
	cards    []string
	pots     []int64
	seats    []place
	actor    int   // index into seats; -1 while no decision is awaited
	call     int64 // what the line of the player to act says
	until    int64 // the deadline, in Unix seconds; 0 where there is none
	labels   []string
	text     string
	shownOff []string // cards in lines about who is gone, and decks of void hands
}

// place is a line of a board about a seat.
type place struct {
	seat   int
	person string // the id in the mention
	stack  int64
	bet    int64
	words  []string
	cards  []string // shown to everyone
}

func (p place) is(word string) bool { return slices.Contains(p.words, word) }

// dealt says whether the place is in the hand that runs.
func (p place) dealt() bool {
	return !p.is("sitting out") && !p.is("waiting for the big blind") && !p.is("in from the next hand") && !p.begins("out of chips")
}

func (p place) begins(word string) bool {
	return slices.ContainsFunc(p.words, func(w string) bool { return strings.HasPrefix(w, word) })
}

// Forms that hold in every language.
var (
	headForm  = regexp.MustCompile(`^(?:#(\d+) · )?\*\*([^*]+)\*\*$`)
	potsForm  = regexp.MustCompile(`^Pot ([\d,]+)((?: · Side [\d,]+)*)$`)
	seatForm  = regexp.MustCompile("^(▶ )?`(\\d+)` <@(\\d+)> ([\\d,]+)((?: · .+)?)$")
	cardForm  = regexp.MustCompile(`(?:10|[2-9JQKA])[♠♥♦♣]`)
	cardsForm = regexp.MustCompile(`^(?:10|[2-9JQKA])[♠♥♦♣](?: (?:10|[2-9JQKA])[♠♥♦♣])*$`)
	untilForm = regexp.MustCompile(`<t:(\d+):R>$`)
	labelForm = regexp.MustCompile(`^(Fold|Check|Call [\d,]+( \(all-in\))?|(Bet|Raise|Pot|All-in) [\d,]+|Bet…|Raise…|My cards|Sit down|Leave|Sit out|Sit in|Show|Confirm)$`)
	actsForm  = regexp.MustCompile(`^(Fold|Check|Call|Bet|Raise|Pot|All-in|Confirm)`)
	spanForm  = regexp.MustCompile(`([\d,]+)(?:–([\d,]+))?`)
)

var (
	emojiForm  = regexp.MustCompile(`<:(\w+)_of_(\w+)_[0-9a-f]{4}:\d+>`)
	emojiRanks = map[string]string{
		"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
		"jack": "J", "queen": "Q", "king": "K", "ace": "A",
	}
	emojiSuits = map[string]string{"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
)

// said is a text with its cards as letters.
func said(text string) string {
	return emojiForm.ReplaceAllStringFunc(text, func(emoji string) string {
		name := emojiForm.FindStringSubmatch(emoji)
		return emojiRanks[name[1]] + emojiSuits[name[2]]
	})
}

// inHand are the phases of a hand that runs.
var inHand = []string{"Shuffling", "Before the flop", "Flop", "Turn", "River"}

func (b board) running() bool { return slices.Contains(inHand, b.phase) }

func (b board) street() int { return slices.Index(inHand, b.phase) }

// chips reads a number as shown.
func chips(s string) int64 {
	n, err := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// readBoard reads a board; ok is false for messages that are none. Its error names the form that is broken.
func readBoard(m discordtest.Message) (b board, ok bool, err error) {
	text := said(m.Text())
	lines := strings.Split(text, "\n")
	head := headForm.FindStringSubmatch(lines[0])
	if head == nil {
		return board{}, false, nil
	}
	b = board{id: m.ID, phase: head[2], actor: -1, text: text}
	b.hand, _ = strconv.Atoi(head[1])
	for _, button := range m.Buttons() {
		b.labels = append(b.labels, button.Label)
	}
	for _, line := range lines[1:] {
		if err := b.read(line); err != nil {
			return b, true, fmt.Errorf("%w in the line %q", err, line)
		}
	}
	return b, true, b.check()
}

func (b *board) read(line string) error {
	switch {
	case cardsForm.MatchString(line):
		if b.cards != nil {
			return fmt.Errorf("a second board")
		}
		b.cards = strings.Fields(line)
	case potsForm.MatchString(line):
		for _, word := range strings.Split(line, " · ") {
			_, amount, _ := strings.Cut(word, " ")
			b.pots = append(b.pots, chips(amount))
		}
	case seatForm.MatchString(line):
		return b.readSeat(seatForm.FindStringSubmatch(line))
	case strings.HasPrefix(line, "▶"):
		return fmt.Errorf("a turn that is no seat's")
	default:
		b.shownOff = append(b.shownOff, cardForm.FindAllString(line, -1)...)
	}
	return nil
}

func (b *board) readSeat(f []string) error {
	p := place{person: f[3], stack: chips(f[4])}
	p.seat, _ = strconv.Atoi(f[2])
	for _, word := range strings.Split(f[5], " · ")[1:] {
		amount, isBet := strings.CutPrefix(word, "bet ")
		switch {
		case isBet && chips(amount) > 0:
			p.bet = chips(amount)
		case cardsForm.MatchString(word):
			p.cards = strings.Fields(word)
		default:
			p.words = append(p.words, word)
		}
	}
	if n := len(b.seats); n > 0 && b.seats[n-1].seat >= p.seat {
		return fmt.Errorf("seats out of order")
	}
	b.seats = append(b.seats, p)
	if f[1] == "" {
		return nil
	}
	if b.actor >= 0 {
		return fmt.Errorf("a second turn")
	}
	b.actor = len(b.seats) - 1
	return b.readTurn(p, f[5])
}

func (b *board) readTurn(p place, words string) error {
	for _, word := range p.words {
		if amount, ok := strings.CutPrefix(word, "to call "); ok {
			b.call = chips(amount)
		}
	}
	if b.call == 0 && !p.begins("check") {
		return fmt.Errorf("a turn that does not say what it costs to call")
	}
	until := untilForm.FindStringSubmatch(words)
	if until == nil {
		return fmt.Errorf("a turn that does not end with its deadline")
	}
	b.until, _ = strconv.ParseInt(until[1], 10, 64)
	return nil
}

// check looks at what the parts of a board must have to do with each other.
func (b *board) check() error {
	acts := slices.ContainsFunc(b.labels, actsForm.MatchString)
	switch {
	case slices.ContainsFunc(b.labels, func(l string) bool { return !labelForm.MatchString(l) }):
		return fmt.Errorf("a button that no page names: %q", b.labels)
	case acts != (b.actor >= 0):
		return fmt.Errorf("▶ and buttons %q do not agree", b.labels)
	case b.running() && b.hand == 0:
		return fmt.Errorf("a hand without a number")
	case b.running() && len(b.pots) == 0:
		return fmt.Errorf("a hand without a pot")
	case b.running() && len(b.cards) != []int{0, 0, 3, 4, 5}[b.street()]:
		return fmt.Errorf("%d cards on the board at %q", len(b.cards), b.phase)
	case b.running() && (slices.Contains(b.labels, "Leave") || slices.Contains(b.labels, "Sit out")):
		return fmt.Errorf("Leave or Sit out in a hand: %q", b.labels)
	case b.actor >= 0:
		return b.checkTurn()
	}
	return nil
}

func (b *board) checkTurn() error {
	me := b.seats[b.actor]
	for _, label := range b.labels {
		verb, amount, _ := strings.Cut(label, " ")
		amount, _, _ = strings.Cut(amount, " (")
		switch {
		case verb == "Fold" && b.call == 0:
			return fmt.Errorf("Fold where checking is free")
		case verb == "Check" && b.call != 0:
			return fmt.Errorf("Check where a call costs %d", b.call)
		case verb == "Call" && chips(amount) != b.call:
			return fmt.Errorf("the button says %q, the line %d", label, b.call)
		case verb == "All-in" && chips(amount) != me.stack+me.bet:
			return fmt.Errorf("%q with %d and a bet of %d", label, me.stack, me.bet)
		case slices.Contains([]string{"Bet", "Raise", "Pot"}, verb) && amount != "" && (chips(amount) > me.stack+me.bet || chips(amount) <= b.high()):
			return fmt.Errorf("%q with %d, a bet of %d and %d to match", label, me.stack, me.bet, b.high())
		}
	}
	return nil
}

// high is the highest bet of the street.
func (b board) high() (n int64) {
	for _, p := range b.seats {
		n = max(n, p.bet)
	}
	return n
}

// total is every chip on the table.
func (b board) total() (n int64) {
	for _, p := range b.seats {
		n += p.stack
	}
	if b.running() {
		for _, pot := range b.pots {
			n += pot
		}
	}
	return n
}

func (b board) of(person string) (place, bool) {
	i := slices.IndexFunc(b.seats, func(p place) bool { return p.person == person })
	if i < 0 {
		return place{}, false
	}
	return b.seats[i], true
}

// sameSeats says whether the same people sit at both.
func (b board) sameSeats(c board) bool {
	return slices.EqualFunc(b.seats, c.seats, func(p, q place) bool { return p.person == q.person })
}

// has says whether the board has a button whose label begins so.
func (b board) has(label string) bool {
	return slices.ContainsFunc(b.labels, func(l string) bool { return strings.HasPrefix(l, label) })
}
