package fairtest

import (
	"slices"

	"cardroom/engine/fair"
)

// old is a hand of fair/1: it is dealt by package fair, which does not check the entropy of such a hand.
type old struct {
	seal    *fair.Seal
	entropy fair.Entropy1
	outcome fair.Outcome
	void    bool
	grade   string
}

// old returns a random hand of fair/1.
func (m *Maker) old() old {
	h := fair.Hand{Table: m.user(), Number: 70 + m.r.Uint64N(1<<m.r.IntN(50)), Prev: m.hash()}
	batched := m.r.IntN(3) > 0
	if batched {
		h.Prev = fair.Hash{}
	}
	o := old{seal: fair.NewSeal(fair.Secret(m.hash()), h), void: m.r.IntN(8) == 0}
	posted := m.genesis() + m.r.Uint64N(100_000_000_000)
	o.entropy.Messages = []fair.Message1{{Channel: h.Table, ID: m.message(posted)}}
	if batched {
		seals, others := make([]fair.Hash, 1+m.r.IntN(64)), m.seals()
		at := m.r.IntN(len(seals))
		for i := range seals {
			seals[i] = others(uint64(i))
		}
		seals[at] = o.seal.Hash()
		b := fair.Batch1{Index: uint64(at), Size: uint64(len(seals)), Channel: h.Table, Message: m.message(posted - 1000)}
		b.Path, b.Root = tree(seals, at)
		o.outcome.Batch, o.outcome.Prev = &b, m.hash()
	}
	m.mixOld(&o)
	players := unique([]fair.ID{m.user(), m.user(), m.user()})
	if len(players) < 2 {
		players = []fair.ID{7, 8}
	}
	o.outcome.Dealt = m.game(players)
	if o.void {
		o.outcome.Dealt = o.outcome.Dealt[:m.r.IntN(len(o.outcome.Dealt)+1)]
		if len(o.outcome.Dealt) == 0 && m.r.IntN(2) == 0 {
			o.entropy.Messages, o.grade = nil, "D"
		}
	}
	return o
}

// mixOld adds cuts and beacons, and sets the grade.
func (m *Maker) mixOld(o *old) {
	typed := func() string {
		return one(m, "lucky 7", "♠ cut deep ♥", "1512", "\u2028 and \u2029", "18446744073709551616", "01512345678901234567")
	}
	switch o.grade = "C"; m.r.IntN(5) {
	case 0:
		o.entropy.Cuts, o.grade = []fair.Cut1{{By: m.user(), Text: typed()}}, "B"
	case 1:
		o.entropy.Cuts, o.grade = []fair.Cut1{{By: m.user(), Text: one(m, "1512345678901234567", "18446744073709551615", "12345678901234567")}}, "D"
	case 2:
		o.entropy.Cuts, o.grade = []fair.Cut1{{By: 8 + m.user()>>1, Text: typed()}, {By: 7, Text: typed()}}, "D"
	case 3:
		if m.r.IntN(2) == 0 {
			o.entropy.Beacons, o.grade = []fair.Beacon1{{Chain: known.Hash, Round: m.user(), Value: m.hash()}}, "D"
		}
	}
}

// written returns the receipt of a hand of fair/1, with Alice's own part where she has cards.
func (o *old) written() Case {
	d, err := o.seal.Deal1(o.entropy)
	if err != nil {
		panic(err) // the entropy is well formed
	}
	receipt := d.Receipt1
	if o.void {
		receipt = d.Void1
	}
	r, err := receipt(o.outcome)
	if err != nil {
		panic(err) // so is the outcome
	}
	c := Case{Receipt: string(r.JSON()), Grade: o.grade}
	if dealt := o.outcome.Dealt; len(dealt) > 0 {
		var player fair.ID
		if player.UnmarshalText([]byte(dealt[0])) == nil && len(dealt)%2 == 0 {
			if proof, err := d.OwnProof(player, dealt); err == nil {
				c.OwnProof = string(proof.JSON())
			}
		}
	}
	return c
}

// good1 returns a receipt of fair/1 that proves its hand.
func (m *Maker) good1() Case {
	o := m.old()
	return o.written()
}

// forge1 returns a receipt of fair/1 with a fault that its grades name.
func (m *Maker) forge1(fault string) (c Case) {
	o := m.old()
	for o.outcome.Batch == nil || o.entropy.Messages == nil || len(o.outcome.Dealt) == 0 {
		o = m.old()
	}
	e := &o.entropy
	switch newest := e.Messages[0]; fault {
	case "fair/1: message":
		switch m.r.IntN(3) {
		case 0:
			e.Messages = nil
		case 1:
			e.Messages = []fair.Message1{{Channel: newest.Channel + 1, ID: newest.ID}}
		default:
			e.Messages = append(slices.Clone(e.Messages), fair.Message1{Channel: newest.Channel ^ 1, ID: newest.ID})
		}
		c = o.written()
		c.Step = fair.StepEntropy
	case "fair/1: index":
		return m.indexed()
	}
	c.Grade, c.Fault = "", fault
	return c
}

// indexed returns a receipt of fair/1 whose place in the batch is that of a hand before the first.
func (m *Maker) indexed() Case {
	h := fair.Hand{Table: m.user(), Number: 1 + m.r.Uint64N(6)}
	o := old{seal: fair.NewSeal(fair.Secret(m.hash()), h)}
	posted := m.genesis() + m.r.Uint64N(100_000_000_000)
	o.entropy.Messages = []fair.Message1{{Channel: h.Table, ID: m.message(posted)}}
	seals, others := make([]fair.Hash, 16), m.seals()
	for i := range seals {
		seals[i] = others(uint64(i))
	}
	at := int(h.Number) + m.r.IntN(len(seals)-int(h.Number))
	seals[at] = o.seal.Hash()
	b := fair.Batch1{Index: uint64(at), Size: uint64(len(seals)), Channel: h.Table, Message: m.message(posted - 1000)}
	b.Path, b.Root = tree(seals, at)
	o.outcome = fair.Outcome{Batch: &b, Prev: m.hash(), Dealt: m.game([]fair.ID{7, 8, 9})}
	c := o.written()
	c.Grade, c.Fault, c.Step = "", "fair/1: index", fair.StepBatch
	return c
}
