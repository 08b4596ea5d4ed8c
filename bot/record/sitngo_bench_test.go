package record

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/fair"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/engine/tournament/proof"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/tables"
	"cardroom/store"
	"cardroom/store/memory"
)

// BenchmarkSitAndGo plays Sit & Gos of nine players who decide at random. It does for a hand all that the program does, without
// Discord. The production dealer seals 32 hands at a time and stores the proof of each one at its end. Each start, deal and action
// is a commit of the encoded table, its tournament and their prize chips to the memory store. It reports hands for each second of
// processor time. Ten thousand tournaments are -benchtime 10000x.
func BenchmarkSitAndGo(b *testing.B) {
	codec, err := NewCodec([]byte(strings.Repeat("\x01", shuffle.KeySize)), nil)
	if err != nil {
		b.Fatal(err)
	}
	hands, commits, begin := 0, int64(0), enginetest.CPUTime(b)
	for i := range b.N {
		e := newEvening(b, codec, engine.ID(i+1))
		e.play()
		hands += e.hands
		commits += e.version
	}
	b.ReportMetric(float64(hands)/(enginetest.CPUTime(b)-begin).Seconds(), "hands/cpu-s")
	b.ReportMetric(float64(commits)/float64(hands), "commits/hand")
}

// evening is a Sit & Go and its table, as the bot keeps them.
type evening struct {
	testing.TB
	*rand.Rand
	codec Codec
	store store.Store
	// unstored is set where commits do not reach the store, which does not have the tournament.
	unstored bool
	key      store.Key
	version  int64
	r        Table
	game     engine.Table
	batch    shuffle.Batch
	lots     tournament.Lots
	now      engine.Moment
	message  engine.ID // the newest
	hands    int
}

const (
	eveningPlayers = 9
	eveningPrice   = 100
)

// newEvening returns a tournament whose seats are drawn.
func newEvening(tb testing.TB, codec Codec, number engine.ID) *evening {
	e := &evening{
		TB: tb, Rand: rand.New(rand.NewPCG(uint64(number), 30)), codec: codec, store: memory.New(store.Options{}),
		key: store.Key{Guild: 5, Channel: number}, now: 1_800_000_000_000, message: 1 << 50,
	}
	tb.Cleanup(func() { e.store.Close() })
	o := setup.DefaultOptions("turbo")
	o.Seats, o.Max, o.Price = eveningPlayers, eveningPlayers, eveningPrice
	state, log, err := tournament.New(o, e.now)
	e.must(err)
	e.game, err = engine.New(tables.Rules(&o, 0))
	e.must(err)
	e.r = Table{Host: 1, Session: 1, Event: &Event{
		ID: number, State: Director{Tournament: state}, Logs: Logs{Journal: &proof.Journal{Made: e.now, Options: o}},
	}}
	e.r.Event.Keep(log)
	e.r.Extras.Funds = "free"
	start := &draw.Start{Tournament: fair.ID(number), Message: fair.ID(e.message)}
	for i := range eveningPlayers {
		start.Entries = append(start.Entries, fair.ID(100+i))
		e.direct(tournament.Register{At: tournament.At(e.now), Person: engine.ID(100 + i)})
		e.commit(nil)
	}
	e.lots = draw.NewLots(e.codec.Keys.NewSecret(e.key, 0), start)
	e.r.Event.Journal.Announce()
	e.now = e.r.Event.State.Pending().Due
	e.direct(tournament.Tick{At: tournament.At(e.now)})
	e.direct(tournament.Begin{At: tournament.At(e.now)})
	e.commit(nil)
	return e
}

func (e *evening) must(err error) {
	if err != nil {
		e.Helper()
		e.Fatal(err)
	}
}

// direct brings the director a command, in a copy of the tournament, as after an error nothing may have changed.
func (e *evening) direct(c tournament.Command) []tournament.Event {
	e.r.Event = e.r.Event.Clone()
	events, err := e.r.Event.Direct(c, e.lots)
	e.must(err)
	return events
}

// do brings the table a command, and adds its events to those given.
func (e *evening) do(c engine.Command, events []engine.Event) []engine.Event {
	var err error
	e.game, events, err = e.game.Apply(c, events)
	e.must(err)
	return events
}

// commit stores table and tournament as the next version, and a hand that is over in the history.
func (e *evening) commit(events []engine.Event) {
	c := store.Change{
		Key: e.key, ID: "commit@" + time.Duration(e.version).String(), Version: e.version, Session: 1, At: time.UnixMilli(int64(e.now)),
		Events: events, Chips: e.game.Chips(), Free: true, Escrow: e.r.Event.Escrow(),
	}
	e.r.Serial++
	e.r.Log = CopyLog(e.r.Log, len(events))
	for _, x := range events {
		if x.Kind == engine.HandStarted {
			e.r.Log = CopyLog(nil, len(events))
		}
		e.r.Log = append(e.r.Log, x)
		if x.Kind != engine.HandEnded {
			continue
		}
		v := e.game.View(0)
		e.must(e.codec.Keys.Prove(e.key, &e.r.Shuffle, e.batch, v, e.r.Log))
		c.Stats, e.r.Left = StatsOf(e.r.StatsMode, e.r.Log), LeftWith(v)
		h, err := e.codec.EncodeHand(e.key, e.r, &e.game, c.At)
		e.must(err)
		c.Hands = append(c.Hands, h)
	}
	var err error
	c.Sealed, err = e.codec.EncodeTable(e.key, e.r, &e.game)
	e.must(err)
	if e.unstored {
		c.Sealed(e.version + 1)
		e.version++
	} else {
		receipt, err := e.store.Commit(e.Context(), c)
		e.must(err)
		e.version = receipt.Version
	}
	e.r.Event.Committed()
}

