package engine

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"cardroom/engine/card"
	"cardroom/engine/sidepot"
)

const (
	worlds = 60
	steps  = 600
)

// everyWorld runs a law in many random worlds.
func everyWorld(t *testing.T, law func(t *testing.T, w *world, steps int)) {
	t.Helper()
	n := worlds
	if testing.Short() {
		n /= 10
	}
	for seed := range uint64(n) {
		law(t, newWorld(t, seed), steps)
		if seed%4 == 0 {
			law(t, newTournament(t, seed), steps)
		}
	}
}

// everySeed lets the fuzzer choose the world.
func everySeed(f *testing.F, law func(t *testing.T, w *world, steps int)) {
	f.Add(uint64(1), uint16(200))
	f.Add(uint64(1), uint16(50_200))
	f.Fuzz(func(t *testing.T, seed uint64, steps uint16) {
		if steps >= 50_000 {
			law(t, newTournament(t, seed), int(steps%800))
			return
		}
		law(t, newWorld(t, seed), int(steps%800))
	})
}

func TestNoChipIsMadeOrLost(t *testing.T)        { everyWorld(t, chipsAreConserved) } // R9
func FuzzNoChipIsMadeOrLost(f *testing.F)        { everySeed(f, chipsAreConserved) }
func TestOfferedAndOnlyOffered(t *testing.T)     { everyWorld(t, onlyTheOfferedIsAccepted) }
func FuzzOfferedAndOnlyOffered(f *testing.F)     { everySeed(f, onlyTheOfferedIsAccepted) }
func TestAHandAlwaysEnds(t *testing.T)           { everyWorld(t, aHandEnds) }
func FuzzAHandAlwaysEnds(f *testing.F)           { everySeed(f, aHandEnds) }
func TestReplayGivesTheEqualTable(t *testing.T)  { everyWorld(t, replayIsEqual) }
func FuzzReplayGivesTheEqualTable(f *testing.F)  { everySeed(f, replayIsEqual) }
func TestRestoreGivesTheEqualTable(t *testing.T) { everyWorld(t, restoreIsEqual) }
func FuzzRestoreGivesTheEqualTable(f *testing.F) { everySeed(f, restoreIsEqual) }
func TestHiddenCardsChangeNothing(t *testing.T)  { everyWorld(t, hiddenCardsChangeNothing) }
func FuzzHiddenCardsChangeNothing(f *testing.F)  { everySeed(f, hiddenCardsChangeNothing) }
func TestBlindsMove(t *testing.T)                { everyWorld(t, blindsMove) } // R10, R11
func FuzzBlindsMove(f *testing.F)                { everySeed(f, blindsMove) }
func TestPotsChipByChip(t *testing.T)            { everyWorld(t, potsAreRight) } // R33
func FuzzPotsChipByChip(f *testing.F)            { everySeed(f, potsAreRight) }

// The worlds must be worth it: hands get to every street, to showdowns, side pots, voids and closings.
func TestWorldsSeeEverything(t *testing.T) {
	seen := map[Kind]int{}
	sides, hands := 0, int64(0)
	everyWorld(t, func(t *testing.T, w *world, steps int) {
		w.live(t, steps, func(Command) error {
			for _, e := range w.out {
				seen[e.Kind]++
				sides += min(e.Pot, 1)
			}
			return nil
		})
		hands += w.table.g.Hand
	})
	for k := SatDown; k <= lastKind; k++ {
		if seen[k] == 0 && !testing.Short() {
			t.Errorf("kind %d never happened", k)
		}
	}
	t.Logf("%d hands, %d side pots won, %v", hands, sides, seen)
	if hands < 100 || sides < 10 {
		t.Errorf("only %d hands and %d side pots", hands, sides)
	}
}

func chipsAreConserved(t *testing.T, w *world, steps int) { w.live(t, steps, nil) }

