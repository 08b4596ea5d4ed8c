package invariant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/store"
)

// clear is the unencrypted part of a record, which a test without the program's key can read.
type clear struct {
	Log     []engine.Event `json:"log"` // of the hand that runs or ran last
	Shuffle struct {
		First      int64           `json:"first"`
		Root       string          `json:"root"`
		Message    engine.ID       `json:"message"`
		Commitment string          `json:"seal"`
		Entropy    json.RawMessage `json:"entropy"`
		Setup      json.RawMessage `json:"setup"`
	} `json:"shuffle"`
	Table struct {
		Table struct {
			Hand   int64        `json:"hand"`
			Action int64        `json:"action"`
			Phase  engine.Phase `json:"phase"`
			ToAct  int          `json:"toAct"`
			Seats  []struct {
				Player                     engine.ID
				Stack, Bet, Total, Pending int64
				InHand, Folded             bool
			} `json:"seats"`
		} `json:"table"`
	} `json:"table"`
}

// found is the last record of a table that Found checked.
type found struct {
	version int64
	data    []byte
	log     []engine.Event
}

// Found checks a record in the store of another process, which may have made any number of commits since the last call. It
// replaces [Watch.Store] if a test cannot wrap the store: versions only grow, logged events stay logged, and a hand keeps
// its commitment. It returns the number of the hand whose events the record has: a board of that hand can go to
// [Watch.See].
func (w *Watch) Found(r store.Record) (hand int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var c clear
	_, body, _ := bytes.Cut(r.Data, []byte("\n"))
	if err := json.Unmarshal(body, &c); err != nil {
		w.Fail("I3", "table %d: version %d cannot be read: %v", r.Channel, r.Version, err)
		return 0
	}
	t := w.table(r.Key)
	was := t.found
	t.found = found{r.Version, bytes.Clone(r.Data), c.Log}
	switch {
	case r.Version < was.version:
		w.Fail("I3", "table %d: version %d is found after %d", r.Channel, r.Version, was.version)
	case r.Version == was.version && !bytes.Equal(r.Data, was.data):
		w.Fail("I3", "table %d: version %d is found in two forms", r.Channel, r.Version)
	case handOf(was.log) == handOf(c.Log) && !begins(c.Log, was.log):
		w.Fail("I3", "table %d: of hand %d there was logged\n%v\nand now\n%v", r.Channel, handOf(c.Log), was.log, c.Log)
	case handOf(c.Log) < handOf(was.log):
		w.Fail("I3", "table %d: hand %d is found after %d", r.Channel, handOf(c.Log), handOf(was.log))
	}
	w.logged(t, r, &c)
	w.checkCommitment(t, r, &c)
	w.seats(r, &c)
	if turn := (engine.Turn{Hand: c.Table.Table.Hand, Action: c.Table.Table.Action}); turn.After(t.turn) {
		t.turn = turn
	}
	return handOf(c.Log)
}

func handOf(log []engine.Event) int64 {
	if len(log) == 0 {
		return 0
	}
	return log[0].Hand
}

// begins reports whether a log starts with another.
func begins(log, with []engine.Event) bool {
	return len(log) >= len(with) && slices.Equal(log[:len(with)], with)
}

// logged records the public cards of a hand. It fails if the hand is dealt twice or a card is in two places.
func (w *Watch) logged(t *table, r store.Record, c *clear) {
	deals, location := 0, map[card.Card]string{}
	for i := range c.Log {
		e, where := &c.Log[i], "the board"
		switch e.Kind {
		case engine.HandDealt:
			deals++
		case engine.Shown:
			where = "a hand of " + decimal(e.Player)
		}
		for _, face := range e.Faces() {
			if other, taken := location[face]; taken && other != where {
				w.Fail("I4", "table %d, hand %d: %v is at %s and at %s", r.Channel, e.Hand, face, other, where)
			}
			location[face] = where
		}
		t.hand(e.Hand).show(e)
	}
	if deals > 1 {
		w.Fail("I4", "table %d: hand %d is dealt %d times", r.Channel, handOf(c.Log), deals)
	}
}

// checkCommitment checks that a hand keeps its commitment and its entropy, and a batch its root.
func (w *Watch) checkCommitment(t *table, r store.Record, c *clear) {
	s, now := &c.Shuffle, &c.Table.Table
	if s.Message != 0 {
		if was, known := t.roots[s.First]; known && was != s.Root {
			w.Fail("I4", "table %d: the published seals of the hands from %d on have become others", r.Channel, s.First)
		}
		t.roots[s.First] = s.Root
	}
	if s.Commitment == "" || now.Phase == engine.Idle || now.Phase == engine.Shuffling {
		return
	}
	h, mixed := t.hand(now.Hand), string(s.Entropy)+string(s.Setup)
	if h.commitment != "" && (h.commitment != s.Commitment || h.entropy != mixed) {
		w.Fail("I4", "table %d: hand %d is shuffled in two ways: %s %s, then %s %s", r.Channel, now.Hand, h.commitment, h.entropy, s.Commitment, mixed)
	}
	h.commitment, h.entropy = s.Commitment, mixed
}

// seats checks that no chips are below zero, and that exactly one player is to act while a decision is due.
func (w *Watch) seats(r store.Record, c *clear) {
	now, acts := &c.Table.Table, 0
	for i, s := range now.Seats {
		if s.Stack < 0 || s.Bet < 0 || s.Total < 0 || s.Pending < 0 {
			w.Fail("I2", "table %d, hand %d: seat %d is %+v", r.Channel, now.Hand, i, s)
		}
		if i == now.ToAct && s.Player != 0 && s.InHand && !s.Folded {
			acts++
		}
	}
	w.oneActs(fmt.Sprintf("table %d, hand %d", r.Channel, now.Hand), now.Phase, acts)
}
