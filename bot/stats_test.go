package bot

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/bot/audit"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// said returns the doctor's report on the store of an evening.
func (e *evening) said(url string) (audit.Examined, string) {
	e.t.Helper()
	in, err := storeopen.Inspect(e.t.Context(), url, store.Options{})
	if err != nil {
		e.t.Fatal(err)
	}
	defer in.Close()
	var all []string
	n, err := audit.Examine(e.t.Context(), e.env, in, func(text string) { all = append(all, text) })
	if err != nil {
		e.t.Fatal(err)
	}
	return n, strings.Join(all, "\n")
}

// play plays until hand n runs. Sometimes a hand is voided, and hidden cards are shown.
func (e *evening) play(n int64) {
	for e.table.View(0).Hand < n {
		e.step()
		if e.IntN(150) == 0 && e.table.View(0).Phase != engine.Idle {
			e.do(engine.Void{At: e.now})
		}
		if v := e.table.View(0); v.Phase == engine.Idle && len(v.Seats) > 0 {
			s := v.Seats[e.IntN(len(v.Seats))]
			e.do(engine.Show{Player: s.Player, Turn: v.Turn, Cards: 1, At: e.now})
		}
	}
}

// TestStatsAreWhatTheHistoryCounts plays random evenings. The stats counted hand by hand are those of the history,
// including void hands and hands with cards shown later. If the history has dropped hands, the doctor reports only counts
// that are too low.
func TestStatsAreWhatTheHistoryCounts(t *testing.T) {
	alone(t)
	played, replaced := int64(0), 0
	for seed := range uint64(6) {
		e, url := banked(t, seed)
		e.play(25)
		n, said := e.said(url)
		if said != "" || n.Uncounted != 0 {
			t.Fatalf("seed %d: %+v: %s", seed, n, said)
		}
		for who := engine.ID(1); who <= 6; who++ {
			s, err := e.store.Stats(t.Context(), e.key.Guild, who)
			if err != nil {
				t.Fatal(err)
			}
			played += s.Hands
		}
		hands, err := e.store.Hands(t.Context(), e.key, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range hands {
			if f, err := e.env.Codec.DecodeHand(e.key, h); err == nil && f.Events[len(f.Events)-1].Kind == engine.Shown {
				replaced++
			}
		}
		e.count(1, stats.Counts{Hands: 1})
		if _, said := e.said(url); !strings.Contains(said, "the stats of 1 are") || strings.Count(said, "\n") != 0 {
			t.Errorf("seed %d: with a hand too many the doctor says %q", seed, said)
		}
		e.count(1, stats.Counts{Hands: -1, Net: 5})
		if _, said := e.said(url); !strings.Contains(said, "the stats of 1 are") {
			t.Errorf("seed %d: with chips too many the doctor says %q", seed, said)
		}
		e.store.Close()
	}
	if played < 100 || replaced == 0 {
		t.Errorf("%d hands were counted, and of %d cards were shown later", played, replaced)
	}
}

// count adds wrong counts to the stats of a user.
func (e *evening) count(who engine.ID, c stats.Counts) {
	e.t.Helper()
	r := e.record
	change, err := table.NextChange(e.env, e.stored(), e.table, "id", e.table, &r, nil)
	if err != nil {
		e.t.Fatal(err)
	}
	change.ID, change.Stats = "false "+change.At.String(), []store.Stats{{Person: who, Counts: c}}
	receipt, err := e.store.Commit(e.t.Context(), change)
	if err != nil {
		e.t.Fatal(err)
	}
	e.record, e.version = r, receipt.Version
}

func TestWhereTheHistoryHasDroppedHandsStatsAreNoLessThanWhatIsKept(t *testing.T) {
	e, _ := banked(t, 0)
	url := "file:" + filepath.Join(t.TempDir(), "cardroom.db")
	st, err := storeopen.Open(t.Context(), url, store.Options{History: 5})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	e.store, e.env.Store, e.version = st, st, 0
	e.commit(e.table, e.record, nil)
	e.play(20)
	if n, said := e.said(url); said != "" || n.Uncounted != 1 {
		t.Errorf("%+v: %s", n, said)
	}
	e.count(1, stats.Counts{Hands: 1})
	if _, said := e.said(url); said != "" {
		t.Errorf("nobody can know that a hand is too many, but the doctor says %s", said)
	}
	e.count(1, stats.Counts{Hands: -1000})
	if _, said := e.said(url); !strings.Contains(said, "the stats of 1 are") {
		t.Errorf("with hands too few the doctor says %q", said)
	}
}

// For a forgotten user neither the store nor the doctor counts earlier hands, and both count later ones.
func TestWhoIsForgottenIsCountedFromThenOn(t *testing.T) {
	alone(t)
	for seed := range uint64(4) {
		e, url := banked(t, seed)
		handCount := func() (hands int64) {
			for who := engine.ID(1); who <= 4; who++ {
				s, err := e.store.Stats(t.Context(), e.key.Guild, who)
				if err != nil {
					t.Fatal(err)
				}
				hands += s.Hands
			}
			return hands
		}
		e.play(12)
		for e.table.View(0).Phase != engine.Idle {
			e.step()
		}
		before := handCount()
		for who := engine.ID(1); who <= 4; who++ {
			wish := store.ErasureRequest{Guild: e.key.Guild, Person: who, ID: fmt.Sprint("wish ", who), At: e.now.Time()}
			if _, err := e.store.Forget(t.Context(), wish); err != nil {
				t.Fatal(err)
			}
		}
		if n, said := e.said(url); said != "" || handCount() != 0 {
			t.Errorf("seed %d: %+v: %s", seed, n, said)
		}
		e.play(24)
		if n, said := e.said(url); said != "" || before == 0 || handCount() == 0 {
			t.Errorf("seed %d: %d hands before, %d since; %+v: %s", seed, before, handCount(), n, said)
		}
		e.count(1, stats.Counts{Hands: 1})
		if _, said := e.said(url); !strings.Contains(said, "the stats of 1 are") {
			t.Errorf("seed %d: with a hand too many the doctor says %q", seed, said)
		}
		e.store.Close()
	}
}

// TestTheDoctorTellsUnreadHandsFromDroppedOnes looks at a complete history with another key than its own.
func TestTheDoctorTellsUnreadHandsFromDroppedOnes(t *testing.T) {
	e, url := banked(t, 0)
	e.play(5)
	e.env = newSealing(t, 2)
	if n, said := e.said(url); n.Uncounted != 0 || n.Unread != 1 || n.Hands < 4 {
		t.Errorf("%+v, want a guild whose hands cannot be read and none that dropped hands; the doctor says\n%s", n, said)
	}
}
