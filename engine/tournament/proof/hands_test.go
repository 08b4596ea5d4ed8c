package proof_test

import (
	"slices"
	"strings"
	"testing"

	"cardroom/engine/fair"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/engine/tournament/proof"
	"cardroom/engine/tournament/setup"
)

// journal plays a tournament of one table, in whose channel some hands were played before, and of whose hands the store lost some. It
// returns the result of the journal, and all receipts of the channel.
func journal(t *testing.T, before, lost int64) (*proof.Result, []fair.Entry) {
	t.Helper()
	c := newClub(t, fair.Secret{9}, 4, func(o *setup.Options) { o.Seats = 4 })
	c.play()
	j := &proof.Journal{Made: morning, Options: c.options}
	for i, l := range c.commands {
		if i == c.before {
			j.Announce()
		}
		if err := j.Add(l.Command); err != nil {
			t.Fatal(err)
		}
	}
	var all []fair.Entry
	for n := range before {
		all = append(all, receipt(uint64(n+1), sealed-fair.ID(before-n)))
	}
	last := before
	for _, e := range c.events {
		if e.Kind != tournament.HandStarted {
			continue
		}
		number := last + 1
		if e.Hand == 2 {
			number += lost
		}
		j.Number(e, last, number)
		last = number
	}
	played := c.hands()
	for i, h := range played {
		p := h.Proof.(*fair.Receipt)
		if p.Hand, p.Message = p.Hand+uint64(before), started+fair.ID(1+i); i > 0 {
			p.Hand += uint64(lost)
		}
		all = append(all, fair.EntryOf(p))
	}
	if len(played) < 3 {
		t.Fatalf("the tournament has %d hands: choose another seed", len(played))
	}
	r, err := j.Result(c.seed, &draw.Start{Tournament: id, Message: started, Entries: c.entries}, sealed, proof.Place{ID: 10, Last: last})
	if err != nil {
		t.Fatal(err)
	}
	return read(t, r), all
}

// receipt returns that of a hand of the table, of other people.
func receipt(number uint64, message fair.ID) fair.Entry {
	p := &fair.Receipt{Message: message, Players: []fair.ID{8, 9}}
	p.Table, p.Hand = 10, number
	return fair.EntryOf(p)
}

// A tournament is proven where its table's channel had hands before, with the receipts of its hands alone and with all of the channel.
func TestReceiptsCountOnFromEarlierHands(t *testing.T) {
	for _, before := range []int64{0, 1, 16} {
		r, all := journal(t, before, 0)
		if before == 0 && r.Skips != nil {
			t.Errorf("the file of a fresh channel has the skips %v", r.Skips)
		}
		for _, hands := range [][]fair.Entry{all, all[before:]} {
			report := proof.Verify(r, proof.Seen{Hands: hands})
			looks := 2
			if before > 0 && len(hands) < len(all) {
				looks++ // whether hand 17 is the first
			}
			if len(report.Faults) > 0 || len(report.Proven) != 4 || len(report.Look) != looks {
				t.Errorf("after %d hands, with %d receipts: %q", before, len(hands), report)
			}
		}
		void := slices.Clone(all)
		for i := range before {
			v := receipt(uint64(i+1), 0) // void before its message: no date
			v.Proof.(*fair.Receipt).Batch.Message = sealed - 1
			void[i] = v
		}
		if report := proof.Verify(r, proof.Seen{Hands: void}); len(report.Faults) > 0 || len(report.Look) != 2+int(min(1, before)) {
			t.Errorf("after %d void hands: %q", before, report)
		}
	}
}

