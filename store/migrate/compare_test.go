package migrate

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/sqlite"
)

// altered is a store that tells one thing otherwise than it is.
type altered struct {
	backend.Backend
	what string
}

func (a altered) Notes(ctx context.Context) (map[string]string, error) {
	all, err := a.Backend.Notes(ctx)
	if a.what == "a note" {
		all["one"] = "other"
	}
	return all, err
}

func (a altered) Payments(ctx context.Context, guild engine.ID) (map[string]time.Time, error) {
	all, err := a.Backend.Payments(ctx, guild)
	if a.what == "a payment" {
		delete(all, "claim")
	}
	return all, err
}

func (a altered) Claims(ctx context.Context, guild engine.ID) (map[engine.ID]string, error) {
	all, err := a.Backend.Claims(ctx, guild)
	if a.what == "a claim" {
		all[5] = "2026-11-20"
	}
	return all, err
}

func (a altered) AllGifts(ctx context.Context, guild engine.ID) (map[engine.ID]store.Gifts, error) {
	all, err := a.Backend.AllGifts(ctx, guild)
	if a.what == "a gift" {
		delete(all, 5)
	}
	return all, err
}

func (a altered) Forgotten(ctx context.Context, guild engine.ID) (map[engine.ID]time.Time, error) {
	all, err := a.Backend.Forgotten(ctx, guild)
	if a.what == "a wish" {
		delete(all, 5)
	}
	return all, err
}

func (a altered) AllStats(ctx context.Context, guild engine.ID) ([]store.Stats, error) {
	all, err := a.Backend.AllStats(ctx, guild)
	if a.what == "what somebody did" {
		all = append(all, store.Stats{Person: 5})
	}
	return all, err
}

func (a altered) Heads(ctx context.Context, guild engine.ID) ([]backend.Head, error) {
	all, err := a.Backend.Heads(ctx, guild)
	if a.what == "a table" {
		all[0].At = all[0].At.Add(time.Second)
	}
	return all, err
}

func (a altered) Hands(ctx context.Context, k store.Key, before int64, n int) ([]store.Hand, error) {
	hands, err := a.Backend.Hands(ctx, k, before, n)
	if a.what == "the oldest hand" && len(hands) > 0 && hands[len(hands)-1].Number == 1 {
		hands = slices.Delete(hands, len(hands)-1, len(hands))
	}
	return hands, err
}

func (a altered) Session(ctx context.Context, k store.Key, session int64) ([]store.Line, error) {
	lines, err := a.Backend.Session(ctx, k, session)
	if a.what == "a session" {
		lines[0].In++
	}
	return lines, err
}

func TestAMoveComparesEverything(t *testing.T) {
	from, to := openFile(t), openFile(t)
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	k := store.Key{Guild: 1, Channel: 10}
	for n := range int64(2 * handsPage) {
		c := store.Change{Key: k, ID: "change " + fmt.Sprint(n), Version: n, Session: 1, At: at, Chips: n + 1}
		c.Events = []engine.Event{{Kind: engine.ToppedUp, Player: 5, Amount: 1}}
		c.Hands = []store.Hand{{Number: n + 1, At: at}}
		if _, err := from.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	claim := store.Payment{Guild: 1, ID: "claim", At: at, To: 5, Amount: store.Daily, Reason: store.ReasonDaily}
	if _, err := from.Pay(t.Context(), claim); err != nil {
		t.Fatal(err)
	}
	gift := store.Payment{Guild: 1, ID: "gift", At: at, From: 5, To: 6, Amount: 1, Reason: store.ReasonGift}
	if _, err := from.Pay(t.Context(), gift); err != nil {
		t.Fatal(err)
	}
	if _, err := from.Forget(t.Context(), store.ErasureRequest{Guild: 1, ID: "wish", Person: 5, At: at}); err != nil {
		t.Fatal(err)
	}
	if err := from.SetNote(t.Context(), "one", "note"); err != nil {
		t.Fatal(err)
	}
	if err := move(t.Context(), from, to); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{
		"a note", "a payment", "what somebody did", "a wish", "a claim", "a gift", "a table", "the oldest hand", "a session",
	} {
		if err := compare(t.Context(), from, altered{to, what}); err == nil {
			t.Errorf("%s was lost, and nobody noticed", what)
		}
	}
	extra := store.Key{Guild: 1, Channel: 11}
	if _, err := to.Commit(t.Context(), store.Change{Key: extra, ID: "extra", Session: 1, At: at, Hands: []store.Hand{{Number: 1, At: at}}}); err != nil {
		t.Fatal(err)
	}
	if err := compareHands(t.Context(), from, to, extra); err == nil {
		t.Error("the copy has a hand too many, and the comparison says nothing")
	}
}

func openFile(t *testing.T) backend.Backend {
	t.Helper()
	s, err := sqlite.Open(t.Context(), "file:"+filepath.Join(t.TempDir(), "cardroom.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s.(backend.Backend)
}
