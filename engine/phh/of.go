package phh

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/engine"
	"cardroom/engine/card"
)

// The errors of [Of].
var (
	ErrVoid    = errors.New("phh: the hand is void (R65): it was not played")
	ErrNotOver = errors.New("phh: the hand is not over, or its events are not all there")
)

// Of returns a hand that was played at a table. v is the table at the end of the hand. Events are the events of the hand, up
// to the players who left with its end. The hand has the cards that the viewer of v may see. Name returns the name of a
// player; with nil, players have no names. The error is ErrVoid or ErrNotOver.
func Of(v engine.View, events []engine.Event, name func(engine.ID) string) (*Hand, error) {
	if v.Voided {
		return nil, ErrVoid
	}
	p := played{view: &v}
	if v.Phase != engine.Idle || !p.read(events) {
		return nil, ErrNotOver
	}
	h := &Hand{ID: v.Hand, SeatCount: v.Rules.Seats, Unit: v.Rules.ChipUnit}
	h.UnitPots = h.Unit > 1 && (v.Rules.Tournament || v.Rules.UnitPots)
	for code, r := range variants {
		if r.Variant == v.Rules.Variant && r.Limit == v.Rules.Limit {
			h.Variant = code
		}
	}
	p.post(h)
	for _, who := range p.players {
		h.Stacks = append(h.Stacks, who.left-who.won+who.paid)
		h.Finish = append(h.Finish, who.left)
		h.Seats = append(h.Seats, who.seat+1)
		if name != nil {
			h.Players = append(h.Players, name(who.id))
		}
	}
	p.deal(h)
	p.act(h)
	p.hold(h)
	return h, nil
}

// played holds a hand as the events and the view have it.
type played struct {
	view    *engine.View
	events  []engine.Event // of the hand, to its end
	players []*player      // clockwise from the left of the button
}

// player is a player who was dealt in. Amounts are chips.
type player struct {
	seat  int
	id    engine.ID
	posts map[engine.Post]int64 // chips that were posted
	paid  int64                 // and not given back
	won   int64
	later int64 // brought while the hand ran, not in play
	left  int64 // at the end
	there bool  // left is known
	drew  int   // cards exchanged
	shown bool  // at the showdown
	cards []card.Card
}

// read reads the events; false where they are not the whole hand.
func (p *played) read(events []engine.Event) bool {
	var seats [engine.MaxSeats]player
	button, over := -1, false
	for _, e := range events {
		switch {
		case e.Hand != p.view.Hand:
			continue
		case !e.Possible():
			return false
		case e.Kind == engine.HandStarted:
			button = e.Seat
		case e.Kind == engine.HandEnded:
			over = true
		case e.Seat >= 0 && over:
			seats[e.Seat].end(e)
		case e.Seat >= 0:
			seats[e.Seat].read(e)
		}
		if !over {
			p.events = append(p.events, e)
		}
	}
	for _, s := range p.view.Seats {
		if who := &seats[s.Seat]; s.InHand {
			who.id, who.left, who.there = s.Player, s.Stack, true
			who.know(s.Cards)
		}
	}
	return button >= 0 && over && p.lineUp(&seats, button)
}

// lineUp puts the players in their order; false where it is not known what one of them has left.
func (p *played) lineUp(seats *[engine.MaxSeats]player, button int) bool {
	for k := range engine.MaxSeats {
		who := &seats[(button+1+k)%engine.MaxSeats]
		who.seat = (button + 1 + k) % engine.MaxSeats
		switch {
		case who.id == 0:
			continue
		case !who.there:
			return false
		}
		p.players = append(p.players, who)
	}
	return len(p.players) > 1
}

