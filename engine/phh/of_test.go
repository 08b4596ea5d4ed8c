package phh_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/enginetest"
	"cardroom/engine/phh"
)

// TestEveryHandIsWrittenAndReplaysToTheSameStacks plays random hands at random tables of all games. It writes each hand
// three times: as all players together know it, as one player does, and as the public does.
func TestEveryHandIsWrittenAndReplaysToTheSameStacks(t *testing.T) {
	t.Parallel()
	tables := uint64(270)
	if testing.Short() {
		tables = 90
	}
	hands, seen, file := 0, map[string]int{}, filepath.Join(t.TempDir(), "hand.phh")
	for seed := range tables + tables/3 {
		l := newRandomHands(t, seed)
		if seed >= tables {
			l = newTournamentHands(t, seed)
		}
		for range 8 {
			if !l.Hand() {
				break
			}
			hands++
			one := l.Table.View(l.Before.Seats[l.IntN(len(l.Before.Seats))].Player)
			for who, v := range map[string]engine.View{"everyone": l.everyone(), "one": one, "the public": l.Table.View(0)} {
				l.rewritten(file, who, v)
			}
			l.twin(one)
			for _, what := range l.notable() {
				seen[what]++
			}
		}
	}
	t.Logf("%d hands; of these: %v", hands, seen)
	for _, what := range rare {
		if seen[what] == 0 && !testing.Short() {
			t.Errorf("no hand had %s", what)
		}
	}
}

// randomHands is a random table whose hands are written.
type randomHands struct{ *enginetest.RandomGame }

func newRandomHands(t *testing.T, seed uint64) *randomHands {
	t.Helper()
	return &randomHands{enginetest.New(t, seed)}
}

func newTournamentHands(t *testing.T, seed uint64) *randomHands {
	t.Helper()
	return &randomHands{enginetest.NewTournament(t, seed)}
}

// everyone returns the view of all players together.
func (l *randomHands) everyone() engine.View {
	v := l.Table.View(0)
	for i := range v.Seats {
		if s := &v.Seats[i]; s.InHand {
			s.Cards = l.Held[s.Player]
		}
	}
	return v
}

// twin looks whether other cards, where a player cannot have seen them, leave the file as it is.
func (l *randomHands) twin(v engine.View) {
	l.T.Helper()
	other, log := l.Twin(v.Viewer)
	a, err := phh.Of(v, l.Log, nil)
	b, err2 := phh.Of(other.View(v.Viewer), log, nil)
	if err != nil || err2 != nil || !reflect.DeepEqual(a, b) {
		l.T.Fatalf("seed %d, hand %d: other cards make another file (%v, %v)\n%+v\n%+v", l.Seed, v.Hand, err, err2, a, b)
	}
}

// rewritten writes the hand, reads it and replays it.
func (l *randomHands) rewritten(file, who string, v engine.View) {
	l.T.Helper()
	h, err := phh.Of(v, l.Log, func(p engine.ID) string { return fmt.Sprintf("Player \"%d\"", p) })
	if err != nil {
		l.T.Fatalf("seed %d, hand %d for %s: %v", l.Seed, v.Hand, who, err)
	}
	read, text := reread(l.T, file, h)
	if err := valid(text, len(h.Stacks)); err != nil {
		l.T.Fatalf("seed %d, hand %d for %s: %v\n%s", l.Seed, v.Hand, who, err, text)
	}
	if !reflect.DeepEqual(read, h) {
		l.T.Fatalf("seed %d, hand %d for %s: %+v is read as %+v from\n%s", l.Seed, v.Hand, who, h, read, text)
	}
	r, err := read.Replay()
	if err != nil {
		l.T.Fatalf("seed %d, hand %d for %s: %v\n%s", l.Seed, v.Hand, who, err, text)
	}
	got := map[int]int64{}
	for k, seat := range h.Seats {
		got[seat-1] = r.Stacks[k]
		i := slices.IndexFunc(v.Seats, func(s engine.SeatView) bool { return s.Seat == seat-1 && s.InHand })
		again, _ := r.Table.View(engine.ID(k + 1)).SeatOf(engine.ID(k + 1))
		if i >= 0 && !same(again.Cards, v.Seats[i].Cards) {
			l.T.Fatalf("seed %d, hand %d for %s: p%d holds %v, not %v\n%s", l.Seed, v.Hand, who, k+1, again.Cards, v.Seats[i].Cards, text)
		}
	}
	if want := l.stacks(); !maps.Equal(got, want) {
		l.T.Fatalf("seed %d, hand %d for %s: stacks by seat are %v, not %v\n%s", l.Seed, v.Hand, who, got, want, text)
	}
}

// same reports whether the hands have the cards in common that are known of one of them.
func same(all, known []card.Card) bool {
	return !slices.ContainsFunc(known, func(c card.Card) bool { return !slices.Contains(all, c) })
}

