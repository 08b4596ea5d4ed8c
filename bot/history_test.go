package bot

import (
	"reflect"
	"slices"
	"testing"

	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/bot/table/tabletest"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/phh"
	"cardroom/engine/poker"
	"cardroom/engine/replay"
	"cardroom/store"
)

// TestAHandOfTheHistoryIsAllThatIsNeededToReplayIt has a player leave at the hand's end, so that the table no longer has
// their stack.
func TestAHandOfTheHistoryIsAllThatIsNeededToReplayIt(t *testing.T) {
	e, k := newSealing(t, 1), store.Key{Guild: 5, Channel: 6}
	game, err := engine.New(poker.DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	version := int64(0)
	r, kept := record.Table{Session: 3}, []store.Hand(nil)
	do := func(c engine.Command) {
		t.Helper()
		next, events, err := game.Apply(c, nil)
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		change, err := table.NextChange(e, store.Record{Key: k, Version: version}, game, "id", next, &r, events)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, change.Hands...)
		game = next
		version++
	}
	for p := engine.ID(1); p <= 3; p++ {
		do(engine.Sit{Player: p, Seat: int(p), Chips: 200 * int64(p), At: 1})
	}
	do(engine.Start{At: 20_000})
	var deck card.Deck
	deck, r.Shuffle = tabletest.Deal(t, e, k, game, 2)
	do(engine.Deal{Deck: deck, Message: 2, At: 20_000})
	do(engine.Leave{Player: 3, At: 20_000})
	for range 2 {
		if v := game.View(0); v.Phase == engine.Betting {
			i := slices.IndexFunc(v.Seats, func(s engine.SeatView) bool { return s.Seat == v.ToAct })
			do(engine.Act{Player: v.Seats[i].Player, Turn: v.Turn, Action: engine.Fold, At: 20_000})
		}
	}
	if len(kept) != 1 {
		t.Fatalf("%d hands are kept", len(kept))
	}
	f, err := e.Codec.DecodeHand(k, kept[0])
	if err != nil {
		t.Fatal(err)
	}
	end, err := engine.Restore(f.Table, e.Codec.Keys.Snapshot(k, f.Session, f.Serial), e.Codec.Keys.Redeal(k, f.ShuffleState()))
	if err != nil {
		t.Fatal(err)
	}
	h, err := phh.Of(end.View(1), f.Events, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Replay(); err != nil || len(h.Finish) != 3 {
		t.Error(h.Finish, err)
	}
}

// TestAHandIsAllThereWhenCardsAreShownAfterALoserHasLeft has a player top up during the hand and after it, and leave. Then
// the winner shows one card and then the other, which the stored hand gets.
func TestAHandIsAllThereWhenCardsAreShownAfterALoserHasLeft(t *testing.T) {
	e, _ := banked(t, 0)
	loser := engine.SeatView{}
	for loser.Player == 0 {
		e.step()
		v := e.table.View(0)
		if v.Phase != engine.Idle || v.Hand == 0 || v.Voided {
			continue
		}
		for _, s := range v.Seats {
			if s.InHand && s.Folded && s.Stack > 0 && slices.ContainsFunc(v.Seats, func(s engine.SeatView) bool { return s.MayShow }) {
				loser = s
			}
		}
	}
	v, winner := e.table.View(0), engine.SeatView{}
	for _, s := range v.Seats {
		if s.MayShow {
			winner = s
		}
	}
	for _, who := range []engine.ID{loser.Player, winner.Player} {
		e.do(engine.TopUp{Player: who, Chips: 7, At: e.now})
	}
	e.do(engine.Leave{Player: loser.Player, At: e.now})
	for _, cards := range []uint8{1, 2} {
		e.do(engine.Show{Player: winner.Player, Turn: e.table.View(0).Turn, Cards: cards, At: e.now})
	}
	hands, err := e.store.Hands(t.Context(), e.key, v.Hand+1, 1)
	if err != nil || len(hands) != 1 {
		t.Fatal(hands, err)
	}
	f, table, err := e.env.Codec.Open(e.key, hands[0])
	if err != nil {
		t.Fatal(err)
	}
	if f.Events[len(f.Events)-1].Kind != engine.Shown {
		t.Fatalf("nothing was shown: %+v", f.Events[len(f.Events)-1])
	}
	h, err := phh.Of(f.SeenBy(&table, 0), f.Events, nil)
	if err == nil {
		_, err = h.Replay()
	}
	if err != nil {
		t.Fatal(err)
	}
	steps, err := replay.Steps(f.SeenBy(&table, 0), f.Events)
	if err != nil {
		t.Fatal(err)
	}
	for _, was := range []engine.SeatView{loser, winner} {
		if s, there := steps[len(steps)-1].View.SeatOf(was.Player); !there || s.Stack != was.Stack {
			t.Errorf("%d had %d and is told to have had %d", was.Player, was.Stack, s.Stack)
		}
	}
	if s, _ := f.SeenBy(&table, 0).SeatOf(winner.Player); len(s.Shown) != 2 || s.Made.Rank == 0 {
		t.Errorf("of the cards of the winner %v are public, of value %v", s.Shown, s.Made)
	}
	if s, _ := f.SeenBy(&table, 0).SeatOf(loser.Player); len(s.Cards) != 0 {
		t.Errorf("%v of the loser are public", s.Cards)
	}
}

// TestAHandThatAnEarlierVersionStoredAnewIsReadAsBefore stores a hand whose cards were shown late as earlier versions did: with the
// table after the show.
func TestAHandThatAnEarlierVersionStoredAnewIsReadAsBefore(t *testing.T) {
	e, _ := banked(t, 0)
	winner := engine.SeatView{}
	for !winner.MayShow || winner.Folded {
		e.step()
		for _, s := range e.table.View(0).Seats {
			if s.MayShow {
				winner = s
			}
		}
	}
	e.do(engine.Show{Player: winner.Player, Turn: e.table.View(0).Turn, Cards: 2, At: e.now})
	hands, err := e.store.Hands(t.Context(), e.key, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	old, err := e.env.Codec.EncodeHand(e.key, e.record, &e.table, hands[0].At)
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []engine.ID{0, winner.Player} {
		var views [2]engine.View
		for i, h := range []store.Hand{old, hands[0]} {
			f, table, err := e.env.Codec.Open(e.key, h)
			if err != nil {
				t.Fatal(err)
			}
			views[i] = f.SeenBy(&table, who)
		}
		if !reflect.DeepEqual(views[0], views[1]) {
			t.Errorf("for %d the hand was\n%+v\nand is\n%+v", who, views[0], views[1])
		}
	}
}
