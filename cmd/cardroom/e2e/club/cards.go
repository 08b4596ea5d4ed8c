package club

import (
	"regexp"
	"slices"
	"strings"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
)

// seeCards stores and compares the cards of a public version. The board only grows, shown cards may be shown, and nothing
// else looks like a card.
func (r *observer) seeCards(b board.Board, m discordtest.Message) {
	h := r.hand(b.Hand)
	if n := min(len(h.board), len(b.Cards)); !slices.Equal(h.board[:n], b.Cards[:n]) {
		r.fail(b.Hand, "the board was %v and is %v", h.board, b.Cards)
	}
	if len(b.Cards) > len(h.board) {
		h.board = b.Cards
	}
	switch {
	case b.Phase == "Void":
		return // its deck is public (R65)
	case b.Past: // without its seats
		r.checkHidden(b.Hand, h, board.Everything(m), "")
		return
	}
	contested := 0
	for _, p := range b.Seats {
		if b.Running() || b.Phase == "Result" {
			h.folded[p.Person] = h.folded[p.Person] || p.Is("folded")
		}
		if len(p.Cards) > 0 || p.Is("mucked") {
			contested++
		}
	}
	for _, p := range b.Seats {
		if len(p.Cards) > 0 && !b.Late { // else the picture was checked when it came
			r.seeShown(b, h, p, contested)
		}
	}
	for _, card := range b.ShownOff {
		h.public[card] = "someone who is gone"
	}
	known := slices.Concat(b.Cards, b.ShownOff)
	for _, p := range b.Seats {
		known = append(known, p.Cards...)
	}
	for _, card := range board.CardForm.FindAllString(board.Everything(m), -1) {
		if !slices.Contains(known, card) {
			r.fail(b.Hand, "the card %s where no card belongs:\n%s", card, board.Everything(m))
		}
	}
	r.checkHidden(b.Hand, h, board.Everything(m), "")
}

// seeShown checks a shown hand. Hands may be shown only at a showdown or when no player can bet any more, and never after a
// fold.
func (r *observer) seeShown(b board.Board, h *handSeen, p board.Seat, contested int) {
	switch {
	case b.Actor >= 0:
		r.fail(b.Hand, "cards are shown while someone is to act:\n%s", b.Text)
	case h.folded[p.Person]:
		r.fail(b.Hand, "folded cards are shown:\n%s", b.Text)
	case contested < 2 && len(b.ShownOff) == 0 && !strings.Contains(b.Text, " with "):
		r.fail(b.Hand, "cards are shown that nobody contested:\n%s", b.Text)
	}
	if own := h.holes[p.Person]; own != nil && !slices.Equal(own, p.Cards) {
		r.fail(b.Hand, "shows %v, and the panel said %v", p.Cards, own)
	}
	for _, card := range p.Cards {
		h.public[card] = p.Person
	}
}

// checkHidden looks for cards that only their owner may see. The reader's own cards are allowed.
func (r *observer) checkHidden(hand int, h *handSeen, text, reader string) {
	for person, cards := range h.holes {
		for _, card := range cards {
			if person == reader || h.public[card] != "" {
				continue
			}
			for _, form := range board.OtherForms(card) {
				if regexp.MustCompile(`(^|[^0-9A-Za-z])` + form + `($|[^0-9A-Za-z])`).MatchString(text) {
					r.fail(hand, "%s, a card of <@%s>, is to be seen by %q:\n%s", card, person, reader, text)
				}
			}
		}
	}
}

// ownForm is the line of a panel with its owner's two cards. A low panel has them in a heading, as emoji and in letters.
var ownForm = regexp.MustCompile(`(?m)^(?:Your cards: |## )((?:10|[2-9JQKA])[♠♥♦♣] (?:10|[2-9JQKA])[♠♥♦♣])`)

// private checks a version of a message that one person sees.
func (r *observer) private(p *discordtest.Person, m discordtest.Message) {
	if m.For != p.ID() {
		r.T.Errorf("seed %d, %s: a message for %s is shown to %s", r.Seed, r.Name, m.For, p.ID())
	}
	text := board.CardsAsLetters(m.Text())
	cards := board.CardForm.FindAllString(text, -1)
	r.mu.Lock()
	defer r.mu.Unlock()
	head := board.CaptionForm.FindStringSubmatch(strings.Split(text, "\n")[0])
	if head == nil {
		if len(cards) > 0 {
			r.fail(r.now.Hand, "a private message with cards that is no panel:\n%s", text)
		}
		return
	}
	b, _, _ := board.Read(m) // a panel starts like a board
	h := r.hand(b.Hand)
	if own := ownForm.FindStringSubmatch(text); own != nil {
		r.seeOwn(b.Hand, h, p, strings.Fields(own[1]))
	}
	for _, card := range cards {
		if !slices.Contains(h.holes[p.ID()], card) && !slices.Contains(h.board, card) && !strings.Contains(lineOf(text, "Board: "), card) {
			r.fail(b.Hand, "the panel of %s has %s:\n%s", p.Name(), card, text)
		}
	}
	r.checkHidden(b.Hand, h, board.Everything(m), p.ID())
}

func lineOf(text, begins string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, begins) {
			return line
		}
	}
	return ""
}

// seeOwn stores a person's cards. They stay the same while the hand lasts, whatever happens to the process.
func (r *observer) seeOwn(hand int, h *handSeen, p *discordtest.Person, cards []string) {
	if was := h.holes[p.ID()]; was != nil && !slices.Equal(was, cards) {
		r.fail(hand, "%s had %v and has %v", p.Name(), was, cards)
	}
	h.holes[p.ID()] = cards
}

// CheckDeals checks at the end that no card was dealt twice in a hand.
func (r *observer) CheckDeals() {
	r.mu.Lock()
	defer r.mu.Unlock()
	holes := 0
	for n, h := range r.hands {
		seen := map[string]string{}
		see := func(card, whose string) {
			if was, twice := seen[card]; twice && was != whose {
				r.fail(n, "%s is with %s and with %s", card, was, whose)
			}
			seen[card] = whose
		}
		for person, cards := range h.holes {
			holes++
			for _, card := range cards {
				see(card, person)
			}
		}
		for _, card := range h.board {
			see(card, "the board")
		}
		for card, whose := range h.public {
			if whose != "someone who is gone" {
				see(card, whose)
			}
		}
	}
	r.T.Logf("%s: %d hands seen, %d of them with known cards", r.Name, len(r.hands), holes)
}

// seeChips compares the chips of two successive public versions. Within a hand their sum stays the same, apart from the
// buy-ins of people who are not in it.
func (r *observer) seeChips(was, is board.Board) {
	if was.Hand != is.Hand || !was.Running() || was.Phase == "Void" || is.Phase == "Void" || !was.SameSeats(is) {
		return
	}
	gap := is.Total() - was.Total()
	if is.Phase == "Result" {
		gap = 0
		for _, p := range is.Seats {
			gap += p.Stack
		}
		gap -= was.Total()
	}
	if gap == 0 {
		return
	}
	for _, p := range is.Seats {
		q, _ := was.Of(p.Person)
		if more := p.Stack - q.Stack; more > 0 && more <= r.brought[p.Person] && !q.Dealt() {
			gap -= more
		}
	}
	if gap != 0 {
		r.fail(is.Hand, "%d chips came from nowhere:\n%s\n\n%s", gap, was.Text, is.Text)
	}
}
