package fairtest

import (
	"slices"
	"strings"

	"cardroom/engine/card"
	"cardroom/engine/fair"
)

// forgery is a fault of fair/2: how a receipt with it is made, and the step that finds it.
type forgery struct {
	fault string
	step  fair.Step
	make  func(*Maker) Case
}

// forgeries are the faults that the specification names, in its order.
var forgeries = []forgery{
	{"form", fair.StepForm, (*Maker).misshapen},
	{"seal", fair.StepSeal, forged(committed, every, func(m *Maker, d *dealer) { d.r.Seal = m.hash() })},
	{"outside the batch", fair.StepBatch, (*Maker).outside},
	{"B", fair.StepBatch, forged(published, every, (*Maker).unpublished)},
	{"channel", fair.StepBatch, altered(every, func(m *Maker, h *hand) { h.setup.Batch.Channel ^= fair.ID(m.r.Uint64()>>8 | 1) })},
	{"seals not older", fair.StepBatch, (*Maker).late},
	{"start", fair.StepStart, forged(started, begun, (*Maker).restarted)},
	{"cut outside", fair.StepCuts, altered(ofMode(plain), func(m *Maker, h *hand) {
		s := &h.setup
		when := one(m, s.Message, s.Message+1+fair.ID(m.r.IntN(1<<30)), s.Batch.Message, 1+fair.ID(m.r.Uint64N(uint64(s.Batch.Message))))
		s.Cuts = []fair.Cut{{By: one(m, s.Players...), Message: when, Text: one(m, texts...)}}
	})},
	{"cut of a stranger", fair.StepCuts, altered(ofMode(plain), func(m *Maker, h *hand) {
		s := &h.setup
		stranger := fair.ID(1)
		for slices.Contains(s.Players, stranger) {
			stranger++
		}
		s.Cuts = []fair.Cut{{By: stranger, Message: s.Message - 1, Text: one(m, texts...)}}
	})},
	{"cut beside a chain", fair.StepCuts, altered(one2(taken, unknown, late), func(m *Maker, h *hand) {
		s := &h.setup
		s.Cuts = []fair.Cut{{By: one(m, s.Players...), Message: s.Message - 1, Text: one(m, texts...)}}
	})},
	{"beacon against batch", fair.StepBeacon, (*Maker).against},
	{"chain", fair.StepBeacon, altered(one2(taken, late), func(m *Maker, h *hand) {
		chain := m.hash()
		h.setup.Batch.Chain = &chain
	})},
	{"round", fair.StepBeacon, (*Maker).otherRound},
	{"signature", fair.StepBeacon, (*Maker).otherForm},
	{"late and dealt", fair.StepBeacon, (*Maker).lateAndDealt},
	{"closed deck", fair.StepDecks, forged(chosen, playedTo, func(m *Maker, d *dealer) { d.deck = (d.deck + 1 + m.r.IntN(7)) % 8 })},
	{"roots", fair.StepDecks, forged(sealed, every, func(m *Maker, d *dealer) { d.r.Roots[m.r.IntN(8)] = m.hash() })},
	{"order", fair.StepCards, altered(begun, (*Maker).outOfTurn)},
	{"board closed", fair.StepCards, forged(opened, onBoard, func(m *Maker, d *dealer) {
		at := slices.IndexFunc(d.r.Open, func(o fair.Opening) bool { return d.onBoard(o.K) })
		d.r.Open = slices.Delete(slices.Clone(d.r.Open), at, at+1)
	})},
	{"leaf", fair.StepCards, func(m *Maker) Case {
		c := forged(opened, onBoard, (*Maker).otherCard)(m)
		c.OwnProof = "" // it may have the card that is shown in place of another
		return c
	}},
	{"card twice", fair.StepCards, (*Maker).twice},
	{"own", fair.StepOwn, (*Maker).otherOwn},
	{"transcript", fair.StepTranscript, forged(finished, every, (*Maker).rewritten)},
	{"fair/1: message", fair.StepEntropy, func(m *Maker) Case { return m.forge1("fair/1: message") }},
	{"fair/1: index", fair.StepBatch, func(m *Maker) Case { return m.forge1("fair/1: index") }},
}

