package fairtest

import (
	"crypto/sha256"
	"slices"

	"cardroom/engine/card"
	"cardroom/engine/fair"
)

// hand is everything that decides a receipt of fair/2. Of the batch the seals' root is made here.
type hand struct {
	secret fair.Hash
	table  fair.ID
	number uint64
	setup  fair.Setup
	others func(uint64) fair.Hash // seals of the other hands of the batch
	dealt  []fair.Recipient
	shown  []int
	void   bool
}

// stage is a step of making a receipt. A forger changes what it made before the next step builds on it.
type stage int

const (
	sealed    stage = iota // the decks and their roots; no seal yet
	committed              // the seal
	published              // the batch
	started                // the start
	chosen                 // the deck that is played, and the order of its cards
	opened                 // seeds, leaves and openings
	finished               // the transcript
)

// dealer makes one receipt.
type dealer struct {
	hand
	r      fair.Receipt
	ctx    fair.Hash
	seeds  [fair.Decks]fair.Hash
	cards  [fair.Decks][]int
	leaves [fair.Decks][]fair.Hash
	public fair.Hash // P
	deck   int
	slot   []int
}

const scheme = "fair/2/"

// digest returns the SHA-256 of a tuple.
func digest(tag string, parts ...[]byte) fair.Hash {
	return sha256.Sum256(fair.Tuple(scheme+tag, parts...))
}

func number(n uint64) []byte { return fair.U64(n) }

func id(i fair.ID) []byte { return fair.U64(uint64(i)) }

// deal makes the receipt of a hand; forge is called after each stage.
func deal(h hand, forge func(stage, *dealer)) *dealer {
	d := &dealer{hand: h}
	for s, do := range []func(){d.seal, d.commit, d.publish, d.start, d.choose, d.open, d.finish} {
		do()
		if forge != nil {
			forge(stage(s), d)
		}
	}
	return d
}

func (d *dealer) seal() {
	d.r.Scheme, d.r.Table, d.r.Hand, d.r.Prev = fair.Fair2, d.table, d.number, d.setup.Prev
	d.ctx = digest("ctx", []byte("std52"), id(d.table), number(d.number), make([]byte, 32))
	for j := range d.seeds {
		d.seeds[j] = fair.Mac(d.secret[:], scheme+"deckseed", d.ctx[:], number(uint64(j)))
		d.cards[j] = fair.NewStream(d.seeds[j][:], scheme+"deck").Perm(card.Count)
		d.hide(j)
	}
}

// hide makes the leaves and the root of a deck from its cards.
func (d *dealer) hide(j int) {
	d.leaves[j] = nil
	for i, c := range d.cards[j] {
		salt := d.salt(j, i)
		d.leaves[j] = append(d.leaves[j], digest("leaf", d.ctx[:], number(uint64(j)), number(uint64(i)), []byte{byte(c)}, salt[:]))
	}
	d.r.Roots[j] = digest("root", d.ctx[:], number(uint64(j)), join(d.leaves[j]))
}

func (d *dealer) salt(j, i int) fair.Hash {
	return fair.Mac(d.seeds[j][:], scheme+"salt", number(uint64(i)))
}

func join(hashes []fair.Hash) (b []byte) {
	for _, h := range hashes {
		b = append(b, h[:]...)
	}
	return b
}

func (d *dealer) commit() {
	d.r.Seal = digest("commit", d.ctx[:], join(d.r.Roots[:]))
}

func (d *dealer) publish() {
	b := d.setup.Batch
	seals := make([]fair.Hash, b.Size)
	for i := range seals {
		if seals[i] = d.others(b.First + uint64(i)); b.First+uint64(i) == d.number {
			seals[i] = d.r.Seal
		}
	}
	var root fair.Hash
	b.Path, root = tree(seals, int(min(d.number-b.First, b.Size-1)))
	b.Published = publishedBy(d.table, &b, root)
	d.r.Batch = b
}

// publishedBy returns B.
func publishedBy(table fair.ID, b *fair.Batch, root fair.Hash) fair.Hash {
	var chain []byte
	if b.Chain != nil {
		chain = b.Chain[:]
	}
	return digest("batch", id(table), number(b.First), number(b.Size), chain, root[:])
}

// tree returns the path from a seal to the root, and the root.
func tree(seals []fair.Hash, at int) ([]fair.Hash, fair.Hash) {
	if len(seals) == 1 {
		return nil, sha256.Sum256(slices.Concat([]byte{0}, seals[0][:]))
	}
	k := 1
	for 2*k < len(seals) {
		k *= 2
	}
	left, l := tree(seals[:k], at)
	right, r := tree(seals[k:], at-k)
	root := fair.Hash(sha256.Sum256(slices.Concat([]byte{1}, l[:], r[:])))
	if at < k {
		return append(left, r), root
	}
	return append(right, l), root
}

