package bot

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/bot/audit"
	"cardroom/bot/options"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/engine/poker"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// banked returns an evening whose commits go to a store in a file.
func banked(t *testing.T, seed uint64) (e *evening, url string) {
	t.Helper()
	e = newEvening(t, seed)
	r := e.table.View(0).Rules
	switch seed / 3 % 4 {
	case 0:
		r.Ante = 3
	case 1:
		r.BigBlindAnte = true
	case 2:
		r.Straddle = r.Variant != poker.FiveCardDraw
	}
	table, err := engine.New(r)
	if err != nil {
		t.Fatal(err)
	}
	e.table = table
	e.version, e.record.Host, e.record.Session = 0, 100, 3
	url = "file:" + filepath.Join(t.TempDir(), "cardroom.db")
	e.bank(url)
	e.commit(e.table, e.record, nil)
	return e, url
}

// bank opens the store of an evening.
func (e *evening) bank(url string) {
	e.t.Helper()
	st, err := storeopen.Open(e.t.Context(), url, store.Options{})
	if err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() { st.Close() })
	e.store, e.env.Store = st, st
}

// piles returns everyone's chips: at the table, in the hand and in the wallet.
func (e *evening) piles() map[engine.ID]int64 {
	e.t.Helper()
	all := map[engine.ID]int64{}
	for _, s := range e.table.View(0).Seats {
		if s.House == engine.Person {
			all[s.Player] += s.Stack + s.Pending
			if e.table.View(0).Phase != engine.Idle {
				all[s.Player] += s.Total
			}
		}
	}
	for who := engine.ID(1); who <= 6; who++ {
		w, err := e.store.Wallet(e.t.Context(), e.key.Guild, who)
		if err != nil {
			e.t.Fatal(err)
		}
		all[who] += w.Balance
	}
	return all
}

// TestAnOperatorVoidsTheHandThatRuns is R65, P13 and T22. At any moment of a hand of any game, a bot with the key, or one
// without it, can void the hand. Everyone has the chips from its beginning, the ledger adds up, and the hand counts as
// void. With the key its receipt opens the deck and is accepted.
func TestAnOperatorVoidsTheHandThatRuns(t *testing.T) {
	alone(t)
	seen := map[string]int{}
	for seed := range uint64(24) {
		lost := seed%2 == 1
		e, url := banked(t, seed)
		want := [...][4]engine.Phase{
			{engine.Shuffling, engine.Betting, engine.Asking, engine.Betting},
			{engine.Betting, engine.Asking, engine.Shuffling, engine.Betting},
			{engine.Drawing, engine.Betting, engine.Drawing, engine.Showing},
		}[seed%3][seed/6%4]
		steps := 8 + e.IntN(60)
		for n := 0; n < steps || e.table.View(0).Phase == engine.Idle || n < 300 && e.table.View(0).Phase != want; n++ {
			e.do(engine.Straddle{Player: engine.ID(1 + e.IntN(6)), On: true, At: e.now})
			e.step()
		}
		v := e.table.View(0)
		seen[fmt.Sprint("phase ", v.Phase)]++
		b := e.env
		if lost {
			b = newSealing(t, 2)
			b.Store = e.store
		}
		done, err := audit.Void(t.Context(), b, e.key.Channel)
		if err != nil || done.Hand != v.Hand || done.Before || (done.Unsure != nil) != lost || lost && done.DeckShown {
			t.Fatalf("seed %d: %+v, %v", seed, done, err)
		}
		e.reread(b)
		now := e.table.View(0)
		if has := e.piles(); !maps.Equal(has, e.began) || now.Phase != engine.Idle || !now.Voided {
			t.Errorf("seed %d: %v has become %v: %+v", seed, e.began, has, now)
		}
		voided(t, e, b, v, done, seen)
		if said := examine(t, b, url); !lost && said != "" {
			t.Errorf("seed %d: %s", seed, said)
		}
		if again, err := audit.Void(t.Context(), b, e.key.Channel); err != nil || !again.Before || again.Hand != v.Hand {
			t.Errorf("seed %d: a second time: %+v, %v", seed, again, err)
		}
		e.store.Close()
	}
	t.Log(seen)
	for _, name := range []string{"phase 1", "phase 2", "phase 4", "phase 5", "phase 6", "opened", "blind"} {
		if seen[name] == 0 {
			t.Errorf("no hand was made void in %s: %v", name, seen)
		}
	}
}

// reread takes the stored table, as a bot reads it.
func (e *evening) reread(b *table.Env) {
	e.t.Helper()
	stored, err := e.store.Load(e.t.Context(), e.key)
	if err != nil {
		e.t.Fatal(err)
	}
	e.env = b
	e.version = stored.Version
	if e.record, e.table, err = b.Codec.DecodeTable(stored); err != nil {
		e.t.Fatal(err)
	}
}