// Faults returns the names of all forgeries, each of which makes one check fail.
func Faults() (names []string) {
	for _, f := range forgeries {
		names = append(names, f.fault)
	}
	return names
}

// Forged returns a receipt with a fault of Faults.
func (m *Maker) Forged(fault string) Case {
	f := forgeries[slices.IndexFunc(forgeries, func(f forgery) bool { return f.fault == fault })]
	c := f.make(m)
	c.Grade, c.Fault, c.Step = "", f.fault, f.step
	return c
}

func every(hand) bool      { return true }
func begun(h hand) bool    { return h.setup.Message != 0 && h.setup.Players != nil }
func playedTo(h hand) bool { return begun(h) && !h.void }
func onBoard(h hand) bool  { return playedTo(h) && slices.Contains(h.dealt, fair.Board(0)) }

// ofMode accepts the hands of one mode.
func ofMode(of mode) func(hand) bool { return one2(of) }

// one2 accepts the hands of some modes.
func one2(of ...mode) func(hand) bool {
	return func(h hand) bool {
		if h.setup.Message == 0 {
			return false
		}
		is := plain
		if b := h.setup.Beacon; b != nil {
			switch {
			case len(b.Signature) == 0:
				is = late
			case b.Chain == known.Hash:
				is = taken
			default:
				is = unknown
			}
		}
		return slices.Contains(of, is)
	}
}

// some returns a random hand of a kind.
func (m *Maker) some(kind func(hand) bool) hand {
	for {
		if h := m.hand(one(m, plain, plain, taken, unknown, late, before)); kind(h) {
			return h
		}
	}
}

// forged returns a forger that changes what a stage made.
func forged(at stage, kind func(hand) bool, change func(*Maker, *dealer)) func(*Maker) Case {
	return func(m *Maker) Case {
		return m.written(deal(m.some(kind), func(s stage, d *dealer) {
			if s == at {
				change(m, d)
			}
		}))
	}
}

// altered returns a forger that changes the hand before it is dealt.
func altered(kind func(hand) bool, change func(*Maker, *hand)) func(*Maker) Case {
	return func(m *Maker) Case {
		h := m.some(kind)
		change(m, &h)
		return m.written(deal(h, nil))
	}
}

// outside returns the receipt of a hand before or after those of its batch.
func (m *Maker) outside() Case {
	h := m.some(func(h hand) bool { return h.setup.Batch.First > 1 })
	b := &h.setup.Batch
	if m.r.IntN(2) == 0 {
		h.number = b.First - 1
	} else {
		h.number = b.First + b.Size
	}
	return m.written(deal(h, nil))
}

// unpublished gives the batch another B, or a path that does not lead there.
func (m *Maker) unpublished(d *dealer) {
	b := &d.r.Batch
	switch n := m.r.IntN(5); {
	case n == 0 && len(b.Path) > 0:
		b.Path[m.r.IntN(len(b.Path))] = m.hash()
	case n == 1:
		other := *b
		other.First++
		b.Published = publishedBy(d.table, &other, m.hash())
	case n == 2 && len(b.Path) > 0:
		b.Path = b.Path[:len(b.Path)-1]
	case n == 3:
		b.Path = append(b.Path, m.hash())
	default:
		b.Published = m.hash()
	}
}

// late returns the receipt of a hand whose seals are no older than its message.
func (m *Maker) late() Case {
	h := m.some(func(h hand) bool { return begun(h) && len(h.setup.Cuts) == 0 })
	h.setup.Batch.Message = h.setup.Message + one(m, 0, 1, fair.ID(m.r.IntN(1<<40)))
	return m.written(deal(h, nil))
}

// restarted gives the hand a start that holds something else.
func (m *Maker) restarted(d *dealer) {
	s := d.setup
	players := slices.Clone(s.Players)
	players[0], players[1] = players[1], players[0]
	start := one(m, m.hash(), d.startOf(players, s.Cuts, s.Prev), d.startOf(s.Players, s.Cuts, m.hash()),
		d.startOf(append(slices.Clone(s.Players), 1), s.Cuts, s.Prev))
	d.r.Start = &start
}

