package peers

import (
	"math/rand/v2"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
)

// ours is engine.Table.
type ours struct {
	fresh, table engine.Table
	events       []engine.Event
	copies       bool // by Apply, which leaves the old table as it was, and not by Do
	*rand.Rand
}

func newOurs(copies bool) *ours {
	rules := poker.DefaultRules()
	rules.Clock, rules.TimeBank, rules.Runout, rules.Pause = 0, 0, 0, 0
	t, err := engine.New(rules)
	if err != nil {
		panic(err)
	}
	o := &ours{table: t, copies: copies, Rand: rand.New(rand.NewPCG(7, 7)), events: make([]engine.Event, 0, 64)}
	for seat, chips := range stacks {
		if err := o.apply(engine.Sit{Player: engine.ID(seat + 1), Seat: seat, Chips: int64(chips), At: 1}); err != nil {
			panic(err)
		}
	}
	o.fresh = o.table
	return o
}

func (o *ours) apply(c engine.Command) (err error) {
	if o.copies {
		o.table, o.events, err = o.table.Apply(c, o.events[:0])
	} else {
		o.events, err = o.table.Do(c, o.events[:0])
	}
	return err
}

func (o *ours) deal(n int) {
	o.table = o.fresh
	_ = o.apply(engine.Start{Lot: uint64(n), At: 2})
	if err := o.apply(engine.Deal{Deck: card.Shuffled(o.IntN), Message: 1, At: 2}); err != nil {
		panic(err)
	}
}

func (o *ours) over() bool { return o.table.Pending().Need != engine.NeedAction }

func (o *ours) moves(to []move) []move {
	legal := o.table.Legal()
	if legal.Call > 0 {
		to = append(to, move{kind: fold}, move{kind: call})
	} else {
		to = append(to, move{kind: check})
	}
	if legal.Min > 0 && legal.Min < legal.Max {
		to = append(to, move{raise, int(legal.Min)})
	}
	if legal.Min > 0 {
		to = append(to, move{allIn, int(legal.Max)})
	}
	return to
}

func (o *ours) do(m move) error {
	wait := o.table.Pending()
	act := engine.Act{Player: engine.ID(wait.Seat + 1), Turn: wait.Turn, At: 3}
	switch m.kind {
	case fold:
		act.Action = engine.Fold
	case check:
		act.Action = engine.Check
	case call:
		act.Action = engine.Call
	default:
		act.Action, act.To = engine.Raise, int64(m.to)
	}
	return o.apply(act)
}

func (o *ours) chips() int { return int(o.table.Chips()) }