func onlyTheOfferedIsAccepted(t *testing.T, w *world, steps int) {
	w.live(t, steps, func(Command) error {
		acts := offered(&w.table, w.now)
		if w.table.g.ToAct == none {
			acts = nil
		}
		for _, a := range acts {
			if _, _, err := w.table.Apply(a, nil); err != nil {
				return fmt.Errorf("%+v was offered: %w", a, err)
			}
		}
		if w.IntN(5) > 0 {
			return nil
		}
		if err := w.asides(); err != nil {
			return err
		}
		for _, a := range w.notOffered() {
			next, out, err := w.table.Apply(a, nil)
			if err == nil {
				return fmt.Errorf("%+v was not offered and was accepted", a)
			}
			if next != w.table || len(out) > 0 {
				return fmt.Errorf("%+v was refused and changed something", a)
			}
			if r := (Refusal{}); a.Action >= Fold && a.Action <= Raise && !errors.As(err, &r) {
				return fmt.Errorf("%+v: %w is no refusal", a, err)
			}
		}
		return nil
	})
}

// notOffered returns many acts that the table must refuse: other people, other turns, other amounts.
func (w *world) notOffered() (acts []Act) {
	v := w.table.View(0)
	actor := ID(0)
	for _, s := range v.Seats {
		if s.Seat == v.ToAct {
			actor = s.Player
		}
	}
	for _, a := range []Action{Fold, Check, Call, Raise, 0, 5} {
		for id := ID(0); id <= people+1; id++ {
			if id != actor {
				acts = append(acts, Act{id, v.Turn, a, max(v.Legal.Min, 1), w.now})
			}
		}
		for _, turn := range []Turn{{v.Hand, v.Turn.Action - 1}, {v.Hand, v.Turn.Action + 1}, {v.Hand - 1, v.Turn.Action}, {}} {
			if turn != v.Turn {
				acts = append(acts, Act{actor, turn, a, v.Legal.Min, w.now})
			}
		}
	}
	if actor == 0 {
		return acts
	}
	if v.Phase != Betting {
		for a := range Raise + 1 {
			acts = append(acts, Act{actor, v.Turn, a, 1, w.now})
		}
		return acts
	}
	wrong := Check
	if v.Legal.Call == 0 {
		wrong = Call
	}
	acts = append(acts, Act{actor, v.Turn, wrong, 0, w.now}, Act{actor, v.Turn, 0, 0, w.now})
	for _, to := range []int64{-1, 0, 1, v.Legal.High, v.Legal.Min - 1, v.Legal.Max + 1, 1 << 62, -1 << 62} {
		if v.Legal.Min == 0 || to < v.Legal.Min || to > v.Legal.Max {
			acts = append(acts, Act{actor, v.Turn, Raise, to, w.now})
		}
	}
	if to := w.table.g.down(v.Legal.Max-1) - 1; to > v.Legal.Min && v.Rules.ChipUnit > 1 {
		acts = append(acts, Act{actor, v.Turn, Raise, to, w.now})
	}
	return acts
}

func aHandEnds(t *testing.T, w *world, steps int) {
	w.live(t, steps, nil)
	silence := w.table
	for i := 0; w.table.g.running(); i++ {
		if i > 4000 {
			t.Fatalf("seed %d: the hand goes on and on", w.seed)
		}
		if err := w.apply(w.awaited()); err != nil {
			t.Fatalf("seed %d: %v", w.seed, err)
		}
	}
	for i := 0; silence.g.running() && silence.Rules().Clock > 0; i++ {
		wait := silence.Pending()
		var c Command = Tick{wait.Due}
		if wait.Need == NeedDeal {
			c = Deal{Deck: card.Shuffled(w.IntN), At: w.now}
		}
		next, _, err := silence.Apply(c, nil)
		if silence = next; i > 200 || err != nil {
			t.Fatalf("seed %d: silence does not end the hand: %v", w.seed, err)
		}
	}
}

