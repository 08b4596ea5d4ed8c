package invariant

import (
	"context"
	"fmt"
	"sync"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/store"
)

// Stored is the content of a stored record.
type Stored struct {
	Table      engine.Table
	First      int64  // the first hand of the batch; 0: there is none
	Root       string // of the batch
	Message    engine.ID
	Commitment string // of the running or last hand, from the deal on
	Entropy    string // mixed into the hand, besides the commitment
	Beacon     Beacon // of the running or last hand
}

// Beacon holds the stored facts of a hand under a beacon.
type Beacon struct {
	Used    bool      // the hand is under one
	Message engine.ID // of the hand; 0 until it is stored
	Round   uint64    // which the message fixes
	Value   bool      // the signature is stored
	Fault   error     // of the round or the signature
	Timeout bool      // the next hand waits for the beacon: the program may ask for any round
}

// Watch remembers the commits it has seen, and calls Fail for every broken law.
type Watch struct {
	Fail     func(law, format string, args ...any)     // "I1" and the violation
	Read     func(store.Record) (Stored, error)        // decrypts a record; nil if the test cannot
	Done     func(c store.Change, version int64)       // called after every commit; may be nil
	HasProof func(store.Key, store.Hand) (bool, error) // reports whether a hand of the history has its proof

	mu       sync.Mutex
	tables   map[store.Key]*table
	epochs   map[engine.ID]int64 // of the newest lease that wrote, by guild
	rounds   map[uint64]bool     // stored for a hand
	timeouts map[store.Key]bool  // tables that wait for the beacon
}

// table is a Watch's knowledge of one table.
type table struct {
	version int64
	turn    engine.Turn
	hands   map[int64]*hand
	roots   map[int64]string // of published batches, by their first hand
	found   found
	missing int64 // the last hand that started before the store lost its data
	began   int64 // the last hand that started
}

// hand is a Watch's knowledge of one hand.
type hand struct {
	committed           bool // it started after its commitment was published
	ended               bool
	commitment, entropy string
	deals               int
	message             engine.ID                 // of a hand under a beacon, once stored
	round               uint64                    // which it fixes
	said, text          string                    // the message in the channel: its id and content
	held                map[engine.ID][]card.Card // hole cards
	public              map[card.Card]bool        // public cards
}

// Opens replaces the functions that decrypt records and hands, after the program's key was changed.
func (w *Watch) Opens(read func(store.Record) (Stored, error), hasProof func(store.Key, store.Hand) (bool, error)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Read, w.HasProof = read, hasProof
}

// Forget drops everything seen so far but the numbers of hands, for a store that lost its data.
func (w *Watch) Forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	was := w.tables
	w.tables, w.epochs = nil, nil
	for k, t := range was {
		w.table(k).missing = max(t.missing, t.began)
	}
}

func (w *Watch) table(k store.Key) *table {
	if w.tables == nil {
		w.tables = map[store.Key]*table{}
	}
	t := w.tables[k]
	if t == nil {
		t = &table{hands: map[int64]*hand{}, roots: map[int64]string{}}
		w.tables[k] = t
	}
	return t
}

func (t *table) hand(n int64) *hand {
	h := t.hands[n]
	if h == nil {
		h = &hand{held: map[engine.ID][]card.Card{}, public: map[card.Card]bool{}}
		t.hands[n] = h
	}
	return h
}

// Store returns st with a check of every commit.
func (w *Watch) Store(st store.Store) store.Store { return &checkedStore{st, w} }

type checkedStore struct {
	store.Store
	watch *Watch
}

func (s *checkedStore) Commit(ctx context.Context, c store.Change) (store.Receipt, error) {
	s.watch.mu.Lock() // See then checks messages that follow from it
	defer s.watch.mu.Unlock()
	receipt, err := s.Store.Commit(ctx, c)
	if err == nil && !receipt.Duplicate {
		s.watch.leased(c.Guild, c.Epoch, c.ID)
		s.watch.committed(c, receipt.Version)
		s.watch.books(ctx, s.Store, c.Guild)
	}
	return receipt, err
}

func (s *checkedStore) Pay(ctx context.Context, p store.Payment) (store.Receipt, error) {
	s.watch.mu.Lock()
	defer s.watch.mu.Unlock()
	receipt, err := s.Store.Pay(ctx, p)
	if err == nil && !receipt.Duplicate {
		s.watch.leased(p.Guild, p.Epoch, p.ID)
	}
	s.watch.books(ctx, s.Store, p.Guild)
	return receipt, err
}

// leased checks the lease of a write. It ignores a write without a lease.
func (w *Watch) leased(guild engine.ID, epoch int64, id string) {
	if w.epochs == nil {
		w.epochs = map[engine.ID]int64{}
	}
	if epoch != 0 && epoch < w.epochs[guild] {
		w.Fail("I3", "guild %d: %q was written under epoch %d, after %d", guild, id, epoch, w.epochs[guild])
	}
	w.epochs[guild] = max(w.epochs[guild], epoch)
}

// committed checks a commit.
func (w *Watch) committed(c store.Change, version int64) {
	t := w.table(c.Key)
	if version != t.version+1 || c.Version != 0 && c.Version != t.version {
		w.Fail("I3", "table %d: a commit %q made of version %d is version %d, after %d", c.Channel, c.ID, c.Version, version, t.version)
	}
	t.version = version
	for i := range c.Events {
		w.happened(c.Key, t, &c.Events[i])
	}
	for _, h := range c.Hands {
		w.kept(c.Key, t, h)
	}
	if w.Done != nil {
		w.Done(c, version)
	}
	if w.Read == nil {
		return
	}
	stored, err := w.Read(store.Record{Key: c.Key, Version: version, Data: c.Sealed(version)})
	if err != nil {
		w.Fail("I3", "what commit %q stored cannot be read: %v", c.ID, err)
		return
	}
	w.look(c.Key, t, stored)
}

