package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/engine/poker"
	"cardroom/store"
)

// evening is a table played at random, without Discord and mostly without a store.
type evening struct {
	*rand.Rand
	t     *testing.T
	env   *table.Env
	key   store.Key
	store store.Store // nil for none

	table   engine.Table
	record  record.Table
	version int64
	batch   shuffle.Batch

	now   engine.Moment
	ids   engine.ID            // of messages
	data  []byte               // the record
	kept  map[int64]store.Hand // the history
	holes map[int64][]hole     // by hand: its hole cards at the end
	began map[engine.ID]int64  // everyone's chips at the start of the last hand
}

type hole struct {
	who   engine.ID
	cards []card.Card
	shown []card.Card
}

func newEvening(t *testing.T, seed uint64) *evening {
	t.Helper()
	e := &evening{Rand: rand.New(rand.NewPCG(seed, 1)), t: t, now: 1_700_000_000_000, ids: 1_500_000_000_000_000_000,
		kept: map[int64]store.Hand{}, holes: map[int64][]hole{}}
	r := poker.DefaultRules()
	r.Variant = []poker.Variant{poker.Holdem, poker.Omaha, poker.FiveCardDraw}[seed%3]
	r.Seats, r.Clock, r.Runout = min(6, r.MostSeats()), 0, 0
	r.DrawAny = r.Variant == poker.FiveCardDraw && e.IntN(3) == 0
	if r.Seats = min(r.Seats, r.MostSeats()); r.Variant != poker.FiveCardDraw {
		r.RunIt = 1 + e.IntN(3)
	}
	r.AskLosers = e.IntN(2) == 0
	tbl, err := engine.New(r)
	if err != nil {
		t.Fatal(err)
	}
	b := newSealing(t, 1)
	b.Seed, b.Codec.Keys.Seed = &seed, &seed
	b.Store = evenings{e: e}
	e.env, e.key, e.table, e.version = b, store.Key{Guild: 5, Channel: 6}, tbl, 1
	return e
}

// evenings is the store of an evening that has none: it has the hands that were kept.
type evenings struct {
	store.Store
	e *evening
}

func (s evenings) Hands(_ context.Context, _ store.Key, before int64, _ int) (hands []store.Hand, err error) {
	if h, known := s.e.kept[before-1]; known {
		hands = append(hands, h)
	}
	return hands, nil
}

// stored returns the stored version of the table.
func (e *evening) stored() store.Record { return store.Record{Key: e.key, Version: e.version} }

// seat returns the seat with a number.
func (e *evening) seat(n int) engine.SeatView {
	seats := e.table.View(0).Seats
	return seats[slices.IndexFunc(seats, func(s engine.SeatView) bool { return s.Seat == n })]
}

// commit makes the next table and record its next version, as the table itself would.
func (e *evening) commit(next engine.Table, r record.Table, events []engine.Event) {
	e.t.Helper()
	change, err := table.NextChange(e.env, e.stored(), e.table, "id", next, &r, events)
	if err != nil {
		e.t.Fatal(err)
	}
	change.ID = fmt.Sprint("step ", e.version)
	if e.store != nil {
		if slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == engine.HandStarted }) {
			e.began = e.piles()
		}
		if _, err := e.store.Commit(e.t.Context(), change); store.Refused(err) {
			return // a player without chips cannot bring any
		} else if err != nil {
			e.t.Fatal(err)
		}
	}
	e.data = change.Sealed(e.version + 1)
	for _, h := range change.Hands {
		e.kept[h.Number] = h
		e.holes[h.Number] = nil
		for _, s := range next.View(0).Seats {
			held := next.View(s.Player)
			own, _ := held.SeatOf(s.Player)
			if s.InHand {
				e.holes[h.Number] = append(e.holes[h.Number], hole{s.Player, own.Cards, s.Shown})
			}
		}
	}
	e.table, e.record = next, r
	e.version++
}

