package replay_test

import (
	"reflect"
	"slices"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/enginetest"
	"cardroom/engine/poker"
	"cardroom/engine/replay"
)

// moment is the table as it was when so many events of the hand had happened.
type moment struct {
	events int
	table  engine.Table
}

// TestTheStepsAreWhatEveryoneSaw plays random hands at random tables of all games. It compares each step with the view that
// the table gave at that moment to a player of the hand, and to the public.
func TestTheStepsAreWhatEveryoneSaw(t *testing.T) {
	tables, compared, voids := uint64(180), 0, 0
	if testing.Short() {
		tables = 45
	}
	for seed := range tables + tables/3 {
		l := enginetest.New(t, seed)
		if seed >= tables {
			l = enginetest.NewTournament(t, seed)
		}
		var seen []moment
		l.Seen = func([]engine.Event) { seen = append(seen, moment{len(l.Log), l.Table}) }
		for range 8 {
			seen = nil
			if !l.Hand() {
				break
			}
			n := 0
			for _, who := range append(l.Before.Seats[:len(l.Before.Seats):len(l.Before.Seats)], engine.SeatView{}) {
				n += compare(t, l, who.Player, seen)
				twins(t, l, who.Player)
			}
			compared += n
		}
		if l.Table.View(0).Hand > 0 && seed%3 == 0 {
			voids += playVoid(t, l)
		}
	}
	t.Logf("%d moments compared, %d hands void", compared, voids)
	if compared < 1000 || voids == 0 {
		t.Errorf("too little was compared: %d moments, %d void hands", compared, voids)
	}
}

// compare compares the steps of the hand that is over with the moments that a viewer saw, and counts those.
func compare(t *testing.T, l *enginetest.RandomGame, who engine.ID, seen []moment) (n int) {
	t.Helper()
	end := l.Table.View(who)
	steps, err := replay.Steps(end, l.Log)
	if err != nil {
		t.Fatalf("seed %d, hand %d: %v", l.Seed, end.Hand, err)
	}
	at := map[int]engine.View{}
	told := 0
	for _, s := range steps[:len(steps)-1] {
		told += len(s.Events)
		at[told] = s.View
	}
	count := 0
	events := map[int]int{} // of the log: how many of the hand came before
	for i, e := range l.Log {
		if e.Hand == end.Hand {
			count++
		}
		events[i+1] = count
	}
	for _, m := range seen {
		live := m.table.View(who)
		got, ok := at[events[m.events]]
		if !ok || live.Hand != end.Hand || live.Phase == engine.Idle || live.Phase == engine.Shuffling {
			continue
		}
		if live.Phase == engine.Drawing && got.Phase != engine.Drawing {
			continue // the bets are gathered in with the first draw: no event says so before
		}
		n++
		if own, _ := got.SeatOf(who); len(own.Cards) > 0 {
			if held, _ := live.SeatOf(who); !reflect.DeepEqual(own.Cards, held.Cards) {
				t.Fatalf("seed %d, hand %d, after %d events: %d held %v, and is shown %v", l.Seed, end.Hand, events[m.events], who, held.Cards, own.Cards)
			}
		}
		want := essence(live, live, end, who)
		if have := essence(got, live, end, who); !reflect.DeepEqual(have, want) {
			t.Fatalf("seed %d, hand %d, after %d events, for %d:\ngot  %+v\nwant %+v", l.Seed, end.Hand, events[m.events], who, have, want)
		}
	}
	last := steps[len(steps)-1].View
	if last.Phase != engine.Idle || !reflect.DeepEqual(last.Pots, end.Pots) || !reflect.DeepEqual(last.Board, end.Board) {
		t.Fatalf("seed %d, hand %d: the last step is %+v", l.Seed, end.Hand, last)
	}
	return n
}

// twins looks whether other cards, where a viewer cannot have seen them, leave every step as it is.
func twins(t *testing.T, l *enginetest.RandomGame, who engine.ID) {
	t.Helper()
	other, log := l.Twin(who)
	a, err := replay.Steps(l.Table.View(who), l.Log)
	b, err2 := replay.Steps(other.View(who), log)
	if err != nil || err2 != nil || !reflect.DeepEqual(a, b) {
		t.Fatalf("seed %d, for %d: other cards show (%v, %v)\n%+v\n%+v", l.Seed, who, err, err2, a, b)
	}
}

// shown holds the parts of a moment that a step has to show.
type shown struct {
	Street poker.Street
	Board  []card.Card
	Again  [][]card.Card
	Button int
	Pots   []engine.Pot
	Seats  []engine.SeatView
}