// against returns a receipt with a beacon that the batch does not name, or without the one that it names.
func (m *Maker) against() Case {
	h := m.some(one2(taken, unknown, late))
	if m.r.IntN(2) == 0 {
		h.setup.Batch.Chain = nil
		return m.written(deal(h, nil))
	}
	h = m.some(ofMode(plain))
	h.setup.Cuts = nil
	h.setup.Batch.Chain = one(m, &known.Hash, &fair.Hash{1})
	return m.written(deal(h, nil))
}

// otherRound returns a receipt with another round than the message fixes.
func (m *Maker) otherRound() Case {
	h := m.some(one2(taken, late))
	s := &h.setup
	switch m.r.IntN(4) {
	case 0:
		s.Beacon.Round--
	case 1:
		s.Beacon.Round++
	case 2:
		s.Beacon.Round = m.user() | 1<<50
	default: // from before the chain began
		s.Message = m.message(epoch + m.r.Uint64N(m.genesis()-epoch))
		s.Batch.Message = s.Message - 1
		s.Beacon.Round = 1 + fair.ID(m.r.IntN(2))
	}
	return m.written(deal(h, nil))
}

// otherForm returns a receipt with a signature of another length.
func (m *Maker) otherForm() Case {
	h := m.some(one2(taken, unknown))
	b := h.setup.Beacon
	if b.Chain == known.Hash && m.r.IntN(2) == 0 {
		b.Signature = m.bytes(96)
	} else {
		b.Signature = m.bytes(one(m, 1, 47, 49, 95, 97, 32))
	}
	return m.written(deal(h, nil))
}

// lateAndDealt returns a receipt of a hand that was dealt though the beacon's value was late.
func (m *Maker) lateAndDealt() Case {
	h := m.some(ofMode(taken))
	for len(h.dealt) == 0 {
		h = m.some(ofMode(taken))
	}
	h.setup.Beacon.Signature = nil
	return m.written(deal(h, nil))
}

// outOfTurn deals the cards in an order of the forger's choice.
func (m *Maker) outOfTurn(h *hand) {
	p := h.setup.Players
	first, second := fair.Player(p[0]), fair.Player(p[1])
	round := func(times int) (dealt []fair.Recipient) {
		for range times {
			for _, one := range p {
				dealt = append(dealt, fair.Player(one))
			}
		}
		return dealt
	}
	swapped := round(2)
	swapped[len(p)], swapped[len(p)+1] = second, first
	reversed := round(2)
	slices.Reverse(reversed)
	stranger := append(round(2)[:2*len(p)-1], fair.Player(m.user()&^0xff|0xfe))
	ways := [][]fair.Recipient{
		swapped, reversed, stranger, append(round(2), board(0, 6)...), append(round(2), board(1, 3)...),
		slices.Concat(round(2), board(0, 5), board(1, 2), board(2, 5)), slices.Concat(round(2), board(0, 4), board(1, 1)),
		slices.Concat(board(0, 1), round(2)), slices.Concat(round(2), board(0, 3), []fair.Recipient{first}),
		slices.Concat(round(2), []fair.Recipient{first, first}),
	}
	if !h.void {
		ways = append(ways, round(1), round(3), append(round(2), board(0, 1)...), append(round(4), board(0, 2)...), slices.Concat(round(2), board(0, 5), board(1, 3)))
	}
	if len(p) <= 5 {
		ways = append(ways, slices.Concat(round(5), board(0, 3)), slices.Concat(round(5), []fair.Recipient{second, first}),
			append(round(5), slices.Repeat([]fair.Recipient{first}, 6)...), slices.Concat(round(5), []fair.Recipient{first, second, first}))
	}
	h.dealt, h.shown = one(m, ways...), nil
	if b := h.setup.Beacon; b != nil && len(b.Signature) == 0 { // late: without cards there is no order
		h.setup.Beacon.Signature = m.bytes(48)
	}
}

