package docs

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/engine/fair"
)

// batchPlan is seals under one message.
type batchPlan struct {
	scheme      fair.Scheme
	first, size uint64
	chain       bool
	message     fair.ID
}

// handPlan is a hand of a series: played, void after its message, void before it (message 0), late, or without a receipt.
type handPlan struct {
	number            uint64
	batch             *batchPlan
	message, cut      fair.ID
	void, late, spare bool
	table             fair.ID
	prev              fair.Hash // in place of the transcript before
}

const (
	seriesTable = fair.ID(1_500_000_000_000_000_001)
	minute      = 60_000 << 22 // of an id
	begun       = fair.ID(1_512_340_000_000_000_001)
)

// at returns the id of a message that is so many minutes newer than the first.
func at(minutes int) fair.ID { return begun + fair.ID(minutes)*minute }

// plans returns an honest series of eight hands: two of fair/1, three without a beacon and three with one. It has each kind of
// void hand once, and one batch that was replaced before its end.
func plans() []*handPlan {
	old := &batchPlan{scheme: fair.Fair1, first: 1, size: 3, message: at(0)}
	plain := &batchPlan{scheme: fair.Fair2, first: 3, size: 3, message: at(10)}
	beacon := &batchPlan{scheme: fair.Fair2, first: 6, size: 4, chain: true, message: at(20)}
	all := []*handPlan{
		{batch: old, message: at(1)}, {batch: old, message: at(2)},
		{batch: plain, message: at(11)}, {batch: plain, message: at(13), cut: at(12), void: true}, {batch: plain, void: true},
		{batch: beacon, message: at(21)}, {batch: beacon, message: at(22), void: true, late: true}, {batch: beacon, message: at(23)},
	}
	for i, p := range all {
		p.number, p.table = uint64(i+1), seriesTable
	}
	return all
}

// series returns the receipts of the hands of a plan, each with the transcript of the one before.
func series(t *testing.T, all []*handPlan) (receipts []string) {
	t.Helper()
	var prev fair.Hash
	for _, p := range all {
		if p.spare {
			receipts = append(receipts, `{"table":"`+p.table.String()+`","hand":`+strconv.FormatUint(p.number, 10)+`,"unprovable":true}`)
			continue
		}
		if p.prev != (fair.Hash{}) {
			prev = p.prev
		}
		prove := p.two
		if p.batch.scheme == fair.Fair1 {
			prove = p.one
		}
		proof, err := prove(prev)
		if err != nil {
			t.Fatalf("hand %d: %v", p.number, err)
		}
		receipts = append(receipts, string(proof.JSON()))
		prev = proof.Facts().Transcript
	}
	return receipts
}

// seal returns the seal of a hand of a batch, and all seals of the batch.
func (p *handPlan) seal() (of *fair.Seal, all []fair.Hash) {
	for i := range p.batch.size {
		n := p.batch.first + i
		l := fair.NewSeal(fair.Secret{byte(n), 21}, fair.Hand{Scheme: p.batch.scheme, Table: p.table, Number: n})
		if all = append(all, l.Hash()); n == p.number {
			of = l
		}
	}
	return of, all
}

// dealt returns where the cards of a hand of two players went, or of a void one, which ends before the board.
func (p *handPlan) dealt() (to []fair.Recipient) {
	for range 2 {
		to = append(to, fair.Player(11), fair.Player(12))
	}
	if !p.void {
		to = append(to, slices.Repeat([]fair.Recipient{fair.Board(0)}, 3)...)
	}
	return to
}

// one returns the receipt of a hand of fair/1.
func (p *handPlan) one(prev fair.Hash) (fair.Proof, error) {
	l, seals := p.seal()
	batch, err := fair.NewBatch1(seals, int(p.number-p.batch.first))
	if err != nil {
		return nil, err
	}
	batch.Channel, batch.Message = p.table, p.batch.message
	d, err := l.Deal1(fair.Entropy1{Messages: []fair.Message1{{Channel: p.table, ID: p.message}}})
	if err != nil {
		return nil, err
	}
	return d.Receipt1(fair.Outcome{Dealt: p.dealt(), Batch: &batch, Prev: prev})
}

// two returns the receipt of a hand of fair/2.
func (p *handPlan) two(prev fair.Hash) (fair.Proof, error) {
	l, seals := p.seal()
	quicknet := fair.Quicknet()
	var chain *fair.Hash
	if p.batch.chain {
		chain = &quicknet.Hash
	}
	batch, err := fair.NewBatch(p.table, p.batch.first, chain, seals, p.number)
	if err != nil {
		return nil, err
	}
	batch.Message = p.batch.message
	s := fair.Setup{Prev: prev, Batch: batch, Players: []fair.ID{11, 12}, Message: p.message}
	if p.cut > 0 {
		s.Cuts = []fair.Cut{{By: 12, Message: p.cut, Text: "lucky 7"}}
	}
	if p.batch.chain {
		round, err := quicknet.Round(p.message)
		if err != nil {
			return nil, err
		}
		s.Beacon = &fair.Beacon{Chain: quicknet.Hash, Round: fair.ID(round)}
		if !p.late {
			s.Beacon.Signature = make(fair.Signature, quicknet.Signature)
		}
	}
	if p.message == 0 || p.late {
		return l.Void(s)
	}
	d, err := l.Deal(s)
	if err != nil {
		return nil, err
	}
	if p.void {
		return d.Void(fair.Outcome{Dealt: p.dealt()})
	}
	return d.Receipt(fair.Outcome{Dealt: p.dealt()})
}

