package fair

import (
	"fmt"
	"io"
	"log/slog"

	"cardroom/engine/card"
)

// Decks is how many decks a secret makes: one is played, the others are opened.
const Decks = 8

// Hand is what a seal is for. It fits no other hand.
type Hand struct {
	Table  ID     // the channel
	Number uint64 // of the hand at the table: from 1, without gaps
	Prev   Hash   // the transcript of the hand before; zero for the first, and for hands that are sealed in a batch
}

// context returns ctx, which is part of everything that is hashed for the hand.
func (h Hand) context() Hash {
	table, number := u64(uint64(h.Table)), u64(h.Number)
	return digest("fair/1/ctx", []byte("std52"), table[:], number[:], h.Prev[:])
}

// Seal is eight decks and the hash that holds the bot to them. All of it but the hash is as secret as the secret: it
// prints as [hidden].
type Seal struct {
	secret Secret
	hand   Hand
	ctx    Hash
	seeds  [Decks]Hash
	decks  [Decks]deck
	hash   Hash
}

// NewSeal makes the decks of a hand. The same secret and hand make the same seal; a secret is for one hand.
func NewSeal(s Secret, h Hand) *Seal {
	l := &Seal{secret: s, hand: h, ctx: h.context()}
	key := newKeyed(s[:])
	var roots [Decks]Hash
	for j := range l.decks {
		l.seeds[j] = key.seed(l.ctx, j)
		l.decks[j] = openDeck(l.ctx, j, l.seeds[j])
		roots[j] = l.decks[j].root
	}
	l.hash = sealOf(l.ctx, &roots)
	return l
}

// Hash returns the seal that is published: C.
func (l *Seal) Hash() Hash { return l.hash }

// Format prints [hidden] for every verb.
func (*Seal) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, card.Hidden) }

// LogValue returns [hidden].
func (*Seal) LogValue() slog.Value { return slog.StringValue(card.Hidden) }

// sealOf returns the seal of the roots of all decks.
func sealOf(ctx Hash, roots *[Decks]Hash) Hash {
	return digest("fair/1/commit", ctx[:], join(roots[:]))
}

// deck is what a seed is turned into: cards, each hidden in a leaf, and the root of the leaves.
type deck struct {
	cards  [card.Count]uint8
	leaves [card.Count]Hash
	root   Hash
}

// openDeck makes the j-th deck of its seed.
func openDeck(ctx Hash, j int, seed Hash) (d deck) {
	key := newKeyed(seed[:])
	for i, c := range key.stream("fair/1/deck").Perm(card.Count) {
		d.cards[i] = uint8(c)
		d.leaves[i] = leaf(ctx, j, i, uint8(c), key.salt(i))
	}
	d.root = rootOf(ctx, j, d.leaves[:])
	return d
}

// seed returns what deck j of a secret is made of.
func (k *keyed) seed(ctx Hash, j int) Hash {
	n := u64(uint64(j))
	return k.mac("fair/1/deckseed", ctx[:], n[:])
}

// salt keeps the leaf of slot i from being guessed.
func (k *keyed) salt(i int) Hash {
	n := u64(uint64(i))
	return k.mac("fair/1/salt", n[:])
}

// leaf hides the card at slot i of deck j.
func leaf(ctx Hash, j, i int, c uint8, salt Hash) Hash {
	deck, slot := u64(uint64(j)), u64(uint64(i))
	return digest("fair/1/leaf", ctx[:], deck[:], slot[:], []byte{c}, salt[:])
}

// rootOf returns the root of the leaves of deck j.
func rootOf(ctx Hash, j int, leaves []Hash) Hash {
	deck := u64(uint64(j))
	return digest("fair/1/root", ctx[:], deck[:], join(leaves))
}

// join returns hashes in a row.
func join(hashes []Hash) []byte {
	b := make([]byte, 0, len(hashes)*len(Hash{}))
	for _, h := range hashes {
		b = append(b, h[:]...)
	}
	return b
}