// otherCard opens a card as one that it is not, or with another salt.
func (m *Maker) otherCard(d *dealer) {
	o := &d.r.Open[m.r.IntN(len(d.r.Open))]
	if m.r.IntN(2) == 0 {
		o.Salt = m.hash()
		return
	}
	other := o.Card
	for slices.ContainsFunc(d.r.Open, func(p fair.Opening) bool { return p.Card == other }) {
		other = card.Card(1 + m.r.IntN(card.Count))
	}
	o.Card = other
}

// twice returns the receipt of a hand from a deck that has one card in all its places.
func (m *Maker) twice() Case {
	for {
		h := m.some(onBoard)
		stacked := m.r.IntN(fair.Decks)
		d := deal(h, func(s stage, d *dealer) {
			if s == sealed {
				only := d.cards[stacked][0]
				for i := range d.cards[stacked] {
					d.cards[stacked][i] = only
				}
				d.hide(stacked)
			}
		})
		if d.deck == stacked {
			return Case{Receipt: string(d.r.JSON())}
		}
	}
}

// otherOwn returns a good receipt with an own part that is not of it.
func (m *Maker) otherOwn() Case {
	h := m.some(playedTo)
	d := deal(h, nil)
	o := d.ownProof(h.setup.Players[0])
	switch m.r.IntN(6) {
	case 0:
		o.Player = h.setup.Players[1]
	case 1:
		o.Hand++
	case 2:
		o.Table ^= 2
	case 3:
		o.Seal = m.hash()
	case 4:
		o.Scheme = fair.Fair1
	default:
		o.Open[0].Salt = m.hash()
	}
	return Case{Receipt: string(d.r.JSON()), OwnProof: string(o.JSON())}
}

// rewritten gives the receipt a transcript of another history.
func (m *Maker) rewritten(d *dealer) {
	switch m.r.IntN(3) {
	case 0:
		d.r.Transcript = m.hash()
	case 1:
		d.r.Prev, d.r.Start = m.hash(), nil // of another hand before; with its start
		if d.setup.Message != 0 {
			start := d.startOf(d.r.Players, d.r.Cuts, d.r.Prev)
			d.r.Start = &start
		}
	default:
		d.void = !d.void
		d.r.Transcript = d.transcript()
		d.void = !d.void
	}
}

// misshapen returns a receipt that is not written as receipts are.
func (m *Maker) misshapen() Case {
	d := deal(m.some(playedTo), nil)
	text := string(d.r.JSON())
	swap := func(from, to string) (string, bool) {
		return strings.Replace(text, from, to, 1), strings.Contains(text, from)
	}
	for {
		pair := one(m, [][2]string{
			{`"hand":`, `"note":1,"hand":`}, {`"scheme":"fair/2",`, `"scheme":"fair/2","scheme":"fair/2",`}, {`"seal":"`, `"Seal":"`},
			{`"table":"`, `"table":"0`}, {`"message":"`, `"message":"0`}, {`"players":["`, `"players":["0","`},
			{`"players":["` + d.r.Players[0].String() + `",`, `"players":["` + d.r.Players[1].String() + `",`},
			{`"start":"` + d.r.Start.String() + `",`, ``}, {`"transcript":`, `"transcript":null,"transcript":`},
			{`"seeds":[`, `"secret":"` + m.hash().String() + `","seeds":[`}, {`,null`, `,"` + m.hash().String() + `"`},
			{`"leaves":["` + d.r.Leaves[0].String() + `",`, `"leaves":[`}, {`"k":`, `"k":0`}, {`"size":`, `"size":70000`},
			{`"first":`, `"first":-`}, {`"chain":"`, `"chain":"00`}, {`"text":"`, `"text":"\t`}, {`"text":"`, `"text":"\u2028`},
			{`"round":"`, `"round":"00`}, {`"signature":"`, `"signature":"F`}, {`"by":"`, `"by":"0`}, {`"channel":"`, `"channel":"-`},
			{`"batch":{`, `"batch":{"index":0,`}, {`fair/2`, `fair/3`}, {`"dealt":[`, `"dealt":["board 4",`}, {`"roots":["` + d.r.Roots[0].String() + `",`, `"roots":[`},
		}...)
		if changed, ok := swap(pair[0], pair[1]); ok {
			return Case{Receipt: changed}
		}
	}
}