func reread(t *testing.T, file string, h *phh.Hand) (read *phh.Hand, text string) {
	t.Helper()
	var b bytes.Buffer
	if err := h.Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for got, err := range phh.Read(file) {
		if err != nil {
			t.Fatalf("%v\n%s", err, &b)
		}
		read = got
	}
	return read, b.String()
}

// stacks returns the chips that the players of the hand had at its end, even if they left with it.
func (l *randomHands) stacks() map[int]int64 {
	out, over := map[int]int64{}, false
	for _, e := range l.Log {
		over = over || e.Kind == engine.HandEnded
		if s, ok := l.Before.SeatOf(e.Player); over && ok && e.Kind == engine.StoodUp && s.InHand {
			out[s.Seat] = e.Amount - s.Pending
		}
	}
	for _, s := range l.Table.View(0).Seats {
		if s.InHand {
			out[s.Seat] = s.Stack
		}
	}
	return out
}

func TestAHandThatWasNotPlayedToItsEndIsNotWritten(t *testing.T) {
	l := newRandomHands(t, 0)
	for l.Table.View(0).Phase != engine.Betting { // some hands are over before anyone can act
		l.Hand()
		l.Gather()
		l.Now = max(l.Now+1000, l.Table.View(0).Until)
		l.Do(engine.Start{At: l.Now})
		l.Do(engine.Deal{Deck: card.Ordered(), At: l.Now})
	}
	if _, err := phh.Of(l.Table.View(0), l.Log, nil); !errors.Is(err, phh.ErrNotOver) {
		t.Error(err)
	}
	l.Do(engine.Void{At: l.Now})
	if _, err := phh.Of(l.Table.View(0), l.Log, nil); !errors.Is(err, phh.ErrVoid) {
		t.Error(err)
	}
	l.Hand()
	if _, err := phh.Of(l.Table.View(0), l.Log[1:], nil); !errors.Is(err, phh.ErrNotOver) {
		t.Error("the beginning is missing:", err)
	}
	end := slices.IndexFunc(l.Log, func(e engine.Event) bool { return e.Kind == engine.HandEnded })
	if _, err := phh.Of(l.Table.View(0), l.Log[:end], nil); !errors.Is(err, phh.ErrNotOver) {
		t.Error("the end is missing:", err)
	}
}

func TestACardNobodyMaySeeIsNotWritten(t *testing.T) {
	for seed := range uint64(90) {
		l := newRandomHands(t, seed)
		if !l.Hand() {
			continue
		}
		h, err := phh.Of(l.Table.View(0), l.Log, nil)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := h.Write(&b); err != nil {
			t.Fatal(err)
		}
		public := l.Table.View(0)
		for player, cards := range l.Held {
			s, there := public.SeatOf(player)
			for _, c := range cards {
				shown := slices.Contains(s.Cards, c) || !there && l.shown(player)
				name := strings.NewReplacer("♣", "c", "♦", "d", "♥", "h", "♠", "s", "10", "T").Replace(c.String())
				if strings.Contains(b.String(), name) != shown {
					t.Errorf("seed %d: %s was shown: %v, is written: %v\n%s", seed, name, shown, !shown, &b)
				}
			}
		}
	}
}

func (l *randomHands) shown(player engine.ID) bool {
	return slices.ContainsFunc(l.Log, func(e engine.Event) bool { return e.Kind == engine.Shown && e.Player == player })
}

// TestCardsThatWereShownLateStayWhenTheirOwnerLeaves writes hands of which a player shows cards after the end, before that player
// leaves and after it. The file stays the same.
func TestCardsThatWereShownLateStayWhenTheirOwnerLeaves(t *testing.T) {
	shown := 0
	for seed := range uint64(60) {
		l := newRandomHands(t, seed)
		if !l.Hand() {
			continue
		}
		v := l.Table.View(0)
		i := slices.IndexFunc(v.Seats, func(s engine.SeatView) bool { return s.MayShow && s.Pending == 0 })
		if i < 0 {
			continue
		}
		shown++
		who := v.Seats[i].Player
		for _, cards := range []uint8{2, 3} { // first one of them, where it was not shown before
			l.Do(engine.Show{Player: who, Turn: v.Turn, Cards: cards, At: l.Now})
		}
		stays, err := phh.Of(l.Table.View(0), l.Log, nil)
		if err != nil {
			t.Fatal(err)
		}
		l.Do(engine.Leave{Player: who, At: l.Now})
		left, err := phh.Of(l.Table.View(0), l.Log, nil)
		if err != nil || !reflect.DeepEqual(left, stays) {
			t.Errorf("seed %d: the hand was\n%+v\nand is without the player (%v)\n%+v", seed, stays, err, left)
		}
		own, err := phh.Of(v, l.Log, nil) // with the view of the end of the hand
		if err != nil || !reflect.DeepEqual(own, stays) {
			t.Errorf("seed %d: with the table at the end of the hand it is\n%+v (%v), not\n%+v", seed, own, err, stays)
		}
	}
	if shown < 10 {
		t.Errorf("cards were shown late in %d hands", shown)
	}
}
