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
	voided      map[uint64]bool      // the hands among them that never happened
	compared    map[uint64]bool      // the hands among them whose receipts name players
	lost        [][2]uint64          // runs of numbers that are skipped between hands
	beyond      uint64               // the newest hand after the last that has a receipt; 0: none
}

// checkTables checks that the file names each table at which a hand started, and each once. An earlier program wrote no tables at all.
func checkTables(report *Report, r *Result, events []tournament.Event) {
	named := map[fair.ID]bool{0: true}
	for i, id := range r.Tables {
		if named[id] {
			report.fault("The file names channel %d as table %d: that is no channel, or the channel of another table.", id, i+1)
		}
		named[id] = true
	}
	unnamed := map[int]bool{}
	for _, e := range events {
		if e.Kind == tournament.HandStarted && len(r.Tables) > 0 && e.Table > len(r.Tables) && !unnamed[e.Table] {
			unnamed[e.Table] = true
			report.fault("Hands were played at table %d, and the file does not name its channel.", e.Table)
		}
	}
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
				s = &seating{first: number + skip, players: map[uint64][]fair.ID{}, voided: map[uint64]bool{}, compared: map[uint64]bool{}}
				all[id] = s
			} else if skip > 0 {
				s.lost = append(s.lost, [2]uint64{number, number + skip - 1})
			}
			s.last = number + skip
			s.players[s.last], next[e.Table] = players, s.last+1
		case tournament.HandVoided:
			if e.Table <= len(r.Tables) {
				all[r.Tables[e.Table-1]].voided[next[e.Table]-1] = true
			}
		}
	}
	return all
}

// checkHands compares the players of receipts, and their order from the button's left on, with the seats. It cannot where the file names no
// tables.
func checkHands(report *Report, r *Result, started map[fair.ID]*seating, hands []fair.Entry) {
	if len(r.Tables) == 0 && len(hands) > 0 {
		report.look("The file names no tables, as earlier programs wrote it: its receipts cannot be compared with the seats.")
		return
	}
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
		compared += len(s.compared)
	}
	if slices.Sort(report.Faults[before:]); len(report.Faults) == before && compared > 0 {
		report.prove("All %d hands with a message name the players in the seats that the draws and moves gave them, from the button's left on.", compared)
	}
}

// checkHand checks an entry of a table. It reports whether it has a receipt that shows what the file says of its number. Each message
// has a date: a hand is of the tournament if its message is newer than the one that announced the start. From the seal to the start
// the channel has no hand at all: the table waits for the start.
func checkHand(report *Report, r *Result, s *seating, h fair.Entry) bool {
	var f fair.Facts
	if h.Proof != nil {
		f = h.Proof.Facts()
	}
	want, played := s.players[h.Hand]
	switch {
	case played && h.Proof == nil:
		return false
	case played && f.Message != 0 && f.Message <= r.Started:
		report.fault("Message %d of hand %d of table %d is older than message %d, which announced the start: the hand is not of the tournament.", f.Message, h.Hand, h.Table, r.Started)
	case played && f.Void && !s.voided[h.Hand]:
		report.fault("The receipt of hand %d of table %d is of a void hand, and by the file the hand was played to its end.", h.Hand, h.Table)
	case played && !f.Void && s.voided[h.Hand]:
		report.fault("The receipt of hand %d of table %d is of a hand that was played to its end, and by the file the hand was void.", h.Hand, h.Table)
	case played:
		s.compare(report, h, want)
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

// compare compares the players of a receipt with those in the seats. A hand that was void before its message has none. No tournament has
// a hand of fair/1, whose receipts name no players.
func (s *seating) compare(report *Report, h fair.Entry, want []fair.ID) {
	p, ok := h.Proof.(*fair.Receipt)
	switch {
	case !ok:
		report.fault("Hand %d of table %d is of fair/1, and the hands of tournaments are of fair/2.", h.Hand, h.Table)
	case p.Message == 0:
	case !slices.Equal(p.Players, want):
		report.fault("Hand %d of table %d was dealt to %v, and by the draws and moves to %v.", h.Hand, h.Table, p.Players, want)
	default:
		s.compared[h.Hand] = true
	}
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

// VerifyReceipts checks the receipts of hands by themselves, and those of each table together. It adds their faults to the report. It
// returns a series for each table, in the order of the list.
func (r *Report) VerifyReceipts(v fair.Verifier, hands []fair.Entry) (all []*fair.Series) {
	var order []fair.ID
	tables := map[fair.ID][]fair.Entry{}
	for _, h := range hands {
		if tables[h.Table] == nil {
			order = append(order, h.Table)
		}
		tables[h.Table] = append(tables[h.Table], h)
	}
	for _, table := range order {
		s := v.VerifySeries(tables[table])
		for _, f := range s.Faults {
			r.fault("Table %d: %s", table, f.Text)
		}
		for i, found := range s.Reports {
			for _, f := range found.Faults {
				r.fault("Table %d, hand %d: %s", table, s.Entries[i].Hand, f.Text)
			}
		}
		all = append(all, s)
	}
	return all
}
