package phh

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/card"
)

// unknown is a card that the hand does not name.
const unknown = "??"

// dealing has the cards of a hand as its actions name them, two characters each.
type dealing struct {
	hole               int                           // cards dealt to each player
	dealt, gave, drawn [engine.MaxSeats + 1][]string // the last is of players that there are not
	held               [engine.MaxSeats][]string     // at the end, as far as the file tells it besides
	board              []string
	served             []int // the recipients of the cards after the first ones; board for the board
}

// board stands for a player where a card is dealt to the board.
const board = -1

// dealing reads the cards of the actions. Hands that are not shown are completed by those given, if there are any.
func (h *Hand) dealing(hole int, held *[engine.MaxSeats][]string) (d dealing) {
	d.hole, d.held = hole, *held
	for k, text := range h.Held {
		if d.held[k] == nil {
			d.held[k] = cards(text)
		}
	}
	for _, a := range h.Actions {
		f := words(a)
		if len(f) < 3 {
			continue
		}
		switch last := cards(f[len(f)-1]); f[1] {
		case "dh":
			d.hand(h.player(f[2]), last)
		case "db":
			d.board = append(d.board, last...)
			d.serve(board, len(last))
		case "sd":
			d.gave[h.player(f[0])] = last
		case "sm":
			if k := h.player(f[0]); k < len(d.held) && held[k] == nil && len(last) > 0 {
				d.held[k] = last
			}
		}
	}
	for k := range d.held {
		d.complete(k)
	}
	return d
}

// hand deals cards to a player: the first ones, or those for cards given away.
func (d *dealing) hand(k int, text []string) {
	if d.dealt[k] == nil {
		d.dealt[k] = text
		return
	}
	d.drawn[k] = append(d.drawn[k], text...)
	d.serve(k, len(text))
}

func (d *dealing) serve(k, n int) {
	for range n {
		d.served = append(d.served, k)
	}
}

// complete puts what player k held at the end in the place of cards that are not known. Where nothing is known of a draw,
// the cards given away are the last ones.
func (d *dealing) complete(k int) {
	n := len(d.gave[k])
	known := slices.ContainsFunc(d.dealt[k], func(c string) bool { return c != unknown })
	switch {
	case len(d.held[k]) != d.hole || len(d.dealt[k]) != d.hole || n > d.hole:
	case n == 0:
		d.dealt[k] = merge(d.dealt[k], d.held[k])
	case !known && n == len(d.drawn[k]):
		d.dealt[k] = append(slices.Clone(d.held[k][:d.hole-n]), slices.Repeat([]string{unknown}, n)...)
		d.drawn[k] = slices.Clone(d.held[k][d.hole-n:])
	}
}

// merge returns some cards of a hand with the others put where they are not known.
func merge(some, all []string) []string {
	others := slices.DeleteFunc(slices.Clone(all), func(c string) bool { return c == unknown || slices.Contains(some, c) })
	out := slices.Clone(some)
	for i, c := range out {
		if c == unknown && len(others) > 0 {
			out[i], others = others[0], others[1:]
		}
	}
	return out
}

// final returns the cards that player k held at the end.
func (d *dealing) final(k int) []string {
	n := len(d.gave[k])
	switch {
	case n == 0:
		return d.dealt[k]
	case slices.Contains(d.gave[k], unknown):
		return append(slices.Clone(d.dealt[k][:max(0, len(d.dealt[k])-n)]), d.drawn[k]...)
	}
	kept := slices.DeleteFunc(slices.Clone(d.dealt[k]), func(c string) bool { return slices.Contains(d.gave[k], c) })
	return append(kept, d.drawn[k]...)
}

// deck returns the cards in the order in which the engine deals them to n players. Those that are not known, and those that are
// not dealt, are the rest.
func (d *dealing) deck(n int) (deck card.Deck, err error) {
	used := map[card.Card]bool{}
	put := func(at int, text string) {
		if text == unknown {
			return
		}
		c, parseErr := card.Parse(text)
		if used[c] || parseErr != nil || at >= len(deck) || deck[at] != card.None {
			err = cmp.Or(err, parseErr, fmt.Errorf("card %s is dealt twice, or more than 52 cards are dealt", text))
			return
		}
		used[c], deck[at] = true, c
	}
	for k, hand := range d.dealt {
		switch {
		case len(hand) > 0 && k >= n:
			return deck, fmt.Errorf("cards %s are dealt to a player who does not exist", strings.Join(hand, ""))
		case len(hand) > d.hole:
			return deck, fmt.Errorf("p%d is dealt %d cards", k+1, len(hand))
		case len(d.gave[k]) > d.hole:
			return deck, fmt.Errorf("p%d draws %d cards, and has %d", k+1, len(d.gave[k]), d.hole)
		}
		for i, text := range hand {
			put(i*n+k, text)
		}
	}
	common, drawn := d.board, d.drawn
	for i, k := range d.served {
		from := &common
		if k != board {
			from = &drawn[k]
		}
		put(d.hole*n+i, (*from)[0])
		*from = (*from)[1:]
	}
	for _, c := range rest(used) {
		if at := slices.Index(deck[:], card.None); at >= 0 {
			deck[at] = c
		}
	}
	return deck, err
}

// rest returns the cards that are not used, in order.
func rest(used map[card.Card]bool) []card.Card {
	all := card.Ordered()
	return slices.DeleteFunc(all[:], func(c card.Card) bool { return used[c] })
}

// cards returns the cards of a text like AhKs, two characters each; none where it is a dash.
func cards(text string) (out []string) {
	for ; len(text) >= 2; text = text[2:] {
		out = append(out, text[:2])
	}
	return out
}

// words returns the words of an action without its commentary.
func words(action string) []string {
	action, _, _ = strings.Cut(action, "#")
	return strings.Fields(action)
}

// player returns the place of a player, from 0, or a place without a player if the text names none.
func (h *Hand) player(text string) int {
	k, err := strconv.Atoi(strings.TrimPrefix(text, "p"))
	if err != nil || k < 1 || k > len(h.Stacks) {
		return engine.MaxSeats
	}
	return k - 1
}
