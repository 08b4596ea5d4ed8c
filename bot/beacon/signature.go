package beacon

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cloudflare/circl/ecc/bls12381"
	"github.com/cloudflare/circl/sign/bls"
)

// The schemes of drand in which the signed message is the round alone. An older scheme on G1 hashes with the tag of G2, and
// no chain in service uses it.
const (
	schemeG1 = "bls-unchained-g1-rfc9380"
	schemeG2 = "pedersen-bls-unchained"
)

// scheme is one kind of keys and signatures.
type scheme struct {
	size        int // of a signature, in bytes
	isKey       func([]byte) bool
	isSignature func([]byte) bool
	verifier    func(key []byte) (verifyFunc, error)
}

// verifyFunc reports whether a signature of a message is good.
type verifyFunc func(message, signature []byte) bool

var schemes = map[string]scheme{
	schemeG1: {bls12381.G1SizeCompressed, isG2, isG1, verifier[bls.KeyG2SigG1]},
	schemeG2: {bls12381.G2SizeCompressed, isG1, isG2, verifier[bls.KeyG1SigG2]},
}

// isG1 reports whether bytes are a point of G1 in its only form: compressed, of the subgroup, not infinity.
func isG1(text []byte) bool {
	var p bls12381.G1
	return len(text) == bls12381.G1SizeCompressed && p.SetBytes(text) == nil && !p.IsIdentity() && bytes.Equal(p.BytesCompressed(), text)
}

// isG2 reports the same of G2.
func isG2(text []byte) bool {
	var p bls12381.G2
	return len(text) == bls12381.G2SizeCompressed && p.SetBytes(text) == nil && !p.IsIdentity() && bytes.Equal(p.BytesCompressed(), text)
}

// verifier returns the check for a public key.
func verifier[K bls.KeyGroup](key []byte) (verifyFunc, error) {
	public := new(bls.PublicKey[K])
	if err := public.UnmarshalBinary(key); err != nil {
		return nil, err
	}
	return func(message, signature []byte) bool { return bls.Verify(public, message, signature) }, nil
}

// signedMessage returns the message that the beacon signs for a round.
func signedMessage(round uint64) []byte {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
	return sum[:]
}

// Verify checks the signature of a round. It accepts one form of bytes only, the compressed point.
func (c *Chain) Verify(round uint64, signature []byte) error {
	switch {
	case len(signature) != c.scheme.size:
		return fmt.Errorf("the signature has %d bytes, and those of %s have %d", len(signature), c.Name, c.scheme.size)
	case !c.scheme.isSignature(signature):
		return errors.New("the signature is not a compressed point of the curve's group")
	case !c.verify(signedMessage(round), signature):
		return fmt.Errorf("the signature is not that of %s for round %d", c.Name, round)
	}
	return nil
}
