package tournament

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament/setup"
)

var knockouts = flag.Int("knockouts", 150, "how many tournaments to compare with the slow reading of bounties")

// randomWinners returns for each busted player of a hand one to three players with chips, who won the last pot.
func randomWinners(r *rand.Rand, dealt sidepot.Seats, stacks [engine.MaxSeats]int64) (won [engine.MaxSeats]sidepot.Seats) {
	var rich []int8
	for i := range dealt.Clockwise(sidepot.None) {
		if stacks[i] > 0 {
			rich = append(rich, i)
		}
	}
	for i := range dealt.Clockwise(sidepot.None) {
		for n := 1 + r.IntN(3); stacks[i] == 0 && n > 0; n-- {
			won[i].Add(rich[r.IntN(len(rich))])
		}
	}
	return won
}

// purse holds the state of the slow reading of T79 to T82 and T108: heads and wallets, by entry.
type purse struct {
	*world
	share  int64
	head   map[int]int64
	wallet map[int]int64
	first  int64 // went to the first prize
	taken  int   // heads
}

// knockOut reads the rules once more for a hand: each chip of a head goes to the next winner from the button's left on, so the
// first ones get one more.
func (p *purse) knockOut(number int, end *EndHand) {
	t := *p.t.s.Table(number)
	won := map[int]map[int]int64{} // chips of a head by winner, by busted entry
	for seat, n := range t.Seats {
		if !t.Dealt.Has(int8(seat)) || end.Stacks[seat] > 0 || p.t.s.Entry(n).Struck {
			continue
		}
		won[n] = map[int]int64{}
		at := int(t.Blinds.Button)
		for chips := p.head[n]; chips > 0; {
			at = (at + 1) % engine.MaxSeats
			if end.Won[seat]>>at&1 == 1 {
				won[n][t.Seats[at]]++
				chips--
			}
		}
		p.head[n] = 0
		p.taken++
	}
	for _, parts := range won {
		for to, part := range parts {
			if p.t.s.Entry(to).Struck {
				p.first += part
				continue
			}
			for cash := part; ; cash-- {
				if 100*cash <= part*p.share {
					p.wallet[to] += cash
					p.head[to] += part - cash
					break
				}
			}
		}
	}
}

// compare fails unless heads and wallets are those of the slow reading. The winner has their own head.
func (p *purse) compare(seed uint64) {
	p.Helper()
	s := &p.t.s
	for n := 1; n <= s.Entries.Len(); n++ {
		e := s.Entry(n)
		if e.Struck && e.Out() {
			p.first += p.head[n]
			p.head[n] = 0
		}
		if s.Phase == Finished && e.Out() && !e.Struck {
			p.wallet[n] += p.head[n]
			p.head[n] = 0
		}
		if e.Head != p.head[n] || e.Bounty != p.wallet[n] {
			p.Fatalf("seed %d: entry %d has a head of %d and %d for heads, slowly %d and %d", seed, n, e.Head, e.Bounty, p.head[n], p.wallet[n])
		}
	}
	if s.Money.Struck != p.first {
		p.Fatalf("seed %d: %d went to the first prize, slowly %d", seed, s.Money.Struck, p.first)
	}
}

// TestBountiesAgreeWithASlowReading plays knockouts of one table and of several, some with late entry and disqualified players.
func TestBountiesAgreeWithASlowReading(t *testing.T) {
	taken := 0
	for seed := range uint64(*knockouts) {
		r := rand.New(rand.NewPCG(seed, 79))
		o := setup.DefaultOptions("turbo")
		o.Seats, o.Max, o.Stack, o.Price = 2+r.IntN(8), 2+r.IntN(13), 20, 107
		o.Payout.Count, o.Payout.MinCash = r.IntN(5), 0
		o.Bounty = setup.Bounty{Part: 1 + r.Int64N(107), Share: 25 + r.IntN(76)}
		if r.IntN(2) == 0 {
			o.Scheduled, o.Times.Start, o.Min, o.Late, o.Reentry = true, morning.Add(time.Hour), 2, 1+r.IntN(2), r.IntN(2) == 0
		}
		w := newWorld(t, o, enginetest.Lots(seed))
		p := &purse{world: w, share: int64(o.Bounty.Share), head: map[int]int64{}, wallet: map[int]int64{}}
		for i := range 2 + r.IntN(o.Max-1) {
			p.do(Register{At: p.at(), Person: engine.ID(i + 1)})
		}
		p.do(StartNow{p.at()})
		p.do(Begin{p.at()})
		known := 0
		for p.t.s.Phase == Running {
			for n := p.t.s.Entries.Len(); known < n; known++ {
				p.head[known+1] = o.Bounty.Part
			}
			p.playOn(r)
			p.compare(seed)
		}
		taken += p.taken
	}
	t.Logf("%d heads were taken", taken)
	if taken < 3**knockouts {
		t.Errorf("just %d heads were taken", taken)
	}
}

// playOn lets one thing happen.
func (p *purse) playOn(r *rand.Rand) {
	p.Helper()
	s := &p.t.s
	switch r.IntN(30) {
	case 0:
		if n := s.Entries.Len(); p.try(Register{At: p.at(), Person: engine.ID(1 + r.IntN(20))}) == nil && s.Entries.Len() > n {
			p.head[s.Entries.Len()] = s.Options.Bounty.Part
		}
	case 1:
		_ = p.try(Disqualify{p.at(), 1 + r.IntN(s.Entries.Len())})
	}
	if next := p.t.Pending(); next.Admit != 0 {
		_ = p.try(Skip{p.at(), next.Admit})
	}
	if s.Over() || len(s.Open) == 0 {
		return
	}
	number := s.Open[r.IntN(len(s.Open))]
	if !s.Table(number).Runs() {
		if p.try(StartHand{p.at(), number}) != nil {
			p.wait(time.Duration(r.IntN(9)) * time.Second)
		}
		return
	}
	dealt := s.Table(number).Dealt
	end := EndHand{At: p.at(), Table: number, Stacks: playRandom(r, 1, dealt, p.stacks(number))}
	end.Won = randomWinners(r, dealt, end.Stacks)
	p.knockOut(number, &end)
	p.do(end)
}

// A hand of a knockout has a winner with chips for each busted player, or it is refused.
func TestHeadsNeedWinners(t *testing.T) {
	o := setup.DefaultOptions("turbo")
	o.Max, o.Seats, o.Price, o.Bounty = 3, 3, 100, setup.Bounty{Part: 50, Share: 100}
	w := newWorld(t, o, enginetest.Lots(1))
	for i := range 3 {
		w.do(Register{At: w.at(), Person: engine.ID(i + 1)})
	}
	w.do(StartNow{w.at()})
	w.do(Begin{w.at()})
	w.do(StartHand{w.at(), 1})
	end := EndHand{At: w.at(), Table: 1, Stacks: w.stacks(1)}
	end.Stacks[0], end.Stacks[1] = 0, 2*end.Stacks[1]
	for _, won := range []sidepot.Seats{0, 1 << 0, 1 << 5, 1<<1 | 1<<9} {
		end.Won[0] = won
		before := snap(t, w.t)
		if err := w.try(end); err != (Refusal{Reason: WrongHeads, Rule: 79}) || snap(t, w.t) != before {
			t.Errorf("won by %b: %v", won, err)
		}
	}
	end.Won[0] = 1 << 1
	w.do(end)
}
