package shuffle

import (
	"bytes"
	"slices"
	"testing"

	"cardroom/engine/fair"
	"cardroom/store"
)

func keysOf(t *testing.T, b byte) *Keys {
	t.Helper()
	ks, err := NewKeys(bytes.Repeat([]byte{b}, KeySize), nil)
	if err != nil {
		t.Fatal(err)
	}
	return &ks
}

// TestASealOpensOnlyWhereItWasMade is a test of P8.
func TestASealOpensOnlyWhereItWasMade(t *testing.T) {
	ks, k := keysOf(t, 1), store.Key{Guild: 5, Channel: 6}
	secret, public := []byte("A♠ K♠"), []byte(`{"hand":12}`)
	sealed := ks.Snapshot(k, 3, 7).Seal(secret, public)
	if bytes.Contains(sealed, secret) {
		t.Fatal("the seal shows what it hides")
	}
	if got, err := ks.Snapshot(k, 3, 7).Open(sealed, public); err != nil || !bytes.Equal(got, secret) {
		t.Fatalf("Open = %q, %v", got, err)
	}
	for name, open := range map[string]func() ([]byte, error){
		"another serial":      func() ([]byte, error) { return ks.Snapshot(k, 3, 8).Open(sealed, public) },
		"another opening":     func() ([]byte, error) { return ks.Snapshot(k, 4, 7).Open(sealed, public) },
		"another table":       func() ([]byte, error) { return ks.Snapshot(store.Key{Guild: 5, Channel: 7}, 3, 7).Open(sealed, public) },
		"another guild":       func() ([]byte, error) { return ks.Snapshot(store.Key{Guild: 6, Channel: 6}, 3, 7).Open(sealed, public) },
		"another public part": func() ([]byte, error) { return ks.Snapshot(k, 3, 7).Open(sealed, []byte(`{"hand":13}`)) },
		"another key":         func() ([]byte, error) { return keysOf(t, 2).Snapshot(k, 3, 7).Open(sealed, public) },
		"a changed byte": func() ([]byte, error) {
			return ks.Snapshot(k, 3, 7).Open(append([]byte{sealed[0] ^ 1}, sealed[1:]...), public)
		},
		"nothing":    func() ([]byte, error) { return ks.Snapshot(k, 3, 7).Open(nil, public) },
		"half of it": func() ([]byte, error) { return ks.Snapshot(k, 3, 7).Open(sealed[:len(sealed)/2], public) },
	} {
		if got, err := open(); err == nil {
			t.Errorf("%s opens it: %q", name, got)
		}
	}
}

func TestNoTwoSealsAreAlike(t *testing.T) {
	ks, k := keysOf(t, 1), store.Key{Guild: 5, Channel: 6}
	if bytes.Equal(ks.Snapshot(k, 3, 7).Seal([]byte("x"), nil), ks.Snapshot(k, 3, 7).Seal([]byte("x"), nil)) {
		t.Error("the same nonce twice")
	}
}

// A batch made again, as after a restart, has the same commitments. Those of another table, secret or hand are others. Tests
// of other packages remember them by these three.
func TestABatchThatIsMadeAgainHasTheSameCommitments(t *testing.T) {
	k, secret := store.Key{Guild: 5, Channel: 6}, fair.Secret{1}
	made := keysOf(t, 1).NewBatch(k, secret, 3, nil).Commitments
	if again := keysOf(t, 2).NewBatch(k, secret, 3, nil).Commitments; len(made) != BatchSize || !slices.Equal(made, again) {
		t.Errorf("made %v, and again %v", made, again)
	}
	for name, other := range map[string][]fair.Hash{
		"table":  Commitments(store.Key{Guild: 5, Channel: 7}, secret, 3),
		"secret": Commitments(k, fair.Secret{2}, 3),
		"hand":   Commitments(k, secret, 4),
	} {
		if slices.Equal(made, other) {
			t.Errorf("another %s has the same commitments", name)
		}
	}
}