// voided checks the history of a voided hand.
func voided(t *testing.T, e *evening, b *table.Env, v engine.View, done audit.Voided, seen map[string]int) {
	t.Helper()
	if e.record.Shuffle.Voids == 0 || e.record.VoidNotice.Hand != v.Hand {
		t.Errorf("hand %d is not counted as void, or nobody will be told: %+v", v.Hand, e.record.VoidNotice)
	}
	hands, err := e.store.Hands(t.Context(), e.key, 0, 1)
	if err != nil || len(hands) != 1 || hands[0].Number != v.Hand {
		t.Fatalf("the history has %v, %v", hands, err)
	}
	f, end, err := b.Codec.Ended(e.key, hands[0])
	if err != nil || !end.Voided || f.Events[len(f.Events)-1].Kind != engine.HandVoided && f.Events[len(f.Events)-1].Kind != engine.StoodUp {
		t.Fatalf("hand %d ends as %+v, %v", v.Hand, end, err)
	}
	if !done.DeckShown {
		seen["blind"]++
		return
	}
	seen["opened"]++
	made, err := b.Codec.Receipt(e.key, hands[0])
	if err != nil || !made.Receipt.Facts().Void {
		t.Fatalf("hand %d has no void receipt: %v", v.Hand, err)
	}
	read, err := fair.ReadProof(made.Receipt.JSON())
	if err != nil {
		t.Fatal(err)
	}
	if report := fair.Verify(read); !report.OK() || len(end.Deck) != 52 {
		t.Errorf("hand %d: %v, %d cards are open", v.Hand, report.Faults, len(end.Deck))
	}
}

// hasRemedy reports whether a text tells the operator what to do with a record that is left as it is.
func hasRemedy(said string) bool {
	return strings.Contains(said, "left as it is") || strings.Contains(said, "doctor --void") || strings.Contains(said, "former key") || strings.Contains(said, "backup")
}

// A table goes on after its hand was voided without its key.
func TestATableGoesOnAfterItsKeyWasLost(t *testing.T) {
	e, url := banked(t, 3)
	for e.table.View(0).Hand < 3 || e.table.View(0).Phase == engine.Idle {
		e.step()
	}
	b := newSealing(t, 2)
	b.Codec.Keys.Seed, b.Seed, b.Store = e.env.Seed, e.env.Seed, e.store
	if said := examine(t, b, url); !strings.Contains(said, "another key encrypted it") || !strings.Contains(said, "doctor --void 6") {
		t.Errorf("with another key the doctor says %q", said)
	}
	done, err := audit.Void(t.Context(), b, 6)
	if err != nil {
		t.Fatal(err)
	}
	if said := done.Describe(6); !strings.Contains(said, "The record was sealed with another key.") || !strings.Contains(said, "Keep the key that is set now.") || hasRemedy(said) {
		t.Errorf("after the hand is void it says %q", said)
	}
	if said := (audit.Cancelled{Before: true, Unsure: done.Unsure}).Describe(6); !strings.HasPrefix(said, "Tournament 6") || !hasRemedy(said) {
		t.Errorf("of a tournament whose record stays unread it says %q", said)
	}
	e.reread(b)
	first := e.table.View(0).Hand + 1
	for e.table.View(0).Hand < first+2 {
		e.step()
	}
	if _, err := b.Codec.Receipt(e.key, e.kept[first]); err != nil {
		t.Errorf("the hand after it has no proof: %v", err)
	}
}