// wrongSeries has a series with each fault of a series. All else in it fits.
var wrongSeries = map[string]func(all []*handPlan) []*handPlan{
	"gap":        func(all []*handPlan) []*handPlan { return slices.Delete(all, 3, 4) },
	"unprovable": func(all []*handPlan) []*handPlan { all[3].spare = true; return all },
	"repeated": func(all []*handPlan) []*handPlan {
		again := *all[3]
		all[2].message, all[3].message, all[3].cut, again.message, again.cut = at(11), at(12), 0, at(13), 0
		return slices.Insert(all, 4, &again)
	},
	"table": func(all []*handPlan) []*handPlan {
		all[7].table++
		all[7].batch = &batchPlan{scheme: fair.Fair2, first: 8, size: 2, message: at(22) + 1}
		return all
	},
	"prev": func(all []*handPlan) []*handPlan { all[3].prev = fair.Hash{1}; return all },
	"back": func(all []*handPlan) []*handPlan {
		all[7].batch = &batchPlan{scheme: fair.Fair1, first: 8, size: 2, message: at(22)}
		return all
	},
	"newer": func(all []*handPlan) []*handPlan { all[3].message, all[3].cut = at(11)-1, 0; return all },
	"fresh": func(all []*handPlan) []*handPlan { all[3].cut = at(11) - 1; return all },
	"batch": func(all []*handPlan) []*handPlan { all[5].batch.message = at(10) - 1; return all },
	"begin": func(all []*handPlan) []*handPlan { all[5].batch.first--; return all },
}

// Each fault of a series is found by its check alone, and an honest series has none.
func TestSeriesInPython(t *testing.T) {
	t.Parallel()
	names := slices.Sorted(maps.Keys(wrongSeries))
	cases := []any{[]any{series(t, plans())}}
	for _, check := range names {
		wrong := []any{series(t, wrongSeries[check](plans()))}
		cases = append(cases, wrong, without{check, wrong})
	}
	got := judge(t, cases)
	counts := map[string]int{"hands": 8, "void": 3, "before": 1, "late": 1, "replaced": 1, "unprovable": 0}
	if len(got[0].Checks) > 0 || !maps.Equal(got[0].Counts, counts) {
		t.Errorf("an honest series has faults %v and counts %v, want none and %v", got[0].Checks, got[0].Counts, counts)
	}
	for i, check := range names {
		if found := got[2*i+1].Checks; !slices.Equal(found, []string{check}) {
			t.Errorf("%s: verify.py finds %v", check, found)
		}
		if found := got[2*i+2].Checks; len(found) > 0 {
			t.Errorf("%s: without its check verify.py still finds %v", check, found)
		}
	}
	for _, check := range checksOf(t, "series") {
		if wrongSeries[check] == nil {
			t.Errorf("no series needs the check %q of verify.py", check)
		}
	}
}

// seriesInGo returns the verdict of package fair on a series: whether there is a fault, and the counts.
func seriesInGo(t *testing.T, receipts []string) (faults bool, counts map[string]int) {
	t.Helper()
	entries, err := fair.ReadSeries([]byte(strings.Join(receipts, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	s := fair.Verifier{}.VerifySeries(entries)
	return !s.OK(), map[string]int{
		"hands": len(s.Entries), "void": len(s.Voids), "before": len(s.Before), "late": len(s.Late), "replaced": len(s.Replaced), "unprovable": len(s.Unprovable),
	}
}

// Go and Python agree on series with no fault, with one and with two.
func TestPythonAgreesWithGoOnSeries(t *testing.T) {
	t.Parallel()
	all := map[string][]string{"": series(t, plans())}
	for a, one := range wrongSeries {
		for b, two := range wrongSeries {
			if plan := one(plans()); a == b {
				all[a] = series(t, plan)
			} else if a < b && len(plan) == 8 {
				all[a+" and "+b] = series(t, two(plan))
			}
		}
	}
	names := slices.Sorted(maps.Keys(all))
	var cases []any
	for _, name := range names {
		cases = append(cases, []any{all[name]})
	}
	for i, got := range judge(t, cases) {
		faults, counts := seriesInGo(t, all[names[i]])
		if faults != (len(got.Checks) > 0) || faults != (names[i] != "") || !maps.Equal(got.Counts, counts) {
			t.Errorf("%q: Python finds %v and counts %v, Go finds faults: %t and counts %v", names[i], got.Checks, got.Counts, faults, counts)
		}
	}
}
