package beacon

import (
	"bytes"
	"encoding/hex"
	"math/big"
	"strings"
	"testing"

	"github.com/cloudflare/circl/ecc/bls12381"
	"github.com/cloudflare/circl/sign/bls"
)

// round1000 is quicknet's own signature of its round 1000.
const round1000 = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"

// unhex decodes a constant.
func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestASignatureOfQuicknetIsGood(t *testing.T) {
	if err := Quicknet().Verify(1000, unhex(t, round1000)); err != nil {
		t.Error(err)
	}
}

func TestASignatureHasOneForm(t *testing.T) {
	good := unhex(t, round1000)
	var p bls12381.G1
	if err := p.SetBytes(good); err != nil {
		t.Fatal(err)
	}
	negated := p
	negated.Neg()
	var infinity bls12381.G1
	infinity.SetIdentity()
	for name, c := range map[string]struct {
		round     uint64
		signature []byte
		want      string // in the error
	}{
		"another round":              {1001, good, "round 1001"},
		"a byte behind it":           {1000, append(bytes.Clone(good), 0), "has 49 bytes"},
		"a byte too few":             {1000, good[:47], "has 47 bytes"},
		"nothing":                    {1000, nil, "has 0 bytes"},
		"the uncompressed form":      {1000, p.Bytes(), "has 96 bytes"},
		"half of the uncompressed":   {1000, p.Bytes()[:48], "not a compressed point"},
		"infinity":                   {1000, infinity.BytesCompressed(), "not a compressed point"},
		"infinity with the sign":     {1000, flip(infinity.BytesCompressed(), 0, 0x20), "not a compressed point"},
		"the other sign":             {1000, negated.BytesCompressed(), "is not that of quicknet"},
		"outside the subgroup":       {1000, outsideSubgroup(t), "not a compressed point"},
		"outside the field":          {1000, beyondField(), "not a compressed point"},
		"another point of the group": {1000, bls12381.G1Generator().BytesCompressed(), "is not that of quicknet"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := Quicknet().Verify(c.round, c.signature); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%x: %v, want an error with %q", c.signature, err, c.want)
			}
		})
	}
}

// flip returns the bytes with bits of one of them changed.
func flip(b []byte, at int, bits byte) []byte {
	b = bytes.Clone(b)
	b[at] ^= bits
	return b
}

// prime returns the size of the field of the curve's coordinates.
func prime() *big.Int {
	p, _ := new(big.Int).SetString("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", 16)
	return p
}

// outsideSubgroup returns the compressed form of a point of the curve y² = x³ + 4 that is not in the group of signatures.
func outsideSubgroup(t *testing.T) []byte {
	t.Helper()
	p := prime()
	for n := int64(1); n < 100; n++ {
		square := new(big.Int).Exp(big.NewInt(n), big.NewInt(3), p)
		y := new(big.Int).ModSqrt(square.Add(square, big.NewInt(4)), p)
		if y == nil {
			continue
		}
		x := big.NewInt(n)
		if isInfinity(x, y, new(big.Int).SetBytes(bls12381.Order()), p) {
			continue
		}
		compressed := x.FillBytes(make([]byte, 48))
		compressed[0] |= 0x80
		if y.Cmp(new(big.Int).Sub(p, y)) > 0 {
			compressed[0] |= 0x20
		}
		return compressed
	}
	t.Fatal("no such point was found")
	return nil
}

