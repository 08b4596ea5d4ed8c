package fair

import (
	"crypto/sha256"
	"fmt"
)

// Batch1 says where the seal of a hand of fair/1 is among those that were published together: as one hash, the root of their Merkle
// tree (RFC 6962).
type Batch1 struct {
	Index   uint64 `json:"index"` // of the seal, from 0
	Size    uint64 `json:"size"`  // how many seals
	Path    []Hash `json:"path,omitempty"`
	Root    Hash   `json:"root"`
	Channel ID     `json:"channel"` // where the root was published
	Message ID     `json:"message"` // by which message
}

// BatchRoot returns the root over seals, of which there is at least one: what a batch publishes.
func BatchRoot(seals []Hash) Hash {
	if len(seals) == 1 {
		return leafOf(seals[0])
	}
	k := split(uint64(len(seals)))
	return node(BatchRoot(seals[:k]), BatchRoot(seals[k:]))
}

// NewBatch1 returns the path from the seal with an index to the root over all. The caller adds the message that carried it.
func NewBatch1(seals []Hash, index int) (Batch1, error) {
	if index < 0 || index >= len(seals) {
		return Batch1{}, fmt.Errorf("fair: seal %d of a batch of %d", index, len(seals))
	}
	b := Batch1{Index: uint64(index), Size: uint64(len(seals))}
	b.Path, b.Root = path(seals, index)
	return b, nil
}

// path returns the roots beside the way from a seal up, the nearest first, and the root over all.
func path(seals []Hash, i int) (beside []Hash, root Hash) {
	if len(seals) == 1 {
		return nil, leafOf(seals[0])
	}
	k := int(split(uint64(len(seals))))
	if i < k {
		beside, root = path(seals[:k], i)
		right := BatchRoot(seals[k:])
		return append(beside, right), node(root, right)
	}
	beside, root = path(seals[k:], i-k)
	left := BatchRoot(seals[:k])
	return append(beside, left), node(left, root)
}

// split returns the largest power of two below n, which is 2 or more.
func split(n uint64) uint64 {
	k := uint64(1)
	for k<<1 < n {
		k <<= 1
	}
	return k
}

// leafOf returns the root over one seal.
func leafOf(seal Hash) Hash {
	b := [1 + len(seal)]byte{0}
	copy(b[1:], seal[:])
	return sha256.Sum256(b[:])
}

// node joins two roots.
func node(l, r Hash) Hash {
	b := [1 + len(l) + len(r)]byte{1}
	copy(b[1:], l[:])
	copy(b[1+len(l):], r[:])
	return sha256.Sum256(b[:])
}

// lefts returns, for each step from the seal up, whether the neighbour is to the left.
func (b *Batch1) lefts() (left []bool) {
	for i, n := b.Index, b.Size; n > 1; {
		k := split(n)
		left = append(left, i >= k)
		if i >= k {
			i, n = i-k, n-k
		} else {
			n = k
		}
	}
	for l, r := 0, len(left)-1; l < r; l, r = l+1, r-1 {
		left[l], left[r] = left[r], left[l]
	}
	return left
}

// leadsTo returns the root that the path makes of a seal.
func (b *Batch1) leadsTo(seal Hash) Hash {
	h := leafOf(seal)
	for i, left := range b.lefts() {
		if left {
			h = node(b.Path[i], h)
		} else {
			h = node(h, b.Path[i])
		}
	}
	return h
}

// check names the first thing that no batch has.
func (b *Batch1) check() error {
	switch {
	case b.Size < 1 || b.Size > 1<<32:
		return fmt.Errorf("batch.size: %d; a batch has 1 to 2^32 seals", b.Size)
	case b.Index >= b.Size:
		return fmt.Errorf("batch.index: %d of %d seals", b.Index, b.Size)
	case len(b.Path) != len(b.lefts()):
		return fmt.Errorf("batch.path: %d hashes, where %d lead from seal %d of %d to the root",
			len(b.Path), len(b.lefts()), b.Index, b.Size)
	case b.Channel == 0 || b.Message == 0:
		return fmt.Errorf("batch: no channel or message has the id 0")
	}
	return nil
}
