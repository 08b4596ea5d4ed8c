// Package fair turns a secret into a deck. It has no I/O: whoever deals brings 32 bytes that nobody can guess.
//
// A byte stream is drawn from the secret by HMAC-SHA256 in counter mode, numbers below m are taken from it by
// rejection, so that none is likelier than another, and a Fisher–Yates shuffle uses them. The functions are those of
// the scheme "fair/1": T (tuple), M (mac), Stream, Uniform and Perm.
package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"

	"cardroom/engine/card"
)

// Secret is what a deck is made of: 32 bytes, new for every hand. Who knows it knows every card.
type Secret [32]byte

// Deck is the deck of a secret: all 52 cards, each once.
func (s Secret) Deck() card.Deck {
	var d card.Deck
	for i, c := range NewStream(s[:], "fair/1/deck").Perm(len(d)) {
		d[i] = card.Of(c/4, c%4)
	}
	return d
}

// Tuple writes its parts so that no two different lists of parts give the same bytes: each after its length.
func Tuple(tag string, parts ...[]byte) []byte {
	b := field(nil, []byte(tag))
	for _, p := range parts {
		b = field(b, p)
	}
	return b
}

func field(b, part []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(part)))
	return append(b, part...)
}

// Mac is HMAC-SHA256 of a tuple.
func Mac(key []byte, tag string, parts ...[]byte) [32]byte {
	m := hmac.New(sha256.New, key)
	m.Write(Tuple(tag, parts...))
	return [32]byte(m.Sum(nil))
}

// U64 is a number as eight bytes, the way tuples carry numbers.
func U64(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// Stream is an endless run of bytes that looks random to whoever lacks the key.
type Stream struct {
	key   []byte
	tag   string
	block uint64
	buf   []byte
}

// NewStream is the stream of a key, apart from the streams of the same key under other tags.
func NewStream(key []byte, tag string) *Stream { return &Stream{key: key, tag: tag} }

// Byte is the next byte.
func (s *Stream) Byte() byte {
	if len(s.buf) == 0 {
		m := Mac(s.key, s.tag, U64(s.block))
		s.block++
		s.buf = m[:]
	}
	b := s.buf[0]
	s.buf = s.buf[1:]
	return b
}

// Uniform is the next number below m, each as likely as another; m is 1 to 256.
func (s *Stream) Uniform(m int) int {
	limit := 256 - 256%m
	for {
		if b := int(s.Byte()); b < limit {
			return b % m
		}
	}
}

// Perm is the numbers below n, n at most 256, in an order of which all n! are as likely.
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