func (e *evening) do(c engine.Command) {
	if next, events, err := e.table.Apply(c, nil); err == nil {
		e.commit(next, e.record, events)
	}
}

// step makes the pending decision, or another possible event.
func (e *evening) step() {
	e.now += 1000
	who := engine.ID(1 + e.IntN(6))
	v := e.table.View(0)
	switch e.IntN(24) {
	case 0:
		e.do(engine.Leave{Player: who, At: e.now})
	case 1:
		for _, s := range v.Seats {
			if s.MayShow {
				e.do(engine.Show{Player: s.Player, Turn: v.Turn, Cards: 1 << e.IntN(2), At: e.now})
			}
		}
	case 2:
		if e.IntN(12) == 0 {
			e.do(engine.Void{At: e.now})
		}
	case 3, 4:
		level := engine.Level(e.IntN(4))
		if e.store != nil { // with wallets no player has practice chips
			level = engine.Person
		}
		e.do(engine.Sit{Player: who, Seat: engine.AnySeat, Chips: 200 + e.Int64N(800), House: level, Post: true, At: e.now})
	case 5:
		e.do(engine.TopUp{Player: who, Chips: 500, At: e.now})
	case 6:
		e.do(engine.SitIn{Player: who, Post: true, At: e.now})
	}
	e.await()
}

// await makes the pending decision.
func (e *evening) await() {
	who, v := engine.ID(1+e.IntN(6)), e.table.View(0)
	switch w := e.table.Pending(); w.Need {
	case engine.NeedStart:
		e.start()
	case engine.NeedDeal:
		e.deal()
	case engine.NeedAction:
		e.act(w)
	case engine.NeedRuns:
		e.do(engine.RunIt{Player: who, Hand: v.Hand, Times: 1 + e.IntN(3), At: e.now})
	case engine.NeedStreet:
		e.now = max(e.now, w.Due)
		e.do(engine.Tick{At: e.now})
	default:
		e.do(engine.Sit{Player: who, Seat: engine.AnySeat, Chips: 1000, Post: true, At: e.now})
	}
}

func (e *evening) start() {
	hand := e.table.View(0).Hand + 1
	e.now = max(e.now, e.table.View(0).Until)
	if !e.record.Shuffle.MayStart(hand) {
		r := e.record
		e.batch = e.env.Codec.Keys.NewBatch(e.key, e.env.Codec.Keys.NewSecret(e.key, hand), hand, shuffle.BatchSize, nil)
		r.Shuffle = r.Shuffle.With(e.batch)
		r.Shuffle.Message = e.message()
		e.record = r
	}
	for who := engine.ID(1); who <= 6; who++ {
		if e.IntN(8) == 0 {
			e.record.Shuffle = e.record.Shuffle.WithCut(shuffle.Cut{By: who, Message: e.message(), Text: "♠ cut"})
		}
	}
	next, events, err := e.table.Apply(engine.Start{Lot: e.Uint64(), At: e.now}, nil)
	if err != nil {
		return
	}
	r := e.record
	if r.Shuffle, err = r.Shuffle.StartHand(e.key, next.View(0)); err != nil {
		e.t.Fatal(err)
	}
	e.commit(next, r, events)
}

func (e *evening) deal() {
	r, v := e.record, e.table.View(0)
	if e.batch.Root != r.Shuffle.Root { // a table of an earlier release
		secret, err := e.env.Codec.Keys.BatchSecret(e.key, &r.Shuffle)
		if err != nil {
			e.t.Fatal(err)
		}
		e.batch = e.env.Codec.Keys.Remake(e.key, &r.Shuffle, secret)
	}
	deck, s, err := e.env.Codec.Keys.Deal(e.key, r.Shuffle, e.batch, v.Hand, e.message(), shuffle.DealtIn(v))
	if err != nil {
		e.t.Fatal(err)
	}
	r.Shuffle = s
	next, events, err := e.table.Apply(engine.Deal{Deck: deck, Message: e.ids, At: e.now}, nil)
	if err != nil {
		e.t.Fatal(err)
	}
	e.commit(next, r, events)
}

