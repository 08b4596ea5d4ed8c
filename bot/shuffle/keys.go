package shuffle

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"io"

	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/store"
)

// KeySize is the length in bytes of the key that encrypts stored cards.
const KeySize = 32

// Sealer encrypts part of a snapshot, or the secret of a shuffle, with AES-256-GCM. It authenticates the context as well:
// it refuses a snapshot that was moved, or replaced by an older one.
type Sealer struct {
	aead    cipher.AEAD
	context string
}

var errSeal = errors.New("cannot decrypt: another key, or the record was changed")

// Keys encrypts and decrypts the secret parts of stored data: the cards of a snapshot and the secrets of shuffles.
type Keys struct {
	aead cipher.AEAD
	Seed *uint64 // for tests: secrets are a function of it
	Made Made    // for tests, where it remembers; nil: Commitments
}

// Made returns the commitments to a batch, as [Commitments] does.
type Made func(k store.Key, secret fair.Secret, first int64, hands int) []fair.Hash

// NewKeys returns the keys made of KeySize bytes.
func NewKeys(key []byte, seed *uint64) (Keys, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return Keys{}, fmt.Errorf("seal key: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	return Keys{aead: aead, Seed: seed}, err
}

// Format hides the keys from every verb of fmt.
func (Keys) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }

// Snapshot returns the sealer of a table's snapshot, in one session of the table and one commit.
func (ks *Keys) Snapshot(k store.Key, session, serial int64) Sealer {
	return Sealer{aead: ks.aead, context: fmt.Sprintf("%d/%d/%d/%d\n", k.Guild, k.Channel, session, serial)}
}

// Seal encrypts secret and authenticates public with it.
func (s Sealer) Seal(secret, public []byte) []byte {
	nonce := make([]byte, s.aead.NonceSize(), s.aead.NonceSize()+len(secret)+s.aead.Overhead())
	rand.Read(nonce)
	return s.aead.Seal(nonce, nonce, secret, append([]byte(s.context), public...))
}

// Open decrypts a result of Seal for the same public bytes.
func (s Sealer) Open(sealed, public []byte) ([]byte, error) {
	if len(sealed) < s.aead.NonceSize() {
		return nil, errSeal
	}
	nonce, box := sealed[:s.aead.NonceSize()], sealed[s.aead.NonceSize():]
	secret, err := s.aead.Open(nil, nonce, box, append([]byte(s.context), public...))
	if err != nil {
		return nil, errSeal
	}
	return secret, nil
}
