package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/internal/golden"
)

// TestBettingSequences counts the sequences of decisions of a length: every fold, check and call, and every raise to the
// least, to the greatest and to the total between them. The counts are those of testdata/perft.txt, and those of a slow
// reading of the rules that shares no line with the engine.
func TestBettingSequences(t *testing.T) {
	t.Parallel()
	const depth = 8
	stacks := []int64{113, 300, 57, 24, 500, 86}
	var got strings.Builder
	for _, limit := range []poker.Limit{poker.NoLimit, poker.PotLimit, poker.FixedLimit} {
		for _, variant := range []poker.Variant{poker.Holdem, poker.FiveCardDraw} {
			for players := 2; players <= len(stacks); players++ {
				deep := depth
				if players > 4 || testing.Short() {
					deep--
				}
				counts := make([]int, deep+1)
				b := reader{variant: variant, limit: limit, stacks: stacks[:players]}
				countSequences(t, perftTable(t, variant, limit, b.stacks), &b, nil, counts)
				fmt.Fprintf(&got, "%-7s %-6s %d players: %v\n", [...]string{"", "no", "pot", "fixed"}[limit],
					[...]string{"", "holdem", "", "draw"}[variant], players, counts[1:])
			}
		}
	}
	if !testing.Short() {
		golden.Equal(t, "perft.txt", []byte(got.String()))
	}
}

func perftTable(t *testing.T, v poker.Variant, l poker.Limit, stacks []int64) Table {
	t.Helper()
	table, err := New(poker.Rules{Variant: v, Limit: l, SmallBlind: 5, BigBlind: 10, MinBuyIn: 1, Seats: 6})
	if err != nil {
		t.Fatal(err)
	}
	for i, chips := range stacks {
		table = must(t, table, Sit{Player: ID(i + 1), Seat: i, Chips: chips})
	}
	return must(t, must(t, table, Start{Lot: uint64(len(stacks) - 1)}), Deal{Deck: card.Ordered(), Message: 1})
}

// countSequences adds the sequences that begin with the moves made to the counts, by length, and sees that the reader has
// the same decision.
func countSequences(t *testing.T, table Table, b *reader, made []move, counts []int) {
	for table.g.Phase == Drawing {
		table = must(t, table, Draw{Player: table.g.Seats[table.g.ToAct].Player, Turn: table.g.turn()})
	}
	want := b.read(made)
	got := decision{player: -1}
	if v := table.View(0); v.Phase == Betting {
		got = decision{v.ToAct, v.Legal.Call, v.Legal.Min, v.Legal.Max}
	}
	if got != want {
		t.Fatalf("limit %d, variant %d, stacks %v, after %v: the engine has %+v, the reader %+v", b.limit, b.variant, b.stacks, made, got, want)
	}
	if got.player < 0 || len(made) == len(counts)-1 {
		return
	}
	for _, m := range want.moves() {
		counts[len(made)+1]++
		act := Act{Player: ID(got.player + 1), Turn: table.g.turn(), Action: Fold, To: m.to}
		switch {
		case m.to > 0:
			act.Action = Raise
		case !m.fold && got.call > 0:
			act.Action = Call
		case !m.fold:
			act.Action = Check
		}
		countSequences(t, must(t, table, act), b, append(slices.Clip(made), m), counts)
	}
}

// move is a fold, a raise to a total, or else a check or call.
type move struct {
	fold bool
	to   int64
}

// decision has the legal actions of a player; player is -1 where there is no decision.
type decision struct {
	player         int
	call, min, max int64
}

func (d decision) moves() []move {
	out := []move{{fold: true}, {}}
	if d.min > 0 {
		sizes := []int64{d.min, (d.min + d.max) / 2, d.max}
		for _, to := range slices.Compact(sizes) {
			out = append(out, move{to: to})
		}
	}
	return out
}

// reader reads a hand from its beginning for every decision, from lists of each player's actions. The last player has the
// button.
type reader struct {
	variant poker.Variant
	limit   poker.Limit
	stacks  []int64
}

// person has the reader's facts about a player.
type person struct {
	left, before, now int64 // chips behind, put in on earlier streets, and on this one
	out               bool
	saw               []int64 // the bets to match when they acted on this street
}

func (p *person) plays() bool { return !p.out && p.left > 0 }

func (p *person) puts(chips int64) {
	chips = min(chips, p.left)
	p.left -= chips
	p.now += chips
}

