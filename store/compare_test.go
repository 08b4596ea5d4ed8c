package store

import (
	"context"
	"slices"
	"testing"
	"time"

	"cardroom/engine"
)

// altered is a store that tells one thing otherwise than it is.
type altered struct {
	movable
	what string
}

func (a altered) allNotes(ctx context.Context) (map[string]string, error) {
	all, err := a.movable.allNotes(ctx)
	if a.what == "a note" {
		all["one"] = "other"
	}
	return all, err
}

func (a altered) payments(ctx context.Context, guild engine.ID) (map[string]time.Time, error) {
	all, err := a.movable.payments(ctx, guild)
	if a.what == "a payment" {
		delete(all, "claim")
	}
	return all, err
}

func (a altered) claims(ctx context.Context, guild engine.ID) (map[engine.ID]string, error) {
	all, err := a.movable.claims(ctx, guild)
	if a.what == "a claim" {
		all[5] = "2026-11-20"
	}
	return all, err
}

func (a altered) gifts(ctx context.Context, guild engine.ID) (map[engine.ID]Gifts, error) {
	all, err := a.movable.gifts(ctx, guild)
	if a.what == "a gift" {
		delete(all, 5)
	}
	return all, err
}

func (a altered) Forgotten(ctx context.Context, guild engine.ID) (map[engine.ID]time.Time, error) {
	all, err := a.movable.Forgotten(ctx, guild)
	if a.what == "a wish" {
		delete(all, 5)
	}
	return all, err
}

func (a altered) allStats(ctx context.Context, guild engine.ID) ([]Stats, error) {
	all, err := a.movable.allStats(ctx, guild)
	if a.what == "what somebody did" {
		all = append(all, Stats{Person: 5})
	}
	return all, err
}

func (a altered) heads(ctx context.Context, guild engine.ID) ([]head, error) {
	all, err := a.movable.heads(ctx, guild)
	if a.what == "a table" {
		all[0].at = all[0].at.Add(time.Second)
	}
	return all, err
}

func (a altered) Hands(ctx context.Context, k Key, before int64, n int) ([]Hand, error) {
	hands, err := a.movable.Hands(ctx, k, before, n)
	if a.what == "the oldest hand" && len(hands) > 0 && hands[len(hands)-1].Number == 1 {
		hands = slices.Delete(hands, len(hands)-1, len(hands))
	}
	return hands, err
}

func (a altered) Session(ctx context.Context, k Key, session int64) ([]Line, error) {
	lines, err := a.movable.Session(ctx, k, session)
	if a.what == "a session" {
		lines[0].In++
	}
	return lines, err
}

func TestAMoveComparesEverything(t *testing.T) {
	from, to := openInside(t), openInside(t)
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	k := Key{Guild: 1, Channel: 10}
	for n := range int64(2 * manyHands) {
		c := Change{Key: k, ID: "change " + number(n), Version: n, Session: 1, At: at, Chips: n + 1}
		c.Events = []engine.Event{{Kind: engine.ToppedUp, Player: 5, Amount: 1}}
		c.Hands = []Hand{{Number: n + 1, At: at}}
		if _, err := from.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	claim := Payment{Guild: 1, ID: "claim", At: at, To: 5, Amount: Daily, Reason: ReasonDaily}
	if _, err := from.Pay(t.Context(), claim); err != nil {
		t.Fatal(err)
	}
	gift := Payment{Guild: 1, ID: "gift", At: at, From: 5, To: 6, Amount: 1, Reason: ReasonGift}
	if _, err := from.Pay(t.Context(), gift); err != nil {
		t.Fatal(err)
	}
	if _, err := from.Forget(t.Context(), ErasureRequest{Guild: 1, ID: "wish", Person: 5, At: at}); err != nil {
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
}
