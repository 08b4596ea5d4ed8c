package tables

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/enginetest"
	"cardroom/engine/poker"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
)

var sitAndGos = flag.Int("sitngos", 500, "how many tournaments TestSitAndGosEnd plays")

// sitAndGo is a tournament of one table whose players decide at random.
type sitAndGo struct {
	testing.TB
	*rand.Rand
	seed     uint64
	o        setup.Options
	t        tournament.Tournament
	table    engine.Table
	deck     card.Deck
	now      engine.Moment
	log      []tournament.Event
	out      []engine.Event
	hands    int
	put      [engine.MaxSeats]int64 // in the middle in this hand, without antes
	heads    int                    // taken in a knockout
	raced    int                    // stacks that a colour-up changed
	timeouts bool                   // some decisions are made by the clock
	restarts bool                   // director and table are read back after each step
	order    [][]int                // the groups that went out, the first one first, by a slow reading of T56 and T59
	paid     map[int]int            // by entry
}

func newSitAndGo(tb testing.TB, seed uint64, entries int, change ...func(*setup.Options)) *sitAndGo {
	g := &sitAndGo{TB: tb, Rand: rand.New(rand.NewPCG(seed, 30)), seed: seed, now: 1_800_000_000_000, paid: map[int]int{}}
	g.o = setup.DefaultOptions("turbo")
	g.o.Seats, g.o.Max, g.o.Price = max(2, entries), entries, 100
	for _, f := range change {
		f(&g.o)
	}
	var err error
	if g.t, g.log, err = tournament.New(g.o, g.now); err != nil {
		tb.Fatal(err)
	}
	if g.table, err = engine.New(Rules(&g.o, 0)); err != nil {
		tb.Fatal(err)
	}
	for i := range entries {
		g.direct(tournament.Register{At: tournament.At(g.now), Person: engine.ID(100 + i)})
	}
	g.now = g.t.Pending().Due
	g.direct(tournament.Tick{At: tournament.At(g.now)})
	g.direct(tournament.Begin{At: tournament.At(g.now)})
	return g
}

// direct brings the director a command.
func (g *sitAndGo) direct(c tournament.Command) {
	var err error
	if g.t, g.log, err = g.t.Apply(c, enginetest.Lots(g.seed), g.log[:0]); err != nil {
		g.Fatalf("seed %d: %T%+v: %v", g.seed, c, c, err)
	}
	for _, e := range g.log {
		switch e.Kind {
		case tournament.Raced:
			g.raced++
		case tournament.Paid:
			g.paid[e.Entry] += int(e.Amount)
		case tournament.TurnedAbsent, tournament.TurnedPresent:
			g.seat()
		}
	}
}

// seat has the table seat its players as the director says. Their time banks stay.
func (g *sitAndGo) seat() {
	v := g.table.View(0)
	g.do(Seating(&g.t, 1, g.now, func(player engine.ID) time.Duration {
		if s, ok := v.SeatOf(player); ok {
			return s.Bank
		}
		return FullBank(player)
	}))
}

// do brings the table a command. Players whose clock ran out are the director's.
func (g *sitAndGo) do(c engine.Command) {
	var err error
	if g.table, g.out, err = g.table.Apply(c, g.out[:0]); err != nil {
		g.Fatalf("seed %d: %T%+v: %v", g.seed, c, c, err)
	}
	for _, e := range g.out {
		switch ante := e.Post == engine.PostAnte || e.Post == engine.PostBigBlindAnte; {
		case e.Kind == engine.HandStarted:
			g.put = [engine.MaxSeats]int64{}
		case e.Kind == engine.Acted, e.Kind == engine.Posted && !ante:
			g.put[e.Seat] += e.Amount
		case e.Kind == engine.Uncalled:
			g.put[e.Seat] -= e.Amount
		}
	}
	for _, e := range g.out {
		if e.Silent { // the clock decided (T36)
			g.direct(tournament.TimeOut{At: tournament.At(g.now), Entry: g.t.EntryOf(e.Player)})
		}
	}
}

