package fairtest

import (
	"slices"
	"strings"

	"cardroom/engine/fair"
)

// Case is a receipt with an own part, and the result that a verifier must have.
type Case struct {
	Receipt  string
	OwnProof string // "" for none
	Grade    string // of a good receipt: "A" to "D"; "A" of a chain that verifiers know, with a signature that is made up
	Fault    string // the name of the forgery; "" for a good receipt
	Step     fair.Step
}

// Maker makes random receipts. The same seed makes the same ones.
type Maker struct{ r dice }

// New returns a maker of its own run of random numbers.
func New(seed uint64) *Maker { return &Maker{dice{fair.NewStream(fair.U64(seed), "fairtest")}} }

// dice are random numbers for tests.
type dice struct{ bytes *fair.Stream }

// Uint64 returns any number.
func (d dice) Uint64() (n uint64) {
	for range 8 {
		n = n<<8 | uint64(d.bytes.Byte())
	}
	return n
}

// Uint64N returns a number below n.
func (d dice) Uint64N(n uint64) uint64 { return d.Uint64() % n }

// IntN returns a number below n.
func (d dice) IntN(n int) int { return int(d.Uint64N(uint64(n))) }

// epoch is when the ids of Discord begin, in milliseconds since 1970.
const epoch = 1420070400000

// known is the chain that verifiers know, with its genesis in milliseconds.
var known = fair.Quicknet()

func (m *Maker) genesis() uint64 { return 1000 * known.Genesis }

// hash returns a random hash.
func (m *Maker) hash() (h fair.Hash) {
	for i := range h {
		h[i] = m.r.bytes.Byte()
	}
	return h
}

// user returns the id of a player.
func (m *Maker) user() fair.ID { return fair.ID(m.r.Uint64()>>m.r.IntN(40) | 1) }

// message returns the id of a message of a time in milliseconds since 1970.
func (m *Maker) message(ms uint64) fair.ID { return fair.ID((ms-epoch)<<22 | m.r.Uint64N(1<<22)) }

// one returns one of some values.
func one[T any](m *Maker, of ...T) T { return of[m.r.IntN(len(of))] }

// mode says what is mixed into a hand.
type mode int

const (
	plain   mode = iota // no beacon
	taken               // the value of a known chain
	unknown             // the value of an unknown chain
	late                // a known chain without a value
	before              // void before the hand's message
)

// texts are cuts of all kinds.
var texts = []string{
	"lucky 7", "♠ cut deep ♥", "<b>&amp;</b>", `"quoted\"`, "🂡👩‍👩‍👧", "\ufffd\ufeff", "1512345678901234567", strings.Repeat("♥", 21) + "x",
	" ", "__proto__", "\u0085\u009b2J\u202e", "\\u0041", "x",
}

// hand returns a random hand.
func (m *Maker) hand(of mode) hand {
	h := hand{secret: m.hash(), table: m.user(), others: m.seals()}
	h.setup.Prev = m.hash()
	h.setup.Batch = fair.Batch{First: 1 + m.r.Uint64N(1<<m.r.IntN(52)), Size: 1 + m.r.Uint64N(one[uint64](m, 1, 2, 8, 70)), Channel: h.table}
	h.number = h.setup.Batch.First + m.r.Uint64N(h.setup.Batch.Size)
	posted := m.genesis() + m.r.Uint64N(200_000_000_000) // up to six years after it
	h.setup.Batch.Message = m.message(posted - 1 - m.r.Uint64N(10_000_000))
	switch of {
	case taken, late:
		h.setup.Batch.Chain = &known.Hash
	case unknown:
		chain := m.hash()
		h.setup.Batch.Chain = &chain
	case before:
		if m.r.IntN(2) == 0 {
			h.setup.Batch.Chain = &known.Hash
		}
		h.void = true
		return h
	}
	h.setup.Message = m.message(posted)
	for range 2 + m.r.IntN(one(m, 1, 4, 8)) {
		h.setup.Players = append(h.setup.Players, m.user())
	}
	if h.setup.Players = unique(h.setup.Players); len(h.setup.Players) < 2 {
		h.setup.Players = []fair.ID{7, 1<<64 - 1}
	}
	m.mix(&h, of)
	m.deal(&h, of)
	return h
}

// unique returns ids without repetitions.
func unique(ids []fair.ID) (u []fair.ID) {
	for _, i := range ids {
		if !slices.Contains(u, i) {
			u = append(u, i)
		}
	}
	return u
}

