package fair

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/engine/card"
)

// Setup holds the parts of a hand of fair/2 that are fixed before its first card. A bot fills it step by step: batch, players and cuts are
// the start, which is stored before the hand's message is posted; then come the message and the round that it fixes; then the
// signature.
type Setup struct {
	Prev    Hash    `json:"prev,omitzero"` // the transcript of the table's last hand with a receipt; zero for the first
	Batch   Batch   `json:"batch"`
	Players []ID    `json:"players,omitempty"` // clockwise from the left of the button: the order of dealing
	Message ID      `json:"message,omitempty"` // of the hand; 0 until its id is known
	Cuts    []Cut   `json:"cuts,omitempty"`    // in batches without a beacon
	Beacon  *Beacon `json:"beacon,omitempty"`  // in batches with one, once the message stands
}

// Cut is the text that a player typed for this hand, and the public message that shows it.
type Cut struct {
	By      ID     `json:"by"`
	Message ID     `json:"message"`
	Text    string `json:"text"`
}

// Beacon is the round of a drand chain that the hand's message fixes. A round without a signature was late.
type Beacon struct {
	Chain     Hash      `json:"chain"`
	Round     ID        `json:"round"`
	Signature Signature `json:"signature,omitempty"`
}

// Signature is a beacon's signature in its one form, compressed. Its text is hex digits, small letters.
type Signature []byte

// MarshalText returns the digits.
func (s Signature) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s), nil }

// UnmarshalText reads exactly what MarshalText writes.
func (s *Signature) UnmarshalText(text []byte) (err error) {
	if *s, err = hex.AppendDecode(nil, text); err != nil || hex.EncodeToString(*s) != string(text) {
		return mistyped(text, reflect.TypeFor[Signature]())
	}
	return nil
}

// Batch says where the seal of a hand is among those that one message published.
type Batch struct {
	First     uint64 `json:"first"` // number of the first hand
	Size      uint64 `json:"size"`  // how many hands
	Chain     *Hash  `json:"chain,omitempty"`
	Published Hash   `json:"published"` // B, which the message shows
	Path      []Hash `json:"path,omitempty"`
	Channel   ID     `json:"channel"` // the table
	Message   ID     `json:"message"`
}

// The largest batch, and the fewest players.
const (
	mostSeals   = 1 << 16
	leastPlayer = 2
)

// NewBatch returns where the seal of a hand is among the seals of hands first, first + 1, and so on. The caller adds the
// message that shows the batch.
func NewBatch(table ID, first uint64, chain *Hash, seals []Hash, hand uint64) (Batch, error) {
	b := Batch{First: first, Size: uint64(len(seals)), Chain: chain, Channel: table}
	if err := b.checkRange(); err != nil {
		return Batch{}, fmt.Errorf("fair: %w", err)
	}
	if !b.has(hand) {
		return Batch{}, fmt.Errorf("fair: hand %d is not among hands %d to %d", hand, first, b.last())
	}
	var root Hash
	b.Path, root = path(seals, int(hand-first))
	b.Published = b.published(table, root)
	return b, nil
}

// Published returns the published value of a batch: B. The seals are those of hands first, first + 1, and so on: at least one.
func Published(table ID, first uint64, chain *Hash, seals []Hash) Hash {
	b := Batch{First: first, Size: uint64(len(seals)), Chain: chain}
	return b.published(table, BatchRoot(seals))
}

// published returns B of a root.
func (b *Batch) published(table ID, root Hash) Hash {
	var chain []byte
	if b.Chain != nil {
		chain = b.Chain[:]
	}
	return digest(tags2.batch, U64(uint64(table)), U64(b.First), U64(b.Size), chain, root[:])
}

func (b *Batch) has(hand uint64) bool { return hand >= b.First && hand-b.First < b.Size }

func (b *Batch) last() uint64 { return b.First + b.Size - 1 }

// within returns the place of a hand's seal in the tree.
func (b *Batch) within(hand uint64) Batch1 {
	return Batch1{Index: hand - b.First, Size: b.Size, Path: b.Path}
}

// checkRange names the first number that no batch has.
func (b *Batch) checkRange() error {
	switch {
	case b.Size < 1 || b.Size > mostSeals:
		return fmt.Errorf("batch.size: %d; a batch has 1 to %d hands", b.Size, mostSeals)
	case b.First < 1 || b.First > mostHand-b.Size+1:
		return fmt.Errorf("batch.first: %d; hands begin with 1 and end with 2^53-1", b.First)
	}
	return nil
}

// CheckCut returns an error for a text that is no cut: it is 1 to 64 bytes of UTF-8 on one line, without control characters.
func CheckCut(text string) error {
	switch {
	case len(text) < 1 || len(text) > mostCut:
		return fmt.Errorf("%d bytes; a cut has 1 to %d", len(text), mostCut)
	case !utf8.ValidString(text):
		return errors.New("not UTF-8")
	case strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 }):
		return errors.New("a cut has no control characters and no line separators")
	}
	return nil
}

func compareCuts(a, b Cut) int { return cmp.Compare(a.By, b.By) }

// Sorted returns a copy with the cuts in the order of the scheme.
func (s Setup) Sorted() Setup {
	s.Cuts = slices.Clone(s.Cuts)
	slices.SortStableFunc(s.Cuts, compareCuts)
	return s
}

