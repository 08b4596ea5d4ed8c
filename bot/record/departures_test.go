package record

import (
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
)

// TestDeparturesAreKeptForTheReturnWindow has twenty players leave, one a minute, and one of them return.
func TestDeparturesAreKeptForTheReturnWindow(t *testing.T) {
	table, err := engine.New(poker.DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	const minute, start = engine.Moment(60_000), engine.Moment(1_000_000)
	var r Table
	do := func(now engine.Moment, c engine.Command) {
		t.Helper()
		var events []engine.Event
		if table, events, err = table.Apply(c, nil); err != nil {
			t.Fatal(err)
		}
		r = r.Clone()
		r.KeepDepartures(&table, events, now)
	}
	for p := engine.ID(1); p <= 20; p++ {
		now := start + engine.Moment(p)*minute
		do(now, engine.Sit{Player: p, Chips: 500, At: now})
		do(now, engine.Leave{Player: p, At: now})
	}
	now := start + 21*minute
	least := func(p engine.ID) int64 {
		recalled := r.Recall(table, p)
		low, _ := recalled.BuyIns(p, now)
		return low
	}
	if len(r.Departures) != 20 || least(1) != 500 || least(20) != 500 || least(21) != 200 {
		t.Fatalf("%d departures, the first brings %d, the last %d, a newcomer %d", len(r.Departures), least(1), least(20), least(21))
	}
	table = r.Recall(table, 2)
	do(now, engine.Sit{Player: 2, Chips: 500, At: now})
	if len(r.Departures) != 19 || least(1) != 500 {
		t.Errorf("%d departures after one came back", len(r.Departures))
	}
	before := r
	down := engine.CreditDowntime{Last: now, At: now + 100*minute}
	r.CreditDowntime(down)
	do(down.At, down)
	if now = down.At; len(r.Departures) != 19 || least(1) != 500 || before.Departures[0].At != start+minute {
		t.Errorf("%d departures after a downtime, want all: their windows did not run", len(r.Departures))
	}
	now += 41 * minute // 62 minutes since the first left, as far as the program ran
	do(now, engine.Sit{Player: 30, Seat: engine.AnySeat, Chips: 500, At: now})
	if len(r.Departures) != 18 || least(1) != 200 || least(4) != 500 {
		t.Errorf("%d departures, want those of the last hour", len(r.Departures))
	}
	if r.ForgetChips(); r.Departures[0].Chips != 0 {
		t.Error("chips of another kind are to be brought back")
	}
}

// TestFloorsEndWithTheFirstHand has players sit down, bring other chips, play and leave (R4, R7).
func TestFloorsEndWithTheFirstHand(t *testing.T) {
	var r Table
	seats := engine.View{Seats: []engine.SeatView{{Player: 1}, {Player: 2}}}
	keep := func(v engine.View, events ...engine.Event) {
		r = r.Clone()
		r.KeepBuyIns(events, v, func(engine.ID) int64 { return 250 })
	}
	keep(seats, engine.Event{Kind: engine.SatDown, Player: 1, Amount: 1000}, engine.Event{Kind: engine.SatDown, Player: 2, Amount: 500},
		engine.Event{Kind: engine.SatDown, Player: 3, Amount: 500, House: engine.Easy})
	before := r
	seats.Seats[0].Stack, seats.Seats[1].Stack = 400, 550
	keep(seats, engine.Event{Kind: engine.Returned, Player: 1, Amount: 600}, engine.Event{Kind: engine.ToppedUp, Player: 2, Amount: 50})
	if r.BuyIns[1] != 400 || r.BuyIns[2] != 550 || r.Floors[1] != 250 || len(r.Floors) != 2 || before.BuyIns[1] != 1000 {
		t.Errorf("buy-ins %v, floors %v; before %v", r.BuyIns, r.Floors, before.BuyIns)
	}
	seats.Hand, seats.Phase, seats.Seats[0].InHand = 1, engine.Betting, true
	keep(seats, engine.Event{Kind: engine.HandStarted})
	keep(seats, engine.Event{Kind: engine.ToppedUp, Player: 1, Amount: 300})
	seats.Phase, seats.Voided = engine.Idle, true
	keep(seats, engine.Event{Kind: engine.HandVoided}, engine.Event{Kind: engine.Returned, Player: 1, Amount: 100})
	if r.Floors[1] != 250 || r.BuyIns[1] != 400 {
		t.Errorf("after a void hand: buy-ins %v, floors %v", r.BuyIns, r.Floors)
	}
	seats.Hand, seats.Phase, seats.Voided = 2, engine.Betting, false
	keep(seats, engine.Event{Kind: engine.HandStarted})
	seats.Phase = engine.Idle
	keep(seats, engine.Event{Kind: engine.HandEnded}, engine.Event{Kind: engine.Returned, Player: 1, Amount: 100})
	seats.Seats[0].InHand = false
	keep(seats, engine.Event{Kind: engine.ToppedUp, Player: 1, Amount: 100}, engine.Event{Kind: engine.Returned, Player: 1, Amount: 30})
	if _, fresh := r.Floors[1]; fresh || r.BuyIns[1] != 400 || r.Floors[2] != 250 {
		t.Errorf("after the first hand: buy-ins %v, floors %v", r.BuyIns, r.Floors)
	}
	if keep(seats, engine.Event{Kind: engine.StoodUp, Player: 2}); len(r.Floors) != 0 || len(r.BuyIns) != 1 {
		t.Errorf("after a player left: buy-ins %v, floors %v", r.BuyIns, r.Floors)
	}
}

// TestABuyInChosenAfterAVoidHandIsWhole has a player top up in a void hand, and then give chips back. The top-up is due at the next hand.
func TestABuyInChosenAfterAVoidHandIsWhole(t *testing.T) {
	table, err := engine.New(poker.DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	var r Table
	do := func(c engine.Command, want int64) {
		t.Helper()
		var events []engine.Event
		if table, events, err = table.Apply(c, nil); err != nil {
			t.Fatal(err)
		}
		if r.KeepBuyIns(events, table.View(0), func(engine.ID) int64 { return 200 }); r.BuyIns[1] != want {
			t.Errorf("after %T the buy-in is %d, want %d", c, r.BuyIns[1], want)
		}
	}
	do(engine.Sit{Player: 1, Chips: 500, At: 1}, 500)
	do(engine.Sit{Player: 2, Seat: 1, Chips: 500, At: 1}, 500)
	do(engine.Start{At: 1}, 500)
	do(engine.Deal{Deck: card.Ordered(), Message: 5, At: 1}, 500)
	do(engine.TopUp{Player: 1, Chips: 300, At: 1}, 500)
	do(engine.Void{At: 1}, 500)
	do(engine.Withdraw{Player: 1, Chips: 250, Floor: 200, At: 1}, 550)
	do(engine.TopUp{Player: 1, Chips: 100, At: 1}, 650)
}

// TestATournamentThatIsOverGetsNoTimeBack credits a downtime before and after the end of a tournament. The departures move in both cases.
func TestATournamentThatIsOverGetsNoTimeBack(t *testing.T) {
	const minute = 60_000
	o := setup.DefaultOptions("turbo")
	s, _, err := tournament.New(o, minute)
	if err != nil {
		t.Fatal(err)
	}
	r := Table{Departures: []engine.Departure{{Player: 1, At: minute}}, Event: new(Event)}
	r.Event.State.Tournament, r.Event.Venue.Deleted = s, minute
	for want := engine.Moment(2); want < 4; want++ {
		before := len(r.Event.Log)
		if err := r.CreditDowntime(engine.CreditDowntime{Last: minute, At: 2 * minute}); err != nil {
			t.Fatal(err)
		}
		credited := len(r.Event.Log) > before
		if r.Departures[0].At != want*minute || r.Event.Venue.Deleted != want*minute || credited == r.Event.Over() {
			t.Errorf("the departure is at %d, the venue since %d, want %d; credited %t", r.Departures[0].At, r.Event.Venue.Deleted, want*minute, credited)
		}
		if _, err := r.Event.Direct(tournament.Cancel{At: 2 * minute}, nil); err != nil && !r.Event.Over() {
			t.Fatal(err)
		}
	}
}
