package pokerstars

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/engine/rank"
)

// showdown writes the hands shown and the chips won.
func (h *hand) showdown() {
	first := slices.IndexFunc(h.events, func(e engine.Event) bool { return e.Kind == engine.Won || e.Kind.EndsHand() })
	if first < 1 {
		return
	}
	before, after := h.events[:first], h.events[first:]
	winner := after[0]
	if winner.Kind != engine.Won { // all chips went back, just before
		winner = before[first-1]
	}
	contested := slices.ContainsFunc(before, isShown)
	for run := range max(1, len(h.boards)) {
		if contested {
			h.line("*** %sSHOW DOWN ***", h.which(run))
			h.shows(before, run)
		}
		for _, e := range after {
			if e.Kind == engine.Won && e.Run == run && e.Amount > 0 { // a pot of fewer chips than boards leaves one without
				h.line("%s collected %d from %s", h.seats[e.Seat].name, e.Amount, h.pot(e.Pot))
			}
		}
	}
	if p := h.seats[winner.Seat]; p != nil && !contested && !slices.ContainsFunc(after, isShown) {
		h.line("%s: doesn't show hand", p.name)
	}
	h.shows(after, 0)
}

func isShown(e engine.Event) bool { return e.Kind == engine.Shown }

// which names one of several boards.
func (h *hand) which(run int) string {
	if len(h.boards) < 2 {
		return ""
	}
	return ordinals[run]
}

// shows writes the hands shown or mucked in some events, with their rank on a board.
func (h *hand) shows(events []engine.Event, run int) {
	for _, e := range events {
		switch {
		case e.Kind == engine.Mucked && run == 0:
			h.line("%s: mucks hand", h.seats[e.Seat].name)
		case e.Kind == engine.Shown:
			held, worth := e.Faces(), ""
			if len(held) == h.rules.Variant.HoleCards() {
				worth = " (" + h.worth(held, run) + ")"
			}
			h.line("%s: shows %s%s", h.seats[e.Seat].name, cards(held), worth)
		}
	}
}

// pot names a pot; pots are numbered as in the events.
func (h *hand) pot(n int) string {
	last := 0
	for _, e := range h.events {
		last = max(last, e.Pot)
	}
	switch {
	case last == 0:
		return "pot"
	case n == 0:
		return "main pot"
	case last == 1:
		return "side pot"
	}
	return fmt.Sprintf("side pot-%d", n)
}

// summary writes the hand in short.
func (h *hand) summary() {
	h.line("*** SUMMARY ***")
	total, parts := int64(0), map[int]int64{}
	for _, e := range h.events {
		if e.Kind == engine.Won {
			total += e.Amount
			parts[e.Pot] += e.Amount
		}
	}
	pots := ""
	for n := 0; len(parts) > 1 && n < engine.MaxSeats; n++ {
		if name := h.pot(n); parts[n] > 0 {
			pots += fmt.Sprintf(" %s%s %d.", strings.ToUpper(name[:1]), name[1:], parts[n])
		}
	}
	h.line("Total pot %d%s | Rake 0", total, pots)
	if len(h.boards) > 1 {
		h.line("Hand was run %s", []string{"twice", "three times"}[len(h.boards)-2])
	}
	for run, board := range h.boards {
		h.line("%sBoard %s", h.which(run), cards(board))
	}
	for _, s := range h.last.Seats {
		p, place := h.seats[s.Seat], ""
		for _, is := range []struct {
			so   bool
			name string
		}{{s.Seat == h.first.Button, "button"}, {p.small, "small blind"}, {p.big, "big blind"}} {
			if is.so {
				place += " (" + is.name + ")"
			}
		}
		h.line("Seat %d: %s%s %s", s.Seat+1, p.name, place, h.fate(s))
	}
}

// fate returns how the hand ended for a player.
func (h *hand) fate(s engine.SeatView) string {
	p := h.seats[s.Seat]
	switch {
	case p.folded >= 0:
		return h.fold(p)
	case s.Mucked && s.Won == 0 && !s.AllShown:
		if len(s.Cards) == 0 {
			return "mucked"
		}
		return "mucked " + cards(s.Cards)
	case !s.AllShown:
		return fmt.Sprintf("collected (%d)", s.Won)
	}
	var ends []string
	for run := range max(1, len(h.boards)) {
		wins, won := false, int64(0)
		for _, e := range h.events {
			if e.Kind == engine.Won && e.Seat == s.Seat && e.Run == run {
				wins, won = true, won+e.Amount
			}
		}
		worth := h.worth(s.Shown, run)
		if wins {
			ends = append(ends, fmt.Sprintf("won (%d) with %s", won, worth))
		} else {
			ends = append(ends, "lost with "+worth)
		}
	}
	return "showed " + cards(s.Shown) + " and " + strings.Join(ends, ", and ")
}

// fold returns on which street a player folded.
func (h *hand) fold(p *player) string {
	draw := h.rules.Variant == poker.FiveCardDraw
	text := ""
	switch {
	case p.folded == 0 && draw:
		text = "folded before the Draw"
	case p.folded == 0:
		text = "folded before Flop"
	case draw:
		return "folded after the Draw"
	default:
		return "folded on the " + []string{"Flop", "Turn", "River"}[min(p.folded, 3)-1]
	}
	if !p.bet {
		text += " (didn't bet)"
	}
	return text
}

var ones = [13]string{"Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"}

// many returns a rank in the plural.
func many(rank int) string {
	if ones[rank] == "Six" {
		return "Sixes"
	}
	return ones[rank] + "s"
}

// worth returns the rank of a hand on a board, in words.
func (h *hand) worth(held []card.Card, run int) string {
	var board []card.Card
	if run < len(h.boards) {
		board = h.boards[run]
	}
	made := h.rules.Variant.Best(held, board).Rank
	r := made.Ranks()
	switch made.Category() {
	case rank.HighCard:
		return "high card " + ones[r[0]]
	case rank.Pair:
		return "a pair of " + many(r[0])
	case rank.TwoPairs:
		return "two pair, " + many(r[0]) + " and " + many(r[2])
	case rank.Trips:
		return "three of a kind, " + many(r[0])
	case rank.Straight:
		return "a straight, " + span(r)
	case rank.Flush:
		return "a flush, " + ones[r[0]] + " high"
	case rank.FullHouse:
		return "a full house, " + many(r[0]) + " full of " + many(r[3])
	case rank.Quads:
		return "four of a kind, " + many(r[0])
	case rank.StraightFlush:
		return "a straight flush, " + span(r)
	}
	return "a Royal Flush"
}

// span returns a straight from its lowest card to its highest.
func span(ranks [5]int) string { return ones[ranks[4]] + " to " + ones[ranks[0]] }
