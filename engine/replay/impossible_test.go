package replay_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/enginetest"
	"cardroom/engine/phh"
	"cardroom/engine/pokerstars"
	"cardroom/engine/replay"
)

// TestImpossibleEventsAreNoHand changes an event of a random hand to one that no table tells. No reader of hands panics, and each says
// that the hand is not over or its events are not all there.
func TestImpossibleEventsAreNoHand(t *testing.T) {
	impossible := []func(*engine.Event){
		func(e *engine.Event) { e.Seat = engine.MaxSeats },
		func(e *engine.Event) { e.Seat = -2 },
		func(e *engine.Event) { e.Seat = math.MaxInt },
		func(e *engine.Event) { e.Run = engine.MaxRuns },
		func(e *engine.Event) { e.Run = -1 },
		func(e *engine.Event) { e.Count = -1 },
		func(e *engine.Event) { e.Count = 1 << 40 },
		func(e *engine.Event) { e.Pot = -1 },
		func(e *engine.Event) { e.Pot = math.MaxInt },
		func(e *engine.Event) { e.Cards[2] = 53 },
	}
	harmed := 0
	for seed := range uint64(60) {
		l := enginetest.New(t, seed)
		for range 4 {
			if !l.Hand() {
				break
			}
			v := l.Table.View(0)
			for i := range l.Log {
				if l.Log[i].Hand != v.Hand {
					continue
				}
				for k, harm := range impossible {
					events := slices.Clone(l.Log)
					harm(&events[i])
					_, err1 := replay.Steps(v, events)
					_, err2 := phh.Of(v, events, nil)
					_, err3 := pokerstars.Of(v, events, pokerstars.Labels{})
					if err1 != replay.ErrNotOver || err2 != phh.ErrNotOver || err3 != replay.ErrNotOver {
						t.Fatalf("seed %d, harm %d of event %+v: %v, %v, %v", seed, k, l.Log[i], err1, err2, err3)
					}
					harmed++
				}
			}
		}
	}
	if harmed < 10_000 {
		t.Errorf("%d events were harmed, want more", harmed)
	}
}

// TestWrongEventsPanicInNoReader changes an event of a random hand to another that a table could tell, tells one twice, or loses one. Each
// reader of hands returns.
func TestWrongEventsPanicInNoReader(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		l := enginetest.New(t, seed)
		for range 4 {
			if !l.Hand() {
				break
			}
			v := l.Table.View(0)
			for range 100 {
				events := slices.Clone(l.Log)
				i := len(events) - 1 - r.IntN(min(len(events), 30))
				switch r.IntN(7) {
				case 0:
					events[i].Seat = r.IntN(11) - 1
				case 1:
					events[i].Run = r.IntN(engine.MaxRuns)
				case 2:
					events[i].Count = r.IntN(6)
				case 3:
					events = slices.Insert(events, i, events[r.IntN(len(events))])
				case 4:
					events = slices.Delete(events, i, i+1)
				case 5:
					events[i].Cards = [5]card.Card{}
				case 6: // a fold comes once more, after all boards
					fold := slices.IndexFunc(events, func(e engine.Event) bool { return e.Hand == v.Hand && e.Action == engine.Fold })
					end := slices.IndexFunc(events, func(e engine.Event) bool { return e.Hand == v.Hand && e.Kind == engine.Won })
					if fold >= 0 && end > fold {
						events = slices.Insert(events, end, events[fold])
					}
				}
				_, _ = replay.Steps(v, events)
				_, _ = phh.Of(v, events, nil)
				_, _ = pokerstars.Of(v, events, pokerstars.Labels{})
			}
		}
	}
}
