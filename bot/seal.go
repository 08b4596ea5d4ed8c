package bot

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"

	"cardroom/store"
)

// KeySize is the length of the key that seals stored cards, in bytes.
const KeySize = 32

// seal hides what a snapshot may not tell, or the secret of a shuffle, by AES-256-GCM. What it is of is authenticated too: a
// snapshot moved elsewhere, or an old one put back, does not open.
type seal struct {
	aead cipher.AEAD
	of   string
}

var errSeal = errors.New("it does not open: another key, or the record was changed")

func newAEAD(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("seal key: %w", err)
	}
	return cipher.NewGCM(block)
}

// seal is for the snapshot of a table, in this opening of it and this commit.
func (b *Bot) seal(k store.Key, session, serial int64) seal {
	return seal{aead: b.aead, of: fmt.Sprintf("%d/%d/%d/%d\n", k.Guild, k.Channel, session, serial)}
}

func (s seal) Seal(secret, public []byte) []byte {
	nonce := make([]byte, s.aead.NonceSize(), s.aead.NonceSize()+len(secret)+s.aead.Overhead())
	rand.Read(nonce)
	return s.aead.Seal(nonce, nonce, secret, append([]byte(s.of), public...))
}

func (s seal) Open(sealed, public []byte) ([]byte, error) {
	if len(sealed) < s.aead.NonceSize() {
		return nil, errSeal
	}
	nonce, box := sealed[:s.aead.NonceSize()], sealed[s.aead.NonceSize():]
	secret, err := s.aead.Open(nil, nonce, box, append([]byte(s.of), public...))
	if err != nil {
		return nil, errSeal
	}
	return secret, nil
}
