package bot

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cardroom/bot/audit"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// examine returns the doctor's report on a store as one text.
func examine(t *testing.T, b *table.Env, url string) string {
	t.Helper()
	in, err := storeopen.Inspect(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var said []string
	n, err := audit.Examine(t.Context(), b, in, func(text string) { said = append(said, text) })
	if err != nil || n.Guilds != 1 || n.Tables != 1 {
		t.Errorf("%+v, %v", n, err)
	}
	return strings.Join(said, "\n")
}

func TestTheDoctorMissesWhatIsMissing(t *testing.T) {
	e, url := banked(t, 4)
	for len(e.kept) < 5 {
		e.step()
	}
	if said := examine(t, e.env, url); said != "" {
		t.Errorf("of a good store the doctor says %q", said)
	}
	h := e.kept[2]
	h.Number = 99
	c := store.Change{Key: e.key, ID: "x", Version: e.version, Session: 3, Chips: e.table.Chips(), Hands: []store.Hand{h, unfit(e, 3)}}
	stored, err := e.store.Load(t.Context(), e.key)
	if err != nil {
		t.Fatal(err)
	}
	c.Data = stored.Data
	if _, err := e.store.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	said := examine(t, e.env, url)
	for _, want := range []string{"hand 99 of table 6 in guild 5", "are missing", "changed after writing", "hand 3 of table 6 in guild 5: its proof does not fit"} {
		if !strings.Contains(said, want) {
			t.Errorf("the doctor says %q, want %q", said, want)
		}
	}
}

// With another key no hand can be decrypted: the doctor names a few and counts the others.
func TestTheDoctorDoesNotNameEveryHandOfAnotherKey(t *testing.T) {
	e, url := banked(t, 4)
	for len(e.kept) < 8 {
		e.step()
	}
	said := examine(t, newSealing(t, 99), url)
	if n := strings.Count(said, "\nhand "); n != 5 || !strings.Contains(said, "table 6 in guild 5: 3 more hands differ, back to hand 1") {
		t.Errorf("%d hands are named:\n%s", n, said)
	}
}

// unfit returns a hand of an evening with a wrong proof, which only the bot itself could have written.
func unfit(e *evening, number int64) store.Hand {
	e.t.Helper()
	h := e.kept[number]
	f, err := e.env.Codec.DecodeHand(e.key, h)
	if err != nil {
		e.t.Fatal(err)
	}
	f.Proof.Setup.Batch.First++
	body, err := json.Marshal(f)
	if err != nil {
		e.t.Fatal(err)
	}
	h.Data = e.env.Codec.Envelope.Wrap(record.HandSchema, e.key, number, body)
	return h
}

// T23: an escrow holds the chips that its tournament's record says, and nothing once that is over.
func TestTheDoctorCountsTheChipsOfAnEscrow(t *testing.T) {
	for want, during := range map[string]bool{
		"tournament 77 of table 6 in guild 5: it holds 0 prize chips, and its account 50": true,
		"guild 5: escrow/77 holds 50, and that tournament is over":                        false,
	} {
		e, url := banked(t, 3)
		r := e.record
		if during {
			state, log, err := tournament.New(setup.DefaultOptions("turbo"), 1)
			if err != nil {
				t.Fatal(err)
			}
			r.Event = &record.Event{ID: 77, State: record.Director{Tournament: state}}
			r.Event.Keep(log)
		}
		data, err := e.env.Codec.EncodeTable(e.key, r, &e.table)
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.store.Commit(t.Context(), store.Change{
			Key: e.key, ID: "x", Version: e.version, Session: 3, Sealed: data, Chips: e.table.Chips(),
			Escrow: store.Escrow{Tournament: 77, Chips: 50, Moves: []store.Move{{Person: 5, Amount: 50, Reason: store.ReasonEntry}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if said := examine(t, e.env, url); said != want {
			t.Errorf("the doctor says %q, want %q", said, want)
		}
	}
}

// T23: a valid table does not hold the chips of a valid ledger.
func TestTheDoctorCountsTheChipsOfATable(t *testing.T) {
	e, url := banked(t, 3)
	for e.table.View(0).Phase != engine.Betting {
		e.step()
	}
	data, err := e.env.Codec.EncodeTable(e.key, e.record, &e.table)
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.store.Commit(t.Context(), store.Change{
		Key: e.key, ID: "x", Version: e.version, Session: 3, Sealed: data, Chips: e.table.Chips() + 50,
		Events: []engine.Event{{Kind: engine.SatDown, Player: 5, Amount: 50}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("table 6 in guild 5: %d chips are on it, and its account holds %d", e.table.Chips(), e.table.Chips()+50)
	if said := examine(t, e.env, url); said != want {
		t.Errorf("the doctor says %q, want %q", said, want)
	}
	if _, err := audit.Void(t.Context(), e.env, 6); err == nil || !strings.Contains(err.Error(), "their owners are unknown") {
		t.Errorf("its hand is void all the same: %v", err)
	}
}
