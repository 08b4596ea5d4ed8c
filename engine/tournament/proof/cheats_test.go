package proof_test

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine/fair"
	"cardroom/engine/tournament/draw"
	"cardroom/engine/tournament/proof"
)

// TestCheatsAreFound plays the six ways to cheat with draws, and some more.
func TestCheatsAreFound(t *testing.T) {
	seed := fair.Secret{5}
	play := func() *club {
		c := newClub(t, seed, 9)
		c.play()
		return c
	}
	for name, tt := range map[string]struct {
		cheat func() (*proof.Result, proof.Seen)
		want  string
	}{
		"seed chosen after registration": {func() (*proof.Result, proof.Seen) {
			c := newClub(t, fair.Secret{6}, 9) // which seats a friend better
			c.play()
			r := c.result()
			r.Seal = draw.Seal(id, seed)
			return r, proof.Seen{}
		}, "the seed was exchanged"},
		"start posted again": {func() (*proof.Result, proof.Seen) {
			return play().result(), proof.Seen{Starts: []fair.ID{started, started - 1}}
		}, "Message 1999 announced the start before message 2000"},
		"start before the seal": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Sealed = started + 5
			return r, proof.Seen{}
		}, "older than message 2005 with the seal"},
		"order of entries changed": {func() (*proof.Result, proof.Seen) {
			c := newClub(t, seed, 9)
			c.entries[0], c.entries[1] = c.entries[1], c.entries[0]
			c.play()
			return c.result(), proof.Seen{}
		}, "Entry 1 is of 490 by the file, and 500 registered"},
		"entry left out of the key": {func() (*proof.Result, proof.Seen) {
			c := newClub(t, seed, 9)
			c.entries = c.entries[:8]
			c.play()
			return c.result(), proof.Seen{}
		}, "names 8 entries, and 9 registered"},
		"use left out": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Uses = slices.Delete(r.Uses, 2, 3)
			return r, proof.Seen{}
		}, "was left out"},
		"use taken twice": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Uses = slices.Insert(r.Uses, 1, r.Uses[0])
			return r, proof.Seen{}
		}, "seats/1 was taken twice"},
		"use that no rule asks for": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Uses = append(r.Uses, proof.Use{Use: "seats/99", Of: 9, Values: []int{1}})
			return r, proof.Seen{}
		}, "seats/99 is in the file, and the rules do not ask for it"},
		"another range": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Uses[1].Of++
			return r, proof.Seen{}
		}, "is of 5 by the file, and of 4 by the rules"},
		"another value": {func() (*proof.Result, proof.Seen) {
			c := newClub(t, seed, 9)
			c.lots = swapped{draw.NewLots(seed, &draw.Start{Tournament: id, Message: started, Entries: c.entries})}
			c.play()
			return c.result(), proof.Seen{}
		}, "and the seed gives"},
		"other seats than drawn": {func() (*proof.Result, proof.Seen) {
			c := play()
			hands := c.hands()
			players := hands[0].Proof.(*fair.Receipt).Players
			players[0], players[1] = players[1], players[0]
			return c.result(), proof.Seen{Hands: hands}
		}, "and by the draws and moves to"},
		"hand without a receipt": {func() (*proof.Result, proof.Seen) {
			c := play()
			return c.result(), proof.Seen{Hands: c.hands()[1:]}
		}, "is missing"},
		"hand that was played and has the receipt of a void hand": {func() (*proof.Result, proof.Seen) {
			c := play()
			hands := c.hands()
			hands[1].Proof.(*fair.Receipt).Secret = &fair.Hash{}
			return c.result(), proof.Seen{Hands: hands}
		}, "is of a void hand, and by the file the hand was played to its end"},
		"hands that are all void before a card": {func() (*proof.Result, proof.Seen) {
			c := play()
			hands := c.hands()
			for _, h := range hands {
				p := h.Proof.(*fair.Receipt)
				p.Secret, p.Players, p.Message = &fair.Hash{}, nil, 0
			}
			return c.result(), proof.Seen{Hands: hands}
		}, "is of a void hand, and by the file the hand was played to its end"},
		"void hand that has the receipt of one that was played": {func() (*proof.Result, proof.Seen) {
			c := newClub(t, seed, 4)
			c.play(2)
			hands := c.hands()
			hands[1].Proof.(*fair.Receipt).Secret = nil
			return c.result(), proof.Seen{Hands: hands}
		}, "is of a hand that was played to its end, and by the file the hand was void"},
		"hands of fair/1 that were dealt to strangers": {func() (*proof.Result, proof.Seen) {
			c := play()
			hands := c.hands()
			for i, h := range hands {
				p := &fair.Receipt1{}
				p.Table, p.Hand = h.Table, h.Hand
				p.Messages = []fair.Message1{{Channel: h.Table, ID: 3000}}
				p.Dealt = []fair.Recipient{fair.Player(8), fair.Player(9)}
				hands[i] = fair.EntryOf(p)
			}
			return c.result(), proof.Seen{Hands: hands}
		}, "is of fair/1, and the hands of tournaments are of fair/2"},
		"hand that cannot be proven": {func() (*proof.Result, proof.Seen) {
			c := play()
			hands := c.hands()
			hands[0].Proof = nil
			return c.result(), proof.Seen{Hands: hands}
		}, "The receipt of hand 1 of table 12 is missing"},
		"table left out": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Tables = r.Tables[:1]
			return r, proof.Seen{}
		}, "Hands were played at table 2, and the file does not name its channel"},
		"table named twice": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Tables[1] = r.Tables[0]
			return r, proof.Seen{}
		}, "The file names channel 10 as table 2: that is no channel, or the channel of another table"},
		"table without a channel": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Tables[3] = 0
			return r, proof.Seen{}
		}, "The file names channel 0 as table 4"},
		"hand that was not played": {func() (*proof.Result, proof.Seen) {
			c := play()
			p := &fair.Receipt{}
			p.Table, p.Hand = 10, 9999
			return c.result(), proof.Seen{Hands: append(c.hands(), fair.EntryOf(p))}
		}, "Hand 7 of table 10 was the last of the tournament, and there are receipts up to hand 9999"},
		"hand of another table": {func() (*proof.Result, proof.Seen) {
			c := play()
			p := &fair.Receipt{}
			p.Table, p.Hand = 99, 1
			return c.result(), proof.Seen{Hands: append(c.hands(), fair.EntryOf(p))}
		}, "which the tournament did not play"},
		"command that no rule allows": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Commands = slices.Delete(r.Commands, 9, 10)
			return r, proof.Seen{}
		}, "cannot have happened: rule T"},
		"start announced before the last entry": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Before = 8
			return r, proof.Seen{}
		}, "Message 2000 announced the start after 8 commands, and the entries of the file are not those of then."},
		"start announced after the first draw": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Before++
			return r, proof.Seen{}
		}, ", StartNow, needs a draw, and stands before the message that announced the start."},
		"end cut off": {func() (*proof.Result, proof.Seen) {
			r := play().result()
			r.Commands = r.Commands[:len(r.Commands)-1]
			return r, proof.Seen{}
		}, "is not over"},
	} {
		r, seen := tt.cheat()
		if got := strings.Join(proof.Verify(read(t, r), seen).Faults, "\n"); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestTablesThatAFileDoesNotName reads results with void hands. A table that is left out is one fault, however many hands it has. A file
// of an earlier program names none: it fits, and says that its receipts stay without a comparison.
func TestTablesThatAFileDoesNotName(t *testing.T) {
	c := newClub(t, fair.Secret{1}, 12)
	c.play(2, 3, 4, 5, 6, 7, 8)
	short := c.result()
	short.Tables = short.Tables[:1]
	if report := proof.Verify(read(t, short), proof.Seen{}); len(report.Faults) != 2 {
		t.Errorf("two tables of three are left out: %q", report.Faults)
	}
	earlier := c.result()
	earlier.Tables = nil
	for _, hands := range [][]fair.Entry{nil, c.hands()} {
		report := proof.Verify(read(t, earlier), proof.Seen{Hands: hands})
		if says := strings.Contains(strings.Join(report.Look, "\n"), "its receipts cannot be compared"); len(report.Faults) > 0 || says != (hands != nil) {
			t.Errorf("with %d receipts: %q", len(hands), report)
		}
	}
}

// swapped are draws of which a cheat changes the first order.
type swapped struct{ draw.Lots }

// Shuffle exchanges the first two where seats are drawn.
func (s swapped) Shuffle(use string, n int) []int {
	all := s.Lots.Shuffle(use, n)
	if use == "seats/1" {
		all[0], all[1] = all[1], all[0]
	}
	return all
}
