package bot

import (
	"fmt"
	"os"
	"reflect"
	"testing"

	"cardroom/engine"
	"cardroom/store"
)

// testdata/record-2.json was written by an earlier version of this program and is never rewritten: three in a hand, before
// the flop, the button having called. What has come since is at its default.
func TestARecordOfAnEarlierVersionIsRead(t *testing.T) {
	data, err := os.ReadFile("testdata/record-2.json")
	if err != nil {
		t.Fatal(err)
	}
	r, table, err := newSealing(t, 1).decode(store.Record{Key: store.Key{Guild: 5, Channel: 6}, Version: 9, Data: data})
	if err != nil {
		t.Fatal(err)
	}
	var log []engine.Kind
	for _, e := range r.Log {
		log = append(log, e.Kind)
	}
	kinds := []engine.Kind{engine.HandStarted, engine.Posted, engine.Posted, engine.HandDealt, engine.Acted}
	if !reflect.DeepEqual(log, kinds) || r.Log[1].Post != engine.PostSmallBlind || r.Log[4].Action != engine.Call {
		t.Errorf("the log is %+v", r.Log)
	}
	want := record{
		Schema: recordSchema, Host: 100, Session: 3, Serial: 7, Before: 2, Board: boardRef{Message: 11, Hand: 1, Posted: 20_000},
		Old: []boardRef{{Posted: 1, Message: 9}}, Nudge: 12, Names: map[engine.ID]string{3: "Rook"},
	}
	s := r.Shuffle
	if s.First != 1 || s.Message != 8 || s.Entropy.Cuts[0].Text != "lucky 7 ♠" || len(s.Dealt) != 3 || s.Prev[0] != 5 || s.Voids != 2 {
		t.Errorf("the shuffle is %+v", s)
	}
	r.Log, r.Table, r.Shuffle = nil, nil, shuffle{}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("the record is %+v, should be %+v", r, want)
	}
	v := table.View(100)
	seat := seatOf(&v, 100)
	if got := fmt.Sprint(v.Phase == engine.Betting, v.ToAct, seat.Stack, seat.Bet, seat.Cards); got != "true 2 190 10 [A♣ 3♦]" {
		t.Errorf("the table is at %s", got)
	}
}