// awaited returns the commands that the table awaits, and nothing else.
func (w *world) awaited() Command {
	switch wait := w.table.Pending(); wait.Need {
	case NeedDeal:
		return Deal{Deck: card.Shuffled(w.IntN), At: w.now}
	case NeedAction:
		acts := offered(&w.table, w.now)
		return acts[1+w.IntN(len(acts)-1)]
	default:
		w.now = max(w.now, wait.Due)
		return Tick{w.now}
	}
}

func replayIsEqual(t *testing.T, w *world, steps int) {
	w.live(t, steps, nil)
	again := w.first
	for i, c := range w.log {
		var err error
		if again, _, err = again.Apply(c, nil); err != nil {
			t.Fatalf("seed %d: command %d, %T: %v", w.seed, i, c, err)
		}
	}
	if again != w.table {
		t.Fatalf("seed %d: the same commands gave another table", w.seed)
	}
}

// restoreIsEqual restores the table after every third command: a snapshot and its way back cost as much as thirty commands.
func restoreIsEqual(t *testing.T, w *world, steps int) {
	n := 0
	w.live(t, steps, func(Command) error {
		if n++; n%3 != 0 {
			return nil
		}
		b, err := w.table.Snapshot(mask{})
		if err != nil {
			return err
		}
		back, err := Restore(b, mask{}, w.table.redealt)
		if err != nil {
			return err
		}
		if back != w.table {
			return errors.New("the snapshot gave another table")
		}
		return nil
	})
}

// hiddenCardsChangeNothing permutes, for every viewer, all cards they may not see: what they see stays the same.
func hiddenCardsChangeNothing(t *testing.T, w *world, steps int) {
	dice := rand.New(rand.NewPCG(w.seed, 5))
	w.live(t, steps/3, func(Command) error { // each step costs as much as fifty others
		for viewer := ID(0); viewer <= people; viewer += 3 {
			other := shuffleUnseen(w.table, viewer, dice)
			if err := other.Check(); err != nil {
				return err
			}
			if a, b := w.table.View(viewer), other.View(viewer); !reflect.DeepEqual(a, b) {
				return fmt.Errorf("viewer %d sees what they may not: %+v, %+v", viewer, a, b)
			}
		}
		return nil
	})
}

// shuffleUnseen returns the table with all cards that the viewer may not see in other places.
func shuffleUnseen(t Table, viewer ID, dice *rand.Rand) Table {
	if t.g.Deck == (card.Deck{}) || t.g.Voided {
		return t
	}
	seen := map[card.Card]bool{}
	for run := range int8(MaxRuns) {
		for _, c := range t.g.boardOf(run) {
			seen[c] = true
		}
	}
	for i, s := range t.g.Seats {
		for j, c := range t.g.Hole[i] {
			if s.AllShown || s.Showed>>j&1 == 1 || viewer != 0 && s.Player == viewer {
				seen[c] = true
			}
		}
		if viewer == 0 || s.Player != viewer {
			t.g.Plan[i] = (t.g.Plan[i] + 1) % (PlanCallAny + 1)
			if !t.g.plays(int8(i)) {
				t.g.Plan[i] = 0
			}
		}
	}
	var at []int
	for i, c := range t.g.Deck {
		if !seen[c] {
			at = append(at, i)
		}
	}
	to := slices.Clone(at)
	dice.Shuffle(len(to), func(i, j int) { to[i], to[j] = to[j], to[i] })
	becomes := map[card.Card]card.Card{}
	deck := t.g.Deck
	for k := range at {
		becomes[t.g.Deck[at[k]]] = t.g.Deck[to[k]]
		deck[at[k]] = t.g.Deck[to[k]]
	}
	t.g.Deck = deck
	for i := range t.g.Hole {
		for j, c := range t.g.Hole[i] {
			if new, ok := becomes[c]; ok {
				t.g.Hole[i][j] = new
			}
		}
	}
	return t
}

