package fair

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"hash"

	"cardroom/engine/card"
)

// leaves makes the decks of one hand. The tuples of a deck's leaves begin with the same block, which it hashes once.
type leaves struct {
	*context
	h     hash.Hash
	tuple []byte // of a leaf: slot, card and salt are its last parts
	begun []byte // the state of h after the first block of the tuple
	sum   []byte
	row   []byte // the leaves of the deck
}

const (
	leafSalt  = len(Hash{})      // how far before the end of a leaf's tuple its salt begins
	leafCard  = leafSalt + 4 + 1 // its card
	leafSlot  = leafCard + 4 + 8 // its slot
	firstPart = sha256.BlockSize // the bytes that the leaves of a deck share
)

func newLeaves(c *context) *leaves {
	return &leaves{context: c, h: sha256.New(), sum: make([]byte, 0, sha256.Size), row: make([]byte, 0, card.Count*sha256.Size)}
}

// open makes the j-th deck of its seed.
func (l *leaves) open(d *deck, j int, seed Hash) {
	key := newKeyed(seed[:])
	l.begin(j)
	for i, n := range key.stream(l.deck).Perm(card.Count) {
		d.cards[i] = uint8(n)
		d.leaves[i] = l.of(i, uint8(n), l.slotSalt(key, i))
		l.row = append(l.row, l.sum...)
	}
	d.root = l.rootOf(j, l.row)
}

// begin hashes what the leaves of deck j have in common.
func (l *leaves) begin(j int) {
	deck, slot := u64(uint64(j)), u64(0)
	l.tuple = appendTuple(l.tuple[:0], l.tags.leaf, [][]byte{l.hash[:], deck[:], slot[:], {0}, make([]byte, leafSalt)})
	l.row = l.row[:0]
	l.h.Reset()
	l.h.Write(l.tuple[:firstPart])
	l.begun, _ = l.h.(encoding.BinaryAppender).AppendBinary(l.begun[:0]) // never fails
}

// of returns the leaf at slot i of the deck, as [context.leaf] does.
func (l *leaves) of(i int, n uint8, salt Hash) Hash {
	end := len(l.tuple)
	binary.BigEndian.PutUint64(l.tuple[end-leafSlot:], uint64(i))
	l.tuple[end-leafCard] = n
	copy(l.tuple[end-leafSalt:], salt[:])
	_ = l.h.(encoding.BinaryUnmarshaler).UnmarshalBinary(l.begun)
	l.h.Write(l.tuple[firstPart:])
	l.sum = l.h.Sum(l.sum[:0])
	return Hash(l.sum)
}