func (e *evening) message() engine.ID {
	e.ids += 1 + engine.ID(e.IntN(1000))
	return e.ids
}

// act makes the player to act play like a house player, and sometimes go all-in or draw four.
func (e *evening) act(w engine.Pending) {
	s := e.seat(w.Seat)
	v := e.table.View(s.Player)
	if v.Phase == engine.Drawing {
		discard := ai.Discard(v)
		if e.IntN(2) == 0 && v.Discards >= 4 {
			discard = 0b11110
		}
		e.do(engine.Draw{Player: s.Player, Turn: w.Turn, Discard: discard, At: e.now})
		return
	}
	c := ai.Decide(v, engine.Normal, e.Uint64())
	if e.IntN(6) == 0 && v.Legal.Max > 0 {
		c.Action, c.To = engine.Raise, v.Legal.Max
	}
	c.Player, c.Turn, c.At = s.Player, w.Turn, e.now
	e.do(c)
	if e.table.Pending().Turn == w.Turn { // at the showdown
		e.do(engine.Act{Player: s.Player, Turn: w.Turn, Action: engine.Fold, At: e.now})
	}
}

// TestEveryHandHasAReceiptThatFits plays all games at random. The receipt of every hand proves its cards in dealing order,
// and reveals no card that was not shown. It is a test of P13.
func TestEveryHandHasAReceiptThatFits(t *testing.T) {
	alone(t)
	seen := map[string]int{}
	for seed := range uint64(12) {
		e := newEvening(t, seed)
		for range 300 {
			e.step()
		}
		last := fair.Hash{}
		for n := int64(1); n <= int64(len(e.kept)); n++ {
			last = e.check(n, last, seen)
		}
	}
	t.Log(seen)
	for _, name := range []string{"B", "C", "D", "void", "runs", "drew", "fourth", "shown", "hidden", "one card shown", "left"} {
		if seen[name] == 0 {
			t.Errorf("no hand of the kind %q was played: %v", name, seen)
		}
	}
}

// check verifies the receipt of a hand, which follows a transcript, and returns its own transcript.
func (e *evening) check(n int64, prev fair.Hash, seen map[string]int) fair.Hash {
	e.t.Helper()
	h := e.kept[n]
	made, err := e.env.Codec.Receipt(e.key, h)
	if err != nil {
		e.t.Fatalf("hand %d: %v", n, err)
	}
	f, v, err := e.env.Codec.Ended(e.key, h)
	if err != nil {
		e.t.Fatal(err)
	}
	r := made.Receipt
	if read, err := fair.ReadProof(r.JSON()); err != nil || read.Facts().Transcript != f.Last || read.Facts().Prev != prev {
		e.t.Errorf("hand %d: the receipt is read as %v, %v; the transcript is %s after %s", n, read, err, f.Last, prev)
	}
	var own []*fair.OwnProof
	for _, held := range e.holes[n] {
		own = append(own, e.own(n, made, held)...)
		e.hidden(n, r, held, seen)
	}
	report := fair.Verify(r, own...)
	if want := gradeOf(r); !report.OK() || report.Grade != want && !v.Voided {
		e.t.Errorf("hand %d of %v: grade %s: %v\n%+v\n%s", n, v.Rules.Variant, report.Grade, report.Faults, f.Events, r.JSON())
	}
	e.board(n, made, v)
	seen[report.Grade.String()]++
	note(seen, f, v)
	if bytes.Contains(h.Data, secretOf(e, n)) {
		e.t.Errorf("hand %d: the history shows its secret", n)
	}
	return f.Last
}

// gradeOf returns the grade of a hand with these cuts. In a hand of fair/1, several cuts or one that no player typed prove less
// than none.
func gradeOf(r fair.Proof) fair.Grade {
	cuts := 0
	switch r := r.(type) {
	case *fair.Receipt1:
		if cuts = len(r.Cuts); cuts > 1 || cuts == 1 && !r.Cuts[0].Typed() {
			return fair.GradeD
		}
	case *fair.Receipt:
		cuts = len(r.Cuts)
	}
	if cuts > 0 {
		return fair.GradeB
	}
	return fair.GradeC
}

