package proof

import (
	"cmp"
	"slices"

	"cardroom/engine/fair"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament"
)

// mostNumber is the highest number that a hand has in receipts.
const mostNumber = 1<<53 - 1

// checkSkips reports whether the skips of a file are in order. It names those within the tournament, whose hands the store has lost.
func checkSkips(report *Report, r *Result) bool {
	last, sum := Skip{}, uint64(0)
	for _, s := range r.Skips {
		before := cmp.Or(cmp.Compare(s.Table, last.Table), cmp.Compare(s.Hand, last.Hand)) <= 0
		if s.Table != last.Table {
			sum = 0
		}
		sum += s.Numbers
		if before || s.Table < 1 || s.Table > len(r.Tables) || s.Hand < 1 || s.Numbers < 1 || s.Numbers > mostNumber || sum > mostNumber {
			report.fault("The file says that %d numbers are skipped before hand %d of table %d: that is out of order or cannot be.", s.Numbers, s.Hand, s.Table)
			return false
		}
		last = s
	}
	return true
}

// seating is the hands of a table, by their numbers in receipts.
type seating struct {
	first, last uint64
	players     map[uint64][]fair.ID // from the left of the button on
	lost        [][2]uint64          // runs of numbers that are skipped between hands
	beyond      uint64               // the newest hand after the last that has a receipt; 0: none
}

// seatings returns the hands of each table, by its id in receipts.
func seatings(r *Result, events []tournament.Event) map[fair.ID]*seating {
	all := map[fair.ID]*seating{}
	sits := map[[2]int]fair.ID{} // persons by table and seat
	next := map[int]uint64{}     // number of the hand that starts next, by table; 0 for 1
	skips := map[[2]int64]uint64{}
	for _, s := range r.Skips {
		skips[[2]int64{int64(s.Table), s.Hand}] = s.Numbers
	}
	for _, e := range events {
		switch e.Kind {
		case tournament.SeatTaken, tournament.Moved:
			sits[[2]int{e.Table, e.Seat}] = fair.ID(e.Person)
		case tournament.HandStarted:
			if e.Table > len(r.Tables) {
				continue
			}
			var players []fair.ID
			for seat := range sidepot.Seats(e.Dealt).Clockwise(int8(e.Button)) {
				players = append(players, sits[[2]int{e.Table, int(seat)}])
			}
			id, number, skip := r.Tables[e.Table-1], max(1, next[e.Table]), skips[[2]int64{int64(e.Table), e.Hand}]
			s := all[id]
			if s == nil {
				s = &seating{first: number + skip, players: map[uint64][]fair.ID{}}
				all[id] = s
			} else if skip > 0 {
				s.lost = append(s.lost, [2]uint64{number, number + skip - 1})
			}
			s.last = number + skip
			s.players[s.last], next[e.Table] = players, s.last+1
		}
	}
	return all
}

// checkHands compares the players of receipts, and their order from the button's left on, with the seats.
func checkHands(report *Report, r *Result, started map[fair.ID]*seating, hands []fair.Entry) {
	before := len(report.Faults)
	found := map[fair.ID]map[uint64]bool{}
	for _, table := range r.Tables {
		found[table] = map[uint64]bool{}
	}
	for _, h := range hands {
		s := started[h.Table]
		if s == nil {
			report.fault("There is a receipt of hand %d of table %d, which the tournament did not play.", h.Hand, h.Table)
			continue
		}
		found[h.Table][h.Hand] = checkHand(report, r, s, h)
	}
	compared := 0
	for _, table := range r.Tables {
		s := started[table]
		if s == nil {
			continue
		}
		lookAtNumbers(report, r, table, s, found[table][s.first-1])
		if len(hands) == 0 {
			report.look("The receipts of hands %d to %d of table %d are not here: give their files, too, and the seats are compared with them.", s.first, s.last, table)
			continue
		}
		checkAll(report, table, s, found[table])
		compared += len(s.players)
	}
	if slices.Sort(report.Faults[before:]); len(report.Faults) == before && len(hands) > 0 {
		report.prove("All %d hands were dealt to the players in the seats that the draws and moves gave them, from the button's left on.", compared)
	}
}

// checkHand checks a receipt of a table. It reports whether the receipt shows what the file says of the hand's number. Each message
// has a date: a hand is of the tournament if its message is newer than the one that announced the start. From the seal to the start
// the channel has no hand at all: the table waits for the start.
func checkHand(report *Report, r *Result, s *seating, h fair.Entry) bool {
	var f fair.Facts
	if h.Proof != nil {
		f = h.Proof.Facts()
	}
	want, played := s.players[h.Hand]
	switch {
	case played && f.Message != 0 && f.Message <= r.Started:
		report.fault("Message %d of hand %d of table %d is older than message %d, which announced the start: the hand is not of the tournament.", f.Message, h.Hand, h.Table, r.Started)
	case played:
		if p, ok := h.Proof.(*fair.Receipt); ok && p.Message != 0 && !slices.Equal(p.Players, want) {
			report.fault("Hand %d of table %d was dealt to %v, and by the draws and moves to %v.", h.Hand, h.Table, p.Players, want)
		}
	case h.Hand < s.first && max(f.Message, f.Seals) < r.Sealed:
		return f.Message != 0
	case h.Hand < s.first:
		report.fault("Hand %d of table %d came after message %d, which has the seal of the tournament, and the file leaves it out.", h.Hand, h.Table, r.Sealed)
	case h.Hand > s.last:
		s.beyond = max(s.beyond, h.Hand)
	default:
		report.fault("There is a receipt of hand %d of table %d, which the tournament did not play.", h.Hand, h.Table)
	}
	return true
}

// lookAtNumbers names what to look at where the numbers of a table's receipts do not count from 1. Shown says that a receipt dates the
// hand before the first.
func lookAtNumbers(report *Report, r *Result, table fair.ID, s *seating, shown bool) {
	if s.first > 1 && !shown {
		report.look("Hand %d of table %d is the first of the tournament: message %d, which announced the start, is newer than all hands before. The receipt of hand %d shows it, too.",
			s.first, table, r.Started, s.first-1)
	}
	for _, run := range s.lost {
		report.look("Hands %d to %d of table %d are not in the file: the program says that its store lost them. Ask the operator about them.", run[0], run[1], table)
	}
}

// checkAll checks that each hand of a table has a receipt, and that none comes after the last.
func checkAll(report *Report, table fair.ID, s *seating, found map[uint64]bool) {
	for number := range s.players {
		if !found[number] {
			report.fault("The receipt of hand %d of table %d is missing.", number, table)
		}
	}
	if s.beyond > 0 {
		report.fault("Hand %d of table %d was the last of the tournament, and there are receipts up to hand %d. Leave out those whose messages are newer than that of the result.", s.last, table, s.beyond)
	}
}
