package card

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestShuffledHasEveryCardOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		if d := Shuffled(r.IntN); !d.Valid() {
			t.Fatal("a card is missing")
		}
	}
	d := Ordered()
	if !d.Valid() {
		t.Error("the new deck is not whole")
	}
	d[3] = d[4]
	if d.Valid() {
		t.Error("a deck with a card twice is valid")
	}
	d[3] = None
	if d.Valid() {
		t.Error("a deck with a hole is valid")
	}
}

func TestShuffledAsksForEveryRangeOnceSoThatEveryOrderIsReached(t *testing.T) {
	var asked []int
	Shuffled(func(n int) int { asked = append(asked, n); return 0 })
	if len(asked) != Count-1 || asked[0] != Count || asked[len(asked)-1] != 2 {
		t.Errorf("asked for %v", asked)
	}
}

func TestShuffledIsUniform(t *testing.T) {
	const deals = 52_000
	r := rand.New(rand.NewPCG(3, 4))
	var at [Count + 1][Count]float64
	for range deals {
		for i, c := range Shuffled(r.IntN) {
			at[c][i]++
		}
	}
	chi := 0.0
	for c := 1; c <= Count; c++ {
		for i := range Count {
			d := at[c][i] - deals/Count
			chi += d * d / (deals / Count)
		}
	}
	// 51² degrees of freedom: 2601 ± 72; scaled by 51/52. Five deviations either way.
	if chi *= 51.0 / 52; chi < 2240 || chi > 2962 {
		t.Errorf("χ² = %.0f, want about 2601", chi)
	}
}

func TestADeckPrintsAsHidden(t *testing.T) {
	d := Ordered()
	holder := struct{ Deck Deck }{d}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%q", "%x"} {
		for _, v := range []any{d, &d, holder, []Deck{d}} {
			if s := fmt.Sprintf(verb, v); !strings.Contains(s, Hidden) || strings.ContainsAny(s, "♠♦") || strings.Contains(s, "1 2") {
				t.Errorf("%s of %T prints %s", verb, v, s)
			}
		}
	}
	if b, err := json.Marshal(holder); err != nil || string(b) != `{"Deck":"[hidden]"}` {
		t.Errorf("json: %s, %v", b, err)
	}
	var text, js bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info("deal", "deck", d, "in", holder)
	slog.New(slog.NewJSONHandler(&js, nil)).Info("deal", "deck", d, "in", holder)
	for _, s := range []string{text.String(), js.String()} {
		if strings.Count(s, Hidden) != 2 || strings.Contains(s, "♠") {
			t.Errorf("slog: %s", s)
		}
	}
}