// Where the store has lost hands of a tournament, the others are still compared, and the report names the lost ones.
func TestLostHandsOfATournamentAreNamed(t *testing.T) {
	for _, before := range []int64{0, 5} {
		r, all := journal(t, before, 2)
		report := proof.Verify(r, proof.Seen{Hands: all})
		want := "Hands 2 to 3 of table 10 are not in the file"
		if before == 5 {
			want = "Hands 7 to 8 of table 10 are not in the file"
		}
		if len(report.Faults) > 0 || len(report.Proven) != 4 || !strings.Contains(strings.Join(report.Look, "\n"), want) {
			t.Errorf("after %d hands: %q", before, report)
		}
		all = append(all, receipt(uint64(before+3), started+1))
		if report := proof.Verify(r, proof.Seen{Hands: all}); !strings.Contains(strings.Join(report.Faults, "\n"), "which the tournament did not play") {
			t.Errorf("a hand that was called lost has a receipt: %q", report)
		}
	}
}

// A program cannot hide hands behind other numbers: their messages have dates.
func TestOtherNumbersHideNoHand(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(r *proof.Result, all []fair.Entry) []fair.Entry
		want   string
	}{
		"first hand called an earlier one": {func(r *proof.Result, all []fair.Entry) []fair.Entry {
			r.Skips[0].Numbers++
			return all
		}, "Hand 17 of table 10 came after message 1000, which has the seal of the tournament, and the file leaves it out."},
		"earlier hand made the first": {func(r *proof.Result, all []fair.Entry) []fair.Entry {
			r.Skips[0].Numbers--
			return all
		}, "Message 999 of hand 16 of table 10 is older than message 2000"},
		"void hand after the start": {func(_ *proof.Result, all []fair.Entry) []fair.Entry {
			v := receipt(16, 0)
			v.Proof.(*fair.Receipt).Batch.Message = started + 1
			all[15] = v
			return all
		}, "Hand 16 of table 10 came after message 1000"},
		"a start called off": {func(_ *proof.Result, all []fair.Entry) []fair.Entry {
			all[15] = receipt(16, sealed+1)
			return all
		}, "Hand 16 of table 10 came after message 1000"},
		"skips of a table apart": {func(r *proof.Result, all []fair.Entry) []fair.Entry {
			r.Tables = append(r.Tables, 77)
			r.Skips = append(r.Skips, proof.Skip{Table: 2, Hand: 1, Numbers: 1}, r.Skips[0])
			return all
		}, "out of order or cannot be"},
		"last hand left out": {func(_ *proof.Result, all []fair.Entry) []fair.Entry {
			return append(all, receipt(uint64(len(all)+1), started+99))
		}, "was the last of the tournament, and there are receipts up to hand"},
		"hand called lost": {func(r *proof.Result, all []fair.Entry) []fair.Entry {
			r.Skips = append(r.Skips, proof.Skip{Table: 1, Hand: 2, Numbers: 1})
			return all
		}, "Hand 19 of table 10 was dealt to"},
		"other order": {func(r *proof.Result, all []fair.Entry) []fair.Entry {
			r.Skips = append(r.Skips, r.Skips[0])
			return all
		}, "out of order or cannot be"},
		"other table": {func(r *proof.Result, all []fair.Entry) []fair.Entry {
			r.Skips[0].Table = 2
			return all
		}, "out of order or cannot be"},
		"no table": {func(r *proof.Result, all []fair.Entry) []fair.Entry {
			r.Skips[0].Table = 0
			return all
		}, "out of order or cannot be"},
		"no hand": {func(r *proof.Result, all []fair.Entry) []fair.Entry {
			r.Skips[0].Hand = 0
			return all
		}, "out of order or cannot be"},
		"nothing skipped": {func(r *proof.Result, all []fair.Entry) []fair.Entry {
			r.Skips[0].Numbers = 0
			return all
		}, "out of order or cannot be"},
		"round and round": {func(r *proof.Result, all []fair.Entry) []fair.Entry {
			r.Skips[0].Numbers = 1<<64 - 1
			return all
		}, "out of order or cannot be"},
	} {
		r, all := journal(t, 16, 0)
		all = tt.change(r, all)
		if got := strings.Join(proof.Verify(r, proof.Seen{Hands: all}).Faults, "\n"); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