// The chips of a damaged record are returned by its clear text if the ledger agrees, and otherwise not at all.
func TestADamagedRecordIsGivenBackOnlyAsTheLedgerHasIt(t *testing.T) {
	for name, c := range map[string]struct {
		harm func([]byte) []byte
		want string
	}{
		"the notes": {func(b []byte) []byte { return bytes.Replace(b, []byte(`"host":100`), []byte(`"host":101`), 1) }, ""},
		"a stack":   {func(b []byte) []byte { return bytes.Replace(b, []byte(`"stack":`), []byte(`"stack":1`), 1) }, "ledger"},
		"the end":   {func(b []byte) []byte { return b[:len(b)-40] }, "clear text is unreadable too"},
		"the table": {func(b []byte) []byte { return bytes.Replace(b, []byte(`"phase":`), []byte(`"phase":7`), 1) }, "its chips are unknown"},
		"the funds": {func(b []byte) []byte {
			return bytes.Replace(b, []byte(`{"host":`), []byte(`{"manners":{"funds":"fref"},"host":`), 1)
		}, "the source of its chips is unknown"},
		"the name of the funds": {func(b []byte) []byte {
			return bytes.Replace(b, []byte(`{"host":`), []byte(`{"manners":{"bunds":"free"},"host":`), 1)
		}, "clear text is unreadable too"},
		"everything":  {func([]byte) []byte { return []byte("garbage") }, "another version"},
		"the version": {func(b []byte) []byte { return bytes.Replace(b, []byte(`record/2 `), []byte(`record/3 `), 1) }, "another version"},
	} {
		t.Run(name, func(t *testing.T) {
			e, url := banked(t, 3)
			for e.table.View(0).Phase != engine.Betting {
				e.step()
			}
			good, err := e.store.Load(t.Context(), e.key)
			if err != nil {
				t.Fatal(err)
			}
			bad := c.harm(bytes.Clone(good.Data))
			if bytes.Equal(bad, good.Data) {
				t.Fatal("it is whole")
			}
			put(t, e, bad)
			said := examine(t, e.env, url)
			if !strings.Contains(said, "table 6 in guild 5") || !strings.Contains(said, "it is left as it is") {
				t.Errorf("the doctor says %q", said)
			}
			done, err := audit.Void(t.Context(), e.env, 6)
			if c.want == "" && (err != nil || done.Unsure == nil || done.Hand == 0) {
				t.Errorf("%+v, %v", done, err)
			}
			if said := done.Describe(6); c.want == "" && (!strings.Contains(said, "The record was damaged.") || hasRemedy(said)) {
				t.Errorf("after the hand is void it says %q", said)
			}
			if c.want != "" {
				now, err2 := e.store.Load(t.Context(), e.key)
				if err == nil || !strings.Contains(err.Error(), c.want) || err2 != nil || !bytes.Equal(now.Data, bad) {
					t.Errorf("%v, want %q; it is changed: %t", err, c.want, !bytes.Equal(now.Data, bad))
				}
				if said := fmt.Sprint(err); strings.Contains(said, "--void") || !strings.HasSuffix(said, "put a backup back") {
					t.Errorf("its advice is not to put a backup back: %s", said)
				}
			}
		})
	}
}

// The ledger decides about the source of chips too: free chips do not become wallet chips because a record is damaged.
func TestADamagedRecordDoesNotSayWhereChipsGo(t *testing.T) {
	for _, c := range []struct {
		was      options.Funds
		old, new string
		want     string
	}{
		{options.Free, `"funds":"free"`, `"funds":""`, "their owners are unknown"},
		{options.OnceApproved, `"funds":"approved"`, `"funds":"free"`, "their owners are unknown"},
		{options.Free, `"host":100`, `"host":101`, ""},
		{options.OnceApproved, `"host":100`, `"host":101`, ""},
	} {
		e, _ := banked(t, 3)
		e.record.Extras.Funds = c.was
		for e.table.View(0).Phase != engine.Betting {
			e.step()
		}
		good, err := e.store.Load(t.Context(), e.key)
		if err != nil {
			t.Fatal(err)
		}
		bad := bytes.Replace(bytes.Clone(good.Data), []byte(c.old), []byte(c.new), 1)
		put(t, e, bad)
		done, err := audit.Void(t.Context(), e.env, 6)
		now, err2 := e.store.Load(t.Context(), e.key)
		if err2 != nil || bytes.Equal(bad, good.Data) || bytes.Equal(now.Data, bad) != (c.want != "") {
			t.Errorf("%s at a table of %q: the record is changed: %t, %v", c.new, c.was, !bytes.Equal(now.Data, bad), err2)
		}
		if c.want == "" && (err != nil || done.Hand == 0) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s at a table of %q: %+v, %v", c.new, c.was, done, err)
		}
	}
}

// put stores a record like an attacker with access to the store.
func put(t *testing.T, e *evening, data []byte) {
	t.Helper()
	_, err := e.store.Commit(t.Context(), store.Change{Key: e.key, ID: "put", Version: e.version, Session: 3, Data: data, Chips: e.table.Chips()})
	if err != nil {
		t.Fatal(err)
	}
	e.version++
}

func TestThereIsNothingToVoidWhereNoHandRuns(t *testing.T) {
	e, _ := banked(t, 5)
	if done, err := audit.Void(t.Context(), e.env, 6); err != nil || done.Hand != 0 || done.Before {
		t.Errorf("before the first hand: %+v, %v", done, err)
	}
	for over := false; !over; {
		e.step()
		v := e.table.View(0)
		over = v.Phase == engine.Idle && v.Hand > 0 && !v.Voided
	}
	if done, err := audit.Void(t.Context(), e.env, 6); err != nil || done.Hand != 0 || done.Before {
		t.Errorf("after a hand that was played to its end: %+v, %v", done, err)
	}
	if _, err := audit.Void(t.Context(), e.env, 7); err == nil || !strings.Contains(err.Error(), "no open table in channel 7") {
		t.Errorf("where there is no table: %v", err)
	}
}
