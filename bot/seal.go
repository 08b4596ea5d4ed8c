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

// seal hides the cards of one snapshot by AES-256-GCM. The place of the record, the opening of the table and the serial
// number of the commit are part of what is authenticated: a snapshot moved elsewhere, or an old one put back, does not open.
type seal struct {
	aead cipher.AEAD
	of   string
}

var errSeal = errors.New("the cards do not open: another key, or the record was changed")

func newAEAD(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("seal key: %w", err)
	}
	return cipher.NewGCM(block)
}

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