func (d *dealer) start() {
	s := d.setup
	d.r.Players, d.r.Message, d.r.Cuts, d.r.Beacon = s.Players, s.Message, s.Cuts, s.Beacon
	if s.Message != 0 {
		start := d.startOf(s.Players, s.Cuts, s.Prev)
		d.r.Start = &start
	}
}

// startOf returns the start of a hand with these players, cuts and prev.
func (d *dealer) startOf(players []fair.ID, cuts []fair.Cut, prev fair.Hash) fair.Hash {
	var ids [][]byte
	for _, p := range players {
		ids = append(ids, id(p))
	}
	return digest("start", id(d.table), number(d.number), prev[:], d.r.Batch.Published[:], id(d.r.Batch.Message),
		fair.Tuple(scheme+"players", ids...), fair.Tuple(scheme+"cuts", items(cuts)...))
}

// items returns the items of cuts.
func items(cuts []fair.Cut) (all [][]byte) {
	for _, c := range cuts {
		all = append(all, fair.Tuple(scheme+"item", []byte{1}, slices.Concat(id(c.By), id(c.Message)), []byte(c.Text)))
	}
	return all
}

func (d *dealer) choose() {
	var mixed [][]byte
	switch b := d.r.Beacon; {
	case b != nil && len(b.Signature) > 0:
		value := sha256.Sum256(b.Signature)
		mixed = [][]byte{fair.Tuple(scheme+"item", []byte{2}, slices.Concat(b.Chain[:], id(b.Round)), value[:])}
	case b == nil && d.r.Message != 0:
		mixed = append(items(d.r.Cuts), fair.Tuple(scheme+"item", []byte{3}, id(d.table), id(d.r.Message)))
	}
	d.public = digest("public", d.r.Seal[:], fair.Tuple(scheme+"entropy", mixed...))
	d.deck = fair.NewStream(d.public[:], scheme+"choose").Uniform(fair.Decks)
	d.slot = fair.NewStream(d.public[:], scheme+"cut").Perm(card.Count)
}

func (d *dealer) open() {
	d.r.Dealt = d.dealt
	if d.void {
		d.r.Secret = &d.secret
		return
	}
	for j := range d.seeds {
		d.r.Seeds = append(d.r.Seeds, &d.seeds[j])
	}
	d.r.Seeds[d.deck], d.r.Leaves = nil, d.leaves[d.deck]
	for k := range d.dealt {
		if slices.Contains(d.shown, k) || d.onBoard(k) {
			d.r.Open = append(d.r.Open, d.opening(k))
		}
	}
}

func (d *dealer) onBoard(k int) bool { return d.dealt[k][0] == 'b' }

// opening opens the k-th card.
func (d *dealer) opening(k int) fair.Opening {
	i := d.slot[k]
	c := d.cards[d.deck][i]
	return fair.Opening{K: k, Card: card.Of(c/4, c%4), Salt: d.salt(d.deck, i)}
}

// ownProof opens the cards of a player; nil for one who got none.
func (d *dealer) ownProof(player fair.ID) *fair.OwnProof {
	o := &fair.OwnProof{Scheme: fair.Fair2, Table: d.r.Table, Hand: d.r.Hand, Seal: d.r.Seal, Player: player}
	for k, to := range d.dealt {
		if to == fair.Player(player) {
			o.Open = append(o.Open, d.opening(k))
		}
	}
	if o.Open == nil {
		return nil
	}
	return o
}

func (d *dealer) finish() { d.r.Transcript = d.transcript() }

func (d *dealer) transcript() fair.Hash {
	var start, message, round []byte
	if d.r.Start != nil {
		start, message = d.r.Start[:], id(d.r.Message)
	}
	word, end := "none", "played"
	if b := d.r.Beacon; b != nil {
		if word, round = "taken", id(b.Round); len(b.Signature) == 0 {
			word = "late"
		}
	}
	if d.void {
		end = "void"
	}
	parts := [][]byte{d.r.Prev[:], d.public[:], d.r.Batch.Published[:], id(d.r.Batch.Message), start, message, round, []byte(word), []byte(end)}
	for _, to := range d.dealt {
		parts = append(parts, []byte(to))
	}
	return digest("transcript", parts...)
}