// hand plays one hand.
func (g *sitAndGo) hand() {
	for g.t.MayStart(1, g.now) != nil {
		g.now = g.now.Add(time.Second)
		g.direct(tournament.Tick{At: tournament.At(g.now)})
	}
	g.direct(tournament.StartHand{At: tournament.At(g.now), Table: 1})
	started := g.log[len(g.log)-1]
	g.seat()
	seats := g.t.Table(1).Seats
	g.do(Start(&g.o, started))
	if r, l := g.table.Rules(), g.o.Schedule.Levels[started.Level]; l.Variant != 0 && (r.Variant != l.Variant || r.Limit != l.Limit) {
		g.Fatalf("seed %d: the table plays %v %v at level %d, want %v %v (T2)", g.seed, r.Variant, r.Limit, started.Level+1, l.Variant, l.Limit)
	}
	g.deck = card.Shuffled(g.IntN)
	g.do(engine.Deal{Deck: g.deck, Message: 1, At: g.now})
	for running := true; running; {
		running = g.goOn(seats)
		if g.restarts {
			g.restart()
		}
	}
	v := g.table.View(0)
	g.noteOrder(&v, seats)
	g.hands++
	end := End(&g.o, 1, &v, g.now)
	g.checkHeads(&v, &end)
	g.direct(end)
}

// goOn lets one thing happen in a hand. It returns false once the hand is over.
func (g *sitAndGo) goOn(seats []int) bool {
	wait := g.table.Pending()
	switch {
	case wait.Need == engine.NeedStreet, wait.Need == engine.NeedAction && g.timeouts && g.IntN(4) == 0:
		g.now = max(g.now, wait.Due)
		g.do(engine.Tick{At: g.now})
		return true
	case wait.Need != engine.NeedAction:
		return false
	}
	l, entry := g.table.Legal(), seats[wait.Seat]
	if r := g.table.Rules(); r.Variant == poker.FiveCardDraw && g.table.View(0).Phase == engine.Drawing {
		g.do(engine.Draw{Player: g.t.Entry(entry).Person, Turn: wait.Turn, Discard: uint8(g.IntN(8)), At: g.now})
		return true
	}
	act := engine.Act{Player: g.t.Entry(entry).Person, Turn: wait.Turn, Action: engine.Check, At: g.now}
	if l.Call > 0 {
		act.Action = engine.Call
	}
	switch n := g.IntN(8); {
	case n < 3 && l.Call > 0:
		act.Action = engine.Fold
	case n == 7 && l.Min > 0:
		r := g.table.Rules()
		unit, to := max(1, r.ChipUnit), l.Min+g.Int64N(l.Max-l.Min+1)
		act.Action, act.To = engine.Raise, max(l.Min, to/unit*unit)
	}
	g.direct(tournament.Press{At: tournament.At(g.now), Entry: entry})
	g.do(act)
	return true
}

// noteOrder notes who goes out with a hand: those with fewer chips at its start first, equal ones together (T56).
func (g *sitAndGo) noteOrder(v *engine.View, seats []int) {
	had, left := map[int64][]int{}, 0
	sizes := []int64{}
	for _, s := range v.Seats {
		n := seats[s.Seat]
		if s.Stack > 0 {
			left++
			continue
		}
		stack := g.t.Entry(n).Stack
		if had[stack] == nil {
			sizes = append(sizes, stack)
		}
		had[stack] = append(had[stack], n)
	}
	for len(sizes) > 0 {
		smallest := 0
		for i, stack := range sizes {
			if stack < sizes[smallest] {
				smallest = i
			}
		}
		g.order = append(g.order, had[sizes[smallest]])
		sizes = append(sizes[:smallest], sizes[smallest+1:]...)
	}
	if left == 1 {
		for _, s := range v.Seats {
			if s.Stack > 0 {
				g.order = append(g.order, []int{seats[s.Seat]})
			}
		}
	}
}