// play plays to the end. The escrow is empty then.
func (e *evening) play() {
	for e.r.Event.State.View().Phase != tournament.Finished {
		if e.playHand(); e.hands > 5000 {
			e.Fatal("it does not end")
		}
	}
	accounts, err := e.store.Accounts(e.Context(), e.key.Guild)
	if e.must(err); accounts[store.EscrowAccount(e.r.Event.ID)] != 0 {
		e.Fatalf("the escrow holds chips: %v", accounts)
	}
}

// seals makes and posts commitments to the next hands where there are none.
func (e *evening) seals(next int64) {
	if e.r.Shuffle.Covers(next) {
		return
	}
	e.batch = e.codec.Keys.NewBatch(e.key, e.codec.Keys.NewSecret(e.key, next), next, shuffle.TournamentSize, nil)
	e.r.Shuffle = e.r.Shuffle.With(e.batch)
	e.commit(nil)
	e.message++
	e.r.Shuffle.Message = e.message
	e.commit(nil)
}

// playHand plays one hand.
func (e *evening) playHand() {
	e.startHand()
	for e.goOn() {
	}
	e.hands++
}

// startHand starts a hand and deals.
func (e *evening) startHand() {
	e.waitForHand()
	e.seals(e.game.View(0).Hand + 1)
	e.r = e.r.Clone()
	happened := e.direct(tournament.StartHand{At: tournament.At(e.now), Table: 1})
	o := e.r.Event.State.Options()
	events := e.do(tables.Seating(&e.r.Event.State.Tournament, 1, e.now, tables.FullBank), nil)
	events = e.do(tables.Start(&o, happened[len(happened)-1]), events)
	v := e.game.View(0)
	var err error
	e.r.Shuffle, err = e.r.Shuffle.StartHand(e.key, v)
	e.must(err)
	e.commit(events)
	e.message++
	e.r = e.r.Clone()
	deck, shuffled, err := e.codec.Keys.Deal(e.key, e.r.Shuffle, e.batch, v.Hand, e.message, shuffle.DealtIn(v))
	e.must(err)
	e.r.Shuffle = shuffled
	e.commit(e.do(engine.Deal{Deck: deck, Message: e.message, At: e.now}, nil))
}

// waitForHand lets time pass until the table may start a hand, and all that is due meanwhile happens.
func (e *evening) waitForHand() {
	for {
		state := &e.r.Event.State
		err := state.MayStart(1, e.now)
		if err == nil {
			return
		}
		refused, due := err.(tournament.Refusal), state.Pending().Due
		if e.now = refused.Until; due != 0 && (due <= refused.Until || refused.Until == 0) {
			e.now = due
			e.direct(tournament.Tick{At: tournament.At(e.now)})
		}
	}
}

// goOn lets one thing happen in a hand. It returns false once the hand is over.
func (e *evening) goOn() bool {
	wait := e.game.Pending()
	var events []engine.Event
	switch wait.Need {
	case engine.NeedStreet:
		e.now = max(e.now, wait.Due)
		events = e.do(engine.Tick{At: e.now}, nil)
	case engine.NeedAction:
		act := e.act(e.game.View(0), wait)
		e.direct(tournament.Press{At: tournament.At(e.now), Entry: e.r.Event.State.EntryOf(act.Player)})
		events = e.do(act, nil)
	default:
		return false
	}
	if v := e.game.View(0); v.Phase == engine.Idle {
		o := e.r.Event.State.Options()
		e.direct(tables.End(&o, 1, &v, e.now))
	}
	e.commit(events)
	return true
}

// act returns a random decision, which is rarely a raise.
func (e *evening) act(v engine.View, wait engine.Pending) engine.Act {
	l := e.game.Legal()
	toAct := slices.IndexFunc(v.Seats, func(s engine.SeatView) bool { return s.Seat == v.ToAct })
	act := engine.Act{Player: v.Seats[toAct].Player, Turn: wait.Turn, Action: engine.Check, At: e.now}
	if l.Call > 0 {
		act.Action = engine.Call
	}
	switch n := e.IntN(8); {
	case n < 3 && l.Call > 0:
		act.Action = engine.Fold
	case n == 7 && l.Min > 0:
		act.Action, act.To = engine.Raise, l.Min+e.Int64N(l.Max-l.Min+1)
	}
	return act
}