// happened records an event.
func (w *Watch) happened(k store.Key, t *table, e *engine.Event) {
	h := t.hand(e.Hand)
	switch e.Kind {
	case engine.HandStarted:
		t.began = e.Hand
		follows := t.hands[e.Hand-1] != nil || e.Hand == t.missing+1 // no lost number is given again
		if len(t.hands) > 1 && !follows || h.deals > 0 || h.ended {
			w.Fail("I4", "table %d: hand %d starts out of turn", k.Channel, e.Hand)
		}
	case engine.HandDealt:
		if h.deals++; h.deals > 1 {
			w.Fail("I4", "table %d: hand %d is dealt again", k.Channel, e.Hand)
		}
	case engine.HandEnded, engine.HandVoided:
		if h.ended {
			w.Fail("I4", "table %d: hand %d ends again", k.Channel, e.Hand)
		}
		h.ended = true
	}
	h.show(e)
}

// show records the cards of an event as public.
func (h *hand) show(e *engine.Event) {
	if e.Kind == engine.HandVoided { // its deck is public (R65)
		for c := card.None + 1; c <= card.Count; c++ {
			h.public[c] = true
		}
	}
	for _, c := range e.Faces() {
		h.public[c] = true
	}
}

// kept checks a hand that is added to the history.
func (w *Watch) kept(k store.Key, t *table, h store.Hand) {
	if w.HasProof == nil || !t.hand(h.Number).committed {
		return
	}
	if ok, err := w.HasProof(k, h); !ok || err != nil {
		w.Fail("I7", "hand %d ends without a proof: %v", h.Number, err)
	}
}

// look compares a stored table with the one stored before.
func (w *Watch) look(k store.Key, t *table, s Stored) {
	v := s.Table.View(0)
	if v.Turn.After(t.turn) { // a reopened table counts its decisions from the start
		t.turn = v.Turn
	}
	h := t.hand(v.Hand)
	if s.Message != 0 {
		if was, known := t.roots[s.First]; known && was != s.Root {
			w.Fail("I4", "table %d: the published seals of the hands from %d on have become others", k.Channel, s.First)
		}
		t.roots[s.First] = s.Root
	}
	if v.Phase != engine.Idle && s.Message != 0 && v.Hand >= s.First {
		h.committed = true
	}
	if h.commitment != "" && s.Commitment != "" && (h.commitment != s.Commitment || h.entropy != s.Entropy) {
		w.Fail("I4", "table %d: hand %d is shuffled in two ways: %s %s, then %s %s", k.Channel, v.Hand, h.commitment, h.entropy, s.Commitment, s.Entropy)
	}
	if s.Commitment != "" {
		h.commitment, h.entropy = s.Commitment, s.Entropy
	}
	w.beacon(k, h, v, &s.Beacon)
	w.cards(k, h, &s.Table, v)
	w.chips(k, v)
	w.actors(k, v)
}

// cards fails if a player's cards have changed, or a card is in two places.
func (w *Watch) cards(k store.Key, h *hand, t *engine.Table, v engine.View) {
	location := map[card.Card]string{}
	put := func(where string, list []card.Card) {
		for _, c := range list {
			if was, taken := location[c]; taken && c != card.None && was != where {
				w.Fail("I4", "table %d, hand %d: a card is at %s and at %s", k.Channel, v.Hand, was, where)
			}
			location[c] = where
		}
	}
	put("the board", v.Board)
	for _, more := range v.Again {
		put("the board", more)
	}
	for _, public := range v.Seats {
		own := t.View(public.Player)
		s, _ := own.SeatOf(public.Player)
		if len(s.Cards) == 0 || !s.InHand {
			continue
		}
		put("a hand of "+decimal(s.Player), s.Cards)
		was := h.held[s.Player]
		if v.Rules.Variant != poker.FiveCardDraw && v.Phase != engine.Idle && was != nil && !sameCards(was, s.Cards) {
			w.Fail("I4", "table %d, hand %d: the cards of %d have changed", k.Channel, v.Hand, s.Player)
		}
		h.held[s.Player] = append([]card.Card(nil), s.Cards...)
	}
}

func sameCards(a, b []card.Card) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// chips fails if chips are below zero.
func (w *Watch) chips(k store.Key, v engine.View) {
	for _, s := range v.Seats {
		if s.Stack < 0 || s.Bet < 0 || s.Pending < 0 || s.Total < 0 {
			w.Fail("I2", "table %d, hand %d: seat %d has %d, %d bet, %d pending, %d in all", k.Channel, v.Hand, s.Seat, s.Stack, s.Bet, s.Pending, s.Total)
		}
	}
	for i, p := range v.Pots {
		if p.Amount < 0 {
			w.Fail("I2", "table %d, hand %d: pot %d is %d", k.Channel, v.Hand, i, p.Amount)
		}
	}
}

// actors checks that exactly one player with cards is to act while a decision is due, and otherwise none.
func (w *Watch) actors(k store.Key, v engine.View) {
	acts := 0
	for _, s := range v.Seats {
		if s.Seat == v.ToAct && s.InHand && !s.Folded {
			acts++
		}
	}
	w.oneActs(fmt.Sprintf("table %d, hand %d", k.Channel, v.Hand), v.Phase, acts)
}

// oneActs fails if a phase has more or fewer players to act than it should.
func (w *Watch) oneActs(where string, p engine.Phase, acts int) {
	awaited := p == engine.Betting || p == engine.Drawing || p == engine.Showing
	if awaited && acts != 1 || !awaited && acts != 0 {
		w.Fail("I5", "%s: %d players are to act in phase %d", where, acts, p)
	}
}
