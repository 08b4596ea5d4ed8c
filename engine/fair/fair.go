package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"log/slog"

	"cardroom/engine/card"
)

// Secret is the source of the decks of a hand: 32 bytes, new for every hand. It reveals every card. It prints as [hidden].
type Secret [32]byte

// Format prints [hidden] for every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, card.Hidden) }

// LogValue returns [hidden].
func (Secret) LogValue() slog.Value { return slog.StringValue(card.Hidden) }

// cardOf returns the card of a number as the scheme counts them: 0 is the deuce of clubs, 51 the ace of spades.
func cardOf(n uint8) card.Card { return card.Of(int(n/4), int(n%4)) }

// numberOf returns the number of a card.
func numberOf(c card.Card) uint8 { return uint8(c.Rank()*4 + c.Suit()) }

// Tuple writes its parts so that no two different lists of parts give the same bytes: each after its length.
func Tuple(tag string, parts ...[]byte) []byte { return appendTuple(nil, tag, parts) }

func appendTuple(b []byte, tag string, parts [][]byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(tag)))
	b = append(b, tag...)
	for _, p := range parts {
		b = binary.BigEndian.AppendUint32(b, uint32(len(p)))
		b = append(b, p...)
	}
	return b
}

// digest returns SHA-256 of a tuple: H.
func digest(tag string, parts ...[]byte) Hash {
	var room [128]byte // a leaf fits
	return sha256.Sum256(appendTuple(room[:0], tag, parts))
}

// Mac returns HMAC-SHA256 of a tuple.
func Mac(key []byte, tag string, parts ...[]byte) [32]byte { return newKeyed(key).mac(tag, parts...) }

// keyed makes many macs of one key.
type keyed struct {
	hash    hash.Hash
	in, out []byte
}

func newKeyed(key []byte) *keyed {
	return &keyed{hash: hmac.New(sha256.New, key), in: make([]byte, 0, 128), out: make([]byte, 0, sha256.Size)}
}

// longPart is how many bytes of a part are copied to be hashed with the parts beside it. A longer one is hashed where it is.
const longPart = 128

// mac returns HMAC-SHA256 of a tuple.
func (k *keyed) mac(tag string, parts ...[]byte) Hash {
	k.hash.Reset()
	k.in = appendTuple(k.in[:0], tag, nil)
	for _, p := range parts {
		k.in = binary.BigEndian.AppendUint32(k.in, uint32(len(p)))
		if len(p) > longPart {
			k.hash.Write(k.in)
			k.hash.Write(p)
			k.in = k.in[:0]
			continue
		}
		k.in = append(k.in, p...)
	}
	return k.sum()
}

// macOf returns HMAC-SHA256 of the tuple of a number.
func (k *keyed) macOf(tag string, n uint64) Hash {
	k.hash.Reset()
	k.in = appendTuple(k.in[:0], tag, nil)
	k.in = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(k.in, 8), n)
	return k.sum()
}

// sum returns the hash of the bytes written before and the rest of the tuple.
func (k *keyed) sum() Hash {
	k.hash.Write(k.in)
	k.out = k.hash.Sum(k.out[:0])
	return Hash(k.out)
}

// U64 returns a number as eight bytes, the way tuples carry numbers.
func U64(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// u64 returns the bytes of U64 without an allocation.
func u64(n uint64) (b [8]byte) {
	binary.BigEndian.PutUint64(b[:], n)
	return b
}

// Stream is an endless run of bytes that looks random without the key.
type Stream struct {
	key   *keyed
	tag   string
	block uint64
	buf   Hash
	left  int // bytes of buf that were not taken yet
}

// NewStream returns the stream of a key, apart from the streams of the same key under other tags.
func NewStream(key []byte, tag string) *Stream { return newKeyed(key).stream(tag) }

func (k *keyed) stream(tag string) *Stream { return &Stream{key: k, tag: tag} }

// Byte returns the next byte.
func (s *Stream) Byte() byte {
	if s.left == 0 {
		s.buf, s.left = s.key.macOf(s.tag, s.block), len(s.buf)
		s.block++
	}
	b := s.buf[len(s.buf)-s.left]
	s.left--
	return b
}

// Uniform returns the next number below m, each as likely as another; m is 1 to 2^24. It takes a byte, or where m is above 256
// as few as have m values.
func (s *Stream) Uniform(m int) int {
	values, width := 256, 1
	for ; values < m; width++ {
		values *= 256
	}
	limit := values - values%m
	for {
		n := 0
		for range width {
			n = n<<8 | int(s.Byte())
		}
		if n < limit {
			return n % m
		}
	}
}

// Perm returns the numbers below n, which is 0 or more, in an order of which all n! are as likely.
func (s *Stream) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := s.Uniform(i + 1)
		p[i], p[j] = p[j], p[i]
	}
	return p
}