// check names the first thing that has not the form of a setup: whether it fits the hand is asked by faults.
func (s *Setup) check() error {
	if err := s.Batch.checkRange(); err != nil {
		return err
	}
	if s.Batch.Channel == 0 || s.Batch.Message == 0 {
		return errors.New("batch: no channel or message has the id 0")
	}
	if s.Players == nil {
		if s.Message != 0 || s.Cuts != nil || s.Beacon != nil {
			return errors.New("players: without them there is no message, no cut and no beacon")
		}
		return nil
	}
	if len(s.Players) < leastPlayer {
		return fmt.Errorf("players: %d; a hand has 2 or more", len(s.Players))
	}
	for i, p := range s.Players {
		if p == 0 || slices.Contains(s.Players[:i], p) {
			return fmt.Errorf("players[%d]: %d is no user's id, or there twice", i, p)
		}
	}
	for i, c := range s.Cuts {
		if c.By == 0 || c.Message == 0 {
			return fmt.Errorf("cuts[%d]: no user or message has the id 0", i)
		}
		if err := CheckCut(c.Text); err != nil {
			return fmt.Errorf("cuts[%d].text: %w", i, err)
		}
	}
	if s.Beacon != nil && s.Beacon.Round == 0 {
		return errors.New("beacon.round: rounds begin with 1")
	}
	return ascending("cuts", s.Cuts, compareCuts)
}

// Start returns the hash that the hand's message shows: it holds the players, their order, the cuts and the batch. The setup
// need not have the message yet.
func (s *Setup) Start(h Hand) (Hash, error) {
	sorted := s.Sorted()
	if err := sorted.check(); err != nil {
		return Hash{}, fmt.Errorf("fair: %w", err)
	}
	if s.Players == nil || h.Scheme != Fair2 {
		return Hash{}, errors.New("fair: a start has players, and is of fair/2")
	}
	return sorted.start(h.Table, h.Number), nil
}

// start returns the start of a hand.
func (s *Setup) start(table ID, hand uint64) Hash {
	var players [][]byte
	for _, p := range s.Players {
		players = append(players, U64(uint64(p)))
	}
	return digest(tags2.start, U64(uint64(table)), U64(hand), s.Prev[:], s.Batch.Published[:], U64(uint64(s.Batch.Message)),
		Tuple(tags2.players, players...), Tuple(tags2.cuts, s.cutItems()...))
}

// cutItems returns the items of the cuts, in the order of the scheme.
func (s *Setup) cutItems() (items [][]byte) {
	for _, c := range s.Cuts {
		items = append(items, tags2.itemOf(kindCut, slices.Concat(U64(uint64(c.By)), U64(uint64(c.Message))), []byte(c.Text)))
	}
	return items
}

// entropy returns E.
func (s *Setup) entropy(table ID) []byte {
	var items [][]byte
	switch b := s.Beacon; {
	case b != nil && len(b.Signature) > 0:
		value := sha256.Sum256(b.Signature)
		items = [][]byte{tags2.itemOf(kindBeacon, slices.Concat(b.Chain[:], U64(uint64(b.Round))), value[:])}
	case b == nil && s.Message != 0:
		items = append(s.cutItems(), tags2.itemOf(kindMessage, U64(uint64(table)), U64(uint64(s.Message))))
	}
	return Tuple(tags2.entropy, items...)
}

// Check returns an error where the setup of a hand would not be proven by its receipt.
func (s *Setup) Check(h Hand) error {
	sorted := s.Sorted()
	if err := sorted.check(); err != nil {
		return fmt.Errorf("fair: %w", err)
	}
	var r Report
	sorted.faults(&r, &Verifier{}, h)
	if !r.OK() {
		return errors.New("fair: " + r.Faults[0].Text)
	}
	return nil
}

// dealable returns an error where a hand can only be void: without its message, or without the beacon's value.
func (s *Setup) dealable(h Hand) error {
	switch {
	case h.Scheme != Fair2:
		return errScheme
	case s.Message == 0:
		return errors.New("fair: a hand is dealt after its message stands")
	case s.Batch.Chain != nil && (s.Beacon == nil || len(s.Beacon.Signature) == 0):
		return errors.New("fair: the beacon's value is missing; such a hand is void")
	}
	return s.Check(h)
}

// Deal mixes the setup of a hand into its seal. A hand without its message, or without the value of its beacon, is void and
// is never dealt: that is an error.
func (l *Seal) Deal(s Setup) (*Deal, error) {
	s = s.Sorted()
	if err := s.dealable(l.hand); err != nil {
		return nil, err
	}
	return l.deal(s), nil
}

// deal returns the deal of a setup that is sorted.
func (l *Seal) deal(s Setup) *Deal {
	return &Deal{seal: l, setup: s, choice: l.ctx.choice(l.hash, s.entropy(l.hand.Table))}
}

// Redeal returns the deck of a hand, as the Deck of [Seal.Deal] does, with a small part of the work. The caller must pass the hash
// of that seal: another gives other cards.
func Redeal(secret Secret, h Hand, seal Hash, s Setup) (card.Deck, error) {
	s = s.Sorted()
	if err := s.dealable(h); err != nil {
		return card.Deck{}, err
	}
	return redeal(secret, h, seal, s.entropy(h.Table)), nil
}