// essence returns that part of a view.
func essence(v, live, end engine.View, who engine.ID) shown {
	e := shown{Street: v.Street, Board: v.Board, Button: v.Button, Pots: v.Pots}
	for _, b := range v.Again {
		if len(b) > 0 {
			e.Again = append(e.Again, b)
		}
	}
	for _, s := range v.Seats {
		if !s.InHand {
			continue
		}
		_, stays := end.SeatOf(s.Player)
		was, _ := live.SeatOf(s.Player)
		kept := engine.SeatView{
			Seat: s.Seat, Player: s.Player, House: s.House, Stack: s.Stack, Bet: s.Bet, Total: s.Total, InHand: true, Folded: s.Folded,
			AllIn: s.AllIn, AllShown: s.AllShown, Mucked: s.Mucked, Shown: s.Shown, Hidden: s.Hidden, Cards: s.Cards, Made: s.Made,
		}
		if v.Rules.Variant == poker.FiveCardDraw {
			kept.Drew = s.Drew
		}
		// The cards of a player who left are not known, nor exchanged cards.
		end, _ := end.SeatOf(s.Player)
		unknown := s.Player == who && !was.AllShown && (!stays || !reflect.DeepEqual(end.Cards, was.Cards))
		if unknown {
			kept.Hidden, kept.Cards, kept.Made = 0, nil, was.Made
		}
		if !(len(kept.Cards) > 0) {
			kept.Cards, kept.Made = nil, was.Made
		}
		e.Seats = append(e.Seats, kept)
	}
	return e
}

// playVoid undoes a hand and checks that every viewer sees all of it, and that the table without it has no seat when it closes: the events
// do not name all players.
func playVoid(t *testing.T, l *enginetest.RandomGame) int {
	l.Gather()
	l.Now = max(l.Now+1000, l.Table.View(0).Until)
	if !l.Do(engine.Start{Lot: 1, At: l.Now}) || !l.Do(engine.Deal{Deck: card.Shuffled(l.IntN), At: l.Now}) || !l.Do(engine.Void{At: l.Now}) {
		return 0
	}
	public := l.Table.View(0)
	steps, err := replay.Steps(public, l.Log)
	if err != nil {
		t.Fatalf("seed %d, hand %d: %v", l.Seed, public.Hand, err)
	}
	for _, s := range steps[0].View.Seats {
		if len(s.Shown) != public.Rules.Variant.HoleCards() && s.Player != 0 {
			if _, stays := public.SeatOf(s.Player); stays {
				t.Errorf("seed %d, hand %d is void, and seat %d is not opened: %+v", l.Seed, public.Hand, s.Seat, s)
			}
		}
	}
	closed, events, err := l.Table.Apply(engine.Close{At: l.Now}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := replay.Closed(closed.View(0), append(slices.Clone(l.Log), events...), nil); !reflect.DeepEqual(got, closed.View(0)) {
		t.Errorf("seed %d, hand %d is void, and the closed table is %+v", l.Seed, public.Hand, got)
	}
	return 1
}

// between returns what a player of a hand does after it: by the seed they top up, and change seats, leave and come back elsewhere, or stay.
func between(at engine.View, seed uint64, now engine.Moment) (all []engine.Command) {
	own := at.Seats[int(seed)%len(at.Seats)]
	who, chips := own.Player, int64(0)
	if seed%2 > 0 {
		all = append(all, engine.TopUp{Player: who, Chips: 1, At: now})
	}
	if seed%8 > 5 {
		all, chips = append(all, engine.Leave{Player: who, At: now}), own.Stack+7
	}
	for seat := range at.Rules.Seats {
		taken := slices.ContainsFunc(at.Seats, func(s engine.SeatView) bool { return s.Seat == seat })
		if seed%4 > 1 && !taken {
			all = append(all, engine.Sit{Player: who, Seat: seat, Chips: chips, At: now})
			if chips > 0 {
				all = append(all, engine.TopUp{Player: who, Chips: 1, At: now})
			}
			break
		}
	}
	return all
}

// TestAClosedTableHasTheSeatsOfItsLastHandAgain closes random tables after a hand. Their last view then has the seats that the hand
// ended with, and the cards that the viewer held. In some a player moves, tops up, or leaves and comes back before.
func TestAClosedTableHasTheSeatsOfItsLastHandAgain(t *testing.T) {
	hands := 0
	for seed := range uint64(60) {
		l := enginetest.New(t, seed)
		for range 3 {
			if !l.Hand() {
				break
			}
			at := l.Table.View(0)
			if at.Voided || at.Phase != engine.Idle || at.Closed {
				continue
			}
			after, events := l.Table, []engine.Event(nil)
			for _, c := range between(at, seed, l.Now) {
				if next, more, err := after.Apply(c, nil); err == nil {
					after, events = next, append(events, more...)
				}
			}
			closed, more, err := after.Apply(engine.Close{At: l.Now}, nil)
			if err != nil {
				t.Fatal(err)
			}
			events = append(events, more...)
			for _, who := range append(at.Seats, engine.SeatView{}) {
				open := l.Table.View(who.Player)
				steps, err := replay.Steps(open, l.Log)
				if err != nil {
					t.Fatal(err)
				}
				own, _ := open.SeatOf(who.Player)
				if !own.InHand {
					own.Cards = nil
				}
				want := steps[len(steps)-1].View
				got := replay.Closed(closed.View(who.Player), append(slices.Clone(l.Log), events...), own.Cards)
				if !got.Closed || !reflect.DeepEqual(got.Seats, want.Seats) {
					t.Fatalf("seed %d, for %d:\ngot  %+v\nwant %+v", seed, who.Player, got, want)
				}
			}
			hands++
		}
	}
	if hands < 50 {
		t.Errorf("only %d hands", hands)
	}
}
