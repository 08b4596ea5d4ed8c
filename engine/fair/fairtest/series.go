package fairtest

import (
	"slices"

	"cardroom/engine/fair"
)

// Series holds the hands of a table, and the findings that a verifier must have.
type Series struct {
	Entries                      []string // lines, as /verify writes them
	Fault                        string   // "" for a good series
	Voids, Before, Late, Replace int
}

// seriesFaults are the faults of series that the specification names.
var seriesFaults = []string{
	"missing", "twice", "prev", "message not newer", "old cut", "batch not newer", "batch begins elsewhere", "fair/1 after fair/2", "unprovable",
}

// SeriesFaults returns the faults of series.
func SeriesFaults() []string { return slices.Clone(seriesFaults) }

// table deals hands one after another.
type table struct {
	m      *Maker
	id     fair.ID
	clock  uint64 // milliseconds
	number uint64
	prev   fair.Hash
	batch  fair.Batch
	key    fair.Hash            // of the secrets
	seals  map[uint64]fair.Hash // of the batch
	last   fair.ID              // message of the last hand
	broken string               // the fault that the next hand gets
	Series
}

// tick returns the id of a message that is newer than all before.
func (t *table) tick() fair.ID {
	t.clock += 1000 + t.m.r.Uint64N(100_000)
	return t.m.message(t.clock)
}

// Series returns a table's hands of fair/2 under two batches. With a fault of SeriesFaults only that check finds something: each
// receipt by itself is good.
func (m *Maker) Series(fault string) Series {
	t := &table{m: m, id: m.user(), clock: m.genesis() + m.r.Uint64N(100_000_000_000), key: m.hash(), seals: map[uint64]fair.Hash{}}
	t.Fault = fault
	t.seal(1, 3+m.r.Uint64N(3), nil)
	for range 3 {
		t.deal()
	}
	if fault == "message not newer" || fault == "old cut" || fault == "prev" {
		t.broken = fault
	}
	used := t.batch.First + t.batch.Size
	t.reseal(fault)
	if t.number+1 < used {
		t.Replace++
	}
	t.deal()
	if t.broken = ""; fault == "unprovable" {
		t.number++
		t.Entries = append(t.Entries, string(fair.Entry{Table: t.id, Hand: t.number}.JSON()))
	}
	t.deal()
	switch fault {
	case "missing":
		t.Entries = slices.Delete(t.Entries, 2, 3)
	case "twice":
		t.Entries = append(t.Entries, t.Entries[1])
	case "fair/1 after fair/2":
		t.Entries = append(t.Entries, t.dealOld())
	}
	return t.Series
}

// seal begins a batch.
func (t *table) seal(first, size uint64, chain *fair.Hash) {
	t.batch = fair.Batch{First: first, Size: size, Chain: chain, Channel: t.id, Message: t.tick()}
}

// secret returns the secret of a hand.
func (t *table) secret(n uint64) fair.Hash { return fair.Mac(t.key[:], "secret", fair.U64(n)) }

// sealOf returns the seal of a hand.
func (t *table) sealOf(n uint64) fair.Hash {
	if _, made := t.seals[n]; !made {
		d := &dealer{hand: hand{secret: t.secret(n), table: t.id, number: n}}
		d.seal()
		d.commit()
		t.seals[n] = d.r.Seal
	}
	return t.seals[n]
}

// reseal begins the second batch, or goes on with the first where a fault needs one that runs on.
func (t *table) reseal(fault string) {
	old := t.batch.Message
	switch fault {
	case "message not newer", "old cut":
		t.batch = fair.Batch{First: t.number + 1, Size: 8, Channel: t.id, Message: old + 1}
	case "batch begins elsewhere":
		t.seal(t.number, 8, nil)
	default:
		t.seal(t.number+1, 4+t.m.r.Uint64N(3), one(t.m, nil, &known.Hash))
	}
	if fault == "batch not newer" {
		t.batch.Message = old - 1
	}
}

// deal adds the next hand.
func (t *table) deal() {
	t.number++
	of := one(t.m, plain, plain, before)
	if t.batch.Chain != nil {
		of = one(t.m, taken, taken, late, before)
	}
	if t.broken != "" || t.number == 1 {
		of = plain
		if t.batch.Chain != nil {
			of = taken
		}
	}
	h := t.m.hand(of)
	h.table, h.number, h.secret, h.others = t.id, t.number, t.secret(t.number), t.sealOf
	h.setup.Batch, h.setup.Prev, h.setup.Cuts = t.batch, t.prev, nil
	if of != before {
		t.mix(&h)
	}
	if t.broken == "prev" {
		h.setup.Prev = t.m.hash()
	}
	d := deal(h, nil)
	t.prev = d.r.Transcript
	t.Entries = append(t.Entries, string(d.r.JSON()))
	if h.void {
		t.Voids++
	}
	if of == before {
		t.Before++
	}
	if of == late {
		t.Late++
	}
}

// mix gives a hand its message, and its cut or its round.
func (t *table) mix(h *hand) {
	s := &h.setup
	cut := t.tick()
	s.Message = t.tick()
	switch t.broken {
	case "message not newer":
		s.Message = t.last - 1
	case "old cut":
		cut = t.last
	}
	switch {
	case s.Beacon != nil:
		round, err := known.Round(s.Message)
		if err != nil {
			panic(err) // messages are newer than the chain
		}
		s.Beacon.Chain, s.Beacon.Round = known.Hash, fair.ID(round)
	case t.broken == "old cut" || t.broken == "" && t.m.r.IntN(2) == 0:
		s.Cuts = []fair.Cut{{By: s.Players[0], Message: cut, Text: one(t.m, texts...)}}
	}
	t.last = max(t.last, s.Message)
}

// dealOld returns the receipt of the next hand, by fair/1.
func (t *table) dealOld() string {
	t.number++
	o := old{seal: fair.NewSeal(fair.Secret(t.m.hash()), fair.Hand{Table: t.id, Number: t.number})}
	b := fair.Batch1{Size: 1, Channel: t.id, Message: t.tick()}
	b.Path, b.Root = tree([]fair.Hash{o.seal.Hash()}, 0)
	o.entropy.Messages = []fair.Message1{{Channel: t.id, ID: t.tick()}}
	o.outcome = fair.Outcome{Batch: &b, Prev: t.prev, Dealt: t.m.game([]fair.ID{7, 8})}
	return o.written().Receipt
}
