package draw_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/fair"
	"cardroom/engine/tournament/draw"
)

// field writes a part of a tuple after its length.
func field(part []byte) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(part))), part...)
}

func u(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// slowly is a second reading of section 0, which shares nothing with the first: a stream is made whole before it is read.
type slowly struct{ key []byte }

// bytes returns the first bytes of the stream of a use.
func (s slowly) bytes(use string, n int) (all []byte) {
	for block := uint64(0); len(all) < n; block++ {
		m := hmac.New(sha256.New, s.key)
		m.Write(append(field([]byte(use)), field(u(block))...))
		all = m.Sum(all)
	}
	return all
}

// number takes a number from the front of bytes.
func (s slowly) number(from *[]byte, n int) int {
	width, values := 1, 256
	if n > 256 {
		width, values = 2, 65536
	}
	for {
		x := 0
		for _, b := range (*from)[:width] {
			x = 256*x + int(b)
		}
		*from = (*from)[width:]
		if x < values/n*n {
			return x % n
		}
	}
}

// Number returns one number of n.
func (s slowly) Number(use string, n int) int {
	from := s.bytes(use, 1000)
	return s.number(&from, n)
}

// Shuffle returns all numbers below n.
func (s slowly) Shuffle(use string, n int) []int {
	from := s.bytes(use, 10*n+1000)
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	for i := n - 1; i >= 1; i-- {
		j := s.number(&from, i+1)
		all[i], all[j] = all[j], all[i]
	}
	return all
}

func TestDrawsAgreeWithASlowReading(t *testing.T) {
	seed := fair.Secret{1, 2, 3}
	m := hmac.New(sha256.New, seed[:])
	for _, part := range [][]byte{[]byte("tour/1"), u(7), u(900), u(21), u(22), u(20)} {
		m.Write(field(part))
	}
	slow := slowly{m.Sum(nil)}
	fast := draw.NewLots(seed, &draw.Start{Tournament: 7, Message: 900, Entries: []fair.ID{21, 22, 20}})
	for _, use := range []string{"seats/1", "places/1/2", "button/1/1/3", "late/41"} {
		for _, n := range []int{1, 2, 9, 10, 200, 256, 257, 400, 9999} {
			if a, b := fast.Number(use, n), slow.Number(use, n); a != b {
				t.Errorf("%s of %d: %d, slowly %d", use, n, a, b)
			}
			if a, b := fast.Shuffle(use, n), slow.Shuffle(use, n); !slices.Equal(a, b) {
				t.Errorf("%s of %d: the orders differ", use, n)
			}
		}
	}
	h := sha256.Sum256(slices.Concat(field([]byte("tour/1/seal")), field(u(7)), field(seed[:])))
	if seal := draw.Seal(7, seed); seal != h {
		t.Errorf("seal %s, want %x", seal, h)
	}
}

// TestKeyDependsOnAllThatIsPublic changes one thing after another.
func TestKeyDependsOnAllThatIsPublic(t *testing.T) {
	base := draw.Start{Tournament: 7, Message: 900, Entries: []fair.ID{1, 2, 3}}
	keys := map[[32]byte]string{base.Key(fair.Secret{1}): "nothing"}
	for name, s := range map[string]draw.Start{
		"tournament": {Tournament: 8, Message: 900, Entries: []fair.ID{1, 2, 3}},
		"message":    {Tournament: 7, Message: 901, Entries: []fair.ID{1, 2, 3}},
		"beacon":     {Tournament: 7, Message: 900, Beacon: make([]byte, 32), Entries: []fair.ID{1, 2, 3}},
		"order":      {Tournament: 7, Message: 900, Entries: []fair.ID{2, 1, 3}},
		"entries":    {Tournament: 7, Message: 900, Entries: []fair.ID{1, 2}},
	} {
		key := s.Key(fair.Secret{1})
		if other, ok := keys[key]; ok {
			t.Errorf("with another %s the key is that of another %s", name, other)
		}
		keys[key] = name
	}
	if _, ok := keys[base.Key(fair.Secret{2})]; ok {
		t.Error("with another seed the key is the same")
	}
}

// TestLotsFavourNoNumber draws a number of 300 very often.
func TestLotsFavourNoNumber(t *testing.T) {
	lots := draw.NewLots(fair.Secret{9}, &draw.Start{Tournament: 1, Message: 2})
	seen := make([]int, 300)
	for i := range 300 * 100 {
		seen[lots.Number("late/"+strings.Repeat("x", i%7)+string(rune('0'+i)), 300)]++
	}
	chi := 0.0
	for _, n := range seen {
		chi += float64((n-100)*(n-100)) / 100
	}
	if chi < 200 || chi > 420 { // 299 on average, with a deviation of 24
		t.Errorf("the numbers came with chi-squared %.0f", chi)
	}
}