// checkHeads reads T79 once more: the last chips of a busted player go to the best hand of those who put in at least as much.
func (g *sitAndGo) checkHeads(v *engine.View, end *tournament.EndHand) {
	for _, busted := range v.Seats {
		if g.o.Bounty.Part == 0 || !busted.InHand || busted.Stack > 0 {
			if end.Won[busted.Seat] != 0 {
				g.Fatalf("seed %d: seat %d has winners of its head", g.seed, busted.Seat)
			}
			continue
		}
		var best []engine.SeatView
		for _, s := range v.Seats {
			if !s.InHand || s.Folded || s.Seat == busted.Seat || g.put[s.Seat] < g.put[busted.Seat] {
				continue
			}
			if len(best) > 0 && s.Made.Compare(best[0].Made) > 0 {
				best = nil
			}
			if len(best) == 0 || s.Made.Compare(best[0].Made) == 0 {
				best = append(best, s)
			}
		}
		var want sidepot.Seats
		for _, s := range best {
			want.Add(int8(s.Seat))
		}
		if end.Won[busted.Seat] != want {
			g.Fatalf("seed %d: seats %b won the last chips of seat %d, slowly %b: %+v", g.seed, end.Won[busted.Seat], busted.Seat, want, v.Pots)
		}
		g.heads++
	}
}

// open is a Sealer that hides nothing.
type open struct{}

func (open) Seal(secret, _ []byte) []byte          { return secret }
func (open) Open(sealed, _ []byte) ([]byte, error) { return sealed, nil }

// restart reads director and table back from their snapshots. The table has to be the same.
func (g *sitAndGo) restart() {
	b, err := g.t.Snapshot()
	if err != nil {
		g.Fatal(err)
	}
	if g.t, err = tournament.Restore(b); err != nil {
		g.Fatalf("seed %d: %v", g.seed, err)
	}
	if b, err = g.table.Snapshot(open{}); err != nil {
		g.Fatal(err)
	}
	again, err := engine.Restore(b, open{}, func(int64) (card.Deck, error) { return g.deck, nil })
	if err != nil || again != g.table {
		g.Fatalf("seed %d: the table that was read back is another one: %v", g.seed, err)
	}
}

// check compares the results with the rules: chips after each hand, at the end places and prizes (T59, T75, T76, T124).
func (g *sitAndGo) check() {
	entries := g.t.View().Entries
	all := int64(0)
	for n := 1; n <= entries; n++ {
		all += g.t.Entry(n).Stack
	}
	if want := int64(entries) * g.o.Stack; g.table.Chips() != all || all != want && !g.o.Schedule.ColourUp {
		g.Fatalf("seed %d: %d chips are at the table, and %d by the director, want %d", g.seed, g.table.Chips(), all, want)
	}
	if g.t.View().Phase != tournament.Finished {
		return
	}
	if err := g.t.Check(); err != nil {
		g.Fatalf("seed %d: %v", g.seed, err)
	}
	amounts := g.o.Payout.Amounts(entries, int64(entries)*g.o.Bounty.Rest(g.o.Price), g.o.Price, g.o.Bounty.Rest(g.o.Price))
	place, sum := entries, 0
	for _, group := range g.order {
		place -= len(group)
		share := setup.Share(setup.SumOf(amounts, place+1, len(group)), len(group))
		owed := int64(0)
		for _, s := range share {
			owed += s
		}
		for _, n := range group {
			e := g.t.Entry(n)
			if !e.Out || e.Place != place+1 || e.Tied != len(group) || int(e.Prize) != g.paid[n] {
				g.Fatalf("seed %d: entry %d is %+v and was paid %d, want place %d of %d", g.seed, n, e, g.paid[n], place+1, len(group))
			}
			owed -= e.Prize
			sum += int(e.Prize)
		}
		if owed != 0 {
			g.Fatalf("seed %d: group %v was paid %d too little", g.seed, group, owed)
		}
	}
	if place != 0 || int64(sum) != int64(entries)*g.o.Bounty.Rest(g.o.Price) {
		g.Fatalf("seed %d: places from %d on have no player, prizes are %d", g.seed, place, sum)
	}
}