// seals returns random seals for the other hands of a batch.
func (m *Maker) seals() func(uint64) fair.Hash {
	key := m.hash()
	return func(n uint64) fair.Hash { return fair.Mac(key[:], "seal", fair.U64(n)) }
}

// mix adds cuts or the beacon.
func (m *Maker) mix(h *hand, of mode) {
	s := &h.setup
	switch of {
	case plain:
		for _, p := range slices.Sorted(slices.Values(s.Players)) {
			if m.r.IntN(3) == 0 {
				between := s.Batch.Message + 1 + fair.ID(m.r.Uint64N(uint64(s.Message-s.Batch.Message-1)))
				s.Cuts = append(s.Cuts, fair.Cut{By: p, Message: between, Text: one(m, texts...)})
			}
		}
	case taken, late:
		round, err := known.Round(s.Message)
		if err != nil {
			panic(err) // the message is newer than the chain
		}
		s.Beacon = &fair.Beacon{Chain: known.Hash, Round: fair.ID(round)}
	case unknown:
		s.Beacon = &fair.Beacon{Chain: *s.Batch.Chain, Round: m.user()}
	}
	if of == taken || of == unknown {
		s.Beacon.Signature = m.bytes(48)
		if of == unknown && m.r.IntN(2) == 0 {
			s.Beacon.Signature = m.bytes(96)
		}
	}
}

// bytes returns random bytes.
func (m *Maker) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = m.r.bytes.Byte()
	}
	return b
}

// deal deals a game to its end, or to where the hand was void.
func (m *Maker) deal(h *hand, of mode) {
	if of == late {
		h.void = true
		return
	}
	h.dealt = m.game(h.setup.Players)
	if m.r.IntN(7) == 0 {
		h.void = true
		h.dealt = h.dealt[:m.r.IntN(len(h.dealt)+1)]
	}
	for k := range h.dealt {
		if !h.void && m.r.IntN(3) == 0 {
			h.shown = append(h.shown, k)
		}
	}
	if len(h.dealt) == 0 {
		h.dealt = nil
	}
}

// game returns the recipients of the cards of some game.
func (m *Maker) game(players []fair.ID) (dealt []fair.Recipient) {
	each := one(m, 2, 2, 4, 5)
	if each*len(players) > 36 {
		each = 2
	}
	for range each {
		for _, p := range players {
			dealt = append(dealt, fair.Player(p))
		}
	}
	if each == 5 {
		return append(dealt, m.exchanges(players, 52-len(dealt))...)
	}
	dealt = append(dealt, board(0, one(m, 0, 3, 4, 5, 5, 5))...)
	if len(dealt) == each*len(players)+5 && m.r.IntN(3) == 0 {
		for run, size := range slices.Repeat([]int{one(m, 1, 2, 5)}, 1+m.r.IntN(2)) {
			dealt = append(dealt, board(run+1, size)...)
		}
	}
	return dealt
}

// exchanges returns the cards of an exchange, at most so many.
func (m *Maker) exchanges(players []fair.ID, most int) (dealt []fair.Recipient) {
	var last []fair.Recipient
	for _, p := range players {
		n := m.r.IntN(6)
		if len(dealt)+n+1 > most {
			break
		}
		dealt = append(dealt, slices.Repeat([]fair.Recipient{fair.Player(p)}, n)...)
		if n == 3 && m.r.IntN(2) == 0 {
			last = []fair.Recipient{fair.Player(p)}
		}
	}
	return append(dealt, last...)
}

// board returns so many cards of a board.
func board(run, cards int) []fair.Recipient {
	return slices.Repeat([]fair.Recipient{fair.Board(run)}, cards)
}

// Good returns a receipt of fair/2, or at times of fair/1, that proves its hand.
func (m *Maker) Good() Case {
	if m.r.IntN(6) == 0 {
		return m.good1()
	}
	of := one(m, plain, plain, plain, taken, taken, unknown, late, before)
	h := m.hand(of)
	c := m.written(deal(h, nil))
	switch c.Grade = "D"; {
	case of == taken:
		c.Grade = "A"
	case of == plain && len(h.setup.Cuts) > 0:
		c.Grade = "B"
	case of == plain:
		c.Grade = "C"
	}
	return c
}

// written returns a receipt as text, often with an own part.
func (m *Maker) written(d *dealer) Case {
	c := Case{Receipt: string(d.r.JSON())}
	if players := d.setup.Players; players != nil && m.r.IntN(2) == 0 {
		if o := d.ownProof(one(m, players...)); o != nil {
			c.OwnProof = string(o.JSON())
		}
	}
	return c
}
