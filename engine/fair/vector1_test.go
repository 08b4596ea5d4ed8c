package fair

import (
	"strings"
	"testing"

	"cardroom/engine/card"
)

// published returns the hand of the published vectors.
func published(t testing.TB) (*Seal, *Deal) {
	t.Helper()
	var s Secret
	for i := range s {
		s[i] = byte(i)
	}
	seal := NewSeal(s, Hand{Table: 1500000000000000001, Number: 42})
	deal, err := seal.Deal1(Entropy1{
		Cuts:     []Cut1{{1600000000000000002, "♠ cut deep ♥"}, {1600000000000000001, "lucky 7"}},
		Messages: []Message1{{1500000000000000009, 1512345678901234567}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return seal, deal
}

func TestTheSchemeIsThePublishedOne(t *testing.T) {
	seal, deal := published(t)
	for _, tt := range []struct {
		name string
		got  Hash
		want string
	}{
		{"ctx", seal.ctx.hash, "d9bb83f5a7c4e0360cd446a8e4115c573a3b1c1e9009d88e36ac4fb6e955f37a"},
		{"d_0", seal.seeds[0], "61c2dc83f42bd6094ee07652960344a2379c8ecb948a2f9b7c9e3626a25174d6"},
		{"L_0,0", seal.decks[0].leaves[0], "48005d70976eb92844a5ca95faab589cdecdafe79f07ab4bca0239cf8b11cb97"},
		{"R_0", seal.decks[0].root, "a2b4aa54635fed7c905becad04dd169e1f07de8a947c3fbe5d117cd15844c0ad"},
		{"C", seal.Hash(), "a37658674c3b6bb98d3e0ea4743522eddbbea621328089d9777f2c3e1acdef88"},
		{"P", deal.choice.public, "6bbb83f7951eea09452c86f0cd028c5813ca6614e09bedd64b58c4bd6e33bae4"},
		{"the salt of the first card", deal.open(0).Salt, "7d819e275d017702949f8caa625d449d0dc9ce0efae7137a491b1c6b62fcc0f7"},
	} {
		if tt.got.String() != tt.want {
			t.Errorf("%s is %s, want %s", tt.name, tt.got, tt.want)
		}
	}
	if deal.choice.deck != 2 {
		t.Errorf("deck %d was chosen, want 2", deal.choice.deck)
	}
	const order = "9h Kc 2s 7s Ks Ah As 8d 9c Qh 8h 6d 5c 2c Td 7d 6h Jh 7h Kh 7c 5s Tc 6c 4d Jd Jc 6s 2h 4h 4c 4s 9d 3d 3c Th 3s 5d 5h Qc 3h Js Ts Qd Ac 8c 9s Qs 8s Ad 2d Kd"
	deck := deal.Deck()
	for k, name := range strings.Fields(order) {
		if c, err := card.Parse(name); err != nil || deck[k] != c {
			t.Errorf("card %d is %s, want %s", k, deck[k], name)
		}
	}
}

func TestABatchHasThePublishedRoots(t *testing.T) {
	var leaves []Hash
	for i := range 4 {
		leaves = append(leaves, digest("v", []byte{byte(i)}))
	}
	for n, want := range map[int]string{
		1: "54034282e04c2a752394b213dae9a17ee80b262a99692056e78129f01188c18e",
		4: "b28d1a50ff52f9267973bde6fe78558dc9fc4a9790ab9bc2987587bcb6795a1a",
	} {
		if got := BatchRoot(leaves[:n]); got.String() != want {
			t.Errorf("the root over %d is %s, want %s", n, got, want)
		}
	}
}

func TestEverySealOfABatchLeadsToItsRootAndNoOtherDoes(t *testing.T) {
	var seals []Hash
	for n := 1; n <= 66; n++ {
		seals = append(seals, digest("seal", []byte{byte(n)}))
		root := BatchRoot(seals)
		for i := range seals {
			b, err := NewBatch1(seals, i)
			b.Channel, b.Message = 1, 1
			if err != nil || b.check() != nil || b.Root != root {
				t.Fatalf("%d of %d: %v, %v", i, n, err, b.check())
			}
			if b.leadsTo(seals[i]) != root {
				t.Errorf("%d of %d does not lead to the root", i, n)
			}
			if n > 1 && b.leadsTo(seals[(i+1)%n]) == root {
				t.Errorf("the seal after %d of %d leads to the root in its place", i, n)
			}
		}
	}
	if _, err := NewBatch1(seals, len(seals)); err == nil {
		t.Error("a batch has a seal beyond its end")
	}
}

func BenchmarkSeal(b *testing.B) {
	b.ReportAllocs()
	for i := range b.N {
		NewSeal(Secret{1, byte(i)}, Hand{Table: 5, Number: uint64(i) + 1})
	}
}

func BenchmarkDeal(b *testing.B) {
	seal, _ := published(b)
	b.ReportAllocs()
	for i := range b.N {
		if _, err := seal.Deal1(Entropy1{Messages: []Message1{{5, ID(i + 1)}}}); err != nil {
			b.Fatal(err)
		}
	}
}