// isInfinity reports whether k times a point of the curve is infinity, by the schoolbook formulas.
func isInfinity(x, y, k, p *big.Int) bool {
	var rx, ry *big.Int // nil: infinity
	add := func(ax, ay, bx, by *big.Int) (*big.Int, *big.Int) {
		if ax == nil {
			return bx, by
		}
		var slope *big.Int
		switch {
		case ax.Cmp(bx) != 0:
			slope = new(big.Int).Mul(new(big.Int).Sub(by, ay), new(big.Int).ModInverse(new(big.Int).Mod(new(big.Int).Sub(bx, ax), p), p))
		case ay.Cmp(by) == 0 && ay.Sign() != 0:
			slope = new(big.Int).Mul(new(big.Int).Mul(big.NewInt(3), new(big.Int).Mul(ax, ax)), new(big.Int).ModInverse(new(big.Int).Lsh(ay, 1), p))
		default:
			return nil, nil
		}
		cx := new(big.Int).Sub(new(big.Int).Mul(slope, slope), new(big.Int).Add(ax, bx))
		cx.Mod(cx, p)
		cy := new(big.Int).Sub(new(big.Int).Mul(slope, new(big.Int).Sub(ax, cx)), ay)
		return cx, cy.Mod(cy, p)
	}
	for i := k.BitLen() - 1; i >= 0; i-- {
		if rx != nil {
			rx, ry = add(rx, ry, rx, ry)
		}
		if k.Bit(i) == 1 {
			rx, ry = add(rx, ry, x, y)
		}
	}
	return rx == nil
}

// beyondField returns a point whose coordinate is the smallest number outside the field, which a lax reader would reduce to 0.
func beyondField() []byte {
	compressed := prime().FillBytes(make([]byte, 48))
	compressed[0] |= 0x80
	return compressed
}

// Drand's own test network signed on G2. Its info and a value of it are public.
var testnet = Info{
	PublicKey: "8200fc249deb0148eb918d6e213980c5d01acd7fc251900d9260136da3b54836ce125172399ddc69c4e3e11429b62c11",
	Period:    3,
	Genesis:   1651677099,
	Hash:      "7672797f548f3f4748ac4bf3352fc6c6b6468c9ad40ad456a397545c6e2df5bf",
	GroupHash: "65083634d852ae169e21b6ce5f0410be9ed4cc679b9970236f7875cff667e13d",
	Scheme:    schemeG2,
	Metadata:  Metadata{BeaconID: "testnet-unchained-3s"},
	Relays:    []string{"https://pl-eu.testnet.drand.sh"},
}

func TestASignatureOnG2(t *testing.T) {
	c, err := NewChain(testnet)
	if err != nil {
		t.Fatal(err)
	}
	good := unhex(t, "a33833d2098f5e0c4df334fb6c5b1c2de3ab293c77825f55d816254dabf7f4f3d429b6207e1cd2a808876e06058a1f8102bb6f6927b654b391259ea99c3566a4eb55feb9665dbaf9d33af08a10b1d8d8b35d91fd3536eb4c197be0041beb5dc2")
	if err := c.Verify(19369534, good); err != nil {
		t.Error(err)
	}
	var p bls12381.G2
	if err := p.SetBytes(good); err != nil {
		t.Fatal(err)
	}
	for name, signature := range map[string][]byte{
		"a byte behind it": append(bytes.Clone(good), 0), "uncompressed": p.Bytes(), "the other sign": flip(good, 0, 0x20),
	} {
		if c.Verify(19369534, signature) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if c.Verify(19369535, good) == nil {
		t.Error("another round is accepted")
	}
}

// FuzzVerify feeds bytes of the right length, as a hostile relay may.
func FuzzVerify(f *testing.F) {
	f.Add(unhex(f, round1000))
	f.Add(make([]byte, 48))
	c := Quicknet()
	f.Fuzz(func(t *testing.T, signature []byte) {
		if c.Verify(1000, signature) == nil && hex.EncodeToString(signature) != round1000 {
			t.Errorf("%x is a second form of the signature", signature)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	c, signature := Quicknet(), unhex(b, round1000)
	for b.Loop() {
		if err := c.Verify(1000, signature); err != nil {
			b.Fatal(err)
		}
	}
}

// The library's own check is laxer than one form: this is why Verify looks at the form itself.
func TestTheLibraryTakesTheUncompressedForm(t *testing.T) {
	var p bls12381.G1
	if err := p.SetBytes(unhex(t, round1000)); err != nil {
		t.Fatal(err)
	}
	key := new(bls.PublicKey[bls.KeyG2SigG1])
	if err := key.UnmarshalBinary(Quicknet().Key); err != nil {
		t.Fatal(err)
	}
	if !bls.Verify(key, signedMessage(1000), p.Bytes()) {
		t.Error("the library refuses it now: tell so in the package's documentation")
	}
}