// blindsMove checks the blinds from hand to hand. No player has the big blind twice in a row. No player in the hand is
// between the small blind and the big one. Two players take turns (R10, R11).
func blindsMove(t *testing.T, w *world, steps int) {
	before, had, held := w.table, ID(0), ID(0) // held is had, also after that player has left
	w.live(t, steps, func(c Command) error {
		last := before.g
		before = w.table
		g := &w.table.g
		if _, ok := c.(Void); ok || slices.ContainsFunc(w.out, func(e Event) bool { return e.Kind == StoodUp && e.Player == had }) {
			had = 0
		}
		if _, ok := c.(Start); !ok || g.Hand == last.Hand {
			return nil
		}
		in := g.where(func(p *seat) bool { return p.InHand })
		again := g.Began != g.way() && g.Seats[g.Big].Player == had
		sameSeat := g.Began != g.way() && g.Big == last.Big && g.Seats[g.Big].Player == held // one who owes it may sit there since
		if had = 0; g.Big != none {
			had = g.Seats[g.Big].Player
		}
		held = had
		switch {
		case again:
			return fmt.Errorf("player %d has the big blind again", had)
		case g.Rules.NoBlinds && g.Big == none && in.Has(g.Button):
			return nil
		case !in.Has(g.Big) || in.Has(g.Button) && g.Button == g.Big:
			return fmt.Errorf("button in seat %d, big blind in seat %d", g.Button, g.Big)
		case sidepot.Between(g.Small, g.Big)&in != 0 && in.Count() > 2:
			return fmt.Errorf("%b plays between the blinds %d and %d", in, g.Small, g.Big)
		case sameSeat:
			return fmt.Errorf("seat %d has the big blind again", g.Big)
		case in.Count() == 2 && g.Small != g.Button:
			return fmt.Errorf("two play, the button is in seat %d, the small blind in %d", g.Button, g.Small)
		case in.Count() > 2 && g.Began != g.way() && (g.Small != last.Big || g.Button != last.Small):
			return fmt.Errorf("button %d and blind %d, after blinds %d and %d", g.Button, g.Small, last.Small, last.Big)
		}
		return nil
	})
}

// potsAreRight compares the pots with those one gets by laying out every chip by itself.
func potsAreRight(t *testing.T, w *world, steps int) {
	w.live(t, steps, func(Command) error {
		if !w.table.g.running() {
			return nil
		}
		pots, n := w.table.g.pots()
		if want := chipByChip(&w.table.g); !slices.Equal(pots[:n], want) {
			return fmt.Errorf("pots are %v, want %v", pots[:n], want)
		}
		return nil
	})
}

// chipByChip asks of every chip, from the lowest of each player's to the highest, who can win it: a player who is in the hand
// and has matched it, or still could. Chips with the same answer are one pot; the dead ones are the first pot's.
func chipByChip(g *game) (pots []pot) {
	highest := int64(0)
	for _, s := range g.Seats {
		highest = max(highest, s.Total)
	}
	put := func(who seats, chips int64) {
		if n := len(pots); n > 0 && (who == 0 || pots[n-1].In == who) {
			pots[n-1].Amount += chips
			return
		}
		pots = append(pots, pot{Amount: chips, In: who})
	}
	can := func(height int64) (who seats) {
		for i, s := range g.Seats {
			if s.InHand && !s.Folded && (s.Total >= height || s.Stack > 0) {
				who |= 1 << i
			}
		}
		return who
	}
	dead := int64(0)
	for _, s := range g.Seats {
		dead += s.Dead
	}
	if dead > 0 {
		smallest := highest
		for _, s := range g.Seats {
			if s.InHand && !s.Folded && s.Stack == 0 {
				smallest = min(smallest, s.Total)
			}
		}
		put(can(min(smallest, 1)), dead)
	}
	for height := int64(1); height <= highest; height++ {
		chips := int64(0)
		for _, s := range g.Seats {
			if s.Total >= height {
				chips++
			}
		}
		put(can(height), chips)
	}
	return pots
}
