package invariant

import (
	"regexp"
	"strconv"

	"cardroom/bot/discordtest"
	"cardroom/engine"
	"cardroom/store"
)

// beacon compares the stored facts of a hand under a beacon with those stored before.
func (w *Watch) beacon(k store.Key, h *hand, v engine.View, b *Beacon) {
	if w.rounds == nil {
		w.rounds, w.timeouts = map[uint64]bool{}, map[store.Key]bool{}
	}
	w.timeouts[k] = b.Timeout
	if !b.Used {
		return
	}
	switch {
	case h.message != 0 && (h.message != b.Message || h.round != b.Round):
		w.Fail("I8", "table %d: hand %d has message %d of round %d, and then %d of %d", k.Channel, v.Hand, h.message, h.round, b.Message, b.Round)
	case b.Value && h.message == 0:
		w.Fail("I8", "table %d: hand %d has a value, and its round was not stored before", k.Channel, v.Hand)
	case b.Fault != nil:
		w.Fail("I8", "table %d: hand %d: %v", k.Channel, v.Hand, b.Fault)
	case v.Phase != engine.Idle && v.Phase != engine.Shuffling && !b.Value:
		w.Fail("I8", "table %d: hand %d is dealt without the value", k.Channel, v.Hand)
	}
	h.message, h.round = b.Message, b.Round
	if b.Round != 0 {
		w.rounds[b.Round] = true
	}
}

// Asked checks a request for a round of the beacon.
func (w *Watch) Asked(round uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, waits := range w.timeouts {
		if waits {
			return
		}
	}
	if !w.rounds[round] {
		w.Fail("I8", "round %d is asked for, and no table has stored it", round)
	}
}

// HandForm matches the message of a hand under a beacon. The form is written down here again, as people and other programs read
// it, so that a change of it is found.
var HandForm = regexp.MustCompile(`^-# #(\d+) · .+ · drand round \d+ · [0-9a-f]{32}$`)

// said checks that a hand under a beacon has one message, which is never edited.
func (w *Watch) said(t *table, m discordtest.Message) {
	found := HandForm.FindStringSubmatch(m.Content)
	for n, h := range t.hands {
		if h.said == m.ID && h.text != m.Content {
			w.Fail("I8", "the message of hand %d is edited: %s, and before it was %s", n, m.Content, h.text)
		}
	}
	if found == nil || m.Ephemeral {
		return
	}
	n, _ := strconv.ParseInt(found[1], 10, 64)
	h := t.hand(n)
	if h.said != "" && h.said != m.ID {
		w.Fail("I8", "hand %d has two messages: %s and %s", n, h.text, m.Content)
	}
	h.said, h.text = m.ID, m.Content
}

// Deleted checks a message that was deleted.
func (w *Watch) Deleted(m discordtest.Message) {
	if HandForm.MatchString(m.Content) {
		w.Fail("I8", "the message of a hand is deleted: %s", m.Content)
	}
}