// read returns the decision after the moves.
func (b *reader) read(moves []move) decision {
	var people []*person
	for _, chips := range b.stacks {
		people = append(people, &person{left: chips})
	}
	n := len(people)
	small, big := 0, 1%n
	if n == 2 {
		small, big = 1, 0
	}
	people[small].puts(5)
	people[big].puts(10)
	streets := 4
	if b.variant == poker.FiveCardDraw {
		streets = 2
	}
	for street := range streets {
		bets := []bet{}
		after := n - 1 // the button
		if street == 0 {
			bets, after = []bet{{10, 10}}, big
		}
		var d decision
		if d, moves = b.street(people, street, streets, after, bets, moves); d.player >= 0 {
			return d
		}
		in := 0
		for _, p := range people {
			p.before, p.now, p.saw = p.before+p.now, 0, nil
			if !p.out {
				in++
			}
		}
		if in < 2 {
			break
		}
	}
	return decision{player: -1}
}

// bet is a bet or raise that counts as a full one.
type bet struct{ to, by int64 }

// street goes round the table with the moves until there are none left or the street is over. Bets are those that count,
// in order.
func (b *reader) street(people []*person, street, streets, after int, bets []bet, moves []move) (decision, []move) {
	n, capped := len(people), false
	high := int64(0)
	if len(bets) > 0 {
		high = bets[0].to
	}
	size := int64(10)
	if b.limit == poker.FixedLimit && street >= streets/2 {
		size = 20
	}
	for turn, idle := after+1, 0; idle < n; turn, idle = turn+1, idle+1 {
		at := turn % n
		p := people[at]
		if !b.decides(people, at, high) {
			continue
		}
		d := b.legal(people, at, high, size, bets, capped)
		if len(moves) == 0 {
			return d, nil
		}
		m := moves[0]
		moves, idle = moves[1:], -1
		switch {
		case m.fold:
			p.out = true
		case m.to > 0:
			able := 0
			for _, q := range people {
				if q.plays() {
					able++
				}
			}
			if b.counts(m.to, high, size, bets) {
				bets = append(bets, bet{m.to, m.to - high})
				most := 4
				if b.variant == poker.FiveCardDraw {
					most = 5
				}
				capped = b.limit == poker.FixedLimit && len(bets) >= most && able >= 3
			}
			high = m.to
			p.puts(m.to - p.now)
		default:
			p.puts(high - p.now)
		}
		p.saw = append(p.saw, high)
	}
	return decision{player: -1}, moves
}

// counts reports whether a raise counts as a full one: as large as the one before it, or half a bet where bets have a size.
func (b *reader) counts(to, high, size int64, bets []bet) bool {
	if b.limit == poker.FixedLimit {
		last := int64(0)
		if len(bets) > 0 {
			last = bets[len(bets)-1].to
		}
		return (to-last)*2 >= size
	}
	return to-high >= largest(size, bets)
}

// largest returns the largest full raise of the street.
func largest(size int64, bets []bet) int64 {
	for _, b := range bets {
		size = max(size, b.by)
	}
	return size
}

// decides reports whether a player is still to do something on the street.
func (b *reader) decides(people []*person, at int, high int64) bool {
	p := people[at]
	if !p.plays() || len(p.saw) > 0 && p.now == high {
		return false
	}
	for i, q := range people {
		if i == at || q.out {
			continue
		}
		if p.now < high && (q.left > 0 || q.now > p.now) || p.now == high && q.left > 0 && q.now+q.left > high {
			return true
		}
	}
	return false
}

func (b *reader) legal(people []*person, at int, high, size int64, bets []bet, capped bool) decision {
	p := people[at]
	d := decision{player: at, call: min(high-p.now, p.left)}
	all := p.now + p.left
	if all <= high || capped {
		return d
	}
	another, pot := false, int64(0)
	for i, q := range people {
		pot += q.before + q.now
		another = another || i != at && q.plays() && q.now+q.left > high
	}
	raise := largest(size, bets)
	if b.limit == poker.FixedLimit {
		raise = size / 2
	}
	if k := len(p.saw); !another || k > 0 && high-p.saw[k-1] < raise {
		return d
	}
	switch b.limit {
	case poker.NoLimit:
		d.min, d.max = high+raise, all
	case poker.PotLimit:
		d.min, d.max = high+raise, high+(pot+high-p.now)
	case poker.FixedLimit:
		last := int64(0)
		if len(bets) > 0 {
			last = bets[len(bets)-1].to
		}
		d.min, d.max = last+size, last+size
	}
	d.max = min(d.max, all)
	d.min = min(d.min, d.max)
	return d
}