// play plays to the end.
func (g *sitAndGo) play() {
	for g.t.View().Phase != tournament.Finished {
		if g.hand(); g.hands > 5000 {
			g.Fatalf("seed %d: it does not end", g.seed)
		}
		if g.t.View().Phase != tournament.Finished {
			g.seat()
		}
		g.check()
	}
}

// TestSitAndGosEnd plays Sit & Gos of nine random players, director and table together, with plain decks.
func TestSitAndGosEnd(t *testing.T) {
	t.Parallel()
	n := *sitAndGos
	if testing.Short() {
		n /= 10
	}
	hands, heads, began := 0, 0, time.Now()
	for seed := range uint64(n) {
		g := newSitAndGo(t, seed, 9, func(o *setup.Options) {
			if seed%2 == 0 {
				o.Bounty = setup.Bounty{Part: 40, Share: 50}
			}
		})
		g.timeouts, g.restarts = seed%10 == 1, seed%50 == 1
		g.play()
		hands, heads = hands+g.hands, heads+g.heads
	}
	t.Logf("%d tournaments, %d hands, %d heads, %.0f hands a second", n, hands, heads, float64(hands)/time.Since(began).Seconds())
	if heads < 4*n-4 {
		t.Errorf("%d heads were taken in %d knockouts of nine", heads, (n+1)/2)
	}
}

// TestSitAndGosOfAnySize plays those of two to ten entries.
func TestSitAndGosOfAnySize(t *testing.T) {
	for entries := 2; entries <= 10; entries++ {
		t.Run(fmt.Sprint(entries), func(t *testing.T) {
			for seed := range uint64(20) {
				newSitAndGo(t, seed, entries).play()
			}
		})
	}
}

// TestSitAndGosOfEachKind plays other games and limits, antes of each player, levels of hands, and chips that are raced off.
func TestSitAndGosOfEachKind(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*setup.Options){
		"pot-limit":   func(o *setup.Options) { o.Variant, o.Limit = poker.Omaha, poker.PotLimit },
		"fixed limit": func(o *setup.Options) { o.Limit = poker.FixedLimit },
		"draw":        func(o *setup.Options) { o.Variant, o.Seats, o.Max = poker.FiveCardDraw, 6, 6 },
		"games by level": func(o *setup.Options) {
			for i := range o.Schedule.Levels {
				o.Schedule.Levels[i].Variant, o.Schedule.Levels[i].Limit = poker.Variant(1+i%3), poker.Limit(1+i/3%3)
			}
		},
		"antes": func(o *setup.Options) {
			for i := range o.Schedule.Levels {
				l := &o.Schedule.Levels[i]
				l.Ante, l.BigBlindAnte = l.Big/10, false
			}
		},
		"knockout":  func(o *setup.Options) { o.Bounty = setup.Bounty{Part: 50, Share: 50} },
		"hands":     func(o *setup.Options) { o.Schedule.Hands, o.Schedule.Length = 3, 0 },
		"colour-up": colourUp,
	} {
		t.Run(name, func(t *testing.T) {
			raced := 0
			for seed := range uint64(20) {
				g := newSitAndGo(t, seed, 6, change)
				g.timeouts = seed%2 == 0
				if g.play(); g.hands < 2 {
					t.Errorf("seed %d: %d hands", seed, g.hands)
				}
				raced += g.raced
			}
			if (raced > 0) != (name == "colour-up") {
				t.Errorf("a colour-up changed %d stacks", raced)
			}
		})
	}
}

// colourUp has levels of two minutes, which raise the unit twice.
func colourUp(o *setup.Options) {
	o.Stack, o.Schedule.Levels, o.Schedule.ColourUp = 1500, nil, true
	for i, unit := range []int64{25, 25, 100, 100, 500, 500} {
		big := unit * int64(2+i%2*2)
		o.Schedule.Levels = append(o.Schedule.Levels, setup.Level{
			Small: big / 2, Big: big, BigBlindAnte: i%2 == 1, Unit: unit, Length: 2 * time.Minute,
		})
	}
}
