package board

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardroom/bot/discordtest"
)

var (
	// CaptionForm matches the first line below a picture: the heading, the board's cards, the pots.
	CaptionForm = regexp.MustCompile(`^(?:#(\d+) · )?\*\*([^*]+)\*\*((?: · .+)?)$`)
	turnForm    = regexp.MustCompile(`^▶ <@(\d+)>((?: · .+)?)$`)
	altHead     = regexp.MustCompile(`^(?:#(\d+) · )?([^·]+?)(?: · .+)?$`)
	altBoard    = regexp.MustCompile(`^Board: (.+)\.$`)
	altSeat     = regexp.MustCompile(`^(\d+) (\S+) ([\d,]+)((?: · .+)?)$`)
)

// readCaption reads a board of components: its lines, and the seats in the text of its picture. A board that has lost its
// picture, because another one follows it, has no seats. People are those who may sit at the table.
func readCaption(m discordtest.Message, people []*discordtest.Person) (b Board, ok bool, err error) {
	text := CardsAsLetters(m.Text())
	lines := strings.Split(text, "\n")
	head := CaptionForm.FindStringSubmatch(lines[0])
	if head == nil {
		return Board{}, false, nil
	}
	b = Board{ID: m.ID, Phase: head[2], Actor: -1, Text: text}
	b.Hand, _ = strconv.Atoi(head[1])
	for _, button := range m.Buttons() {
		b.Labels = append(b.Labels, button.Label)
	}
	b.readHead(strings.TrimPrefix(head[3], " · "))
	turn := []string(nil)
	for _, line := range lines[1:] {
		if f := turnForm.FindStringSubmatch(line); f != nil {
			if turn != nil {
				return b, true, fmt.Errorf("a second turn in the line %q", line)
			}
			turn = f
			continue
		}
		b.ShownOff = append(b.ShownOff, CardForm.FindAllString(line, -1)...)
	}
	alts := m.Alts()
	if len(alts) == 0 {
		b.Past = true
		return b, true, b.check()
	}
	of, err := readAlt(CardsAsLetters(alts[0]), people)
	if err != nil {
		return b, true, err
	}
	b.Seats, b.ShownOff, b.Text = of.Seats, append(b.ShownOff, of.ShownOff...), text+"\n"+of.Text
	acts := ""
	if turn != nil {
		acts = turn[1]
		b.Actor = slices.IndexFunc(b.Seats, func(p Seat) bool { return p.Person == acts })
	}
	if b.Late = b.lags(of, acts); b.Late {
		b.ShownOff = append(b.ShownOff, of.Cards...)
		return b, true, nil
	}
	if turn != nil {
		if err := b.readTurn(b.Seats[b.Actor], turn[2]); err != nil {
			return b, true, fmt.Errorf("%w in the line %q", err, turn[0])
		}
	}
	return b, true, b.check()
}

// readHead reads the cards and pots of the heading.
func (b *Board) readHead(facts string) {
	for _, fact := range strings.Split(facts, " · ") {
		what, amount, _ := strings.Cut(fact, " ")
		switch {
		case cardsForm.MatchString(fact):
			b.Cards = strings.Fields(fact)
		case what == "Pot" || what == "Side":
			b.pots = append(b.pots, ParseChips(amount))
		}
	}
}

// lags reports whether a picture shows an earlier moment than the lines below it. The lines say who acts.
func (b *Board) lags(of Board, acts string) bool {
	shown := ""
	if of.Actor >= 0 {
		shown = of.Seats[of.Actor].Person
	}
	return b.Hand != of.Hand || b.Phase != of.Phase || acts != shown || !slices.Equal(b.Cards, of.Cards) || !slices.Equal(b.pots, of.pots)
}

// readAlt reads the text in the place of a board's picture.
func readAlt(text string, people []*discordtest.Person) (b Board, err error) {
	lines := strings.Split(text, "\n")
	head := altHead.FindStringSubmatch(lines[0])
	if head == nil {
		return b, fmt.Errorf("a picture with the title %q", lines[0])
	}
	b = Board{Phase: head[2], Actor: -1, Text: text}
	b.Hand, _ = strconv.Atoi(head[1])
	for _, line := range lines[1:] {
		f := altSeat.FindStringSubmatch(line)
		switch dealt := altBoard.FindStringSubmatch(line); {
		case dealt != nil:
			b.Cards = strings.Split(dealt[1], ", ")
		case potsForm.MatchString(line):
			b.readHead(line)
		case f != nil:
			if err := b.readAltSeat(f, people); err != nil {
				return b, fmt.Errorf("%w in the line %q", err, line)
			}
		default:
			b.ShownOff = append(b.ShownOff, CardForm.FindAllString(line, -1)...)
		}
	}
	return b, nil
}

// readAltSeat reads a seat's line: "3 Alice 940 · bet 60 · folded".
func (b *Board) readAltSeat(f []string, people []*discordtest.Person) error {
	i := slices.IndexFunc(people, func(p *discordtest.Person) bool { return p.Name() == f[2] })
	if i < 0 {
		return fmt.Errorf("a seat of a stranger")
	}
	p := Seat{Person: people[i].ID(), Stack: ParseChips(f[3])}
	p.seat, _ = strconv.Atoi(f[1])
	acts := false
	for _, word := range strings.Split(f[4], " · ")[1:] {
		acts = acts || strings.HasPrefix(word, "to call ") || strings.HasPrefix(word, "check or ")
		p.read(strings.ReplaceAll(word, ", ", " "), word)
	}
	if err := b.sit(p); err != nil || !acts {
		return err
	}
	if b.Actor >= 0 {
		return fmt.Errorf("a second turn")
	}
	b.Actor = len(b.Seats) - 1
	return nil
}
