package fair_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/fair"
)

func TestTupleKeepsPartsApart(t *testing.T) {
	got := hex.EncodeToString(fair.Tuple("ab", []byte{1}, nil))
	if want := "000000026162000000010100000000"; got != want {
		t.Errorf("Tuple = %s, want %s", got, want)
	}
}

func TestStreamIsTheSpecifiedOne(t *testing.T) {
	s := fair.NewStream(make([]byte, 32), "fair/1/deck")
	var b []byte
	for range 16 {
		b = append(b, s.Byte())
	}
	if got, want := hex.EncodeToString(b), "33e80c7d5a067c02b599a2c2e9cb8967"; got != want {
		t.Errorf("first bytes %s, want %s", got, want)
	}
}

func TestPermIsTheSpecifiedOne(t *testing.T) {
	const want = "4 3 13 25 46 35 40 15 20 0 50 48 39 17 31 43 38 37 1 19 9 47 45 49 18 14 10 22 16 41 21 7 44 11 26 34 29 23 8 33 30 36 24 5 2 32 6 42 27 12 28 51"
	got := strings.Trim(fmt.Sprint(fair.NewStream(make([]byte, 32), "fair/1/deck").Perm(52)), "[]")
	if got != want {
		t.Errorf("Perm = %s\nwant   %s", got, want)
	}
}

func TestUniformFavoursNoNumber(t *testing.T) {
	const n, each = 52, 2000
	s := fair.NewStream([]byte("a fixed key"), "test")
	var seen [n]int
	for range n * each {
		seen[s.Uniform(n)]++
	}
	// Without rejection the first 48 numbers would come 25 % more often than the last four.
	chi2 := 0.0
	for _, k := range seen {
		chi2 += float64(k-each) * float64(k-each) / each
	}
	if chi2 > 110 { // p < 10⁻⁶ for 51 degrees of freedom
		t.Errorf("chi² = %.1f over %d numbers", chi2, n)
	}
}

func TestEveryDeckHasEveryCardOnceAndIsTheSameWhenDealtAgain(t *testing.T) {
	for i := range 100 {
		secret, hand := fair.Secret{byte(i)}, fair.Hand{Table: 5, Number: uint64(i + 1)}
		seal := fair.NewSeal(secret, hand)
		mixed := fair.Entropy1{
			Cuts:     []fair.Cut1{{By: 9, Text: "later"}, {By: 8, Text: "sooner"}},
			Messages: []fair.Message1{{Channel: 5, ID: fair.ID(1000 + i)}},
		}
		deal, err := seal.Deal1(mixed)
		if err != nil {
			t.Fatal(err)
		}
		deck := deal.Deck()
		if !deck.Valid() {
			t.Fatalf("secret %d: a card twice or none", i)
		}
		if again, err := fair.Redeal1(secret, hand, seal.Hash(), mixed); err != nil || again != deck {
			t.Errorf("secret %d: another deck when it is dealt again: %v", i, err)
		}
	}
	if _, err := fair.Redeal1(fair.Secret{}, fair.Hand{}, fair.Hash{}, fair.Entropy1{Cuts: []fair.Cut1{{By: 1}}}); err == nil {
		t.Error("an empty cut was mixed in")
	}
}
