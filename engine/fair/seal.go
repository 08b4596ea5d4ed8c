package fair

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"

	"cardroom/engine/card"
)

// Decks is how many decks a secret makes: one is played, the others are opened.
const Decks = 8

// Hand is the hand that a seal is for. The seal fits no other.
type Hand struct {
	Scheme Scheme // Fair1 where it is empty
	Table  ID     // the channel
	Number uint64 // of the hand at the table: from 1, without gaps
	Prev   Hash   // of Fair1 alone: the transcript of the hand before; zero for the first, and for hands sealed in a batch
}

// context returns the values that are hashed into everything of the hand.
func (h Hand) context() context {
	tags := h.Scheme.tags()
	table, number := u64(uint64(h.Table)), u64(h.Number)
	if h.Scheme == Fair2 {
		h.Prev = Hash{} // the start of the hand and its transcript hold it
	}
	return context{tags, digest(tags.ctx, []byte("std52"), table[:], number[:], h.Prev[:])}
}

// Seal is eight decks and the hash that holds the bot to them. All of it but the hash is as secret as the secret: it
// prints as [hidden].
type Seal struct {
	secret Secret
	hand   Hand
	ctx    context
	seeds  [Decks]Hash
	decks  [Decks]deck
	hash   Hash
}

// NewSeal makes the decks of a hand. The same secret and hand make the same seal; a secret is for one hand.
func NewSeal(s Secret, h Hand) *Seal {
	l := sealOf(s, h.context())
	l.hand = h
	return l
}

// sealOf makes the decks of a secret and a context.
func sealOf(s Secret, ctx context) *Seal {
	l := &Seal{secret: s, ctx: ctx}
	key, leaves := newKeyed(s[:]), newLeaves(&l.ctx)
	var roots [Decks]Hash
	for j := range l.decks {
		l.seeds[j] = l.ctx.seed(key, j)
		leaves.open(&l.decks[j], j, l.seeds[j])
		roots[j] = l.decks[j].root
	}
	l.hash = l.ctx.seal(&roots)
	return l
}

// Commit returns the hash of the seal of a hand, which is published. It makes the decks of [NewSeal] and keeps none.
func Commit(s Secret, h Hand) Hash {
	ctx := h.context()
	key, leaves := newKeyed(s[:]), newLeaves(&ctx)
	var roots [Decks]Hash
	var d deck
	for j := range roots {
		leaves.open(&d, j, ctx.seed(key, j))
		roots[j] = d.root
	}
	return ctx.seal(&roots)
}

// Hash returns the seal that is published: C.
func (l *Seal) Hash() Hash { return l.hash }

// Format prints [hidden] for every verb.
func (*Seal) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, card.Hidden) }

// LogValue returns [hidden].
func (*Seal) LogValue() slog.Value { return slog.StringValue(card.Hidden) }

// deck has the cards made from a seed, each hidden in a leaf, and the root of the leaves.
type deck struct {
	cards  [card.Count]uint8
	leaves [card.Count]Hash
	root   Hash
}

// context makes the hashes of one hand. Its hash, ctx, is part of each.
type context struct {
	*tags
	hash Hash
}

// seal returns the seal of the roots of all decks: C.
func (c *context) seal(roots *[Decks]Hash) Hash { return digest(c.commit, c.hash[:], join(roots[:])) }

// seed returns the seed of deck j of a secret.
func (c *context) seed(secret *keyed, j int) Hash {
	n := u64(uint64(j))
	return secret.mac(c.deckseed, c.hash[:], n[:])
}

// slotSalt returns the salt that keeps the leaf of slot i from being guessed.
func (c *context) slotSalt(seed *keyed, i int) Hash {
	return seed.macOf(c.salt, uint64(i))
}

// leaf hides the card at slot i of deck j.
func (c *context) leaf(j, i int, n uint8, salt Hash) Hash {
	deck, slot := u64(uint64(j)), u64(uint64(i))
	return digest(c.tags.leaf, c.hash[:], deck[:], slot[:], []byte{n}, salt[:])
}

// rootOf returns the root of the leaves of deck j, which are in a row.
func (c *context) rootOf(j int, leaves []byte) Hash {
	deck := u64(uint64(j))
	h := sha256.New()
	h.Write(binary.BigEndian.AppendUint32(Tuple(c.root, c.hash[:], deck[:]), uint32(len(leaves))))
	h.Write(leaves)
	return Hash(h.Sum(nil))
}

// join returns hashes in a row.
func join(hashes []Hash) []byte {
	b := make([]byte, 0, len(hashes)*len(Hash{}))
	for _, h := range hashes {
		b = append(b, h[:]...)
	}
	return b
}
