package tournament_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
)

// stream gives draws. A real one reads the sealed stream of the tournament.
type stream struct{}

func (stream) source(use string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(use))
	return rand.New(rand.NewPCG(1, h.Sum64()))
}

func (s stream) Number(use string, n int) int    { return s.source(use).IntN(n) }
func (s stream) Shuffle(use string, n int) []int { return s.source(use).Perm(n) }

// A program drives a tournament by the four steps: what is needed, apply, commit, carry out. Here the player with the big
// blind wins all chips of the player on the button, in every hand.
func Example() {
	o := setup.DefaultOptions("turbo")
	o.Seats, o.Max, o.Price = 3, 3, 100
	now := engine.Moment(1_800_000_000_000)
	t, _, err := tournament.New(o, now)
	if err != nil {
		fmt.Println(err)
		return
	}
	do := func(c tournament.Command) {
		next, events, err := t.Apply(c, stream{}, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		t = next // a program stores t.Snapshot and the events before it goes on
		for _, e := range events {
			switch e.Kind {
			case tournament.WentOut:
				fmt.Printf("person %d has place %d\n", e.Person, e.Place)
			case tournament.Paid:
				fmt.Printf("person %d gets %d\n", e.Person, e.Amount)
			}
		}
	}
	for person := engine.ID(1); person <= 3; person++ {
		do(tournament.Register{At: tournament.At(now), Person: person})
	}
	for t.View().Phase < tournament.Finished {
		switch p := t.Pending(); {
		case p.Begin:
			do(tournament.Begin{At: tournament.At(now)})
		case t.View().Phase == tournament.Running && t.MayStart(1, now) == nil:
			do(tournament.StartHand{At: tournament.At(now), Table: 1})
			table := t.Table(1)
			end := tournament.EndHand{At: tournament.At(now), Table: 1}
			for i, n := range table.Seats {
				if n != 0 {
					end.Stacks[i] = t.Entry(n).Stack
				}
			}
			end.Stacks[table.Big] += end.Stacks[table.Button]
			end.Stacks[table.Button] = 0
			do(end)
		default:
			now = now.Add(1_000_000_000)
			do(tournament.Tick{At: tournament.At(now)})
		}
	}
	// Output:
	// person 3 has place 3
	// person 1 has place 2
	// person 2 has place 1
	// person 2 gets 300
}