// own returns a player's own proof, which has to contain the cards that they held at the end.
func (e *evening) own(n int64, made *shuffle.Receipt, held hole) []*fair.OwnProof {
	if made.Deal == nil || len(made.Dealt) == 0 || len(held.cards) == 0 {
		return nil
	}
	own, err := made.Deal.OwnProof(fair.ID(held.who), made.Dealt)
	if err != nil {
		e.t.Errorf("hand %d, player %d: %v", n, held.who, err)
		return nil
	}
	for _, c := range held.cards {
		if !slices.ContainsFunc(own.Open, func(o fair.Opening) bool { return o.Card == c }) {
			e.t.Errorf("hand %d: player %d held %s, which is not among %v", n, held.who, c, own.Open)
		}
	}
	return []*fair.OwnProof{own}
}

// hidden checks that the receipt opens exactly the shown ones of a player's cards.
func (e *evening) hidden(n int64, r fair.Proof, held hole, seen map[string]int) {
	if r.Facts().Void {
		return
	}
	for _, c := range held.cards {
		open := slices.ContainsFunc(openings(r), func(o fair.Opening) bool { return o.Card == c })
		if shown := slices.Contains(held.shown, c); open != shown {
			e.t.Errorf("hand %d: player %d's %s is open: %v, was shown: %v", n, held.who, c, open, shown)
		}
	}
	switch len(held.shown) {
	case 0:
		seen["hidden"]++
	case len(held.cards):
		seen["shown"]++
	default:
		seen["one card shown"]++
	}
}

// openings returns the cards that a receipt opens.
func openings(r fair.Proof) []fair.Opening {
	if r, two := r.(*fair.Receipt); two {
		return r.Open
	}
	return r.(*fair.Receipt1).Open
}

// board checks that the cards of the boards are the dealt ones.
func (e *evening) board(n int64, made *shuffle.Receipt, v engine.View) {
	if made.Deal == nil {
		return // void before the deal
	}
	deck := made.Deal.Deck()
	var want, got []card.Card
	for k, to := range made.Dealt {
		for run := range 3 {
			if to == fair.Board(run) {
				got = append(got, deck[k])
			}
		}
	}
	want = append(want, v.Board...)
	for _, again := range v.Again {
		want = append(want, again...)
	}
	for _, c := range got {
		if !slices.Contains(want, c) {
			e.t.Errorf("hand %d: %s is on no board of %v", n, c, want)
		}
	}
	for _, c := range want {
		if !slices.Contains(got, c) {
			e.t.Errorf("hand %d: %s of the board is not among %v", n, c, got)
		}
	}
}

// note counts the kinds of hands.
func note(seen map[string]int, f record.Hand, v engine.View) {
	if v.Voided {
		seen["void"]++
	}
	if len(v.Again) > 0 {
		seen["runs"]++
	}
	for _, e := range f.Events {
		switch {
		case e.Kind == engine.Drew && e.Count == 4 && !v.Rules.DrawAny:
			seen["fourth"]++
		case e.Kind == engine.Drew:
			seen["drew"]++
		case e.Kind == engine.StoodUp:
			seen["left"]++
		}
	}
}

// secretOf returns the secret of a hand in JSON.
func secretOf(e *evening, n int64) []byte {
	f, err := e.env.Codec.DecodeHand(e.key, e.kept[n])
	if err != nil {
		e.t.Fatal(err)
	}
	secret, err := e.env.Codec.Keys.OpenHand(e.key, f.Proof, n)
	if err != nil {
		e.t.Fatal(err)
	}
	shown, err := json.Marshal(secret[:])
	if err != nil {
		e.t.Fatal(err)
	}
	return bytes.Trim(shown, `"`)[:40]
}
