package record

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/tables"
	"cardroom/internal/fastjson"
	"cardroom/render/locale"
	"cardroom/store"
)

// The log is encoded once for each event, or anew where it was read from the store. Both equal the output of encoding/json.
func TestTheLogOfADirectorIsStoredAsEncodingJSONWritesIt(t *testing.T) {
	codec, err := NewCodec([]byte(strings.Repeat("\x01", shuffle.KeySize)), nil)
	if err != nil {
		t.Fatal(err)
	}
	e := newEvening(t, codec, 1)
	e.playHand()
	kept := e.r.Event.Log
	want, err := json.Marshal(kept)
	if err != nil || len(kept) < 20 {
		t.Fatalf("%d events: %v", len(kept), err)
	}
	var read Log
	if err := json.Unmarshal(want, &read); err != nil {
		t.Fatal(err)
	}
	for name, log := range map[string]Log{"kept": kept, "read": read} {
		if got, err := fastjson.Marshal(log); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %s, %v\nwant %s", name, got, err, want)
		}
		for _, l := range log {
			if (l.text != nil) != (name == "kept") {
				t.Errorf("%s: event %d has the text %q", name, l.No, l.text)
			}
		}
	}
}

// Hands and draws leave the log to the events that its readers look for. The newest event stays, because its time and number count.
func TestHandsPushNothingOutOfTheLog(t *testing.T) {
	codec, err := NewCodec([]byte(strings.Repeat("\x01", shuffle.KeySize)), nil)
	if err != nil {
		t.Fatal(err)
	}
	e := newEvening(t, codec, 3)
	first := e.r.Event.Log[0].No
	for range 10 {
		e.playHand()
		log := e.r.Event.Log
		for i, x := range log {
			if x.routine() && i < len(log)-1 {
				t.Errorf("event %d of kind %d is in the log", x.No, x.Kind)
			}
		}
		if log[0].No != first {
			t.Fatalf("the log begins with %d", log[0].No)
		}
	}
}

// A store may keep the record that it got for one version. The record for the next version, after a commit that it refused, is another one.
func TestARecordForAnotherVersionLeavesTheLastOne(t *testing.T) {
	codec, err := NewCodec([]byte(strings.Repeat("\x01", shuffle.KeySize)), nil)
	if err != nil {
		t.Fatal(err)
	}
	e := newEvening(t, codec, 1)
	sealed, err := codec.EncodeTable(e.key, e.r, &e.game)
	if err != nil {
		t.Fatal(err)
	}
	records := [][]byte{sealed(7), sealed(8), sealed(8)}
	for i, version := range []int64{7, 8, 8} {
		if _, _, err := codec.DecodeTable(store.Record{Key: e.key, Version: version, Data: records[i]}); err != nil {
			t.Errorf("the record of version %d: %v", version, err)
		}
	}
}

// A tournament needs the persons who are left in it, and those who wait for a place or for an organiser. At its end it needs only those
// who wait for the next one.
func TestATournamentNeedsWhoIsLeftInIt(t *testing.T) {
	codec, err := NewCodec([]byte(strings.Repeat("\x01", shuffle.KeySize)), nil)
	if err != nil {
		t.Fatal(err)
	}
	e := newEvening(t, codec, 5)
	e.r.Event.Applications = []Application{{Person: 101}, {Person: 102, Outcome: WasRefused}}
	e.r.Event.Series = Series{Waiting: []engine.ID{103}, Invited: []engine.ID{104}}
	for e.r.Event.State.View().Phase < tournament.Finished {
		v := e.r.Event.State.View()
		want := []engine.ID{101, 103, 104}
		for n := 1; n <= v.Entries; n++ {
			if x := e.r.Event.State.Entry(n); !x.Out {
				want = append(want, x.Person)
			}
		}
		got := e.r.Event.People(v)
		if slices.Sort(want); !slices.Equal(slices.Sorted(slices.Values(got)), want) || len(got) != v.Alive+3 {
			t.Fatalf("with %d left it needs %v, want %v", v.Alive, got, want)
		}
		e.playHand()
	}
	if got := e.r.Event.People(e.r.Event.State.View()); !slices.Equal(got, []engine.ID{103}) {
		t.Errorf("at its end it needs %v", got)
	}
}

// TestActsThatAreNotKeptAreCounted notes more acts than a tournament keeps, some of them by a program that did not count.
func TestActsThatAreNotKeptAreCounted(t *testing.T) {
	e := Event{Logs: Logs{Acts: []Act{{By: 1}, {By: 1}}}}
	for i := range mostLogged + 5 {
		if got := e.EarlierActs(); got != max(0, i+2-mostLogged) {
			t.Errorf("after %d acts %d are not kept", i+2, got)
		}
		e.keep(Act{By: 2})
	}
}

// A cancelled tournament keeps why, if no organiser said it, also in the store.
func TestACancelledTournamentKeepsWhy(t *testing.T) {
	codec, err := NewCodec([]byte(strings.Repeat("\x01", shuffle.KeySize)), nil)
	if err != nil {
		t.Fatal(err)
	}
	now := engine.Moment(1_800_000_000_000)
	later := tournament.At(now.Add(100 * time.Hour))
	scheduled := setup.DefaultOptions("turbo")
	scheduled.Scheduled, scheduled.Times.Start = true, now.Add(time.Hour)
	for name, c := range map[string]struct {
		options setup.Options
		event   Event
		command tournament.Command
		want    locale.Cause
	}{
		"too few players": {scheduled, Event{}, tournament.Tick{At: later}, locale.TooFewPlayers},
		"not full":        {setup.DefaultOptions("turbo"), Event{}, tournament.Tick{At: later}, locale.NotFull},
		"no channel":      {scheduled, Event{Venue: Venue{Deleted: now}}, tournament.Cancel{At: tournament.At(now), Now: true}, locale.NoChannel},
		"no words":        {scheduled, Event{}, tournament.Cancel{At: tournament.At(now)}, 0},
		"a reason":        {scheduled, Event{Cancellation: locale.Cancellation{Reason: "rain"}}, tournament.Cancel{At: tournament.At(now)}, 0},
	} {
		state, log, err := tournament.New(c.options, now)
		if err != nil {
			t.Fatal(name, err)
		}
		e := c.event
		e.ID, e.State = 7, Director{Tournament: state}
		e.Keep(log)
		if _, err := e.Direct(c.command, nil); err != nil {
			t.Fatal(name, err)
		}
		game, err := engine.New(tables.Rules(&c.options, 0))
		if err != nil {
			t.Fatal(err)
		}
		k := store.Key{Guild: 5, Channel: 7}
		sealed, err := codec.EncodeTable(k, Table{Event: &e}, &game)
		if err != nil {
			t.Fatal(name, err)
		}
		read, _, err := codec.DecodeTable(store.Record{Key: k, Version: 1, Data: sealed(1)})
		if err != nil || read.Event.Cause != c.want || read.Event.Reason != e.Reason {
			t.Errorf("%s: %v, the store has %+v", name, err, read.Event.Cancellation)
		}
	}
}
