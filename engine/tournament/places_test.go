package tournament

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/tournament/setup"
)

var slowly = flag.Int("places", 1000, "how many tournaments to compare with the slow reading of places")

// ending is when an entry went out and with how many chips, as the slow reading sees it.
type ending struct {
	commit int
	had    int64
}

// diary holds the notes of the slow reading of T56 to T59 and T76 about a tournament.
type diary struct {
	*world
	out     map[int]ending // by entry
	inRound map[int]int64  // broke in the round: chips when the hand began
	seen    int
}

// end plays the hand of a table and notes who went broke.
func (d *diary) end(r *rand.Rand, number int) {
	t := *d.t.s.Table(number)
	before := d.stacks(number)
	after := playRandom(r, 1, t.Dealt, before)
	round := d.t.s.Round.On
	d.do(EndHand{At: d.at(), Table: number, Stacks: after})
	for i, n := range t.Seats {
		if t.Dealt.Has(int8(i)) && after[i] == 0 {
			if round {
				d.inRound[n] = before[i]
			} else {
				d.out[n] = ending{len(d.done), before[i]}
			}
		}
	}
	for _, e := range d.log[d.seen:] {
		if e.Kind == RoundEnded {
			for n, had := range d.inRound {
				d.out[n] = ending{len(d.done), had}
			}
			clear(d.inRound)
		}
	}
	d.seen = len(d.log)
}

// place returns the first place of an entry and how many share it: all who were better are before it.
func (d *diary) place(n int) (place, tied int) {
	at := func(n int) ending {
		if e, ok := d.out[n]; ok {
			return e
		}
		return ending{commit: math.MaxInt}
	}
	mine := at(n)
	place = 1
	for other := 1; other <= d.t.s.Entries.Len(); other++ {
		switch theirs := at(other); {
		case theirs == mine:
			tied++
		case theirs.commit > mine.commit || theirs.commit == mine.commit && theirs.had > mine.had:
			place++
		}
	}
	return place, tied
}

// prize returns the prize of an entry: the shares of its places, and a chip of the rest for those with the lowest numbers.
func (d *diary) prize(n int, amounts []int64) int64 {
	place, tied := d.place(n)
	sum := int64(0)
	for i, a := range amounts {
		if i+1 >= place && i+1 < place+tied {
			sum += a
		}
	}
	lower := int64(0)
	for other := 1; other < n; other++ {
		if p, _ := d.place(other); p == place {
			lower++
		}
	}
	if lower < sum%int64(tied) {
		return sum/int64(tied) + 1
	}
	return sum / int64(tied)
}

func TestPlacesAgreeWithASlowReading(t *testing.T) {
	t.Parallel()
	for seed := range uint64(*slowly) {
		r := rand.New(rand.NewPCG(seed, 56))
		o := setup.DefaultOptions("turbo")
		o.Seats, o.Max, o.Stack, o.Price = 2+r.IntN(5), 2+r.IntN(13), 20, 107
		o.Payout.Count, o.Payout.MinCash = r.IntN(5), 0
		if r.IntN(2) == 0 {
			o.Scheduled, o.Times.Start, o.Min, o.Late = true, morning.Add(time.Hour), 2, 1+r.IntN(2)
		}
		w := newWorld(t, o, enginetest.Lots(seed))
		d := &diary{world: w, out: map[int]ending{}, inRound: map[int]int64{}}
		for i := range 2 + r.IntN(o.Max-1) {
			d.do(Register{At: d.at(), Person: engine.ID(i + 1)})
		}
		d.do(StartNow{d.at()})
		d.do(Begin{d.at()})
		for !d.t.s.Over() {
			d.playOn(r)
		}
		closed := d.t.s.Money.Amounts
		for n := 1; n <= d.t.s.Entries.Len(); n++ {
			e := d.t.s.Entry(n)
			place, tied := d.place(n)
			if d.t.s.Place(e) != place || e.Tied != tied || e.Prize != d.prize(n, closed) {
				t.Fatalf("seed %d: entry %d has place %d with %d and %d; slowly %d with %d and %d", seed, n, d.t.s.Place(e), e.Tied, e.Prize, place, tied, d.prize(n, closed))
			}
		}
	}
}

// playOn starts or ends a hand, or enters a person.
func (d *diary) playOn(r *rand.Rand) {
	s := &d.t.s
	if r.IntN(20) == 0 {
		_ = d.try(Register{At: d.at(), Person: engine.ID(100 + r.IntN(10))})
	}
	if p := d.t.Pending(); p.Admit != 0 {
		_ = d.try(Skip{d.at(), p.Admit}) // it may be over by now
	}
	if s.Over() {
		return
	}
	number := s.Open[r.IntN(len(s.Open))]
	if s.Table(number).Runs() {
		d.end(r, number)
	} else if d.try(StartHand{d.at(), number}) != nil {
		d.wait(time.Duration(r.IntN(9)) * time.Second)
	}
}