// read notes the data of an event about a player.
func (who *player) read(e engine.Event) {
	switch e.Kind {
	case engine.Posted:
		if who.posts == nil {
			who.posts = map[engine.Post]int64{}
		}
		who.posts[e.Post] += e.Amount
		who.paid += e.Amount
	case engine.Acted:
		who.paid += e.Amount
	case engine.Uncalled:
		who.paid -= e.Amount
	case engine.Won:
		who.won += e.Amount
	case engine.ToppedUp:
		who.later += e.Amount
		return
	case engine.Drew:
		who.drew = e.Count
	case engine.Shown:
		who.shown, who.cards = true, e.Faces()
	case engine.Mucked:
	default:
		return
	}
	who.id = e.Player
}

// end notes the chips of a player who left with the hand, and the cards that they showed after it (R40).
func (who *player) end(e engine.Event) {
	switch {
	case e.Player != who.id:
	case e.Kind == engine.Shown:
		who.know(e.Faces())
	case e.Kind == engine.StoodUp && !who.there:
		who.left, who.there = e.Amount-who.later, true
	}
}

// know notes cards that the viewer may see, unless more of them are known.
func (who *player) know(cards []card.Card) {
	if len(cards) >= len(who.cards) {
		who.cards = cards
	}
}

// deal deals the hole cards. The first cards of players who exchanged some are not known.
func (p *played) deal(h *Hand) {
	n := p.view.Rules.Variant.HoleCards()
	for k, who := range p.players {
		held := who.cards
		if who.drew > 0 {
			held = nil
		}
		h.Actions = append(h.Actions, fmt.Sprintf("d dh p%d %s", k+1, textOf(held, n)))
	}
}

// hold writes the cards at the end of players who exchanged cards and did not show them.
func (p *played) hold(h *Hand) {
	held, some := make([]string, len(p.players)), false
	for k, who := range p.players {
		if who.drew > 0 && !who.shown && len(who.cards) > 0 {
			held[k], some = textOf(who.cards, p.view.Rules.Variant.HoleCards()), true
		}
	}
	if some {
		h.Held = held
	}
}

// textOf returns n cards, those after the given ones not known.
func textOf(cards []card.Card, n int) string {
	var b strings.Builder
	for _, c := range cards {
		b.WriteString(text(c))
	}
	return b.String() + strings.Repeat(unknown, max(0, n-len(cards)))
}

// act writes what happened, in the order of the events. The new cards of a draw come when all players have drawn.
func (p *played) act(h *Hand) {
	var draws []string
	for _, e := range p.events {
		if e.Kind == engine.Drew {
			h.Actions = append(h.Actions, strings.TrimSpace(p.player(e)+" sd "+strings.Repeat(unknown, e.Count)))
			if e.Count > 0 {
				draws = append(draws, "d dh "+p.player(e)+" "+strings.Repeat(unknown, e.Count))
			}
			continue
		}
		if a := p.action(e); a != "" {
			h.Actions, draws = append(append(h.Actions, draws...), a), nil
		}
		if e.Kind == engine.RunsAgreed && e.Count > 1 {
			h.Runs = e.Count
		}
	}
	h.Actions = append(h.Actions, draws...)
}

// action returns an event as an action of the format; "" where it is none.
func (p *played) action(e engine.Event) string {
	switch {
	case e.Kind == engine.BoardDealt:
		return "d db " + textOf(e.Faces(), 0)
	case e.Kind == engine.Shown:
		return p.player(e) + " sm " + textOf(e.Cards[:p.view.Rules.Variant.HoleCards()], 0)
	case e.Kind == engine.Mucked:
		return p.player(e) + " sm"
	case e.Kind != engine.Acted:
		return ""
	case e.Action == engine.Fold:
		return p.player(e) + " f"
	case e.Action == engine.Raise:
		return fmt.Sprintf("%s cbr %d", p.player(e), e.To)
	}
	return p.player(e) + " cc"
}

// player returns the player of an event, p1 the first left of the button.
func (p *played) player(e engine.Event) string {
	k := slices.IndexFunc(p.players, func(who *player) bool { return who.seat == e.Seat })
	return fmt.Sprintf("p%d", k+1)
}
