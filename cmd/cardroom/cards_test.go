package main_test

import (
	"regexp"
	"slices"
	"strings"

	"cardroom/bot/discordtest"
)

// seeCards keeps and compares the cards of a public version: the board only grows, what is shown was shown rightly, and
// nothing else has the look of a card.
func (r *room) seeCards(b board, m discordtest.Message) {
	h := r.hand(b.hand)
	if n := min(len(h.board), len(b.cards)); !slices.Equal(h.board[:n], b.cards[:n]) {
		r.fail(b.hand, "the board was %v and is %v", h.board, b.cards)
	}
	if len(b.cards) > len(h.board) {
		h.board = b.cards
	}
	if b.phase == "Void" {
		return // opened to everyone (R65)
	}
	contested := 0
	for _, p := range b.seats {
		if b.running() || b.phase == "Result" {
			h.folded[p.person] = h.folded[p.person] || p.is("folded")
		}
		if len(p.cards) > 0 || p.is("mucked") {
			contested++
		}
	}
	for _, p := range b.seats {
		if len(p.cards) > 0 {
			r.seeShown(b, h, p, contested)
		}
	}
	for _, card := range b.shownOff {
		h.public[card] = "someone who is gone"
	}
	known := slices.Concat(b.cards, b.shownOff)
	for _, p := range b.seats {
		known = append(known, p.cards...)
	}
	for _, card := range cardForm.FindAllString(everything(m), -1) {
		if !slices.Contains(known, card) {
			r.fail(b.hand, "the card %s where no card belongs:\n%s", card, everything(m))
		}
	}
	r.checkHidden(b.hand, h, everything(m), "")
}

// seeShown looks at a hand that was tabled: only at a showdown or when nobody can bet any more, and never a folded one.
func (r *room) seeShown(b board, h *handSeen, p place, contested int) {
	switch {
	case b.actor >= 0:
		r.fail(b.hand, "cards are shown while someone is to act:\n%s", b.text)
	case h.folded[p.person]:
		r.fail(b.hand, "folded cards are shown:\n%s", b.text)
	case contested < 2 && len(b.shownOff) == 0 && !strings.Contains(b.text, " with "):
		r.fail(b.hand, "cards are shown that nobody contested:\n%s", b.text)
	}
	if own := h.holes[p.person]; own != nil && !slices.Equal(own, p.cards) {
		r.fail(b.hand, "shows %v, and the panel said %v", p.cards, own)
	}
	for _, card := range p.cards {
		h.public[card] = p.person
	}
}

// everything is all of a message that a client gets to see or could look up.
func everything(m discordtest.Message) string {
	words := []string{said(m.Text()), m.Nonce}
	for _, b := range m.Buttons() {
		words = append(words, b.Label, b.CustomID)
	}
	for _, a := range m.Attachments {
		words = append(words, a.Filename, a.Description)
	}
	return strings.Join(words, "\n")
}

// otherForms are ways to write a card that no text here has: a hole card must not hide in one.
func otherForms(card string) []string {
	rank, suit := card[:len(card)-len("♠")], card[len(card)-len("♠"):]
	letter := map[string]string{"♠": "s", "♥": "h", "♦": "d", "♣": "c"}[suit]
	name := map[string]string{"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}[suit]
	forms := []string{card, rank + letter, "of_" + name}
	if rank == "10" {
		forms = append(forms, "T"+letter, "T"+suit)
	}
	return forms
}

// checkHidden looks for cards that only their owner may see. Of the reader's own there is nothing to say.
func (r *room) checkHidden(hand int, h *handSeen, text, reader string) {
	for person, cards := range h.holes {
		for _, card := range cards {
			if person == reader || h.public[card] != "" {
				continue
			}
			for _, form := range otherForms(card) {
				if regexp.MustCompile(`(^|[^0-9A-Za-z])` + form + `($|[^0-9A-Za-z])`).MatchString(text) {
					r.fail(hand, "%s, a card of <@%s>, is to be seen by %q:\n%s", card, person, reader, text)
				}
			}
		}
	}
}

var ownForm = regexp.MustCompile(`Your cards: ((?:10|[2-9JQKA])[♠♥♦♣] (?:10|[2-9JQKA])[♠♥♦♣])`)

// private takes in a version of a message that one person sees.
func (r *room) private(p *discordtest.Person, m discordtest.Message) {
	if m.For != p.ID() {
		r.t.Errorf("seed %d, %s: a message for %s is shown to %s", r.seed, r.name, m.For, p.ID())
	}
	text := said(m.Text())
	cards := cardForm.FindAllString(text, -1)
	r.mu.Lock()
	defer r.mu.Unlock()
	head := headForm.FindStringSubmatch(strings.Split(text, "\n")[0])
	if head == nil {
		if len(cards) > 0 {
			r.fail(r.now.hand, "a private message with cards that is no panel:\n%s", text)
		}
		return
	}
	b, _, _ := readBoard(m) // a panel begins as a board does
	h := r.hand(b.hand)
	if own := ownForm.FindStringSubmatch(text); own != nil {
		r.seeOwn(b.hand, h, p, strings.Fields(own[1]))
	}
	for _, card := range cards {
		if !slices.Contains(h.holes[p.ID()], card) && !slices.Contains(h.board, card) && !strings.Contains(lineOf(text, "Board: "), card) {
			r.fail(b.hand, "the panel of %s has %s:\n%s", p.Name(), card, text)
		}
	}
	r.checkHidden(b.hand, h, everything(m), p.ID())
}

func lineOf(text, begins string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, begins) {
			return line
		}
	}
	return ""
}

// seeOwn keeps a person's cards; they stay what they are as long as the hand lasts, whatever happens to the process.
func (r *room) seeOwn(hand int, h *handSeen, p *discordtest.Person, cards []string) {
	if was := h.holes[p.ID()]; was != nil && !slices.Equal(was, cards) {
		r.fail(hand, "%s had %v and has %v", p.Name(), was, cards)
	}
	h.holes[p.ID()] = cards
}

// checkDeals is for the end: no card twice in a hand.
func (r *room) checkDeals() {
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
	r.t.Logf("%s: %d hands seen, %d of them with known cards", r.name, len(r.hands), holes)
}
